"""The game itself, played many times with the same policies, agrees with the odds.

``SANDTABLE_ODDS_PLAYS=20000`` plays each battle so many times; otherwise it is a quick look.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from math import sqrt
from typing import Any

import pytest

from sandtable import Game
from sandtable.games import find_title
from sandtable.games.axis import frames
from sandtable.odds.axis import Choices, Odds, Retreat
from sandtable.odds.axis.assault import Assault
from sandtable.odds.axis.position import odds_at
from sandtable.table import Chance, Decision, FixedDice, Position

PLAYS = int(os.environ.get("SANDTABLE_ODDS_PLAYS", "150"))
SIGMAS = 4.5
NEVER = Retreat()
LOSSES = {
    "order losses": "infantry, artillery, submarine, tank, destroyer, fighter, bomber, cruiser, "
    "carrier, battleship"
}


class Case:
    """A position (edit lines), the moves that lead to the battle, orders, and where it is."""

    def __init__(
        self,
        name: str,
        space: str,
        place: str,
        moves: str,
        *,
        techs: str = "",
        retreat: Retreat = NEVER,
        submerge: str = "",
        offshore: str = "",
    ) -> None:
        self.name, self.space = name, space
        lands = [line.strip() for line in place.split(";")]
        self.edits = (
            "clear",
            *(f"place {line}" for line in lands),
            *(f"tech {t.strip()}" for t in techs.split(";") if t),
            "turn germany combat-move",
        )
        self.moves = tuple(move.strip() for move in moves.split(";"))
        self.retreat, self.submerge, self.offshore = retreat, submerge, offshore


CASES = (
    Case(
        "plain",
        "east-poland",
        "3 germany infantry poland; 1 germany artillery poland; "
        "1 germany tank poland; 3 ussr infantry east-poland",
        "move 3 infantry, 1 artillery, 1 tank poland > east-poland",
    ),
    Case(
        "air-and-gun",
        "east-poland",
        "2 germany infantry poland; 2 germany fighter poland; "
        "1 germany bomber poland; 3 ussr infantry east-poland; 1 ussr aa-gun east-poland",
        "move 2 infantry, 2 fighter, 1 bomber poland > east-poland",
    ),
    Case(
        "radar",
        "east-poland",
        "1 germany tank poland; 3 germany fighter poland; "
        "2 ussr infantry east-poland; 1 ussr aa-gun east-poland",
        "move 1 tank, 3 fighter poland > east-poland",
        techs="ussr radar",
    ),
    Case(
        "jets-heavy",
        "east-poland",
        "1 germany infantry poland; 1 germany fighter poland; "
        "1 germany bomber poland; 3 ussr infantry east-poland; 1 ussr tank east-poland",
        "move 1 infantry, 1 fighter, 1 bomber poland > east-poland",
        techs="germany jet-fighters; germany heavy-bombers",
    ),
    Case(
        "advanced-artillery",
        "east-poland",
        "4 germany infantry poland; "
        "1 germany artillery poland; 3 ussr infantry east-poland; 1 ussr fighter east-poland",
        "move 4 infantry, 1 artillery poland > east-poland",
        techs="germany advanced-artillery",
    ),
    Case(
        "two-defenders",
        "east-poland",
        "4 germany tank poland; 2 ussr infantry east-poland; "
        "1 uk fighter east-poland; 1 uk infantry east-poland",
        "move 4 tank poland > east-poland",
    ),
    Case(
        "retreat-after-1",
        "east-poland",
        "3 germany infantry poland; 1 germany tank poland; 3 ussr infantry east-poland",
        "move 3 infantry, 1 tank poland > east-poland",
        retreat=Retreat("after", 1),
    ),
    Case(
        "retreat-below-3",
        "east-poland",
        "3 germany infantry poland; 1 germany fighter poland; 3 ussr infantry east-poland",
        "move 3 infantry, 1 fighter poland > east-poland",
        retreat=Retreat("below", 3),
    ),
    Case(
        "fleet",
        "sz-6",
        "1 germany destroyer sz-5; 1 germany cruiser sz-5; "
        "1 germany submarine sz-5; 1 uk destroyer sz-6; 1 uk battleship sz-6",
        "move 1 destroyer, 1 cruiser, 1 submarine sz-5 > sz-6",
    ),
    Case(
        "subs-strike",
        "sz-6",
        "3 germany submarine sz-5; 1 uk battleship sz-6; 1 uk transport sz-6; 1 uk cruiser sz-6",
        "move 3 submarine sz-5 > sz-6",
    ),
    Case(
        "subs-against-destroyer",
        "sz-6",
        "3 germany submarine sz-5; 1 uk destroyer sz-6; 1 uk transport sz-6; 1 uk submarine sz-6",
        "move 3 submarine sz-5 > sz-6",
    ),
    Case(
        "super-subs",
        "sz-6",
        "2 germany submarine sz-5; 1 uk destroyer sz-6; 1 uk cruiser sz-6",
        "move 2 submarine sz-5 > sz-6",
        techs="germany super-submarines",
    ),
    Case(
        "carrier-group",
        "sz-6",
        "2 germany submarine sz-5; 2 germany fighter germany; "
        "1 uk carrier sz-6; 2 uk fighter sz-6; 1 uk destroyer sz-6",
        "move 2 submarine sz-5 > sz-6; move 2 fighter germany > sz-6",
    ),
    Case(
        "both-sides-subs",
        "sz-6",
        "2 germany submarine sz-5; 1 germany cruiser sz-5; 2 uk submarine sz-6; 1 uk cruiser sz-6",
        "move 2 submarine, 1 cruiser sz-5 > sz-6",
    ),
    Case(
        "submerge",
        "sz-6",
        "2 germany submarine sz-5; 1 germany cruiser sz-5; "
        "1 uk submarine sz-6; 1 uk cruiser sz-6; 1 uk transport sz-6",
        "move 2 submarine, 1 cruiser sz-5 > sz-6",
        submerge="defender",
    ),
    Case(
        "planes-hunt",
        "sz-6",
        "1 germany destroyer sz-5; 2 germany fighter germany; "
        "2 uk submarine sz-6; 1 uk destroyer sz-6",
        "move 1 destroyer sz-5 > sz-6; move 2 fighter germany > sz-6",
    ),
    Case(
        "planes-blind",
        "sz-6",
        "1 germany cruiser sz-5; 2 germany fighter germany; 2 uk submarine sz-6; 1 uk cruiser sz-6",
        "move 1 cruiser sz-5 > sz-6; move 2 fighter germany > sz-6",
    ),
    Case(
        "fleet-retreats",
        "sz-6",
        "2 germany destroyer sz-5; 1 germany cruiser sz-5; "
        "1 uk destroyer sz-6; 1 uk battleship sz-6",
        "move 2 destroyer, 1 cruiser sz-5 > sz-6",
        retreat=Retreat("below", 3),
    ),
    Case(
        "bombardment",
        "united-kingdom",
        "1 germany transport[infantry+tank] sz-6; "
        "1 germany battleship sz-6; 1 germany cruiser sz-6; 3 uk infantry united-kingdom",
        "land 1 infantry, 1 tank sz-6 > united-kingdom",
    ),
    Case(
        "landing-and-air",
        "united-kingdom",
        "1 germany transport[infantry+infantry] sz-6; "
        "2 germany fighter france; 2 uk infantry united-kingdom; 1 uk aa-gun united-kingdom",
        "land 2 infantry sz-6 > united-kingdom; move 2 fighter france > united-kingdom",
        retreat=Retreat("after", 1),
    ),
    Case(
        "assault-through-a-fleet",
        "united-kingdom",
        "1 germany transport[infantry+tank] sz-5; 1 germany transport[infantry] sz-5; "
        "1 germany cruiser sz-5; 1 germany destroyer sz-5; 1 uk destroyer sz-6; "
        "1 uk submarine sz-6; 1 uk infantry united-kingdom",
        "move 1 cruiser, 1 destroyer, 1 transport[infantry+tank], 1 transport[infantry] "
        "sz-5 > sz-6; land 1 infantry, 1 tank sz-6 > united-kingdom from transport[infantry+tank]; "
        "land 1 infantry sz-6 > united-kingdom from transport[infantry]",
        offshore="sz-6",
    ),
)


def begun(case: Case) -> Game:
    game = Game(find_title("anniversary-1941"), {}, None, FixedDice(()), case.edits)
    for seat in ("germany", "ussr", "uk"):
        game.play(f"order losses {LOSSES['order losses']}", seat)
        who = "attacker" if seat == "germany" else "defender"
        dives = "always" if case.submerge == who else "never"
        game.play(f"order submerge {dives}", seat)
    when, limit = case.retreat.when, int(case.retreat.limit)
    game.play(f"order retreat {when}" + (f" {limit}" if limit else ""), "germany")
    for move in case.moves:
        game.play(move)
    return game


def play_out(position: Position[Any], space: int, rng: random.Random) -> None:
    """To the end of the battle: dice at random, the questions that orders leave open."""
    while any(isinstance(frame, frames.ConductCombat) for frame in position.state.flow):
        pending = position.pending
        if isinstance(pending, Chance):
            position.resolve(tuple(rng.randint(1, sides) for sides in pending.sides))
            continue
        assert isinstance(pending, Decision)
        seat = pending.seats[0]
        legal = {str(action): action for action in position.legal_actions(seat)}
        wanted = [text for text in legal if text.startswith("bombard")]
        fights = [text for text in legal if text.startswith("fight")]
        text = max(wanted, key=len) if wanted else (fights or list(legal))[0]
        position.play(seat, legal[text])


def counted(position: Position[Any], powers: frozenset[int]) -> tuple[tuple[str, int], ...]:
    """All units of some powers on the board, those aboard too."""
    world = position.rules.world  # type: ignore[attr-defined]
    found: Counter[str] = Counter()
    for stack in position.state.units:
        for piece, count in stack:
            if piece.owner in powers and world.kinds[piece.kind].fights:
                found[world.kinds[piece.kind].id] += count
            if piece.owner in powers:
                for cargo in piece.cargo:
                    found[world.kinds[cargo.kind].id] += count
    return tuple(sorted((name, n) for name, n in found.items() if n))


def land_and_sea(found: Odds | Assault) -> Odds:
    return found.land if isinstance(found, Assault) else found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_agrees(case: Case) -> None:
    game = begun(case)
    policy = {
        "attack": Choices(submerge=case.submerge == "attacker"),
        "defence": Choices(submerge=case.submerge == "defender"),
        "retreat": case.retreat,
    }
    odds = land_and_sea(odds_at(game.position, case.space, **policy))  # type: ignore[arg-type]
    world = game.rules.world  # type: ignore[attr-defined]
    space = world.space[case.space]
    taken = 0
    survivors: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    start = game.position.copy()
    start.play("germany", game.rules.parse("end"))
    rng = random.Random(case.name)
    for _ in range(PLAYS):
        position = start.copy()
        play_out(position, space, rng)
        taken += position.state.owner[space] == world.power["germany"]
        for number, side in enumerate(("axis", "allies")):
            survivors[number][counted(position, world.members[side])] += 1
    if not world.is_sea[space]:
        close(taken, odds.take, "take")
    if case.offshore:
        return  # survivors at sea and ashore are two distributions there
    for number, attackers in enumerate((True, False)):
        expected = {tuple(sorted(s.units.items())): s.chance for s in odds.survivors(attackers)}
        seen = survivors[number]
        extra = _ships(game, case)
        for key in set(expected) | {strip(k, extra) for k in seen}:
            hits = sum(n for k, n in seen.items() if strip(k, extra) == key)
            close(
                hits, expected.get(key, 0.0), f"{'attackers' if attackers else 'defenders'} {key}"
            )


def strip(key: tuple[tuple[str, int], ...], extra: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Without the ships offshore, which are not in a land battle."""
    return tuple((name, n) for name, n in key if name not in extra)


def _ships(game: Game, case: Case) -> dict[str, int]:
    world = game.rules.world  # type: ignore[attr-defined]
    if world.is_sea[world.space[case.space]]:
        return {}
    return {kind.id: 1 for kind in world.kinds if kind.domain == "sea"}


def close(seen: int, chance: float, what: str) -> None:
    """Within the interval that chance allows, with room for the coarseness of few plays."""
    spread = sqrt(max(chance * (1 - chance), 1e-9) / PLAYS)
    assert abs(seen / PLAYS - chance) <= SIGMAS * spread + 1.5 / PLAYS, (
        f"{what}: {seen} of {PLAYS}, expected {chance:.4f}"
    )


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 20
