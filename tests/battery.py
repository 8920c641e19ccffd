"""One battery of random play that every title must pass.

After every action: what is legal is accepted and reads back as itself, checking changes nothing,
a copy is independent, a save opens as it was, undo restores the exact state and the same action
then leads to the same place, and views hold no secret of another seat. At the end the record
replays to the same state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from sandtable.bots import make_bot
from sandtable.games import find_title
from sandtable.table import (
    Action,
    Event,
    FairDice,
    OptionValue,
    Played,
    Position,
    Rolled,
    Rules,
    Table,
    dump,
    play_record,
    read_record,
    restore,
    seed_from,
    verify_record,
    write_record,
)
from sandtable.table.lines import is_line
from sandtable.table.record import RESERVED

Invariant: TypeAlias = Callable[[Any], None]
"""Raises when a state of the title is impossible."""
Conserved: TypeAlias = Callable[[Any, Action, Any, list[Event]], None]
"""Raises when what an action changed is not what its events tell: (before, action, after, …)."""
Scramble: TypeAlias = Callable[[Any, str | None, random.Random], Any]
"""A state that differs only in what the seat (``None``: a spectator) may not know."""


def run_battery(
    title: str,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 1,
    limit: int = 150,
    *,
    invariant: Invariant | None = None,
    scramble: Scramble | None = None,
    conserved: Conserved | None = None,
    sample: int = 4,
    slow_every: int = 5,
) -> Table:
    """Play up to ``limit`` random actions; the dearer checks are made every ``slow_every``."""
    rules = find_title(title)
    table = Table(rules, options, dice=FairDice(seed_from(f"battery {seed}")))
    battery = Battery(table, random.Random(seed), invariant, scramble, conserved, sample)
    battery.look(slow=True)
    for number in range(limit):
        if table.decision is None:
            break
        battery.step(slow=number % slow_every == 0)
    battery.finish()
    return table


class Battery:
    """A game under test."""

    def __init__(
        self,
        table: Table,
        rng: random.Random,
        invariant: Invariant | None,
        scramble: Scramble | None,
        conserved: Conserved | None,
        sample: int,
    ) -> None:
        self.table = table
        self.rules: Rules[Any] = table.rules
        self.rng = rng
        self.invariant = invariant
        self.scramble = scramble
        self.conserved = conserved
        self.sample = sample
        self.bot = make_bot("cadet", table.rules, rng.random().hex())
        for seat in table.seats:
            assert is_line(seat), seat
            assert " " not in seat, seat
            assert ":" not in seat, seat
            assert seat not in RESERVED, seat

    def step(self, *, slow: bool) -> None:
        """Choose, check, play, and look at everything again."""
        table = self.table
        assert table.decision is not None
        seat = self.rng.choice(table.decision.seats)
        self.check_legal(seat)
        action = self.bot.choose(table.position.seen_by(seat), seat, 0)
        before, decision = encode(table.state), table.decision
        self.check_text(action)
        assert table.check(action, seat) is None, f"{seat}: {action}"
        assert encode(table.state) == before, f"check of '{action}' changed the state"
        twin = table.position.copy()
        length = len(table.journal)
        events = table.play(action, seat)
        for event in events:
            assert str(event).strip(), event
        assert encode(twin.state) == before, f"playing '{action}' reached into a copy"
        if self.conserved is not None:
            self.conserved(twin.state, action, table.state, events)
        self.check_twin(twin, length)
        self.look(slow=slow)
        if slow:
            after = encode(table.state)
            table.undo(to=length, consent=table.seats)
            assert encode(table.state) == before, f"undo of '{action}' restored another state"
            assert table.decision == decision
            table.play(action, seat)
            assert encode(table.state) == after, f"'{action}' again led elsewhere"
            self.check_save()

    # Single checks

    def check_legal(self, seat: str) -> None:
        """What iteration and sampling offer is accepted by check and by ``in``."""
        table = self.table
        legal = table.legal_actions(seat)
        before = encode(table.state)
        offered = list(islice(legal, self.sample))
        offered += [action for _ in range(2) if (action := legal.sample(self.rng)) is not None]
        assert offered, f"{seat} is asked and has no legal action"
        for action in offered:
            assert action in legal, f"{seat}: {action}: {table.check(action, seat)}"
            self.check_text(action)
        assert encode(table.state) == before, "listing legal actions changed the state"
        decision = table.decision
        assert decision is not None
        for other in set(table.seats) - set(decision.seats):
            if type(offered[0]) not in self.rules.anytime:
                refusal = table.check(offered[0], other)
                assert refusal is not None
                assert refusal.code == "not-asked"

    def check_text(self, action: Action) -> None:
        text = str(action)
        assert is_line(text), repr(text)
        assert self.rules.parse(text) == action, text

    def check_twin(self, twin: Position[Any], length: int) -> None:
        """The copy, given the same entries, comes to the same state."""
        for entry in self.table.journal.line[length:]:
            if isinstance(entry, Played):
                twin.play(entry.seat, self.rules.parse(entry.action))
            else:
                assert twin.chance == entry.chance
                twin.resolve(entry.faces)
        assert encode(twin.state) == encode(self.table.state)
        assert twin.pending == self.table.position.pending

    def look(self, *, slow: bool) -> None:
        """The state is sound and data only, and views are what their seats may know.

        Between the slow looks one seat is looked at, at random.
        """
        state = self.table.state
        assert msgspec.json.decode(encode(state), type=self.rules.state_type) == state
        if self.invariant is not None:
            self.invariant(state)
        for entry in self.table.journal.line[-3:]:
            if isinstance(entry, Rolled):
                assert is_line(entry.chance.why), entry
                assert all(n >= 1 for n in entry.chance.sides), entry
        everybody = (None, *self.table.seats)
        for seat in everybody if slow else [self.rng.choice(everybody)]:
            view = self.table.view(seat)
            encode(view)
            if self.scramble is not None:
                self.check_secrets(seat, self.scramble(state, seat, self.rng), encode(view.game))
        assert (self.table.position.pending is None) == (self.table.result is not None)

    def check_secrets(self, seat: str | None, other: Any, view: bytes) -> None:
        """Two states that differ only in secrets of others look alike to the seat."""
        rules, state = self.rules, self.table.state
        assert encode(rules.view(other, seat)) == view, seat
        assert rules.describe(other, seat) == rules.describe(state, seat)
        if seat is not None:
            assert encode(rules.blind(other, seat)) == encode(rules.blind(state, seat)), seat
        asked, instead = self.table.decision, Position(rules, other.copy()).decision
        # Another secret may lead on by itself (a standing order); the same question must not tell.
        if asked and instead and (asked.seats, asked.step) == (instead.seats, instead.step):
            assert instead.prompt == asked.prompt, "a prompt tells a secret"

    def check_save(self) -> None:
        table = self.table
        data = dump(table)
        again = restore(data, lambda title: self.rules)
        assert encode(again.state) == encode(table.state)
        assert again.decision == table.decision
        assert again.undo_floor == table.undo_floor
        assert dump(again) == data

    def finish(self) -> None:
        """Replays of the record and of the journal end where the game did."""
        table = self.table
        record = read_record(write_record(table))
        again = play_record(record, lambda title: self.rules)
        assert encode(again.state) == encode(table.state)
        assert again.journal.line == table.journal.line
        again.dice = table.dice
        assert write_record(again) == write_record(table)
        if table.result is not None:
            assert verify_record(record, lambda title: self.rules) == table.journal.rolls
            assert set(table.result.winners) <= set(table.seats)


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)
