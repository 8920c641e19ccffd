"""War across the sea: which port, which coast, and what lands where."""

from __future__ import annotations

import pytest

from sandtable.bots.axis.draft import Draft, Ride
from sandtable.bots.axis.ferry import Ferry
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.focus import main_enemy, superiority
from sandtable.bots.axis.outlook import Outlook
from sandtable.bots.axis.trial import Trial
from sandtable.bots.axis.weigh import LIFT
from sandtable.games.axis.rules import AxisRules

from .desk import Desk, attacker_of, picture_of

EMPTY = "clear"
FLEET = "place 2 usa destroyer, 1 usa carrier sz-7"
SHIPLOAD = "usa transport[artillery+infantry] sz-7"
ARMY = "place 9 germany infantry, 3 germany tank germany"


def ours(power: str, *of: str) -> list[str]:
    """All land of these powers belongs to another: there is nothing to win from them."""
    start = Desk(EMPTY).study
    assert isinstance(start.rules, AxisRules)
    world = start.rules.world
    return [
        f"control {world.spaces[space].id} {power}"
        for space, owner in enumerate(start.state.owner)
        if owner >= 0 and world.powers[owner].id in of
    ]


def ferry_of(desk: Desk, power: str) -> Ferry:
    picture = picture_of(desk, power)
    return Ferry(desk.study.game.position, picture, Field(picture), foresight=True)


# Joint landings


def landed(defenders: str, *troops: str) -> int:
    """How many units the US puts ashore beside so many British in France."""
    desk = Desk(
        EMPTY,
        "control france uk",
        f"place {defenders} france",
        ARMY,
        FLEET,
        *(f"place {each}" for each in troops),
        "turn usa noncombat-move",
    )
    desk.play_turn()
    return desk.count("france", "usa")


def test_an_army_lands_where_a_shipload_would_be_lost() -> None:
    assert landed("1 uk tank", f"1 {SHIPLOAD}") == 0
    assert landed("1 uk tank", f"8 {SHIPLOAD}") >= 12


def test_a_joint_landing_takes_whoever_is_on_the_quay() -> None:
    """The first ship has the only tank aboard: the others sail without one."""
    quay = "1 usa tank, 3 usa artillery, 14 usa infantry united-kingdom"
    assert landed("1 uk tank", "8 usa transport sz-7", quay) >= 12


def test_a_shipload_goes_ashore_where_the_enemy_would_hardly_come() -> None:
    """He would win there, but not surely, and then he stays at home."""
    assert landed("5 uk infantry", f"1 {SHIPLOAD}") == 2


# Boarding


def test_troops_board_an_empty_transport() -> None:
    """Not the one that has room left: somebody else's plan counts on what is aboard there."""
    desk = Desk(
        EMPTY,
        "place 1 usa transport, 1 usa transport[infantry] sz-64",
        "place 1 usa infantry alaska",
        "turn usa combat-move",
    )
    trial = Trial(desk.study.game.position, picture_of(desk, "usa"))
    kind, space = trial.world.kind, trial.world.space
    actions = trial.boarding(
        kind["transport"], (kind["infantry"],), space["alaska"], space["sz-64"]
    )
    assert trial.attempt(*actions)
    cargo = sorted(
        len(piece.cargo) for piece, n in trial.state.units[space["sz-64"]] for _ in range(n)
    )
    assert cargo == [1, 1]


# Safe at home


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_city_with_a_factory_is_not_left_open(seed: int) -> None:
    """An army lies off San Francisco, and there is an ocean between the US and its own."""
    desk = Desk(
        EMPTY,
        "place 3 japan transport[artillery+infantry], 1 japan battleship sz-53",
        "place 6 usa infantry france",
        "control france usa",
        "money usa 30",
        "turn usa purchase",
        seed=seed,
    )
    desk.play_turn()
    assert desk.count("western-united-states", "usa") >= 5, desk.actions


