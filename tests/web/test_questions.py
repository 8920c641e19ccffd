"""What the 1940 tables show and ask beside moves: kamikaze, convoys, liberation, neutrals."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP
from tests.web.house import Server
from tests.web.positions import decisions
from tests.web.studies import QUESTIONS, study
from tests.web.test_forgives import in_view


def test_kamikaze_shows_what_can_be_struck(desk: Desks, server: Server) -> None:
    asked = decisions("pacific-1940")["Kamikaze"]
    me = desk()
    me.sit(server.open_record(asked.record), asked.seat)
    panel = me.page.get_by_test_id("reaction")
    expect(panel.get_by_role("heading").first).to_contain_text("Kamikaze")
    strike = panel.locator("[data-testid^=react-]").first
    expect(strike).to_be_visible()
    before = me.version
    me.set_count(panel, panel.get_by_role("textbox").first.get_attribute("aria-label") or "", 1)
    strike.click()
    me.passes(before)
    assert "amikaze" in me.told()


def test_units_of_a_liberation_are_taken(desk: Desks, server: Server) -> None:
    me = desk()
    asked = QUESTIONS["global-1940"]["Muster"]
    me.sit(server.open_record(asked.record), asked.seat)
    shop = me.page.get_by_test_id("shop")
    expect(shop).to_contain_text("Units you receive")
    expect(shop).to_contain_text("0 of 12 IPC")
    before = me.version
    me.set_count(shop, "infantry", 4)
    me.page.get_by_test_id("buy").click()
    me.passes(before)
    me.shows("france", "france infantry", 4)


def test_convoys_in_danger_are_told_before_the_income(desk: Desks, server: Server) -> None:
    me = desk()
    record = study("global-1940", "place 2 germany submarine sz-109", "turn uk purchase")
    me.sit(server.open_record(record), "uk")
    row = me.page.locator("aside tr", has_text="United Kingdom")
    threat = row.locator(".threat")
    expect(threat).to_contain_text("⚓")
    assert "Sea zone 109" in (threat.get_attribute("title") or "")


def test_neutrals_say_whose_friends_they_are_and_facilities_their_damage(
    desk: Desks, server: Server
) -> None:
    me = desk()
    record = study("global-1940", "airbase united-kingdom 4", "turn germany combat-move")
    me.sit(server.open_record(record), "germany")
    panel = me.page.get_by_role("tabpanel")
    for space, attitude in (
        ("spain", "Strict neutral"), ("bulgaria", "Pro-Axis"), ("greece", "Pro-Allied"),
    ):  # fmt: skip
        me.let_go()
        me.click(space)
        expect(panel).to_contain_text(attitude)
    me.let_go()
    me.click("united-kingdom")
    expect(panel.locator("dd.off")).to_contain_text("4 damage · out of action")


def test_an_order_about_kamikaze_is_offered_to_japan_alone(desk: Desks, server: Server) -> None:
    game = server.open_record(study("global-1940", "turn germany combat-move"))
    for seat, offered in (("japan", 1), ("germany", 0)):
        me = desk()
        me.sit(game, seat)
        me.tab("table")
        expect(me.page.get_by_test_id("order-scramble")).to_have_count(1)
        expect(me.page.get_by_test_id("order-kamikaze")).to_have_count(offered)


def test_the_map_goes_to_the_canal_that_is_asked_about(desk: Desks, server: Server) -> None:
    """Whoever looks elsewhere when he is asked sees what it is about."""
    me = desk()
    edits = ("clear", "place 1 japan cruiser sz-98", "turn japan combat-move")
    game = server.open_record(study("global-1940", *edits))
    me.sit(game, "uk")
    me.page.evaluate(f"() => {MAP}.engine.flyTo('new-south-wales', 3)")
    me.page.wait_for_timeout(600)  # a flight takes a quarter of a second
    assert not in_view(me, "egypt")
    server.act(game, "japan", "ask sz-98 > sz-81")
    expect(me.page.get_by_test_id("passage")).to_contain_text("Suez Canal")
    me.page.wait_for_timeout(600)
    assert all(in_view(me, space) for space in ("egypt", "trans-jordan", "sz-98", "sz-81"))
