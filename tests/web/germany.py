"""The first turn of Germany in Anniversary 1941, as a person plays it."""

from __future__ import annotations

from tests.web.desk import MAP, Desk

OTHERS = ("ussr", "japan", "uk", "italy", "usa")
ASSAULT = "baltic-states"
LAND = "east-poland"
SEA = "sz-2"
COMBAT = """sandtable record 1
title: anniversary-1941
edit: turn germany combat-move
"""


def attack(me: Desk) -> None:
    """A land battle with everything in Poland, a naval battle, an assault from the sea."""
    me.send("poland", LAND)
    me.shows(LAND, "germany infantry", 4)
    me.send("sz-7", SEA)
    me.shows(SEA, "germany submarine", 2)
    me.send("germany", "sz-5", "Load", infantry=1)
    me.send("sz-5", ASSAULT, "Land", infantry=1)


def fight_everything(me: Desk) -> None:
    """The main button always offers the next sensible thing: pressed until combat is over."""
    for _ in range(120):
        if "did not fight" in me.prompt.inner_text():
            return
        me.press_main()
    raise AssertionError("the battles never ended")


def end_turn(me: Desk) -> None:
    """Nothing more this turn."""
    power = me.page.locator("header .power").inner_text()
    for _ in range(8):
        if not me.main.count() or me.page.locator("header .power").inner_text() != power:
            return
        me.press_main()
    raise AssertionError("the turn does not end")


def until_round(me: Desk, number: int) -> None:
    """The others play; what they ask of Germany meanwhile is answered with the suggestion."""
    where = me.page.locator("header .where")
    for _ in range(300):
        me.until(
            "n => document.querySelector('[data-testid=main]:enabled')"
            " || document.querySelector('header .where').innerText.includes(`round ${n}`)",
            number,
        )
        if f"round {number}" in where.inner_text():
            me.settle()
            return
        if me.main.count():
            me.press_main()
    raise AssertionError(f"round {number} never came")


def in_the_air(me: Desk) -> list[str]:
    """Where aircraft that fought are still to land."""
    found: list[str] = me.page.evaluate(
        f"([fought]) => {{ const e = {MAP}.engine; return fought.filter(id =>"
        " e.highlights.sources.has(id) && e.model.get(id).stacks.some(s => s.power === 'germany'"
        " && s.pieces.some(p => ['fighter', 'bomber'].includes(p.kind)))); }",
        [[LAND, SEA, ASSAULT]],
    )
    return found


def land_aircraft(me: Desk) -> int:
    landed = 0
    me.let_go()
    while spaces := in_the_air(me):
        me.send(spaces[0], "germany")
        me.let_go()
        landed += 1
        assert landed < 9, "the aircraft never landed"
    return landed