def test_a_capital_sees_an_army_two_marches_away() -> None:
    """Infantry that cannot strike this turn is in front of the town the turn after."""
    near = (
        "control east-poland germany",
        "place 14 germany infantry, 4 germany artillery east-poland",
    )
    bought = [
        Desk(EMPTY, "place 2 ussr infantry russia", *army, "money ussr 36", "turn ussr purchase")
        .play_phase()
        .actions
        for army in (near, ())
    ]
    threatened, quiet = (next(a for a in actions if "buy" in a) for actions in bought)
    assert infantry_in(threatened) > infantry_in(quiet)


def test_a_capital_that_may_fall_all_the_same_is_not_given_up() -> None:
    desk = Desk(
        EMPTY,
        "place 2 ussr infantry russia",
        "control belorussia germany",
        "place 14 germany infantry, 9 germany tank, 6 germany fighter belorussia",
        "money ussr 24",
        "turn ussr purchase",
    )
    desk.play_turn()
    assert desk.count("russia", "ussr") >= 8, desk.actions


def infantry_in(purchase: str) -> int:
    words = purchase.replace(",", "").split()
    return int(words[words.index("infantry") - 1]) if "infantry" in words else 0


def test_an_army_goes_to_a_far_front_on_wheels() -> None:
    """The whole west is free; the enemy is a continent away."""
    west = ("germany", "france", "poland", "italy", "balkans", "norway", "libya", "finland")
    rest = ("northwestern-europe", "bulgaria-romania", "czechoslovakia-hungary", "morocco-algeria")
    desk = Desk(
        EMPTY,
        *(f"control {space} ussr" for space in (*west, *rest)),
        "place 5 japan infantry manchuria",
        "money ussr 30",
        "turn ussr purchase",
    )
    desk.play_phase()
    assert desk.did("buy"), desk.actions
    bought = next(a for a in desk.actions if "buy" in a)
    assert "tank" in bought
    assert infantry_in(bought) <= 2, bought


# Theatres


def test_the_port_is_the_coast_nearest_to_the_goal() -> None:
    """From Canada ships are back in two turns, from the factory's own coast in four."""
    desk = Desk(
        EMPTY,
        *ours("uk", "japan"),
        "place 2 germany infantry france",
        "place 4 usa infantry eastern-united-states",
        "turn usa purchase",
    )
    picture = picture_of(desk, "usa")
    world, theatre = picture.world, Field(picture).theatre
    assert theatre is not None
    assert world.spaces[theatre.yard].id == "eastern-united-states"
    assert world.spaces[theatre.port].id == "eastern-canada"
    assert theatre.distance <= 2


def test_nobody_sails_to_where_a_road_leads() -> None:
    """Every enemy coast is a fortress and San Francisco in danger: still no voyage along it."""
    opening = picture_of(Desk(EMPTY), "usa")
    world, owner = opening.world, opening.state.owner
    fortresses = [
        f"place 40 {world.powers[owner[space]].id} infantry {world.spaces[space].id}"
        for space in sorted(world.open_spaces)
        if opening.hostile(space) and owner[space] >= 0
    ]
    landing = "place 6 japan transport[artillery+infantry], 2 japan battleship sz-53"
    picture = picture_of(Desk(EMPTY, *fortresses, landing, "turn usa purchase"), "usa")
    theatre = Field(picture).theatre
    assert theatre is None or theatre.goal not in picture.linked(theatre.yard)


def test_a_fortress_is_no_goal_for_a_first_landing() -> None:
    """Whatever open coast attracts most: with sixty men on it something else does."""
    goals = []
    garrison: tuple[str, ...] = ()
    for _ in range(2):
        desk = Desk(EMPTY, *garrison, "turn usa purchase")
        picture = picture_of(desk, "usa")
        theatre = Field(picture).theatre
        assert theatre is not None
        goal = picture.world.spaces[theatre.goal].id
        goals.append(goal)
        owner = picture.world.powers[picture.state.owner[theatre.goal]].id
        garrison = (f"place 60 {owner} infantry {goal}",)
    assert goals[0] != goals[1]


