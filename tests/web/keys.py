"""A person who has only a keyboard."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.web.desk import MAP, Desk


class Keys:
    """Hands that have only a keyboard."""

    def __init__(self, me: Desk) -> None:
        self.me = me
        self.press = me.page.keyboard.press
        self.type = me.page.keyboard.type

    def has(self, what: str) -> bool:
        """Whether the focus is on it."""
        on = "s => document.activeElement?.matches(s) ?? false"
        return bool(self.me.page.evaluate(on, what))

    def tab_to(self, what: str, back: bool = False) -> None:
        """Tab until what has the focus fits a selector."""
        for _ in range(120):
            if self.has(what):
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab never comes to {what}")

    def find(self, space: str) -> None:
        """The search box chooses a space by its name."""
        self.press("f")
        self.type(str(self.me.page.evaluate(f"id => {MAP}.engine.model.get(id).name", space)))
        self.press("Enter")

    def main(self) -> None:
        """The main button, and yes to what it asks."""
        me = self.me
        me.settle()
        before = me.version
        self.press("Escape")
        self.press("Enter")
        if me.version == before and self.has("[data-testid=main]"):
            # What ends a phase is only pointed at by the first.
            self.press("Enter")
        me.until(
            "v => document.querySelector('[data-testid=end-anyway], [data-testid=trouble]')"
            " || Number(document.querySelector('[data-testid=table]').dataset.version) > v",
            before,
        )
        if me.page.get_by_test_id("end-anyway").count():
            self.tab_to("[data-testid=end-anyway]")
            self.press("Enter")
            me.passes(before)
        me.settle()

    def choose(self, what: str) -> None:
        """In the panel beside the map: its number, and from its tab on with Tab."""
        me = self.me
        before = me.version
        if me.page.locator(f"aside :is({what})").count():
            tab = me.page.locator("aside [role=tab][aria-selected=true]")
            ids: list[str] = me.page.locator("aside [role=tab]").evaluate_all(
                "all => all.map(one => one.id)"
            )
            self.press(str(ids.index(str(tab.get_attribute("id"))) + 1))
            expect(tab).to_be_focused()
        self.tab_to(what)
        self.press("Enter")
        me.passes(before)

    def point(self, what: str) -> None:
        """From one thing that glows to the next."""
        for _ in range(60):
            self.press("f")
            if self.has(what):
                self.press("Enter")
                return
        raise AssertionError(f"F never comes to {what}")

    def answer(self, space: str, words: str) -> None:
        before = self.me.version
        self.me.let_go()
        self.find(space)
        expect(self.me.question.locator("[data-first]")).to_be_focused()
        for _ in range(10):
            if words in self.me.page.evaluate("() => document.activeElement.innerText"):
                break
            self.press("Tab")
        self.press("Enter")
        self.me.passes(before)

    def buy(self, **units: int) -> None:
        for kind, count in units.items():
            self.tab_to(f"[data-testid=shop] input[aria-label={json.dumps(kind)}]")
            self.type(str(count))
        before = self.me.version
        self.tab_to("[data-testid=buy]")
        self.press("Enter")
        self.me.passes(before)

    def _set(self, counts: dict[str, int]) -> None:
        """How many of each kind go: nobody of those that are not named."""
        labels: list[str] = self.me.question.locator("input").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        for label in reversed(labels):
            self.tab_to(f"[data-testid=question] input[aria-label={json.dumps(label)}]", back=True)
            self.type(str(counts.get(label.replace(" ", "_"), 0)))

    def _go(self, counts: dict[str, int]) -> None:
        expect(self.me.page.get_by_test_id("go")).to_be_focused()
        if counts:
            self._set(counts)
            self.tab_to("[data-testid=go]")
        self.press("Enter")

    def send(self, source: str, target: str, **counts: int) -> None:
        me = self.me
        me.settle()
        before = me.version
        me.let_go()
        self.find(source)
        self.find(target)
        me.until(
            "v => document.querySelector('[data-testid=question]')"
            " || Number(document.querySelector('[data-testid=table]').dataset.version) > v",
            before,
        )
        if me.question.count():
            self._go(counts)
        me.passes(before)

    def place(self, space: str, kind: str, count: int) -> None:
        before = self.me.version
        self.me.let_go()
        self.find(space)
        self._go({kind: count})
        self.me.passes(before)

    def told(self) -> str:
        """The history is the third panel beside a map, and the first beside cards."""
        self.press("3" if self.me.page.locator("#tab-space").count() else "1")
        words = self.me.page.get_by_test_id("history").inner_text()
        self.press("Escape")
        return words
