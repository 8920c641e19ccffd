"""Naval Battles between two browsers: neither ever receives what the other holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import Desk
from tests.web.house import Server


def messages(me: Desk) -> Iterator[Any]:
    """Everything the server has said to this browser, over HTTP and over the socket."""
    for text in me.received:
        try:
            yield json.loads(text)
        except ValueError:
            yield text


def values(thing: Any, name: str) -> Iterator[Any]:
    """Every value under a name, however deep; a patch gives the name in its path."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key == name:
                yield value
            yield from values(value, name)
    elif isinstance(thing, list):
        if len(thing) == 2 and isinstance(thing[0], list) and thing[0][:1] == [name]:
            yield thing[1] if len(thing[0]) == 1 else [thing[1]]
        for value in thing:
            yield from values(value, name)


def cards_in(hand: Any) -> set[str]:
    return {card["id"] for card in hand if isinstance(card, dict) and "id" in card}


def held(me: Desk) -> set[str]:
    """Every card that was ever in this player's hand."""
    return {card for one in messages(me) for hand in values(one, "hand") for card in cards_in(hand)}


def words(me: Desk) -> set[str]:
    """Every word the browser has received, wherever it stood below a message's own fields."""

    def walk(thing: Any) -> Iterator[str]:
        if isinstance(thing, dict):
            for key, value in thing.items():
                yield key
                yield from walk(value)
        elif isinstance(thing, list):
            for value in thing:
                yield from walk(value)
        elif isinstance(thing, str):
            yield from thing.replace(",", " ").split()

    whole = (one.values() if isinstance(one, dict) else [one] for one in messages(me))
    return {word for parts in whole for part in parts for word in walk(part)}


def shown(server: Server, game: dict[str, Any]) -> set[str]:
    """Cards that play has laid open: named in what everybody may read."""
    text = json.dumps(server.history(game))
    return set(text.replace('"', " ").replace(",", " ").replace("\\\\", " ").split())


def pick_fleet(me: Desk) -> None:
    builder = me.page.get_by_test_id("fleet-builder")
    expect(builder).to_be_visible()
    before = me.version
    for ship in builder.locator(".ship").all()[:4]:
        ship.click()
        if int(builder.locator("header b").inner_text().split()[0]) > 25:
            ship.click()
    me.page.get_by_test_id("fleet-go").click()
    me.passes(before)


def to_move(*navies: Desk) -> Desk | None:
    """Who has a button to press, once both have heard the same."""
    one, two = navies
    for _ in range(200):
        one.settle()
        two.settle()
        if one.version == two.version:
            return next((me for me in navies if me.main.count()), None)
        one.page.wait_for_timeout(20)
    raise AssertionError("the two browsers never agree")


def line_up(*navies: Desk) -> None:
    """The fleets as they are laid out at first; then the cards are dealt."""
    while (me := to_move(*navies)) and "Lay out" in me.prompt.inner_text():
        before = me.version
        me.main.click()
        me.passes(before)


def attack_if_possible(me: Desk) -> bool:
    """A declared attack, by pointing at a card, a ship of mine and one of his."""
    for card in me.page.locator(".hand .card.glow").all():
        card.click()
        fire = me.page.locator("[data-action^='fire ']")
        if fire.count():
            before = me.version
            fire.first.click()
            me.passes(before)
            return True
        clear = me.page.locator(".tray button", has_text="×").first
        if clear.count():
            clear.click()
    return False


def play_on(server: Server, *navies: Desk) -> int:
    """Some phases of a real battle; returns how many attacks were declared."""
    fired = 0
    for _ in range(60):
        me = to_move(*navies)
        if me is None or fired >= 2:
            return fired
        if "Declare" in me.prompt.inner_text() and attack_if_possible(me):
            fired += 1
            continue
        before = me.version
        me.main.click()
        me.passes(before)
    return fired


def test_neither_navy_ever_receives_the_other_hand(desk: Desks, server: Server) -> None:
    game = server.new_game("naval", seed="two fleets")
    one, two = desk(), desk(theme="dark")
    # Both choose at the same time: whoever is slower by a moment is told so and says it again.
    two.expected.append("status of 409")
    one.sit(game, "p1")
    two.sit(game, "p2")
    one.page.locator("[data-action='nation germany']").click()
    two.page.locator("[data-action='nation usa']").click()
    # The fleets are chosen in secret too: nothing of the first before the second is chosen.
    pick_fleet(one)
    one.settle()
    fleet = {ship.get_attribute("data-ship") for ship in two.page.locator(".field .ship").all()}
    assert fleet == set()
    pick_fleet(two)
    fired = play_on(server, one, two)
    assert fired >= 1

    open_cards = shown(server, game)
    for me, other in ((one, two), (two, one)):
        secret = held(other) - held(me) - open_cards
        assert held(me)
        assert len(secret) >= 2, "too little was secret for this to prove anything"
        assert secret <= words(other), "the search itself finds nothing"
        assert secret & words(me) == set()


def test_a_spectator_sees_no_hand_at_all(desk: Desks, server: Server) -> None:
    game = server.new_game("naval", seed="watched")
    one, two, guest = desk(), desk(), desk(phone=True)
    two.expected.append("status of 409")  # both choose at once: the later one is sent again
    one.sit(game, "p1")
    two.sit(game, "p2")
    guest.follow(game, game["tokens"]["spectator"])
    one.page.locator("[data-action='nation japan']").click()
    two.page.locator("[data-action='nation italy']").click()
    pick_fleet(one)
    pick_fleet(two)
    line_up(one, two)
    expect(guest.page.locator(".field .ship").first).to_be_visible()
    assert held(one)
    assert held(guest) == set()
    secret = (held(one) | held(two)) - shown(server, game)
    assert secret
    assert secret & words(guest) == set()
    expect(guest.page.locator(".hand")).to_have_count(0)
