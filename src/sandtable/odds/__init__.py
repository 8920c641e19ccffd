"""What a battle will probably do: exact first, bounded only where exact cannot reach.

One door for all families of titles, and one form of answer (``form.BattleOdds``); families may say
more. Nothing is imported until it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from sandtable.games import find_title
from sandtable.table import Malformed, Position

if TYPE_CHECKING:
    from .form import BattleOdds, Fields

FAMILIES = {
    "axis": "sandtable.odds.axis.door",
    "fortress": "sandtable.odds.fortress.door",
    "naval": "sandtable.odds.naval.door",
}
"""By family of titles: the module behind the door."""


class Door(Protocol):
    """What such a module offers."""

    def ask(self, data: Any) -> dict[str, Any]:
        """A question as plain data (JSON); the answer has all fields of ``BattleOdds``."""

    def at(self, position: Position[Any], where: str, **wishes: Any) -> Any:
        """The odds of what goes on somewhere, in the family's own form."""

    def battle_at(self, position: Position[Any], where: str) -> BattleOdds | None:
        """The same in the form that all families have; nothing where there is no battle."""


def door(family: str) -> Door:
    """The door of a family of titles."""
    if family not in FAMILIES:
        raise Malformed(f"there are no odds for titles of the family '{family}'")
    found: Any = import_module(FAMILIES[family])
    return found  # type: ignore[no-any-return]


def ask(data: Any) -> dict[str, Any]:
    """Answer a question such as a browser sends; ``title`` says which rules it is about."""
    title = data.get("title") if isinstance(data, dict) else None
    if not isinstance(title, str):
        raise Malformed("a question about odds names its title")
    return door(find_title(title).family).ask(data)


def at(position: Position[Any], where: str, **wishes: Any) -> Any:
    """The odds of the battle in a space, or against a ship, as the position has it."""
    return door(position.rules.family).at(position, where, **wishes)


def fields(position: Position[Any]) -> Fields | None:
    """What a client needs to compute odds of planned moves itself; nothing for most families."""
    found = getattr(door(position.rules.family), "fields", None)
    return found(position) if found is not None else None
