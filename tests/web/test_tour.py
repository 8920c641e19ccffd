"""First steps: a small position, every click a real move, and a game in the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import Desk
from tests.web.germany import fight_everything
from tests.web.hands import Pointer


def start(me: Desk, title: str) -> None:
    me.home()
    me.page.get_by_test_id(f"tour-{title}").click()
    me.ready()
    me.page.get_by_test_id("tour-next").click()


def says(me: Desk, words: str) -> None:
    expect(me.page.get_by_test_id("tour-says")).to_contain_text(words)


def go_on(me: Desk, words: str) -> None:
    """The main button, whenever I am asked, until the tour says this."""
    for _ in range(40):
        me.until(
            "words => document.querySelector('[data-testid=main]:enabled')"
            " || document.querySelector('[data-testid=tour-says]').innerText.includes(words)",
            words,
        )
        me.settle()
        if words in me.page.get_by_test_id("tour-says").inner_text():
            return
        if me.main.count():
            me.press_main()
    raise AssertionError(f"the tour never says {words}")


def plays_on(me: Desk) -> None:
    """The tour ends, and the game goes on with its bots."""
    me.page.get_by_test_id("tour-next").click()
    expect(me.page.get_by_test_id("tour")).to_have_count(0)
    me.until(
        "v => document.querySelector('[data-testid=main]:enabled')"
        " || Number(document.querySelector('[data-testid=table]').dataset.version) > v",
        me.version,
    )


def test_a_whole_turn_of_germany(desk: Desks) -> None:
    me = desk()
    start(me, "anniversary-1941")
    says(me, "16 IPC")
    me.set_count(me.page.get_by_test_id("shop"), "infantry", 3)
    me.page.get_by_test_id("buy").click()
    says(me, "End the purchase")
    me.press_main()
    says(me, "Click Poland")
    me.click("poland")
    says(me, "What glows can be reached")
    me.send("poland", "east-poland")
    says(me, "end the combat move")
    me.page.reload()
    me.ready()
    says(me, "end the combat move")
    me.press_main()
    fight_everything(me)
    says(me, "What did not fight")
    me.let_go()
    if me.glows("east-poland"):
        me.send("east-poland", "poland", fighter=1)
    me.press_main()
    says(me, "Place what you bought")
    me.page.get_by_test_id("place-all").click()
    me.settle()
    if me.main.count():
        me.press_main()
    says(me, "that was a whole turn")
    plays_on(me)


def buy_and_go_on(me: Desk) -> None:
    me.set_count(me.page.get_by_test_id("shop"), "infantry", 3)
    me.page.get_by_test_id("buy").click()
    says(me, "End the purchase")
    me.press_main()


def place_and_go_on(me: Desk, words: str) -> None:
    """All of it in one territory: with a button where there is no other, else on the map."""
    everything = me.page.get_by_test_id("place-all")
    if everything.count():
        everything.click()
        me.settle()
    else:
        Pointer(me).place("germany", "infantry", 3)
    go_on(me, words)
    plays_on(me)


@pytest.mark.parametrize(
    ("title", "army", "target", "name"),
    [
        ("europe-1940", "western-germany", "france", "Western Germany"),
        ("pacific-1940", "kiangsi", "hunan", "Kiangsi"),
        ("global-1940", "sz-112", "sz-110", "sea zone 112"),
    ],
)
def test_a_whole_turn_of_1940(desk: Desks, title: str, army: str, target: str, name: str) -> None:
    me = desk()
    start(me, title)
    says(me, "16 IPC")
    buy_and_go_on(me)
    says(me, "war may be declared")
    expect(me.page.get_by_test_id("politics")).to_have_class(re.compile("tour-point"))
    me.press_main()
    says(me, f"Click {name}")
    me.click(army)
    says(me, "see your chance to win")
    me.send(army, target)
    says(me, "end the combat move")
    me.press_main()
    go_on(me, "What did not fight")
    me.let_go()
    if me.glows(target):
        me.send(target, army, fighter=1)
    me.press_main()
    says(me, "Place what you bought")
    place_and_go_on(me, "that was a whole turn")


def test_a_whole_round_among_nine_nations(desk: Desks) -> None:
    """What others ask meanwhile does not lead the tour astray."""
    me = desk()
    start(me, "house-1940")
    says(me, "wars are declared")
    me.press_main()
    says(me, "collected your income")
    buy_and_go_on(me)
    go_on(me, "guns fire")
    me.send("holland-belgium", "france", artillery=2)
    go_on(me, "Click Western Germany")
    me.click("western-germany")
    says(me, "see your chance to win")
    me.send("western-germany", "france")
    says(me, "end the combat move")
    me.press_main()
    go_on(me, "won over by a die")
    me.press_main()
    go_on(me, "What was not used")
    me.press_main()
    go_on(me, "Place what you bought")
    place_and_go_on(me, "That was a whole round")


def test_a_whole_turn_of_an_invader(desk: Desks) -> None:
    me = desk()
    start(me, "fortress")
    says(me, "Click Portland")
    me.click("portland")
    if me.question.count():
        me.question.get_by_role("button", name="Declare a battle").click()
    says(me, "One battle will do")
    me.press_main()
    says(me, "already touch Portland")
    me.press_main()
    says(me, "Defenders roll first")
    go_on(me, "walk in")
    me.press_main()
    says(me, "That was a turn")
    plays_on(me)


def test_a_whole_turn_at_sea(desk: Desks) -> None:
    me = desk()
    start(me, "naval")
    says(me, "press the big button")
    me.press_main()
    says(me, "prepared card")
    me.press_main()
    says(me, "point at a card")
    me.page.get_by_role("button", name="Heavy Primary Attack").first.click()
    me.page.get_by_role("button", name="Prince of Wales").first.click()
    me.page.get_by_role("button", name="Bismarck").first.click()
    says(me, "Each gun fires once")
    go_on(me, "That was a turn")
    plays_on(me)
