"""Naval Battles: a first turn, from the choice of a nation to the other navy's answer."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.desk import Desk
from tests.web.hands import Hands
from tests.web.house import Server, bots

FLEET = ("bismarck", "scharnhorst", "prinz-eugen")
ROUND = "document.querySelector('header .where').innerText.includes('round {n}')"


def mine(me: Desk) -> str:
    """What I am asked, as soon as the other has done his part."""
    me.until("() => document.querySelector('.strip.mine')")
    me.settle()
    return me.prompt.inner_text()


def fire(hands: Hands) -> bool:
    """A card, one of my ships, one of his: what glows is pointed at until the shot is declared."""
    me = hands.me
    before = me.version
    if not me.page.locator(".hand .card.glow").count():
        return False
    hands.point(".hand .card.glow")
    for _ in range(4):
        if me.version > before or not me.page.locator(".field .ship.glow").count():
            break
        hands.point(".field .ship.glow")
        me.frame()
        me.settle()
    shot = me.page.locator("[data-action^='fire ']")
    if me.version == before and shot.count():
        hands.choose("[data-action^='fire ']")
    if me.version > before:
        me.passes(before)
        return True
    me.let_go()
    return False


def test_a_first_turn_at_sea(hands: Hands, server: Server) -> None:
    me = hands.me
    me.sit(server.new_game("naval", seed="two fleets", seats=bots("p2")), "p1")
    hands.choose("[data-action='nation germany']")
    builder = "[data-testid=fleet-builder]"
    expect(me.page.locator(builder)).to_be_visible()
    for ship in FLEET:
        hands.point(f"{builder} [data-ship={ship}]")
        expect(me.page.locator(f"[data-ship={ship}]")).to_have_attribute("aria-pressed", "true")
    hands.choose("[data-testid=fleet-go]")
    fired = 0
    for _ in range(60):
        asked = mine(me)
        if fired and "Declare" not in asked:
            break
        if "Declare" in asked and not fired and fire(hands):
            fired += 1
        else:
            hands.main()
    assert fired == 1
    shown = me.page.locator("header .where").inner_text()
    for _ in range(60):
        mine(me)
        if me.page.locator("header .where").inner_text() != shown:
            break
        hands.main()
    told = hands.told()
    assert "Germany" in told
    assert "−" in told or "misses" in told, told
