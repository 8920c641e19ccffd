"""Several plans for one turn, each played through with the enemy's answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import msgspec

from sandtable.table import Action

from .attack import Attacker
from .draft import Stroke
from .raider import Note
from .taste import HEEDLESS, PLAIN, THOUGHTFUL, Taste
from .trial import Trial

DICE = 2.0
"""How many rehearsals it takes until what they say counts for half: dice err, too."""
TWICE, OFTEN = 2, 8
"""So often the best plan is rehearsed at least; once more whenever so many others were."""
RIVALS, KNOWN = 3, 12
"""So many of the best plans are rehearsed up to so often when there are no new ones."""
CLEARLY = 6.0
"""What is worse by so many IPCs is not looked at again."""


class Proposal(msgspec.Struct, eq=False):
    """A plan, and where rehearsals of it led to."""

    attacker: Attacker
    """Who made the plan, or most of it."""
    strokes: tuple[Stroke, ...]
    values: list[float] = []

    @property
    def actions(self) -> list[Action]:
        return [action for stroke in self.strokes for action in stroke.actions]

    @property
    def targets(self) -> list[int]:
        """Each once, in the order of the plan."""
        return list(dict.fromkeys(stroke.target for stroke in self.strokes))

    def gain(self, plain: Proposal) -> float:
        """How much better than another with the same dice, as far as that can be believed."""
        pairs = list(zip(self.values, plain.values, strict=False))
        return sum(mine - other for mine, other in pairs) / (len(pairs) + DICE)


class Council:
    """Rehearses plans of captains of many tastes and changes of the best, until time is up.

    The plain captain's plan is played unless another one is better by the same dice.

    The number of rehearsals is given besides the time: where it is the lower bound, the same seed
    plays the same game again.
    """

    def __init__(
        self,
        make: Callable[[Taste], Attacker],
        board: Callable[[], Trial],
        rehearse: Callable[[list[Action], int], float],
        times: Callable[[Proposal], int],
        late: Callable[[], bool],
    ) -> None:
        self.make = make
        self.board = board
        """A board on which plans are tried."""
        self.rehearse = rehearse
        self.times = times
        """How many rehearsals there are for a plain plan and all that others have against it."""
        self.late = late
        self.held = 0
        self.heard: list[Proposal] = []
        self._known: set[tuple[str, ...]] = set()
        self._changed: Proposal | None = None

    def plan(self) -> Attacker:
        """Whoever made the best plan, or most of it, with that plan."""
        self._rehearse_all()
        best = self.best
        if best.strokes != tuple(best.attacker.strokes):
            self._adopt(best)
        return best.attacker

    def _rehearse_all(self) -> None:
        """New plans one after the other; one that leads is looked at again before the next."""
        plain = self._hear(self.make(PLAIN))
        assert plain is not None
        fresh = self._fresh()
        while not self._over():
            best = self.best
            if best is not plain and len(best.values) < TWICE + self.held // OFTEN:
                self._rehearse(best)
                continue
            one = next(fresh, None) or self._doubtful()
            if one is None:
                break
            self._rehearse(one)

    def _doubtful(self) -> Proposal | None:
        """One of the best plans, to be looked at again when there are no others."""
        ranked = sorted(self.heard[1:], key=lambda one: one.gain(self.heard[0]), reverse=True)
        near = [one for one in ranked[:RIVALS] if one.gain(self.heard[0]) > -CLEARLY]
        one = min(near, key=lambda one: len(one.values), default=None)
        return one if one is not None and len(one.values) < KNOWN else None

    def _adopt(self, one: Proposal) -> None:
        """The captain makes a changed plan his own."""
        targets = {*one.targets}
        wins: dict[int, float] = {}
        sent: dict[int, dict[int, int]] = {}
        notes: dict[int, Note] = {}
        for each in (one.attacker, *(other.attacker for other in self.heard)):
            wins = {**each.attacked, **wins}
            sent = {**each.sent, **sent}
            notes = {**{note[1]: note for note in each.notes}, **notes}
        captain = one.attacker
        captain.adopt(self.board(), one.strokes)
        captain.attacked = {target: win for target, win in wins.items() if target in targets}
        captain.sent = {target: force for target, force in sent.items() if target in targets}
        captain.notes = [note for target, note in notes.items() if target in targets]

    @property
    def best(self) -> Proposal:
        plain = self.heard[0]
        return max(self.heard, key=lambda one: one.gain(plain))

    def _fresh(self) -> Iterator[Proposal]:
        """Plans that nobody has proposed so far: those first that take little time to make."""
        yield from self._each(self._without(self.heard[0]))
        for taste in HEEDLESS:
            yield from self._each([self.make(taste)])
        yield from self._changes()
        for taste in THOUGHTFUL:
            yield from self._each([self.make(taste)])
            yield from self._changes()

    def _changes(self) -> Iterator[Proposal]:
        """Of the best plan, as long as one of them leads to a better one."""
        while self.best is not self._changed:
            self._changed = self.best
            yield from self._each(chain(self._without(self.best), self._with(self.best)))

    def _without(self, one: Proposal) -> Iterator[Proposal]:
        """The same without one of its targets: those first that were thought of last."""
        for target in reversed(one.targets):
            rest = (stroke for stroke in one.strokes if stroke.target != target)
            yield Proposal(one.attacker, self._possible(rest))

    def _with(self, one: Proposal) -> Iterator[Proposal]:
        """The same with a target of another one, if both can be had."""
        for other in list(self.heard):
            for target in other.targets:
                if target not in one.targets:
                    more = [stroke for stroke in other.strokes if stroke.target == target]
                    strokes = self._possible((*one.strokes, *more))
                    if len(strokes) == len(one.strokes) + len(more):
                        yield Proposal(one.attacker, strokes)

    def _possible(self, strokes: Iterable[Stroke]) -> tuple[Stroke, ...]:
        """Those that can be carried out one after the other."""
        trial = self.board()
        return tuple(stroke for stroke in strokes if trial.attempt(*stroke.actions))

    def _each(self, found: Iterable[Attacker | Proposal]) -> Iterator[Proposal]:
        for one in found:
            heard = self._hear(one)
            if heard is not None:
                yield heard

    def _hear(self, one: Attacker | Proposal) -> Proposal | None:
        """A plan that nobody has proposed so far, whatever the order of its moves."""
        if isinstance(one, Attacker):
            one = Proposal(one, tuple(one.strokes))
        moves = tuple(sorted(map(str, one.actions)))
        if moves in self._known:
            return None
        self._known.add(moves)
        self.heard.append(one)
        return one

    def _rehearse(self, one: Proposal) -> None:
        """From the next dice, and the plain plan from the same ones."""
        number = len(one.values)
        for each in (self.heard[0], one):
            if len(each.values) == number and not self._over():
                self.held += 1
                each.values.append(self.rehearse(each.actions, number))

    def _over(self) -> bool:
        return self.held >= self.times(self.heard[0]) or self.late()
