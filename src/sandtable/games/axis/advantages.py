"""What a table may give one side beforehand: a bid in money, and more income in every turn.

No rulebook knows them; they make a game even between players of different strength.
"""

from __future__ import annotations

from sandtable.table import Option

from .state import AxisState
from .world import World

BIDS = (0, 3, 6, 9, 12, 15, 20, 30)
RAISES = (0, 10, 20, 30, 50, 100)


def advantages(*sides: str) -> tuple[Option, ...]:
    """The options of a title whose sides these are."""
    return tuple(
        option
        for side in sides
        for option in (
            Option(f"bid_{side}", BIDS, f"money that the {side} get before the game", added=True),
            Option(
                f"income_{side}", RAISES, f"extra income of the {side}, in per cent", added=True
            ),
        )
    )


def grant_bids(world: World, state: AxisState) -> None:
    """A bid is money in the hands of the first power of its side to play."""
    for side in world.sides:
        bid = int(state.options.get(f"bid_{side}", 0))
        first = next(power for power in world.order if power in world.members[side])
        state.money[first] += bid


def raised(world: World, state: AxisState, power: int, income: int) -> int:
    """How much more a power collects than its income, rounded down."""
    side = world.powers[power].side
    return income * int(state.options.get(f"income_{side}", 0)) // 100
