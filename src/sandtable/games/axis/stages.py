"""A battle is a row of stages: what a stage is, and how stages follow each other.

A title changes how battles are fought by swapping an entry of a row (guns that can be lost
instead of the family's anti-aircraft fire) or by declaring a row of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from sandtable.table import Action, Ask, Log, Refusal

from . import forces, frames
from .casualties import destroy
from .sides import Group, groups
from .state import AxisState

if TYPE_CHECKING:
    from .battle import BattleStep


class Stage:
    """One stage of a battle: a small rule that asks, rolls dice, or passes on.

    ``run`` returns what is waited for, or ``None`` after it has said what comes next: ``on`` to
    the next stage of the row, ``again`` to a new round, ``leave`` to what comes after the rounds.
    """

    name: ClassVar[str]
    prompt: ClassVar[str] = ""
    before_guns: ClassVar[bool] = False
    """Anti-aircraft fire is still to come."""
    between_rounds: ClassVar[bool] = False
    """No die of the round has been rolled: the odds of what follows can be told."""

    def __init__(self, step: BattleStep, order: Order) -> None:
        self.step = step
        self.order = order
        self.world = step.world
        self.axis = step.axis
        self.refuse = step.refuse

    # What a stage does

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        raise NotImplementedError

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        raise NotImplementedError

    def check(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        return self.wrong()

    def play(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action, log: Log
    ) -> None:
        raise NotImplementedError

    def candidates(self, state: AxisState, battle: frames.Battle, seat: str) -> Iterator[Action]:
        return iter(())

    # Where it goes on

    def on(self, battle: frames.Battle) -> None:
        battle.stage = self.order.following[self.name]

    def again(self, battle: frames.Battle) -> None:
        battle.stage = self.order.first_of_round

    def leave(self, battle: frames.Battle) -> None:
        battle.stage = self.order.first_after

    # Small helpers

    def wrong(self) -> Refusal:
        return self.refuse("wrong-step", prompt=self.prompt)

    def place(self, space: int) -> str:
        return self.world.spaces[space].id

    def power_name(self, power: int) -> str:
        return self.world.powers[power].id

    def side(self, state: AxisState, battle: frames.Battle, attacker: bool) -> list[Group]:
        return groups(self.world, state, battle, attacker)

    def has_destroyer(self, side: list[Group]) -> bool:
        return any(self.world.kinds[g.kind].hunts_submarines for g in side)

    def only_transports(self, *sides: list[Group]) -> bool:
        """Whether each of the sides consists of transports alone."""
        return all(forces.only_transports(self.world.kinds, [g.kind for g in s]) for s in sides)

    def sweep(self, state: AxisState, battle: frames.Battle, log: Log) -> bool:
        """Who is defenceless is destroyed as soon as he is; says whether there was anybody."""
        kinds = self.world.kinds
        if not any(kinds[piece.kind].lone_destroyed for piece, _ in state.units[battle.space]):
            return False
        attackers = [g.kind for g in self.side(state, battle, True)]
        defenders = self.side(state, battle, False)
        if not forces.defenceless(kinds, attackers, [g.kind for g in defenders]):
            return False
        for group in defenders:
            if kinds[group.kind].lone_destroyed:
                kind, count = group.kind, group.count
                destroy(self.world, state, battle.space, group.owner, kind, count, log)
        return True

    def hit(
        self,
        state: AxisState,
        *,
        attacker: bool,
        hits: forces.Hits,
        hunted: bool = False,
        still_fire: bool = False,
        air_only: bool = False,
    ) -> None:
        """Somebody has been hit: his losses are chosen before the battle goes on."""
        if any(hits):
            state.flow.append(frames.Casualties(attacker, hits, hunted, still_fire, air_only))


class Row:
    """The stages of a kind of battle: once before the rounds, in every round, once after them."""

    def __init__(
        self,
        before: tuple[type[Stage], ...],
        rounds: tuple[type[Stage], ...],
        after: tuple[type[Stage], ...],
    ) -> None:
        self.before, self.rounds, self.after = before, rounds, after

    def swap(self, changes: Mapping[type[Stage], tuple[type[Stage], ...]]) -> Row:
        """The row with some stages replaced, each by as many others as it takes."""

        def changed(part: tuple[type[Stage], ...]) -> tuple[type[Stage], ...]:
            return tuple(new for old in part for new in changes.get(old, (old,)))

        return Row(changed(self.before), changed(self.rounds), changed(self.after))


class Order:
    """A row in use: its stages by name, and which follows which."""

    def __init__(self, step: BattleStep, row: Row) -> None:
        listed = (*row.before, *row.rounds, *row.after)
        self.first = listed[0].name
        self.first_of_round = row.rounds[0].name
        self.first_after = row.after[0].name
        self.following = {a.name: b.name for a, b in pairwise(listed)}
        self.following[row.rounds[-1].name] = self.first_of_round
        self.stages = {stage.name: stage(step, self) for stage in listed}
        assert len(self.stages) == len(listed), "two stages of a row have the same name"
