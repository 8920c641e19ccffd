"""Battles of the 1940 rules where they differ: guns that are units, transports without escort."""

from __future__ import annotations

from sandtable.games.axis import forces, frames
from sandtable.games.axis.battle import LAND, SEA, Judge
from sandtable.games.axis.casualties import destroy
from sandtable.games.axis.events import Fired, Shot
from sandtable.games.axis.firing import AntiAircraft
from sandtable.games.axis.retreat import retreat_goals
from sandtable.games.axis.sides import under_fire, with_dead
from sandtable.games.axis.stages import Stage
from sandtable.games.axis.state import AxisState
from sandtable.table import Ask, Chance, Log


class Guns(Stage):
    """Each gun has three shots, all together one at each aircraft (G40-379, G40-380).

    Guns that a bombardment has hit still fire; guns alone do not fight (G40-932, G40-967).
    """

    name = "guns"
    before_guns = True
    between_rounds = True

    def shots(self, state: AxisState, battle: frames.Battle) -> list[tuple[int, int]]:
        """Dice by the number they hit at, the best first (G40-967: who has radar fires first)."""
        kinds = self.world.kinds
        defenders = with_dead(battle, self.side(state, battle, False))
        if forces.only_transports(kinds, [g.kind for g in defenders]):
            return []
        guns: dict[int, int] = {}
        for group in defenders:
            dice = group.count * kinds[group.kind].aa_shots
            if dice:
                hit = self.world.arsenal(state.techs[group.owner]).aa_hit[group.kind]
                guns[hit] = guns.get(hit, 0) + dice
        left = self._planes(state, battle)
        found = []
        for hit, dice in sorted(guns.items(), reverse=True):
            if min(dice, left):
                found.append((hit, min(dice, left)))
                left -= min(dice, left)
        return found

    def _planes(self, state: AxisState, battle: frames.Battle) -> int:
        return sum(group.count for group in under_fire(self.world, state, battle))

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        dice = sum(count for _, count in self.shots(state, battle))
        if dice:
            return Chance((6,) * dice, f"anti-aircraft fire, {self.place(battle.space)}")
        self.on(battle)
        return None

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        shots, rest = [], list(faces)
        gun = next(kind.id for kind in self.world.kinds if kind.aa_shots)
        for hit, count in self.shots(state, battle):
            rolled, rest = tuple(rest[:count]), rest[count:]
            shots.append(Shot("", gun, hit, rolled, sum(face <= hit for face in rolled)))
        fired = Fired(space=self.place(battle.space), what="anti-aircraft fire", shots=tuple(shots))
        log.append(fired)
        self.on(battle)
        self.hit(state, attacker=True, hits=(0, 0, fired.hits), air_only=True)


class JudgeTransports(Judge):
    """Attacking transports alone that cannot go back are lost without dice (G40-250, G40-963)."""

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        attackers = self.side(state, battle, True)
        if self._are_caught(state, battle):
            for group in attackers:
                owner, kind, count = group.owner, group.kind, group.count
                destroy(self.world, state, battle.space, owner, kind, count, log)
        return super().run(state, battle, log)

    def _are_caught(self, state: AxisState, battle: frames.Battle) -> bool:
        attackers = self.side(state, battle, True)
        defenders = self.side(state, battle, False)
        return (
            self.only_transports(attackers)
            and bool(defenders)
            and not self.only_transports(defenders)
            and self.can_hit(state, attackers, defenders)
            and not retreat_goals(self.world, state, battle)
        )


LAND_1940 = LAND.swap({AntiAircraft: (Guns,)})
SEA_1940 = SEA.swap({Judge: (JudgeTransports,)})
