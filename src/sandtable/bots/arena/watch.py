"""What an arena counts while a game is played, for titles where that makes sense."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.table import Action, Position, Rules


class Watcher(Protocol):
    """Sees every action before and after it is played, and adds up habits by seat."""

    def before(self, position: Position[Any], action: Action) -> None: ...

    def after(self, state: Any) -> None: ...

    def by_seat(self) -> dict[str, dict[str, float]]: ...


def watcher_for(rules: Rules[Any]) -> Watcher | None:
    # Not before a game is played: whoever only starts the program loads no title.
    from sandtable.bots.axis.habits import Habits
    from sandtable.games.axis.rules import AxisRules

    return Habits(rules) if isinstance(rules, AxisRules) else None
