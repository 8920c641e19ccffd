"""A game that bots play, looked at in Italian and German: no English is left on any panel."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Desks
from tests.web.desk import Desk, script
from tests.web.house import Server, bots

WORDS = """
the and or is are was were to from with without for your you this that these those not cannot can
may must here there what which who by into attack attacks defends moves units turn territory space
card ship cards ships player draws plays rolls hits victory round
"""
ENGLISH = frozenset(WORDS.split())
ALSO_ITALIAN = {"round"}
ALSO_GERMAN = {"was"}
SEATS = {
    "anniversary-1941": ("germany", "ussr", "japan", "uk", "italy", "usa"),
    "fortress": ("west", "south", "east", "usa"),
    "naval": ("p1", "p2"),
}


def english(me: Desk, excused: set[str]) -> list[str]:
    wanted = ENGLISH - excused
    return [
        text
        for text in me.page.evaluate(script("words"))
        if wanted & set(re.findall(r"[^\W\d_]+", text.lower()))
    ]


@pytest.mark.parametrize(("code", "excused"), [("it", ALSO_ITALIAN), ("de", ALSO_GERMAN)])
@pytest.mark.parametrize("title", SEATS)
def test_no_english_is_left(
    desk: Desks, server: Server, title: str, code: str, excused: set[str]
) -> None:
    game = server.new_game(title, seed="languages", seats=bots(*SEATS[title], bot="captain"))
    me = desk()
    me.context.add_init_script(f"localStorage.setItem('sandtable.language', '{code}')")
    me.follow(game, game["tokens"]["host"])
    me.until("() => document.querySelector('[data-testid=table]').dataset.version > 40")
    for tab in me.page.locator("aside [role=tab]").all():
        tab.click()
        me.frame()
        assert english(me, excused) == [], tab.inner_text()
    me.page.get_by_test_id("turn-guide").click()
    assert english(me, excused) == [], "the book"
    server.forget(game)


def test_the_map_changes_its_names_with_the_language(desk: Desks) -> None:
    me = desk()
    me.play_now("anniversary-1941")
    name = "() => document.querySelector('[data-testid=map]').engine.model.get('germany').name"
    assert me.page.evaluate(name) == "Germany"
    me.tab("table")
    me.page.get_by_role("combobox", name="Language").select_option("de")
    me.until(f"() => ({name})() === 'Deutschland'")
    assert me.page.locator("header .power").inner_text().casefold() == "deutschland"
