"""The stages of a sea battle in which submarines may leave it by going down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import frames
from .actions import Hold, Submerge, Units
from .events import Submerged
from .sides import Group, in_battle
from .stages import Stage
from .state import OUT, AxisState


class Submerging(Stage):
    """Each owner of submarines that face no destroyer may take them down."""

    attacking: ClassVar[bool]
    prompt = "submerge submarines, or hold to fight on"
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        faced = battle.destroyers[1 if self.attacking else 0]
        if not faced and self.side(state, battle, not self.attacking):
            for group in self.side(state, battle, self.attacking):
                if not self.world.kinds[group.kind].submerges or group.owner in battle.asked:
                    continue
                seat = self.world.powers[group.owner].seat
                orders = state.orders.get(seat)
                if orders is None or not orders.submerge:
                    return Decision((seat,), "Submerge", self.prompt)
                battle.asked = (*battle.asked, group.owner)
                if orders.submerge == "always":
                    self._take_down(state, battle, group.owner, group.count, log)
        self.on(battle)
        return None

    def asked(self, state: AxisState, battle: frames.Battle, seat: str) -> Group | None:
        """The submarines that a seat is asked about."""
        for group in self.side(state, battle, self.attacking):
            if (
                self.world.kinds[group.kind].submerges
                and group.owner not in battle.asked
                and self.world.powers[group.owner].seat == seat
            ):
                return group
        return None

    def _take_down(
        self, state: AxisState, battle: frames.Battle, owner: int, count: int, log: Log
    ) -> None:
        log.append(
            Submerged(power=self.power_name(owner), count=count, space=self.place(battle.space))
        )
        for piece, number in state.units[battle.space]:
            if piece.owner != owner or not self.world.kinds[piece.kind].submerges:
                continue
            if count and in_battle(self.world, piece):
                down = min(count, number)
                marks = piece.marks | OUT
                state.change(battle.space, piece, msgspec.structs.replace(piece, marks=marks), down)
                count -= down

    def check(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Hold):
            return None
        if not isinstance(action, Submerge):
            return self.wrong()
        group = self.asked(state, battle, seat)
        assert group is not None
        count = 0
        for units in action.units:
            if not self.world.kinds[self.world.kind[units.kind]].submerges:
                return self.refuse("submerge-kind")
            count += units.count
        if count > group.count:
            space = self.place(battle.space)
            return self.refuse("no-units", unit=action.units[0].kind, space=space)
        return None

    def play(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action, log: Log
    ) -> None:
        group = self.asked(state, battle, seat)
        assert group is not None
        battle.asked = (*battle.asked, group.owner)
        if isinstance(action, Submerge):
            count = sum(units.count for units in action.units)
            self._take_down(state, battle, group.owner, count, log)

    def candidates(self, state: AxisState, battle: frames.Battle, seat: str) -> Iterator[Action]:
        yield Hold()
        group = self.asked(state, battle, seat)
        if group is not None:
            unit = self.world.kinds[group.kind].id
            for count in range(1, group.count + 1):
                yield Submerge((Units(count, unit),))


class AttackersSubmerge(Submerging):
    name = "submerge-attacker"
    attacking = True


class DefendersSubmerge(Submerging):
    name = "submerge-defender"
    attacking = False
