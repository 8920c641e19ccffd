"""The house variant in the browser: a first round of Germany, phase by phase among nine nations."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.hands import Hands
from tests.web.house import Server, bots

OTHERS = ("uk", "anzac", "japan", "usa", "france", "italy", "ussr", "china")
MINE = "document.querySelector('[data-testid=main]:enabled')"


def until_asked(hands: Hands, words: str, heading: str = "") -> None:
    """The others play; what they ask of Germany meanwhile is answered with the main button."""
    me = hands.me
    for _ in range(80):
        me.until(f"() => {MINE}")
        me.settle()
        named = not heading or me.page.get_by_role("heading", name=heading, exact=True).count()
        if named and words in me.prompt.inner_text():
            return
        hands.main()
    raise AssertionError(f"never asked: {words}")


def test_a_first_round_of_germany(hands: Hands, server: Server) -> None:
    game = server.new_game("house-1940", seed="first turn", seats=bots(*OTHERS))
    me = hands.me
    me.sit(game, "germany", host=True)
    me.sees("Declare war")
    expect(me.page.locator(".remarks")).to_contain_text("The year 1940")
    expect(me.page.get_by_test_id("politics")).to_contain_text("HV-044")
    hands.choose("[data-action='declare ussr']")
    until_asked(hands, "Buy units")
    hands.buy(infantry=3)
    until_asked(hands, "missions", "Artillery")
    hands.send("holland-belgium", "france", artillery=1)
    until_asked(hands, "Move into the spaces you attack")
    hands.send("western-germany", "france", infantry=2)
    until_asked(hands, "Negotiate")
    hands.choose("[data-action='negotiate yugoslavia']")
    until_asked(hands, "did not fight")
    until_asked(hands, "Place")
    standing = me.units("germany").get("germany infantry", 0)
    hands.place("germany", "infantry", 3)
    me.shows("germany", "germany infantry", standing + 3)
