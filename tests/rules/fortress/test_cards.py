"""The thirty Partisan cards: FA-090 to FA-119, FA-917 to FA-925."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.fortress.board import INDEX, NEAR, SECTORS, SPACES, TERRITORIES

P = {f"P{n:02}": n for n in range(1, 31)}
ROCKIES = [SPACES[t].id for t in TERRITORIES if SPACES[t].sector == "rocky-mountains"]


@pytest.fixture
def card(study: Any) -> Callable[..., Any]:
    """A US turn whose first card is the given one and whose second does nothing."""

    def turn(name: str, *edits: str, **given: Any) -> Any:
        s = study(*edits, "turn usa 5", **given)
        idle = "P03" if name != "P03" else "P06"
        s.fixed.add((P[name], P[idle] - (P[idle] > P[name])))
        s.play("laser milwaukee")
        return s

    return turn


def sector_of(lines: set[str]) -> set[str]:
    return {SPACES[INDEX[line.split()[-1]]].sector for line in lines}


def places(lines: set[str]) -> set[str]:
    return {line.split()[-1] for line in lines}


@pytest.mark.rule("FA-090", "FA-108", "FA-113", "FA-118", "FA-917")
@pytest.mark.parametrize(
    ("name", "sector", "pieces"),
    [
        ("P01", "plains", 3),
        ("P19", "east", 2),
        ("P24", "south", 2),
        ("P29", "rocky-mountains", 4),
    ],
)
def test_separate_cards(card: Any, name: str, sector: str, pieces: int) -> None:
    s = card(name)
    assert sector_of(s.legal()) == {sector}
    placed: list[str] = []
    while s.step == f"card {name}":
        line = sorted(s.legal())[0]
        place = line.split()[-1]
        assert line.startswith("place 1 partisan")
        if placed:
            assert s.refusal(f"place 1 partisan {placed[0]}") == "FA-917"
        placed.append(place)
        s.play(line)
    assert len(placed) == len(set(placed)) == pieces


@pytest.mark.rule("FA-917")
def test_second_pieces_only_when_all_have_one(card: Any) -> None:
    taken = [place for place in ROCKIES if place not in ("denver", "yellowstone")]
    edits = [f"control {place} west" for place in taken]
    edits += [f"units west {place} 1 infantry" for place in taken]
    s = card("P29", *edits)
    assert places(s.legal()) == {"denver", "yellowstone"}
    s.play("place 1 partisan denver")  # then Yellowstone is the only one without
    assert s.units("usa", "yellowstone") == "1 partisan"
    assert places(s.legal()) == {"denver", "yellowstone"}
    s.play("place 1 partisan denver")
    assert (s.units("usa", "denver"), s.units("usa", "yellowstone")) == ("2 partisan",) * 2


@pytest.mark.rule("FA-091", "FA-918")
def test_army_veterans(card: Any) -> None:
    s = card("P02", "lost usa 5 infantry")
    around = {SPACES[t].id for t in NEAR[INDEX["st-louis"]]}
    assert places(s.legal()) == {"st-louis", *around}
    for _ in range(4):
        s.play("place 1 infantry st-louis")
    assert s.units("usa", "st-louis") == "4 infantry"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-W25", "FA-075", "FA-082")
def test_unplayable_card(card: Any) -> None:
    around = ["st-louis", *(SPACES[t].id for t in NEAR[INDEX["st-louis"]])]
    edits = [f"control {p} south" for p in around] + [f"units south {p} 1 tank" for p in around]
    s = card("P02", "lost usa 4 infantry", *edits)
    assert s.lost("usa") == "4 infantry"
    assert s.state.discard[0] == 1


@pytest.mark.rule("FA-W23", "FA-078", "FA-079", "FA-080")
def test_playable_card(card: Any) -> None:
    held = [place for place in ROCKIES if place not in ("denver", "yellowstone", "four-corners")]
    edits = [f"control {place} west" for place in held]
    edits += [f"units west {place} 1 infantry" for place in held[:7]]
    assert (len(ROCKIES), len(held)) == (13, 10)
    s = card("P29", *edits)
    for place in held[7:]:
        s.play(f"place 1 partisan {place}")
    s.play("place 1 partisan denver")
    assert [s.control(place) for place in held[7:]] == ["usa"] * 3
    assert [s.space(place).markers for place in held[7:]] == [()] * 3
    assert s.units("usa", "denver") == "1 partisan"


@pytest.mark.rule("FA-092")
def test_clear_weather(card: Any) -> None:
    s = card("P03", "units west zone-west-1 2 infantry", "laser detroit")
    s.play("end; end; fire infantry zone-west-1", 3)
    assert s.units("west", "zone-west-1") == "1 infantry"
    s = card("P06", "units west zone-west-1 2 infantry", "units west zone-west-2 1 tank")
    assert s.state.clear_weather  # drawn second here
    s.play("end; end; fire infantry zone-west-1", 3)
    s.play("end")
    assert not s.state.clear_weather  # for one turn


@pytest.mark.rule("FA-093", "FA-095", "FA-097", "FA-098", "FA-919", "FA-107")
@pytest.mark.parametrize(
    ("name", "city", "pieces"),
    [
        ("P04", "minneapolis", "2 helicopter, 2 bomber"),
        ("P06", "detroit", "3 tank"),
        ("P08", "buffalo", "1 mobile, 1 tank"),
        ("P09", "minneapolis", "2 mobile, 1 helicopter"),
        ("P18", "chicago", "1 mobile, 1 tank, 1 helicopter"),
    ],
)
def test_city_cards(card: Any, name: str, city: str, pieces: str) -> None:
    lost = "lost usa 5 infantry, 5 mobile, 5 tank, 5 helicopter, 5 bomber"
    assert card(name, lost).units("usa", city) == pieces
    s = card(name, lost, f"control {city} west")  # an enemy city, even an empty one
    assert s.units("usa", city) == ""
    s = card(name, lost, f"units usa {city} 5 infantry")  # no room
    assert s.units("usa", city) == "5 infantry"


@pytest.mark.rule("FA-094", "FA-922")
def test_desert_nomads(card: Any) -> None:
    s = card(
        "P05",
        "control south-nevada west",
        "units west south-nevada 1 infantry, 2 mobile, 1 tank",
        "control south-utah west",
        "units west south-utah 1 tank, 1 helicopter",
        "control san-diego south",
        "units south san-diego 2 tank",
        "units west zone-west-1 2 tank",
    )
    assert s.legal() == {"choose south-nevada", "choose south-utah"}  # no zone, no Southern unit
    s.play("choose south-nevada")
    assert s.units("west", "south-nevada") == "1 infantry"
    assert s.units("west", "south-utah") == "1 tank, 1 helicopter"


@pytest.mark.rule("FA-096", "FA-919")
def test_eagles_nest(card: Any) -> None:
    s = card("P07")
    assert all(SPACES[INDEX[p]].mountain for p in places(s.legal()))
    assert sector_of(s.legal()) == {"east"}
    s.play("place 1 partisan maine")  # the others follow into the same territory
    assert s.units("usa", "maine") == "3 partisan"


@pytest.mark.rule("FA-109", "FA-115", "FA-919", "FA-074")
@pytest.mark.parametrize(("name", "place", "pieces"), [("P20", "idaho", 2), ("P26", "denver", 3)])
def test_one_territory_cards(card: Any, name: str, place: str, pieces: int) -> None:
    s = card(name)
    assert sector_of(s.legal()) == {SPACES[INDEX[place]].sector}
    s.play(f"place 1 partisan {place}")
    assert s.units("usa", place) == f"{pieces} partisan"
    # Not where only part of it would fit, while all of it fits elsewhere.
    s = card(name, f"units usa {place} 4 infantry")
    assert s.refusal(f"place 1 partisan {place}") == "FA-077"


@pytest.mark.rule("FA-099", "FA-110", "FA-920")
@pytest.mark.parametrize(("name", "pieces"), [("P10", 2), ("P21", 3)])
def test_strike_and_settle_cards(card: Any, name: str, pieces: int) -> None:
    edits = (
        "control mississippi south",
        "units south mississippi 1 infantry, 1 tank",
        "control dallas south",
        "units south dallas 1 infantry",  # a city
        "control nebraska south",
        "units south nebraska 1 infantry",  # another sector
    )
    s = card(name, *edits)
    assert s.legal() == {"target infantry mississippi", "target tank mississippi"}
    s.play("target tank mississippi")
    assert s.units("south", "mississippi") == "1 infantry"
    # An invader is left there, so the Partisans settle next to it, outside cities.
    assert places(s.legal()) == {"south-arkansas", "southeast-missouri", "west-alabama"}
    s.play("place 1 partisan southeast-missouri")
    assert s.units("usa", "southeast-missouri") == f"{pieces} partisan"
    s = card(name, "control trans-pecos south", "units south trans-pecos 1 tank")
    assert s.units("south", "trans-pecos") == ""  # the only victim
    assert "trans-pecos" in places(s.legal())
    assert "san-antonio" not in places(s.legal())
    s.play("place 1 partisan trans-pecos")
    assert s.control("trans-pecos") == "usa"
    s = card(name, "control dallas south", "units south dallas 1 infantry")
    assert s.step == "declare battles"  # nothing to strike, so nothing to settle


@pytest.mark.rule("FA-100", "FA-924")
def test_legions_of_territory(card: Any) -> None:
    s = card(
        "P11",
        "control iowa west",
        "units west iowa 3 infantry, 1 tank",
        "control dallas south",
        "units south dallas 1 infantry",
        "units west zone-west-1 5 infantry",
    )
    assert s.legal() == {"target infantry iowa", "target infantry dallas"}
    assert s.refusal("target infantry zone-west-1") == "FA-924"
    s.play("target infantry iowa")
    assert s.legal() == {"target infantry iowa", "pass"}  # the same territory, up to two
    s.play("target infantry iowa")
    assert s.units("west", "iowa") == "1 infantry, 1 tank"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-101", "FA-924")
def test_legions_of_cities(card: Any) -> None:
    edits = (
        "control dallas south",
        "units south dallas 2 infantry, 1 bomber",
        "control houston south",
        "units south houston 1 infantry, 1 mobile",
        "control iowa west",
        "units west iowa 1 infantry",
    )
    s = card("P12", *edits)
    assert places(s.legal()) == {"dallas", "houston"}
    s.play("target bomber dallas")
    assert places(s.legal()) == {"houston"}
    s.play("target mobile houston")
    assert s.units("south", "dallas") == "2 infantry"
    s = card("P12", *edits[:2])
    s.play("target bomber dallas")
    assert s.step == "declare battles"  # one city, one unit
    assert s.units("south", "dallas") == "2 infantry"


@pytest.mark.rule("FA-102", "FA-111", "FA-114")
@pytest.mark.parametrize(
    ("name", "place", "pieces"),
    [("P13", "boston", 4), ("P22", "san-antonio", 4), ("P25", "denver", 2)],
)
def test_free_cards(card: Any, name: str, place: str, pieces: int) -> None:
    s = card(name)
    assert sector_of(s.legal()) == {SPACES[INDEX[place]].sector}
    for _ in range(pieces):
        s.play(f"place 1 partisan {place}")  # all in one place, if one likes
    assert s.units("usa", place) == f"{pieces} partisan"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-103", "FA-925", "FA-260", "FA-944")
def test_major_airlift(card: Any) -> None:
    edits = (
        "units usa seattle 2 infantry, 1 tank",
        "units usa boston 1 infantry",
        "units usa chicago 4 infantry",
        "laser seattle",
        "control miami east",
        "control tampa east",
        "units east tampa 1 tank",
    )
    s = card("P14", *edits)
    assert s.refusal("airlift 1 tank seattle > tampa") == "FA-103"
    assert s.refusal("airlift 1 tank seattle > zone-west-1") == "FA-103"
    assert s.refusal("airlift 2 infantry seattle > chicago") == "FA-925"
    s.play("airlift 2 infantry seattle > miami")
    assert s.control("miami") == "usa"  # an empty enemy city
    assert s.state.bonus == 0
    assert s.refusal("airlift 1 infantry boston > miami") == "FA-103"  # one source only
    s.play("airlift 1 tank seattle > miami")
    assert s.units("usa", "miami") == "2 infantry, 1 tank"
    assert INDEX["seattle"] in s.state.lasers
    s = card("P14", *edits)
    assert "pass" not in s.legal()
    assert s.refusal("pass") == "FA-260"  # one unit at least
    s.play("airlift 1 tank seattle > boston; pass")
    assert s.units("usa", "seattle") == "2 infantry"
    assert s.units("usa", "boston") == "1 infantry, 1 tank"


@pytest.mark.rule("FA-104", "FA-921")
def test_miners_retreat(card: Any) -> None:
    s = card(
        "P15",
        "control west-colorado west",
        "units west west-colorado 1 infantry, 1 bomber",
        "control four-corners west",
        "control southwest-wyoming west",
        "control shenandoah-valley east",
        "units east shenandoah-valley 1 tank",
        "units usa central-montana 5 infantry",  # full, and nobody to drive off
    )
    assert places(s.legal()) == {
        "west-colorado",
        "northeast-california",
        "southeast-wyoming",
        "shenandoah-valley",
        "southwest-virginia",
    }
    s.play("choose west-colorado; choose shenandoah-valley; choose southeast-wyoming")
    s.play("choose southwest-virginia")
    assert s.asked == "west"  # the owner picks the way out, bombers as far as they fly
    assert "retreat infantry west-colorado > four-corners" in s.legal()
    assert "retreat bomber west-colorado > four-corners" in s.legal()
    assert s.refusal("retreat infantry west-colorado > south-utah") == "FA-192"
    s.play("retreat bomber west-colorado > four-corners")
    s.play("retreat infantry west-colorado > southwest-wyoming")
    assert s.lost("east") == "1 tank"  # nowhere to go
    assert s.asked == "usa"
    for place in ("west-colorado", "shenandoah-valley", "southeast-wyoming"):
        s.play(f"place 1 partisan {place}")
    assert s.units("usa", "southwest-virginia") == "1 partisan"
    assert s.control("west-colorado") == s.control("shenandoah-valley") == "usa"


@pytest.mark.rule("FA-104", "FA-921")
def test_the_miners_four_territories_are_closed_to_their_retreats(card: Any) -> None:
    four = ("west-colorado", "southeast-wyoming", "shenandoah-valley", "southwest-virginia")
    s = card(
        "P15",
        *(f"control {place} west" for place in four),
        "control southwest-wyoming west",
        "units west southwest-wyoming 4 infantry",
        "control four-corners west",
        "units west west-colorado 2 bomber",
        "units west southeast-wyoming 1 helicopter",
    )
    for place in four:
        s.play(f"choose {place}")
    # Neither a territory that the card has just cleared nor one it is going to take.
    for place in ("southeast-wyoming", "shenandoah-valley"):
        assert s.refusal(f"retreat bomber west-colorado > {place}") == "FA-921"
    s.play("retreat bomber west-colorado > southwest-wyoming")
    assert s.units("west", "four-corners") == "1 bomber"
    assert s.lost("west") == "1 helicopter"  # only West Colorado would have been near enough
    for place in four[:3]:
        s.play(f"place 1 partisan {place}")
    assert {s.units("usa", place) for place in four} == {"1 partisan"}
    assert {s.control(place) for place in four} == {"usa"}


@pytest.mark.rule("FA-921", "FA-195", "FA-196")
def test_card_retreats_into_zones_and_within_the_limit(card: Any) -> None:
    s = card(
        "P28",
        "control boston-mountains south",
        "units south boston-mountains 2 infantry, 1 bomber",
        "control north-texas south",
        "units south north-texas 4 infantry",
        "control trans-pecos south",
    )
    # Room for one in North Texas; the bomber also reaches an own zone (declared ones: none yet).
    assert "retreat bomber boston-mountains > zone-south-6" in s.legal()
    s.play("retreat infantry boston-mountains > north-texas")
    assert "retreat infantry boston-mountains > north-texas" not in s.legal()
    s.play("retreat bomber boston-mountains > zone-south-6")
    assert s.units("south", "boston-mountains") == ""
    assert s.lost("south") == "1 infantry"


@pytest.mark.rule("FA-105", "FA-923")
def test_mounted_partisans(card: Any) -> None:
    s = card(
        "P16",
        "control central-texas south",
        "units south central-texas 3 infantry, 2 tank",
        "control mississippi east",
        "units east mississippi 1 bomber",
    )
    oil = {SPACES[t].id for t in TERRITORIES if SPACES[t].resource == "oil"}
    assert places(s.legal()) == oil
    s.play("choose central-texas; choose mississippi")
    assert s.units("south", "central-texas") == s.units("east", "mississippi") == ""
    s.play("place 1 partisan mississippi")
    assert s.units("usa", "central-texas") == s.units("usa", "mississippi") == "1 partisan"


@pytest.mark.rule("FA-106")
def test_national_guard(card: Any) -> None:
    s = card("P17", "lost usa 6 infantry")
    sectors = set(SECTORS)
    for place in ("iowa", "denver", "maine", "idaho", "dallas"):  # no order is given
        assert sector_of(s.legal()) == sectors
        sectors.remove(SPACES[INDEX[place]].sector)
        s.play(f"place 1 infantry {place}")
    assert s.lost("usa") == "1 infantry"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-106", "FA-945")
def test_a_small_national_guard_goes_where_the_us_likes(card: Any) -> None:
    s = card("P17", "lost usa 2 infantry")
    assert sector_of(s.legal()) == set(SECTORS)
    s.play("place 1 infantry maine")
    assert sector_of(s.legal()) == set(SECTORS) - {"east"}
    assert s.refusal("place 1 infantry boston") == "FA-106"
    s.play("place 1 infantry dallas")
    assert s.lost("usa") == ""
    assert s.step == "declare battles"
    # A sector without an open territory gets none; the others still do.
    held = [
        edit
        for space in SPACES
        if space.sector == "rocky-mountains"
        for edit in (f"control {space.id} west", f"units west {space.id} 1 infantry")
    ]
    s = card("P17", "lost usa 5 infantry", *held)
    for place in ("maine", "dallas", "iowa", "idaho"):
        s.play(f"place 1 infantry {place}")
    assert s.lost("usa") == "1 infantry"


@pytest.mark.rule("FA-112")
def test_resistance_grows(card: Any) -> None:
    s = card("P23")
    assert sector_of(s.legal()) == {"west"}
    s.play("place 1 partisan idaho")
    assert "place 1 partisan idaho" in s.legal()
    s.play("place 1 partisan seattle")
    assert s.step == "declare battles"


@pytest.mark.rule("FA-116")
def test_two_mountain(card: Any) -> None:
    edits = (
        "control iowa west",
        "units west iowa 2 tank, 1 infantry",
        "control nebraska west",
        "control chicago west",
        "units west chicago 5 infantry",
        "control kansas west",
        "units west kansas 1 infantry",
    )
    s = card("P27", *edits)
    assert places(s.legal()) == {"iowa", "kansas"}  # any, but for cities
    s.play("target tank iowa; target tank iowa")
    # The infantry must leave. Chicago is full, so there is no way: it is destroyed.
    assert s.units("west", "iowa") == ""
    assert s.lost("west") == "1 infantry, 2 tank"
    s = card("P27", *edits)
    assert s.refusal("pass") == "FA-260"  # no card is declined
    s.play("target infantry kansas")  # the only one there, though Iowa has three
    assert s.lost("west") == "1 infantry"
    assert s.units("west", "iowa") == "1 infantry, 2 tank"
    assert s.step == "declare battles"


@pytest.mark.rule("FA-117", "FA-919")
def test_united_arkansas(card: Any) -> None:
    s = card(
        "P28",
        "control boston-mountains south",
        "units south boston-mountains 1 tank",
        "control oklahoma south",
    )
    assert s.units("south", "boston-mountains") == ""
    assert s.units("south", "oklahoma") == "1 tank"  # one way only, so nobody is asked
    assert s.control("boston-mountains") == "south"  # nobody took it


@pytest.mark.rule("FA-119", "FA-077")
def test_wheatfield_thrashers(card: Any) -> None:
    s = card("P30")
    assert {SPACES[INDEX[p]].resource for p in places(s.legal())} == {"agricultural"}
    for place in ("iowa", "kansas", "idaho"):
        s.play(f"place 1 partisan {place}")
        assert s.refusal(f"place 1 partisan {place}") == "FA-077"  # four different ones
    s.play("place 1 partisan nebraska")
    assert s.step == "declare battles"
