"""Edit lines for what only this title remembers; movement and dice of a turn are not kept."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.axis.edit import EDITS, Edit, Editor
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.state import AxisState
from sandtable.table import Malformed

from .buildings import PLATFORM
from .turn import house
from .vweapons import read_weapon


def _sum(word: str, sums: Callable[[AxisState], dict[int, int]]) -> Edit:
    """``WORD POWER N``: a number that is kept for some powers."""

    def read(editor: Editor, state: AxisState, reader: Reader) -> None:
        power = editor.power(reader)
        sums(state)[power] = reader.number()

    def lines(editor: Editor, state: AxisState) -> list[str]:
        names = editor.world.powers
        return [f"{word} {names[power].id} {n}" for power, n in sorted(sums(state).items())]

    return Edit(read, lines)


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


def _describe_bombs(editor: Editor, state: AxisState) -> list[str]:
    spaces = editor.world.spaces
    return [
        f"bombs {spaces[space].id} {' '.join(bombs)}"
        for space, bombs in sorted(house(state).bombs.items())
    ]


HOUSE_EDITS = {
    **EDITS,
    "debt": _sum("debt", lambda state: house(state).debts),
    "late": _sum("late", lambda state: house(state).late),
    "bombs": Edit(_bombs, _describe_bombs),
}
