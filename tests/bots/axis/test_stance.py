"""Attacks are weighed by how the others will stand when the battles are over."""

from __future__ import annotations

from sandtable.bots.axis.deploy import Alone, Deployment, Group, own_of
from sandtable.bots.axis.draft import Draft, walks
from sandtable.bots.axis.field import Field
from sandtable.bots.axis.offers import Offer
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.stance import Stance
from sandtable.bots.axis.trial import Trial
from sandtable.games.axis.rules import AxisRules
from tests.bots.axis.desk import Desk, attacker_of, picture_of

EMPTY = "clear"
BEFORE_MOSCOW = (
    EMPTY,
    "control eastern-ukraine germany",
    "control ukraine germany",
    "control archangel germany",
    "control belorussia germany",
    "place 9 germany infantry, 2 germany artillery, 12 germany tank eastern-ukraine",
    "place 7 germany infantry archangel",
    "place 1 germany infantry ukraine",
    "place 1 germany infantry belorussia",
    "place 20 ussr infantry, 1 ussr artillery caucasus",
    "place 15 ussr infantry russia",
    "place 9 germany infantry germany",
)


def test_a_capital_that_two_armies_can_hold_is_held() -> None:
    """Alone the garrison is lost, but the army next door can come home: nobody runs away."""
    desk = Desk(*BEFORE_MOSCOW, "turn ussr combat-move").play_turn()
    assert desk.count("russia", "ussr") >= 25


def test_who_is_out_of_danger_is_spared_first() -> None:
    """Three of five go to the front, two stay behind it: an attack takes the two."""
    desk = Desk(*BEFORE_MOSCOW, "turn ussr combat-move")
    rules = desk.study.rules
    assert isinstance(rules, AxisRules)
    world = rules.world
    picture = Picture(rules, desk.study.state, world.power["ussr"])
    russia, novosibirsk, infantry = (
        world.space["russia"],
        world.space["novosibirsk"],
        world.kind["infantry"],
    )
    assert picture.threats.get(russia)
    assert not picture.threats.get(novosibirsk)
    groups = [
        Group(russia, infantry, 3, russia, ()),
        Group(russia, infantry, 2, novosibirsk, (novosibirsk,)),
    ]
    search = Deployment(
        groups,
        own_of(groups),
        attraction=lambda space, kind: 0.0,
        judge=Alone(lambda space, force: 0.0, {}),
        late=lambda: False,
    )
    stance = Stance(search, picture)
    assert stance.without({(russia, infantry): 2}) == {novosibirsk: {}}
    assert stance.without({(russia, infantry): 3}) == {novosibirsk: {}, russia: {infantry: 2}}


def test_a_fleet_guards_one_landing() -> None:
    """Warships that are needed beside transports in one zone do not count in another."""
    desk = Desk(
        EMPTY,
        "place 1 usa battleship, 2 usa destroyer sz-51",
        "place 5 japan fighter philippine-islands",
        "control philippine-islands japan",
        "turn usa combat-move",
    )
    rules = desk.study.rules
    assert isinstance(rules, AxisRules)
    world = rules.world
    trial = Trial(desk.study.game.position, Picture(rules, desk.study.state, world.power["usa"]))
    here, there, transport = world.space["sz-50"], world.space["sz-52"], world.kind["transport"]
    fleet = {world.kind["battleship"]: 1, world.kind["destroyer"]: 2}
    assert trial.guard(here) == trial.guard(there) == fleet
    trial.call_escorts(here, {transport: 2})
    assert trial.guard(here) == fleet
    assert trial.guard(there) == {}


def launching() -> Desk:
    """Two transports are to come into the water beside a fleet, within reach of bombers."""
    return Desk(
        EMPTY,
        "place 1 japan battleship, 2 japan destroyer sz-62",
        "place 3 usa bomber buryatia-ssr",
        "pool japan 2 transport",
        "turn japan combat-move",
    )


def test_new_transports_are_guarded_before_all_others() -> None:
    """The fleet stays where transports are launched, if it could be missed there."""
    desk = launching()
    trial = Trial(desk.study.game.position, picture_of(desk, "japan"))
    trial.guard_launch({})
    assert set(trial.promised.values()) == {trial.world.space["sz-62"]}


def test_new_transports_keep_no_fleet_from_an_attack() -> None:
    """They can be launched wherever the fleet will lie when the battles are over."""
    attacker = attacker_of(launching(), "japan")
    attacker.plan()
    assert not attacker.promised


