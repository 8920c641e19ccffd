"""The lie of the land: what lies how many steps from a place."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.axis.world import World

DEPTH = 3


@lru_cache(maxsize=4096)
def rings(world: World, space: int) -> tuple[tuple[int, ...], ...]:
    """The place itself, the land next to it, and so on: what is farther off is of no account."""
    seen = {space}
    found: list[tuple[int, ...]] = [(space,)]
    for _ in range(DEPTH):
        near = {other for here in found[-1] for other in world.land_near[here]} - seen
        seen |= near
        found.append(tuple(sorted(near)))
    return tuple(found)
