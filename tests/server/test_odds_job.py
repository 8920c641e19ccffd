"""Odds for the browser: asked over HTTP, answered by a worker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server.app import create_app
from sandtable.server.settings import Settings

from .helpers import Person


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


@pytest.fixture
def germany(settings: Settings) -> Iterator[Person]:
    """Somebody who plays Germany and is at the combat move."""
    with TestClient(create_app(settings)) as client:
        made = client.post("/api/games", json={"title": "anniversary-1941", "solo": True}).json()
        person = Person(client, made["id"], made["tokens"]["seats"]["germany"])
        assert person.play("germany", "end").is_success
        yield person


def test_planned_moves_are_part_of_the_question(germany: Person) -> None:
    def plan(*actions: str) -> Any:
        body = {"seat": "germany", "space": "ukraine", "actions": actions}
        return germany.post("/odds", body).json()

    assert plan()["odds"] is None
    few = plan("move 1 tank bulgaria-romania > ukraine")
    many = plan(
        "move 1 tank bulgaria-romania > ukraine", "move 3 infantry bulgaria-romania > ukraine"
    )
    assert 0 < few["odds"]["win"] < many["odds"]["win"] < 1
    assert sum(end["chance"] for end in many["odds"]["attackers"]) == pytest.approx(1)
    refused = plan("move 9 tank bulgaria-romania > ukraine")
    assert refused["odds"] is None
    assert refused["refusal"]["rule"].startswith("AN-")
    assert germany.version() == 1, "nothing was played"


def test_odds_as_they_were(germany: Person) -> None:
    moved = germany.play("germany", "move 1 tank bulgaria-romania > ukraine")
    assert moved.is_success
    now = germany.post("/odds", {"space": "ukraine"}).json()
    assert now["version"] == 2
    assert now["odds"]["win"] > 0
    before = germany.post("/odds", {"space": "ukraine", "version": 1}).json()
    assert before == {"version": 1, "odds": None, "raid": None, "refusal": None}


def test_the_odds_of_another_seat_are_not_asked_for(germany: Person) -> None:
    assert germany.post("/odds", {"seat": "ussr", "space": "ukraine"}).status_code == 403
    germany.tokens = []
    assert germany.post("/odds", {"space": "ukraine"}).status_code == 401
