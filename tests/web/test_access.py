"""axe-core finds nothing on any screen: pages, every title's table with its tabs and dialogs, and
every decision that a seat can be asked; on a desk and on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.access import Auditor
from tests.web.conftest import Desks
from tests.web.house import Server, bots
from tests.web.positions import Asked, decisions
from tests.web.studies import QUESTIONS, TWO_BATTLES, study

TITLES = (
    "anniversary-1941", "europe-1940", "pacific-1940", "global-1940", "house-1940", "fortress",
    "naval",
)  # fmt: skip
LEDGERS = ("anniversary", "global-1940", "house-1940", "fortress-america", "naval-battles")
BOARD_1940 = ("global-1940", "europe-1940", "pacific-1940")
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def eye(request: pytest.FixtureRequest, desk: Desks, axe: Path) -> Iterator[Auditor]:
    """Light on a desk, dark on a phone. What it saw wrong is told in the end."""
    phone = bool(request.param)
    one = Auditor(desk(phone=phone, theme="dark" if phone else "light"), axe)
    yield one
    one.judge()


def test_the_pages_around_the_tables(eye: Auditor) -> None:
    me, page = eye.me, eye.me.page
    me.play_now("anniversary-1941")
    me.home()
    expect(page.get_by_test_id("play-naval")).to_be_visible()
    expect(page.get_by_role("button", name="Remove from this list")).to_be_visible()
    eye.look("home")
    page.get_by_role("button", name="Remove from this list").click()
    eye.look("removing")
    page.get_by_test_id("remove").click()
    expect(page.get_by_test_id("removed")).to_be_visible()
    eye.look("removed")
    me.expected.append("status of 4")
    page.get_by_test_id("import-text").fill("no record at all")
    page.get_by_test_id("import-go").click()
    eye.look("import")
    for title in TITLES:
        page.goto(f"{me.url}#/new/{title}")
        expect(page.get_by_test_id("start")).to_be_visible()
        eye.look(f"new {title}")
        page.goto(f"{me.url}#/odds/{title}")
        expect(page.get_by_test_id("calculator")).to_be_visible()
        eye.look(f"calculator {title}")


@pytest.mark.parametrize("ledger", LEDGERS)
def test_the_rulebooks(eye: Auditor, ledger: str) -> None:
    page = eye.me.page
    page.goto(f"{eye.me.url}#/rules/{ledger}")
    expect(page.locator("article").first).to_be_visible()
    eye.look(ledger)
    page.get_by_test_id("rules-search").fill("transport")
    eye.look(f"{ledger} search")
    page.get_by_test_id("rules-search").fill("zeppelins of the moon")
    eye.look(f"{ledger} nothing")


def test_coming_to_a_table(eye: Auditor, desk: Desks) -> None:
    """The host's invitations, the guest's welcome, another device, a key that opens nothing."""
    me, page = eye.me, eye.me.page
    page.goto(f"{me.url}#/new/anniversary-1941")
    page.get_by_label("USSR", exact=True).select_option("person")
    page.get_by_test_id("start").click()
    me.ready()
    expect(page.get_by_test_id("invitations")).to_be_visible()
    eye.look("invitations")
    link = page.get_by_test_id("invite-ussr")
    link.click()
    invitation = page.evaluate("() => navigator.clipboard.readText()")
    if not me.phone:  # which has a button for the link among the table's own
        page.get_by_test_id("another-device").click()
        expect(page.get_by_test_id("qr")).to_be_visible()
        eye.look("another device")
        page.keyboard.press("Escape")
    guest = Auditor(desk(phone=me.phone), eye.axe)
    guest.me.page.goto(invitation)
    expect(guest.me.page.get_by_role("dialog")).to_be_visible()
    guest.look("welcome")
    guest.me.page.goto(page.url)
    guest.me.page.reload()
    guest.me.ready()
    guest.look("watching")
    guest.me.expected.append("4404|401|404")
    guest.me.page.goto(f"{me.url}#/table/nowhere/nothing")
    expect(guest.me.page.get_by_text("does not open this table")).to_be_visible()
    guest.look("no way in")
    guest.judge()


@pytest.mark.parametrize("title", TITLES)
def test_every_table_with_its_tabs_and_books(eye: Auditor, title: str) -> None:
    me, page = eye.me, eye.me.page
    me.play_now(title)
    eye.look("opening")
    for tab in page.locator("aside [role=tab]").all():
        tab.click()
        me.settle()
        eye.look(str(tab.get_attribute("id")))
    me.close_sheet()
    page.get_by_test_id("turn-guide").click()
    expect(page.get_by_test_id("guide")).to_be_visible()
    eye.look("book")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    eye.look("keys")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("title", TITLES)
def test_first_steps(eye: Auditor, title: str) -> None:
    me, page = eye.me, eye.me.page
    me.home()
    page.get_by_test_id(f"tour-{title}").click()
    me.ready()
    eye.look("begin")
    page.get_by_test_id("tour-next").click()
    eye.look("first stop")


def test_what_is_laid_over_the_map(eye: Auditor, server: Server) -> None:
    """A space chosen, how many go, a refusal, advice, what is planned, what was, and undo."""
    me, page = eye.me, eye.me.page
    record = "sandtable record 1\ntitle: anniversary-1941\nedit: turn germany combat-move\n"
    me.sit(server.open_record(record, seats=bots("japan", "uk", "italy", "usa")), "germany")
    me.click("poland")
    me.tab("space")
    eye.look("space")
    me.click("east-poland")
    expect(me.question).to_be_visible()
    eye.look("question")
    before = me.version
    page.get_by_test_id("go").click()
    me.passes(before)
    me.let_go()
    me.click("czechoslovakia-hungary")
    me.click("caucasus")
    expect(page.get_by_test_id("trouble")).to_be_visible()
    eye.look("refusal")
    me.let_go()
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-card")).to_be_visible()
    eye.look("advice")
    page.get_by_test_id("hint").click()
    me.close_sheet()
    me.main.click()
    expect(page.get_by_test_id("end-anyway")).to_be_visible()
    eye.look("before the battles")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.keyboard.type("an")
    eye.look("search")
    page.keyboard.press("Escape")
    me.tab("history")
    page.locator("[data-testid=history] .when").last.click()
    expect(page.get_by_text("as it was at move")).to_be_visible()
    eye.look("as it was")


def test_battles_and_taking_back(eye: Auditor, desk: Desks, server: Server) -> None:
    """A battle, its result, and undo as it is asked of me, of others and of nobody."""
    me, page = eye.me, eye.me.page
    game = server.open_record(TWO_BATTLES, seats=bots("japan", "uk", "italy", "usa"))
    me.sit(game, "germany")
    before = me.version
    server.act(game, "germany", "fight east-poland")
    me.passes(before)
    me.tab("battle")
    eye.look("battle")
    me.close_sheet()
    expect(page.get_by_test_id("result")).to_be_visible()
    eye.look("result")
    page.get_by_test_id("undo").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    eye.look("undo waits")
    other = Auditor(desk(phone=me.phone), eye.axe)
    other.me.sit(game, "ussr")
    expect(other.me.page.get_by_role("alertdialog")).to_be_visible()
    other.look("undo is asked")
    other.judge()
    few = ("clear", "place 1 ussr infantry russia", "place 1 japan infantry japan")
    edits = (*few, "pool germany 3 infantry", "turn germany mobilize")
    record = study("anniversary-1941", *edits)
    mine = ("germany", "japan", "uk", "italy", "usa")
    me.sit(server.open_record(record, seats=bots("ussr")), *mine)
    me.tab("space")
    page.get_by_test_id("place-all").click()
    expect(page.locator("header .power")).to_have_text("Japan")
    me.settle()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("undo-says")).to_be_visible()
    eye.look("undo takes back more")


def test_the_end_of_a_game_and_bots_at_work(eye: Auditor, server: Server) -> None:
    me, page = eye.me, eye.me.page
    over = server.new_game("naval", seats=bots("p1", "p2"), seed="to the end")
    watched = server.new_game(
        "anniversary-1941",
        seats=bots("germany", "ussr", "japan", "uk", "italy", "usa"),
        bot_pace_ms=5000,
    )
    me.follow(watched, watched["tokens"]["host"])
    expect(page.get_by_test_id("watch")).to_be_visible()
    eye.look("watching bots")
    server.wait_for_the_end(over)
    me.follow(over, over["tokens"]["host"])
    card = page.get_by_test_id("game-over")
    expect(card).to_be_visible()
    eye.look("over")
    card.get_by_role("button", name="See the board").click()
    for tab in ("history", "table"):
        me.tab(tab)
        eye.look(f"over, {tab}")
    curtain = server.new_game("naval", seed="one screen")
    me.sit(curtain, "p1", "p2")
    expect(page.get_by_test_id("curtain")).to_be_visible()
    eye.look("curtain")


def asked(title: str) -> dict[str, Asked]:
    """Of the three 1940 boards each decision once, wherever it comes up first."""
    titles = BOARD_1940 if title == BOARD_1940[0] else (title,)
    found: dict[str, Asked] = {}
    for one in titles:
        found = decisions(one) | QUESTIONS.get(one, {}) | found
    # One of the cards stands for all.
    return {step.partition(" P")[0]: question for step, question in found.items()}


@pytest.mark.parametrize("title", [title for title in TITLES if title not in BOARD_1940[1:]])
def test_every_decision(desk: Desks, server: Server, axe: Path, title: str) -> None:
    """The window is made narrow for a second look: the same position as a phone shows it."""
    eye = Auditor(desk(), axe)
    me, page = eye.me, eye.me.page
    for step, question in asked(title).items():
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
        me.sit(server.open_record(question.record), question.seat)
        assert me.page.locator(".strip.mine").count(), step
        eye.look(step)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        panel = page.locator("aside [role=tab][aria-selected=true]")
        if panel.count():
            panel.click()
        eye.look(f"{step} on a phone")
    assert eye.looked > 16
    eye.judge()


def test_it_would_find_something(desk: Desks, axe: Path) -> None:
    eye = Auditor(desk(), axe)
    eye.me.home()
    expect(eye.me.page.get_by_test_id("play-naval")).to_be_visible()
    eye.me.page.evaluate("() => document.querySelector('h1').remove()")
    eye.me.page.evaluate(
        "() => document.querySelector('main').append(document.createElement('button'))"
    )
    eye.look("home")
    found = json.dumps(eye.wrong)
    assert "page-has-heading-one" in found
    assert "button-name" in found
