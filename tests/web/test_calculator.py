"""The battle calculator: every title with odds, and a link that says the same to others."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Desks


@pytest.mark.parametrize(
    ("title", "side", "kind", "link", "says"),
    [
        ("anniversary-1941", "Attacker", "tank", "a=3+infantry&d=3+infantry", "Attack wins"),
        ("fortress", "Attacker", "tank", "a=2+infantry&d=1+infantry&rough=1", "Attack wins"),
        ("naval", "Attacker", "Heavy Primary Attack −5", "a=1+heavy-4&t=bismarck", "Sunk with"),
    ],
)
def test_odds_of_any_forces_with_a_link(
    desk: Desks, title: str, side: str, kind: str, link: str, says: str
) -> None:
    me = desk()
    me.page.goto(f"{me.url}#/odds/{title}/{link.replace('&', '%26').replace('=', '%3D')}")
    win = me.page.get_by_test_id("win")
    expect(win).to_contain_text(says)
    before = win.inner_text()
    forces = me.page.get_by_role("region", name=side)
    for _ in range(3):
        forces.get_by_role("button", name=f"{kind} +1", exact=True).click()
    expect(win).not_to_have_text(before)
    friend = desk()
    friend.page.goto(me.page.url)
    theirs = friend.page.get_by_test_id("win")
    expect(theirs).to_contain_text(says)
    expect(win).to_have_text(theirs.inner_text())