def test_a_campaign_is_not_changed_for_a_trifle() -> None:
    picture = picture_of(Desk("turn usa purchase"), "usa")
    begun = Field(picture).theatre
    assert begun is not None
    fancy = 1.0
    while True:  # just so little that somebody without a campaign would go elsewhere
        other = Field(picture, {begun.goal: fancy}).theatre
        assert other is not None
        if other.goal != begun.goal:
            break
        fancy -= 0.02
    kept = Field(picture, {begun.goal: fancy}, begun).theatre
    assert kept is not None
    assert kept.goal == begun.goal


def test_the_main_enemy_is_the_one_who_is_pressed() -> None:
    """Landings add up where allies fight already, and nobody goes round the world."""
    armies = ("place 9 germany infantry germany", "place 9 japan infantry japan")
    east = Desk(EMPTY, *armies, "place 9 ussr infantry poland", "turn usa purchase")
    space = picture_of(east, "usa").world.space
    assert main_enemy(picture_of(east, "usa")) == space["germany"]
    pacific = Desk(EMPTY, *armies, "place 30 uk fighter okinawa", "turn usa purchase")
    assert main_enemy(picture_of(pacific, "usa")) == space["japan"]
    opening = Desk("turn uk purchase")
    assert main_enemy(picture_of(opening, "uk")) in (space["germany"], space["italy"])
    assert main_enemy(picture_of(opening, "usa")) == space["germany"]


def test_the_weaker_side_picks_no_enemy() -> None:
    desk = Desk("turn japan purchase")
    assert picture_of(desk, "japan").advantage < 1.0
    assert main_enemy(picture_of(desk, "japan")) == -1
    stronger = Desk("place 90 germany infantry germany", "turn japan purchase")
    assert main_enemy(picture_of(stronger, "japan")) >= 0


@pytest.mark.parametrize("far", ["9 usa transport sz-38", "9 usa transport[infantry] sz-64"])
def test_ships_far_away_or_full_carry_nobody_from_the_port(far: str) -> None:
    """Troops wait in Alaska: they need ships, whatever sails elsewhere or is full already."""
    desk = Desk(
        EMPTY,
        *ours("uk", "germany", "italy"),
        f"place {far}",
        "place 2 japan infantry japan",
        "place 8 usa infantry, 4 usa tank alaska",
        "money usa 10",
        "turn usa purchase",
    )
    desk.play_phase()
    bought = next(a for a in desk.actions if "buy" in a)
    assert "transport" in bought, bought


@pytest.mark.parametrize(("garrison", "left"), [(4, 4), (6, 4)])
def test_an_island_city_keeps_its_garrison(garrison: int, left: int) -> None:
    """No recruits come to Sydney: who sails away leaves it to the first ship that passes."""
    desk = Desk(
        EMPTY,
        "place 3 uk transport, 2 uk destroyer sz-41",
        f"place {garrison} uk infantry australia",
        "place 1 japan infantry east-indies",
        "turn uk combat-move",
    )
    desk.play_turn()
    assert desk.count("australia", "uk") == left, desk.actions


def test_an_army_with_an_enemy_before_it_is_not_shipped_elsewhere() -> None:
    """Whatever islands there are to take: who stands in Asia fights there."""
    lands = ("manchuria", "kiangsu", "buryatia-ssr")
    desk = Desk(EMPTY, *(f"control {land} japan" for land in lands), "turn japan purchase")
    picture = picture_of(desk, "japan")
    field = Field(picture)
    assert field.theatre is not None
    assert not any(field.by_sea(picture.world.space[land]) for land in lands)


def test_who_sails_is_not_strong_because_he_is_safe_at_home() -> None:
    picture = picture_of(Desk("turn usa purchase"), "usa")
    assert superiority(picture) > 1.1
    assert superiority(picture, Field(picture)) < 1.1


