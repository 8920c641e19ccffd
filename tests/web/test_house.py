"""The house variant in the browser: a first round of Germany, phase by phase among nine nations."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import germany
from tests.web.conftest import Desks
from tests.web.desk import Desk
from tests.web.house import Server, bots

OTHERS = ("uk", "anzac", "japan", "usa", "france", "italy", "ussr", "china")
MINE = "document.querySelector('[data-testid=main]:enabled')"


def until_asked(me: Desk, words: str, heading: str = "") -> None:
    """The others play; what they ask of Germany meanwhile is answered with the main button."""
    for _ in range(80):
        me.until(f"() => {MINE}")
        me.settle()
        named = not heading or me.page.get_by_role("heading", name=heading, exact=True).count()
        if named and words in me.prompt.inner_text():
            return
        me.press_main()
    raise AssertionError(f"never asked: {words}")


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_first_round_of_germany(desk: Desks, server: Server, phone: bool) -> None:
    game = server.new_game("house-1940", seed="first turn", seats=bots(*OTHERS))
    me = desk(phone=phone)
    me.sit(game, "germany", host=True)
    me.sees("Declare war")
    expect(me.page.get_by_test_id("politics")).to_contain_text("HV-044")
    before = me.version
    me.page.locator("[data-action='declare ussr']").click()
    me.passes(before)
    until_asked(me, "Buy units")
    germany.buy(me, infantry=3)
    until_asked(me, "missions", "Artillery")
    me.close_sheet()
    me.send("holland-belgium", "france", artillery=1)
    until_asked(me, "Move into the spaces you attack")
    me.close_sheet()
    me.send("western-germany", "france", infantry=2)
    until_asked(me, "Negotiate")
    expect(me.page.locator("[data-action='negotiate yugoslavia']")).to_be_visible()
    before = me.version
    me.page.locator("[data-action='negotiate yugoslavia']").click()
    me.passes(before)
    until_asked(me, "did not fight")
    until_asked(me, "Place")
    me.close_sheet()
    standing = me.units("germany").get("germany infantry", 0)
    germany.place(me, "infantry", 3)
    me.shows("germany", "germany infantry", standing + 3)
