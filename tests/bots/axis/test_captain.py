"""Captain and sergeant over whole rounds: legal, in time, with all options and scenarios."""

from __future__ import annotations

import random

import pytest

from sandtable.bots import bot_names, make_bot
from sandtable.bots.axis import Captain, Sergeant
from sandtable.bots.axis.focus import superiority
from sandtable.bots.axis.outlook import estimator, key_of
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.worth import worth_of_all
from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.odds.axis import odds
from sandtable.table import OptionValue
from tests.bots.axis.desk import Desk


def rules_of(title: str = "anniversary-1941") -> AxisRules:
    rules = find_title(title)
    assert isinstance(rules, AxisRules)
    return rules


def test_they_are_known_by_name() -> None:
    rules = rules_of()
    assert {"captain", "sergeant", "cadet", "general"} <= set(bot_names(rules))
    assert isinstance(make_bot("captain", rules, 1), Captain)
    assert type(make_bot("sergeant", rules, 1)) is Sergeant


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("anniversary-1941", {"research": True, "objectives": True, "cities": 13}),
        ("anniversary-1942", {"research": True, "cities": 18}),
    ],
)
@pytest.mark.parametrize("bot", ["captain", "sergeant"])
def test_a_round_of_all_powers(title: str, options: dict[str, OptionValue], bot: str) -> None:
    """Every action is legal (or the game would raise), and every power acts."""
    desk = Desk(title=title, bot=bot, seed=3, dice=(1, 6, 2, 5, 3, 4, 6, 1, 5, 2), **options)
    for _ in range(len(desk.study.world.order)):
        desk.play_turn()
    assert desk.study.state.round == 2
    assert {action.partition(":")[0] for action in desk.actions} == set(desk.study.game.seats)
    assert any("buy" in action for action in desk.actions)


def test_a_tiny_budget_is_respected() -> None:
    """With hardly any time the plan is short, but the turn is still played to its end."""
    rules = rules_of()
    desk = Desk()
    game, bot = desk.study.game, Captain(rules, random.Random(1))
    while desk.study.world.powers[desk.turn].id == "germany" and game.decision is not None:
        seat = game.decision.seats[0]
        game.play(bot.choose(game.position.seen_by(seat), seat, 1), seat)
    assert desk.study.world.powers[desk.turn].id == "ussr"


FORCES = (
    ("3 infantry, 1 artillery, 1 tank", "3 infantry"),
    ("10 infantry, 5 artillery, 5 tank", "20 infantry"),
    ("6 infantry, 2 tank, 2 fighter", "8 infantry, 1 tank"),
    ("2 infantry", "2 infantry"),
    ("4 tank, 2 bomber", "3 infantry, 1 fighter"),
    ("20 infantry, 10 artillery, 4 fighter", "22 infantry, 6 artillery, 2 tank"),
)


@pytest.mark.parametrize(("attackers", "defenders"), FORCES)
def test_the_estimate_is_near_the_exact_odds(attackers: str, defenders: str) -> None:
    rules = rules_of()

    def force(text: str) -> dict[int, int]:
        pairs = (part.split() for part in text.split(", "))
        return {rules.world.kind[name]: int(count) for count, name in pairs}

    rough = estimator(rules, 0, 0).estimate(key_of(force(attackers)), key_of(force(defenders)))
    exact = odds(attackers, defenders)
    assert rough.win == pytest.approx(exact.win, abs=0.1)
    assert rough.attacker_loss == pytest.approx(exact.cost(True), rel=0.3, abs=3)
    assert rough.defender_loss == pytest.approx(exact.cost(False), rel=0.3, abs=3)


def test_transports_are_no_shield_in_the_estimate() -> None:
    """They are chosen last and do not fight: a fleet is not safer for having them."""
    rules = rules_of()
    kind = rules.world.kind
    attack = key_of({kind["destroyer"]: 3})
    alone = estimator(rules, 0, 0).estimate(attack, key_of({kind["destroyer"]: 2}))
    convoy = estimator(rules, 0, 0).estimate(
        attack, key_of({kind["destroyer"]: 2, kind["transport"]: 4})
    )
    assert convoy.win == alone.win
    assert convoy.defender_loss > alone.defender_loss + 10


def position(*edits: str, cities: int = 15, objectives: bool = False) -> AxisState:
    return Desk(*edits, cities=cities, objectives=objectives).study.state


def test_cities_are_worth_more_near_the_goal() -> None:
    rules = rules_of()
    city = rules.world.space["karelia-ssr"]
    far, middle, near = (
        worth_of_all(rules.world, position(cities=cities), 0)[city] for cities in (18, 15, 13)
    )
    assert far + 1 < middle
    assert middle + 3 < near


def test_objectives_count_when_they_are_played() -> None:
    rules = rules_of()
    place = rules.world.space["gibraltar"]
    plain = worth_of_all(rules.world, position(), 0)[place]
    bonus = worth_of_all(rules.world, position(objectives=True), 0)[place]
    assert bonus > plain + 1


def test_threats_come_by_land_air_and_sea() -> None:
    rules = rules_of()
    world = rules.world
    state = position(
        "clear",
        "place 1 uk infantry, 1 uk fighter united-kingdom",
        "place 1 uk transport sz-6",
        "place 1 ussr tank east-poland",
    )
    picture = Picture(rules, state, world.power["germany"])
    uk, ussr = world.power["uk"], world.power["ussr"]
    kind, space = world.kind, world.space
    assert picture.threats[space["northwestern-europe"]][uk] == {
        kind["infantry"]: 1,
        kind["fighter"]: 1,
    }
    assert picture.threats[space["poland"]][ussr] == {kind["tank"]: 1}
    assert picture.threats[space["germany"]][ussr] == {kind["tank"]: 1}, "a blitz through Poland"
    assert space["italy"] not in picture.threats


def test_strength_on_the_spot_counts_not_that_of_far_allies() -> None:
    """Britain's and America's riches do not make the Soviets strong against an army next door."""
    rules = rules_of()
    ussr = rules.world.power["ussr"]
    army = "place 12 germany infantry, 8 germany tank east-poland"
    alone = ("clear", "place 8 ussr infantry russia", army, "control east-poland germany")
    rich = position(*alone, "place 40 usa infantry eastern-united-states")
    picture = Picture(rules, rich, ussr)
    assert picture.advantage > 1.2
    assert superiority(picture) < 0.8
