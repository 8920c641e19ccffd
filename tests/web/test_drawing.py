"""The drawing tells the truth: what touches on the map is what is adjacent in the rules.

The drawing is read from the files the client draws from, with a projection written here anew, so
that a fault in the client's own reading of them would not hide itself.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from sandtable.games import find_title
from sandtable.games.fortress.board import NEAR, SPACES
from tests.web.conftest import Desks
from tests.web.desk import script
from tests.web.house import Server

MAPS = Path(__file__).parents[2] / "web" / "public" / "maps"
BOARDS = {"anniversary-1941": "anniversary", "fortress": "fortress-america"}
PROJECTIONS = {"anniversary": "world.projection", "fortress-america": "projection-fortress"}
VISIBLE = 3.0
"""Board units (the board is 1600 wide): a border at least this long is seen as one."""
INVISIBLE = 1.0

Point: TypeAlias = tuple[float, float]
Pair: TypeAlias = frozenset[str]


@cache
def read(name: str) -> Any:
    return json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))


def curve(knots: list[list[float]], value: float) -> float:
    """The cubic through knots of degree, position and slope."""
    at = 0
    while at < len(knots) - 2 and value > knots[at + 1][0]:
        at += 1
    (a, p, m), (b, q, n) = knots[at], knots[at + 1]
    h = b - a
    s = (value - a) / h
    one = (1 + 2 * s) * (1 - s) ** 2 * p + s * (1 - s) ** 2 * h * m
    return one + s * s * (3 - 2 * s) * q + s * s * (s - 1) * h * n


def project(board: str, lon: float, lat: float) -> Point:
    file = read(PROJECTIONS[board])
    if board == "anniversary":
        turn = math.floor((lon - file["cut_longitude"]) / 360)
        return curve(file["x"], lon - 360 * turn) + file["width"] * turn, curve(file["y"], lat)
    x0, _, x1, y1 = file["extent_unit_sphere"]
    scale = (1600 - 52) / (x1 - x0)
    rho = math.sqrt(file["C"] - 2 * file["n"] * math.sin(math.radians(lat))) / file["n"]
    theta = file["n"] * math.radians(lon - file["lon0"])
    x = rho * math.sin(theta)
    y = file["rho0"] - rho * math.cos(theta)
    return (x - x0) * scale + 26, (y1 - y) * scale + 26


@cache
def arcs(board: str) -> list[list[Point]]:
    raw = read(f"{board}.topo")
    (sx, sy), (tx, ty) = raw["transform"]["scale"], raw["transform"]["translate"]
    out = []
    for arc in raw["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append(project(board, x * sx + tx, y * sy + ty))
        out.append(points)
    return out


def length(points: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def flat(nested: Any) -> Iterator[int]:
    for one in nested:
        if isinstance(one, int):
            yield one
        else:
            yield from flat(one)


@cache
def shapes(board: str) -> dict[str, Any]:
    return {g["id"]: g for g in read(f"{board}.topo")["objects"]["spaces"]["geometries"]}


@cache
def sides(board: str) -> dict[int, set[str]]:
    """Which spaces lie along each line of the drawing."""
    out: dict[int, set[str]] = defaultdict(set)
    for space, shape in shapes(board).items():
        for index in flat(shape["arcs"]):
            out[index if index >= 0 else ~index].add(space)
    if board == "anniversary":
        join_the_seam(board, out)
    return out


def join_the_seam(board: str, out: dict[int, set[str]]) -> None:
    """Where the world is cut open, a border is stored twice, a whole turn apart."""
    width = read("world.projection")["width"]
    free = [index for index, spaces in out.items() if len(spaces) == 1]

    def ends(index: int, shift: float) -> tuple[tuple[int, int], ...]:
        line = arcs(board)[index]
        return tuple(sorted((round(x + shift), round(y)) for x, y in (line[0], line[-1])))

    here = {ends(index, 0): index for index in free}
    for index in free:
        twin = here.get(ends(index, width))
        if twin is not None and twin != index:
            both = out[index] | out[twin]
            out[index] = both
            # Counted once: the other copy is the same line.
            out[twin] = set()


@cache
def drawn(board: str) -> dict[Pair, float]:
    """How long the border is that two spaces share on the drawing."""
    out: dict[Pair, float] = defaultdict(float)
    for index, spaces in sides(board).items():
        for pair in itertools.combinations(sorted(spaces), 2):
            out[frozenset(pair)] += length(arcs(board)[index])
    return out


@cache
def rules(title: str) -> tuple[frozenset[str], frozenset[Pair]]:
    """The spaces and what is adjacent, from the title itself."""
    if title == "fortress":
        near = {one.id: [SPACES[n].id for n in NEAR[i]] for i, one in enumerate(SPACES)}
    else:
        reference: Any = find_title(title).reference()
        near = {space.id: list(space.near) for space in reference.spaces}
    borders = {frozenset((space, other)) for space, others in near.items() for other in others}
    return frozenset(near), frozenset(borders)


@pytest.mark.parametrize("title", BOARDS)
def test_every_space_is_drawn_and_no_other(title: str) -> None:
    board = BOARDS[title]
    spaces, _ = rules(title)
    assert set(shapes(board)) == spaces
    assert {space["id"] for space in read(f"{board}.board")["spaces"]} == spaces


@pytest.mark.parametrize("title", BOARDS)
def test_what_the_client_calls_adjacent_is_adjacent_in_the_rules(title: str) -> None:
    _, borders = rules(title)
    assert {frozenset(pair) for pair in read(f"{BOARDS[title]}.board")["borders"]} == borders


@pytest.mark.parametrize("title", BOARDS)
def test_adjacent_spaces_touch(title: str) -> None:
    _, borders = rules(title)
    lengths = drawn(BOARDS[title])
    apart = sorted(sorted(pair) for pair in borders if lengths.get(pair, 0) < VISIBLE)
    assert apart == []


@pytest.mark.parametrize("title", BOARDS)
def test_no_others_look_joined(title: str) -> None:
    """Not adjacent: no common border at all, or one too short to be seen."""
    _, borders = rules(title)
    joined = {
        " ".join(sorted(pair)): round(long, 1)
        for pair, long in drawn(BOARDS[title]).items()
        if pair not in borders and long >= INVISIBLE
    }
    assert joined == {}


def corners(board: str) -> tuple[list[Point], dict[Point, set[str]]]:
    """The rings on a map, and which spaces meet at each end of a line."""
    raw = read(f"{board}.topo")
    (sx, sy), (tx, ty) = raw["transform"]["scale"], raw["transform"]["translate"]
    rings = [
        project(board, x * sx + tx, y * sy + ty)
        for x, y in raw["objects"]["corners"]["coordinates"]
    ]
    meeting: dict[Point, set[str]] = defaultdict(set)
    for index, along in sides(board).items():
        for x, y in (arcs(board)[index][0], arcs(board)[index][-1]):
            meeting[round(x, 1), round(y, 1)] |= along
    return rings, meeting


def test_territories_that_only_meet_at_a_corner_are_marked() -> None:
    """Four at a point: a ring on the map says that one cannot cross there."""
    board = "fortress-america"
    _, borders = rules("fortress")
    rings, meeting = corners(board)
    meeting = {point: {s for s in here if "zone-" not in s} for point, here in meeting.items()}
    bare = [
        (point, sorted(pair))
        for point, here in meeting.items()
        for pair in map(frozenset, itertools.combinations(sorted(here), 2))
        if pair not in borders and min(math.dist(point, ring) for ring in rings) > 1
    ]
    assert bare == []
    assert any(len(here) >= 4 for here in meeting.values())


def test_sea_zones_that_only_meet_at_a_corner_are_marked() -> None:
    """So do zones across a line too short to be seen."""
    board = "anniversary"
    _, borders = rules("anniversary-1941")
    rings, meeting = corners(board)
    across = [
        (point, sorted(pair))
        for point, here in meeting.items()
        if all(one.startswith("sz-") for one in here)
        for pair in map(frozenset, itertools.combinations(sorted(here), 2))
        if pair not in borders
    ]
    assert {tuple(pair) for _, pair in across} >= {("sz-20", "sz-44"), ("sz-21", "sz-55")}
    assert [far for far in across if min(math.dist(far[0], ring) for ring in rings) > 1] == []


def lapping(labels: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Names that lie over one another."""
    for a, b in itertools.combinations(labels, 2):
        dx, dy = abs(a["x"] - b["x"]), abs(a["y"] - b["y"])
        if dx < (a["width"] + b["width"]) / 2 - 3 and dy < (a["height"] + b["height"]) / 2 - 3:
            yield a["name"], b["name"]


@pytest.mark.parametrize("title", BOARDS)
def test_every_label_lies_in_or_beside_its_space(title: str, desk: Desks, server: Server) -> None:
    me = desk()
    game = server.new_game(title)
    me.follow(game, game["tokens"]["spectator"])
    names: set[str] = set()
    for k in (1.0, 2.0, 4.0, 7.0):
        labels = me.page.evaluate(script("labels"), k)
        # Beside: no further than the pieces that stand between the two, and a finger's breadth.
        astray = {
            label["name"]: round(label["off"])
            for label in labels
            if label["off"] > max(label["block"]["h"], label["block"]["w"] / 2) + 8
        }
        assert astray == {}, f"at scale {k}"
        assert list(lapping(labels)) == [], f"at scale {k}"
        names |= {label["id"] for label in labels}
    # From near, every space has its name.
    spaces, _ = rules(title)
    assert spaces - names == set()
