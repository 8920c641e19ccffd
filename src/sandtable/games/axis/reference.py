"""What never changes about a title, for clients that draw its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.table import View

if TYPE_CHECKING:
    from .rules import AxisRules


class SpaceReference(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: str
    value: int
    original: str
    closed: bool
    city: str
    capital_of: str
    near: tuple[str, ...]
    symbols: tuple[str, ...]
    """Marks that the title's rules know."""


class UnitReference(msgspec.Struct, frozen=True):
    id: str
    domain: str
    cost: int
    attack: int
    defence: int
    move: int
    hits: int
    building: bool
    """A facility: it stands in a territory and is no piece."""
    upgrade: str
    """What a facility can be made into, and for how much."""
    upgrade_cost: int
    abilities: tuple[tuple[str, str], ...]
    """In the words of the table of units, each with what follows it."""


class TopicReference(msgspec.Struct, frozen=True):
    """What a standing order can be about, and the words it takes."""

    name: str
    words: tuple[str, ...]
    whom: bool
    """Whether it can be about some allies only, named after the words."""
    units: tuple[str, ...]
    """Kinds of units that it names, each with a number, instead of words."""
    sites: tuple[str, ...]
    """Kinds of facility whose territories can be named after the words."""


class PowerReference(msgspec.Struct, frozen=True):
    id: str
    side: str
    seat: str
    colour: str
    capital: str


class CanalReference(msgspec.Struct, frozen=True):
    name: str
    zones: tuple[str, str]
    lands: tuple[str, ...]


class ObjectiveReference(msgspec.Struct, frozen=True):
    """A bonus for a power, and its condition in the words of the table."""

    power: str
    bonus: int
    condition: str
    units_in: str
    """Where units are received for it instead of money."""


class BombReference(msgspec.Struct, frozen=True):
    """A flying bomb that can be bought for a platform."""

    name: str
    cost: int
    range: int
    dice: int
    hits_at: int
    interceptable: bool


class AxisReference(View):
    spaces: tuple[SpaceReference, ...]
    units: tuple[UnitReference, ...]
    powers: tuple[PowerReference, ...]
    canals: tuple[CanalReference, ...]
    advances: tuple[tuple[str, str], ...]
    objectives: tuple[ObjectiveReference, ...]
    phases: tuple[str, ...]
    currency: str
    bombs: tuple[BombReference, ...]
    orders: tuple[TopicReference, ...]
    partners: tuple[tuple[str, ...], ...]
    """Seats that one person had better hold when fewer people play than there are seats."""


def make_reference(rules: AxisRules) -> AxisReference:
    world = rules.world
    ids = world.board.ids

    def power_id(power: int) -> str:
        return world.powers[power].id if power >= 0 else ""

    return AxisReference(
        spaces=tuple(
            SpaceReference(
                id=s.id,
                name=s.name,
                kind=s.kind,
                value=s.value,
                original=power_id(s.original),
                closed=s.closed,
                city=s.city,
                capital_of=power_id(s.capital_of),
                near=tuple(ids[n] for n in world.board.near[s.index]),
                symbols=tuple(symbol for symbol in s.symbols if symbol in rules.symbols),
            )
            for s in world.spaces
        ),
        units=tuple(
            UnitReference(
                k.id,
                k.domain,
                k.cost,
                k.attack,
                k.defence,
                k.move,
                k.hits,
                k.building is not None,
                k.building.upgrade if k.building else "",
                k.building.upgrade_cost if k.building else 0,
                k.flags,
            )
            for k in world.kinds
        ),
        powers=tuple(
            PowerReference(p.id, p.side, p.seat, p.colour, ids[p.capital] if p.capital >= 0 else "")
            for p in world.powers
        ),
        canals=tuple(
            CanalReference(g.name, (ids[g.a], ids[g.b]), tuple(ids[land] for land in g.lands))
            for g in {gate.name: gate for gate in world.board.gates.values()}.values()
        ),
        advances=tuple((t.id, t.name) for t in world.techs),
        objectives=tuple(
            ObjectiveReference(o.power, o.bonus, o.text, o.units_in) for o in world.objectives
        ),
        phases=rules.phases,
        currency=rules.currency,
        bombs=tuple(
            BombReference(n, b.cost, b.range, b.dice, b.hits_at, b.interceptable)
            for n, b in rules.bombs.items()
        ),
        orders=tuple(
            TopicReference(t.name, t.offered, t.whom, t.kinds(world), t.sites(world))
            for t in rules.topics.values()
        ),
        partners=rules.partners,
    )
