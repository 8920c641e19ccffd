"""A table: one game being played, with its dice, its journal and its undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from .chance import Chance, Dice, FixedDice
from .errors import Illegal, Malformed, Refusal, Stuck
from .journal import Journal, Played, Rolled
from .lines import LONGEST_LINE, is_line
from .position import LegalActions, Position
from .rules import Options, OptionValue, Rules, View, write_option
from .step import Action, Decision, Event, Result

SNAPSHOT_EVERY = 64
"""Undo goes to the nearest snapshot and replays from there, so this bounds its work."""


class TableView(msgspec.Struct, kw_only=True):
    """All that one seat may know of a table."""

    title: str
    seat: str | None
    version: int
    decision: Decision | None
    asked: bool
    result: Result | None
    game: View

    def space(self, name: str) -> Any:
        """One space as the seat sees it; raises ``Malformed``."""
        return self.game.space(name)


class Table:
    """One game of any title. See ``sandtable.new`` for how to come by one.

    ``dice`` answers whenever chance is asked for; without it the table waits at chance, and
    ``replay`` brings the answers (records do this).

    >>> from sandtable.games import find_title
    >>> table = Table(find_title("fortress"), edits=["clear", "turn west 2 declare"])
    >>> table.seats, table.decision.seats, table.decision.step
    (('west', 'south', 'east', 'usa'), ('west',), 'declare battles')
    """

    def __init__(
        self,
        rules: Rules[Any],
        options: Mapping[str, OptionValue] | None = None,
        players: Mapping[str, str] | None = None,
        dice: Dice | None = None,
        edits: Iterable[str] = (),
    ) -> None:
        self.rules = rules
        self.options: Options = rules.read_options(options or {})
        self.seats = rules.seats(self.options)
        self.players = self._read_players(players or {})
        self.dice = dice
        self.edits: list[str] = list(edits)
        self.journal = Journal(self._heading())
        self.opening: list[Event] = []
        self._rolls = 0
        self._open = 0
        state = rules.setup(self.options, self.players)
        for line in self.edits:
            rules.edit(state, _short(line))
        self._snapshots: dict[int, tuple[Any, int]] = {0: (state.copy(), 0)}
        self.position: Position[Any] = Position(rules, state, self.opening)
        self._roll(self.opening)
        if self.edits:
            self._check_way_on()

    # What is going on

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def version(self) -> int:
        """Counts the journal's entries, undos included: it never goes down."""
        return len(self.journal.entries)

    @property
    def decision(self) -> Decision | None:
        """Who is asked for what; ``None`` while dice are waited for, and when the game is over."""
        return self.position.decision

    @property
    def result(self) -> Result | None:
        """How the game ended; ``None`` while it goes on."""
        return self.rules.result(self.state)

    def legal_actions(self, seat: str | None = None) -> LegalActions:
        """All that a seat (by default the one that is asked) may do, piece by piece.

        >>> from sandtable.games import find_title
        >>> edits = ["clear", "units west zone-west-2 1 tank", "turn west 2 move"]
        >>> table = Table(find_title("fortress"), edits=edits)
        >>> [str(action) for action in table.legal_actions()][:2]
        ['move 1 tank zone-west-2 > zone-west-1', 'move 1 tank zone-west-2 > zone-west-3']
        >>> len(table.legal_actions()), len(table.legal_actions("usa"))
        (3, 0)
        """
        return self.position.legal_actions(self._seat(seat))

    def view(self, seat: str | None = None) -> TableView:
        """What the seat may know; without a seat, what everybody may know.

        >>> from sandtable.games import find_title
        >>> view = Table(find_title("fortress"), edits=["clear", "turn west 2 move"]).view("usa")
        >>> view.asked, view.decision.seats, view.game.round
        (False, ('west',), 2)
        """
        if seat is not None:
            self.check_seat(seat)
        return TableView(
            title=self.rules.id,
            seat=seat,
            version=self.version,
            decision=self.decision,
            asked=seat is not None and self.position.asks(seat),
            result=self.result,
            game=self.rules.view(self.state, seat),
        )

    def check_seat(self, seat: str) -> str:
        """The seat itself if the table has it; raises ``Malformed``."""
        if seat not in self.seats:
            raise Malformed(f"there is no seat {seat}; there are {', '.join(self.seats)}")
        return seat

    # Playing

    def check(self, action: Action | str, seat: str | None = None) -> Refusal | None:
        """Why the action is refused, or ``None``. Text that is no action raises ``Malformed``.

        >>> from sandtable.games import find_title
        >>> edits = ["clear", "units west zone-west-2 1 tank", "turn west 2 move"]
        >>> table = Table(find_title("fortress"), edits=edits)
        >>> refusal = table.check("move 1 tank zone-west-2 > zone-west-4")
        >>> refusal.code, refusal.text  # and refusal.rule is the ledger's id
        ('too-far', 'a tank moves 1 space at most')
        >>> table.check("move 1 tank zone-west-2 > zone-west-1") is None
        True
        """
        return self.position.check(self._seat(seat), self._read(action))

    def play(self, action: Action | str, seat: str | None = None) -> list[Event]:
        """Play for a seat (by default the one that is asked); returns what happened.

        What is refused raises ``Illegal`` and changes nothing.

        >>> from sandtable.games import find_title
        >>> edits = ["clear", "units west zone-west-2 1 tank", "turn west 2 move"]
        >>> table = Table(find_title("fortress"), edits=edits)
        >>> for event in table.play("move 1 tank zone-west-2 > zone-west-1"):
        ...     print(event.force, event.units)
        west 1 tank
        >>> table.version
        1
        """
        seat = self._seat(seat)
        action = self._read(action)
        text = str(action)
        journal = self.journal
        self._keep_snapshot()
        length, rolls, floor = len(journal), self._rolls, self._open
        events: list[Event] = self.position.play(seat, action)
        journal.add(Played(seat, text, _note(events)))
        try:
            self._roll(events)
            self._check_way_on()
        except (Malformed, Stuck):
            # Dice that cannot answer (a study ran out): the action has not happened.
            self._restore(length, rolls)
            self._open = floor
            self._put_back(journal.drop(length))
            raise
        if any(event.reveals for event in events):
            self._open = len(journal)
        return events

    def put_dice(self, dice: Dice) -> list[Event]:
        """Dice for a table that had none; they answer at once if chance is waited for.

        >>> from sandtable.games import find_title
        >>> edits = ["units west zone-west-1 1 tank", "laser chicago", "turn usa 2 lasers"]
        >>> table = Table(find_title("fortress"), edits=["clear", *edits])
        >>> _ = table.play("fire tank zone-west-1")
        >>> table.decision is None, table.position.chance.sides
        (True, (10,))
        >>> table.put_dice(FixedDice([5]))[0].hit
        True
        """
        self.dice = dice
        events: list[Event] = []
        self._roll(events)
        return events

    def remember(self, length: int, state: Any, rolls: int) -> None:
        """The state after the line's first ``length`` entries, so that undo starts there."""
        self._snapshots[length] = (state, rolls)
        self._snapshots = dict(sorted(self._snapshots.items()))

    def _check_way_on(self) -> None:
        """Nobody is ever asked without being able to answer; rules that fail here say so."""
        decision = self.decision
        if decision is not None:
            for seat in decision.seats:
                if not self.position.legal_actions(seat):
                    from .record import write_record

                    raise Stuck(seat, decision.step, write_record(self, finished=False))

    def _keep_snapshot(self) -> None:
        if len(self.journal) - next(reversed(self._snapshots)) >= SNAPSHOT_EVERY:
            self._snapshots[len(self.journal)] = (self.state.copy(), self._rolls)

    def _put_back(self, dropped: Iterable[Played | Rolled]) -> None:
        """Fixed dice that were thrown for an action that did not happen can be thrown again."""
        if isinstance(self.dice, FixedDice):
            thrown = [
                face for entry in dropped if isinstance(entry, Rolled) for face in entry.faces
            ]
            self.dice.queue[:0] = thrown

    def _roll(self, events: list[Event]) -> None:
        chance = self.position.chance
        while chance is not None and self.dice is not None:
            faces = self.dice.faces(chance, self._rolls, self.journal.transcript())
            self._rolls += 1
            self.journal.add(Rolled(chance, faces))
            events += self.position.resolve(faces)
            self._open = len(self.journal)
            chance = self.position.chance

    def replay(self, entry: Played | Rolled) -> list[Event]:
        """Take over an entry of another journal (a save's tail, a record)."""
        if isinstance(entry, Played):
            action = self._read(entry.action)
            events: list[Event] = self.position.play(self.check_seat(entry.seat), action)
            entry = Played(entry.seat, entry.action, _note(events))
        else:
            if not isinstance(self.position.pending, Chance):
                raise Malformed("a roll is recorded where none is made")
            if not self.position.pending.admits(entry.faces):
                raise Malformed(f"the recorded roll does not answer {self.position.pending.why}")
            entry = Rolled(self.position.pending, entry.faces)
            events = self.position.resolve(entry.faces)
            self._rolls += 1
        self.journal.add(entry)
        if isinstance(entry, Rolled) or any(event.reveals for event in events):
            self._open = len(self.journal)
        if self.position.chance is None:
            self._keep_snapshot()
        return events

    def resume(self, journal: Journal, position: Position[Any], floor: int) -> None:
        """Go on from a snapshot: the journal so far and the position it led to."""
        self.journal = journal
        self.position = position
        self._rolls = journal.rolls
        self._open = floor

    # Undo

    @property
    def undo_floor(self) -> int:
        """How far back the line may be undone freely: to the last roll or reveal."""
        return self._open

    def undo(
        self,
        seat: str | None = None,
        *,
        to: int | None = None,
        consent: Iterable[str] = (),
    ) -> None:
        """Take back the last action, or everything after the line's first ``to`` entries.

        What chance or a reveal has followed needs the consent of every seat, and so does
        taking back what another player did. Whoever holds several seats speaks for all of them.

        >>> from sandtable.games import find_title
        >>> edits = ["clear", "units west zone-west-2 1 tank", "turn west 2 move"]
        >>> table = Table(find_title("fortress"), edits=edits)
        >>> _ = table.play("move 1 tank zone-west-2 > zone-west-1")
        >>> table.undo("west")
        >>> len(table.journal), table.version  # the line is empty again, the count goes on
        (0, 2)
        """
        if seat is not None:
            self.check_seat(seat)
        line = self.journal.line
        length = self._before_last_action() if to is None else to
        if not 0 <= length < len(line):
            raise Malformed(f"there is nothing to take back to entry {length}")
        if isinstance(line[length], Rolled):
            raise Malformed(
                f"entry {length + 1} is a roll; what is taken back begins with an action"
            )
        speakers = [*consent, seat] if seat else list(consent)
        agreed = {other for speaker in speakers for other in self._together(speaker)}
        if not agreed >= set(self.seats):
            if length < self._open:
                raise Illegal(
                    Refusal(
                        "undo-revealed",
                        "",
                        "dice were rolled or something hidden was shown since then; "
                        "everybody must agree to take that back",
                    )
                )
            own = self._together(seat)
            if seat and any(isinstance(e, Played) and e.seat not in own for e in line[length:]):
                raise Illegal(
                    Refusal("undo-others", "", "another player has acted since; all must agree")
                )
        rolls = sum(1 for entry in line[:length] if isinstance(entry, Rolled))
        self._restore(length, rolls)
        self.journal.cut(length, seat or "table")
        self._open = min(self._open, length)

    def _before_last_action(self) -> int:
        line = self.journal.line
        for index in range(len(line) - 1, -1, -1):
            if isinstance(line[index], Played):
                return index
        raise Malformed("nothing has been played yet")

    def _together(self, seat: str | None) -> set[str]:
        """The seats that one person holds."""
        if seat is None:
            return set(self.seats)
        return {other for other in self.seats if self.players[other] == self.players.get(seat)}

    def _restore(self, length: int, rolls: int) -> None:
        for index in [index for index in self._snapshots if index > length]:
            del self._snapshots[index]
        start = max(self._snapshots)
        state, _ = self._snapshots[start]
        position: Position[Any] = Position(self.rules, state.copy())
        for entry in self.journal.line[start:length]:
            if isinstance(entry, Played):
                position.play(entry.seat, self.rules.parse(entry.action))
            else:
                position.resolve(entry.faces)
        self.position = position
        self._rolls = rolls

    # Details

    def _seat(self, seat: str | None) -> str:
        if seat is None:
            decision = self.decision
            if decision is None:
                waiting = self.position.chance is not None
                reason = "dice are to be rolled first" if waiting else "the game is over"
                raise Illegal(Refusal("waiting" if waiting else "over", "", reason))
            return decision.seats[0]
        return self.check_seat(seat)

    def _read(self, action: Action | str) -> Action:
        return self.rules.parse(_short(action)) if isinstance(action, str) else action

    def _heading(self) -> str:
        """What the game is, for the journal's hashes: title, options, and the edits of a study."""
        silent = {option.name: option.default for option in self.rules.options if option.added}
        options = (
            f"{name}={write_option(value)}\n"
            for name, value in self.options.items()
            if name not in silent or value != silent[name]
        )
        edits = (f"edit {line}\n" for line in self.edits)
        return f"{self.rules.id}\n{''.join(options)}{''.join(edits)}"

    def _read_players(self, players: Mapping[str, str]) -> dict[str, str]:
        for seat, name in players.items():
            self.check_seat(seat)
            if not is_line(name):
                raise Malformed(f"the player of {seat} needs a name of one line")
        full = {seat: players.get(seat, seat) for seat in self.seats}
        refusal = self.rules.check_players(self.options, full)
        if refusal is not None:
            raise Illegal(refusal)
        return full


def _short(line: str) -> str:
    if len(line) > LONGEST_LINE:
        raise Malformed(f"a line has at most {LONGEST_LINE} letters, this one {len(line)}")
    return line


def _note(events: Iterable[Event]) -> str:
    """What a record says about an action besides."""
    return "; ".join(str(event) for event in events if event.noted and event.seats is None)
