"""The odds of an attack: while it is planned, before it is fought, and after each round.

Each test has a server to itself: how many such questions one address may ask is limited.
"""

from __future__ import annotations

import json
import re

import httpx2 as httpx
from playwright.sync_api import Locator, Request, expect

from tests.web.conftest import Desks
from tests.web.germany import OTHERS
from tests.web.house import Server, bots


def percent(words: Locator) -> float:
    expect(words).to_contain_text("%")
    found = re.search(r"([\d.]+)\s*%", words.inner_text())
    assert found is not None
    return float(found[1])


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


def test_pointing_at_a_target_tells_the_odds(desk: Desks, mortal: Server) -> None:
    me = desk(url=mortal.url)
    me.sit(mortal.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.click("poland")
    me.page.mouse.move(*me.spot("east-poland"))
    assert percent(me.page.get_by_text(re.compile(r"Attack wins [<> ]*[\d.]+ %"))) > 95


def test_a_landing_counts_who_lands_and_which_ships_fire(desk: Desks, mortal: Server) -> None:
    me = desk(url=mortal.url)
    me.sit(mortal.new_game("anniversary-1941", seats=bots(*OTHERS)), "germany")
    me.press_main()
    me.send("germany", "sz-5", "Load", infantry=1)
    questions: list[dict[str, str]] = []
    me.page.on("request", lambda request: questions.extend(forces(request)))
    me.let_go()
    me.click("sz-5")
    me.page.mouse.move(*me.spot("baltic-states"))
    expect(me.page.get_by_text(re.compile("Attack wins"))).to_be_visible()
    question = next(one for one in questions if "landed" in one)
    assert (question["landed"], question["bombard"]) == ("1 infantry", "1 cruiser")
    alone = {**question, "bombard": "", "landed": ""}
    shelled, bare = (
        httpx.post(f"{mortal.url}api/jobs", json={"kind": "odds", "args": args}).json()["result"]
        for args in (question, alone)
    )
    assert shelled["win"] > bare["win"]


def forces(request: Request) -> list[dict[str, str]]:
    """What is asked about odds, if anything is."""
    if not request.url.endswith("/api/jobs"):
        return []
    return [json.loads(request.post_data or "{}")["args"]]


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