def test_a_large_army_spares_a_few() -> None:
    """Of forty one is looked at, then two, three: nobody waits until a sixth of them can go."""
    sizes = [step.count for step in walks([(0, Offer(0, 0, 40, (0, 1)))])]
    assert sizes[:4] == [1, 1, 1, 1]
    assert sum(sizes) == 40
    assert len(sizes) < 15


def test_few_places_for_recruits_get_the_better_ones() -> None:
    """With money for more than can be placed a threatened capital buys no mere infantry."""
    desk = Desk(
        EMPTY,
        "control belorussia germany",
        "place 20 germany tank belorussia",
        "place 4 ussr infantry russia",
        "control caucasus germany",
        "control karelia-ssr germany",
        "money ussr 40",
        "turn ussr purchase",
    ).play_phase()
    rules = desk.study.rules
    assert isinstance(rules, AxisRules)
    assert desk.study.state.money[rules.world.power["ussr"]] < 5


def test_ground_in_danger_draws_no_armies_from_afar() -> None:
    """What attracts is what can be taken; who is needed at home is found when troops deploy."""
    army = "place 9 germany infantry, 6 germany tank belorussia"
    desk = Desk("control belorussia germany", army, "turn ussr purchase")
    rules = desk.study.rules
    assert isinstance(rules, AxisRules)
    picture = Picture(rules, desk.study.state, rules.world.power["ussr"])
    assert picture.danger(picture.capital, picture.force(picture.capital, picture.ally)) > 0
    assert all(picture.opposed(space) for space in Field(picture).sources)


def test_a_fleet_is_struck_at_by_who_will_surely_win() -> None:
    """Even chances tempt nobody to a battle at sea, a transport by itself everybody."""
    desk = Desk(
        EMPTY,
        "place 1 italy battleship, 2 italy cruiser sz-14",
        "place 1 uk fighter, 1 uk bomber egypt",
        "place 1 uk destroyer, 1 uk cruiser sz-12",
        "turn germany noncombat-move",
    )
    picture = picture_of(desk, "germany")
    world = picture.world
    zone, transport = world.space["sz-14"], world.kind["transport"]
    fleet = picture.force(zone, picture.ally)
    convoy = {**fleet, transport: 2}
    assert picture.risk(zone, {transport: 1}, 0.0) == world.kinds[transport].cost
    assert 0.0 < picture.risk(zone, convoy, 0.0) < 0.5 * world.kinds[transport].cost


def test_a_convoy_is_struck_at_by_who_will_probably_win() -> None:
    """One destroyer beats a bomber off in one case of three: such convoys were often sunk."""
    desk = Desk(
        EMPTY,
        "place 1 germany infantry, 1 germany bomber france",
        "place 1 uk destroyer, 1 uk transport sz-8",
        "turn uk noncombat-move",
    )
    picture = picture_of(desk, "uk")
    zone = picture.world.space["sz-8"]
    assert picture.risk(zone, picture.force(zone, picture.ally), 0.0) > 1.5


def test_a_lone_transport_looks_for_shelter_beside_an_ally() -> None:
    """Bombers reach every zone around; where the ally's fleet lies they would not come."""
    desk = Desk(
        EMPTY,
        "place 1 germany transport sz-13",
        "place 1 italy battleship, 2 italy cruiser, 1 italy transport sz-14",
        "place 1 uk bomber united-kingdom",
        "place 1 uk fighter egypt",
        "place 1 uk destroyer, 1 uk cruiser sz-12",
        "turn germany noncombat-move",
    ).play_turn()
    assert desk.units("sz-14").get("germany transport") == 1


def test_aircraft_that_come_back_leave_no_carrier_alone() -> None:
    """The fleet is no more in danger for fighters that strike at a ship nearby and return."""
    desk = Desk(
        EMPTY,
        "place 2 japan carrier, 4 japan fighter sz-57",
        "place 1 usa destroyer, 1 usa transport sz-56",
        "place 3 usa bomber western-united-states",
        "turn japan combat-move",
    )
    attacker = attacker_of(desk, "japan")
    world = attacker.world
    source, target, fighter = (
        world.space["sz-57"],
        world.space["sz-56"],
        world.kind["fighter"],
    )
    draft = Draft()
    draft.taken[source, fighter] = 3
    assert attacker._unguarded(target, draft, {}) == 0.0
    assert attacker.picture.risk(source, {world.kind["carrier"]: 2, fighter: 1}, 0.0) > 0.0
