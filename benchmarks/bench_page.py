"""What a person waits for in the page, and how often he must click: in a real Chromium.

``python -m benchmarks.bench_page [--browser chromium]`` prints the first usable map of Anniversary
and of Global 1940 from a cold cache and what travels for it; for Anniversary the odds of a hovered
attack (from the pointer's event to the odds in the document) and their requests, and the clicks of
Germany's first turn (three kinds of battle) by mouse alone; for Global 1940, the largest board, the
frames of a wheel that goes in and out again. ``--only hover`` or the like prints one of them. The
client must be built (``npm run build`` in ``web``).
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.web import germany
from tests.web.conftest import FLAGS
from tests.web.desk import MAP, Desk
from tests.web.hands import Pointer
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


CONTESTED = f"""() => {{ const {{ model, highlights }} = {MAP}.engine;
  return [...highlights.targets].filter(id => {{
    const {{ stacks }} = model.get(id);
    return stacks.length && stacks.every(s => ['ussr', 'uk', 'usa'].includes(s.power)); }}); }}"""
"""Where an attack would meet somebody."""

ZOOM = """() => new Promise(done => {
  const map = document.querySelector('[data-testid=map] canvas');
  const box = map.getBoundingClientRect();
  const apart = [];
  let [frames, last] = [0, 0];
  const turn = now => {
    if (last) apart.push(now - last);
    last = now;
    if (++frames > 480) return done(apart);
    const deltaY = frames % 120 < 60 ? -60 : 60;
    map.dispatchEvent(new WheelEvent('wheel', {
      deltaY, clientX: box.left + box.width * 0.5, clientY: box.top + box.height * 0.4,
      bubbles: true, cancelable: true }));
    requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
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


def hovered_odds(browser: Browser, server: Server) -> str:
    """From the pointer's event to the odds, for every attack that four stacks can make."""
    game = server.new_game("anniversary-1941", seats=bots(*germany.OTHERS))
    server.act(game, "germany", "end")
    me = Desk(browser, server.url)
    me.sit(game, "germany")
    asked = [url for url in me.asked if "/odds" in url]
    times: list[float] = []
    for source in ("poland", "germany", "bulgaria-romania", "northwestern-europe"):
        me.let_go()
        me.click(source)
        me.page.wait_for_timeout(500)
        targets: list[str] = me.page.evaluate(CONTESTED)
        for space in targets:
            me.page.mouse.move(5, 300)
            me.page.wait_for_timeout(60)
            times.append(me.page.evaluate(HOVER.replace("SPACE", space)))
    requests = len([url for url in me.asked if "/odds" in url]) - len(asked)
    me.context.close()
    return f"odds of a hovered attack: {spread(times)}, {requests} requests"


def spread(times: list[float]) -> str:
    """Median and 95th percentile."""
    late = statistics.quantiles(times, n=20)[-1]
    return f"{statistics.median(times):.1f} ms, 95th {late:.1f} (of {len(times)})"


def zoom_frames(browser: Browser, server: Server) -> str:
    """Frames while a wheel goes in and out of Europe on the largest board, with what can be moved
    aglow: their distance in time, and the processor time of the page's thread, which a busy
    machine leaves alone (it includes the browser's own drawing, without a graphics card)."""
    game = server.new_game("global-1940", seats=bots("ussr"))
    server.act(game, "germany", "end")
    server.act(game, "germany", "end")
    me = Desk(browser, server.url)
    me.sit(game, "germany")
    me.painted()
    apart = me.page.evaluate(ZOOM)
    browser.start_tracing(page=me.page, categories=["cc", "benchmark", "toplevel"])
    me.page.evaluate(ZOOM)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    me.context.close()
    frames = [e for e in events if e["name"] == "ProxyMain::BeginMainFrame"]
    spent = [frame["tdur"] / 1000 for frame in frames if "tdur" in frame]
    return (
        f"zoom on Global: frames {statistics.mean(apart):.1f} ms apart, {spread(apart)};"
        f" processor time of each {spread(spent)}"
    )


def clicks_of_a_turn(browser: Browser, server: Server) -> int:
    """Germany's first turn by mouse: five infantry, three battles, landing, placing."""
    game = server.new_game("anniversary-1941", seed="first turn", seats=bots(*germany.OTHERS))
    me = Desk(browser, server.url)
    me.sit(game, "germany", host=True)
    me.page.evaluate(
        "() => { window.clicked = 0; addEventListener('click',"
        " event => (window.clicked += Number(event.isTrusted)), true); }"
    )
    Pointer(me).buy(infantry=5)
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


def opened_maps(browser: Browser, server: Server) -> str:
    """The smallest board of the world and the largest."""
    lines = []
    for title in ("anniversary-1941", "global-1940"):
        game = server.new_game(title)
        maps = [first_map(browser, server, game) for _ in range(5)]
        took = sorted(ms for ms, _ in maps)
        lines.append(
            f"first usable map of {title}, cold cache: {took[2]:.0f} ms"
            f" ({took[0]:.0f} to {took[-1]:.0f}), {maps[0][1]:.0f} kB on the wire"
        )
    return "\n".join(lines)


def clicks(browser: Browser, server: Server) -> str:
    return f"clicks of Germany's first turn: {clicks_of_a_turn(browser, server)}"


MEASURES = {"map": opened_maps, "hover": hovered_odds, "zoom": zoom_frames, "clicks": clicks}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--only", choices=MEASURES)
    wishes = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp()) / "page.db")
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which(wishes.browser), args=FLAGS)
        try:
            for name, measure in MEASURES.items():
                if wishes.only in (None, name):
                    print(measure(browser, server), flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
