"""The stages of a battle in which dice are rolled."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from sandtable.table import Ask, Chance, Log

from . import forces, frames
from . import situation as at
from .casualties import destroy
from .events import Fired, Shot
from .sides import Group, with_dead
from .stages import Stage
from .state import DROPPED, MOVED, AxisState, Piece
from .units import SUBMARINE


class AntiAircraft(Stage):
    """One gun fires once at each attacking aircraft, kind by kind."""

    name = "aa"
    before_guns = True
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        planes = self._planes(state, battle)
        if planes and at.aa_gun(self.world, state, battle.power, battle.space):
            dice = sum(planes.values())
            return Chance((6,) * dice, f"anti-aircraft fire, {self.place(battle.space)}")
        self.on(battle)
        return None

    def _planes(self, state: AxisState, battle: frames.Battle) -> dict[int, int]:
        """Attacking aircraft by kind."""
        return {
            g.kind: g.count
            for g in self.side(state, battle, True)
            if self.world.kinds[g.kind].domain == "air"
        }

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        needed = at.aa_gun(self.world, state, battle.power, battle.space)
        shots, hits, rest = [], {}, list(faces)
        for kind, count in self._planes(state, battle).items():
            rolled, rest = tuple(rest[:count]), rest[count:]
            hits[kind] = sum(face <= needed for face in rolled)
            unit = self.world.kinds[kind].id
            shots.append(Shot("", unit, needed, rolled, hits[kind]))
        space = self.place(battle.space)
        log.append(Fired(space=space, what="anti-aircraft fire", shots=tuple(shots)))
        for kind, count in hits.items():
            if count:
                destroy(self.world, state, battle.space, battle.power, kind, count, log)
        self.on(battle)


class Drop(Stage):
    """Paratroopers leave the bombers that came through."""

    name = "drop"
    between_rounds = True

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        for piece, count in state.units[battle.space]:
            if piece.owner == battle.power and piece.marks & DROPPED and piece.cargo:
                state.change(battle.space, piece, msgspec.structs.replace(piece, cargo=()), count)
                for cargo in piece.cargo:
                    jumper = Piece(cargo.kind, cargo.owner, 0, -1, MOVED | DROPPED)
                    state.add(battle.space, jumper, count)
        self.on(battle)
        return None


class Volleys(Stage):
    """One side fires: all of it, or before that those who strike first."""

    attacking: ClassVar[bool]
    opening: ClassVar[bool] = False
    what: ClassVar[str]

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        owner, volleys = self.volleys(state, battle)
        if volleys:
            dice = sum(v.dice for v in volleys)
            where = f"{self.place(battle.space)}, round {battle.round}"
            return Chance((6,) * dice, f"{self._title(owner)}, {where}")
        self.on(battle)
        self.done(state, battle)
        return None

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        owner, volleys = self.volleys(state, battle)
        self.scored(state, battle, owner, self._count(battle, owner, volleys, faces, log))

    def scored(
        self, state: AxisState, battle: frames.Battle, owner: int, hits: forces.Hits
    ) -> None:
        """A power of the side has fired and hit so often. Defenders are added up."""
        old = battle.hits
        battle.hits = (old[0] + hits[0], old[1] + hits[1], old[2] + hits[2])
        battle.fired = (*battle.fired, owner)

    def done(self, state: AxisState, battle: frames.Battle) -> None:
        """Nobody of the side has anything more to fire."""

    # Who fires

    def volleys(self, state: AxisState, battle: frames.Battle) -> tuple[int, list[forces.Volley]]:
        """What fires next in this stage, and for which power."""
        attackers = self.side(state, battle, True)
        defenders = self.side(state, battle, False)
        if self.attacking:
            found = self._timely(battle, attack_volleys(self, state, attackers))
            targets = [g.kind for g in defenders]
            hunted = battle.destroyers[0]
            return battle.power, forces.useful(self.world.kinds, found, targets, hunted)
        firing = defenders if self.opening else with_dead(battle, defenders)
        for owner in sorted({g.owner for g in firing} - set(battle.fired)):
            found = self._timely(battle, defence_volleys(self, state, firing, owner))
            targets = [g.kind for g in attackers]
            found = forces.useful(self.world.kinds, found, targets, battle.destroyers[1])
            if found:
                return owner, found
        return -1, []

    def _timely(self, battle: frames.Battle, volleys: list[forces.Volley]) -> list[forces.Volley]:
        """Those who fire in this stage: some may strike before the others."""
        strikes = battle.sea and forces.strikes(battle.destroyers)[0 if self.attacking else 1]
        kinds = self.world.kinds
        return [v for v in volleys if (kinds[v.kind].strikes and strikes) == self.opening]

    # Counting

    def _title(self, owner: int) -> str:
        return f"{self.what} of {self.power_name(owner)}"

    def _count(
        self,
        battle: frames.Battle,
        owner: int,
        volleys: list[forces.Volley],
        faces: tuple[int, ...],
        log: Log,
    ) -> forces.Hits:
        hits = [0, 0, 0]
        shots, rest = [], list(faces)
        for volley in volleys:
            rolled, rest = tuple(rest[: volley.dice]), rest[volley.dice :]
            kind = self.world.kinds[volley.kind]
            good = volley.hits(rolled)
            hits[kind.source] += good
            shots.append(Shot(self.power_name(owner), kind.id, volley.needed, rolled, good))
        what = f"{self._title(owner)}, round {battle.round}"
        log.append(Fired(space=self.place(battle.space), what=what, shots=tuple(shots)))
        return (hits[0], hits[1], hits[2])


def attack_volleys(stage: Stage, state: AxisState, side: list[Group]) -> list[forces.Volley]:
    if not side:
        return []
    arsenal = stage.world.arsenal(state.techs[side[0].owner])
    return forces.attack_volleys(stage.world.kinds, arsenal, {g.kind: g.count for g in side})


def defence_volleys(
    stage: Stage, state: AxisState, side: list[Group], owner: int
) -> list[forces.Volley]:
    arsenal = stage.world.arsenal(state.techs[owner])
    force = {g.kind: g.count for g in side if g.owner == owner}
    return forces.defence_volleys(stage.world.kinds, arsenal, force)


class AttackersStrike(Volleys):
    """Submarines that face no destroyer fire first; their hits wait for the other side's."""

    name = "strike-attacker"
    attacking = True
    opening = True
    what = "surprise strike"

    def scored(
        self, state: AxisState, battle: frames.Battle, owner: int, hits: forces.Hits
    ) -> None:
        battle.struck = hits[SUBMARINE]
        self.on(battle)


