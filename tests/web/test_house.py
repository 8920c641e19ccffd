"""The house variant in the browser: a first round of Germany, phase by phase among nine nations."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks
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


def study(*lines: str) -> str:
    return "sandtable record 1\ntitle: house-1940\n" + "".join(f"{line}\n" for line in lines)


PLATFORM = ("edit: platform germany 0", "edit: round 10")
LONDON = ("edit: clear", "edit: place 2 uk infantry united-kingdom")


def test_flying_bombs_from_the_shop_to_the_target(desk: Desks, server: Server) -> None:
    bought = study(
        *LONDON, *PLATFORM, "edit: money germany 30", "edit: turn germany purchase"
    )  # HV-183: four points
    me = desk()
    me.sit(server.open_record(bought), "germany")
    expect(me.page.locator("header .money")).to_have_text("30 PP")
    before = me.version
    me.page.locator("[data-action='arm v1 germany']").click()
    me.passes(before)
    expect(me.page.locator("header .money")).to_have_text("26 PP")
    expect(me.page.get_by_text("Germany: V1 ready")).to_be_visible()
    ready = study(
        *LONDON, *PLATFORM, "edit: bombs germany v1", "edit: turn germany strategic-bombing"
    )
    other = desk()
    other.sit(server.open_record(ready), "germany")
    bomb = other.page.get_by_test_id("bomb-v1-germany")
    expect(bomb).to_contain_text("flies 4, 3 dice, hits with 3 or less · batteries can stop it")
    bomb.get_by_role("combobox").select_option("united-kingdom")
    before = other.version
    bomb.get_by_role("button", name="Fire", exact=True).click()
    other.passes(before)
    assert "Germany → United Kingdom" in other.told()


def test_who_is_struck_chooses_what_is_lost(desk: Desks, server: Server) -> None:
    struck = study(
        *LONDON, *PLATFORM, "edit: bombs germany v1", "edit: turn germany strategic-bombing",
        "dice: 1 6 6", "germany: fire v1 germany > united-kingdom",
    )  # fmt: skip
    me = desk()
    me.sit(server.open_record(struck), "uk")
    before = me.version
    me.page.locator("[data-action='lose 1 infantry']").click()
    me.passes(before)
    me.shows("united-kingdom", "uk infantry", 1)


def test_loans_are_given_and_paid_back(desk: Desks, server: Server) -> None:
    me = desk()
    game = server.open_record(study("edit: turn usa loans", "edit: money usa 30"))
    me.sit(game, "usa")
    loans = me.page.get_by_test_id("loans")
    me.set_count(loans, "USSR", 5)
    before = me.version
    me.page.get_by_test_id("lend-ussr").click()
    me.passes(before)
    expect(me.page.get_by_text("USSR owes 5 PP")).to_be_visible()


def test_talks_say_what_they_cost_and_promise(desk: Desks, server: Server) -> None:
    """Sweden is worth 3: half of all dice are higher; nobody's friends cost two points."""
    me = desk()
    me.sit(
        server.open_record(study("edit: money germany 9", "edit: turn germany diplomacy")),
        "germany",
    )
    talks = me.page.get_by_test_id("talks")
    line = talks.locator(".line", has=me.page.locator("[data-action='negotiate sweden']"))
    expect(line).to_contain_text("50 %")
    expect(line).to_contain_text("A die for 2 PP")
    before = me.version
    line.locator("[data-action='negotiate sweden']").click()
    me.passes(before)
    assert "Sweden" in me.told()


@pytest.mark.parametrize(
    ("language", "words"), [("it", "Anno 1940"), ("de", "Jahr 1940")], ids=["it", "de"]
)
def test_remarks_in_the_language_of_the_reader(
    desk: Desks, server: Server, language: str, words: str
) -> None:
    me = desk()
    me.home()
    me.page.evaluate("l => localStorage.setItem('sandtable.language', l)", language)
    me.page.reload()
    me.sit(server.new_game("house-1940"), "germany")
    expect(me.page.get_by_text(words)).to_be_visible()
