"""What allies share: all of it, unless the owner has refused beforehand (G40-138, G40-985).

``order carriers refuse france`` closes a seat's carriers to an ally, ``order carriers refuse`` to
all of them, ``order carriers ask`` opens them again; likewise ``transports`` and ``territories``.
Such an order binds others, so everybody hears of it. Passing through is no sharing.
"""

from __future__ import annotations

from sandtable.games.axis import situation as at
from sandtable.games.axis.access import Access, Bar
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.topics import Topic
from sandtable.games.axis.world import World
from sandtable.table import Event

REFUSE = "refuse"
TEXTS = {
    "share-ally": "{power} is no ally of {owner}",
    "share-late": "{power} is on turn: what it may use of {owner} was settled before",
}


class Refused(Event, frozen=True):
    """A power keeps something from some of its allies, or (``powers`` empty) from all."""

    power: str
    asset: str
    powers: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.power} shares its {self.asset} no more with {listed(self.powers)}"


class Shared(Event, frozen=True):
    power: str
    asset: str

    def __str__(self) -> str:
        return f"{self.power} shares its {self.asset} with all allies"


def listed(powers: tuple[str, ...]) -> str:
    return ", ".join(powers) or "its allies"


class SharingTopic(Topic):
    """``refuse``, or ``refuse`` to some allies."""

    public = True
    whom = True

    def read(self, reader: Reader) -> tuple[str, ...]:
        words = list(super().read(reader))
        while reader.tokens:
            words.append(reader.notation.power(reader.take("a power")))
        return tuple(words)

    def why_not(
        self, world: World, state: AxisState, seat: str, words: tuple[str, ...]
    ) -> Bar | None:
        owner = world.power[seat]
        ally, turn = at.allies(state, owner), state.turn
        for name in words[1:]:
            if not ally[world.power[name]] or name == seat:
                return Bar("share-ally", {"power": name, "owner": seat})
        guest = world.powers[turn].id
        if turn == owner or not ally[turn] or not is_refused(words, guest):
            return None
        orders = state.orders.get(seat)
        if orders is not None and is_refused(orders.about(self.name), guest):
            return None
        return Bar("share-late", {"power": guest, "owner": seat})

    def told(self, world: World, seat: str, words: tuple[str, ...]) -> Event:
        if words:
            return Refused(power=seat, asset=self.name, powers=words[1:])
        return Shared(power=seat, asset=self.name)


SHARING = {
    name: SharingTopic(name, REFUSE) for name in (at.CARRIERS, at.TRANSPORTS, at.TERRITORIES)
}


def is_refused(words: tuple[str, ...], guest: str) -> bool:
    return bool(words) and (len(words) == 1 or guest in words[1:])


class SharingAccess(Access):
    def unshared(self, state: AxisState, power: int, asset: str) -> frozenset[int]:
        if not state.orders:
            return frozenset()
        ally, guest = at.allies(state, power), self.world.powers[power].id
        return frozenset(
            host
            for seat, orders in state.orders.items()
            if ally[host := self.world.power[seat]]
            and host != power
            and is_refused(orders.about(asset), guest)
        )
