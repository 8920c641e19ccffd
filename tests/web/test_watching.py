"""Bots at work: as fast as the host wants, and saying what they are up to."""

from __future__ import annotations

import re
from typing import Any

import httpx2 as httpx
from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP
from tests.web.house import Server, bots


def opening(server: Server, pace: int) -> dict[str, Any]:
    """Germany's turn, played by a bot that has plans; the others wait for theirs."""
    seats = {**bots("germany", bot="captain"), **bots("japan", "uk", "italy", "usa")}
    return server.new_game("anniversary-1941", seed="a plan", seats=seats, bot_pace_ms=pace)


def pace_of(server: Server, game: dict[str, Any]) -> int:
    headers = {"Authorization": f"Bearer {game['tokens']['host']}"}
    answer = httpx.get(f"{server.url}api/games/{game['id']}", headers=headers, timeout=30)
    return int(answer.json()["game"]["bot_pace_ms"])


def test_the_plan_is_shown_and_the_speed_chosen(desk: Desks, server: Server) -> None:
    game = opening(server, 1000)
    host = desk()
    host.sit(game, "ussr", host=True)
    bar = host.page.get_by_test_id("watch")
    expect(bar).to_be_visible()
    expect(bar).to_contain_text("Germany")
    plan = bar.get_by_test_id("plan")
    expect(plan).to_contain_text(re.compile("Attacks|Holds"))
    promised = plan.inner_text()
    # Faster from here on: as soon as the bots are through, it is my turn and the bar goes.
    speed = bar.get_by_test_id("pace")
    expect(speed.locator("option:checked")).to_have_text("slow")
    speed.select_option("at once")
    expect(speed.locator("option:checked")).to_have_text("at once")
    assert pace_of(server, game) == 0
    host.sees("Buy units")
    expect(bar).to_have_count(0)
    # The plan can still be read, beside the power that had it and in the history.
    host.tab("table")
    kept = host.page.get_by_test_id("plan-germany")
    expect(kept).to_contain_text(promised[1:])
    expect(kept).to_contain_text("Germany")
    assert promised[1:] in host.told()
    # The speed of what is still to come is chosen at the table too.
    host.tab("table")
    with host.page.expect_response(re.compile("/settings$")) as answered:
        host.page.get_by_label("Speed of the bots").select_option("very slow")
    assert answered.value.json()["bot_pace_ms"] == pace_of(server, game) == 2500


def test_a_guest_reads_the_plan_and_the_map_follows(desk: Desks, server: Server) -> None:
    """On a phone, in the dark; the speed is not his to choose."""
    game = opening(server, 350)
    guest = desk(theme="dark", phone=True)
    guest.follow(game, game["tokens"]["spectator"])
    expect(guest.page.get_by_test_id("plan")).to_contain_text(re.compile("Attacks|Holds"))
    expect(guest.page.get_by_test_id("pace")).to_have_count(0)
    # The map follows unless one says otherwise; then far from where Germany moves.
    expect(guest.page.get_by_test_id("follow")).to_have_attribute("aria-pressed", "true")
    guest.page.get_by_test_id("follow").click()
    guest.page.evaluate(f"() => {MAP}.engine.flyTo('new-zealand', 3)")
    guest.until(f"() => !{MAP}.engine.moving")
    away = guest.page.evaluate(f"() => {MAP}.engine.camera.x")
    guest.page.get_by_test_id("follow").click()
    guest.until(f"x => Math.abs({MAP}.engine.camera.x - x) > 100", away)
