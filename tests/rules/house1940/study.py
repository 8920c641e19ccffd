"""Studies of the house variant: the Study of the family with its state."""

from __future__ import annotations

from sandtable.games.axis import situation as at
from sandtable.games.house1940.state import HouseState
from sandtable.table import OptionValue
from tests.rules.anniversary import study

NATIONS = ("germany", "uk", "anzac", "japan", "usa", "france", "italy", "ussr", "china")


class Study(study.Study):
    """A game of the house variant from edit lines with fixed dice."""

    def __init__(self, *edits: str, **options: OptionValue) -> None:
        super().__init__(*edits, title="house-1940", dice=(), players=None, **options)

    @property
    def state(self) -> HouseState:
        state = self.game.state
        assert isinstance(state, HouseState)
        return state

    def at_war(self, one: str, other: str) -> bool:
        power = self.world.power
        return at.foes(self.state, power[one])[power[other]]

    def buildings(self, space: str) -> dict[str, int]:
        """The buildings of a space, each with its damage."""
        kinds = self.world.kinds
        found = self.state.facilities.get(self.world.space[space], ())
        return {kinds[f.kind].id: f.damage for f in found}

    def reserve(self, power: str) -> dict[str, int]:
        """What a nation has bought and not deployed."""
        pool = self.state.pool[self.world.power[power]]
        return {self.world.kinds[kind].id: count for kind, count in pool}

    @property
    def turn(self) -> str:
        return self.world.powers[self.state.turn].id

    def until(self, power: str, step: str = "") -> None:
        """End phases, without doing anything, until a nation (at a step) is asked."""
        for _ in range(200):
            if self.asked == (power,) and step in ("", self.step):
                return
            self.play("end")
        raise AssertionError(f"{power} is never asked")
