"""It teaches: the turn in the strip, the book of a title, signs that explain themselves."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.house import Server
from tests.web.positions import decisions


def test_the_strip_says_what_comes_next_and_opens_the_book(desk: Desks, server: Server) -> None:
    me = desk()
    game = server.new_game("global-1940", options={"research": True, "objectives": True})
    me.sit(game, "germany")
    guide = me.page.get_by_test_id("turn-guide")
    expect(guide).to_contain_text("then")
    guide.click()
    book = me.page.get_by_test_id("guide")
    for words in ("How to win", "Units", "Objectives"):
        expect(book.get_by_role("heading", name=re.compile(words, re.I)).first).to_be_visible()
    expect(book.get_by_role("progressbar").first).to_be_attached()
    tank = book.locator("[data-unit=tank]")
    expect(tank).to_contain_text("attack 3 · defence 3 · move 2")
    expect(book.locator("li.on").first).to_contain_text("met now")
    tank.get_by_role("button").click()
    expect(book).to_have_count(0)
    expect(me.page.get_by_test_id("rules-search")).to_have_value("tank")
    expect(me.page.locator("aside article").first).to_contain_text(re.compile("tank", re.I))


def test_plain_questions_find_their_rules(desk: Desks) -> None:
    me = desk()
    for ledger, answer in (
        ("anniversary", "ictory"), ("fortress-america", "win"), ("naval-battles", "win"),
    ):  # fmt: skip
        me.page.goto(f"{me.url}#/rules/{ledger}")
        me.page.get_by_test_id("rules-search").fill("How do I win?")
        expect(me.page.locator("article").first).to_contain_text(re.compile(answer, re.I))


def test_a_card_says_what_it_does_and_where(desk: Desks, server: Server) -> None:
    """Fortress America: its text, how many to place, and the map where that is legal."""
    found = decisions("fortress")
    step = next(step for step in found if step.startswith("card"))
    me = desk()
    me.sit(server.open_record(found[step].record), found[step].seat)
    card = me.page.get_by_test_id("card")
    expect(card.get_by_role("heading")).to_contain_text("FA-")
    expect(card.locator("li").first).to_contain_text(re.compile(r"\d"))
    me.painted()
    legal: list[str] = me.page.evaluate(
        "() => [...document.querySelector('[data-testid=map]').engine.highlights.sources]"
    )
    assert legal
    box = me.page.locator("canvas[role=application]").bounding_box()
    assert box is not None
    spots = [me._locate(space) for space in legal]
    assert any(0 < x < box["width"] and 0 < y < box["height"] for x, y in spots)


def test_a_battle_of_fortress_america_has_odds(desk: Desks, server: Server) -> None:
    asked = decisions("fortress")["combat"]
    me = desk()
    me.sit(server.open_record(asked.record), asked.seat)
    me.tab("battle")
    expect(me.page.get_by_test_id("fight-odds").first).to_contain_text("%")


def test_signs_at_sea_explain_themselves(desk: Desks, server: Server) -> None:
    asked = decisions("naval")["Declare"]
    me = desk()
    me.sit(server.open_record(asked.record), asked.seat)
    guns = me.page.locator(".field .ship .guns > span")
    expect(guns.first).to_be_visible()
    titles = guns.evaluate_all("all => all.map(one => one.title)")
    assert all(titles)
    me.page.get_by_test_id("turn-guide").click()
    legend = me.page.get_by_test_id("legend")
    assert legend.locator("dt").count() == legend.locator("dd").count() >= 9
