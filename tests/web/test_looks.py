"""Each screen, in both themes, on a desk and on a phone: nothing sticks out, everything is legible.

The pictures are kept in pytest's folder for temporary files (``--basetemp`` names another).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Route, expect

from tests.web import germany
from tests.web.conftest import Desks
from tests.web.desk import Desk, script
from tests.web.house import Server, bots

LEAST_CONTRAST = 4.5
LEAST_CONTRAST_OF_LARGE = 3.0

CONTROLS = [
    "header.strip",
    ".find input",
    ".zoom",
    "canvas[role=img]",
    "[data-testid=undo]",
    "[data-testid=redo]",
    "[data-testid=main]",
    "aside [role=tablist]",  # a phone's bar lies over the rest of the sheet, on purpose
    ".hand .card",
    ".tray button",
]


class Gallery:
    """Looks at a screen, keeps its picture and says what is wrong with it."""

    def __init__(self, folder: Path, me: Desk, name: str) -> None:
        self.folder, self.me, self.name = folder, me, name
        self.wrong: dict[str, list[str]] = {}

    def look(self, screen: str) -> None:
        page = self.me.page
        self.me.painted()
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.screenshot(path=self.folder / f"{screen}-{self.name}.png")
        wrong: list[str] = []
        if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            wrong.append("it is wider than the window")
        words = page.evaluate(script("contrast"), [LEAST_CONTRAST, LEAST_CONTRAST_OF_LARGE])
        assert words["looked"] > 3, "no words were found at all"
        wrong += [f"low contrast: {text}" for text in words["found"]]
        wrong += [f"covered: {text}" for text in page.evaluate(script("lapping"), CONTROLS)]
        wrong += [f"outside: {text}" for text in page.evaluate(script("outside"))]
        if wrong:
            self.wrong[screen] = sorted(set(wrong))


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("screens")


@pytest.fixture(scope="module")
def world(server: Server) -> dict[str, Any]:
    """A table of each kind, and Anniversary with a battle going on."""
    battle = "\n".join(
        [
            "sandtable record 1",
            "title: anniversary-1941",
            "",
            "germany: buy 5 infantry",
            "germany: end",
            "germany: move 4 infantry, 1 artillery, 2 tank, 1 fighter poland > east-poland",
            "germany: move 3 infantry, 1 artillery, 2 tank bulgaria-romania > ukraine",
            "germany: end",
            "",
        ]
    )
    fighting = server.open_record(battle)
    server.act(fighting, "germany", "fight east-poland")
    return {
        "opening": server.new_game("anniversary-1941", seats=bots(*germany.OTHERS)),
        "battle": fighting,
        "fortress": server.new_game("fortress", seats=bots("south", "east", "usa"), seed="looks"),
        "naval": at_sea(server),
        "over": finished(server),
        "watched": server.new_game(
            "anniversary-1941", seats=bots("germany", *germany.OTHERS), bot_pace_ms=5000
        ),
    }


def finished(server: Server) -> dict[str, Any]:
    game = server.new_game("naval", seats=bots("p1", "p2"), seed="to the end")
    server.wait_for_the_end(game)
    return game


def at_sea(server: Server) -> dict[str, Any]:
    """Two fleets that have met, seen by the first."""
    game = server.new_game("naval", seed="two fleets", seats=bots("p2"))
    for action in ("nation germany", "fleet bismarck, scharnhorst, prinz-eugen"):
        server.act(game, "p1", action)
    return game


Look: TypeAlias = Callable[[Gallery, dict[str, Any]], None]


def see_home(g: Gallery, _: dict[str, Any]) -> None:
    g.me.home()
    expect(g.me.page.get_by_test_id("play-anniversary-1941")).to_be_visible()
    g.look("home")


def see_new_table(g: Gallery, _: dict[str, Any]) -> None:
    g.me.page.goto(f"{g.me.url}#/new/anniversary-1941")
    expect(g.me.page.get_by_label("USSR", exact=True)).to_be_visible()
    g.look("new-table")


def see_rules(g: Gallery, _: dict[str, Any]) -> None:
    g.me.page.goto(f"{g.me.url}#/rules/anniversary")
    expect(g.me.page.locator("article").first).to_be_visible()
    g.look("rules")


def see_calculator(g: Gallery, _: dict[str, Any]) -> None:
    g.me.page.goto(f"{g.me.url}#/odds/anniversary-1941/a%3D3%20infantry%26d%3D2%20infantry")
    expect(g.me.page.get_by_test_id("win")).to_be_visible()
    g.look("calculator")


def see_tour(g: Gallery, _: dict[str, Any]) -> None:
    g.me.home()
    g.me.page.get_by_test_id("tour-anniversary-1941").click()
    g.me.ready()
    g.me.page.get_by_test_id("tour-next").click()
    g.look("tour")
    g.me.page.get_by_test_id("turn-guide").click()
    expect(g.me.page.get_by_test_id("guide")).to_be_visible()
    g.look("book")
    g.me.page.keyboard.press("Escape")


def see_map(g: Gallery, games: dict[str, Any]) -> None:
    me = g.me
    me.sit(games["opening"], "germany", host=True)
    g.look("map")
    for tab in ("space", "history", "rules", "chat", "table"):
        me.tab(tab)
        g.look(f"panel-{tab}")
    me.close_sheet()
    me.page.keyboard.press("?")
    g.look("keys")
    me.page.keyboard.press("Escape")
    me.click_main()
    expect(me.page.get_by_test_id("end-anyway")).to_be_visible()
    g.look("forgotten")


def see_battle(g: Gallery, games: dict[str, Any]) -> None:
    me = g.me
    game = games["battle"]
    me.sit(game, *game["tokens"]["seats"])
    me.tab("battle")
    g.look("battle")


def see_fortress(g: Gallery, games: dict[str, Any]) -> None:
    g.me.sit(games["fortress"], "west")
    g.look("fortress")


def see_naval(g: Gallery, games: dict[str, Any]) -> None:
    g.me.sit(games["naval"], "p1")
    expect(g.me.page.locator(".field .ship").first).to_be_visible()
    g.look("naval")


def see_bots_at_work(g: Gallery, games: dict[str, Any]) -> None:
    g.me.follow(games["watched"], games["watched"]["tokens"]["host"])
    expect(g.me.page.get_by_test_id("watch")).to_be_visible()
    g.look("watching")


def see_the_end(g: Gallery, games: dict[str, Any]) -> None:
    me = g.me
    me.follow(games["over"], games["over"]["tokens"]["host"])
    card = me.page.get_by_test_id("game-over")
    expect(card).to_contain_text("won")
    g.look("over")
    card.get_by_role("button", name="See the board").click()
    expect(card).to_have_count(0)


SCREENS: tuple[Look, ...] = (
    see_home, see_new_table, see_rules, see_calculator, see_tour, see_map, see_battle,
    see_fortress, see_naval, see_bots_at_work, see_the_end,
)  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_every_screen_is_legible_and_in_its_place(
    desk: Desks, world: dict[str, Any], album: Path, theme: str, phone: bool
) -> None:
    me = desk(theme=theme, phone=phone)
    gallery = Gallery(album, me, f"{theme}-{'phone' if phone else 'desk'}")
    for see in SCREENS:
        see(gallery, world)
    assert gallery.wrong == {}, json.dumps(gallery.wrong, indent=1, ensure_ascii=False)


def test_theme_and_language_are_kept(desk: Desks) -> None:
    me = desk()
    me.home()
    me.page.get_by_role("button", name="Light or dark").click()
    me.page.locator("nav select").select_option("it")
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(me.page.locator("html")).to_have_attribute("lang", "it")
    expect(me.page.get_by_test_id("play-naval")).to_have_text(re.compile("Gioca"))


WATER = {
    "anniversary-1941": ("void-caspian", "void-great-lakes", "void-hudson"),
    "global-1940": ("void-great-lakes",),
}


@pytest.mark.parametrize("title", WATER)
def test_lakes_and_inland_seas_are_water(desk: Desks, server: Server, title: str) -> None:
    """What is painted there is as blue as an ocean, and belongs to no space."""
    me = desk()
    game = server.new_game(title)
    me.follow(game, game["tokens"]["spectator"])
    for water in WATER[title]:
        me.page.evaluate(script("look_at"), water)
        me.painted()
        seen: dict[str, Any] = me.page.evaluate(script("painted_at"), water)
        assert seen["b"] > seen["r"] + 20, (water, seen)
        assert seen["space"] is None, (water, seen)


def test_the_card_under_the_pointer_is_out_of_the_way(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*germany.OTHERS)), "germany")
    card = me.page.locator("[data-testid=map] .card")
    for space in ("poland", "france", "ukraine", "sz-5"):
        x, y = me.spot(space)
        me.page.mouse.move(x, y)
        expect(card).to_be_visible()
        box = card.bounding_box()
        assert box is not None
        inside = box["x"] - 60 < x < box["x"] + box["width"] + 60
        assert not (inside and box["y"] - 60 < y < box["y"] + box["height"] + 60), space
    # It does not stay when the pointer has gone.
    me.page.locator("aside").hover()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("title", ["anniversary-1941", "fortress"])
def test_land_and_pieces_appear_together(desk: Desks, server: Server, title: str) -> None:
    """While the land is still being painted, no piece stands on an empty sheet."""
    me = desk()
    held: list[Route] = []
    me.page.context.route("**/tile.worker*", lambda route: held.append(route))
    game = server.new_game(title)
    me.go_to(game, game["tokens"]["spectator"])
    # No more than the first frame is sure to come as long as there is nothing to paint.
    me.until("() => document.querySelector('[data-testid=map]')?.engine?.stats.frames > 0")
    me.settle()
    assert held, "the land was painted without its painter"
    assert me.page.evaluate(script("colours")) == 1
    held[0].continue_()
    me.painted()
    assert me.page.evaluate(script("colours")) > 100
