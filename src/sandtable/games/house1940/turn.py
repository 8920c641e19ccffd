"""The round: four phases, the note a nation takes, the calendar (HV-037 to HV-043, HV-805)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.games.axis.actions import End
from sandtable.games.axis.phases import Opening, TurnByTurn
from sandtable.games.axis.state import AxisState
from sandtable.table import Frame, Log

from .state import HouseState

if TYPE_CHECKING:
    from sandtable.games.axis.rules import AxisRules


def unless_idle(opens: Opening) -> Opening:
    """HV-920: a phase that is not opened for a nation that could only end it."""

    def opened(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
        found = opens(rules, state, power, log)
        if not found:
            return []
        (frame,), seat = found, rules.world.powers[power].seat
        state.flow.append(frame)  # what is legal may depend on where the game stands
        actions = rules.steps[type(frame)].actions(state, frame, seat)
        busy = any(not isinstance(action, End) for action in actions)
        state.flow.pop()
        return found if busy else []

    return opened


class NationByNation(TurnByTurn):
    """HV-809: each nation plays its four phases in a row; then its units stay used."""

    rests = "own turn"


def year(state: AxisState) -> int:
    """HV-910: the year of the round."""
    start, rounds = int(state.options["start_year"]), int(state.options["rounds_per_year"])
    return start + (state.round - 1) // rounds


def house(state: AxisState) -> HouseState:
    """The state with what only this title remembers."""
    assert isinstance(state, HouseState)
    return state


def forget(state: AxisState, power: int) -> None:
    """A nation's turn begins: what was kept of its last one is over."""
    own = house(state)
    own.lost = tuple(entry for entry in own.lost if entry[0] != power)
    own.tried = tuple(entry for entry in own.tried if entry[0] != power)
    own.raised = tuple(entry for entry in own.raised if entry[0] == state.round)
    own.late.pop(power, None)


def lose(state: AxisState, loser: int, space: int) -> None:
    """HV-805: land lost and won back counts as not held until the nation's next turn."""
    own = house(state)
    if (loser, space) not in own.lost:
        own.lost = (*own.lost, (loser, space))


def held(state: AxisState, power: int, space: int) -> bool:
    """HV-805: whether the nation has held a land ever since its phase I began."""
    return state.held_since(power, space) and (power, space) not in house(state).lost


def build(state: AxisState, space: int, kind: int, count: int) -> None:
    """New buildings (batteries too) stand in a land."""
    own = house(state)
    own.raised = (*own.raised, *[(state.round, space, kind)] * count)


def new(state: AxisState, space: int, kind: int) -> int:
    """HV-193, HV-850: how many buildings of a kind in a land serve only from the next round on."""
    return house(state).raised.count((state.round, space, kind))
