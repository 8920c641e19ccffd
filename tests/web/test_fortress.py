"""Fortress America: a turn of the invader from the west, from the landing to the last move."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP, Desk
from tests.web.hands import Hands
from tests.web.house import Server, bots

ZONE = "zone-west-2"
CITY = "portland"
LANDING, COAST = "zone-west-1", "west-washington"


def mine(me: Desk) -> bool:
    """My turn to decide, or the others have finished."""
    me.until(
        "() => document.querySelector('.strip.mine')"
        " || document.querySelector('[data-testid=prompt]').innerText.includes('over')"
    )
    me.settle()
    return True


def fight(hands: Hands) -> int:
    """Every choice of the combat, until it is time for the second move."""
    for chosen in range(60):
        mine(hands.me)
        if "vacant and friendly" in hands.me.prompt.inner_text():
            return chosen
        hands.main()
    raise AssertionError("the combat never ended")


def test_a_turn_of_fortress_america(hands: Hands, server: Server) -> None:
    me = hands.me
    game = server.new_game("fortress", seats=bots("south", "east", "usa"), seed="landing")
    me.sit(game, "west")
    mine(me)
    me.sees("Set up your forces")
    hands.main()
    mine(me)
    me.sees("Declare the spaces you will attack")
    assert sum(me.units(ZONE).values()) >= 3
    assert me.units(COAST) == {}
    hands.answer(CITY, "Declare a battle")
    hands.answer(COAST, "Declare a battle")
    marked = f"id => {MAP}.engine.highlights.contested.has(id)"
    assert me.page.evaluate(marked, CITY)
    assert not me.page.evaluate(marked, "seattle")
    hands.main()
    mine(me)
    me.sees("Move units into combat position")
    hands.main()
    mine(me)
    for _ in range(10):
        if "which units go into which battle" not in me.prompt.inner_text():
            break
        hands.answer(CITY, "All in")
        mine(me)
    assert fight(hands) > 0
    told = hands.told()
    assert "Asian Peoples Alliance declares battle in Portland" in told
    # The second move goes into what is free.
    hands.send(LANDING, COAST, infantry=1)
    me.shows(COAST, "west infantry", 1)
    hands.main()
    # The others may have played by the time anybody looks.
    expect(me.page.locator("header .where")).to_contain_text("round 2")
    mine(me)
    expect(me.page.locator("header .power")).to_have_text("Asian Peoples Alliance")
    me.tab("history")
    assert me.page.locator("ol svg").count() >= 2, "no dice were rolled"


def test_setting_up_by_hand(desk: Desks, server: Server) -> None:
    me = desk(theme="dark", phone=True)
    game = server.new_game("fortress", seats=bots("south", "east", "usa"), seed="landing")
    me.sit(game, "west")
    mine(me)
    # The map opens where there is something to do.
    me.until(
        f"id => {{ const at = {MAP}.locate(id);"
        " return at.x > 0 && at.x < innerWidth && at.y > 0 && at.y < innerHeight - 200; }",
        ZONE,
    )
    for kind in ("infantry", "tank"):
        before = me.version
        me.let_go()
        me.click(ZONE)
        for field in me.question.get_by_role("textbox").all():
            label = field.get_attribute("aria-label") or ""
            me.set_count(me.question, label, 2 if label == kind else 0)
        me.page.get_by_test_id("go").click()
        me.passes(before)
    assert me.units(ZONE) == {"west infantry": 2, "west tank": 2}
    # Five units fill a space.
    me.expected.append("status of 422")
    me.click(ZONE)
    me.set_count(me.question, "infantry", 2)
    me.page.get_by_test_id("go").click()
    note = me.page.get_by_test_id("trouble")
    expect(note.get_by_role("button", name="Rule FA-")).to_be_visible()
    assert me.units(ZONE) == {"west infantry": 2, "west tank": 2}


def test_the_card_and_the_lasers_of_the_united_states(desk: Desks, server: Server) -> None:
    """The defender's own table: set up as the book advises, then the invaders come."""
    me = desk(theme="dark")
    seats = bots("west", "south", "east")
    me.sit(server.new_game("fortress", seats=seats, seed="defence"), "usa")
    me.press_main()
    assert sum(me.units("chicago").values()) >= 1
    for _ in range(80):
        mine(me)
        if "Place a laser" in me.prompt.inner_text():
            break
        me.tab("battle")
        choice = me.page.locator("aside [data-action]")
        before = me.version
        if choice.count():
            choice.first.click()
        else:
            me.main.click()
        me.passes(before)
    me.sees("Place a laser in one of your cities")
    before = me.version
    me.let_go()
    city = next(
        space for space in ("denver", "st-louis", "chicago", "kansas-city") if me.glows(space)
    )
    me.click(city)
    me.question.get_by_role("button").last.click()
    me.passes(before)
    assert me.units(city)["usa laser"] == 1
