"""Studies of the 1940 titles: the Study of the family with Global 1940 as its title."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axis1940.state import State1940
from sandtable.table import OptionValue
from tests.rules.anniversary import study


class Study(study.Study):
    """A game of Global 1940 (or of the title named) from edit lines with fixed dice."""

    def __init__(
        self,
        *edits: str,
        title: str = "global-1940",
        dice: Iterable[int] = (),
        players: dict[str, str] | None = None,
        **options: OptionValue,
    ) -> None:
        super().__init__(*edits, title=title, dice=dice, players=players, **options)

    @property
    def state(self) -> State1940:
        state = self.game.state
        assert isinstance(state, State1940)
        return state

    def damage(self, space: str) -> dict[str, int]:
        """The facilities of a space with their damage."""
        kinds = self.world.kinds
        found = self.state.facilities.get(self.world.space[space], ())
        return {kinds[f.kind].id: f.damage for f in found}

    def hurt(self, space: str) -> dict[str, int]:
        """Ships there that have taken a first hit."""
        found: dict[str, int] = {}
        for unit in self.space(space).units:
            if unit.hurt:
                found[unit.unit] = found.get(unit.unit, 0) + unit.count
        return found
