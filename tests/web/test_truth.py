"""The picture is true: what is drawn is what is there, at every distance and size."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, TypeAlias

import httpx2 as httpx
import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP, Desk
from tests.web.germany import OTHERS
from tests.web.house import Server, bots
from tests.web.studies import TWO_BATTLES

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {},
    "phone": {"phone": True},
    "wall": {"width": 2560, "height": 1440},
}
ZOOMS = (1.0, 1.3, 1.7, 2.2, 2.9, 4.0, 6.0)
SET_UP = ("usa", "west", "south", "east")
CLASSES = {
    "air": {"fighter", "bomber", "helicopter"},
    "sea": {"submarine", "transport", "destroyer", "cruiser", "carrier", "battleship"},
}
Stacks: TypeAlias = dict[tuple[str, str], Counter[str]]
"""Space and power to how many of each kind, cargo apart under ``aboard``."""


def truth(server: Server, game: dict[str, Any]) -> Stacks:
    """What the server says stands where."""
    headers = {"Authorization": f"Bearer {game['tokens']['spectator']}"}
    place = f"{server.url}api/games/{game['id']}"
    spaces = httpx.get(place, headers=headers, timeout=30).json()["view"]["game"]["spaces"]
    found: Stacks = {}
    for space in spaces:
        if isinstance(space["units"], dict):  # Fortress America
            for power, kinds in space["units"].items():
                found[space["id"], power] = Counter({k: n for k, n in kinds.items() if n})
            if space["laser"]:
                found.setdefault((space["id"], "usa"), Counter())["laser"] += 1
            continue
        for unit in space["units"]:
            stack = found.setdefault((space["id"], unit["owner"]), Counter())
            stack[unit["unit"]] += unit["count"]
            stack["aboard"] += unit["count"] * len(unit.get("cargo", ()))
    return {key: +stack for key, stack in found.items() if +stack}


def check(tokens: list[dict[str, Any]], stack: Counter[str]) -> None:
    """Each token is a kind that is there with its number, a plate for its class, or a sum."""
    left = Counter(stack)
    for token in tokens:
        kind, count = token["kind"], token["count"]
        if token["pill"]:
            assert count == stack.total(), (tokens, stack)
            return
        if kind.startswith("class-"):
            group = kind.removeprefix("class-")
            own = {k: n for k, n in stack.items() if k != "aboard" and class_of(k) == group}
            assert len(own) > 1 or token["cargo"], "a single kind is drawn as itself"
            assert count == sum(own.values()), (token, stack)
            assert len(token["cargo"]) == (stack["aboard"] if group == "sea" else 0)
            left -= Counter({**own, "aboard": len(token["cargo"])})
        else:
            assert left[kind] >= count, (token, stack)
            left -= Counter({kind: count, "aboard": count * len(token["cargo"])})
    assert not left, f"{dict(left)} is not drawn"


def class_of(kind: str) -> str:
    return next((name for name, kinds in CLASSES.items() if kind in kinds), "land")


def drawn(me: Desk, zoom: float) -> dict[str, list[dict[str, Any]]]:
    me.page.evaluate(f"k => {{ const e = {MAP}.engine; e.fly({{ ...e.camera, k }}); }}", zoom)
    me.until(f"() => !{MAP}.engine.moving")
    me.frame()
    found: dict[str, list[dict[str, Any]]] = me.page.evaluate(
        f"() => Object.fromEntries({MAP}.engine.placed.map(p => [p.id, p.tokens]))"
    )
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", ["anniversary-1941", "fortress"])
def test_what_is_drawn_is_what_is_there(desk: Desks, server: Server, title: str, size: str) -> None:
    me = desk(**SIZES[size])
    game = server.new_game(title, seed="truth")
    for seat in SET_UP if title == "fortress" else ():
        server.act(game, seat, "default")
    me.sit(game, "usa")
    stacks = truth(server, game)
    assert len(stacks) > 20
    for zoom in ZOOMS:
        placed = drawn(me, zoom)
        for (space, power), stack in stacks.items():
            tokens = [token for token in placed[space] if token["power"] == power]
            assert tokens, f"{power} in {space} is not drawn"
            check(tokens, stack)
        assert {(s, t["power"]) for s, ts in placed.items() for t in ts} == set(stacks)


def test_cargo_is_drawn_aboard(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.send("germany", "sz-5", "Load", infantry=1)
    tokens = drawn(me, 4.0)["sz-5"]
    (ship,) = (token for token in tokens if token["kind"] == "transport")
    assert ship["cargo"] == [{"kind": "infantry", "power": "germany"}]
    assert ship["dim"] is False, "it can still sail"
    assert not [token for token in tokens if token["kind"] == "infantry"]


def test_the_card_of_a_space_follows_what_is_planned(desk: Desks, server: Server) -> None:
    me = desk()
    game = server.new_game("anniversary-1941", seats=bots(*OTHERS))
    me.sit(game, "germany")
    me.press_main()
    me.send("poland", "east-poland", infantry=1)
    me.let_go()
    me.page.mouse.move(*me.spot("east-poland"))
    note = me.page.get_by_test_id("card-note")
    expect(note).to_contain_text("%")
    before = note.inner_text()
    # My other window moves; the pointer rests where it is.
    server.act(game, "germany", "move 2 tank poland > east-poland")
    expect(note).not_to_have_text(before)
    expect(note).to_contain_text("%")


def test_arrows_follow_the_path(desk: Desks, server: Server) -> None:
    me = desk()
    game = server.new_game("anniversary-1941", seats=bots(*OTHERS))
    me.sit(game, "germany")
    me.press_main()
    before = me.version
    server.act(game, "germany", "move 1 submarine sz-7 > sz-2")
    me.passes(before)
    path: list[str] = me.page.evaluate(f"() => {MAP}.engine.highlights.arrows[0].path")
    assert path == ["sz-7", "sz-8", "sz-2"]


def test_dice_and_luck_are_those_that_count(desk: Desks, server: Server) -> None:
    """A battle shows its own dice only; what was taken back is no part of the statistics."""
    me = desk()
    me.sit(server.open_record(TWO_BATTLES, seats=bots(*OTHERS)), "germany")
    me.tab("battle")
    before = me.version
    me.page.locator("[data-action='fight east-poland']").click()
    me.passes(before)
    # The last battle begins by itself, and lasts: he has more infantry than there are tanks.
    ukraine = me.page.get_by_role("tabpanel").get_by_role("heading", name="Ukraine")
    for _ in range(12):
        if ukraine.count():
            break
        me.press_main()
    # A die a tank; those of the battle before are gone.
    oldest = me.page.locator("aside .volley", has_text="Germany").last
    expect(oldest.get_by_role("img", name=re.compile(r"^\d$"))).to_have_count(10)
    me.tab("table")
    luck = me.page.locator(".luck")
    expect(luck).to_contain_text("Germany")
    for _ in range(30):
        if not me.page.get_by_test_id("undo").is_enabled():
            break
        before = me.version
        me.page.get_by_test_id("undo").click()
        anyway = me.page.get_by_test_id("undo-all")
        me.frame()
        if anyway.count():
            anyway.click()
        me.passes(before)
        if not luck.count():
            break
    expect(luck).to_have_count(0)
