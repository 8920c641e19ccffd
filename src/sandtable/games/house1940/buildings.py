"""Buildings: where they may stand, and what hits do to them (HV-162 to HV-169)."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis.state import AxisState, Facility
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World

from .turn import held, house

COMPLEX, PORT, AIRFIELD, PLATFORM, BATTERY = "complex", "port", "airfield", "platform", "aa-battery"


def why_not_built(
    world: World, state: AxisState, power: int, kind: Kind, space: int, count: int
) -> tuple[str, dict[str, object]] | None:
    """HV-943: which rule keeps buildings from being placed: a refusal's code and words."""
    name = world.spaces[space].id
    if not held(state, power, space):
        return "place-factory-held", {"space": name, "power": world.powers[power].id}
    if kind.flag("city-only") is not None and not world.spaces[space].city:
        return "place-city", {"space": name, "unit": kind.id}
    if kind.building is None:
        return None
    if kind.building.coast_only and not world.sea_near[space]:
        return "place-coast", {"unit": kind.id}
    if count > 1 or facilities.find(state, space, kind.index):
        return "place-factory-two", {"space": name, "unit": kind.id}
    return None


def strength(world: World, facility: Facility) -> int:
    """The strength points a building has left."""
    return world.kinds[facility.kind].hits - facility.damage


def hit(world: World, state: AxisState, space: int, kind: int, hits: int) -> bool:
    """HV-965: each hit takes a strength point, the last one destroys; says whether it did."""
    facility = facilities.find(state, space, kind)
    assert facility is not None
    if hits >= strength(world, facility):
        destroy(world, state, space, kind)
        return True
    facilities.put(state, space, Facility(kind, facility.damage + hits))
    return False


def destroy(world: World, state: AxisState, space: int, kind: int) -> None:
    """A building is gone; a platform takes its bombs with it (HV-976)."""
    facilities.take_away(state, space, kind)
    if world.kinds[kind].id == PLATFORM:
        house(state).bombs.pop(space, None)
