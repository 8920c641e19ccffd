"""Draw the small pictures of the boards that stand on the home page (web/public/cards/*.svg).

python tools/map/cards.py
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

from sandtable.games import find_title
from sandtable.games.axis.rules import AxisRules

ROOT = Path(__file__).resolve().parents[2]
MAPS = ROOT / "web" / "public" / "maps"
OUT = ROOT / "web" / "public" / "cards"
Point = tuple[float, float]

TINTS = {
    "germany": "#9aa1a6",
    "ussr": "#c4826e",
    "japan": "#e8be79",
    "uk": "#dccaa3",
    "italy": "#a48668",
    "usa": "#93ad8c",
    "china": "#c9dba9",
    "anzac": "#8bbcc2",
    "france": "#93a4cd",
    "dutch": "#e3ab86",
    "strict": "#e0d8c5",
    "pro-axis": "#bcc5cc",
    "pro-allies": "#dfe6cb",
    None: "#e6dcc6",
}
SECTORS = {
    "west": "#e3c583",
    "rocky-mountains": "#c9b597",
    "plains": "#d3d7a6",
    "south": "#dfb097",
    "east": "#b3c8b0",
    "zone-west": "#d9a441",
    "zone-south": "#6d86b5",
    "zone-east": "#b9675f",
}


def hermite(knots: list[list[float]], value: float) -> float:
    i = 0
    while i < len(knots) - 2 and value > knots[i + 1][0]:
        i += 1
    (a, p, m), (b, q, n) = knots[i], knots[i + 1]
    h = b - a
    s = (value - a) / h
    return (
        (2 * s**3 - 3 * s**2 + 1) * p
        + (s**3 - 2 * s**2 + s) * h * m
        + (3 * s**2 - 2 * s**3) * q
        + (s**3 - s**2) * h * n
    )


def world(lon: float, lat: float) -> Point:
    file = json.loads((MAPS / "world.projection.json").read_text())
    turn = math.floor((lon - file["cut_longitude"]) / 360)
    x = hermite(file["x"], lon - 360 * turn) + file["width"] * turn
    return x, hermite(file["y"], lat)


def albers(lon: float, lat: float) -> Point:
    f = json.loads((MAPS / "projection-fortress.json").read_text())
    rho = math.sqrt(f["C"] - 2 * f["n"] * math.sin(math.radians(lat))) / f["n"]
    theta = math.radians(f["n"] * (lon - f["lon0"]))
    x0, _, x1, y1 = f["extent_unit_sphere"]
    scale = 1560 / (x1 - x0)
    return (
        (rho * math.sin(theta) - x0) * scale + 20,
        (y1 - (f["rho0"] - rho * math.cos(theta))) * scale + 20,
    )


def simplify(line: list[Point], tolerance: float) -> list[Point]:
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay)
    best, at = tolerance, 0
    for i in range(1, len(line) - 1):
        x, y = line[i]
        off = (
            abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
            if length
            else math.hypot(x - ax, y - ay)
        )
        if off > best:
            best, at = off, i
    if not at:
        return [line[0], line[-1]]
    return simplify(line[: at + 1], tolerance)[:-1] + simplify(line[at:], tolerance)


def arcs_of(topology: dict[str, Any], project: Any, tolerance: float) -> list[list[Point]]:
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    out = []
    for arc in topology["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append(project(x * sx + tx, y * sy + ty))
        out.append(simplify(line, tolerance))
    return out


Window = tuple[int, int, int, int]
"""What of the picture is shown: left, top, width, height."""
GRAIN = 10
"""Steps of a drawing in one unit of a window."""


def path_of(geometry: dict[str, Any], arcs: list[list[Point]], window: Window) -> str:
    polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    parts = []
    for ring in (ring for polygon in polygons for ring in polygon):
        points: list[Point] = []
        for index in ring:
            arc = arcs[~index][::-1] if index < 0 else arcs[index]
            points += arc[:-1]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        if len(points) < 4 or (max(xs) - min(xs)) * (max(ys) - min(ys)) < 40:
            continue
        left, top, width, height = (4 * side for side in window)
        if max(xs) < left or min(xs) > left + width or max(ys) < top or min(ys) > top + height:
            continue
        parts.append(ring_path([(round(x * GRAIN / 4), round(y * GRAIN / 4)) for x, y in points]))
    return "".join(parts)


def ring_path(points: list[tuple[int, int]]) -> str:
    """Small steps in whole numbers, a minus standing for the space before it: half the bytes."""
    steps = [
        f"{number:+d}".replace("+", " ")
        for (ax, ay), (bx, by) in itertools.pairwise(points)
        if (ax, ay) != (bx, by)
        for number in (bx - ax, by - ay)
    ]
    return f"M{points[0][0]} {points[0][1]}l{''.join(steps).strip()}z"


def draw(board: str, project: Any, tint: Any, window: Window, sea: str, name: str) -> None:
    topology = json.loads((MAPS / f"{board}.topo.json").read_text())
    data = {s["id"]: s for s in json.loads((MAPS / f"{board}.board.json").read_text())["spaces"]}
    left, top, width, height = (GRAIN * side for side in window)
    arcs = arcs_of(topology, project, 2.2 * window[2] / 400)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'stroke="#4a4334" stroke-width="{width / 800:.1f}" stroke-linejoin="round" '
        f'fill-rule="evenodd">',
        f'<path d="M{left} {top}h{width}v{height}h-{width}z" fill="{sea}" stroke="none"/>',
    ]
    for geometry in topology["objects"]["spaces"]["geometries"]:
        colour = tint(data[geometry["id"]])
        path = path_of(geometry, arcs, window)
        if colour and path:
            lines.append(f'<path fill="{colour}" d="{path}"/>')
    lines.append("</svg>")
    OUT.mkdir(exist_ok=True)
    (OUT / f"{name}.svg").write_text("\n".join(lines) + "\n")
    print(name, sum(map(len, lines)), "bytes")


def usa_tint(space: dict[str, Any]) -> str:
    kind = "zone-" + space["original"] if space["kind"] == "zone" else space["sector"]
    return SECTORS.get(kind, "#e6dcc6")


def world_tint(title: str) -> Any:
    """As the board looks when the game begins."""
    rules = find_title(title)
    assert isinstance(rules, AxisRules)
    world = rules.world
    holder = {
        space.id: world.powers[owner].id if owner >= 0 else None
        for space, owner in zip(world.spaces, world.controllers, strict=True)
    }

    def tint(space: dict[str, Any]) -> str | None:
        return None if space["kind"] == "sea" else TINTS[holder[space["id"]]]

    return tint


WORLDS: dict[str, tuple[str, Window]] = {
    # 1941 begins in Europe, 1942 looks to Asia and the Pacific.
    "anniversary-1941": ("anniversary", (72, 8, 208, 117)),
    "anniversary-1942": ("anniversary", (192, 44, 208, 117)),
    "global-1940": ("global-1940", (0, 0, 400, 225)),
    "europe-1940": ("global-1940", (112, 8, 150, 84)),
    "pacific-1940": ("global-1940", (256, 44, 144, 81)),
    "house-1940": ("global-1940", (104, 4, 288, 162)),
}


def main() -> None:
    for title, (board, window) in WORLDS.items():
        tint = world_tint("global-1940" if board == "global-1940" else title)
        draw(board, world, tint, window, "#86a9bb", title)
    draw("fortress-america", albers, usa_tint, (0, 0, 400, 260), "#9dbac7", "fortress")


if __name__ == "__main__":
    main()
