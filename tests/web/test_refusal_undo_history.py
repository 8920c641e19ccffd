"""What goes wrong, what is taken back, and what has been."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP, Desk
from tests.web.germany import OTHERS
from tests.web.house import Server, bots


@pytest.fixture
def me(desk: Desks, server: Server) -> Desk:
    """Germany, in its combat move."""
    german = desk()
    german.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany", host=True)
    german.press_main()
    german.sees("Move into the spaces you attack")
    return german


def test_an_illegal_move_shows_its_rule(me: Desk) -> None:
    before = me.version
    me.drag("bulgaria-romania", "turkey")
    note = me.page.get_by_test_id("trouble")
    expect(note).to_contain_text("Turkey is neutral and closed to everybody")
    # Beside where it happened.
    box = note.bounding_box()
    at = me.page.evaluate(f"() => {MAP}.locate('turkey')")
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - at["x"]) < 250
    assert abs(box["y"] - at["y"]) < 250
    rule = note.get_by_role("button", name="Rule AN-")
    number = rule.inner_text().removeprefix("Rule ")
    rule.click()
    expect(me.page.locator(f"#rule-{number}")).to_be_in_viewport()
    expect(me.page.locator("article.now h4 span")).to_have_text(number)
    assert me.version == before
    me.page.keyboard.press("Escape")
    expect(note).to_have_count(0)


def test_a_refusal_of_the_server_shows_its_rule(me: Desk) -> None:
    """More than the transport holds: the page lets it through, the rules do not."""
    me.expected.append("status of 422")
    before = me.version
    me.click("germany")
    me.click("sz-5")
    tab = me.question.get_by_role("tab", name="Load")
    if tab.count():
        tab.click()
    me.set_count(me.question, "infantry", 3)
    me.page.get_by_test_id("go").click()
    note = me.page.get_by_test_id("trouble")
    expect(note).to_contain_text("transport")
    expect(note.get_by_role("button", name="Rule AN-")).to_be_visible()
    assert me.version == before
    me.shows("germany", "germany infantry", 3)


def test_undo_redo_and_reset(me: Desk) -> None:
    me.send("poland", "east-poland", tank=2)
    me.send("bulgaria-romania", "ukraine")
    me.shows("ukraine", "germany infantry", 3)
    me.page.get_by_test_id("undo").click()
    me.shows("ukraine", "germany infantry", 0)
    me.shows("east-poland", "germany tank", 2)
    me.settle()
    me.page.get_by_test_id("redo").click()
    me.shows("ukraine", "germany infantry", 3)
    me.settle()
    me.page.get_by_role("button", name="Reset the phase").click()
    me.shows("ukraine", "germany infantry", 0)
    me.shows("east-poland", "germany tank", 0)
    me.let_go()
    me.sees("Move into the spaces you attack")


def test_the_slider_shows_the_board_as_it_was(me: Desk) -> None:
    me.send("poland", "east-poland")
    me.send("bulgaria-romania", "ukraine")
    me.tab("history")
    slider = me.page.get_by_test_id("slider")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last - 1))
    expect(me.page.get_by_text("You see the board as it was")).to_be_visible()
    me.shows("ukraine", "germany infantry", 0)
    me.shows("east-poland", "germany infantry", 4)
    slider.fill("0")
    me.shows("east-poland", "germany infantry", 0)
    # Nothing can be done in the past.
    expect(me.main).to_have_count(0)
    assert not me.glows("poland")
    me.page.get_by_role("button", name="Back to now").click()
    me.shows("ukraine", "germany infantry", 3)
    assert me.glows("france")


def test_a_line_of_the_history_goes_back_to_its_moment(me: Desk) -> None:
    me.send("poland", "east-poland")
    me.send("bulgaria-romania", "ukraine")
    me.tab("history")
    me.page.locator("ol li").nth(1).locator("button.when").click()
    me.shows("ukraine", "germany infantry", 0)
    me.shows("east-poland", "germany infantry", 4)


def test_unspent_money_is_remembered(desk: Desks, server: Server) -> None:
    german = desk()
    german.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    german.main.click()
    dialog = german.page.get_by_role("dialog")
    expect(dialog).to_contain_text("31 IPC are not spent")
    dialog.get_by_role("button", name="Go back").click()
    german.sees("Buy units")


def test_history_is_whole_when_a_table_is_opened_in_full_swing(desk: Desks, server: Server) -> None:
    """Bots play while the page opens: old entries and new ones meet without a gap."""
    seats = bots("germany", "ussr", "japan", "uk", "italy")
    game = server.new_game("anniversary-1941", seats=seats, bot_pace_ms=10)
    me = desk()
    me.follow(game, game["tokens"]["host"])
    opened = me.version
    # They stop where a person is to decide.
    me.sees("United States to decide")
    me.settle()
    assert opened < me.version
    me.told()
    entries = server.history(game)
    assert me.version == entries[-1]["version"]
    expect(me.page.locator("ol li")).to_have_count(len(entries))
