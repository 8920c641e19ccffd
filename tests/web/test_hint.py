"""What would captain do? A button, the plan in words, and what comes of it in other languages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.germany import COMBAT, OTHERS
from tests.web.house import Server, bots


def test_captain_tells_its_plan_and_the_moves(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.open_record(COMBAT, seats=bots(*OTHERS)), "germany")
    version = me.version
    me.page.get_by_test_id("hint").click()
    card = me.page.get_by_test_id("hint-card")
    expect(card).to_contain_text("What would captain do?")
    expect(me.page.get_by_test_id("hint-why")).to_contain_text("Attacks ")
    assert card.locator("li").count() > 3
    assert me.version == version, "nothing was played"
    me.page.get_by_test_id("hint").click()
    expect(card).to_have_count(0)


def test_advice_is_gone_after_the_next_move(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.open_record(COMBAT, seats=bots(*OTHERS)), "germany")
    me.page.get_by_test_id("hint").click()
    expect(me.page.get_by_test_id("hint-card")).to_be_visible()
    me.send("poland", "east-poland")
    expect(me.page.get_by_test_id("hint-card")).to_have_count(0)
