"""A person at the screen: what he sees, points at and presses.

The map is a canvas. Its element ``[data-testid=map]`` answers ``locate(space)`` with the place of a
space in the window, and has the map's ``engine``, which knows what is drawn where. The element
``[data-testid=table]`` says in ``data-version`` which version is shown and in ``data-settled``
whether nothing is on its way.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

PATIENCE = 30_000
"""Milliseconds: the machine may be busy."""
MAP = "document.querySelector('[data-testid=map]')"
FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

expect.set_options(timeout=PATIENCE)


def script(name: str) -> str:
    """One of the scripts that look at a page from inside."""
    return (Path(__file__).parent / "page" / f"{name}.js").read_text(encoding="utf-8")


class Desk:
    """One browser window, in a session of its own. ``faults`` collects the page's errors."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        width: int = 1440,
        height: int = 900,
        theme: str = "light",
        phone: bool = False,
    ) -> None:
        self.url = url
        self.phone = phone
        if phone and width > 720:
            width, height = 390, 844
        size = {"width": width, "height": height}
        extra: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
        self.context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            color_scheme=theme,  # type: ignore[arg-type]
            locale="en-GB",
            reduced_motion="reduce",
            accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
            **extra,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.expected: list[str] = ["status of (429|503) .*/odds"]
        """Errors that belong to the story: a refusal, a server that is gone. And since all these
        windows are one address for the server, it may at times answer no more questions of odds,
        or be too busy for a moment."""
        self.received: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._listen)
        self.page.on("response", self._read)
        self.page.on("request", self._note)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    def _note(self, request: Request) -> None:
        self.asked.append(request.url)

    def _listen(self, socket: Any) -> None:
        self.asked.append(socket.url)
        socket.on("framereceived", lambda data: self.received.append(str(data)))

    def _read(self, response: Response) -> None:
        if "/api/" in response.url:
            try:
                self.received.append(response.text())
            except Exception:
                # A response whose page has gone has no body to read.
                return

    def close(self) -> None:
        self.context.close()
        faults = [f for f in self.faults if not any(re.search(e, f) for e in self.expected)]
        assert not faults, faults
        hosts = {url.split("/")[2] for url in self.asked if url.startswith(("http", "ws"))}
        assert hosts <= {self.url.split("/")[2]}, "the page asked another host"

    # Going places

    def home(self) -> None:
        self.page.goto(self.url)

    def play_now(self, title: str) -> None:
        self.home()
        self.page.get_by_test_id(f"play-{title}").click()
        self.ready()

    def sit(self, game: dict[str, Any], *seats: str, host: bool = False) -> None:
        tokens = [game["tokens"]["seats"][seat] for seat in seats]
        if host:
            tokens.append(game["tokens"]["host"])
        self.follow(game, *tokens)

    def follow(self, game: dict[str, Any], *tokens: str) -> None:
        self.go_to(game, *tokens)
        self.ready()

    def go_to(self, game: dict[str, Any], *tokens: str) -> None:
        self.page.goto(f"{self.url}#/table/{game['id']}/{','.join(tokens)}")

    def ready(self) -> None:
        """The table is there, its map drawn, and what is legal known."""
        expect(self.table).to_be_visible()
        if self.page.get_by_test_id("map").count():
            self.until(f"() => {MAP}?.engine?.camera.k > 0")
            # The first look at the board is set a moment after it opens.
            self.until(f"() => {MAP}?.engine?.stats.frames > 3")
        self.settle()

    # Seeing

    @property
    def table(self) -> Locator:
        return self.page.get_by_test_id("table")

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_test_id("prompt")

    @property
    def question(self) -> Locator:
        return self.page.get_by_test_id("question")

    @property
    def main(self) -> Locator:
        return self.page.get_by_test_id("main")

    def sees(self, words: str) -> None:
        expect(self.prompt).to_contain_text(words)

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or -1)

    def until(self, script: str, arg: object = None) -> Any:
        """Until a script says yes. (Playwright's own waiting would need eval in the page.)"""
        for _ in range(PATIENCE // 50):
            found = self.page.evaluate(script, arg)
            if found:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never came true: {script} {arg}; {self.open_notes()}")

    def open_notes(self) -> str:
        """What lies over the table, for who wonders why nothing happens."""
        notes = self.page.locator("[data-testid=question], [data-testid=trouble], dialog").all()
        words = [" ".join(note.inner_text().split()) for note in notes]
        return f"the page says {words}" if words else "the page says nothing"

    def settle(self) -> None:
        """Until no request is on its way and the list of legal actions is there."""
        expect(self.table).to_have_attribute("data-settled", "true")

    def passes(self, version: int) -> None:
        """Until the table has gone beyond a version."""
        self.until(
            "v => Number(document.querySelector('[data-testid=table]').dataset.version) > v",
            version,
        )
        self.settle()

    def glows(self, space: str) -> bool:
        return bool(
            self.page.evaluate(
                f"id => {{ const h = {MAP}.engine.highlights;"
                " return h.targets.size ? h.targets.has(id) : h.sources.has(id); }",
                space,
            )
        )

    def units(self, space: str) -> dict[str, int]:
        """``{"germany infantry": 3}``: what the map shows there."""
        shown: dict[str, int] = self.page.evaluate(
            f"id => Object.fromEntries({MAP}.engine.model.get(id).stacks"
            ".flatMap(s => s.pieces.map(p => [s.power + ' ' + p.kind, p.count])))",
            space,
        )
        return shown

    def shows(self, space: str, unit: str, count: int) -> None:
        """Until the map shows so many there; none at all with 0."""
        self.until(
            f"([id, unit, count]) => ({MAP}.engine.model.get(id).stacks"
            ".flatMap(s => s.pieces.map(p => [s.power + ' ' + p.kind, p.count]))"
            ".find(([name]) => name === unit)?.[1] ?? 0) === count",
            [space, unit, count],
        )

    def told(self) -> str:
        """All that the history says."""
        self.tab("history")
        older = self.page.get_by_role("button", name="Older", exact=True)
        while older.count():
            older.click()
        return self.page.get_by_test_id("history").inner_text()

    # Doing, with the mouse or a finger

    def frame(self) -> None:
        self.page.evaluate(FRAME)

    def painted(self) -> None:
        """Until every part of the board in the window has been painted."""
        self.frame()
        if self.page.get_by_test_id("map").count():
            self.until(
                f"() => {{ const {{ tiles: t, camera, stage, moving }} = {MAP}.engine;"
                " return !moving && t.overview && t.level"
                " && t.wanted(t.level, camera, stage, 0).length === 0; }"
            )
            self.frame()

    def spot(self, space: str) -> tuple[float, float]:
        """Where to point for a space, after going nearer with the wheel where that is needed."""
        for _ in range(40):
            self.frame()
            at = self.page.evaluate(script("spot"), [space, 24])
            scale = self.page.evaluate(f"() => {MAP}.engine.camera.k")
            if at is not None and scale >= 1.6:
                return at[0], at[1]
            self._approach(space)
        raise AssertionError(f"no way to point at {space}")

    def _approach(self, space: str) -> None:
        """The middle button pulls the map along, the wheel goes nearer."""
        if self.phone:
            # The board under one finger: the search box flies there.
            self.page.evaluate(f"id => {MAP}.engine.flyTo(id, 1.8)", space)
            return
        box = self.page.locator("canvas[role=application]").bounding_box()
        assert box is not None
        left, top, width, height = box["x"], box["y"], box["width"], box["height"]
        at = self._locate(space)
        if not (60 < at[0] < width - 60 and 60 < at[1] < height - 60) or self._covered(space):
            dx = min(max(width / 2 - at[0], -0.45 * width), 0.45 * width)
            dy = min(max(height / 2 - at[1], -0.45 * height), 0.45 * height)
            self.page.mouse.move(left + width / 2, top + height / 2)
            self.page.mouse.down(button="middle")
            self.page.mouse.move(left + width / 2 + dx, top + height / 2 + dy, steps=3)
            self.page.mouse.up(button="middle")
            self.frame()
            moved = self._locate(space)
            if abs(moved[0] - at[0]) + abs(moved[1] - at[1]) > 2:
                return
        x = min(max(at[0], 2), width - 2)
        y = min(max(at[1], 2), height - 2)
        self.page.mouse.move(left + x, top + y)
        self.page.mouse.wheel(0, -240)

    def _locate(self, space: str) -> tuple[float, float]:
        at = self.page.evaluate(f"id => {MAP}.locate(id)", space)
        return at["x"], at["y"]

    def _covered(self, space: str) -> bool:
        return bool(self.page.evaluate(script("covered"), space))

    def click(self, space: str) -> None:
        self.close_sheet()
        x, y = self.spot(space)
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.click(x, y)
        self.frame()

    def drag(self, source: str, target: str) -> None:
        self.spot(source)
        to = self.spot(target)
        start = self.spot(source)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + to[0]) / 2, (start[1] + to[1]) / 2)
        self.page.mouse.move(*to, steps=4)
        self.page.mouse.up()

    def let_go(self) -> None:
        """Nothing chosen, nothing asked."""
        for _ in range(3):
            self.page.keyboard.press("Escape")

    def set_count(self, scope: Locator, kind: str, count: int) -> None:
        """With a stepper's own buttons."""
        field = scope.get_by_role("textbox", name=kind, exact=True)
        for _ in range(60):
            now = int(field.input_value())
            if now == count:
                return
            sign = "+1" if now < count else "−1"
            scope.get_by_role("button", name=f"{kind} {sign}", exact=True).click()
        raise AssertionError(f"{kind} cannot be set to {count}")

    def send(self, source: str, target: str, verb: str = "", **counts: int) -> None:
        """Click, click, how many, go. Without counts everything that can go goes."""
        self.settle()
        before = self.version
        self.let_go()
        self.click(source)
        assert self.glows(target), f"{source} > {target} does not glow"
        self.click(target)
        self.until(
            "v => document.querySelector('[data-testid=question], [data-testid=trouble]')"
            " || Number(document.querySelector('[data-testid=table]').dataset.version) > v",
            before,
        )
        if self.question.count():
            if verb:
                tab = self.question.get_by_role("tab", name=verb, exact=True)
                if tab.count():
                    tab.click()
            if counts:
                for field in self.question.get_by_role("textbox").all():
                    kind = field.get_attribute("aria-label") or ""
                    self.set_count(self.question, kind, counts.get(kind.replace(" ", "_"), 0))
            self.page.get_by_test_id("go").click()
        self.passes(before)

    def click_main(self) -> None:
        """On a phone, where nothing was done, it first opens what is asked for."""
        closed = self.phone and "open" not in (
            self.page.locator("aside").get_attribute("class") or ""
        )
        before = self.version
        self.main.click()
        self.frame()
        opened = "open" in (self.page.locator("aside").get_attribute("class") or "")
        asked = self.page.locator("dialog, [data-testid=trouble]").count()
        if (
            closed
            and opened
            and not asked
            and self.version == before
            and "Skip" in self.main.inner_text()
        ):
            self.main.click()

    def press_main(self) -> None:
        """The main button, and yes to what it asks."""
        self.settle()
        before = self.version
        self.click_main()
        self.until(
            "v => document.querySelector('[data-testid=end-anyway], [data-testid=trouble]')"
            " || Number(document.querySelector('[data-testid=table]').dataset.version) > v",
            before,
        )
        anyway = self.page.get_by_test_id("end-anyway")
        if anyway.count():
            anyway.click()
            self.passes(before)
        self.settle()

    def tab(self, name: str) -> None:
        self.page.locator(f"#tab-{name}").click()

    def close_sheet(self) -> None:
        """On a phone the panel lies over the map."""
        aside = self.page.locator("aside")
        if self.phone and "open" in (aside.get_attribute("class") or ""):
            self.page.locator("aside .grip").click()
