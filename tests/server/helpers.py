"""A small client for the server's tests."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import httpx2 as httpx
from starlette.testclient import TestClient, WebSocketTestSession

from sandtable.table import chance, seed_from

Json = dict[str, Any]
_keys = itertools.count(1)


def key() -> str:
    return f"test-key-{next(_keys):06d}"


def apply_change(game: Any, change: list[Any]) -> None:
    """One change of a patch, as a client carries it out."""
    *way, last = change[0]
    target = game
    for step in way:
        target = target[int(step) if isinstance(target, list) else step]
    if len(change) == 1:
        del target[last]
    elif change[2:] == ["fields"]:
        entries = target[last]
        for entry, fields in change[1].items():
            entries[int(entry) if isinstance(entries, list) else entry] |= fields
    else:
        target[int(last) if isinstance(target, list) else last] = change[1]


@contextlib.contextmanager
def drawing(seed: str) -> Iterator[None]:
    """What the server draws meanwhile is this seed."""
    drawn = SimpleNamespace(token_bytes=lambda _: seed_from(seed))
    with patch.object(chance, "secrets", drawn):
        yield


class Person:
    """Somebody with tokens of one game."""

    def __init__(self, client: TestClient, game: str, *tokens: str) -> None:
        self.client = client
        self.game = game
        self.tokens = list(tokens)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": "Bearer " + ",".join(self.tokens)}

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        url = f"/api/games/{self.game}{path}"
        return self.client.get(url, headers=self.headers, params=query)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.client.post(f"/api/games/{self.game}{path}", json=body, headers=self.headers)

    def delete(self, path: str, **query: Any) -> httpx.Response:
        url = f"/api/games/{self.game}{path}"
        return self.client.delete(url, headers=self.headers, params=query)

    def version(self) -> int:
        version: int = self.get().json()["game"]["version"]
        return version

    def play(
        self, seat: str, action: str, version: int | None = None, using: str | None = None
    ) -> httpx.Response:
        """Without a ``version`` the newest is meant, also when a bot moves in between."""
        while True:
            seen = self.version() if version is None else version
            body = {"seat": seat, "action": action, "key": using or key(), "version": seen}
            answer = self.post("/actions", body)
            stale = answer.status_code == 409 and answer.json()["code"] == "stale"
            if version is not None or using is not None or not stale:
                return answer

    def undo(self, seat: str, **more: Any) -> httpx.Response:
        return self.post("/undo", {"seat": seat, "version": self.version(), "key": key(), **more})

    def live(self, **hello: Any) -> Live:
        return Live(self, hello)


def join(guest: Person, seat: str, **wish: Any) -> Person:
    """The guest sits down and has a key now."""
    answer = guest.post(f"/seats/{seat}/join", wish)
    assert answer.status_code == 200, answer.text
    return Person(guest.client, guest.game, answer.json()["token"])


class Live:
    """A socket that says hello when it is entered; ``welcome`` is what it got."""

    def __init__(self, person: Person, hello: Json) -> None:
        self.person = person
        self.hello = {"type": "hello", "tokens": person.tokens, **hello}
        self.heard: list[Json] = []
        self.welcome: Json = {}

    def __enter__(self) -> Live:
        path = f"/api/games/{self.person.game}/live"
        self.context = self.person.client.websocket_connect(path)
        self.socket: WebSocketTestSession = self.context.__enter__()
        self.socket.send_json(self.hello)
        self.welcome = self.until("welcome")
        return self

    def __exit__(self, *error: Any) -> None:
        self.context.__exit__(*error)

    def next(self) -> Json:
        message: Json = self.socket.receive_json()
        self.heard.append(message)
        return message

    def until(self, kind: str) -> Json:
        for _ in range(200):
            message = self.next()
            if message["type"] == kind:
                return message
        raise AssertionError(f"no {kind} came")

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)


class Table:
    """A new game with a person at each seat, a host and somebody who watches.

    Whoever makes it holds every person's seat. The server draws this seed: it is not chosen.
    """

    def __init__(self, client: TestClient, seed: str = "7", **wish: Any) -> None:
        with drawing(seed):
            made = client.post("/api/games", json={"title": "toy", "solo": True, **wish})
        assert made.status_code == 201, made.text
        answer = made.json()
        self.client = client
        self.id: str = answer["id"]
        self.tokens: Json = answer["tokens"]
        self.host = Person(client, self.id, self.tokens["host"])
        self.watcher = Person(client, self.id, self.tokens["spectator"])
        keys = self.tokens["seats"]
        self.red = Person(client, self.id, keys.get("red", ""))
        self.blue = Person(client, self.id, keys.get("blue", ""))
        both = keys.values()
        self.both = Person(client, self.id, self.tokens["host"], *both)

    def person(self, seat: str) -> Person:
        return {"red": self.red, "blue": self.blue}[seat]

    def play_out(self) -> None:
        """To the end, always the last legal action ("end", or the highest card)."""
        while asked := self.both.get().json()["view"]["decision"]:
            seat = asked["seats"][0]
            legal = self.both.get("/legal", seat=seat).json()["actions"]
            assert self.both.play(seat, legal[-1]["text"]).status_code == 200
