"""Several people at one table, each with a browser of his own."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import Desk
from tests.web.germany import end_turn
from tests.web.house import Server, bots


def test_two_people_see_each_others_moves(desk: Desks, server: Server) -> None:
    game = server.new_game("anniversary-1941", seats=bots("japan", "uk", "italy", "usa"))
    german, russian = desk(), desk(theme="dark", phone=True)
    german.sit(game, "germany")
    russian.sit(game, "ussr")
    russian.sees("Germany to decide")
    expect(russian.main).to_have_count(0)
    german.press_main()
    german.send("poland", "east-poland", tank=2)
    russian.shows("east-poland", "germany tank", 2)
    german.page.get_by_test_id("undo").click()
    russian.shows("east-poland", "germany tank", 0)

    end_turn(german)
    russian.sees("Buy units")
    expect(russian.page).to_have_title(re.compile("Your turn"))
    german.sees("USSR to decide")
    russian.settle()
    russian.press_main()
    russian.send("east-poland", "poland", infantry=1)
    german.shows("poland", "ussr infantry", 1)
    assert "USSR: 1 infantry East Poland → Poland" in german.told()


def test_who_is_there_and_what_they_say(desk: Desks, server: Server) -> None:
    game = server.new_game("anniversary-1941")
    german, russian = desk(), desk()
    german.sit(game, "germany")
    russian.sit(game, "ussr")
    russian.tab("table")
    here = russian.page.locator("li", has_text="Germany").locator("i.on")
    expect(here).to_be_visible()
    russian.tab("chat")
    german.tab("chat")
    german.page.get_by_test_id("chat-text").fill("<b>hello</b> from Berlin")
    german.page.get_by_test_id("chat-text").press("Enter")
    # Markup stays text.
    said = russian.page.locator(".chat li").last
    expect(said).to_contain_text("<b>hello</b> from Berlin")
    assert russian.page.locator(".chat li span b").count() == 0
    russian.tab("table")
    german.home()
    expect(here).to_have_count(0)


def test_a_spectator_watches_and_does_nothing(desk: Desks, server: Server) -> None:
    game = server.new_game("anniversary-1941")
    german, guest = desk(), desk()
    german.sit(game, "germany")
    guest.follow(game, game["tokens"]["spectator"])
    german.press_main()
    german.send("poland", "east-poland", tank=2)
    guest.shows("east-poland", "germany tank", 2)
    expect(guest.main).to_have_count(0)
    expect(guest.page.get_by_test_id("undo")).to_have_count(0)
    guest.tab("chat")
    expect(guest.page.get_by_test_id("chat-text")).to_have_count(0)
    german.tab("table")
    expect(german.page.get_by_text("1 watching")).to_be_visible()


def roll_some_dice(german: Desk) -> None:
    german.press_main()
    german.send("poland", "east-poland")
    german.press_main()
    for _ in range(20):
        if "East Poland: Germany attacks" in german.told():
            return
        german.press_main()
    raise AssertionError("no dice were rolled")


def test_undo_by_consent(desk: Desks, server: Server) -> None:
    """Once dice have rolled, the others are asked; one may refuse, and then agree."""
    game = server.new_game("anniversary-1941", seats=bots("japan", "uk", "italy", "usa"))
    german, russian = desk(), desk()
    german.sit(game, "germany")
    russian.sit(game, "ussr")
    roll_some_dice(german)
    before = german.version
    german.page.get_by_test_id("undo").click()
    asked = russian.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("Germany asks to take back a move")
    expect(german.page.get_by_role("alertdialog")).to_contain_text("Waiting for USSR")
    asked.get_by_role("button", name="Refuse").click()
    expect(german.page.get_by_role("alertdialog")).to_have_count(0)
    assert german.version == before
    german.settle()
    german.page.get_by_test_id("undo").click()
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Agree").click()
    german.passes(before)
    expect(german.page.locator("ol li").first).to_contain_text("Undo")
    expect(russian.page.get_by_role("alertdialog")).to_have_count(0)


def invite(host: Desk) -> str:
    """A table at which the United States are for a friend; the link to hand out."""
    host.home()
    host.page.locator("article", has_text="Fortress").get_by_role("link", name="New table").click()
    host.page.get_by_label("United States", exact=True).select_option("person")
    host.page.get_by_test_id("start").click()
    host.ready()
    host.tab("table")
    address = host.page.get_by_test_id("link-usa").get_attribute("data-link")
    assert address is not None
    return address


def sit_down(friend: Desk, address: str, name: str) -> None:
    friend.page.goto(address)
    friend.page.get_by_label("Your name").fill(name)
    friend.page.get_by_test_id("join-usa").click()
    # The key that comes with the seat takes the invitation's place, without an error to see.
    friend.expected.append("4401|401")
    friend.ready()
    expect(friend.page.get_by_role("dialog")).to_have_count(0)


def test_a_friend_sits_down_and_the_host_frees_the_seat(desk: Desks, server: Server) -> None:
    host, friend = desk(), desk()
    address = invite(host)
    sit_down(friend, address, "Fred")
    friend.until("() => location.hash.split('/').length === 3")
    seat = host.page.locator("li", has_text="United States")
    expect(seat).to_contain_text("Fred")
    expect(host.page.get_by_test_id("link-usa")).to_have_count(0)
    # Whoever opens the used link again is at the same table; the key is kept in the browser.
    friend.page.goto(address)
    friend.ready()
    friend.tab("table")
    expect(friend.page.get_by_test_id("device")).to_be_visible()
    seat.get_by_role("button", name="Free the seat").click()
    expect(friend.page.get_by_text("This link does not open this table")).to_be_visible()
    expect(seat).to_contain_text("nobody yet")


def test_a_player_goes_on_with_another_device(desk: Desks, server: Server) -> None:
    host, friend, phone = desk(), desk(), desk(phone=True)
    sit_down(friend, invite(host), "Fred")
    friend.tab("table")
    passing = friend.page.expect_response(lambda answer: answer.url.endswith("/pass"))
    with passing as made:
        friend.page.get_by_test_id("device").click()
    game = made.value.url.split("/")[-2]
    phone.page.goto(f"{phone.url}#/continue/{game}/{made.value.json()['token']}")
    phone.ready()
    phone.tab("table")
    expect(phone.page.get_by_test_id("device")).to_be_visible()
    # A renewed link goes on here and ends everywhere else.
    phone.page.get_by_test_id("renew-usa").click()
    phone.expected.append("4401|401")
    phone.ready()
    friend.expected.append("4401|401")
    expect(friend.page.get_by_text("This link does not open this table")).to_be_visible()
