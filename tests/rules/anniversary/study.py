"""Setting up a position, fixing the dice, and looking at what came of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable import Game, Illegal
from sandtable.games import find_title
from sandtable.games.axis import situation as at
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.view import SpaceView, space_view
from sandtable.games.axis.world import World
from sandtable.table import Event, FixedDice, OptionValue


class Study:
    """A game from edit lines with fixed dice. ``play`` takes actions one by one."""

    def __init__(
        self,
        *edits: str,
        title: str = "anniversary-1941",
        dice: Iterable[int] = (),
        players: dict[str, str] | None = None,
        **options: OptionValue,
    ) -> None:
        self.dice = FixedDice(dice)
        self.game = Game(find_title(title), options, players, self.dice, edits)
        self.rules = self.game.rules
        self.world: World = self.rules.world  # type: ignore[attr-defined]

    @property
    def state(self) -> AxisState:
        state = self.game.state
        assert isinstance(state, AxisState)
        return state

    def play(self, *actions: str, dice: Iterable[int] = (), seat: str | None = None) -> list[Event]:
        """Play the actions; ``dice`` are added before the first of them."""
        self.dice.add(dice)
        return [event for action in actions for event in self.game.play(action, seat)]

    def refused(self, action: str, rule: str, seat: str | None = None) -> None:
        """The action must be refused by this ledger rule, and must not change anything."""
        before = self.state.copy()
        refusal = self.game.check(action, seat)
        assert refusal is not None, f"'{action}' was not refused"
        assert refusal.rule == rule, f"'{action}' was refused by {refusal}"
        with pytest.raises(Illegal):
            self.game.play(action, seat)
        assert self.state == before

    def allowed(self, action: str, seat: str | None = None) -> None:
        refusal = self.game.check(action, seat)
        assert refusal is None, f"'{action}' was refused: {refusal}"

    # Looking

    def cities(self) -> dict[str, int]:
        """Victory cities of each side, as the view shows them."""
        view = self.game.view().game
        return {aim.side: aim.have for aim in view.victory}  # type: ignore[attr-defined]

    def space(self, space: str) -> SpaceView:
        return space_view(self.rules, self.state, self.world.space[space])  # type: ignore[arg-type]

    def units(self, space: str) -> dict[str, int]:
        """What stands in a space: ``{"germany infantry": 3, "uk transport[tank]": 1}``."""
        found: dict[str, int] = {}
        for unit in self.space(space).units:
            cargo = f"[{'+'.join(unit.cargo)}]" if unit.cargo else ""
            name = f"{unit.owner} {unit.unit}{cargo}"
            found[name] = found.get(name, 0) + unit.count
        return found

    def owner(self, space: str) -> str:
        return self.space(space).owner

    def money(self, power: str) -> int:
        return self.state.money[self.world.power[power]]

    def income(self, power: str) -> int:
        return at.production(self.world, self.state, self.world.power[power])

    @property
    def step(self) -> str:
        """The step that is waited for, as the decision names it."""
        decision = self.game.decision
        return decision.step if decision else ""

    @property
    def asked(self) -> tuple[str, ...]:
        decision = self.game.decision
        return decision.seats if decision else ()

    @property
    def dice_left(self) -> int:
        return len(self.dice.queue)

    def legal(self, start: str = "") -> set[str]:
        """All legal actions as text that begin like this."""
        texts = (str(action) for action in self.game.legal_actions())
        return {text for text in texts if text.startswith(start)}
