"""Several seats at one screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.germany import end_turn


def test_two_people_at_one_screen(desk: Desks) -> None:
    """Made with the form; the screen turns to whoever is to move."""
    me = desk()
    me.home()
    card = me.page.locator("article", has_text="1941")
    card.get_by_role("link", name="New table").click()
    form = me.page.locator("form")
    form.get_by_label("Name of the table").fill("Kitchen table")
    form.get_by_label("USSR", exact=True).select_option("screen")
    for power in ("Japan", "United Kingdom", "Italy", "United States"):
        form.get_by_label(power, exact=True).select_option("bot:cadet")
    form.get_by_label("Speed of the bots").select_option("at once")
    me.page.get_by_test_id("start").click()
    me.ready()
    expect(me.page.locator("header .power")).to_have_text("Germany")
    me.press_main()
    me.send("poland", "east-poland", tank=1)
    me.shows("east-poland", "germany tank", 1)
    me.page.get_by_test_id("undo").click()
    me.shows("east-poland", "germany tank", 0)
    end_turn(me)
    expect(me.page.locator("header .power")).to_have_text("USSR")
    me.sees("Buy units")
    assert me.glows("poland") is False
    me.press_main()
    me.send("east-poland", "poland", infantry=2)
    me.shows("poland", "ussr infantry", 2)
    # Dice are the table's; both sides' losses are chosen here.
    me.press_main()
    for _ in range(40):
        if "did not fight" in me.prompt.inner_text():
            break
        me.press_main()
    told = me.told()
    assert "Poland: USSR attacks" in told
    assert "Germany ends the phase" in told
    # The table is remembered.
    me.home()
    expect(me.page.locator("li", has_text="Kitchen table")).to_contain_text("Your turn")


def test_a_screen_can_be_kept_to_one_of_its_seats(desk: Desks) -> None:
    me = desk(theme="dark")
    me.home()
    me.page.locator("article", has_text="Fortress").get_by_role("link", name="New table").click()
    form = me.page.locator("form")
    for power in ("Central American Federation", "Euro-Socialist Pact", "United States"):
        form.get_by_label(power, exact=True).select_option("screen")
    me.page.get_by_test_id("start").click()
    me.ready()
    me.sees("United States")
    me.press_main()
    me.sees("Asian Peoples Alliance")
    assert me.glows("zone-west-1")
    me.tab("table")
    me.page.get_by_label("Playing as").select_option("south")
    me.sees("Asian Peoples Alliance to decide")
    expect(me.main).to_have_count(0)
    me.page.get_by_label("Playing as").select_option("")
    expect(me.main).to_be_visible()
