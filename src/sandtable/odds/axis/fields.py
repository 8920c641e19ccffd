"""Who would fight in each space: for clients that run the compiled kernel themselves."""

from __future__ import annotations

from typing import Any

from sandtable.games.axis import situation
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.odds.form import Field, Fields, Groups
from sandtable.table import Malformed, Position

from .battle import Party, arms
from .dice import chance
from .position import attacking_power, reader_of
from .table import Table, table

FIELDS_OF_ROW = 11
NOWHERE = -1


def fields(position: Position[Any]) -> Fields:
    """All spaces with enemies of the power that attacks now."""
    rules, state = position.rules, position.state
    if not isinstance(rules, AxisRules) or not isinstance(state, AxisState):
        raise Malformed(f"these odds are for titles of the Axis family, not for {rules.id}")
    power = attacking_power(rules, state, NOWHERE, None)
    foe = situation.foes(state, power)
    found = _Fields(rules)
    for space, pieces in enumerate(state.units):
        if any(foe[piece.owner] for piece, _ in pieces):
            reader = reader_of(rules, state, space, power)
            found.add(rules.world.spaces[space].id, reader.sea, reader.field())
    return Fields(found.groups, found.fields, found.others)


class _Fields:
    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.groups: list[Groups] = []
        self.fields: dict[str, Field] = {}
        self.others: list[str] = []
        self._numbers: dict[Table, int] = {}

    def add(self, name: str, sea: bool, sides: tuple[Party, tuple[Party, ...]] | None) -> None:
        if sides is None:
            self.others.append(name)
            return
        party, defenders = sides
        title, techs = self.rules.id, party.techs
        one = table(title, sea, True, (techs,), (), techs)
        two = table(title, sea, False, tuple(other.techs for other in defenders), (), techs)
        ours, theirs = one.counted((party,)), two.counted(defenders)
        if ours is None or theirs is None or not (one.known and two.known):
            self.others.append(name)
            return
        if not any(theirs):
            return
        hit, shots = (0, 0) if sea else arms(title).gunfire(defenders)
        self.fields[name] = Field(
            sea,
            chance(hit),
            shots,
            self._number(one),
            self._number(two),
            [int(count) for count in ours],
            [int(count) for count in theirs],
            [float(n) for n in (*one.damaged((party,)), *two.damaged(defenders))],
        )

    def _number(self, side: Table) -> int:
        if side not in self._numbers:
            self._numbers[side] = len(self.groups)
            names = {group: name for places in side.places for name, group in places.items()}
            numbers = side.numbers.tolist()
            rows = [
                numbers[at : at + FIELDS_OF_ROW] for at in range(0, len(numbers), FIELDS_OF_ROW)
            ]
            self.groups.append(Groups([names[group] for group in range(side.groups)], rows))
        return self._numbers[side]
