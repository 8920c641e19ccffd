"""kill -9 in the middle of a turn: the page waits, comes back, and nothing is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.germany import OTHERS
from tests.web.house import Server, bots

GONE = "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection|ERR_EMPTY_RESPONSE"


def test_kill_9_loses_nothing(desk: Desks, mortal: Server) -> None:
    me = desk(url=mortal.url)
    me.expected.append(GONE)
    game = mortal.new_game("anniversary-1941", seats=bots(*OTHERS))
    me.sit(game, "germany")
    me.press_main()
    me.send("poland", "east-poland")
    version = me.version
    mortal.kill()
    lost = me.page.get_by_text("Connection lost. Your table is safe")
    expect(lost).to_be_visible()
    me.shows("east-poland", "germany infantry", 4)
    mortal.start()
    expect(lost).to_be_hidden()
    me.settle()
    assert me.version == version
    me.shows("east-poland", "germany infantry", 4)
    me.send("bulgaria-romania", "ukraine")
    me.shows("ukraine", "germany infantry", 3)
    # What can be undone still can.
    me.page.get_by_test_id("undo").click()
    me.shows("ukraine", "germany infantry", 0)
    actions = [entry["action"] for entry in mortal.history(game) if entry["kind"] == "play"]
    assert len([action for action in actions if "east-poland" in action]) == 1


def test_a_click_while_the_server_is_away_is_not_lost(desk: Desks, mortal: Server) -> None:
    """Pressed while nobody listens, it is carried out once the server is back, and only once."""
    me = desk(url=mortal.url, theme="dark", phone=True)
    me.expected.append(GONE)
    game = mortal.new_game("anniversary-1941", seats=bots(*OTHERS))
    me.sit(game, "germany")
    me.press_main()
    before = me.version
    me.click("poland")
    me.click("east-poland")
    mortal.kill()
    expect(me.page.get_by_text("Connection lost")).to_be_visible()
    me.page.get_by_test_id("go").click()
    mortal.start()
    me.passes(before)
    me.shows("east-poland", "germany infantry", 4)
    actions = [entry["action"] for entry in mortal.history(game) if entry["kind"] == "play"]
    assert len([action for action in actions if "east-poland" in action]) == 1


def test_the_bots_go_on_after_a_restart(desk: Desks, mortal: Server) -> None:
    """Killed while they play: the game goes on where it stood, and the page follows."""
    me = desk(url=mortal.url)
    me.expected.append(GONE)
    seats = bots("germany", "ussr", "japan", "uk", "italy")
    game = mortal.new_game("anniversary-1941", seats=seats, bot_pace_ms=20)
    me.sit(game, "usa")
    me.passes(20)
    mortal.kill()
    expect(me.page.get_by_text("Connection lost")).to_be_visible()
    seen = me.version
    mortal.start()
    me.passes(seen + 20)
    versions = [entry["version"] for entry in mortal.history(game)]
    assert versions == sorted(set(versions))
    assert seen <= versions[-1]