# Buying for a voyage


def bought(desk: Desk) -> str:
    return next(a for a in desk.play_phase().actions if "buy" in a)


def test_ships_are_bought_for_who_can_board_next_turn() -> None:
    """Recruits need a turn to the port, those who stand there do not."""
    money = ("money usa 40", "turn usa purchase")
    sea = ("place 2 usa destroyer, 1 usa carrier, 2 usa fighter sz-9", "place 2 uk destroyer sz-7")
    home = Desk(EMPTY, *ours("uk", "japan"), *sea, *money)
    assert "transport" not in bought(home)
    quay = Desk(EMPTY, *ours("uk", "japan"), *sea, "place 8 usa infantry eastern-canada", *money)
    assert "transport" in bought(quay)


# Ships


def test_new_ships_are_launched_together() -> None:
    """One by one they would be sunk one by one; fighters meet the carrier where it comes."""
    desk = Desk(
        EMPTY,
        "place 4 germany fighter, 1 germany bomber northwestern-europe",
        "place 2 germany submarine sz-3",
        "place 1 uk destroyer, 1 uk cruiser sz-12",
        "place 2 uk fighter united-kingdom",
        "pool uk 1 carrier, 2 destroyer, 2 transport",
        "turn uk noncombat-move",
    )
    desk.play_turn()
    world = picture_of(desk, "uk").world
    fleets = {
        space.id: units
        for space in world.spaces
        if world.is_sea[space.index]
        and (units := {k: n for k, n in desk.units(space.id).items() if k.startswith("uk ")})
    }
    assert len(fleets) == 1, desk.actions
    (fleet,) = fleets.values()
    assert fleet["uk fighter"] == 2
    assert fleet["uk destroyer"] == 3


def test_troops_go_ashore_at_a_friend_rather_than_wait_at_sea() -> None:
    """The ship that brought them fetches the next ones."""
    desk = Desk(
        EMPTY,
        *ours("uk", "japan", "italy"),
        "control morocco-algeria uk",
        "place 30 germany infantry france",
        "place 30 germany infantry northwestern-europe",
        "place 30 germany infantry norway",
        "place 4 usa transport, 3 usa destroyer sz-9",
        "place 8 usa infantry eastern-canada",
        "turn usa combat-move",
    )
    desk.play_turn()
    friends = ("united-kingdom", "gibraltar", "morocco-algeria")
    assert sum(desk.count(friend, "usa") for friend in friends) == 8, desk.actions


@pytest.mark.parametrize(("waiting", "ashore"), [(1, 8), (8, 0)])
def test_nobody_is_brought_to_where_others_wait_for_ships(waiting: int, ashore: int) -> None:
    """The ships that could fetch those would carry more of them there."""
    desk = Desk(
        EMPTY,
        *ours("uk", "japan", "italy"),
        "control morocco-algeria uk",
        *(f"place 30 germany infantry {x}" for x in ("france", "northwestern-europe", "norway")),
        "place 4 usa transport, 3 usa destroyer sz-9",
        f"place {waiting} usa infantry united-kingdom",
        "place 8 usa infantry eastern-canada",
        "turn usa combat-move",
    )
    desk.play_turn()
    there = desk.count("united-kingdom", "usa") + desk.count("gibraltar", "usa")
    assert there == waiting + ashore, desk.actions


def test_escorts_go_where_transports_count_on_them() -> None:
    """Somebody else would like their company too, but he was not promised it."""
    desk = Desk(
        EMPTY,
        "place 3 germany submarine sz-3",
        "place 4 usa transport sz-1",
        "place 1 usa battleship, 2 usa destroyer sz-8",
        "place 1 uk carrier, 1 uk battleship sz-7",
        "turn usa noncombat-move",
    )
    ferry = ferry_of(desk, "usa")
    zone, kind = ferry.world.space, ferry.world.kind
    ferry.call_escorts(zone["sz-1"], {})
    ferry.plan(lambda: False)
    ships = ferry.ships(zone["sz-1"])
    assert kind["transport"] not in ships or ships.get(kind["battleship"]), ferry.actions


