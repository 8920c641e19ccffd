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

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
OUT = ROOT / "web" / "public" / "maps"

BOARDS = {
    "anniversary": (
        GAMES / "anniversary/data/spaces.csv",
        GAMES / "anniversary/data/connections.csv",
    ),
    "fortress-america": (GAMES / "fortress/data/spaces.csv", GAMES / "fortress/data/borders.csv"),
}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def world_space(row: dict[str, str]) -> dict[str, Any]:
    sea = row["kind"] != "land"
    name = row["name"]
    if sea and row["id"].startswith("sz-"):
        name = row["id"].removeprefix("sz-")
    return {
        "id": row["id"],
        "name": name,
        "kind": "sea" if sea else "land",
        "production": int(row["production"] or 0),
        "original": row["original_owner"] or None,
        "blocked": row["neutrality"] == "impassable",
        "city": row["victory_city"] or None,
        "capital": bool(row["capital_of"]),
        "signs": [],
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


def world_units(folder: Path) -> list[dict[str, Any]]:
    """What the shop shows of each unit."""
    out = []
    for row in rows(folder / "units.csv"):
        keys = ("cost", "attack", "defence", "move")
        out.append({"id": row["unit"], **{key: int(row[key] or 0) for key in keys}})
    return out


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


def main() -> None:
    for board, (space_table, border_table) in BOARDS.items():
        spaces = rows(space_table)
        links = rows(border_table)
        make = usa_space if board == "fortress-america" else world_space
        data = {
            "id": board,
            "spaces": [make(row) for row in spaces],
            "borders": [[row["a"], row["b"]] for row in links],
        }
        if board != "fortress-america":
            data["units"] = world_units(space_table.parent)
            drawing = OUT / f"{board}.topo.json"
            topology = json.loads(drawing.read_text())
            points = corners(topology, data)
            topology["objects"]["corners"] = {"type": "MultiPoint", "coordinates": points}
            drawing.write_text(json.dumps(topology, separators=(",", ":")))
            print(drawing.relative_to(ROOT), len(points), "corners")
        path = OUT / f"{board}.board.json"
        path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        print(path.relative_to(ROOT), len(data["spaces"]), "spaces")


if __name__ == "__main__":
    main()
