"""A net for rules: random positions of any title, each played on for a turn and looked at hard.

Random games from the opening see only what the opening leads to. Here a title's hook makes up any
legal position as edit lines, so that whatever goes wrong is at once a record that reproduces it.
From each position a turn is played at random, and after every action it is asked:

- has everybody who is asked a legal action;
- is the state possible (the hook's ``sound``), and at the end of the turn, is the turn's work done
  and what had nothing to do with it untouched (the hook's ``settled``);
- now and then: are the listed actions exactly those that ``check`` accepts among *all* well-formed
  actions of a single piece (the hook's ``sayable``).

``python -m tests.positions TITLE --count 20000 --out FOLDER`` runs the net for long and keeps a
record of every fault; those that were faults once live in ``tests/positions/faults``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from sandtable.games import find_title
from sandtable.table import (
    Action,
    Event,
    FairDice,
    OptionValue,
    Played,
    Position,
    Table,
    seed_from,
    write_record,
)

STEPS = 400
"""A turn that takes more actions than this is left."""
END_CHANCE = 0.1
"""Where ``end`` is legal it is chosen this often at least, so that turns come to an end."""
COMPARED = 2
"""How many times in a turn the two ways to say a thing are compared."""


class Opening(msgspec.Struct, frozen=True):
    """A position to begin with."""

    title: str
    options: dict[str, OptionValue]
    edits: tuple[str, ...]


class Hook(Protocol):
    """What the net must know of a title (or family)."""

    def opening(self, rng: random.Random) -> Opening:
        """Any legal position: pieces, money, damage, decks, purchases, phase and turn."""

    def sound(self, table: Table) -> None:
        """Raises ``AssertionError`` when the state is impossible; asked after every action."""

    def turn(self, table: Table) -> object:
        """What changes when the turn is over."""

    def settled(self, before: Any, table: Table, events: list[Event]) -> None:
        """Raises when a turn that has just ended left anything undone, or touched what it must
        not; ``before`` is the state when the play began."""

    def sayable(self, table: Table, seat: str) -> Iterable[Action]:
        """Every well-formed action of a single piece in this step, legal or not."""

    def is_short_for(self, action: Action, listed: set[str]) -> bool:
        """Whether an action that is not listed is only another way to say a listed one."""


class Tally(msgspec.Struct):
    """What a run of the net came to."""

    positions: int = 0
    actions: int = 0
    compared: int = 0
    """Positions where all well-formed actions were tried."""
    tried: int = 0
    """Well-formed actions tried there."""
    faults: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Caught(Exception):
    """A fault: what is wrong and the record that leads to it."""

    def __init__(self, text: str, record: str) -> None:
        super().__init__(text)
        self.record = record


def open_table(opening: Opening, seed: str) -> Table:
    dice = FairDice(seed_from(f"net {seed}"))
    return Table(find_title(opening.title), opening.options, dice=dice, edits=opening.edits)


def run(hook: Hook, name: str, *, compare: bool = True) -> Tally:
    """Play one random position for a turn; raises ``Caught``."""
    rng = random.Random(name)
    opening = hook.opening(rng)
    start = time.process_time()
    tally = Tally(positions=1)
    try:
        table = open_table(opening, name)
    except Exception as error:
        lines = "\n".join(f"edit: {line}" for line in opening.edits)
        raise Caught(f"the position cannot be set up: {error}", lines) from error
    tried = ""
    length = 0
    try:
        before, turn = table.state.copy(), hook.turn(table)
        hook.sound(table)
        events: list[Event] = list(table.opening)
        comparisons = COMPARED if compare else 0
        for _ in range(STEPS):
            if table.decision is None or hook.turn(table) != turn:
                break
            seat = rng.choice(table.decision.seats)
            if comparisons and rng.random() < 0.25:
                comparisons -= 1
                tally.compared += 1
                tally.tried += compare_sayings(hook, table, seat)
            action = choose(table.position, seat, rng)
            length, tried = len(table.journal), f"{seat}: {action}\n"
            events += table.play(action, seat)
            hook.sound(table)
            check_asked(table)
        if hook.turn(table) != turn:
            hook.settled(before, table, events)
    except Exception as error:
        record = write_record(table, finished=False)
        text = f"{type(error).__name__}: {error}"
        raise Caught(text, record + (tried if len(table.journal) == length else "")) from error
    tally.actions = sum(1 for entry in table.journal.line if isinstance(entry, Played))
    tally.seconds = time.process_time() - start
    return tally


def choose(position: Position[Any], seat: str, rng: random.Random) -> Action:
    """Any legal action, and the end of a phase rather more often."""
    legal = position.legal_actions(seat)
    if rng.random() < END_CHANCE:
        first = next(iter(legal), None)
        if first is not None and str(first) == "end":
            return first
    action = legal.sample(rng)
    assert action is not None, f"{seat} is asked and has no legal action"
    return action


def check_asked(table: Table) -> None:
    """Everybody who is asked can do something, or the game is over."""
    if table.decision is None:
        assert table.result is not None, "nobody is asked and the game is not over"
        return
    for seat in table.decision.seats:
        assert table.legal_actions(seat), f"{seat} is asked and has no legal action"


def compare_sayings(hook: Hook, table: Table, seat: str) -> int:
    """The list of legal actions is what ``check`` accepts of all that can be said."""
    listed = {str(action) for action in table.legal_actions(seat)}
    tried = 0
    for action in hook.sayable(table, seat):
        tried += 1
        text = str(action)
        if text not in listed and table.check(action, seat) is None:
            assert hook.is_short_for(action, listed), f"'{text}' is accepted and not listed"
    return tried


def replay(hook: Hook, text: str) -> Table:
    """Play a fault's record again, looking as hard as when it was caught."""
    from sandtable.table import read_record

    record = read_record(text)
    edits = tuple(line.text for line in record.body if line.kind == "edit")
    table = Table(find_title(record.title), record.options, dice=None, edits=edits)
    before, turn = table.state.copy(), hook.turn(table)
    hook.sound(table)
    events: list[Event] = list(table.opening)
    for line in record.body:
        if line.kind == "roll":
            from sandtable.table import Rolled

            assert table.position.chance is not None
            faces = tuple(int(face) for face in line.text.partition(";")[0].split())
            events += table.replay(Rolled(table.position.chance, faces))
        elif line.kind != "edit":
            events += table.replay(Played(line.kind, line.text))
        if table.position.chance is None:
            hook.sound(table)
            check_asked(table)
    if hook.turn(table) != turn:
        hook.settled(before, table, events)
    return table


HOOKS: dict[str, str] = {}
"""Where each title's hook is: ``module:name``. Titles plug in here."""


def hook_of(title: str) -> Hook:
    import importlib

    module, _, name = HOOKS[title].partition(":")
    hook: Hook = getattr(importlib.import_module(module), name)
    return hook


def options_for(rng: random.Random, title: str) -> Mapping[str, OptionValue]:
    """Random options of a title that go together."""
    from sandtable.cli.fuzz import random_options

    return random_options(find_title(title), rng, {})


HOOKS["naval"] = "tests.positions.naval:HOOK"
HOOKS["fortress"] = "tests.positions.fortress:HOOK"
HOOKS["global-1940"] = HOOKS["europe-1940"] = HOOKS["pacific-1940"] = (
    "tests.positions.axis1940:HOOK"
)
HOOKS["house-1940"] = "tests.positions.house1940:HOOK"
HOOKS["anniversary-1941"] = HOOKS["anniversary-1942"] = "tests.positions.axis:HOOK"
