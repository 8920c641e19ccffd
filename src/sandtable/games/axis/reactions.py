"""What other seats may do between an enemy's moves and his battles.

Scrambling, intercepting, suicide attacks: a rulebook's reactions are classes in a title's
``reactions``. Each says whose it is, what they may do, and what happens then. They are asked one
after the other when the combat stage ``Reactions`` (or a step of the title's) opens the frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import frames
from . import situation as at
from .actions import Hold
from .combat_stages import CombatStage, Open
from .events import Moved
from .state import INTERCEPTS, SORTIE, AxisState, Piece
from .steps import AxisStep
from .world import World

if TYPE_CHECKING:
    from .rules import AxisRules


class Reaction:
    """One kind of reaction. ``frame.power`` is the attacker, ``frame.notes`` is for its own use."""

    name: ClassVar[str]
    prompt: ClassVar[str] = "react, or hold"

    def __init__(self, step: ReactStep) -> None:
        self.step = step
        self.world = step.world
        self.axis = step.axis
        self.refuse = step.refuse

    def wrong(self) -> Refusal:
        return self.refuse("wrong-step", prompt=self.prompt)

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        """Whose it is: the powers that have a choice now, in the order they are asked."""
        raise NotImplementedError

    def why_not_hold(self, state: AxisState, frame: frames.React, power: int) -> Refusal | None:
        """What a power has to do before its part can end."""
        return None

    def candidates(self, state: AxisState, frame: frames.React, power: int) -> Iterator[Action]:
        """What they may do besides ``hold``, which ends a power's part."""
        raise NotImplementedError

    def check(
        self, state: AxisState, frame: frames.React, power: int, action: Action
    ) -> Refusal | None:
        raise NotImplementedError

    def play(
        self, state: AxisState, frame: frames.React, power: int, action: Action, log: Log
    ) -> None:
        """Carry it out, or note it down for ``resolve``."""
        raise NotImplementedError

    def resolve(self, state: AxisState, frame: frames.React, log: Log) -> Ask | None:
        """What happens when all have answered. Asks for dice, or returns ``None`` when done."""
        return None

    def rolled(
        self, state: AxisState, frame: frames.React, faces: tuple[int, ...], log: Log
    ) -> None:
        raise NotImplementedError


class ReactStep(AxisStep[frames.React]):
    """Asks for one reaction after the other, and in each one power after the other."""

    frame = frames.React

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.reactions = {kind.name: kind(self) for kind in rules.reactions}

    def _row(self, frame: frames.React) -> tuple[str, ...]:
        return (frame.only,) if frame.only else tuple(self.reactions)

    def reaction(self, frame: frames.React) -> Reaction:
        return self.reactions[self._row(frame)[frame.place]]

    def run(self, state: AxisState, frame: frames.React, log: Log) -> Ask | None:
        if frame.place >= len(self._row(frame)):
            state.flow.remove(frame)
            return None
        reaction = self.reaction(frame)
        power = self._asked(state, frame)
        if power is not None:
            seat = self.world.powers[power].seat
            return Decision((seat,), reaction.name, reaction.prompt)
        ask = reaction.resolve(state, frame, log)
        if ask is None:
            frame.place += 1
            frame.done, frame.notes = (), ()
        return ask

    def _asked(self, state: AxisState, frame: frames.React) -> int | None:
        reaction = self.reaction(frame)
        return next((p for p in reaction.powers(state, frame) if p not in frame.done), None)

    def check(
        self, state: AxisState, frame: frames.React, seat: str, action: Action
    ) -> Refusal | None:
        power = self._asked(state, frame)
        assert power is not None
        if isinstance(action, Hold):
            return self.reaction(frame).why_not_hold(state, frame, power)
        return self.reaction(frame).check(state, frame, power, action)

    def play(
        self, state: AxisState, frame: frames.React, seat: str, action: Action, log: Log
    ) -> None:
        power = self._asked(state, frame)
        assert power is not None
        if isinstance(action, Hold):
            frame.done = (*frame.done, power)
        else:
            self.reaction(frame).play(state, frame, power, action, log)

    def rolled(
        self, state: AxisState, frame: frames.React, faces: tuple[int, ...], log: Log
    ) -> None:
        self.reaction(frame).rolled(state, frame, faces, log)

    def candidates(self, state: AxisState, frame: frames.React, seat: str) -> Iterator[Action]:
        yield Hold()
        power = self._asked(state, frame)
        if power is not None:
            yield from self.reaction(frame).candidates(state, frame, power)

    def usual(self, state: AxisState, frame: frames.React, seat: str) -> Action:
        power = self._asked(state, frame)
        if power is None or self.reaction(frame).why_not_hold(state, frame, power) is None:
            return Hold()
        return next(self.reaction(frame).candidates(state, frame, power))


class Reactions(CombatStage):
    """The stage of combat that lets other seats react before anything is fought."""

    name = "reactions"
    comes_first = "reactions-first"

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        return [], []

    def run(self, state: AxisState, frame: frames.ConductCombat, log: Log) -> Ask | None:
        self.step.on(frame)
        state.flow.append(frames.React(frame.power))
        return None


# Aircraft that other seats send out


def send_out(state: AxisState, piece: Piece, home: int, goal: int, count: int = 1) -> None:
    """Aircraft leave home for a battle elsewhere; ``fly_home`` brings them back."""
    state.remove(home, piece, count)
    away = msgspec.structs.replace(piece, origin=home, marks=piece.marks | SORTIE)
    state.add(goal, away, count)


def fly_home(world: World, state: AxisState, log: Log) -> None:
    """Who was sent out goes back where he came from; if that was lost he must look elsewhere."""
    for space, stack in enumerate(state.units):
        for piece, count in stack:
            if piece.marks & INTERCEPTS:
                landed = msgspec.structs.replace(piece, marks=piece.marks & ~INTERCEPTS)
                state.change(space, piece, landed, count)
            if not piece.marks & SORTIE:
                continue
            state.remove(space, piece, count)
            home = piece.origin
            if not at.is_friendly_land(world, state, piece.owner, home):
                home = space
            fresh = msgspec.structs.replace(piece, origin=-1, marks=piece.marks & ~SORTIE)
            state.add(home, fresh, count)
            what = f"{count} {world.kinds[piece.kind].id}"
            route = (world.spaces[space].id, world.spaces[home].id)
            log.append(Moved(power=world.powers[piece.owner].id, what=what, route=route))
