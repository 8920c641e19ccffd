"""Fits weights for general's judgement to games that captain plays against itself.

    python -m tools.judgement.fit play GAMES.jsonl --games 40 --rounds 10
    python -m tools.judgement.fit fit GAMES.jsonl

After every turn the board is described from the side of who has just moved: the difference of
unit values and of incomes, of the prizes held, what the enemy could win from it next (``Reply``)
and what it could take itself (``Prospect``). What all this has been worth is the difference of unit
values LATER rounds on, with some turns' income added. A ridge regression, with a constant for each
power, gives the weights; divided by that of the unit values all are IPCs of units.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec
import numpy as np

from sandtable.bots.arena import play_match, schedule
from sandtable.bots.axis.picture import Picture
from sandtable.bots.axis.prospect import Prospect
from sandtable.bots.axis.reply import Reply
from sandtable.bots.axis.weights import Weights
from sandtable.bots.axis.worth import TURNS
from sandtable.games import find_title
from sandtable.games.axis import situation as at
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.table import Table, play_record, read_record

TITLE, BOTS = "anniversary-1941", ("captain", "captain#2")
LATER = 2
"""So many rounds on the worth of a position is read off."""
EARNED = 3.0
"""So many turns' income count then as units."""
RIDGE = 1.0
FEATURES = ("units", "income", "prize", "answer", "hope")


class Sample(msgspec.Struct):
    """A board after a turn, from the side of who moved."""

    game: int
    round: int
    power: int
    features: list[float]


def describe(rules: AxisRules, state: AxisState, power: int) -> list[float]:
    picture = Picture(rules, state, power)
    world = rules.world
    units = income = prize = 0.0
    for other in world.powers:
        sign = 1 if picture.ally[other.index] else -1
        units += sign * sum(world.kinds[p.kind].cost * n for _, p, n in state.pieces(other.index))
        income += sign * at.production(world, state, other.index)
    for space, worth in enumerate(picture.worth):
        if state.owner[space] >= 0 and not world.is_sea[space]:
            sign = 1 if picture.ally[state.owner[space]] else -1
            prize += sign * (worth - TURNS * world.value[space])
    held = {
        space: picture.force(space, picture.ally)
        for space in picture.threats
        if at.is_friendly_land(world, state, power, space)
    }
    own: dict[int, dict[int, int]] = {}
    for space, piece, count in state.pieces(power):
        if world.kinds[piece.kind].takes_land and not world.is_sea[space]:
            here = own.setdefault(space, {})
            here[piece.kind] = here.get(piece.kind, 0) + count
    answer = Reply(picture, held).cost()
    return [units, income, prize, -answer, Prospect(picture).value(own)]


def samples_of(record: str, number: int) -> list[Sample]:
    """One sample for every turn of a recorded game."""
    played = play_record(read_record(record), find_title)
    table = Table(find_title(TITLE), played.options, None, None)
    rules = table.rules
    assert isinstance(rules, AxisRules)
    found: list[Sample] = []
    turn = (table.state.round, table.state.turn)
    for entry in played.journal.line:
        table.replay(entry)
        now = (table.state.round, table.state.turn)
        if now != turn and table.decision is not None:
            features = describe(rules, table.state, turn[1])
            found.append(Sample(number, turn[0], turn[1], features))
            turn = now
    return found


def play(path: Path, games: int, rounds: int) -> None:
    """Append the samples of new games to a file."""
    rules = find_title(TITLE)
    with path.open("ab") as file:
        for match in schedule(rules, rules.read_options({}), BOTS, games, "judgement"):
            record = play_match(TITLE, {}, match, rounds).record_text()
            for sample in samples_of(record, match.number):
                file.write(msgspec.json.encode(sample) + b"\n")
            file.flush()


def fit(path: Path) -> Weights:
    samples = [msgspec.json.decode(line, type=Sample) for line in path.read_bytes().splitlines()]
    by_turn = {(s.game, s.round, s.power): s for s in samples}
    rows, goals = [], []
    for sample in samples:
        later = by_turn.get((sample.game, sample.round + LATER, sample.power))
        if later is not None:
            power = [float(sample.power == p) for p in range(8)]
            rows.append([*sample.features, *power])
            goals.append(later.features[0] + EARNED * later.features[1])
    x, y = np.array(rows), np.array(goals)
    scale = x.std(axis=0) + 1e-9
    scaled = x / scale
    found = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(x.shape[1]), scaled.T @ y) / scale
    error = float(np.std(y - x @ found))
    told = 1 - error**2 / float(np.var(y))
    print(f"{len(y)} positions, {told:.2f} of the variance explained", file=sys.stderr)
    print(dict(zip(FEATURES, found.round(3), strict=False)), file=sys.stderr)
    units, *rest = (round(float(w / found[0]), 3) for w in found[: len(FEATURES)])
    assert units == 1.0
    return Weights(*rest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("path", type=Path)
    playing.add_argument("--games", type=int, default=40)
    playing.add_argument("--rounds", type=int, default=10)
    commands.add_parser("fit").add_argument("path", type=Path)
    args = parser.parse_args()
    if args.command == "play":
        play(args.path, args.games, args.rounds)
    else:
        print(msgspec.json.format(msgspec.json.encode(fit(args.path)), indent=2).decode())


if __name__ == "__main__":
    main()
