"""Objectives that are paid in units, at once and in one place: the liberation of France."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis.actions import Buy, End, Units
from sandtable.games.axis.budget import Budget
from sandtable.games.axis.events import Received
from sandtable.games.axis.judge import Judge
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.phases import Phase
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED, NONCOMBAT, AxisState, Piece
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.topics import Topic
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Frame, Log, Malformed, Refusal

from .frames import Muster


class Mustering(Topic):
    """``order muster 2 infantry 1 tank``: what to take without being asked."""

    def read(self, reader: Reader) -> tuple[str, ...]:
        found = []
        while reader.tokens:
            units = reader.unit()
            if units.owner or units.cargo:
                raise Malformed("order muster takes units by number and kind")
            found += [str(units.count), units.kind]
        if not found:
            raise Malformed("order muster takes units, such as 2 infantry, or ask")
        return tuple(found)

    def kinds(self, world: World) -> tuple[str, ...]:
        return tuple(kind.id for kind in world.kinds if receivable(kind))


def receivable(kind: Kind) -> bool:
    """G40-975: land and air units."""
    return kind.domain != "sea" and not kind.building


MUSTER = Mustering("muster")


def due(world: World, state: AxisState) -> list[Frame]:
    """A frame for each objective paid in units that has come true."""
    return [
        Muster(world.power[objective.power], objective.index)
        for objective in world.objectives
        if objective.units_in
        and objective.index not in state.paid
        and Judge(world, state, world.power[objective.power]).times(objective.condition)
    ]


def first_musters(phase: Phase) -> Phase:
    """The same phase; before it units are taken that the battles have brought."""

    def opens(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
        return [*phase.opens(rules, state, power, log), *due(rules.world, state)]

    return msgspec.structs.replace(phase, opens=opens)


class MusterStep(AxisStep[Muster]):
    """Land and air units of choice, in one go; what is left of the sum is lost (G40-975)."""

    frame = Muster
    prompt = "name the units you receive (buy …), or end"

    def run(self, state: AxisState, frame: Muster, log: Log) -> Ask | None:
        seat = self.world.powers[frame.power].seat
        orders = state.orders.get(seat)
        words = orders.about(MUSTER.name) if orders else ()
        wish = Buy(tuple(Units(int(n), k) for n, k in zip(words[::2], words[1::2], strict=True)))
        if wish.units and self.check(state, frame, seat, wish) is None:
            self.play(state, frame, seat, wish, log)
            return None
        return self.ask(frame.power)

    def budget(self, state: AxisState, frame: Muster) -> Budget:
        """The sum of the objective; its units stand at once, without a factory."""
        return Budget(self.power_name(frame.power), self._most(frame), 0, ())

    def cost(self, state: AxisState, frame: Muster, units: tuple[Units, ...]) -> int:
        price = self.world.arsenal(state.techs[frame.power]).cost
        return sum(price[self.world.kind[u.kind]] * u.count for u in units)

    def check(self, state: AxisState, frame: Muster, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, End):
            return self.other_phase(action)
        if not isinstance(action, Buy):
            return self.wrong()
        for units in action.units:
            kind = self.world.kinds[self.world.kind[units.kind]]
            if units.owner not in ("", self.power_name(frame.power)):
                return self.refuse("wrong-power", power=units.owner)
            if not receivable(kind) or units.cargo:
                return self.refuse("muster-kind", unit=kind.id)
        cost, most = self.cost(state, frame, action.units), self._most(frame)
        return self.refuse("muster-cost", cost=cost, most=most) if cost > most else None

    def _most(self, frame: Muster) -> int:
        return self.world.objectives[frame.objective].bonus

    def play(self, state: AxisState, frame: Muster, seat: str, action: Action, log: Log) -> None:
        state.paid = (*state.paid, frame.objective)
        state.flow.pop()
        if not isinstance(action, Buy):
            return
        place = self.world.objectives[frame.objective].units_in
        for units in action.units:
            marks = MOVED | NONCOMBAT  # they wait for their power's next turn (G40-944)
            piece = Piece(self.world.kind[units.kind], frame.power, marks=marks)
            state.add(self.world.space[place], piece, units.count)
        what = f"{', '.join(map(str, action.units))} in {place}"
        log.append(Received(power=self.power_name(frame.power), what=what))

    def candidates(self, state: AxisState, frame: Muster, seat: str) -> Iterator[Action]:
        yield End()
        price = self.world.arsenal(state.techs[frame.power]).cost
        for kind in self.world.kinds:
            if most := self._most(frame) // price[kind.index]:
                yield Buy((Units(most, kind.id),))

    def usual(self, state: AxisState, frame: Muster, seat: str) -> Action:
        """As many infantry as the sum pays for."""
        foot = next(kind for kind in self.world.kinds if kind.foot)
        price = self.world.arsenal(state.techs[frame.power]).cost[foot.index]
        return Buy((Units(self._most(frame) // price, foot.id),))
