"""Who may go where: canals, neutral land and peace (HV-913, HV-938, HV-924)."""

from __future__ import annotations

from sandtable.board import Gate
from sandtable.games.axis import situation as at
from sandtable.games.axis.access import Access, Bar
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind

SUEZ = "Suez Canal"
EGYPT = "egypt"


class HouseAccess(Access):
    """Neutrals are entered only to take them; canals are the side's that holds their banks."""

    def banks(self, state: AxisState, gate: Gate) -> tuple[int, ...]:
        """HV-912: the lands that control a canal; the east of Suez is an option."""
        if gate.name != SUEZ:
            return gate.lands
        space = self.world.space
        return space[EGYPT], space[str(state.options["suez_east"])]

    def canal_open(
        self, state: AxisState, power: int, a: int, b: int, kind: Kind | None = None
    ) -> bool:
        """HV-913: held by the side when the nation's turn began, and now."""
        gate = self.world.board.gates.get((a, b))
        if gate is None:
            return True
        ally, before = at.allies(state, power), state.began(power).owners
        return all(
            ally[state.owner[land]] and ally[before[land]] for land in self.banks(state, gate)
        )

    def shut(self, state: AxisState, power: int, a: int, b: int) -> Bar:
        gate = self.world.board.gates[a, b]
        lands = " and ".join(self._name(land) for land in self.banks(state, gate))
        return Bar(
            "canal", {"canal": gate.name, "power": self.world.powers[power].id, "lands": lands}
        )

    def neutral(
        self, state: AxisState, power: int, kind: Kind, space: int, *, combat: bool, passing: bool
    ) -> Bar | None:
        """HV-938: nobody passes; who enters attacks or takes it, in the combat moves."""
        if combat and not passing and (kind.domain != "air" or state.units[space]):
            return None
        code = "over-neutral" if passing else "closed"
        return Bar(code, {"goal": self._name(space)}, "HV-938")
