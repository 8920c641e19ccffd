"""Seats, pieces, dice and the board: FA-001 to FA-033, FA-252 to FA-256."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games import find_title
from sandtable.games.fortress.board import (
    CITIES,
    DISTANCE,
    INDEX,
    NEAR,
    SECTORS,
    SPACES,
    TERRITORIES,
    ZONES,
)
from sandtable.games.fortress.cards import CARDS
from sandtable.games.fortress.pieces import POOL, US_POOL, stack_of
from sandtable.table import Illegal, Malformed, Table


def near(name: str) -> set[str]:
    return {SPACES[space].id for space in NEAR[INDEX[name]]}


def players_rule(players: dict[str, str]) -> str:
    try:
        Table(find_title("fortress"), None, players)
    except Illegal as error:
        return error.refusal.rule
    return ""


@pytest.mark.rule("FA-001", "FA-006", "FA-008")
def test_four_forces_with_their_colours(study: Any) -> None:
    s = study(clear=False)
    assert s.table.seats == ("west", "south", "east", "usa")
    assert s.state.players == 4
    west, south, east, usa = s.table.view().game.forces
    assert (west.name, west.colour) == ("Asian Peoples Alliance", "yellow")
    assert (south.name, south.colour) == ("Central American Federation", "blue")
    assert (east.name, east.colour) == ("Euro-Socialist Pact", "red")
    assert (usa.colour, usa.second_colour) == ("green", "grey")
    assert usa.partisan_colour == "lightgreen"


@pytest.mark.rule("FA-002", "FA-003", "FA-004", "FA-005")
def test_who_may_share_seats() -> None:
    two = dict.fromkeys(("west", "south", "east"), "Ann") | {"usa": "Bob"}
    assert players_rule(two) == ""
    assert Table(find_title("fortress"), None, two).state.players == 2
    three = {"west": "Ann", "east": "Ann", "south": "Cid", "usa": "Bob"}
    assert players_rule(three) == ""
    assert Table(find_title("fortress"), None, three).state.players == 3
    assert players_rule({**three, "east": "Cid"}) == "FA-005"
    assert players_rule({"west": "Ann", "south": "Ann"}) == "FA-005"
    assert players_rule({"west": "Ann", "usa": "Ann"}) == "FA-003"
    alone = dict.fromkeys(("west", "south", "east", "usa"), "Ann")
    assert players_rule(alone) == "FA-003"
    with pytest.raises(Malformed):
        players_rule({"north": "Ann"})


@pytest.mark.rule("FA-007")
def test_one_player_keeps_one_pool_per_force(study: Any) -> None:
    two = dict.fromkeys(("west", "south", "east"), "Ann")
    s = study("turn west 2", "lost west 20 infantry", players=two)
    assert s.refusal("place 5 infantry zone-west-1") == "FA-062"  # South still has 24
    assert s.refusal("place 1 tank zone-south-1") == "FA-063"
    s.play("place 4 tank zone-west-1; place 4 tank zone-west-2")
    assert s.state.reserve[1] == POOL


@pytest.mark.rule("FA-009", "FA-010", "FA-011", "FA-016")
def test_pools(study: Any) -> None:
    sixty = stack_of({"infantry": 24, "tank": 12, "mobile": 9, "helicopter": 9, "bomber": 6})
    assert sixty == POOL
    assert sum(POOL) == 60
    s = study(clear=False)
    assert s.state.reserve == [POOL, POOL, POOL, US_POOL]
    assert sum(US_POOL) - sum(POOL) == 24  # the Partisans
    view = s.table.view().game
    assert (view.lasers_in_stock, view.partisans_in_stock) == (12, 24)
    assert sum(space.city for space in view.spaces) == 30  # one marker each
    # No territory carries a marker, and all of them are US land.
    assert all(space.markers == () for space in view.spaces)
    assert all(space.control == "usa" for space in view.spaces if not space.zone)


@pytest.mark.rule("FA-256")
def test_twelve_laser_fire_markers(study: Any) -> None:
    cities = [SPACES[c].id for c in CITIES if SPACES[c].sector in ("plains", "east")][:12]
    zones = [SPACES[z].id for force in (0, 1, 2) for z in ZONES[force]][:13]
    s = study(
        *(f"laser {city}" for city in cities),
        *(f"units {zone.split('-')[1]} {zone} 1 infantry" for zone in zones),
        "turn usa 3 lasers",
    )
    for zone in zones[:11]:
        s.play(f"fire infantry {zone}", 1)
        assert s.space(zone).fired_at
    assert sum(space.fired_at for space in s.table.view().game.spaces) == 11
    s.play(f"fire infantry {zones[11]}", 1)
    assert s.step != "laser fire"
    assert not any(space.fired_at for space in s.table.view().game.spaces)


@pytest.mark.rule("FA-012", "FA-014", "FA-015")
def test_classes_and_markers(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 infantry, 1 mobile, 1 tank, 1 helicopter, 1 bomber",
        "units usa portland 1 partisan, 1 tank, 1 bomber",
        "control west-washington west",
        "turn west 2 declare",
    )
    assert s.space("west-washington").markers == ("west control",)
    s.play("declare portland; end; end")
    assert s.space("portland").markers == ("west battle",)
    # Air first, then vehicles, then foot: one class of dice at a time.
    assert s.chance_sides("commit portland") == (10,)
    s.play("commit portland", 2, 2, 2, 2, 2, 2, 2, 2)  # everybody misses
    rolls = [e.chance.sides for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolls == [(10,), (8,), (6,), (8, 10), (6, 8), (6,)]
    assert s.space("portland").city  # the city marker has no part in it


@pytest.mark.rule("FA-013", "FA-910")
def test_a_laser_neither_moves_nor_fights_nor_counts(study: Any) -> None:
    s = study("units usa chicago 4 infantry", "laser chicago", "turn usa 2 declare")
    s.play("end")
    with pytest.raises(Malformed):
        s.refusal("move 1 laser chicago > iowa")
    s = study("units usa chicago 5 infantry", "turn usa 2")
    assert s.refusal("laser chicago") == ""  # a full garrison still takes a laser


@pytest.mark.rule("FA-017")
def test_dice(study: Any) -> None:
    s = study(
        "units west zone-west-2 1 bomber, 1 tank, 1 infantry",
        "units usa portland 1 infantry",
        "turn west 2 declare",
    )
    s.attack("portland", 2, 10)  # the 0 of the die is a 10
    assert s.units("usa", "portland") == ""
    assert s.state.lost[3] == stack_of({"infantry": 1})


@pytest.mark.rule("FA-254")
def test_dice_never_run_out(study: Any) -> None:
    s = study(
        "units west zone-west-5 5 infantry",
        "units west zone-west-6 5 infantry",
        "units usa san-francisco 2 mobile",
        "turn west 2 declare",
    )
    s.attack("san-francisco", 2, 2, *[3] * 10)
    rolled = [e.faces for e in s.table.journal.line if hasattr(e, "faces")]
    assert rolled[-1] == (3,) * 10


@pytest.mark.rule("FA-018", "FA-042")
def test_thirty_cards_in_no_order(study: Any) -> None:
    assert len({card.id for card in CARDS}) == 30
    assert len({card.title for card in CARDS}) == 30
    s = study("turn usa 1")
    assert sorted(s.state.deck) == list(range(30))
    assert s.table.view("usa").game.cards_in_deck == 30
    assert s.chance_sides("laser detroit") == (30,)  # any of them may come


@pytest.mark.rule("FA-019", "FA-020")
def test_all_land_is_us_and_nothing_lies_beyond(study: Any) -> None:
    s = study(clear=False)
    assert all(s.state.control[t] == 3 for t in TERRITORIES)
    assert len(SPACES) == 96 + 18
    for space in range(len(SPACES)):
        for other in NEAR[space]:
            assert SPACES[other].zone or SPACES[other].sector in SECTORS
    with pytest.raises(Malformed):
        s.refusal("move 1 tank detroit > ontario")


@pytest.mark.rule("FA-021", "FA-022", "FA-024", "FA-025", "FA-906")
def test_kinds_of_territory() -> None:
    assert len(CITIES) == 30
    assert all(SPACES[city].name for city in CITIES)
    pittsburgh = SPACES[INDEX["pittsburgh"]]
    assert pittsburgh.city
    assert pittsburgh.mountain
    assert sum(space.mountain for space in SPACES) == 31
    kinds = [space.resource for space in SPACES if space.resource]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "oil": 5,
        "agricultural": 17,
        "mineral": 6,
    }
    assert {s.sector for s in SPACES if s.resource == "oil"} == {"south"}
    sectors = [SPACES[t].sector for t in TERRITORIES]
    assert [sectors.count(s) for s in SECTORS] == [21, 13, 20, 20, 22]
    named = """denver boston tampa pittsburgh detroit milwaukee chicago indianapolis buffalo
        minneapolis st-louis memphis washington-d-c seattle portland san-francisco los-angeles
        san-diego phoenix"""
    assert all(SPACES[INDEX[name]].city for name in named.split())
    assert SPACES[INDEX["denver"]].sector == "rocky-mountains"


@pytest.mark.rule("FA-023", "FA-909")
def test_mountains_defend_like_cities_and_are_none_otherwise(study: Any) -> None:
    # Foot and vehicles alone: a five misses in the mountains (Column 1).
    for place, hit in (("sierra-nevada", False), ("central-valley", True)):
        s = study(
            "control death-valley west",
            "units west death-valley 1 infantry",
            f"units usa {place} 1 infantry",
            "turn west 2 declare",
        )
        s.attack(place, 2, 5)
        assert (s.units("usa", place) == "") == hit
    # A helicopter may land in an empty mountain territory: it is no city.
    s = study(
        "control death-valley west",
        "units west death-valley 1 helicopter",
        "turn west 2 declare",
    )
    s.play("declare sierra-nevada; end; move 1 helicopter death-valley > sierra-nevada")
    assert s.units("west", "sierra-nevada") == "1 helicopter"
    # Denver is both: it is a city in every respect.
    s = study("units west zone-west-1 1 infantry", "control denver west", "turn usa 2 declare")
    assert s.table.view().game.invader_cities == 1


@pytest.mark.rule("FA-026")
def test_sector_borders_restrict_nothing(study: Any) -> None:
    s = study("units usa denver 1 tank", "turn usa 2 declare")
    s.play("end; move 1 tank denver > kansas")  # Rocky Mountains to Plains
    assert s.units("usa", "kansas") == "1 tank"


@pytest.mark.rule("FA-027", "FA-028", "FA-033")
def test_zones(study: Any) -> None:
    assert [len(ZONES[force]) for force in range(3)] == [6, 6, 6]
    s = study("units west zone-west-1 1 tank, 1 bomber", "turn west 2 declare")
    s.play("end")
    assert s.refusal("move 1 tank zone-west-1 > zone-west-3") == "FA-138"  # two spaces
    s.play("move 1 tank zone-west-1 > zone-west-2")
    assert s.refusal("move 1 bomber zone-west-1 > zone-west-6") == "FA-149"  # five spaces
    assert s.refusal("move 1 bomber zone-west-1 > zone-west-5") == ""
    assert DISTANCE[INDEX["zone-west-1"]][INDEX["zone-west-6"]] == 5


@pytest.mark.rule("FA-029", "FA-134")
def test_the_us_never_enters_a_zone(study: Any) -> None:
    s = study(
        "units usa portland 1 tank, 1 bomber",
        "units west zone-west-3 1 infantry",
        "turn usa 2 declare",
    )
    s.play("declare zone-west-2; end")
    assert s.refusal("move 1 tank portland > zone-west-2") == "FA-134"
    assert s.refusal("move 1 bomber portland > zone-west-2") == "FA-134"
    s.play("end")
    assert s.step == "second movement"
    assert s.refusal("move 1 tank portland > zone-west-2") == "FA-134"
    s.play("end")
    assert s.state.control[INDEX["zone-west-2"]] == 0


@pytest.mark.rule("FA-030", "FA-031", "FA-032", "FA-252")
def test_adjacency() -> None:
    assert "san-diego" in near("los-angeles")
    assert "phoenix" not in near("los-angeles")
    assert near("portland") == {
        "west-washington",
        "southwest-oregon",
        "oregon-cascades",
        "zone-west-2",
    }
    # Four Corners: Utah meets New Mexico in a point only.
    assert "northwest-new-mexico" not in near("south-utah")
    assert near("zone-west-5") == {
        "north-california-coast",
        "san-francisco",
        "zone-west-4",
        "zone-west-6",
    }
    for space in range(len(SPACES)):
        assert all(space in NEAR[other] and other != space for other in NEAR[space])
