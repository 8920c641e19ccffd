"""Anniversary 1941 as most people first meet it: one click, and Germany's turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web import germany
from tests.web.conftest import Desks
from tests.web.desk import MAP, Desk
from tests.web.hands import Pointer
from tests.web.house import Server, bots
from tests.web.keys import Keys


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_play_now_starts_as_germany(desk: Desks, theme: str, phone: bool) -> None:
    me = desk(theme=theme, phone=phone)
    me.play_now("anniversary-1941")
    me.sees("Buy units")
    expect(me.page.locator("header .power")).to_have_text("Germany")
    expect(me.page).to_have_title(re.compile("Your turn"))
    assert me.page.evaluate("document.documentElement.dataset.theme") == theme
    expect(me.main).to_be_in_viewport(ratio=1)


def check_the_battles(me: Desk) -> None:
    told = me.told()
    for battle in ("East Poland: Germany attacks", "Sea zone 2: Germany", "Baltic States: Germany"):
        assert battle in told, battle
    me.close_sheet()


@pytest.mark.parametrize(
    ("theme", "phone"), [("light", False), ("dark", True)], ids=["mouse", "finger"]
)
def test_a_whole_turn(desk: Desks, server: Server, theme: str, phone: bool) -> None:
    """Buying, three kinds of battle, landing, placing; then everybody else answers."""
    seats = bots(*germany.OTHERS)
    game = server.new_game("anniversary-1941", seed="first turn", seats=seats)
    me = desk(theme=theme, phone=phone)
    me.sit(game, "germany", host=True)
    hands = Pointer(me)
    hands.buy(infantry=5)
    expect(me.page.locator("header .money")).to_have_text("16 IPC")
    me.press_main()
    me.sees("Move into the spaces you attack")
    germany.attack(me)
    me.press_main()
    me.sees("Choose ships that bombard the coast: Baltic States")
    me.tab("battle")
    bombardment = me.page.locator("[data-action^='bombard 1']")
    expect(bombardment).to_contain_text("cruiser")
    before = me.version
    bombardment.click()
    me.passes(before)
    germany.fight_everything(me)
    check_the_battles(me)
    assert germany.land_aircraft(me) > 0
    me.press_main()
    me.sees("Place the units you bought")
    before = me.units("germany").get("germany infantry", 0)
    hands.place("germany", "infantry", 5)
    me.shows("germany", "germany infantry", before + 5)
    end = me.version
    me.press_main()
    me.passes(end)
    germany.until_round(me, 2)
    me.sees("Buy units")
    told = me.told()
    for power in ("USSR", "Japan", "United Kingdom", "Italy", "United States"):
        assert f"{power} ends the phase" in told, power


def test_a_whole_turn_with_the_keyboard(desk: Desks) -> None:
    """From the home page on: nothing is clicked, nothing is focused by other means than keys."""
    me = desk(theme="dark")
    me.home()
    expect(me.page.get_by_test_id("play-anniversary-1941")).to_be_visible()
    keys = Keys(me)
    keys.tab_to("[data-testid=play-anniversary-1941]")
    keys.press("Enter")
    me.ready()
    me.sees("Buy units")
    keys.buy(infantry=5)
    expect(me.page.locator("header .money")).to_have_text("16 IPC")
    keys.main()
    me.sees("Move into the spaces you attack")

    keys.send("poland", germany.LAND)
    me.shows(germany.LAND, "germany infantry", 4)
    keys.send("sz-7", germany.SEA)
    me.shows(germany.SEA, "germany submarine", 2)
    keys.send("germany", "sz-5", infantry=1)
    keys.send("sz-5", germany.ASSAULT, infantry=1)
    keys.main()
    for _ in range(120):
        if "did not fight" in me.prompt.inner_text():
            break
        keys.main()
    told = keys.told()
    for battle in ("East Poland: Germany attacks", "Sea zone 2: Germany", "Baltic States: Germany"):
        assert battle in told
    me.let_go()
    while spaces := germany.in_the_air(me):
        keys.send(spaces[0], "germany")
        me.let_go()
    keys.main()
    me.sees("Place the units you bought")
    before = me.units("germany").get("germany infantry", 0)
    keys.place("germany", "infantry", 5)
    me.shows("germany", "germany infantry", before + 5)
    me.settle()
    end = me.version
    keys.main()
    # The bots of "Play now" answer.
    me.passes(end + 2)
    keys.press("3")
    expect(me.page.get_by_test_id("history")).to_contain_text("USSR buys")


def test_a_move_on_the_map_itself_with_the_keyboard(desk: Desks, server: Server) -> None:
    """The map has the focus from the start: Tab and arrows point, Enter chooses."""
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*germany.OTHERS)), "germany")
    keys = Keys(me)
    expect(me.page.locator("canvas[role=application]")).to_be_focused()
    keys.main()
    pointed = me.page.locator("[data-testid=map] [aria-live]")
    for _ in range(60):
        keys.press("Tab")
        if pointed.inner_text().startswith("Poland."):
            break
    expect(pointed).to_contain_text("Germany 4 infantry")
    keys.press("Enter")
    for _ in range(60):
        keys.press("Tab")
        if pointed.inner_text().startswith("East Poland."):
            break
    # From there one step to the east.
    keys.press("ArrowRight")
    expect(pointed).not_to_contain_text("East Poland.")
    keys.press("ArrowLeft")
    expect(pointed).to_contain_text("East Poland.")
    keys.press("Enter")
    expect(me.page.get_by_test_id("go")).to_be_focused()
    keys.press("Enter")
    me.shows("east-poland", "germany infantry", 4)
    assert me.page.evaluate(f"() => {MAP}.engine.highlights.arrows.length") == 1
    me.settle()
    keys.press("u")
    me.shows("east-poland", "germany infantry", 0)
    keys.press("?")
    expect(me.page.get_by_role("dialog")).to_contain_text("Chat, Table")
    keys.press("Escape")
    expect(me.page.get_by_role("dialog")).to_be_hidden()
