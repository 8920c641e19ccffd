"""Three ways to play the same turn: with the mouse, with a finger, with the keyboard alone."""

from __future__ import annotations

from typing import Protocol

from tests.web.desk import Desk


class Hands(Protocol):
    """What a turn needs; how it is done is another matter."""

    me: Desk

    def main(self) -> None:
        """The main button, and yes to what it asks."""

    def choose(self, what: str) -> None:
        """A button, wherever it is, and what comes of it."""

    def point(self, what: str) -> None:
        """Something on a table of cards that glows."""

    def answer(self, space: str, words: str) -> None:
        """A space on the map, and the button with these words in what it then asks."""

    def buy(self, **units: int) -> None: ...

    def send(self, source: str, target: str, **counts: int) -> None:
        """Units from one space to another; without counts everything that can go goes."""

    def place(self, space: str, kind: str, count: int) -> None: ...

    def told(self) -> str:
        """What the history says."""


class Pointer:
    """The mouse on a desk, a finger on a phone."""

    def __init__(self, me: Desk) -> None:
        self.me = me

    def main(self) -> None:
        self.me.press_main()

    def _press(self, what: str) -> None:
        found = self.me.page.locator(what).first
        if self.me.phone:
            found.tap()
        else:
            found.click()

    def choose(self, what: str) -> None:
        before = self.me.version
        self._press(what)
        self.me.passes(before)

    def point(self, what: str) -> None:
        self._press(what)

    def answer(self, space: str, words: str) -> None:
        before = self.me.version
        self.me.let_go()
        self.me.click(space)
        self.me.question.get_by_role("button", name=words).click()
        self.me.passes(before)

    def buy(self, **units: int) -> None:
        self.me.tab("space")
        shop = self.me.page.get_by_test_id("shop")
        for kind, count in units.items():
            self.me.set_count(shop, kind, count)
        self.choose("[data-testid=buy]")

    def send(self, source: str, target: str, **counts: int) -> None:
        self.me.close_sheet()
        self.me.send(source, target, "", **counts)

    def place(self, space: str, kind: str, count: int) -> None:
        before = self.me.version
        self.me.let_go()
        self.me.click(space)
        self.me.set_count(self.me.question, kind, count)
        self.me.page.get_by_test_id("go").click()
        self.me.passes(before)

    def told(self) -> str:
        words = self.me.told()
        self.me.close_sheet()
        return words
