"""Kamikaze attacks, announced first and rolled before any battle (G40-467 to G40-474)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Units
from sandtable.games.axis.casualties import destroy
from sandtable.games.axis.edit import EDITS, Edit, Editor
from sandtable.games.axis.events import Fired, Lost, Shot
from sandtable.games.axis.movement import cargo_label
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.state import HURT, AxisState, Piece
from sandtable.games.axis.topics import Topic
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Chance, Log, Malformed, Refusal

from .actions import Dive
from .attacks import KAMIKAZE, storms
from .scramble import Rising
from .state import KAMIKAZE_ATTACKS, Aimed, State1940

JAPAN = "japan"
HITS_AT = 2


class KamikazeTopic(Topic):
    """G40-467: only Japan has such attacks, and none of them comes back."""

    def concerns(self, world: World, state: AxisState, seat: str) -> bool:
        assert isinstance(state, State1940)
        japan = world.power.get(JAPAN, -1)
        return japan >= 0 and world.powers[japan].seat == seat and state.kamikaze > 0


class Kamikaze(Rising):
    """Which ships are attacked, and how often each, is said before any die is rolled."""

    name = "Kamikaze"
    prompt = "aim kamikaze attacks at surface warships, or hold"

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        japan = self.world.power.get(JAPAN, -1)
        if japan < 0 or not at.foes(state, frame.power)[japan]:
            return
        if self.orders(state, japan, KAMIKAZE) == ("never",):
            return
        if next(self.candidates(state, frame, japan), None) is not None:
            yield japan

    def _left(self, state: AxisState) -> int:
        assert isinstance(state, State1940)
        return state.kamikaze - sum(aim.count for aim in state.aimed)

    def _zones(self, state: AxisState, frame: frames.React) -> list[int]:
        """G40-468, G40-469: marked zones with a landing or where Japanese units are attacked.

        Who holds islands or Tokyo does not matter (G40-945).
        """
        world, japan = self.world, self.world.power[JAPAN]
        return [
            zone
            for zone in self.attacked(state, frame)
            if KAMIKAZE in world.spaces[zone].symbols
            and (
                storms(world, state, frame.power, zone)
                or any(piece.owner == japan for piece, _ in state.units[zone])
            )
        ]

    def _free(self, state: AxisState, frame: frames.React, zone: int) -> dict[Piece, int]:
        """Surface warships of the attacker that nothing is aimed at yet (G40-471, G40-987)."""
        assert isinstance(state, State1940)
        found = {
            piece: count
            for piece, count in state.units[zone]
            if piece.owner == frame.power and self.world.kinds[piece.kind].surface_warship
        }
        for aim in state.aimed:
            if aim.zone == zone:
                found[aim.ship] -= 1
        return {piece: count for piece, count in found.items() if count}

    def candidates(self, state: AxisState, frame: frames.React, power: int) -> Iterator[Action]:
        for zone in self._zones(state, frame):
            for piece in self._free(state, frame, zone):
                unit = self.world.kinds[piece.kind].id
                ship = Units(1, unit, cargo=cargo_label(self.world, piece))
                for count in range(1, self._left(state) + 1):
                    yield Dive(count, ship, bool(piece.marks & HURT), self.step.name(zone))

    def _meant(self, state: AxisState, frame: frames.React, action: Dive) -> Piece | None:
        for piece in self._free(state, frame, self.world.space[action.zone]):
            if (
                self.world.kinds[piece.kind].id == action.ship.kind
                and bool(piece.marks & HURT) == action.damaged
                and cargo_label(self.world, piece) == action.ship.cargo
            ):
                return piece
        return None

    def check(
        self, state: AxisState, frame: frames.React, power: int, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Dive) or action.count < 1 or action.ship.count != 1:
            return self.wrong()
        zone, kind = self.world.space[action.zone], self.world.kind[action.ship.kind]
        if KAMIKAZE not in self.world.spaces[zone].symbols:
            return self.refuse("kamikaze-zone", zone=action.zone)
        if zone not in self._zones(state, frame):
            return self.refuse("kamikaze-quiet", zone=action.zone)
        if not self.world.kinds[kind].surface_warship:
            return self.refuse("kamikaze-target", unit=action.ship.kind)
        if self._meant(state, frame, action) is None:
            return self.refuse("kamikaze-ship", unit=action.ship.kind, zone=action.zone)
        if action.count > self._left(state):
            return self.refuse("kamikaze-left", left=self._left(state))
        return None

    def play(
        self, state: AxisState, frame: frames.React, power: int, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Dive)
        assert isinstance(state, State1940)
        ship = self._meant(state, frame, action)
        assert ship is not None
        aim = Aimed(self.world.space[action.zone], ship, action.count)
        state.aimed = (*state.aimed, aim)


class DivineWind(Rising):
    """The dice of all announced attacks, after everybody else has announced (G40-935)."""

    name = "DivineWind"

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        return iter(())

    def resolve(self, state: AxisState, frame: frames.React, log: Log) -> Ask | None:
        assert isinstance(state, State1940)
        dice = sum(aim.count for aim in state.aimed)
        return Chance((6,) * dice, "kamikaze attacks") if dice else None

    def rolled(
        self, state: AxisState, frame: frames.React, faces: tuple[int, ...], log: Log
    ) -> None:
        assert isinstance(state, State1940)
        combat = state.innermost(frames.ConductCombat)
        rest = list(faces)
        for aim in state.aimed:
            rolled, rest = tuple(rest[: aim.count]), rest[aim.count :]
            hits = sum(face <= HITS_AT for face in rolled)
            shot = Shot(JAPAN, KAMIKAZE, HITS_AT, rolled, hits)
            space = self.step.name(aim.zone)
            log.append(Fired(space=space, what="kamikaze attacks", shots=(shot,)))
            self._strike(state, aim, hits, log)
            combat.troubled = (*combat.troubled, aim.zone)
        state.kamikaze -= len(faces)
        state.aimed = ()

    def _strike(self, state: AxisState, aim: Aimed, hits: int, log: Log) -> None:
        """G40-473: capital ships need two hits; what is left over is lost."""
        world, ship = self.world, aim.ship
        kind = world.kinds[ship.kind]
        needed = kind.hits - (1 if ship.marks & HURT else 0)
        if hits >= needed:
            destroy(world, state, aim.zone, ship.owner, ship.kind, 1, log, {ship})
        elif hits:
            hurt = msgspec.structs.replace(ship, marks=ship.marks | HURT)
            state.change(aim.zone, ship, hurt)
            power, space = self.step.power_name(ship.owner), self.step.name(aim.zone)
            log.append(Lost(power=power, what=f"1 {kind.id}", space=space, damaged=True))


# Setting up positions: ``kamikaze 3`` says how many attacks are left.


def _read(editor: Editor, state: AxisState, reader: Reader) -> None:
    count = reader.number()
    if count > KAMIKAZE_ATTACKS:
        raise Malformed(f"there are {KAMIKAZE_ATTACKS} kamikaze attacks at most")
    assert isinstance(state, State1940)
    state.kamikaze = count


def _lines(editor: Editor, state: AxisState) -> list[str]:
    assert isinstance(state, State1940)
    return [f"kamikaze {state.kamikaze}"] if state.kamikaze != KAMIKAZE_ATTACKS else []


EDITS_1940 = {**EDITS, KAMIKAZE: Edit(_read, _lines)}
