"""The odds of an attack: while it is planned, before it is fought, and after each round.

Each test has a server to itself: how many such questions one address may ask is limited.
"""

from __future__ import annotations

import re
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import Locator, Response, Route, expect

from tests.web.conftest import Desks
from tests.web.germany import COMBAT, OTHERS
from tests.web.house import Server, bots


def percent(words: Locator) -> float:
    expect(words).to_contain_text("%")
    found = re.search(r"([\d.]+)\s*%", words.inner_text())
    assert found is not None
    return float(found[1])


def top_of(button: Locator) -> float:
    box = button.bounding_box()
    assert box is not None
    return box["y"]


def test_odds_of_a_planned_attack_follow_the_counts(desk: Desks, mortal: Server) -> None:
    me = desk(url=mortal.url)
    me.sit(mortal.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.click("poland")
    me.click("east-poland")
    planned = me.page.get_by_test_id("planned-odds")
    everything = percent(planned)
    assert everything > 95
    for kind, count in (("infantry", 1), ("artillery", 0), ("tank", 0), ("fighter", 0)):
        me.set_count(me.question, kind, count)
    # One against two that defend at two.
    me.until(
        "() => parseFloat(/([\\d.]+)\\s*%/.exec("
        "document.querySelector('[data-testid=planned-odds]')?.innerText ?? '100 %')[1]) < 20"
    )


def test_no_button_moves_when_the_odds_come(desk: Desks, server: Server) -> None:
    """Who is just pressing "go" when they come has pressed it."""
    me = desk()
    held: list[Route] = []
    me.page.route("**/fields*", lambda route: held.append(route))
    me.sit(server.open_record(COMBAT, seats=bots(*OTHERS)), "germany")
    me.click("poland")
    me.click("east-poland")
    before = me.version
    go = me.page.get_by_test_id("go")
    go.hover()
    me.page.mouse.down()
    place = top_of(go)
    for question in held:
        question.continue_()
    expect(me.page.get_by_test_id("planned-odds")).to_be_visible()
    expect(me.question.locator("figure")).to_be_visible()
    me.frame()
    assert top_of(go) == place
    me.page.mouse.up()
    me.passes(before)


def test_fights_stay_where_they_are_when_the_odds_come(desk: Desks, server: Server) -> None:
    me = desk()
    me.sit(server.open_record(COMBAT, seats=bots(*OTHERS)), "germany")
    me.send("poland", "east-poland", infantry=4)
    me.send("bulgaria-romania", "ukraine")
    held: list[Route] = []
    me.page.route("**/fields*", lambda route: held.append(route))
    me.press_main()
    fight = me.page.locator("[data-action='fight ukraine']")
    place = top_of(fight)
    assert me.page.get_by_test_id("fight-odds").count() == 0
    for question in held:
        question.continue_()
    expect(me.page.get_by_test_id("fight-odds")).to_have_count(2)
    me.frame()
    assert top_of(fight) == pytest.approx(place, abs=2)


def test_pointing_at_a_target_tells_the_odds(desk: Desks, mortal: Server) -> None:
    me = desk(url=mortal.url)
    me.sit(mortal.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.click("poland")
    me.page.mouse.move(*me.spot("east-poland"))
    assert percent(me.page.get_by_text(re.compile(r"Attack wins [<> ]*[\d.]+ %"))) > 95


def test_plans_are_computed_in_the_page(desk: Desks, mortal: Server) -> None:
    """Who would fight where is asked once; after that every plan is answered without a question."""
    me = desk(url=mortal.url)
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    me.sit(mortal.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.click("poland")
    me.page.mouse.move(*me.spot("east-poland"))
    assert percent(me.page.get_by_text(re.compile(r"Attack wins [<> ]*[\d.]+ %"))) > 95
    me.click("east-poland")
    assert percent(me.page.get_by_test_id("planned-odds")) > 95
    assert any("/fields" in url for url in asked)
    assert any(".wasm" in url for url in asked)
    assert not [url for url in asked if url.endswith("/odds")]


def test_a_landing_counts_who_lands_and_which_ships_fire(desk: Desks, mortal: Server) -> None:
    me = desk(url=mortal.url)
    me.sit(mortal.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.send("germany", "sz-5", "Load", infantry=1)
    me.let_go()
    me.click("sz-5")
    place = me.spot("baltic-states")
    with me.page.expect_response(lambda one: asked(one).get("space") == "baltic-states") as waiting:
        me.page.mouse.move(*place)
    shown = waiting.value
    expect(me.page.get_by_text(re.compile("Attack wins"))).to_be_visible()
    assert asked(shown)["actions"] == ["land 1 infantry sz-5 > baltic-states"]
    there = [f"{count} {name.split()[1]}" for name, count in me.units("baltic-states").items()]
    question = {"attackers": "1 infantry", "landed": "1 infantry", "defenders": ", ".join(there)}
    shelled, bare = (
        httpx.post(
            f"{mortal.url}api/jobs",
            json={"kind": "odds", "args": {**question, "title": "anniversary-1941", **more}},
        ).json()["result"]["win"]
        for more in ({"bombard": "1 cruiser"}, {})
    )
    assert shown.json()["odds"]["win"] == pytest.approx(shelled)
    assert shelled > bare


def asked(answer: Response) -> Any:
    """What was asked about odds, if this answers such a question."""
    return answer.request.post_data_json if "/odds" in answer.url else {}


def test_odds_in_the_battle_itself(desk: Desks, mortal: Server) -> None:
    """With these dice the first round decides nothing."""
    me = desk(url=mortal.url, theme="dark", phone=True)
    game = mortal.new_game("anniversary-1941", seats=bots(*OTHERS), seed="a long battle")
    me.sit(game, "germany")
    me.press_main()
    me.send("poland", "east-poland", infantry=4)
    me.send("bulgaria-romania", "ukraine")
    me.press_main()
    me.tab("battle")
    before = me.page.get_by_test_id("fight-odds")
    expect(before).to_have_count(2)
    assert 30 < percent(before.first) < 100
    version = me.version
    me.page.locator("[data-action='fight east-poland']").click()
    me.passes(version)
    expect(me.page.get_by_role("img", name=re.compile(r"Odds: Attacker .*%"))).to_be_visible()
