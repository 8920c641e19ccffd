"""A person who has only a keyboard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.desk import Desk


class Keys:
    """Hands that have only a keyboard."""

    def __init__(self, me: Desk) -> None:
        self.me = me
        self.press = me.page.keyboard.press
        self.type = me.page.keyboard.type

    def tab_to(self, what: str, back: bool = False) -> None:
        """Tab until what has the focus fits a selector."""
        for _ in range(120):
            if self.me.page.evaluate("s => document.activeElement?.matches(s) ?? false", what):
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab never comes to {what}")

    def find(self, name: str) -> None:
        """The search box chooses a space."""
        self.press("Escape")
        self.press("f")
        self.type(name)
        self.press("Enter")

    def enter(self) -> None:
        """The main button, and yes to what it asks."""
        me = self.me
        me.settle()
        before = me.version
        self.press("Escape")
        self.press("Enter")
        if me.page.evaluate("() => document.activeElement.matches('[data-testid=main]')"):
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

    def send(self, source: str, target: str, **counts: int) -> None:
        me = self.me
        me.settle()
        before = me.version
        me.let_go()
        self.find(source)
        self.press("f")
        self.type(target)
        self.press("Enter")
        me.until(
            "v => document.querySelector('[data-testid=question]')"
            " || Number(document.querySelector('[data-testid=table]').dataset.version) > v",
            before,
        )
        if me.question.count():
            expect(me.page.get_by_test_id("go")).to_be_focused()
            for kind, count in counts.items():
                self.tab_to(f"[data-testid=question] input[aria-label='{kind}']", back=True)
                self.type(str(count))
            self.tab_to("[data-testid=go]")
            self.press("Enter")
        me.passes(before)
