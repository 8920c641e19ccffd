"""Where units may go on the 1940 board: one question, answered with the rule that bars the way."""

from __future__ import annotations

import pytest

from sandtable import Game
from sandtable.games.axis.access import Access, Bar
from sandtable.games.axis.relations import set_war
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.turn import begin
from sandtable.games.axis.units import Kind

from .boards import Global, rules


class Study:
    def __init__(self, *edits: str, turn: str, title: Global | None = None) -> None:
        phase = "combat-move"
        power, _, rest = turn.partition(" ")
        lines = ("clear", *edits, f"turn {power} {rest or phase}")
        self.game = Game(title or rules("global"), {}, None, None, lines)

    def refused(self, action: str, rule: str) -> None:
        refusal = self.game.check(action)
        assert refusal is not None, f"'{action}' was not refused"
        assert refusal.rule == rule, f"'{action}' was refused by {refusal}"

    def allowed(self, action: str) -> None:
        assert self.game.check(action) is None


def test_land_of_a_power_at_peace_is_closed() -> None:
    lines = ("place 1 germany tank poland", "place 1 germany fighter poland")
    study = Study(*lines, turn="germany noncombat-move")
    study.refused("move 1 tank poland > eastern-poland", "G40-020")
    study.refused("move 1 fighter poland > eastern-poland > romania", "G40-020")
    Study(*lines, "war germany ussr", turn="germany").allowed("move 1 tank poland > eastern-poland")


def test_a_land_with_units_of_a_bystander_is_not_attacked() -> None:
    """The controller may be a foe: who stands there is asked too."""
    lines = ("place 1 germany infantry belgian-congo", "control french-equatorial-africa uk")
    goal = "move 1 infantry belgian-congo > french-equatorial-africa"
    study = Study(*lines, "control belgian-congo germany", turn="germany")
    study.allowed(goal)
    guest = "place 1 usa infantry french-equatorial-africa"
    Study(*lines, guest, "control belgian-congo germany", turn="germany").refused(goal, "G40-090")


def test_a_neutral_power_keeps_to_its_own() -> None:
    lines = ("place 1 usa infantry eastern-united-states", "place 1 usa transport sz-101")
    study = Study("place 1 usa infantry central-united-states", *lines, turn="usa noncombat-move")
    study.refused("move 1 infantry central-united-states > ontario", "G40-094")
    study.allowed("move 1 infantry central-united-states > western-united-states")
    at_war = Study(
        "place 1 usa infantry central-united-states", "war usa japan", turn="usa noncombat-move"
    )
    at_war.allowed("move 1 infantry central-united-states > ontario")


def test_fleets_on_a_leash() -> None:
    """Transports and warships of a power at peace may end their moves in some zones only."""
    lines = ("place 1 usa transport sz-101", "place 1 usa destroyer sz-101")
    study = Study(*lines, turn="usa noncombat-move")
    study.refused("move 1 transport sz-101 > sz-102", "G40-070")
    study.allowed("move 1 destroyer sz-101 > sz-102")
    study.refused("move 1 destroyer sz-101 > sz-107", "G40-070")
    study.allowed("move 1 transport sz-101 > sz-89")
    Study(*lines, "war usa germany", turn="usa noncombat-move").allowed(
        "move 1 destroyer sz-101 > sz-107"
    )


def test_a_zone_may_be_passed_that_is_no_place_to_stop() -> None:
    study = Study("place 1 japan cruiser sz-13", turn="japan noncombat-move")
    world = study.game.rules.world  # type: ignore[attr-defined]
    near = [world.spaces[z].id for z in world.sea_near[world.space["sz-13"]]]
    barred = [zone for zone in near if zone in ("sz-12", "sz-11", "sz-10")]
    for zone in barred:
        study.refused(f"move 1 cruiser sz-13 > {zone}", "G40-063")
    assert barred


def test_neutrality_is_asked_for_each_half_of_the_board() -> None:
    lines = ("place 1 ussr infantry volgograd", "place 1 ussr infantry amur", "war ussr japan")
    study = Study(*lines, turn="ussr combat-move")
    study.allowed("move 1 infantry amur > manchuria")
    later = Study(*lines, "place 1 ussr infantry caucasus", turn="ussr noncombat-move")
    assert later.game.check("move 1 infantry caucasus > turkey") is not None


def test_dutch_land_is_closed_to_japan_before_its_war() -> None:
    lines = ("place 1 japan transport[infantry] sz-42", "place 1 japan cruiser sz-42")
    study = Study(*lines, turn="japan")
    study.refused("land 1 infantry sz-42 > java", "G40-067")
    Study(*lines, "war japan uk", "war japan anzac", turn="japan").allowed(
        "land 1 infantry sz-42 > java"
    )


def test_ships_of_neutral_powers_carry_nobody_else() -> None:
    lines = ("place 1 uk infantry united-kingdom", "place 1 usa transport sz-109")
    study = Study(*lines, turn="uk noncombat-move")
    assert study.game.check("load 1 infantry united-kingdom > sz-109") is not None
    Study(*lines, "war usa germany", turn="uk noncombat-move").allowed(
        "load 1 infantry united-kingdom > sz-109"
    )


