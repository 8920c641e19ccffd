"""The home page: my tables, three languages, the rulebook."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks


def test_my_tables_remember_and_go_on(desk: Desks) -> None:
    me = desk()
    me.play_now("anniversary-1941")
    me.home()
    row = me.page.locator("li", has_text="Anniversary")
    expect(row).to_contain_text("Your turn")
    row.get_by_role("link").click()
    me.ready()
    me.sees("Buy units")
    me.home()
    row.get_by_role("button", name="Remove from this list").click()
    me.page.get_by_test_id("remove").click()
    expect(row).to_have_count(0)


@pytest.mark.parametrize(
    ("code", "play", "prompt", "rule", "moved"),
    [
        (
            "it", "Gioca subito", "Compra unità e ripara le fabbriche", "Regola",
            "Germania: 4× fanteria",
        ),
        (
            "de", "Jetzt spielen", "Kaufe Einheiten und repariere Fabriken", "Regel",
            "Deutschland: 4× Infanterie",
        ),
    ],
)  # fmt: skip
def test_three_languages(
    desk: Desks, code: str, play: str, prompt: str, rule: str, moved: str
) -> None:
    me = desk()
    me.home()
    me.page.locator("nav select").select_option(code)
    expect(me.page.get_by_test_id("play-anniversary-1941")).to_have_text(play)
    me.page.get_by_test_id("play-anniversary-1941").click()
    me.ready()
    me.sees(prompt)
    assert me.page.evaluate("document.documentElement.lang") == code
    # Refusals too are in the player's language.
    me.press_main()
    me.drag("bulgaria-romania", "turkey")
    note = me.page.get_by_test_id("trouble")
    expect(note.get_by_role("button", name=f"{rule} AN-")).to_be_visible()
    expect(note).not_to_contain_text("closed to everybody")
    # And what happened is told in it.
    me.let_go()
    before = me.version
    me.drag("poland", "east-poland")
    me.page.get_by_test_id("go").click()
    me.passes(before)
    me.tab("history")
    expect(me.page.get_by_test_id("history")).to_contain_text(moved)


def test_each_title_has_its_own_picture(desk: Desks) -> None:
    me = desk()
    me.home()
    pictures = me.page.locator("article img")
    expect(pictures.nth(3)).to_be_visible()
    drawn = pictures.evaluate_all(
        "all => Promise.all(all.map(async img => [img.naturalWidth > 0,"
        " await (await fetch(img.src)).text()]))"
    )
    assert all(loaded for loaded, _ in drawn)
    assert len({text for _, text in drawn}) == len(drawn)


def test_the_page_is_light(desk: Desks) -> None:
    """Everything a first visit loads, as it comes over the wire: page, fonts, pictures, board."""
    me = desk()
    me.play_now("anniversary-1941")
    me.painted()
    sizes: dict[str, int] = me.page.evaluate(
        "() => Object.fromEntries(['navigation', 'resource']"
        ".flatMap(kind => performance.getEntriesByType(kind))"
        ".filter(one => !one.name.includes('/api/')).map(one => [one.name, one.transferSize]))"
    )
    assert any(name.endswith(".topo.json") for name in sizes)
    assert 200_000 < sum(sizes.values()) < 500_000, sizes


def test_the_rulebook_is_searched_and_linked(desk: Desks) -> None:
    me = desk(theme="dark", phone=True)
    me.home()
    me.page.locator("article", has_text="1941").get_by_role("link", name="Rules").click()
    me.page.get_by_test_id("rules-search").fill("submerge")
    expect(me.page.locator("article").first).to_contain_text("ubmerge")
    few = me.page.locator("article").count()
    me.page.get_by_test_id("rules-search").fill("")
    expect(me.page.locator("article").nth(few + 5)).to_be_attached()
    me.page.get_by_test_id("rules-search").fill("zeppelins")
    expect(me.page.get_by_text("No rule has these words")).to_be_visible()
