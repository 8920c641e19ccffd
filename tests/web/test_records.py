"""The record of a game: out of the page, into another one, and the proof of its dice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Desks
from tests.web.germany import OTHERS
from tests.web.house import Server, bots


def test_a_record_goes_out_and_comes_back(desk: Desks, server: Server) -> None:
    """Downloaded here, opened there from a file: the same board."""
    me, friend = desk(), desk(theme="dark")
    seats = bots(*OTHERS)
    me.sit(server.new_game("anniversary-1941", seats=seats), "germany")
    me.press_main()
    me.send("poland", "east-poland", tank=2)
    me.tab("table")
    with me.page.expect_download() as waiting:
        me.page.get_by_test_id("download").click()
    path = waiting.value.path()
    text = path.read_text()
    assert text.startswith("sandtable")
    assert "germany: move 2 tank poland > east-poland" in text
    me.page.get_by_role("button", name="Copy the record").click()
    expect(me.page.get_by_text("Copied")).to_be_visible()
    assert me.page.evaluate("() => navigator.clipboard.readText()") == text

    friend.home()
    friend.page.locator("input[type=file]").set_input_files(path)
    expect(friend.page.get_by_test_id("import-text")).to_have_value(text)
    friend.page.get_by_test_id("import-go").click()
    friend.ready()
    friend.shows("east-poland", "germany tank", 2)
    friend.sees("Move into the spaces you attack")
    # It goes on from there, and nothing happens at the old table.
    friend.send("bulgaria-romania", "ukraine")
    friend.shows("ukraine", "germany infantry", 3)
    assert "germany infantry" not in me.units("ukraine")


def test_a_bad_record_names_its_line(desk: Desks) -> None:
    me = desk()
    me.expected.append("status of 422")
    me.home()
    text = "sandtable record 1\ntitle: anniversary-1941\n\ngermany: buy 99 battleship\n"
    me.page.get_by_test_id("import-text").fill(text)
    me.page.get_by_test_id("import-go").click()
    expect(me.page.get_by_role("alert")).to_have_text(re.compile(r"^4: "))


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """A game that two bots have played to its end."""
    game = server.new_game("naval", seats=bots("p1", "p2"))
    server.wait_for_the_end(game)
    return game


def test_the_dice_of_a_finished_game_are_verified(desk: Desks, finished: dict[str, Any]) -> None:
    me = desk()
    me.follow(finished, finished["tokens"]["host"])
    me.sees("The game is over")
    me.tab("table")
    me.page.get_by_role("button", name="Verify the dice").click()
    note = me.page.get_by_role("status")
    expect(note).to_have_text(re.compile(r"All \d{2,} rolls follow from the seed"))


def test_a_forged_roll_is_found(desk: Desks, finished: dict[str, Any]) -> None:
    """A record with one face changed on its way to the page."""
    me = desk()
    me.expected.append("status of 422")

    def forge(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        last = list(re.finditer(r"^roll: (\d+)", text, re.M))[-1]
        other = "1" if last[1] != "1" else "2"
        forged = text[: last.start(1)] + other + text[last.end(1) :]
        route.fulfill(response=answer, body=forged)

    me.page.route("**/record", forge)
    me.follow(finished, finished["tokens"]["host"])
    me.sees("The game is over")
    me.tab("table")
    me.page.get_by_role("button", name="Verify the dice").click()
    note = me.page.get_by_role("status")
    expect(note).to_be_visible()
    expect(note).not_to_contain_text("follow from the seed that was committed")


def test_while_hands_are_held_there_is_no_record(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("naval", seats=bots("p2")), "p1")
    me.tab("table")
    expect(me.page.get_by_text("The record can be had when the game is over")).to_be_visible()
    expect(me.page.get_by_test_id("download")).to_have_count(0)
