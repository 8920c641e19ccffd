"""Facilities: what stands in a territory besides units, and what damage does to it.

Everything about a kind of facility is in its ``Building``, read from ``units.csv``; a title with
bases, two sizes of factories or ports adds rows, not code.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .relations import Row
from .state import AxisState, Facility
from .units import Building, Kind
from .world import World


def building(world: World, facility: Facility) -> Building:
    found = world.kinds[facility.kind].building
    assert found is not None
    return found


def factory(world: World, state: AxisState, space: int) -> Facility | None:
    """The facility of a space that brings in new units."""
    for facility in state.facilities.get(space, ()):
        if building(world, facility).is_factory:
            return facility
    return None


def find(state: AxisState, space: int, kind: int) -> Facility | None:
    return next((f for f in state.facilities.get(space, ()) if f.kind == kind), None)


def works(world: World, facility: Facility) -> bool:
    """Whether it is in action in spite of its damage."""
    off_at = building(world, facility).off_at
    return not off_at or facility.damage < off_at


def working(world: World, state: AxisState, space: int) -> Iterator[Building]:
    for facility in state.facilities.get(space, ()):
        if works(world, facility):
            yield building(world, facility)


def limit(world: World, space: int, kind: Kind) -> int:
    """The most damage that a facility of a kind can carry there."""
    assert kind.building is not None
    return kind.building.damage_limit(world.value[space])


# Changing them


def put(state: AxisState, space: int, facility: Facility) -> None:
    """A new facility, or the same kind with other damage."""
    others = [f for f in state.facilities.get(space, ()) if f.kind != facility.kind]
    state.facilities[space] = tuple(sorted((*others, facility), key=lambda f: f.kind))


def take_away(state: AxisState, space: int, kind: int) -> None:
    left = tuple(f for f in state.facilities.get(space, ()) if f.kind != kind)
    if left:
        state.facilities[space] = left
    else:
        state.facilities.pop(space, None)


def capped(most: int, old: int, damage: int) -> int:
    """How much of the damage is really added."""
    return min(most, old + damage) - old


def add_damage(world: World, state: AxisState, space: int, kind: int, damage: int) -> int:
    """Damages a facility as far as the rules allow; returns what was really added."""
    facility = find(state, space, kind)
    assert facility is not None
    added = capped(limit(world, space, world.kinds[kind]), facility.damage, damage)
    put(state, space, msgspec.structs.replace(facility, damage=facility.damage + added))
    return added


def repair(state: AxisState, space: int, kind: int, markers: int) -> None:
    facility = find(state, space, kind)
    assert facility is not None
    put(state, space, msgspec.structs.replace(facility, damage=facility.damage - markers))


def captured(world: World, state: AxisState, space: int) -> None:
    """What becomes of the facilities of a territory that was taken."""
    for facility in state.facilities.get(space, ()):
        smaller = building(world, facility).captured_becomes
        if smaller:
            kind = world.kinds[world.kind[smaller]]
            take_away(state, space, facility.kind)
            damage = min(facility.damage, limit(world, space, kind))
            put(state, space, Facility(kind.index, damage))


# Questions


def raidable(world: World, state: AxisState, space: int, raider: Kind) -> list[Facility]:
    """What a raider may bomb there: everything, or bases only."""
    if not raider.raids:
        return []
    return [
        facility
        for facility in state.facilities.get(space, ())
        if raider.strategic or not building(world, facility).is_factory
    ]


def rivals(world: World, state: AxisState, space: int, kind: Kind) -> list[Facility]:
    """What stands there already and leaves no room for a facility of a kind."""
    assert kind.building is not None
    group = kind.building.group
    return [f for f in state.facilities.get(space, ()) if building(world, f).group == group]


def why_not_built(
    world: World, state: AxisState, power: int, kind: Kind, space: int
) -> tuple[str, dict[str, object]] | None:
    """Which rule keeps a facility from being built in a territory: a refusal's code and words."""
    site = kind.building
    assert site is not None
    name, whose = world.spaces[space].id, world.powers[power].id
    if not state.held_since(power, space):
        return "place-factory-held", {"space": name, "power": whose}
    if world.value[space] < site.least_value:
        return "place-factory-value", {"unit": kind.id, "least": site.least_value}
    if site.no_islands and world.spaces[space].island:
        return "place-island", {"unit": kind.id}
    if site.original_owner_only and world.original[space] != power:
        return "place-original", {"unit": kind.id, "power": whose}
    if site.coast_only and not world.sea_near[space]:
        return "place-coast", {"unit": kind.id}
    if rivals(world, state, space, kind):
        return "place-factory-two", {"space": name, "unit": kind.id}
    return None


def extra_movement(
    world: World, state: AxisState, power: int, ally: Row
) -> Iterator[tuple[int, int, int]]:
    """Spaces whose aircraft (or ships) start with movement to spare: (space, air, ships)."""
    for space in state.facilities:
        if not ally[state.owner[space]]:
            continue
        for site in working(world, state, space):
            if site.air_range and world.access.may_take_off(state, power, space):
                yield space, site.air_range, 0
            if site.ship_range and world.access.may_put_in(state, power, space):
                for zone in world.sea_near[space]:
                    yield zone, 0, site.ship_range
