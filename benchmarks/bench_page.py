"""What a person waits for in the page, and how often he must click: in a real Chromium.

``python -m benchmarks.bench_page [--browser chromium]`` prints, for Anniversary: the first usable
map from a cold cache, what travels for it, the odds of a hovered attack and their requests,
and the clicks of Germany's first turn (three kinds of battle) by mouse alone. The client must be
built (``npm run build`` in ``web``).
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.web import germany
from tests.web.conftest import FLAGS
from tests.web.desk import MAP, Desk
from tests.web.house import Server, bots

HOVER = """() => new Promise(done => {
  const began = performance.now();
  const map = document.querySelector('[data-testid=map] canvas');
  const at = document.querySelector('[data-testid=map]').locate('SPACE');
  const box = map.getBoundingClientRect();
  const watch = new MutationObserver(() => {
    if (document.querySelector('[data-testid=card-note]')) {
      watch.disconnect();
      done(performance.now() - began);
    }
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  map.dispatchEvent(new PointerEvent('pointermove', {
    clientX: box.left + at.x, clientY: box.top + at.y, bubbles: true, pointerType: 'mouse' }));
})"""


def first_map(browser: Browser, server: Server, game: dict[str, Any]) -> tuple[float, float]:
    """Milliseconds until the map can be used, and kilobytes on the wire."""
    me = Desk(browser, server.url)
    sizes: list[int] = []
    me.page.on("response", lambda r: sizes.append(int(r.headers.get("content-length") or 0)))
    me.page.goto("about:blank")
    me.page.goto(f"{server.url}#/table/{game['id']}/{game['tokens']['seats']['germany']}")
    took: float = me.page.evaluate(
        f"""() => new Promise(done => {{ const look = () => {{
        const engine = {MAP}?.engine;
        const table = document.querySelector('[data-testid=table]');
        if (engine?.overview && engine.stats.frames > 1 && table.dataset.settled === 'true')
          done(performance.now());
        else requestAnimationFrame(look); }}; look(); }})"""
    )
    me.context.close()
    return took, sum(sizes) / 1024


def hovered_odds(browser: Browser, server: Server, game: dict[str, Any]) -> tuple[float, int]:
    """Median milliseconds from pointing at a target to its odds, and requests meanwhile."""
    me = Desk(browser, server.url)
    me.sit(game, "germany")
    times = []
    me.click("poland")
    me.page.wait_for_timeout(1500)
    asked = len([url for url in me.asked if "/odds" in url])
    for space in ("east-poland", "baltic-states", "ukraine") * 5:
        me.page.mouse.move(5, 300)
        me.page.wait_for_timeout(60)
        times.append(me.page.evaluate(HOVER.replace("SPACE", space)))
    requests = len([url for url in me.asked if "/odds" in url]) - asked
    me.context.close()
    return statistics.median(times), requests


def clicks_of_a_turn(browser: Browser, server: Server) -> int:
    """Germany's first turn by mouse: five infantry, three battles, landing, placing."""
    game = server.new_game("anniversary-1941", seed="first turn", seats=bots(*germany.OTHERS))
    me = Desk(browser, server.url)
    me.sit(game, "germany", host=True)
    me.page.evaluate(
        "() => { window.clicked = 0; addEventListener('click',"
        " event => (window.clicked += Number(event.isTrusted)), true); }"
    )
    germany.buy(me, infantry=5)
    me.press_main()
    germany.attack(me)
    me.press_main()
    germany.fight_everything(me)
    germany.land_aircraft(me)
    me.press_main()
    me.page.get_by_test_id("place-all").click()
    me.settle()
    if me.main.count():
        me.press_main()
    found = int(me.page.evaluate("() => window.clicked"))
    me.context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", default="chromium")
    chromium = shutil.which(parser.parse_args().browser)
    server = Server(Path(tempfile.mkdtemp()) / "page.db")
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            game = server.new_game("anniversary-1941", seats=bots(*germany.OTHERS))
            maps = [first_map(browser, server, game) for _ in range(5)]
            took = sorted(ms for ms, _ in maps)
            print(
                f"first usable map, cold cache: {took[2]:.0f} ms ({took[0]:.0f} to {took[-1]:.0f})"
            )
            print(f"on the wire for it: {maps[0][1]:.0f} kB")
            moving = server.new_game("anniversary-1941", seats=bots(*germany.OTHERS))
            server.act(moving, "germany", "end")
            ms, requests = hovered_odds(browser, server, moving)
            print(f"odds of a hovered attack: {ms:.1f} ms, {requests} requests")
            print(f"clicks of Germany's first turn: {clicks_of_a_turn(browser, server)}")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
