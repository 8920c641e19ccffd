"""The 1940 titles played many times agree with their odds, reactions of others included.

``SANDTABLE_ODDS_PLAYS=20000`` plays each battle so many times; otherwise it is a quick look.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from sandtable import Game
from sandtable.games import find_title
from sandtable.games.axis import frames
from sandtable.odds.axis.door import mixed, whole
from sandtable.odds.axis.position import odds_at, odds_if
from sandtable.odds.axis1940.convoys import convoys_of
from sandtable.odds.form import BattleOdds
from sandtable.table import Chance, Decision, FixedDice, Malformed, Position
from tests.odds.axis.test_engine import PLAYS, close, counted

ORDER = (
    "infantry, mech-infantry, artillery, aa-gun, submarine, tank, destroyer, fighter, "
    "tactical-bomber, strategic-bomber, cruiser, carrier, battleship"
)


class Case(msgspec.Struct, frozen=True):
    """Edits (``place`` left out), moves, what others do before the battle, and where it is."""

    name: str
    space: str
    place: str
    moves: str
    reactions: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    power: str = "germany"


EAST = "move {} poland > baltic-states"
CASES = (
    Case(
        "pairs",
        "baltic-states",
        "2 germany infantry, 1 germany artillery, 1 germany mech-infantry poland; "
        "3 ussr infantry baltic-states",
        EAST.format("2 infantry, 1 artillery, 1 mech-infantry"),
    ),
    Case(
        "tactical-bombers",
        "baltic-states",
        "1 germany tank, 2 germany tactical-bomber, 1 germany fighter poland; "
        "3 ussr infantry baltic-states",
        EAST.format("1 tank, 2 tactical-bomber, 1 fighter"),
    ),
    Case(
        "one-gun",
        "baltic-states",
        "2 germany infantry, 4 germany fighter poland; "
        "2 ussr infantry, 1 ussr aa-gun baltic-states",
        EAST.format("2 infantry, 4 fighter"),
    ),
    Case(
        "guns-to-spare",
        "baltic-states",
        "2 germany infantry, 2 germany strategic-bomber poland; "
        "2 ussr infantry, 2 ussr aa-gun baltic-states",
        EAST.format("2 infantry, 2 strategic-bomber"),
        more=("tech ussr radar",),
    ),
    Case(
        "paratroopers",
        "baltic-states",
        "1 germany infantry, 1 germany fighter poland; 2 germany infantry germany; "
        "2 ussr infantry, 1 ussr aa-gun baltic-states",
        EAST.format("1 infantry, 1 fighter") + "; drop 2 infantry germany > baltic-states",
        more=("tech germany paratroopers", "airbase germany 0"),
    ),
    Case(
        "heavy-bombers",
        "baltic-states",
        "1 germany infantry, 2 germany strategic-bomber poland; 3 ussr infantry baltic-states",
        EAST.format("1 infantry, 2 strategic-bomber"),
        more=("tech germany heavy-bombers",),
    ),
    Case(
        "neutral-army",
        "yugoslavia",
        "4 germany infantry, 1 germany tank greater-southern-germany",
        "move 4 infantry, 1 tank greater-southern-germany > yugoslavia",
    ),
    Case(
        "two-hit-ships",
        "sz-110",
        "1 germany battleship, 1 germany cruiser sz-112; "
        "1 uk carrier, 1 uk fighter, 1 uk tactical-bomber sz-110",
        "move 1 battleship, 1 cruiser sz-112 > sz-110",
        more=("airbase united-kingdom none",),
    ),
    Case(
        "damaged-ships",
        "sz-110",
        "1 germany battleship, 1 germany destroyer sz-112; 1 uk battleship, 1 uk cruiser sz-110",
        "move 1 battleship, 1 destroyer sz-112 > sz-110",
        more=(
            "airbase united-kingdom none",
            "naval-base western-germany none",
            "hurt 1 germany battleship sz-112",
            "hurt 1 uk battleship sz-110",
        ),
    ),
    Case(
        "if-two-scramble",
        "sz-110",
        "2 germany cruiser, 1 germany submarine sz-112; "
        "1 uk destroyer sz-110; 4 uk fighter united-kingdom",
        "move 2 cruiser, 1 submarine sz-112 > sz-110",
        ("scramble 2 fighter united-kingdom > sz-110",),
    ),
    Case(
        "if-one-scrambles-against-a-landing",
        "united-kingdom",
        "1 germany transport[infantry+tank], 1 germany cruiser, 1 germany destroyer sz-112; "
        "1 uk fighter, 1 uk infantry united-kingdom",
        "move 1 transport[infantry+tank], 1 cruiser, 1 destroyer sz-112 > sz-110; "
        "land 1 infantry, 1 tank sz-110 > united-kingdom",
        ("scramble 1 fighter united-kingdom > sz-110",),
    ),
    Case(
        "if-nobody-scrambles",
        "united-kingdom",
        "1 germany transport[infantry+tank], 1 germany cruiser, 1 germany destroyer sz-112; "
        "1 uk fighter, 1 uk infantry united-kingdom",
        "move 1 transport[infantry+tank], 1 cruiser, 1 destroyer sz-112 > sz-110; "
        "land 1 infantry, 1 tank sz-110 > united-kingdom",
    ),
    Case(
        "if-kamikaze-comes",
        "sz-6",
        "1 usa carrier, 2 usa destroyer, 1 usa submarine sz-7; 2 japan destroyer sz-6",
        "move 1 carrier, 2 destroyer, 1 submarine sz-7 > sz-6",
        ("kamikaze 2 carrier sz-6", "kamikaze 1 destroyer sz-6"),
        more=("war usa japan", "airbase japan none"),
        power="usa",
    ),
)


def begun(case: Case) -> Game:
    edits = [
        "clear",
        "war germany ussr",
        *(f"place {' '.join(part.split())}" for part in case.place.split("; ")),
        *case.more,
        f"turn {case.power} combat-move",
    ]
    if case.space == "yugoslavia":
        edits[2:2] = ["place 5 pro-allies infantry yugoslavia"]
    game = Game(find_title("global-1940"), {}, None, FixedDice(()), edits)
    for seat in game.seats:
        game.play(f"order losses {ORDER}", seat)
        game.play("order submerge never", seat)
        game.play("order retreat never", seat)
    for move in case.moves.split("; "):
        game.play(move)
    return game


def expected(case: Case, game: Game) -> BattleOdds:
    if not case.reactions:
        return whole(odds_at(game.position, case.space))
    ways = odds_if(game.position, case.space, case.reactions)
    assert sum(chance for chance, _ in ways) == pytest.approx(1)
    return mixed([(chance, whole(odds)) for chance, odds in ways])


def play_out(position: Position[Any], reactions: list[str], rng: random.Random) -> None:
    """To the end of all battles: others react as supposed, dice fall at random."""
    while any(isinstance(frame, frames.ConductCombat) for frame in position.state.flow):
        pending = position.pending
        if isinstance(pending, Chance):
            position.resolve(tuple(rng.randint(1, sides) for sides in pending.sides))
            continue
        assert isinstance(pending, Decision)
        seat = pending.seats[0]
        if isinstance(position.state.flow[-1], frames.React):
            verb = reactions[0].split()[0] if reactions else ""
            mine = pending.step.lower() == verb
            text = reactions.pop(0) if mine else "hold"
            position.play(seat, position.rules.parse(text))
            continue
        legal = {str(action): action for action in position.legal_actions(seat)}
        wanted = [text for text in legal if text.startswith(("bombard", "fight"))]
        position.play(seat, legal[max(wanted, key=len) if wanted else next(iter(legal))])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_agrees(case: Case) -> None:
    game = begun(case)
    odds = expected(case, game)
    world = game.rules.world  # type: ignore[attr-defined]
    space, mine = world.space[case.space], world.power[case.power]
    start = game.position.copy()
    start.play(case.power, game.rules.parse("end"))
    rng = random.Random(case.name)
    taken, left = 0, Counter[Any]()
    for _ in range(PLAYS):
        position = start.copy()
        play_out(position, list(case.reactions), rng)
        taken += position.state.owner[space] == mine
        left[counted(position, frozenset((mine,)))] += 1
    if not world.is_sea[space]:
        close(taken, odds.take, "take")
    if odds.seas or not world.is_sea[space]:
        return  # what is left at sea and ashore are two distributions there
    survivors: Counter[Any] = Counter()
    for end in odds.attackers:
        survivors[tuple(sorted((n, c) for n, c in end.units.items() if c))] += end.chance  # type: ignore[assignment]
    for key in set(survivors) | set(left):
        close(left[key], survivors[key], f"attackers {key}")


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 12


def test_convoys_of_a_table() -> None:
    """Three submarines off London and one off Scotland: the game's own reckoning, G40-319."""
    edits = ("clear", "place 3 germany submarine sz-109", "place 1 germany submarine sz-119")
    game = Game(find_title("global-1940"), {}, None, FixedDice(()), (*edits, "turn uk"))
    odds = convoys_of(game.position, "uk-europe")
    assert sum(odds.lost) == pytest.approx(1)
    assert len(odds.lost) - 1 == 8  # United Kingdom and Scotland are worth no more
    rng = random.Random(3)
    seen: Counter[int] = Counter()
    for _ in range(PLAYS):
        one = [rng.randint(1, 6) for _ in range(6)]
        two = [rng.randint(1, 6) for _ in range(2)]
        sums = [sum(face for face in faces if face <= 3) for faces in (one, two)]
        # Scotland's two can be lost once: to its own zone as far as that goes, else to London's.
        seen[min(sums[0] + min(sums[1], 2), 8)] += 1
    for lost, chance in enumerate(odds.lost):
        close(seen[lost], chance, f"{lost} IPCs")


def test_what_nobody_can_do_is_refused_with_its_rule() -> None:
    game = begun(CASES[9])
    with pytest.raises(Malformed, match="G40-178"):
        odds_if(game.position, "sz-110", ["scramble 4 fighter united-kingdom > sz-110"])
    with pytest.raises(Malformed, match="nobody can answer"):
        odds_if(game.position, "sz-110", ["kamikaze 1 cruiser sz-110"])
