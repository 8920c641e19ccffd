"""What standing orders can be about: how each topic is written, checked and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.table import Event, Malformed

from .access import Bar
from .events import Ordered
from .state import AxisState, Orders
from .world import World

if TYPE_CHECKING:
    from .notation import Reader


class Topic:
    """One of several words. A title's own topics are kept by name, see ``Orders.about``."""

    public = False
    """Whether everybody knows the order, because it binds others too."""
    whom = False
    """Whether allies can be named after the words."""

    def __init__(self, name: str, *offered: str) -> None:
        self.name = name
        self.offered = offered

    def read(self, reader: Reader) -> tuple[str, ...]:
        word = reader.take("what to do")
        if word not in self.offered:
            offered = ", ".join(self.offered)
            raise Malformed(f"order {self.name} takes {offered} or ask, not {word}")
        return (word,)

    def kinds(self, world: World) -> tuple[str, ...]:
        """Kinds of units that it names, each with a number, instead of words."""
        return ()

    def sites(self, world: World) -> tuple[str, ...]:
        """Kinds of facility whose territories can be named after the words."""
        return ()

    def concerns(self, world: World, state: AxisState, seat: str) -> bool:
        """Whether the seat can still be asked about it, so that an order is worth offering.

        Who gives one all the same does no harm; games of earlier days may hold such orders.
        """
        return True

    def why_not(
        self, world: World, state: AxisState, seat: str, words: tuple[str, ...]
    ) -> Bar | None:
        """Why a seat may not give this order now."""
        return None

    def told(self, world: World, seat: str, words: tuple[str, ...]) -> Event:
        return Ordered(topic=self.name, what=" ".join(words) or "ask", seats=(seat,))

    def keep(self, orders: Orders, words: tuple[str, ...]) -> Orders:
        others = tuple(item for item in orders.more if item[0] != self.name)
        more = (*others, (self.name, words)) if words else others
        return msgspec.structs.replace(orders, more=tuple(sorted(more)))


class Losses(Topic):
    """Kinds in the order in which they are to be lost."""

    def read(self, reader: Reader) -> tuple[str, ...]:
        kinds = [reader.notation.kind(reader.take("a unit"))]
        while reader.took(","):
            kinds.append(reader.notation.kind(reader.take("a unit")))
        return tuple(kinds)

    def why_not(
        self, world: World, state: AxisState, seat: str, words: tuple[str, ...]
    ) -> Bar | None:
        wrong = [word for word in words if not world.kinds[world.kind[word]].fights]
        return Bar("order-unknown", {"unit": wrong[0]}) if wrong else None

    def keep(self, orders: Orders, words: tuple[str, ...]) -> Orders:
        return msgspec.structs.replace(orders, losses=words)


class Submerging(Topic):
    def keep(self, orders: Orders, words: tuple[str, ...]) -> Orders:
        return msgspec.structs.replace(orders, submerge=" ".join(words))


class Retreating(Topic):
    """``after`` so many rounds or ``below`` so many units, or never."""

    def read(self, reader: Reader) -> tuple[str, ...]:
        (word,) = super().read(reader)
        return (word,) if word == "never" else (word, str(reader.number()))

    def keep(self, orders: Orders, words: tuple[str, ...]) -> Orders:
        limit = int(words[1]) if len(words) > 1 else 0
        return msgspec.structs.replace(orders, retreat=words[0] if words else "", limit=limit)


TOPICS: dict[str, Topic] = {
    "losses": Losses("losses"),
    "submerge": Submerging("submerge", "always", "never"),
    "retreat": Retreating("retreat", "never", "after", "below"),
}
"""The topics of the family; a title adds its own to ``AxisRules.topics``."""
