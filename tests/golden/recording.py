"""Golden games: recorded games that a refactoring must replay to the very same positions.

A golden game is an ordinary record, compressed. Behind each action stands, as a comment, a short
hash of what the position then shows: who is asked, how it is described to them, and now and then
all that is legal. None of this depends on how a state is stored, so the hashes stay equal
while the code under them is rebuilt.

A rule that is changed on purpose changes them::

    python -m tests.golden.recording              # plays all of them again
    python -m tests.golden.recording fortress     # those whose name begins so

Each game keeps its recorded actions for as long as they are legal, and goes on with its bot from
the first that is not, so that the difference between two recordings begins where the rules differ.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sandtable.bots import Bot, make_bot
from sandtable.games import find_title
from sandtable.table import (
    Chance,
    FairDice,
    OptionValue,
    Rolled,
    SandtableError,
    Table,
    seed_from,
    write_record,
)
from sandtable.table.journal import entry_text

FOLDER = Path(__file__).parent / "games"

LISTED_EVERY = 10
"""Listing all legal actions is dear, so it is hashed once in so many actions."""

DIGITS = 6


class Golden(msgspec.Struct, frozen=True):
    """One game: its title, who plays all the seats, and how long it is recorded."""

    title: str
    bot: str
    number: int
    options: dict[str, OptionValue]
    actions: int = 300

    def __str__(self) -> str:
        return f"{self.title}-{self.bot}-{self.number}"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self}.txt.gz"


def _anniversary() -> Iterator[Golden]:
    for bot in ("cadet", "captain"):
        for number in range(20):
            year = "1941" if number % 2 == 0 else "1942"
            options: dict[str, OptionValue] = {
                "research": number % 4 < 2,
                "objectives": number % 8 < 4,
                "cities": (13, 15, 18)[number % 3],
            }
            yield Golden(f"anniversary-{year}", bot, number, options)


def _fortress() -> Iterator[Golden]:
    for number in range(10):
        options: dict[str, OptionValue] = {
            "slow-reinforcement": number % 4 == 1,
            "overflight": number % 4 != 2,
            "weak-partisans": number % 4 == 3,
            "early-lasers": (0, 3)[number % 2],
        }
        yield Golden("fortress", ("cadet", "captain")[number % 2], number, options, 400)


def _naval() -> Iterator[Golden]:
    for number in range(10):
        options: dict[str, OptionValue] = {
            "players": 2 + number % 5,
            "teams": "two" if number in (2, 7) else "off",
            "linked_battles": number % 3 == 1,
            "prep_blocks_raid": number % 4 == 3,
        }
        yield Golden("naval", ("cadet", "captain")[number % 2], number, options)


def _house() -> Iterator[Golden]:
    """Each option has another value than the first in some game; some begin in 1944."""
    for number in range(6):
        options: dict[str, OptionValue] = {
            option.name: option.choices[(number + place) % len(option.choices)]
            for place, option in enumerate(find_title("house-1940").options)
        }
        yield Golden("house-1940", "cadet", number, options, 600)


def _1940() -> Iterator[Golden]:
    for title in ("europe-1940", "pacific-1940", "global-1940"):
        for number in range(6):
            options: dict[str, OptionValue] = {"objectives": number % 2 == 0}
            if title == "global-1940":
                options["research"] = number in (0, 1, 4)
            yield Golden(title, "cadet" if number < 4 else "captain", number, options, 400)


GAMES = (*_anniversary(), *_fortress(), *_naval(), *_house(), *_1940())


def shown(table: Table, number: int) -> str:
    """The hash of what the position shows after the action of this number."""
    seats = table.decision.seats if table.decision else ()
    parts = [repr(seats)]
    parts += [table.rules.describe(table.state, seat) for seat in seats or (None,)]
    if number % LISTED_EVERY == 0:
        parts += [str(action) for seat in seats for action in sorted_actions(table, seat)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def sorted_actions(table: Table, seat: str) -> list[str]:
    return sorted(map(str, table.legal_actions(seat)))


class Tape:
    """Dice that answer as recorded while that fits, and then from a seed."""

    def __init__(self, game: Golden, rolls: list[tuple[int, ...]]) -> None:
        self.rolls = rolls[::-1]
        self.fresh = FairDice(seed_from(f"golden {game}"))

    def faces(self, chance: Chance, index: int, transcript: bytes) -> tuple[int, ...]:
        if self.rolls and chance.admits(self.rolls[-1]):
            return self.rolls.pop()
        self.rolls.clear()
        return self.fresh.faces(chance, index, transcript)


class Recording(msgspec.Struct):
    """A golden game as its file holds it: actions with the hash behind each, and all rolls."""

    actions: list[tuple[str, str, str]] = []
    rolls: list[tuple[int, ...]] = []


def load(game: Golden) -> Recording:
    recording = Recording()
    for line in gzip.decompress(game.path.read_bytes()).decode().partition("\n\n")[2].splitlines():
        text, _, shown_then = line.partition(" # ")
        kind, _, what = text.partition(": ")
        if kind == "roll":
            faces = what.partition(" ;")[0].split()
            recording.rolls.append(tuple(map(int, faces)))
        else:
            recording.actions.append((kind, what, shown_then))
    return recording


def set_table(game: Golden, rolls: list[tuple[int, ...]]) -> Table:
    return Table(find_title(game.title), game.options, dice=Tape(game, rolls))


def difference(game: Golden) -> str:
    """Where a replay first differs from the recording, in words; empty if nowhere."""
    recording = load(game)
    table = set_table(game, recording.rolls)
    for number, (seat, text, shown_then) in enumerate(recording.actions, start=1):
        try:
            table.play(text, seat)
        except SandtableError as error:
            return f"action {number}, '{seat}: {text}', is refused: {error}"
        if shown(table, number) != shown_then:
            return f"the position after action {number}, '{seat}: {text}', is another"
    faces = [entry.faces for entry in table.journal.line if isinstance(entry, Rolled)]
    return "" if faces == recording.rolls else "other dice were rolled"


def record(game: Golden) -> str:
    """The text of a golden game, played again: as recorded for as long as that is legal."""
    known = load(game) if game.path.exists() else Recording()
    table = set_table(game, known.rolls)
    bots = {seat: make_bot(game.bot, table.rules, f"{game} {seat}") for seat in table.seats}
    lines = [entry_text(entry) for entry in table.journal.line]
    ahead = known.actions[::-1]
    for number in range(1, game.actions + 1):
        if table.decision is None:
            break
        seat, text = _next(table, ahead, bots)
        start = len(table.journal)
        table.play(text, seat)
        played, *rolled = map(entry_text, table.journal.line[start:])
        lines += [f"{played} # {shown(table, number)}", *rolled]
    head, _, _ = write_record(table, finished=False).partition("\n\n")
    return "\n".join([head, "", *lines, ""])


def _next(table: Table, ahead: list[tuple[str, str, str]], bots: dict[str, Bot]) -> tuple[str, str]:
    if ahead:
        seat, text, _ = ahead.pop()
        try:
            if table.check(text, seat) is None:
                return seat, text
        except SandtableError:
            pass
        ahead.clear()
    assert table.decision is not None
    seat = table.decision.seats[0]
    return seat, str(bots[seat].choose(table.position.seen_by(seat), seat, 0))


def main(prefixes: list[str]) -> None:
    for game in GAMES:
        if not prefixes or str(game).startswith(tuple(prefixes)):
            text = record(game).encode()
            changed = not game.path.exists() or gzip.decompress(game.path.read_bytes()) != text
            if changed:
                game.path.parent.mkdir(exist_ok=True)
                game.path.write_bytes(gzip.compress(text, mtime=0))
            print(game, "changed" if changed else "as before", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
