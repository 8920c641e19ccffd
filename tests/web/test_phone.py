"""On a phone: what is asked comes up by itself, and the main button is always under the thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.desk import MAP, Desk
from tests.web.germany import OTHERS
from tests.web.house import Server, bots

OPEN = re.compile(r"\bopen\b")
SIZES = [(360, 740), (390, 844)]


def uncovered(me: Desk) -> bool:
    """The main button is whole in the window and nothing lies over it."""
    return bool(
        me.page.evaluate(
            """() => {
              const button = document.querySelector("[data-testid=main]");
              const box = button.getBoundingClientRect();
              if (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight) return false;
              return [0.1, 0.5, 0.9].every(part => button.contains(
                document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2)));
            }"""
        )
    )


@pytest.mark.parametrize("size", SIZES)
def test_what_is_asked_comes_up_by_itself(
    desk: Desks, server: Server, size: tuple[int, int]
) -> None:
    me = desk(phone=True, width=size[0], height=size[1])
    me.sit(
        server.new_game("anniversary-1941", seats=bots(*OTHERS), seed="a long battle"), "germany"
    )
    sheet = me.page.locator("aside")
    expect(sheet).to_have_class(OPEN)
    expect(me.page.get_by_test_id("shop")).to_be_visible()
    assert uncovered(me)
    expect(me.main).to_contain_text("Skip")
    # With the sheet closed the button opens it again.
    me.close_sheet()
    expect(me.main).to_contain_text("Purchase")
    me.main.click()
    expect(sheet).to_have_class(OPEN)
    me.set_count(me.page.get_by_test_id("shop"), "infantry", 2)
    me.page.get_by_test_id("buy").click()
    expect(me.main).to_contain_text("End purchase")
    me.press_main()
    me.sees("Move into the spaces you attack")
    me.send("poland", "east-poland", infantry=2)
    me.send("bulgaria-romania", "ukraine", infantry=1)
    assert uncovered(me)
    me.press_main()
    expect(sheet).to_have_class(OPEN)
    expect(me.page.get_by_test_id("fight-odds")).to_have_count(2)
    assert uncovered(me)


@pytest.mark.parametrize("title", ["anniversary-1941", "fortress"])
@pytest.mark.parametrize("size", [*SIZES, (1440, 900), (2560, 1080)])
def test_fit_shows_the_whole_board(
    desk: Desks, server: Server, title: str, size: tuple[int, int]
) -> None:
    me = desk(phone=size[0] < 720, width=size[0], height=size[1])
    game = server.new_game(title)
    me.follow(game, game["tokens"]["spectator"])
    me.page.evaluate(f"() => {MAP}.engine.fit()")
    me.until(f"() => !{MAP}.engine.moving")
    camera, stage = me.page.evaluate(
        f"() => [{MAP}.engine.camera, (({{ width, height, board }}) =>"
        f" ({{ width, height, w: board.width, h: board.height }}))({MAP}.engine.stage)]"
    )
    assert camera["k"] * stage["w"] <= stage["width"] + 1
    assert camera["k"] * stage["h"] <= stage["height"] + 1
