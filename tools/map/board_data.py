"""Write the client's board files (names, production, borders) from the titles' own tables.

    python tools/map/board_data.py

The rules read the same tables, so the drawing and the rules cannot drift apart.
"""

from __future__ import annotations

import csv
import json
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
        path = OUT / f"{board}.board.json"
        path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        print(path.relative_to(ROOT), len(data["spaces"]), "spaces")


if __name__ == "__main__":
    main()
