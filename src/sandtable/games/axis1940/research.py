"""Research in the 1940 titles: dice that are gone when they fail, paid by any of the purses."""

from __future__ import annotations

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.phases import Phase
from sandtable.games.axis.research import BUY, ResearchStep
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.table import Frame, Log, Option

RESEARCH = Option("research", (False, True), "research and its technologies (G40-437)")


def open_purses(world: World, state: AxisState, power: int) -> list[int]:
    return [p for p in world.purses_of[power] if not at.purse_closed(world, state, p)]


def _opens(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """As long as one purse is open (G40-976)."""
    purses = open_purses(rules.world, state, power)
    return [frames.Research(power, _stage(rules.world, power, purses[0]))] if purses else []


def _stage(world: World, power: int, purse: int) -> str:
    """The stage in which a purse pays; a second purse of a power is named in it."""
    return BUY if purse == power else f"{BUY} {world.purses[purse].id}"


PHASE = Phase("research", _opens, option="research")


class Research1940Step(ResearchStep):
    """One purse after the other buys dice; all are rolled together (G40-416, G40-981)."""

    keeps_tokens = False
    prompt = "buy research dice, or end"

    def purse(self, frame: frames.Research) -> int:
        _, _, name = frame.stage.partition(" ")
        return self.world.purse[name] if name else frame.power

    def after_buying(self, state: AxisState, frame: frames.Research) -> str:
        purses = open_purses(self.world, state, frame.power)
        later = purses[purses.index(self.purse(frame)) + 1 :]
        return _stage(self.world, frame.power, later[0]) if later else "roll"
