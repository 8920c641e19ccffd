"""What would captain do? Asked over HTTP by who is to move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from sandtable.server.app import create_app
from sandtable.server.settings import Settings

from .helpers import Person


@pytest.fixture
def germany(settings: Settings) -> Iterator[Person]:
    with TestClient(create_app(settings)) as client:
        made = client.post("/api/games", json={"title": "anniversary-1941", "solo": True}).json()
        yield Person(client, made["id"], made["tokens"]["seats"]["germany"])


def test_a_hint_can_be_played_and_says_why(germany: Person) -> None:
    bought = germany.post("/hint", {"seat": "germany"}).json()
    assert bought["bot"] == "captain"
    assert bought["actions"][-1] == "end"
    assert germany.version() == 0, "nothing was played"
    assert bought == germany.post("/hint", {"seat": "germany"}).json(), "the same again"
    for action in bought["actions"]:
        assert germany.play("germany", action).is_success
    moves = germany.post("/hint", {"seat": "germany"}).json()
    assert any(action.startswith("move") for action in moves["actions"])
    assert moves["remark"]["code"] == "attacks"
    assert moves["remark"]["args"]["power"] == "germany"


def test_hints_are_for_those_who_are_asked(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        made = client.post("/api/games", json={"title": "anniversary-1941", "solo": True}).json()
        ussr = Person(client, made["id"], made["tokens"]["seats"]["ussr"])
        early = ussr.post("/hint", {"seat": "ussr"})
        assert (early.status_code, early.json()["code"]) == (409, "not-asked")
        assert ussr.post("/hint", {"seat": "germany"}).status_code == 403


def test_levels_are_described(germany: Person) -> None:
    titles = germany.client.get("/api/titles").json()["titles"]
    for title in titles:
        names = [level["name"] for level in title["levels"]]
        assert tuple(names) == tuple(title["bots"])
        assert names[:5] == ["cadet", "recruit", "corporal", "sergeant", "captain"]
        assert all(level["text"] for level in title["levels"][:5])
