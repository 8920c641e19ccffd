"""Orders of the other program as actions of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sandtable.games.axis.actions import Land, Load, Move, Place, Raid, Units
from sandtable.games.axis.movement import cargo_label
from sandtable.games.axis.state import MOVED, AxisState
from sandtable.games.axis.world import World
from sandtable.table import Action

from .names import KIND_OF, POWER_OF, Names

Order = dict[str, Any]


def size(order: Order) -> int:
    return sum(int(units["count"]) for units in order["units"])


def joined(orders: list[Order]) -> list[Order]:
    """Transports are sailed step by step over there; steps that follow each other become one."""
    result: list[Order] = []
    for order in orders:
        last = result[-1] if result else None
        if (
            last is not None
            and last["route"][-1] == order["route"][0]
            and last["units"] == order["units"]
            and all(u["type"] == "transport" for u in order["units"])
            and last["route"][-1].endswith("Sea Zone")
            and order["route"][-1].endswith("Sea Zone")
        ):
            last["route"] = last["route"] + order["route"][1:]
        else:
            result.append(dict(order))
    return result


class Readings:
    """What an order can stand for, given the state it is read in."""

    def __init__(self, world: World, names: Names) -> None:
        self.world = world
        self.names = names

    def of_move(
        self, state: AxisState, power: int, order: Order, units: list[dict[str, Any]]
    ) -> Iterator[Action]:
        """The likeliest reading first."""
        world = self.world
        route = tuple(self.names.ours[name] for name in order["route"])
        start, goal = world.space[route[0]], world.space[route[-1]]
        prefix = self._prefix(state, power)
        domains = {world.kinds[world.kind[KIND_OF[u["type"]]]].domain for u in units}
        own = [u for u in units if POWER_OF[u["owner"]] == world.powers[power].id]
        plain = tuple(Units(u["count"], KIND_OF[u["type"]], prefix) for u in own)
        if not own:
            return
        if domains == {"land"} and world.is_sea[goal] and not world.is_sea[start]:
            for transport in order.get("onto") or []:
                onto = Units(1, "transport", "", self._label(power, transport["cargo"]))
                yield Load(plain, route[0], route[-1], onto)
            yield Load(plain, route[0], route[-1])
        elif domains == {"land"} and world.is_sea[start]:
            hosts = {u["outOf"] for u in own}
            if len(hosts) == 1 and "" not in hosts:
                out_of = Units(1, "transport", "", self._label(power, hosts.pop()))
                yield Land(plain, route[0], route[-1], out_of)
            yield Land(plain, route[0], route[-1])
        elif order["raid"] and all(u["type"] == "bomber" for u in own):
            yield Raid(plain, (route[0], route[-1]))
        elif domains == {"air"}:
            yield Move(plain, (route[0], route[-1]))
            yield Move(plain, route)
        elif domains == {"land"}:
            yield Move(plain, route)
        else:
            ships = tuple(self._ships(state, power, start, own, prefix))
            yield Move(ships, route)
            yield Move(ships, (route[0], route[-1]))

    def of_placing(self, state: AxisState, power: int, kind: str, where: str) -> Iterator[Action]:
        world = self.world
        units = (Units(1, kind, self._prefix(state, power)),)
        space = world.space[self.names.ours[where]]
        if not world.is_sea[space]:
            yield Place(units, world.spaces[space].id)
            return
        for land in world.land_near[space]:
            if land in state.facilities:
                yield Place(units, world.spaces[land].id, world.spaces[space].id)

    def _prefix(self, state: AxisState, power: int) -> str:
        return "" if power == state.turn else self.world.powers[power].id

    def _label(self, power: int, cargo: str) -> tuple[str, ...]:
        mine = self.world.powers[power].id
        parts = []
        for item in filter(None, cargo.split(",")):
            owner, kind = item.split(":")
            name = KIND_OF[kind]
            parts.append(name if POWER_OF[owner] == mine else f"{POWER_OF[owner]} {name}")
        return tuple(sorted(parts))

    def _ships(
        self, state: AxisState, power: int, start: int, own: list[dict[str, Any]], prefix: str
    ) -> Iterator[Units]:
        for units in own:
            kind = self.world.kinds[self.world.kind[KIND_OF[units["type"]]]]
            if kind.transport:
                yield Units(units["count"], kind.id, prefix, self._label(power, units["cargo"]))
            elif kind.deck:
                yield from self._carriers(state, start, power, kind.id, units["count"], prefix)
            else:
                yield Units(units["count"], kind.id, prefix)

    def _carriers(
        self, state: AxisState, space: int, power: int, kind: str, count: int, prefix: str
    ) -> Iterator[Units]:
        """Carriers with the guests they have aboard, fresh ones and full ones first."""
        found: Counter[tuple[bool, tuple[str, ...]]] = Counter()
        for piece, number in state.units[space]:
            if piece.owner == power and self.world.kinds[piece.kind].id == kind:
                found[bool(piece.marks & MOVED), cargo_label(self.world, piece)] += number
        for (_, label), number in sorted(found.items(), key=lambda i: (i[0][0], -len(i[0][1]))):
            taken = min(count, number)
            if taken:
                yield Units(taken, kind, prefix, label)
                count -= taken
        if count:
            yield Units(count, kind, prefix)
