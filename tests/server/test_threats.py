"""One test for each threat."""

from __future__ import annotations

import contextlib
import logging
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from sandtable.server import rows
from sandtable.server.settings import Settings

from .conftest import Opener
from .helpers import Person, Table, key

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def end_of(socket: WebSocketTestSession) -> int:
    """Reads until the server closes; the code it gives."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def closes(client: TestClient, game: str, first: Any, *, text: bool = False) -> int:
    """The code with which a socket is closed after its first message."""
    with client.websocket_connect(f"/api/games/{game}/live") as socket:
        if text:
            socket.send_text(first)
        else:
            socket.send_json(first)
        return end_of(socket)


# Tokens


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({}, "no-token"),
        ({"Authorization": "Bearer"}, "no-token"),
        ({"Authorization": "Basic abc"}, "no-token"),
        ({"Authorization": "Bearer " + "x" * 43}, "bad-token"),
        ({"Authorization": "Bearer ../../etc"}, "bad-token"),
        ({"Authorization": "Bearer " + ",".join(["x" * 43] * 40)}, "bad-token"),
    ],
)
def test_a_wrong_token_opens_nothing(table: Table, header: dict[str, str], code: str) -> None:
    for path in ("", "/history", "/legal?seat=red", "/record", "/chat", "/stats", "/at/0"):
        answer = table.client.get(f"/api/games/{table.id}{path}", headers=header)
        assert (answer.status_code, answer.json()["code"]) == (401, code)


def test_a_token_opens_only_its_own_game(table: Table) -> None:
    other = Table(table.client)
    stranger = Person(table.client, other.id, table.tokens["host"])
    assert stranger.get().status_code == 401
    mixed = Person(table.client, other.id, other.tokens["spectator"], table.tokens["host"])
    assert mixed.get().status_code == 401
    assert closes(table.client, other.id, {"type": "hello", "tokens": stranger.tokens}) == 4401


def test_a_game_that_is_not_there(table: Table) -> None:
    ghost = Person(table.client, "nothing", table.tokens["host"])
    assert ghost.get().json()["code"] == "no-game"
    assert closes(table.client, "nothing", {"type": "hello", "tokens": ghost.tokens}) == 4404


def test_guessing_is_slowed_down(opener: Opener) -> None:
    client = opener(bad_tokens_burst=5)
    table = Table(client)
    thief = Person(client, table.id, "x" * 43)
    codes = [thief.get().status_code for _ in range(7)]
    assert codes == [401] * 5 + [429] * 2


def test_tokens_are_stored_as_hashes_and_never_logged(
    opener: Opener, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = opener()
    table = Table(client)
    tokens = [table.tokens["host"], table.tokens["spectator"], *table.tokens["seats"].values()]
    with table.red.live() as red:
        table.red.play("red", "end")
        red.until("update")
    table.red.play("blue", "end")
    table.red.post("/links", {"role": "seat", "seat": "red"})
    heard = str(red.heard) + table.red.get("/history").text + table.host.get().text
    disk = b"".join(
        path.read_bytes() for path in settings.database.parent.glob(settings.database.name + "*")
    )
    for token in tokens:
        assert len(token) == 43
        assert token not in heard
        assert token not in caplog.text
        assert token.encode() not in disk


def test_a_renewed_link_ends_the_old_one_at_once(table: Table) -> None:
    old = table.red
    with old.live() as live:
        answer = old.post("/links", {"role": "seat", "seat": "red"})
        assert end_of(live.socket) == 4401
    assert old.get().status_code == 401
    fresh = Person(table.client, table.id, answer.json()["token"])
    assert fresh.get().json()["game"]["you"]["seats"] == ["red"]
    notes = [message["code"] for message in fresh.get("/chat").json()["messages"]]
    assert notes == ["link-renewed"]
    assert table.host.delete("/links", role="spectator").status_code == 204
    assert table.watcher.get().status_code == 401
    assert table.host.delete("/links", role="host").status_code == 400
    assert fresh.post("/links", {"role": "host"}).json()["code"] == "not-host"


# Other people's seats


def test_nobody_acts_for_another_seat(table: Table) -> None:
    for person in (table.blue, table.watcher, table.host):
        answer = person.play("red", "end")
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
        assert person.post("/check", {"seat": "red", "action": "end"}).status_code == 403
        assert person.get("/legal", seat="red").status_code == 403
        assert person.get(seat="red").status_code == 403
        assert person.get("/at/0", seat="red").status_code == 403
        assert person.undo("red").status_code == 403
        assert person.post("/word", {"seat": "red", "word": "hey"}).status_code == 403
        body = {"seat": "red", "text": "I am red", "key": key()}
        assert person.post("/chat", body).status_code == 403
    said: dict[str, Any] = {"seat": None, "text": "psst", "key": key()}
    assert table.watcher.post("/chat", said).json()["code"] == "spectator"
    for person in (table.red, table.watcher):
        assert person.post("/seats/blue", {"kind": "bot"}).json()["code"] == "not-host"


def test_out_of_turn_is_refused(table: Table) -> None:
    answer = table.blue.play("blue", "end")
    assert (answer.status_code, answer.json()["code"]) == (422, "not-asked")


# Versions and keys


def test_a_stale_version_is_told_the_new_one(table: Table) -> None:
    seen = table.red.version()
    table.red.play("red", "march 1 camp > hill")
    answer = table.red.play("red", "march 1 camp > hill", version=seen)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["version"] == table.red.version()
    assert table.red.play("red", "end", version=10_000).status_code == 409


def test_a_replayed_request_changes_nothing_and_answers_the_same(table: Table) -> None:
    seen, mine = table.red.version(), key()
    first = table.red.play("red", "march 1 camp > hill", seen, mine).json()
    table.red.play("red", "end")
    now = table.red.version()
    for _ in range(3):
        again = table.red.play("red", "march 1 camp > hill", seen, mine)
        assert again.status_code == 200
        assert again.json() == {**first, "repeated": True}
    assert table.red.version() == now
    other = table.red.play("red", "end", seen, mine)
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    stolen = table.blue.play("blue", "march 1 camp > hill", seen, mine)
    assert stolen.json()["code"] == "key-reused"
    fresh = table.blue.play("blue", "end", now, mine)
    assert (fresh.status_code, fresh.json()["code"]) == (422, "key-reused")
    assert table.red.version() == now
    assert table.blue.play("blue", "end").status_code == 200


def test_the_same_request_many_times_at_once_is_played_once(table: Table) -> None:
    from concurrent.futures import ThreadPoolExecutor

    seen, mine = table.red.version(), key()
    with ThreadPoolExecutor(8) as pool:
        work = [
            pool.submit(table.red.play, "red", "march 1 camp > hill", seen, mine) for _ in range(16)
        ]
        answers = [done.result().json() for done in work]
    assert sorted(answer["repeated"] for answer in answers) == [False] + [True] * 15
    assert table.red.version() == seen + 1
    assert table.red.get().json()["view"]["game"]["spaces"]["hill"]["red"] == 1


# Bodies


def test_a_giant_body_is_turned_away(table: Table, settings: Settings) -> None:
    big = "x" * (settings.body_bytes + 1)
    answer = table.red.play("red", big)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    def chunks() -> Any:
        for _ in range(settings.body_bytes // 1000 + 2):
            yield b" " * 1000

    streamed = table.client.post(
        "/api/games", content=chunks(), headers={"Content-Type": "application/json"}
    )
    assert streamed.status_code == 413
    large = {"text": "x" * (settings.import_bytes + 1)}
    assert table.client.post("/api/games/import", json=large).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"seat": 1}',
        b'{"title": "toy", "seats": {"red": {"kind": "alien"}}}',
        b'{"title": "toy", "extra": 1}',
        b"\xff\xfe\x00",
        b'{"title": "\\ud800"}',
        b"[" * 100_000,
        b'{"title": "toy", "options": {"rounds": 1e999}}',
        b'{"title": "toy", "seats": {"green": {}}}',
        b'{"title": "toy", "seats": {"red": {"kind": "bot", "bot": "hal"}}}',
        b'{"title": "toy", "seats": {"red": {"player": "a\\nb"}}}',
    ],
)
def test_malformed_json_is_refused_politely(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_json_nested_without_end_is_refused_politely(client: TestClient) -> None:
    """Where any JSON is taken, its depth could exhaust the stack."""
    deep = b'{"kind": "odds", "args": {"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    answer = client.post("/api/jobs", content=deep, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_form_of_another_page_is_no_request(table: Table) -> None:
    """A page elsewhere can send forms and plain text without asking: neither is taken."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = table.client.post(
            "/api/games", content=b'{"title": "toy"}', headers={"Content-Type": kind}
        )
        assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