def test_a_confined_power_stays_in_its_region() -> None:
    study = Study("place 1 china infantry yunnan", turn="china noncombat-move")
    study.allowed("move 1 infantry yunnan > burma")
    assert study.game.check("move 1 infantry yunnan > french-indo-china") is not None


def test_phases_of_a_power_at_peace() -> None:
    title, state = rules("global"), Study(turn="usa").game.state
    access, power = title.world.access, title.world.power
    assert not access.has_phase(state, power["usa"], "combat-move")
    assert access.has_phase(state, power["usa"], "purchase")
    assert access.has_phase(state, power["uk"], "combat-move")


def test_who_takes_over_land_by_moving_there() -> None:
    title, state = rules("global"), Study(turn="anzac").game.state
    world = title.world
    java, anzac = world.space["java"], world.power["anzac"]
    infantry, gun = (world.kinds[world.kind[name]] for name in ("infantry", "aa-gun"))
    assert world.access.takes_over(state, anzac, infantry, java)
    assert not world.access.takes_over(state, anzac, gun, java)
    assert not world.access.takes_over(state, world.power["usa"], infantry, java)
    state.deeds = (("captured", world.power["japan"], java),)
    assert not world.access.takes_over(state, anzac, infantry, java)


def test_answers_follow_the_position_that_is_asked_about() -> None:
    """What was worked out for one is not the other's, though both are asked in turns."""
    title = rules("global")
    world, state = title.world, Study(turn="germany").game.state
    germany, poland = world.power["germany"], world.space["eastern-poland"]
    tank = world.kinds[world.kind["tank"]]
    war = state.copy()
    set_war(war, germany, world.power["ussr"])
    for _ in range(2):
        assert world.access.enter(state, germany, tank, poland, combat=True) is not None
        assert world.access.enter(war, germany, tank, poland, combat=True) is None
        assert poland not in world.access.ground(state, germany, tank, combat=True)
        assert poland in world.access.ground(war, germany, tank, combat=True)
    war.owner[poland] = world.power["usa"]
    assert world.access.enter(war, germany, tank, poland, combat=True) is not None


# Neutral land: a title says who may enter it


class Friendly(Access):
    """Neutrals that favour a side let its land units in, in the noncombat move, no farther."""

    def neutral(
        self, state: AxisState, power: int, kind: Kind, space: int, *, combat: bool, passing: bool
    ) -> Bar | None:
        friendly = state.ally[power][state.owner[space]]
        if friendly and not combat and not passing and kind.domain == "land":
            return None
        return super().neutral(state, power, kind, space, combat=combat, passing=passing)


class Opened(Global):
    access_type = Friendly


@pytest.fixture(scope="module")
def opened() -> Global:
    return Opened()


def test_neutral_land_is_closed_unless_a_title_opens_it(opened: Global) -> None:
    lines = ("place 2 germany tank romania", "place 1 germany fighter romania")
    goal = "move 1 tank romania > bulgaria"
    assert Study(*lines, turn="germany noncombat-move").game.check(goal) is not None
    study = Study(*lines, turn="germany noncombat-move", title=opened)
    study.allowed(goal)
    assert study.game.check("move 1 tank romania > bulgaria > romania") is not None
    assert study.game.check("move 1 fighter romania > bulgaria > romania") is not None
    assert study.game.check("move 1 tank romania > yugoslavia") is not None
    attack = Study(*lines, turn="germany", title=opened)
    assert attack.game.check(goal) is not None


def test_aircraft_fly_around_what_is_closed() -> None:
    """Distances go around neutral land, and around land of powers at peace."""
    title = rules("global")
    world, state = title.world, Study(turn="germany").game.state
    flights = world.access.flights(state, world.power["germany"])
    south, north = world.space["northern-italy"], world.space["greater-southern-germany"]
    spain, turkey = world.space["spain"], world.space["turkey"]
    assert flights[south][north] == 1
    assert spain not in flights.through
    assert turkey not in flights.through
    assert world.space["russia"] not in flights.through
    assert world.space["egypt"] in flights.through


def test_submarines_pass_where_the_table_says_so() -> None:
    title = rules("global")
    world, state = title.world, Study(turn="germany").game.state
    west, east = world.space["sz-91"], world.space["sz-92"]
    germany = world.power["germany"]
    submarine, cruiser = (world.kinds[world.kind[name]] for name in ("submarine", "cruiser"))
    assert world.access.canal_open(state, germany, west, east, submarine)
    assert not world.access.canal_open(state, germany, west, east, cruiser)
    bosporus = world.space["sz-99"], world.space["sz-100"]
    for power in ("germany", "uk", "ussr"):
        assert not world.access.canal_open(state, world.power[power], *bosporus, cruiser)
    state.owner[world.space["turkey"]] = world.power["pro-allies"]
    begin(title, state, world.power["uk"])
    assert not world.access.canal_open(state, world.power["uk"], *bosporus, cruiser)
