"""Fortress America over the wire: what is not turned over yet is nowhere, for anybody.

Its secrets are the order of the deck, the bonus cards that lie face down, and every roll to
come; all of them follow from the seed. So two tables with different seeds must look alike to
every seat and to whoever watches, byte for byte, until a die or a card is turned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.games.fortress.cards import CARDS
from sandtable.server.app import create_app
from sandtable.server.settings import Settings

from .helpers import Json, Person, drawing
from .test_secrets import everything

SEATS = ("west", "south", "east", "usa")
STUDY = (
    "sandtable record 1\ntitle: fortress\nedit: clear\nedit: deck P03 P07 P11\nedit: bonus 1\n"
    "edit: turn west 4\n"
)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings)) as client:
        yield client


def unchanged(text: str, game: Json) -> str:
    """Without what differs between any two tables: ids, times, keys and the commitment."""
    text = text.replace(game["id"], "ID")
    text = re.sub(r'(\\*"(?:at|created|updated)\\*": ?)\d+', r"\1T", text)
    text = re.sub(r"(commitment[^0-9a-f]{1,8})[0-9a-f]{64}", r"\1C", text)
    return re.sub(r"test-key-\d+", "K", text)


def traffic(client: TestClient, seed: str, text: str | None, moves: int) -> tuple[str, int]:
    """All that anybody hears and can fetch while the same is played; how many moves it took."""
    with drawing(seed):
        if text is None:
            made = client.post("/api/games", json={"title": "fortress", "solo": True})
        else:
            made = client.post("/api/games/import", json={"text": text, "solo": True})
    assert made.status_code == 201, made.text
    game: Json = made.json()
    people = [Person(client, game["id"], game["tokens"]["seats"][seat]) for seat in SEATS]
    people.append(Person(client, game["id"], game["tokens"]["spectator"]))
    everybody = Person(client, game["id"], *game["tokens"]["seats"].values())
    with (
        people[0].live() as west,
        people[3].live(patches=True) as usa,
        people[4].live(patches=True) as watcher,
    ):
        played = 0
        while played < moves and play_one(everybody):
            played += 1
        last = everybody.version()
        heard: list[Any] = []
        for live in (west, usa, watcher):
            while live.heard[-1].get("version") != last and played:
                live.next()
            heard.append([m for m in live.heard if m["type"] != "table"])
        fetched = [everything(person) for person in people]
    return unchanged(json.dumps([heard, fetched]), game), played


def play_one(everybody: Person) -> bool:
    """The first legal action, unless it turned a card or a die: then nothing more is equal."""
    decision = everybody.get().json()["view"]["decision"]
    seat = decision["seats"][0]
    legal = everybody.get("/legal", seat=seat, limit=1).json()["actions"]
    answer = everybody.play(seat, legal[0]["text"])
    assert answer.status_code == 200, answer.text
    return not answer.json()["entry"]["rolls"]


@pytest.mark.parametrize("text", [None, STUDY], ids=["a new game", "bonus cards lie there"])
def test_tables_that_differ_in_what_is_to_come_look_alike(
    client: TestClient, text: str | None
) -> None:
    moves = 25
    first, played = traffic(client, "one", text, moves)
    moves = played  # what turned something over is played at neither
    assert played >= (20 if text is None else 0)
    texts = {traffic(client, seed, text, moves)[0] for seed in ("one", "two", "three")}
    assert len(texts) == 1
    assert first in texts


def test_no_card_that_lies_face_down_is_named(client: TestClient) -> None:
    """Which cards are left is known from those on the table; which of them are held is not."""
    shown, _ = traffic(client, "one", STUDY, 0)
    for number in (3, 7, 11):
        assert CARDS[number - 1].title not in shown
    plain = shown.replace("\\", "").replace(" ", "")
    assert '"bonus_cards":1' in plain
    assert '"cards_in_deck":2' in plain
    assert '"deck":' not in plain
