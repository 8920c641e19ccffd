"""Global 1940 in the browser: Germany's and Japan's first turns, and what other seats are asked."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.web import studies
from tests.web.conftest import Desks
from tests.web.desk import MAP, Desk
from tests.web.germany import until_round
from tests.web.hands import Hands, Pointer
from tests.web.house import Server, bots

TITLE = "global-1940"
OTHERS = ("ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")
NONCOMBAT = "did not fight"


study = partial(studies.study, TITLE)


def aircraft_at(me: Desk, spaces: tuple[str, ...]) -> list[str]:
    """Which of these spaces have aircraft that can still go somewhere."""
    found: list[str] = me.page.evaluate(
        f"([spaces]) => spaces.filter(id => {MAP}.engine.highlights.sources.has(id)"
        f" && {MAP}.engine.model.get(id).stacks.some(s => s.pieces.some(p => p.class === 'air')))",
        [list(spaces)],
    )
    return found


def fight_on(hands: Hands) -> None:
    """The main button through all battles; others may be asked in between."""
    me = hands.me
    for _ in range(120):
        me.until("() => document.querySelector('[data-testid=main]:enabled')")
        if NONCOMBAT in me.prompt.inner_text():
            return
        hands.main()
    raise AssertionError("the battles never ended")


def land_at(hands: Hands, home: str, *spaces: str) -> None:
    hands.me.let_go()
    while found := aircraft_at(hands.me, spaces):
        hands.send(found[0], home)
        hands.me.let_go()


def place_all(hands: Hands, space: str, kind: str, count: int) -> None:
    me = hands.me
    me.sees("Place the units you bought")
    power = me.page.locator("header .power").inner_text().casefold()
    before = me.units(space).get(f"{power} {kind}", 0)
    hands.place(space, kind, count)
    me.shows(space, f"{power} {kind}", before + count)


def test_the_first_turn_of_germany(hands: Hands, server: Server) -> None:
    """Buying, no declaration, a capital, a neutral and a convoy; landing, placing."""
    game = server.new_game(TITLE, seed="first turn", seats=bots(*OTHERS))
    me = hands.me
    me.sit(game, "germany", host=True)
    hands.buy(infantry=4)
    expect(me.page.locator("header .money")).to_have_text("18 IPC")
    hands.main()
    me.sees("Declare war, or go on")
    politics = me.page.get_by_test_id("politics")
    expect(politics.locator("[data-action='declare ussr']")).to_be_visible()
    hands.main()
    me.sees("Move into the spaces you attack")
    hands.send("western-germany", "france")
    hands.send("greater-southern-germany", "yugoslavia")
    hands.send("sz-117", "sz-109")
    hands.main()
    fight_on(hands)
    told = hands.told()
    for battle in ("France: Germany attacks", "Yugoslavia: Germany attacks", "Sea zone 109: "):
        assert battle in told, battle
    land_at(hands, "western-germany", "france", "yugoslavia")
    hands.main()
    place_all(hands, "germany", "infantry", 4)


def test_the_first_turn_of_japan(hands: Hands, server: Server) -> None:
    """War is declared on the way."""
    others = bots("germany", *(seat for seat in OTHERS if seat != "japan"))
    me = hands.me
    me.sit(server.open_record(study("turn japan purchase"), seats=others), "japan", host=True)
    hands.buy(infantry=4)
    expect(me.page.locator("header .money")).to_have_text("14 IPC")
    hands.main()
    me.sees("Declare war, or go on")
    hands.choose("[data-action='declare uk']")
    expect(me.page.locator("[data-action='declare uk']")).to_have_count(0)
    hands.main()
    me.sees("Move into the spaces you attack")
    hands.send("kwangsi", "yunnan")
    hands.send("kiangsi", "hunan")
    hands.main()
    fight_on(hands)
    told = hands.told()
    assert "Japan: Declare war on United Kingdom" in told
    for battle in ("Yunnan: Japan attacks", "Hunan: Japan attacks"):
        assert battle in told, battle
    land_at(hands, "kwangsi", "yunnan", "hunan")
    hands.main()
    place_all(hands, "japan", "infantry", 4)


@pytest.mark.parametrize(
    ("title", "power", "others", "attack", "home"),
    [
        (
            "europe-1940", "germany", ("ussr", "usa", "uk", "italy", "france"),
            ("western-germany", "france"), "germany",
        ),
        (
            "pacific-1940", "japan", ("usa", "china", "uk", "anzac"),
            ("kwangsi", "yunnan"), "japan",
        ),
    ],
)  # fmt: skip
def test_the_first_turn_on_one_half_of_the_world(
    desk: Desks,
    server: Server,
    title: str,
    power: str,
    others: tuple[str, ...],
    attack: tuple[str, str],
    home: str,
) -> None:
    me = desk()
    hands = Pointer(me)
    me.sit(server.new_game(title, seed="first turn", seats=bots(*others)), power, host=True)
    hands.buy(infantry=3)
    hands.main()
    me.sees("Declare war, or go on")
    hands.main()
    me.sees("Move into the spaces you attack")
    hands.send(*attack)
    hands.main()
    fight_on(hands)
    assert "attacks" in hands.told()
    land_at(hands, attack[0], attack[1])
    hands.main()
    place_all(hands, home, "infantry", 3)
    # With the last unit the turn has ended, as the button said.
    until_round(me, 2)
    me.sees("Buy units")


SCRAMBLE = study(
    "clear",
    "airbase united-kingdom 0",
    "place 1 germany cruiser sz-112",
    "place 1 uk destroyer sz-110",
    "place 2 uk fighter united-kingdom",
    "turn germany combat-move",
    moves=("germany: move 1 cruiser sz-112 > sz-110", "germany: end"),
)


def test_a_scramble_says_what_is_at_stake(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.open_record(SCRAMBLE), "uk")
    stake = me.page.get_by_test_id("stake-sz-110")
    # A cruiser against a destroyer: it survives alone in one case of four.
    expect(stake.get_by_test_id("stake-before")).to_contain_text("You hold with 25 %")
    me.set_count(stake, "fighter", 2)
    expect(stake.get_by_test_id("stake-after")).to_contain_text("with them 99")
    before = me.version
    me.page.get_by_test_id("react-sz-110").click()
    me.passes(before)
    me.page.keyboard.press("3")
    history = me.page.get_by_test_id("history")
    expect(history).to_contain_text("2 fighter United Kingdom → Sea zone 110")


def test_never_from_a_base(desk: Desks, server: Server) -> None:
    """Said where it is asked, it answers; the panel shows it and takes it back."""
    me = desk()
    me.sit(server.open_record(SCRAMBLE), "uk")
    before = me.version
    me.page.get_by_test_id("never-united-kingdom").click()
    me.passes(before)
    expect(me.page.get_by_test_id("reaction")).to_have_count(0)
    me.tab("table")
    base = me.page.get_by_test_id("order-scramble-united-kingdom")
    expect(base).to_have_attribute("aria-pressed", "false")
    expect(me.page.get_by_test_id("order-scramble")).to_have_value("some")
    before = me.version
    base.click()
    me.passes(before)
    expect(me.page.get_by_test_id("order-scramble")).to_have_value("")
    expect(base).to_have_attribute("aria-pressed", "true")


def test_an_order_for_units_received(desk: Desks, server: Server) -> None:
    freed = study(
        "clear",
        "war usa germany",
        "control france germany",
        "control normandy-bordeaux usa",
        "place 1 usa tank normandy-bordeaux",
        "turn usa combat-move",
    )
    me = desk()
    game = server.open_record(freed)
    me.sit(game, "france")
    me.tab("table")
    order = me.page.get_by_test_id("order-muster")
    order.locator("summary").click()
    expect(order).not_to_contain_text("cruiser")
    me.set_count(order, "tank", 2)
    before = me.version
    me.page.get_by_test_id("order-muster-give").click()
    me.passes(before)
    expect(order).to_contain_text("12 of 12")
    server.act(game, "usa", "move 1 tank normandy-bordeaux > france")
    server.act(game, "usa", "end")
    me.shows("france", "france tank", 2)


def test_an_interception_says_what_the_raid_will_do(desk: Desks, server: Server) -> None:
    raid = study(
        "clear",
        "place 2 germany strategic-bomber western-germany",
        "place 2 uk fighter united-kingdom",
        "turn germany combat-move",
        moves=(
            "germany: raid 2 strategic-bomber western-germany > united-kingdom",
            "germany: end",
        ),
    )
    me = desk()
    me.sit(server.open_record(raid), "uk")
    stake = me.page.get_by_test_id("stake-united-kingdom")
    outlook = stake.get_by_test_id("stake-raid")
    expect(outlook).to_contain_text("9.2 damage to the major complex, 0.3 bombers")
    me.set_count(stake, "fighter", 2)
    expect(outlook).to_contain_text("0.6 bombers")


def test_the_shop_of_two_purses(desk: Desks, server: Server) -> None:
    me = desk()
    game = server.open_record(study("turn uk purchase", "airbase united-kingdom 2"))
    me.sit(game, "uk")
    expect(me.page.locator("header .money")).to_have_text("28 + 17 IPC")
    expect(me.page.get_by_test_id("purse")).to_have_text("UK Europe")
    before = me.version
    me.page.get_by_role("button", name="−2", exact=True).click()
    me.passes(before)
    expect(me.page.locator("header .money")).to_have_text("26 + 17 IPC")
    me.press_main()
    expect(me.page.get_by_test_id("purse")).to_have_text("UK Pacific")
    Pointer(me).buy(infantry=1)
    expect(me.page.locator("header .money")).to_have_text("26 + 14 IPC")


def test_passage_is_granted_once_and_for_all(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.open_record(studies.PASSAGE), "uk")
    before = me.version
    me.page.get_by_test_id("always-allow").click()
    me.passes(before)
    assert "United Kingdom lets Japan pass" in me.told()
    me.tab("table")
    expect(me.page.get_by_test_id("order-passage")).to_have_value("allow")


@pytest.mark.parametrize("seats", [("uk",), ("japan", "uk")], ids=["two screens", "one screen"])
def test_passage_is_asked_and_granted(desk: Desks, server: Server, seats: tuple[str, ...]) -> None:
    """Whoever holds both seats is asked as the owner: the answer is his."""
    me = desk()
    me.sit(server.open_record(studies.PASSAGE), *seats)
    passage = me.page.get_by_test_id("passage")
    expect(passage).to_contain_text("Suez Canal")
    before = me.version
    passage.locator("[data-action=allow]").click()
    me.passes(before)
    assert "United Kingdom lets Japan pass" in me.told()


def test_a_rule_of_politics_opens(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.new_game(TITLE), "ussr")
    politics = me.page.get_by_test_id("politics")
    expect(politics).to_contain_text("from its turn 4 on or once Germany or Italy declares war")
    politics.get_by_role("button", name="G40-058", exact=True).first.click()
    expect(me.page.locator("#rule-G40-058")).to_be_in_viewport()


def test_a_carrier_is_refused_to_an_ally(desk: Desks, server: Server) -> None:
    """France strikes the United Kingdom off the list, and everybody reads it."""
    text = study(
        "clear",
        "place 1 uk fighter egypt",
        "place 1 france carrier sz-98",
        "turn germany noncombat-move",
    )
    game = server.open_record(text)
    french, british = desk(), desk()
    french.sit(game, "france")
    british.sit(game, "uk")
    french.tab("table")
    ally = french.page.get_by_test_id("share-carriers-uk")
    expect(ally).to_have_attribute("aria-pressed", "true")
    ally.click()
    expect(ally).to_have_attribute("aria-pressed", "false")
    told = "France does not share its carriers with United Kingdom"
    expect(british.page.get_by_test_id("withholds")).to_have_text(told)
    ally.click()
    expect(ally).to_have_attribute("aria-pressed", "true")
    expect(british.page.get_by_test_id("withholds")).to_have_count(0)
