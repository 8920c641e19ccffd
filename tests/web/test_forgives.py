"""One click destroys nothing: removing, ending, taking back and refusing ask or explain first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import Desk
from tests.web.germany import OTHERS
from tests.web.house import Server, bots

MOBILIZE = """sandtable record 1
title: anniversary-1941
edit: pool germany 3 infantry, 1 tank
edit: turn germany mobilize
"""


def test_a_table_leaves_the_list_only_when_asked_and_comes_back(desk: Desks) -> None:
    me = desk()
    me.play_now("anniversary-1941")
    me.home()
    row = me.page.get_by_role("link", name=re.compile("Anniversary"))
    expect(row).to_have_count(1)
    me.page.get_by_role("button", name="Remove from this list").click()
    dialog = me.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You made this table")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    me.page.keyboard.press("Enter")
    expect(row).to_have_count(1)
    me.page.get_by_role("button", name="Remove from this list").click()
    me.page.get_by_test_id("remove").click()
    expect(row).to_have_count(0)
    me.page.get_by_test_id("restore").click()
    expect(row).to_have_count(1)
    row.click()
    me.ready()


def test_deleting_for_everybody_is_a_choice_of_its_own(desk: Desks) -> None:
    me = desk()
    me.play_now("anniversary-1941")
    address = me.page.url
    me.home()
    me.page.get_by_role("button", name="Remove from this list").click()
    me.page.get_by_test_id("delete").click()
    expect(me.page.get_by_test_id("removed")).to_contain_text("deleted")
    me.expected.append("4404|401|404")
    me.page.goto(address)
    expect(me.page.get_by_text("There is no such table")).to_be_visible()


def test_a_filled_cart_is_bought_before_the_phase_ends(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.set_count(me.page.get_by_test_id("shop"), "infantry", 3)
    version = me.version
    me.main.click()
    finish = me.page.get_by_test_id("finish")
    expect(finish).to_have_text("Buy 3 infantry and continue")
    expect(finish).to_be_focused()
    finish.click()
    me.passes(version)
    me.sees("Move into the spaces you attack")
    assert "buys 3" in me.told() or "3 infantry" in me.told()


def test_undo_says_whose_moves_it_takes_back(desk: Desks, server: Server) -> None:
    """Germany's turn is over and the others have played: one press would take back a round."""
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    shop = me.page.get_by_test_id("shop")
    for _ in range(300):
        # Answers when others attack, until it is Germany's turn to buy again.
        if shop.count():
            break
        if me.main.count() and me.main.is_enabled():
            me.press_main()
        me.page.wait_for_timeout(100)
    me.settle()
    version = me.version
    me.page.get_by_test_id("undo").click()
    says = me.page.get_by_test_id("undo-says")
    expect(says).to_contain_text("moves")
    expect(says).to_contain_text("United States")
    expect(me.page.get_by_role("button", name="Leave it as it is")).to_be_focused()
    me.page.keyboard.press("Enter")
    assert me.version == version, "nothing was taken back"
    me.page.get_by_test_id("undo").click()
    me.page.get_by_test_id("undo-all").click()
    me.passes(version)
    expect(me.page.get_by_test_id("redo")).to_be_enabled()
    version = me.version
    me.page.get_by_test_id("redo").click()
    me.passes(version)


def test_undo_of_a_battle_can_be_done_again(desk: Desks, server: Server) -> None:
    """An action and its dice are more than one step of the journal."""
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS), seed="again"), "germany")
    me.press_main()
    me.send("poland", "east-poland", tank=1)
    version = me.version
    me.press_main()
    me.page.get_by_test_id("undo").click()
    if me.page.get_by_test_id("undo-all").count():
        me.page.get_by_test_id("undo-all").click()
    me.sees("Move into the spaces you attack")
    me.settle()
    expect(me.page.get_by_test_id("redo")).to_be_enabled()
    assert me.version > version
    me.page.get_by_test_id("redo").click()
    me.until("() => !/Move into/.test(document.querySelector('[data-testid=prompt]').textContent)")


def test_enter_alone_never_ends_a_phase(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.sees("Move into the spaces you attack")
    me.send("poland", "east-poland", infantry=1)
    version = me.version
    # The button of the question is gone with it: the keys belong to the map again.
    assert me.page.evaluate("() => document.activeElement.tagName") == "CANVAS"
    me.let_go()
    me.page.keyboard.press("Enter")
    expect(me.main).to_be_focused()
    assert me.version == version
    me.page.keyboard.press("Enter")
    # What will be fought is shown once more.
    expect(me.page.get_by_test_id("end-anyway")).to_be_focused()
    assert me.version == version
    me.page.keyboard.press("Enter")
    me.passes(version)
    me.page.keyboard.press("f")
    me.page.keyboard.type("norway")
    me.page.keyboard.press("Enter")
    assert me.page.evaluate("() => document.activeElement.tagName") == "CANVAS"


@pytest.mark.parametrize("how", ["click", "drag"])
def test_click_and_drag_refuse_alike(desk: Desks, server: Server, how: str) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    if how == "drag":
        me.drag("czechoslovakia-hungary", "caucasus")
    else:
        me.click("czechoslovakia-hungary")
        me.click("caucasus")
    trouble = me.page.get_by_test_id("trouble")
    expect(trouble).to_be_visible()
    expect(trouble).to_contain_text("AN-")


def test_a_coast_that_is_not_there_is_named(desk: Desks, server: Server) -> None:
    """Not "no transport can do this" where the territory does not border the zone at all."""
    me = desk()
    record = "sandtable record 1\ntitle: anniversary-1941\nedit: turn germany combat-move\n"
    me.sit(server.open_record(record, seats=bots(*OTHERS)), "germany")
    me.click("czechoslovakia-hungary")
    me.click("sz-16")
    expect(me.page.get_by_test_id("trouble")).to_contain_text("does not touch")


def test_one_factory_takes_everything_with_one_click(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.open_record(MOBILIZE, seats=bots(*OTHERS)), "germany")
    before = me.units("germany").get("germany infantry", 0)
    place = me.page.get_by_test_id("place-all")
    expect(place).to_have_text("Place everything: 3 infantry, 1 tank and end the turn")
    assert in_view(me, "germany")
    place.click()
    me.shows("germany", "germany infantry", before + 3)


def test_the_last_units_end_the_turn_only_where_the_button_says_so(
    desk: Desks, server: Server
) -> None:
    me = desk()
    me.sit(server.open_record(MOBILIZE, seats=bots(*OTHERS)), "germany")
    me.let_go()
    me.click("germany")
    go = me.page.get_by_test_id("go")
    me.set_count(me.question, "infantry", 3)
    expect(go).not_to_contain_text("end the turn")
    me.set_count(me.question, "tank", 1)
    expect(go).to_contain_text("and end the turn")


def in_view(me: Desk, space: str) -> bool:
    box = me.page.locator("canvas[role=application]").bounding_box()
    assert box is not None
    x, y = me._locate(space)
    return 0 < x < box["width"] and 0 < y < box["height"]
