"""Odds for the browser: asked over HTTP, answered by a worker."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient


def ask(client: TestClient, **args: Any) -> Any:
    return client.post("/api/jobs", json={"kind": "odds", "args": args})


def test_the_odds_of_an_attack(client: TestClient) -> None:
    """One infantry against one, by hand."""
    answer = ask(client, title="anniversary-1941", attackers="1 infantry", defenders="1 infantry")
    assert answer.status_code == 200
    found = answer.json()["result"]
    # Attack hits with 1/6, defence with 2/6; a round in which both miss is fought again.
    again = (5 / 6) * (4 / 6)
    assert found["win"] == pytest.approx((1 / 6) * (4 / 6) / (1 - again))
    assert found["draw"] == pytest.approx((1 / 6) * (2 / 6) / (1 - again))
    assert found["lose"] == pytest.approx((5 / 6) * (2 / 6) / (1 - again))
    assert found["method"] == "exact"


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"title": "anniversary-1941", "attackers": "1 wizard", "defenders": "1 infantry"},
        {"title": "no-such-title", "attackers": "1 infantry", "defenders": "1 infantry"},
        {"title": "naval", "attackers": "1 infantry", "defenders": "1 infantry"},
        {"title": ["anniversary-1941"], "attackers": 1},
    ],
)
def test_a_question_that_makes_no_sense(client: TestClient, args: dict[str, Any]) -> None:
    answer = ask(client, **args)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