def test_markup_in_chat_and_names_stays_text(table: Table) -> None:
    body = {"seat": "red", "text": MARKUP + "\x00\x07\u202e", "key": key()}
    answer = table.red.post("/chat", body)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["text"] == MARKUP
    info = table.red.post("/seats/red", {"player": MARKUP})
    assert info.headers["content-type"] == "application/json"
    assert info.json()["seats"][0]["player"] == MARKUP
    record = Table(table.client, seats={"red": {"player": MARKUP}})
    record.play_out()
    text = record.host.get("/record")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert f"player red: {MARKUP}" in text.text


def test_a_name_cannot_break_a_record(client: TestClient) -> None:
    for name in ("a\nroll: 6", "x\r\nred: end", "\u2028"):
        wish = {"title": "toy", "seats": {"red": {"player": name}}}
        assert client.post("/api/games", json=wish).status_code == 400


# Sockets


def test_a_thousand_sockets_are_too_many(opener: Opener) -> None:
    """The table, the address and the house each have their limit; leaving makes room again."""
    client = opener(sockets_per_game=3, sockets_per_address=5, sockets=6, hello_seconds=1.0)
    table, other = Table(client), Table(client)
    hello = {"type": "hello", "tokens": table.watcher.tokens}
    with contextlib.ExitStack() as lives:
        for _ in range(3):
            lives.enter_context(table.watcher.live())
        assert [closes(client, table.id, hello) for _ in range(20)] == [4429] * 20
        for _ in range(2):
            lives.enter_context(other.watcher.live())
        for _ in range(20):
            with client.websocket_connect(f"/api/games/{other.id}/live") as socket:
                assert end_of(socket) == 4429
        assert table.red.play("red", "end").status_code == 200
    with table.watcher.live() as again:
        assert again.welcome["view"]["version"] == table.red.version()