class DefendersStrike(Volleys):
    """What both strikes have hit is lost before the others fire."""

    name = "strike-defender"
    attacking = False
    opening = True
    what = "surprise strike in defence"

    def done(self, state: AxisState, battle: frames.Battle) -> None:
        battle.fired = ()
        # The defender chooses first, so his frame lies on top.
        self.hit(state, attacker=True, hits=battle.hits)
        self.hit(state, attacker=False, hits=(battle.struck, 0, 0))
        battle.hits, battle.struck = (0, 0, 0), 0


class Attack(Volleys):
    """Defenders that are hit still fire in this round."""

    name = "attack"
    attacking = True
    what = "attack"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        self.sweep(state, battle, log)
        return super().run(state, battle, log)

    def scored(
        self, state: AxisState, battle: frames.Battle, owner: int, hits: forces.Hits
    ) -> None:
        self.on(battle)
        hunted = battle.destroyers[0]
        self.hit(state, attacker=False, hits=hits, hunted=hunted, still_fire=True)


class Defend(Volleys):
    """One defending power after the other; the attacker loses for all their hits at once."""

    name = "defend"
    attacking = False
    what = "defence"

    def done(self, state: AxisState, battle: frames.Battle) -> None:
        battle.fired = ()
        self.hit(state, attacker=True, hits=battle.hits, hunted=battle.destroyers[1])
        battle.hits = (0, 0, 0)
