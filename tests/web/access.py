"""What axe-core says of a page: WCAG 2 A and AA, and good practice. It comes with the client's
own tools (``web/package.json``) and is put into the page only while a test looks at it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.desk import Desk

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """tags => axe.run(document, { runOnly: tags, resultTypes: ["violations"] })
  .then(found => found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id}: ${node.target.join(" ")} — ${node.failureSummary.replace(/\\s+/g, " ")}`)))"""


class Auditor:
    """Looks at one screen after another; ``wrong`` has what was found, by screen."""

    def __init__(self, me: Desk, axe: Path) -> None:
        self.me, self.axe = me, axe
        self.wrong: dict[str, list[str]] = {}
        self.looked = 0

    def look(self, screen: str) -> None:
        page = self.me.page
        self.me.frame()
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(self.axe.read_text(encoding="utf-8"))
        found: list[str] = page.evaluate(RUN, TAGS)
        self.looked += 1
        if found:
            self.wrong[screen] = sorted(found)

    def judge(self) -> None:
        assert self.looked, "nothing was looked at"
        assert self.wrong == {}, json.dumps(self.wrong, indent=1, ensure_ascii=False)