def test_a_socket_must_say_hello(opener: Opener) -> None:
    client = opener(hello_seconds=0.1)
    table = Table(client)
    with client.websocket_connect(f"/api/games/{table.id}/live") as socket:
        assert end_of(socket) == 4408


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("{", 4400),
        ("[" * 10_000, 4400),
        ('{"type": "dance"}', 4400),
        ('{"type": "ping"}', 4400),
        ('{"type": "hello", "tokens": []}', 4401),
        ('{"type": "hello", "tokens": ["' + "x" * 43 + '"]}', 4401),
        ('{"type": "hello", "tokens": 7}', 4400),
        ('"' + "x" * 20_000 + '"', 4413),
    ],
)
def test_a_socket_with_a_bad_first_message_is_closed(table: Table, first: str, code: int) -> None:
    assert closes(table.client, table.id, first, text=True) == code


def test_a_socket_cannot_pin_a_seat_of_others(table: Table) -> None:
    hello = {"type": "hello", "tokens": table.blue.tokens, "seat": "red"}
    assert closes(table.client, table.id, hello) == 4400
    with table.blue.live() as blue:
        blue.send(type="watch", seat="red")
        assert blue.until("problem")["problem"]["code"] == "not-your-seat"
        blue.send(type="chat", seat="red", text="I am red", key=key())
        assert blue.until("problem")["problem"]["code"] == "not-your-seat"


def test_a_socket_that_talks_too_much_is_closed(opener: Opener) -> None:
    client = opener(messages_burst=10)
    table = Table(client)
    with table.red.live() as red:
        for _ in range(12):
            red.send(type="ping")
        assert end_of(red.socket) == 4429


def test_a_socket_of_another_origin_is_turned_away(table: Table) -> None:
    path = f"/api/games/{table.id}/live"
    headers = {"Origin": "https://elsewhere.example"}
    with pytest.raises(WebSocketDisconnect), table.client.websocket_connect(path, headers=headers):
        raise AssertionError("it was let in")
    headers = {"Origin": "http://testserver"}
    with table.client.websocket_connect(path, headers=headers) as socket:
        socket.send_json({"type": "hello", "tokens": table.red.tokens})
        assert socket.receive_json()["type"] == "welcome"


# Rates and headers


def test_requests_and_new_games_are_rated(opener: Opener) -> None:
    client = opener(games_burst=3, requests_burst=30, requests_per_second=0.1)
    codes = [client.post("/api/games", json={"title": "toy"}).status_code for _ in range(5)]
    assert codes == [201] * 3 + [429] * 2
    answers = [client.get("/api/titles") for _ in range(30)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


@pytest.mark.parametrize("path", ["/", "/api/titles", "/api/nothing", "/some/page", "/a.png"])
def test_strict_headers_are_everywhere(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert "unsafe-eval" not in policy.replace("'wasm-unsafe-eval'", "")  # the odds' kernel
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_unknown_paths_and_methods_have_the_common_body(client: TestClient) -> None:
    assert client.get("/api/nothing").json()["code"] == "not-found"
    answer = client.request("DELETE", "/api/titles")
    assert (answer.status_code, answer.json()["code"]) == (405, "method")


# Faults of the program


def test_a_fault_while_storing_leaves_the_table_as_it_was(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("a bug")

    before = table.red.get().json()
    with monkeypatch.context() as patched:
        patched.setattr(rows, "insert_entry", broken)
        answer = table.red.play("red", "march 1 camp > hill")
        assert (answer.status_code, answer.json()["code"]) == (500, "bug")
    assert table.red.get().json()["view"] == before["view"]
    assert table.red.play("red", "march 1 camp > hill").status_code == 200


def test_a_fault_in_a_title_leaves_the_table_as_it_was(client: TestClient) -> None:
    """In the faulty toy a bid of 4 breaks halfway; the table is then as it was stored."""
    for seed in range(40):
        table = Table(client, title="faulty", seed=str(seed))
        table.red.play("red", "end")
        table.blue.play("blue", "end")
        if table.red.get().json()["view"]["game"]["hand"] == [4]:
            break
    before = table.red.get().json()["view"]
    answer = table.red.play("red", "bid 4")
    assert (answer.status_code, answer.json()["code"]) == (500, "bug")
    assert table.red.get().json()["view"] == before
