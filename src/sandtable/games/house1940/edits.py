"""Edit lines for what only this title remembers; movement and dice of a turn are not kept."""

from __future__ import annotations

from sandtable.games.axis.edit import EDITS, Edit, Editor
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.state import AxisState
from sandtable.table import Malformed

from .buildings import PLATFORM
from .turn import house
from .vweapons import read_weapon


def _debt(editor: Editor, state: AxisState, reader: Reader) -> None:
    """``debt POWER N``: what it has borrowed."""
    power = editor.power(reader)
    house(state).debts[power] = reader.number()


def _late(editor: Editor, state: AxisState, reader: Reader) -> None:
    """``late POWER N``: points that were lent too late to be spent in this round."""
    power = editor.power(reader)
    house(state).late[power] = reader.number()


def _bombs(editor: Editor, state: AxisState, reader: Reader) -> None:
    """``bombs SPACE v1 v2``: what lies ready at the platform there."""
    space = editor.world.space[reader.space()]
    kind = editor.world.kind[PLATFORM]
    if not any(facility.kind == kind for facility in state.facilities.get(space, ())):
        raise Malformed(f"{editor.world.spaces[space].id} has no platform")
    bombs = [read_weapon(reader)]
    while reader.tokens:
        bombs.append(read_weapon(reader))
    house(state).bombs[space] = tuple(sorted(bombs))


def _sums(word: str) -> Edit:
    """An edit that gives powers a number: how it is read and written."""
    read, field = (_debt, "debts") if word == "debt" else (_late, "late")

    def lines(editor: Editor, state: AxisState) -> list[str]:
        names, sums = editor.world.powers, getattr(house(state), field)
        return [f"{word} {names[power].id} {sums[power]}" for power in sorted(sums)]

    return Edit(read, lines)


def _describe_bombs(editor: Editor, state: AxisState) -> list[str]:
    spaces = editor.world.spaces
    return [
        f"bombs {spaces[space].id} {' '.join(bombs)}"
        for space, bombs in sorted(house(state).bombs.items())
    ]


HOUSE_EDITS = {
    **EDITS,
    "debt": _sums("debt"),
    "late": _sums("late"),
    "bombs": Edit(_bombs, _describe_bombs),
}
