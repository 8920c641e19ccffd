"""What missions of phase II do when they arrive: the stages of raids, dives, duels and shells."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.battle import BattleStep
from sandtable.games.axis.events import Bombed, Fired, Lost, Shot
from sandtable.games.axis.sides import in_battle
from sandtable.games.axis.stages import Row, Stage
from sandtable.games.axis.state import HURT, OUT, AxisState, Piece
from sandtable.games.axis.world import World
from sandtable.table import Ask, Chance, Log

from . import buildings, flak
from .battles import Flak, FlyHome
from .frames import Strike

DIVE_DICE, DIVE_HITS_AT, DIVE_SUM = 2, 4, 7
"""HV-967; HV-830: under ``sum_7`` both dice together."""


def hit_ship(
    world: World, state: AxisState, zone: int, ship: Piece, hits: int, log: Log
) -> Piece | None:
    """The ship afterwards; sunk it takes its cargo along (HV-824)."""
    kind, where = world.kinds[ship.kind], world.spaces[zone].id
    if hits >= kind.hits - bool(ship.marks & HURT):
        state.remove(zone, ship)
        flak.report_lost(world, ship, 1, where, log)
        return None
    if not hits:
        return ship
    hurt = msgspec.structs.replace(ship, marks=ship.marks | HURT)
    state.change(zone, ship, hurt)
    whose = world.powers[ship.owner].id
    log.append(Lost(power=whose, what=f"1 {kind.id}", space=where, damaged=True))
    return hurt


class StrikeStage(Stage):
    """A stage of a strike."""

    def strike(self, battle: family.Battle) -> Strike:
        assert isinstance(battle, Strike)
        return battle

    def planes(self, state: AxisState, battle: family.Battle) -> list[tuple[Piece, int]]:
        """Who has come through and not struck yet."""
        return [
            (piece, count)
            for piece, count in state.units[battle.space]
            if piece.owner == battle.power and in_battle(self.world, piece, battle.among)
        ]

    def fired(
        self, battle: family.Battle, who: int, kind: int, faces: tuple[int, ...], at: int, log: Log
    ) -> int:
        """Dice of one kind of unit, written down; how many hit."""
        hits = sum(face <= at for face in faces)
        shot = Shot(self.power_name(who), self.world.kinds[kind].id, at, faces, hits)
        log.append(Fired(space=self.place(battle.space), what=self.name, shots=(shot,)))
        return hits


class Bombs(StrikeStage):
    """HV-062, HV-965: two dice of each bomber at the bombers' attack factor."""

    name = "bombs"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        dice = sum(
            raid.count * count
            for piece, count in self.planes(state, battle)
            if (raid := self.world.kinds[piece.kind].raid)
        )
        if dice:
            return Chance((6,) * dice, f"bombs on {self.place(battle.space)}")
        self.leave(battle)
        return None

    def rolled(
        self, state: AxisState, battle: family.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        strike, world, space = self.strike(battle), self.world, battle.space
        factor = world.arsenal(state.techs[battle.power]).attack
        kind = self.planes(state, battle)[0][0].kind
        hits = sum(face <= factor[kind] for face in faces)
        power, where = self.power_name(battle.power), self.place(space)
        log.append(Bombed(power=power, space=where, faces=faces, damage=hits))
        if hits:
            owner, gone = self._batter(state, strike, hits)
            what = f"1 {world.kinds[strike.target].id}"
            whose = self.power_name(owner)
            log.append(Lost(power=whose, what=what, space=where, damaged=not gone))
        self.leave(battle)

    def _batter(self, state: AxisState, strike: Strike, hits: int) -> tuple[int, bool]:
        """HV-964: the one building aimed at; says whose it was and whether it is gone."""
        space, target = strike.space, strike.target
        if self.world.kinds[target].building:
            return state.owner[space], buildings.hit(self.world, state, space, target, hits)
        foe = at.foes(state, strike.power)  # HV-816: bystanders' batteries are not hit
        battery = next(p for p, _ in state.units[space] if p.kind == target and foe[p.owner])
        state.remove(space, battery)
        return battery.owner, True


class Dive(StrikeStage):
    """HV-173, HV-970: one kamikaze after the other, each lost whatever it does."""

    name = "kamikaze"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        if self.strike(battle).ship is not None and self.planes(state, battle):
            return Chance((6,) * DIVE_DICE, f"kamikaze in {self.place(battle.space)}")
        for piece, count in self.planes(state, battle):
            self._fall(state, battle, piece, count, log)
        self.leave(battle)
        return None

    def _fall(
        self, state: AxisState, battle: family.Battle, piece: Piece, count: int, log: Log
    ) -> None:
        state.remove(battle.space, piece, count)
        flak.report_lost(self.world, piece, count, self.place(battle.space), log)

    def rolled(
        self, state: AxisState, battle: family.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        strike, piece = self.strike(battle), self.planes(state, battle)[0][0]
        assert strike.ship is not None
        if state.options["kamikaze"] == "sum_7":
            hits = self.fired(battle, battle.power, piece.kind, (sum(faces),), DIVE_SUM, log)
        else:
            hits = self.fired(battle, battle.power, piece.kind, faces, DIVE_HITS_AT, log)
        strike.ship = hit_ship(self.world, state, battle.space, strike.ship, hits, log)
        self._fall(state, battle, piece, 1, log)


class ShipFires(StrikeStage):
    """HV-070, HV-972: the ship aimed at shoots first; any hit destroys the torpedo bomber."""

    name = "ship-fires"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        ship = self.strike(battle).ship
        if ship is None or not self.planes(state, battle):
            self.leave(battle)
            return None
        dice = self.world.arsenal(state.techs[ship.owner]).defence_dice[ship.kind]
        return Chance((6,) * dice, f"fire at a torpedo bomber, {self.place(battle.space)}")

    def rolled(
        self, state: AxisState, battle: family.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        ship = self.strike(battle).ship
        assert ship is not None
        needed = self.world.arsenal(state.techs[ship.owner]).defence[ship.kind]
        if not self.fired(battle, ship.owner, ship.kind, faces, needed, log):
            self.on(battle)
            return
        plane = self.planes(state, battle)[0][0]
        state.remove(battle.space, plane)
        flak.report_lost(self.world, plane, 1, self.place(battle.space), log)


class Torpedo(StrikeStage):
    """HV-071: a torpedo bomber that was not hit fires in its turn, once."""

    name = "torpedo"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        return Chance((6,), f"torpedo, {self.place(battle.space)}")

    def rolled(
        self, state: AxisState, battle: family.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        strike, plane = self.strike(battle), self.planes(state, battle)[0][0]
        assert strike.ship is not None
        factor = self.world.arsenal(state.techs[battle.power]).attack[plane.kind]
        hits = self.fired(battle, battle.power, plane.kind, faces, factor, log)
        strike.ship = hit_ship(self.world, state, battle.space, strike.ship, hits, log)
        done = msgspec.structs.replace(plane, marks=plane.marks | OUT)
        state.change(battle.space, plane, done)
        self.on(battle)


class Shells(StrikeStage):
    """HV-068, HV-971: a die of each gun; the owner picks the losses and nobody fires back."""

    name = "shells"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        return Chance((6,) * self.strike(battle).guns, f"shells on {self.place(battle.space)}")

    def rolled(
        self, state: AxisState, battle: family.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        guns = self.strike(battle).target
        factor = self.world.arsenal(state.techs[battle.power]).attack[guns]
        hits = self.fired(battle, battle.power, guns, faces, factor, log)
        self.leave(battle)
        self.hit(state, attacker=False, hits=(0, 0, hits))


class Done(Stage):
    """The mission is over; aircraft of a sunk carrier look for a place (HV-824)."""

    name = "done"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        state.flow.remove(battle)
        state.flow.append(family.Homeless(battle.power))
        return None


STRIKES = {
    "raid": Row(before=(Flak,), rounds=(Bombs,), after=(FlyHome, Done)),
    "dive": Row(before=(), rounds=(Dive,), after=(Done,)),
    "torpedo": Row(before=(), rounds=(ShipFires, Torpedo), after=(FlyHome, Done)),
    "shell": Row(before=(), rounds=(Shells,), after=(Done,)),
}


class StrikeStep(BattleStep):
    """Runs the stages of a mission."""

    frame = Strike
