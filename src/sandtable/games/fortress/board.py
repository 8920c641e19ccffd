"""The board: 96 territories, 18 invasion zones, and which of them share an edge (FA-030)."""

from __future__ import annotations

import csv
from collections import deque
from typing import Final

import msgspec

from sandtable.table import Malformed

from .pieces import DATA, FORCES

BEYOND: Final = 99
"""A distance no unit covers."""


class Space(msgspec.Struct, frozen=True):
    """One territory or invasion zone; ``owner`` is the force a zone belongs to, or -1."""

    id: str
    name: str
    zone: bool
    owner: int
    city: bool
    mountain: bool
    resource: str
    sector: str
    lon: float
    lat: float
    x: float
    y: float


def _read_spaces() -> tuple[Space, ...]:
    with (DATA / "spaces.csv").open(encoding="utf-8") as file:
        return tuple(
            Space(
                id=row["id"],
                name=row["name"],
                zone=row["kind"] == "zone",
                owner=FORCES.index(row["invader"]) if row["invader"] else -1,
                city=row["city"] == "yes",
                mountain=row["mountain"] == "yes",
                resource=row["resource"],
                sector=row["sector"],
                lon=float(row["city_lon"] or row["lon"]),
                lat=float(row["city_lat"] or row["lat"]),
                x=float(row["x"]),
                y=float(row["y"]),
            )
            for row in csv.DictReader(file)
        )


def _read_borders(index: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    near: list[set[int]] = [set() for _ in index]
    with (DATA / "borders.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            a, b = index[row["a"]], index[row["b"]]
            near[a].add(b)
            near[b].add(a)
    return tuple(tuple(sorted(spaces)) for spaces in near)


def _distances(near: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    far = [BEYOND] * len(near)
    far[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in near[here]:
            if far[there] == BEYOND:
                far[there] = far[here] + 1
                queue.append(there)
    return tuple(far)


SPACES: Final = _read_spaces()
N: Final = len(SPACES)
INDEX: Final = {space.id: i for i, space in enumerate(SPACES)}
NEAR: Final = _read_borders(INDEX)
NEAR_SET: Final = tuple(frozenset(spaces) for spaces in NEAR)
DISTANCE: Final = tuple(_distances(NEAR, start) for start in range(N))
"""Spaces counted as the crow flies: aircraft pass over anything (FA-140)."""
WITHIN: Final = tuple(
    tuple(tuple(t for t in range(N) if 1 <= DISTANCE[s][t] <= reach) for s in range(N))
    for reach in range(5)
)
"""``WITHIN[reach][space]``: the other spaces at most ``reach`` away."""

IS_ZONE: Final = tuple(space.zone for space in SPACES)
IS_CITY: Final = tuple(space.city for space in SPACES)
OWNER: Final = tuple(space.owner for space in SPACES)
ROUGH: Final = tuple(space.city or space.mountain for space in SPACES)
"""Where combined arms matter (FA-023, FA-178)."""
CITIES: Final = tuple(i for i in range(N) if IS_CITY[i])
TERRITORIES: Final = tuple(i for i in range(N) if not IS_ZONE[i])
ZONES: Final = tuple(tuple(i for i in range(N) if OWNER[i] == force) for force in range(4))
SECTORS: Final = ("west", "rocky-mountains", "south", "plains", "east")


def read_space(text: str) -> int:
    if text not in INDEX:
        raise Malformed(f"there is no space {text}")
    return INDEX[text]
