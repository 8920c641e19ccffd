"""Write the client's board files (names, production, borders) from the titles' own tables,
and mark on the world's drawing the points where spaces meet that are not adjacent.

    python tools/map/board_data.py

The rules read the same tables, so the drawing and the rules cannot drift apart.
"""

from __future__ import annotations

import csv
import itertools
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.spaces import Space
from sandtable.games.axis.world import World

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
OUT = ROOT / "web" / "public" / "maps"

WORLD_BOARDS = {
    "anniversary": "anniversary-1941",
    "global-1940": "global-1940",
    "europe-1940": "europe-1940",
    "pacific-1940": "pacific-1940",
}
"""Each board, and a title that is played on it."""
DRAWINGS = ("anniversary", "global-1940")
"""Boards with a drawing of their own; the others are parts of the last."""
USA = "fortress-america"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def world_space(world: World, space: Space) -> dict[str, Any]:
    return {
        "id": space.id,
        "name": space.id.removeprefix("sz-") if space.id.startswith("sz-") else space.name,
        "kind": space.kind,
        "production": 0 if space.closed else space.value,
        "original": world.powers[space.original].id if space.original >= 0 else None,
        "blocked": space.closed,
        "city": space.city or None,
        "capital": space.capital_of >= 0,
        "signs": [],
    }


def world_board(title: str) -> dict[str, Any]:
    rules = find_title(title)
    assert isinstance(rules, AxisRules)
    world = rules.world
    ids = world.board.ids
    pairs = {(a, b) for a, near in enumerate(world.board.near) for b in near if a < b}
    return {
        "spaces": [world_space(world, space) for space in world.spaces],
        "borders": sorted(sorted((ids[a], ids[b])) for a, b in pairs),
    }


def usa_space(row: dict[str, str]) -> dict[str, Any]:
    zone = row["kind"] in ("invasion-zone", "zone")
    signs = ["mountain"] if row["mountain"] in ("true", "yes") else []
    if row["resource"]:
        signs.append(row["resource"])
    return {
        "id": row["id"],
        "name": row["id"].removeprefix("zone-").replace("-", " ").title() if zone else row["name"],
        "kind": "zone" if zone else "land",
        "production": 0,
        "original": row["invader"] if zone else "usa",
        "blocked": False,
        "city": None if row["city"] in ("", "no") else row["name"],
        "capital": False,
        "signs": signs,
        "sector": row["sector"],
    }


def usa_board() -> dict[str, Any]:
    folder = GAMES / "fortress" / "data"
    return {
        "spaces": [usa_space(row) for row in rows(folder / "spaces.csv")],
        "borders": [[row["a"], row["b"]] for row in rows(folder / "borders.csv")],
    }


def flat(nested: Any) -> Iterator[int]:
    for one in nested:
        if isinstance(one, int):
            yield one
        else:
            yield from flat(one)


def meeting_points(topology: dict[str, Any]) -> dict[tuple[int, int], set[str]]:
    """Where lines of the drawing end, and which spaces lie around."""
    ends = []
    for arc in topology["arcs"]:
        last = (sum(dx for dx, _ in arc), sum(dy for _, dy in arc))
        ends.append((tuple(arc[0]), last))
    around: dict[tuple[int, int], set[str]] = defaultdict(set)
    for shape in topology["objects"]["spaces"]["geometries"]:
        for index in flat(shape["arcs"]):
            for point in ends[index if index >= 0 else ~index]:
                around[point].add(shape["id"])
    return around


NEAR = 80
"""Two meeting points closer than this (0.4 degrees) look like one."""


def corners(topology: dict[str, Any], data: dict[str, Any]) -> list[list[int]]:
    """Points at sea where one might think to cross between zones that are not adjacent."""
    adjacent = {frozenset(pair) for pair in data["borders"]}
    sea = {space["id"] for space in data["spaces"] if space["kind"] == "sea"}
    out: list[list[int]] = []
    for (x, y), around in sorted(meeting_points(topology).items()):
        pairs = map(frozenset, itertools.combinations(sorted(around), 2))
        if around <= sea and any(pair not in adjacent for pair in pairs):
            if not any(abs(x - a) + abs(y - b) < NEAR for a, b in out):
                out.append([x, y])
    return out


def mark_corners(board: str, data: dict[str, Any]) -> None:
    drawing = OUT / f"{board}.topo.json"
    topology = json.loads(drawing.read_text())
    points = corners(topology, data)
    topology["objects"]["corners"] = {"type": "MultiPoint", "coordinates": points}
    drawing.write_text(json.dumps(topology, separators=(",", ":")))
    print(drawing.relative_to(ROOT), len(points), "corners")


def main() -> None:
    made = {board: world_board(title) for board, title in WORLD_BOARDS.items()}
    made[USA] = usa_board()
    for board, data in made.items():
        if board in DRAWINGS:
            mark_corners(board, data)
        path = OUT / f"{board}.board.json"
        text = json.dumps({"id": board, **data}, ensure_ascii=False, separators=(",", ":"))
        path.write_text(text + "\n")
        print(path.relative_to(ROOT), len(data["spaces"]), "spaces")


if __name__ == "__main__":
    main()
