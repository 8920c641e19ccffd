"""China: a power without turn, money or factories that acts in the United States' turn."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.capture import Conqueror
from sandtable.games.axis.mobilize import MobilizeStep
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Frame, Log, Refusal

UNITS_TO_CLOSE = 3
"""No new infantry enters a territory with so many Chinese units (AN-060)."""


class First(Action, frozen=True):
    """Which of two powers that share a turn fights first."""

    power: str

    def __str__(self) -> str:
        return f"first {self.power}"


class CombatOrder(Frame):
    """Which of the two powers of the turn moves and fights first (AN-054)."""

    power: int
    partner: int


class CombatOrderStep(AxisStep[CombatOrder]):
    """Each finishes combat move and battles before the other begins."""

    frame = CombatOrder
    prompt = "choose which power fights first"

    def run(self, state: AxisState, frame: CombatOrder, log: Log) -> Ask | None:
        return self.ask(frame.power)

    def check(
        self, state: AxisState, frame: CombatOrder, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, First):
            return self.wrong()
        if self.world.power[action.power] not in (frame.power, frame.partner):
            return self.refuse("wrong-power", power=action.power)
        return None

    def play(
        self, state: AxisState, frame: CombatOrder, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, First)
        first = self.world.power[action.power]
        second = frame.partner if first == frame.power else frame.power
        state.flow.pop()
        for power in (second, first):
            state.flow += [frames.ConductCombat(power), frames.CombatMove(power)]

    def usual(self, state: AxisState, frame: CombatOrder, seat: str) -> Action:
        """The smaller army first: it opens the way for the other."""
        return First(self.power_name(frame.partner))

    def candidates(self, state: AxisState, frame: CombatOrder, seat: str) -> Iterator[Action]:
        yield First(self.power_name(frame.power))
        yield First(self.power_name(frame.partner))


def free_infantry(world: World, state: AxisState, china: int) -> int:
    """One for every two Chinese territories that the Axis do not hold (AN-058, AN-911)."""
    ally = at.allies(state, china)
    return sum(ally[state.owner[space]] for space in world.group(world.powers[china].id)) // 2


def full_territories(world: World, state: AxisState, china: int) -> tuple[int, ...]:
    """Where three Chinese units or more stand before any new ones are placed (AN-913)."""
    return tuple(
        sorted(
            space
            for space in world.group(world.powers[china].id)
            if sum(count for piece, count in state.units[space] if piece.owner == china)
            >= UNITS_TO_CLOSE
        )
    )


class ChineseMobilizeStep(MobilizeStep):
    """Chinese infantry need no factory, only ground that China holds and that is not full."""

    def check_home(
        self, state: AxisState, frame: frames.Mobilize, power: int, space: int, zone: int | None
    ) -> Refusal | None:
        refusal = super().check_home(state, frame, power, space, zone)
        if refusal is None and space in frame.closed:
            return self.refuse("china-full", space=self.name(space))
        return refusal


class ChineseConqueror(Conqueror):
    """China holds only its own: what it frees beyond that goes to the original owner (AN-067)."""

    def new_owner(self, state: AxisState, power: int, space: int) -> int:
        if self.world.powers[power].confined and self.world.original[space] != power:
            return self.world.original[space]
        return super().new_owner(state, power, space)
