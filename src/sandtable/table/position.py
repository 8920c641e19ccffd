"""A state with the rules that move it on: the table's heart, and what search code uses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Generic

from .chance import Chance
from .errors import Illegal, Refusal
from .rules import Rules
from .step import Action, Ask, Decision, Log, S


class _Found(Iterator[Action]):
    """Actions as they are found; ``count`` finds all that are left and keeps them."""

    def __init__(self, actions: Iterator[Action]) -> None:
        self._actions = actions
        self.untouched = True

    def __next__(self) -> Action:
        self.untouched = False
        return next(self._actions)

    def count(self) -> int:
        left = list(self._actions)
        self._actions = iter(left)
        return len(left)


class LegalActions:
    """The legal actions of a seat, found only as far as they are looked at.

    Iterate, count with ``len``, or ask ``action in legal`` (which also accepts actions that
    move several pieces at once, while iteration goes piece by piece).
    """

    def __init__(self, position: Position[Any], seat: str) -> None:
        self._position = position
        self.seat = seat
        self._begun: _Found | None = None

    def __iter__(self) -> Iterator[Action]:
        self._begun = found = _Found(self._find())
        return found

    def _find(self) -> Iterator[Action]:
        position = self._position
        if not position.asks(self.seat):
            return iter(())
        frame = position.state.flow[-1]
        return position.rules.steps[type(frame)].actions(position.state, frame, self.seat)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self._position.check(self.seat, action) is None

    def __len__(self) -> int:
        # ``list(legal)`` asks for the length of what it is about to read: found once for both.
        begun, self._begun = self._begun, None
        if begun is None or not begun.untouched:
            begun = _Found(self._find())
        return begun.count()

    def __bool__(self) -> bool:
        return next(self._find(), None) is not None

    def sample(self, rng: random.Random) -> Action | None:
        """One of them with equal chances, or ``None`` if there is none."""
        position = self._position
        if not position.asks(self.seat):
            return None
        frame = position.state.flow[-1]
        return position.rules.steps[type(frame)].sample(position.state, frame, self.seat, rng)


class Position(Generic[S]):
    """A state, and what it waits for: a decision, chance, or nothing once the game is over.

    It has no dice, no journal and no undo, so it is what a search copies and plays on.

    >>> from sandtable import new
    >>> position = new("fortress", seed=1).position.copy()
    >>> log = position.play("usa", position.rules.parse("default"))
    >>> position.decision.seats, position.chance
    (('west',), None)
    """

    __slots__ = ("pending", "rules", "state")

    def __init__(self, rules: Rules[S], state: S, log: Log | None = None) -> None:
        self.rules = rules
        self.state = state
        self.pending: Ask | None = None
        self._advance([] if log is None else log)

    def copy(self) -> Position[S]:
        """One to play on without changing this one.

        >>> from sandtable import new
        >>> position = new("naval", seed=1).position
        >>> twin = position.copy()
        >>> log = twin.play("p1", twin.rules.parse("nation japan"))
        >>> position.decision.seats, twin.decision.seats
        (('p1', 'p2'), ('p2',))
        """
        return self._with(self.state.copy())

    def seen_by(self, seat: str) -> Position[S]:
        """The position as the seat knows it, for bots: no secret of another seat is in it.

        >>> from sandtable import new
        >>> game = new("naval", seed=1)
        >>> _ = game.play("nation japan", "p1")
        >>> game.position.state.picks["p1"], game.position.seen_by("p2").state.picks["p1"]
        (('japan',), ('?',))
        """
        return self._with(self.rules.blind(self.state, seat))

    def _with(self, state: S) -> Position[S]:
        twin: Position[S] = object.__new__(Position)
        twin.rules = self.rules
        twin.state = state
        twin.pending = self.pending
        return twin

    @property
    def decision(self) -> Decision | None:
        """What is asked, and of whom."""
        return self.pending if isinstance(self.pending, Decision) else None

    @property
    def chance(self) -> Chance | None:
        """The dice or cards that are waited for; ``resolve`` answers."""
        return self.pending if isinstance(self.pending, Chance) else None

    def asks(self, seat: str) -> bool:
        """Whether a seat is among those that are asked."""
        return isinstance(self.pending, Decision) and seat in self.pending.seats

    def legal_actions(self, seat: str) -> LegalActions:
        """What a seat may do.

        >>> from sandtable import new
        >>> position = new("naval", seed=1).position
        >>> sorted(map(str, position.legal_actions("p1")))[:3]
        ['nation france', 'nation germany', 'nation great-britain']
        """
        return LegalActions(self, seat)

    def check(self, seat: str, action: Action) -> Refusal | None:
        """Why an action is refused, or ``None``; the state is left alone.

        >>> from sandtable import new
        >>> position = new("fortress", seed=1).position
        >>> print(position.check("west", position.rules.parse("default")))
        west is not asked now; usa is to decide
        """
        anytime = self.rules.anytime.get(type(action))
        if anytime is not None:
            return anytime.check(self.state, seat, action)
        if not self.asks(seat):
            return self._not_asked(seat)
        frame = self.state.flow[-1]
        return self.rules.steps[type(frame)].check(self.state, frame, seat, action)

    def play(self, seat: str, action: Action, *, advance: bool = True) -> Log:
        """Check and carry out; stops at the next decision or at chance.

        Without ``advance`` it stops at once, before what follows by itself: for looking only.

        >>> from sandtable import new
        >>> position = new("fortress", seed=1).position.copy()
        >>> for seat in ("usa", "west", "south", "east"):
        ...     log = position.play(seat, position.rules.parse("default"))
        >>> position.decision.step
        'declare battles'
        """
        log: Log = []
        anytime = self.rules.anytime.get(type(action))
        if anytime is not None:
            refusal = anytime.check(self.state, seat, action)
            if refusal is None:
                anytime.play(self.state, seat, action, log)
        elif not self.asks(seat):
            refusal = self._not_asked(seat)
        else:
            frame = self.state.flow[-1]
            step = self.rules.steps[type(frame)]
            refusal = step.attempt(self.state, frame, seat, action, log)
        if refusal is not None:
            raise Illegal(refusal)
        if not advance or (anytime is not None and isinstance(self.pending, Chance)):
            return log
        self._advance(log)
        return log

    def resolve(self, faces: tuple[int, ...]) -> Log:
        """Answer the chance that is waited for.

        >>> from sandtable.games import find_title
        >>> from sandtable.table import Table
        >>> edits = ["units west zone-west-1 1 tank", "laser chicago", "turn usa 2 lasers"]
        >>> position = Table(find_title("fortress"), edits=["clear", *edits]).position
        >>> log = position.play("usa", position.rules.parse("fire tank zone-west-1"))
        >>> [event.hit for event in position.copy().resolve((4,)) if hasattr(event, "hit")]
        [False]
        >>> [event.hit for event in position.resolve((10,)) if hasattr(event, "hit")]
        [True]
        """
        chance = self.chance
        if chance is None or not chance.admits(faces):
            raise ValueError(f"{faces} does not answer {self.pending}")
        log: Log = []
        frame = self.state.flow[-1]
        self.rules.steps[type(frame)].rolled(self.state, frame, faces, log)
        self._advance(log)
        return log

    def _advance(self, log: Log) -> None:
        flow = self.state.flow
        steps = self.rules.steps
        while flow:
            frame = flow[-1]
            ask = steps[type(frame)].run(self.state, frame, log)
            if ask is not None:
                self.pending = ask
                return
        self.pending = None

    def _not_asked(self, seat: str) -> Refusal:
        if isinstance(self.pending, Decision):
            asked = " and ".join(self.pending.seats)
            return Refusal(
                "not-asked", "", f"{seat} is not asked now; {asked} is to decide", {"seat": seat}
            )
        reason = "dice are to be rolled" if self.pending else "the game is over"
        return Refusal("not-asked", "", f"nothing can be played: {reason}", {"seat": seat})
