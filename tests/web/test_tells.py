"""The page says who I am, what happened, and what I am planning."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP
from tests.web.germany import OTHERS
from tests.web.house import Server, bots

BATTLE = """sandtable record 1
title: anniversary-1941
edit: clear
edit: place 6 germany tank poland
edit: place 1 ussr infantry east-poland
edit: place 1 germany infantry germany
edit: place 1 ussr infantry russia
edit: place 1 japan infantry japan
edit: place 1 uk infantry united-kingdom
edit: place 1 italy infantry italy
edit: place 1 usa infantry eastern-united-states
edit: turn germany combat-move
"""


def test_who_i_am_on_any_device(desk: Desks) -> None:
    me = desk()
    me.play_now("anniversary-1941")
    expect(me.page.get_by_test_id("you")).to_contain_text("Germany")
    expect(me.page.get_by_test_id("you")).to_contain_text("31 IPC")
    me.page.get_by_test_id("another-device").click()
    link = me.page.get_by_test_id("qr").get_attribute("data-link")
    phone = desk(phone=True)
    phone.page.goto(str(link))
    phone.ready()
    expect(phone.page.get_by_test_id("you")).to_contain_text("Germany")
    phone.press_main()
    phone.sees("Move into the spaces you attack")
    # Whoever gets the address as it stands in the bar watches.
    guest = desk()
    guest.page.goto(me.page.url)
    guest.ready()
    expect(guest.page.get_by_test_id("you")).to_have_text("Watching")


def test_a_private_link_outlives_the_browsers_memory(desk: Desks) -> None:
    me = desk()
    me.play_now("anniversary-1941")
    me.page.get_by_test_id("another-device").click()
    me.page.get_by_test_id("private").click()
    link = me.page.evaluate("() => navigator.clipboard.readText()")
    other = desk()
    other.page.goto(link)
    other.ready()
    expect(other.page.get_by_test_id("you")).to_contain_text("Germany")


def test_the_host_has_invitations_before_his_eyes(desk: Desks) -> None:
    host = desk()
    host.page.goto(f"{host.url}#/new/anniversary-1941")
    host.page.get_by_label("USSR", exact=True).select_option("person")
    host.page.get_by_test_id("start").click()
    host.ready()
    host.page.get_by_test_id("invite-ussr").click()
    link = host.page.evaluate("() => navigator.clipboard.readText()")
    guest = desk()
    guest.page.goto(link)
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("USSR")
    expect(dialog).to_contain_text("Germany")
    guest.page.get_by_test_id("join-ussr").click()
    guest.ready()
    expect(guest.page.get_by_test_id("you")).to_contain_text("USSR")
    expect(host.page.get_by_test_id("invitations")).to_have_count(0)


def test_planned_battles_are_listed_and_taken_back_alone(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.send("poland", "east-poland")
    me.send("bulgaria-romania", "ukraine")
    me.tab("battle")
    planned = me.page.get_by_test_id("planned")
    expect(planned).to_contain_text("East Poland")
    expect(planned).to_contain_text("Ukraine")
    expect(planned.get_by_test_id("fight-odds")).to_have_count(2)
    version = me.version
    me.page.get_by_test_id("back-east-poland").click()
    me.passes(version + 1)
    expect(planned).not_to_contain_text("East Poland")
    expect(planned).to_contain_text("Ukraine")
    me.shows("ukraine", "germany tank", 2)
    # Ending the phase shows what will be fought once more.
    me.main.click()
    expect(me.page.get_by_role("dialog")).to_contain_text("Ukraine")


def test_a_battle_is_told_and_so_is_the_round(desk: Desks, server: Server) -> None:
    me = desk()
    game = server.open_record(BATTLE, seats=bots(*OTHERS))
    me.sit(game, "germany")
    me.send("poland", "east-poland", tank=5)
    me.press_main()
    for _ in range(12):
        if me.page.get_by_test_id("result").count():
            break
        me.press_main()
    result = me.page.get_by_test_id("result")
    expect(result).to_contain_text("East Poland")
    expect(result).to_contain_text("USSR lost 1 infantry")
    expect(result).to_contain_text("Germany takes it")
    report = me.page.get_by_test_id("report")
    for _ in range(200):
        if report.count():
            break
        if me.main.count() and me.main.is_enabled():
            me.press_main()
        me.page.wait_for_timeout(100)
    expect(report).to_contain_text("You collected")
    expect(report).to_contain_text("Victory cities")
    me.press_main()
    expect(report).to_have_count(0)


def test_a_line_of_the_report_flies_to_its_place(desk: Desks, server: Server) -> None:
    """The Soviet tank walks into Poland, which nobody holds."""
    lines = BATTLE.replace("6 germany tank poland", "1 ussr tank east-poland").splitlines()
    record = "\n".join([*lines[:-1], "edit: turn germany noncombat-move", ""])
    game = server.open_record(record, seats=bots("japan", "uk", "italy", "usa"))
    me = desk()
    me.sit(game, "germany")
    me.press_main()
    for action in ("end", "move 1 tank east-poland > poland", "end", "end"):
        server.act(game, "ussr", action)
    report = me.page.get_by_test_id("report")
    line = report.get_by_role("button", name="Poland").first
    expect(line).to_be_visible()
    me.page.evaluate(f"() => {MAP}.engine.flyTo('japan')")
    me.until(f"() => !{MAP}.engine.moving")
    line.click()
    me.until(
        f"() => {{ const at = {MAP}.locate('poland'); const {{ stage }} = {MAP}.engine;"
        " return at.x > 0 && at.y > 0 && at.x < stage.width && at.y < stage.height; }"
    )


def test_others_moves_wait_to_be_looked_at(desk: Desks, server: Server) -> None:
    seats = bots("germany", *OTHERS, bot="captain")
    game = server.new_game("anniversary-1941", seats=seats, bot_pace_ms=600)
    me = desk()
    me.follow(game, game["tokens"]["spectator"])
    me.page.get_by_test_id("pause").click()
    step = me.page.get_by_test_id("step")
    expect(step).to_contain_text(re.compile(r"[2-9]"))
    version = me.version
    step.click()
    me.until(
        "v => Number(document.querySelector('[data-testid=table]').dataset.version) > v", version
    )
    assert me.version < version + 8, "one move, not all that wait"
    me.page.get_by_test_id("pause").click()
    me.passes(version + 1)
    server.forget(game)


def test_history_is_grouped_and_its_numbers_agree(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.send("poland", "east-poland", infantry=2)
    me.send("bulgaria-romania", "ukraine", tank=1)
    me.tab("history")
    history = me.page.get_by_test_id("history")
    expect(history.get_by_role("heading", name="round 1 · Germany")).to_be_visible()
    expect(history.get_by_role("heading", name="Combat move")).to_be_visible()
    expect(history).to_contain_text("Germany: 2 infantry Poland → East Poland")
    row = history.get_by_role("button", name="2", exact=True)
    row.click()
    expect(me.page.get_by_test_id("move")).to_have_text("2/3")
    expect(me.page.get_by_text("as it was at move 2")).to_be_visible()