def test_a_promise_is_kept_though_nothing_else_draws_the_ships_there() -> None:
    desk = Desk(
        EMPTY,
        "place 1 usa battleship, 2 usa destroyer sz-8",
        "turn usa noncombat-move",
    )
    ferry = ferry_of(desk, "usa")
    zone, kind = ferry.world.space, ferry.world.kind
    ferry.promised[zone["sz-8"], kind["battleship"]] = zone["sz-2"]
    ferry.plan(lambda: False)
    assert ferry.ships(zone["sz-2"]) == {kind["battleship"]: 1}


@pytest.mark.parametrize(("there", "called"), [(4, True), (1, False)])
def test_nobody_leaves_a_convoy_for_a_smaller_one(there: int, called: bool) -> None:
    desk = Desk(
        EMPTY,
        "place 3 germany submarine sz-3",
        f"place {there} usa transport sz-1",
        "place 2 usa transport, 1 usa battleship, 2 usa destroyer sz-8",
        "turn usa noncombat-move",
    )
    ferry = ferry_of(desk, "usa")
    zone, kind = ferry.world.space, ferry.world.kind
    ferry.call_escorts(zone["sz-1"], {})
    assert ((zone["sz-8"], kind["destroyer"]) in ferry.promised) == called


def test_a_fleet_is_not_risked_for_one_transport() -> None:
    """Where warships would only be lost with it a landing costs no more than the transport."""
    desk = Desk(
        EMPTY,
        "place 3 germany fighter, 1 germany bomber germany",
        "place 3 germany submarine sz-3",
        "place 1 uk transport, 1 uk carrier, 1 uk cruiser, 1 uk destroyer sz-8",
        "place 1 uk infantry, 1 uk tank united-kingdom",
        "turn uk combat-move",
    )
    attacker = attacker_of(desk, "uk")
    picture = attacker.picture
    world, taken = picture.world, Outlook(1.0, 0.0, 0.0, ())
    france, home = world.space["france"], world.space["united-kingdom"]
    draft = Draft()
    trip = next(trip for trip, _ in attacker.reach().trips[france] if trip.load == trip.zone)
    draft.ride(Ride(trip, home, (world.kind["infantry"], world.kind["tank"])))
    lost = attacker.battle_value(france, taken) - attacker.score(france, draft, taken, False)
    assert 0.0 < lost <= LIFT * world.kinds[trip.ship.kind].cost


def test_aircraft_sink_ships_though_submarines_dive() -> None:
    """Nobody can win that battle, but everything that swims above is lost in it."""
    desk = Desk(
        EMPTY,
        "place 1 germany cruiser, 2 germany submarine, 1 germany transport sz-5",
        "place 2 uk fighter, 1 uk bomber united-kingdom",
        "turn uk combat-move",
    )
    desk.play_turn()
    assert "germany transport" not in desk.units("sz-5"), desk.actions


# The sergeant


def test_a_sergeant_sees_no_danger() -> None:
    """Ships off a beach are safe, he thinks."""
    beach = picture_of(Desk("place 6 germany fighter france", "turn uk purchase"), "uk")
    careful, careless = (Field(beach, foresight=sees).theatre for sees in (True, False))
    assert careful is not None
    assert careless is not None
    assert careless.value > careful.value


def test_one_man_ashore_ends_no_campaign() -> None:
    """A Japanese infantry in Alaska is no front: America still sails, and buys what can."""
    desk = Desk(
        "control alaska japan",
        "place 1 japan infantry alaska",
        "place 12 usa infantry western-united-states",
        "turn usa purchase",
    )
    picture = picture_of(desk, "usa")
    field = Field(picture)
    assert field.theatre is not None
    assert field.overseas[field.theatre.yard]
