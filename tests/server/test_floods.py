"""Floods of connections and messages, over real sockets on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx
import msgspec
import psutil
import pytest
from starlette.testclient import TestClient

from sandtable.server import connections, http
from sandtable.server.connections import Connections, Proxies, most_connections
from sandtable.server.outbox import Client
from sandtable.server.settings import Settings
from sandtable.server.tokens import NOBODY

from .conftest import ROOT, Opener
from .helpers import Json, Table

PATIENCE = 20.0


class House:
    """A server in a process of its own, and its connections as bare sockets."""

    def __init__(self, client: httpx.Client, process: subprocess.Popen[str]) -> None:
        self.client = client
        self.process = psutil.Process(process.pid)
        parts = urlsplit(str(client.base_url))
        self.place = (str(parts.hostname), int(parts.port or 0))
        self.opened: list[socket.socket] = []

    def connect(self, first: bytes = b"") -> socket.socket:
        line = socket.create_connection(self.place, timeout=PATIENCE)
        self.opened.append(line)
        if first:
            line.sendall(first)
        return line

    def new_table(self) -> Json:
        made: Json = self.client.post("/api/games", json={"title": "toy", "solo": True}).json()
        return made

    def look(self, table: Json) -> int:
        headers = {"Authorization": f"Bearer {table['tokens']['spectator']}"}
        return self.client.get(f"/api/games/{table['id']}", headers=headers).status_code

    def watch(self, table: Json) -> socket.socket:
        """A spectator's socket that has been welcomed."""
        line = self.connect(
            f"GET /api/games/{table['id']}/live HTTP/1.1\r\nHost: localhost\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: c2FuZHRhYmxlIGZsb29kIQ==\r\n\r\n".encode()
        )
        assert read_until(line, b"\r\n\r\n").startswith(b"HTTP/1.1 101")
        line.sendall(frame({"type": "hello", "tokens": [table["tokens"]["spectator"]]}))
        read_until(line, b'"welcome"')
        return line


@contextlib.contextmanager
def house(tmp_path: Path, **changes: Any) -> Iterator[House]:
    command = [sys.executable, "-m", "tests.server.run_server", str(tmp_path / "games.db")]
    process = subprocess.Popen(
        [*command, json.dumps(changes)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            found = House(client, process)
            yield found
            for line in found.opened:
                line.close()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def frame(message: Any, opcode: int = 1) -> bytes:
    """Masked with zeros, which leaves the payload as it is."""
    payload = message if isinstance(message, bytes) else msgspec.json.encode(message)
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload


def read_until(line: socket.socket, end: bytes) -> bytes:
    data = b""
    while end not in data:
        found = line.recv(65536)
        assert found, f"closed after {data[:200]!r}"
        data += found
    return data


def is_closed(line: socket.socket) -> bool:
    """Whether the other side ends it before our patience does."""
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            if not line.recv(1 << 20):
                return True
    except (ConnectionError, BrokenPipeError):
        return True
    except TimeoutError:
        pass
    return False


def app_of(client: TestClient) -> http.House:
    """What the application under a test client holds."""
    house = client.app.state.house  # type: ignore[attr-defined]
    assert isinstance(house, http.House)
    return house


# Connections


def test_a_head_that_never_ends_is_given_up(plugin: Path, tmp_path: Path) -> None:
    with house(tmp_path, head_seconds=0.4) as found:
        begun = [found.connect(text) for text in (b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n")]
        again = found.connect(b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\n\r\n")
        read_until(again, b"titles")
        again.sendall(b"GET /api/titles HTTP/1.1\r\n")
        assert all(is_closed(line) for line in [*begun, again])


def test_a_body_that_never_ends_is_given_up(plugin: Path, tmp_path: Path) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with house(tmp_path, head_seconds=0.4, request_seconds=0.6) as found:
        assert is_closed(found.connect(head + b"Content-Length: 1000\r\n\r\n{"))


def test_an_endless_head_is_refused(plugin: Path, tmp_path: Path) -> None:
    with house(tmp_path) as found:
        long = found.connect(b"GET / HTTP/1.1\r\nX: " + b"x" * 400_000)
        assert read_until(long, b"}").startswith(b"HTTP/1.1 431")
        many = found.connect(b"GET / HTTP/1.1\r\n" + b"".join(b"X: x\r\n" for _ in range(150)))
        assert is_closed(many)
        nonsense = found.connect(b"\x16\x03\x01\x00 hello\r\n\r\n")
        assert b'"malformed"' in read_until(nonsense, b"}")
        assert found.look(found.new_table()) == 200


def test_an_address_has_only_so_many_connections(plugin: Path, tmp_path: Path) -> None:
    with house(tmp_path, connections_per_address=20) as found:
        table = found.new_table()
        lines = [found.connect() for _ in range(40)]
        told = read_until(lines[-1], b"}")
        assert told.startswith(b"HTTP/1.1 429")
        assert b"too-many" in told
        for line in lines:
            line.close()
        assert found.look(table) == 200, "there is room again, and who was here stayed"


def test_who_connects_over_and_over_is_cut_off(plugin: Path, tmp_path: Path) -> None:
    with house(tmp_path, connections_burst=12, connections_per_second=0.001) as found:
        table = found.new_table()
        for _ in range(10):
            found.connect().close()
        answered = found.connect(b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\n\r\n")
        read_until(answered, b"titles")
        assert is_closed(found.connect())
        assert found.look(table) == 200, "who is here stays"


def test_too_much_is_answered_by_a_closed_door(opener: Opener) -> None:
    """Whoever goes on all the same has to connect again, which is limited too."""
    client = opener(requests_burst=3, requests_per_second=0.001)
    answers = [client.get("/api/titles") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[3].headers["connection"] == "close"


def test_the_page_too_is_not_for_anybody_to_ask_for_without_end(opener: Opener) -> None:
    client = opener(answers_burst=4, answers_per_second=0.001)
    paths = ("/", "/some/page", "/api/nothing", "/api/openapi.json", "/")
    codes = [client.get(path).status_code for path in paths]
    assert codes == [200, 200, 404, 200, 429]
    last = client.get("/")
    assert last.json()["code"] == "too-many"
    assert last.headers["x-content-type-options"] == "nosniff"


def test_when_all_is_full_the_silent_make_room(plugin: Path, tmp_path: Path) -> None:
    """Thirty half-open requests where twenty fit: people still come in, and sockets stay."""
    with house(tmp_path, connections=20, head_seconds=60.0) as found:
        table = found.new_table()
        watching = found.watch(table)
        lines = [found.connect(b"GET / HTT") for _ in range(30)]
        for _ in range(5):
            with httpx.Client(base_url=found.client.base_url, timeout=PATIENCE) as stranger:
                assert stranger.get("/api/titles").status_code == 200
            lines.append(found.connect(b"GET / HTT"))
        assert is_closed(lines[0])
        watching.sendall(frame({"type": "ping", "id": 7}))
        read_until(watching, b'"pong"')


def test_people_behind_a_proxy_are_not_one() -> None:
    proxies = Proxies("127.0.0.1, 10.0.0.0/8,fd00::/8")
    assert "127.0.0.1" in proxies
    assert "10.1.2.3" in proxies
    assert "fd00::7" in proxies
    assert "192.0.2.1" not in proxies
    assert "unix" not in proxies
    assert "192.0.2.1" in Proxies("*")
    assert "192.0.2.1" not in Proxies("")


def test_the_limit_of_files_is_raised_or_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    resource = pytest.importorskip("resource")
    limits = [1024, 4096]

    def change(_: int, given: tuple[int, int]) -> None:
        limits[:] = given

    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", change)
    assert most_connections(2000) == 2000
    assert limits == [2000 + connections.RESERVED_FILES, 4096]
    assert not caplog.text
    assert most_connections(9000) == 4096 - connections.RESERVED_FILES
    assert "4096 open files" in caplog.text


def test_limits_are_for_each_address(settings: Settings) -> None:
    crowd = Connections(msgspec.structs.replace(settings, connections_per_address=2), 3)
    assert [crowd.count.enter(a) for a in "aaabb"] == [True, True, False, True, False]


# Messages


def test_sockets_of_one_address_share_a_rate(plugin: Path, tmp_path: Path) -> None:
    """Each of them keeps its own limit, and all together go beyond what an address may send."""
    changes = {"socket_messages_burst": 20, "socket_messages_per_second": 0.01}
    with house(tmp_path, **changes) as found:
        table = found.new_table()
        first, second, third = (found.watch(table) for _ in range(3))
        for line in (first, second):
            line.sendall(b"".join(frame({"type": "ping", "id": n}) for n in range(8)))
            read_until(line, b'"id":7')
        third.sendall(b"".join(frame({"type": "ping", "id": n}) for n in range(8)))
        read_until(third, b"too many messages")
        assert found.look(table) == 200


def test_who_does_not_read_is_dropped(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox has an end, and even a farewell waits only for a moment."""
    monkeypatch.setattr("sandtable.server.live.CLOSING", 0.05)
    client = opener(outbox_bytes=10_000)
    table = Table(client)
    portal = client.portal
    assert portal is not None
    aborted = portal.call(asyncio.Event)

    async def stop_reading() -> None:
        """Like a peer whose window is full: the first message is taken, then no other."""
        hello = {"type": "hello", "tokens": table.watcher.tokens}
        told = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": msgspec.json.encode(hello).decode()},
        ]
        taken: list[Any] = []

        async def receive() -> Any:
            return told.pop(0) if told else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            taken.append(message)
            if len(taken) > 2:
                await asyncio.Event().wait()

        path = f"/api/games/{table.id}/live"
        scope = {
            "type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"",
            "root_path": "", "scheme": "ws", "subprotocols": [], "client": ("192.0.2.1", 1),
            "headers": [(b"host", b"testserver")], "server": ("testserver", 80),
            "extensions": {connections.ABORT: aborted.set},
        }  # fmt: skip
        reading = asyncio.ensure_future(client.app(scope, receive, send))
        desk = await app_of(client).hall.desk(table.id)
        while not desk.clients:
            await asyncio.sleep(0.001)
        (listener,) = desk.clients
        for _ in range(10):
            listener.send(b"x" * 1500)
        await asyncio.wait_for(aborted.wait(), PATIENCE)
        await asyncio.wait_for(reading, PATIENCE)
        assert not desk.clients

    portal.call(stop_reading)
    assert table.red.get().status_code == 200


def test_pings_and_pieces_below_the_messages_are_limited(plugin: Path, tmp_path: Path) -> None:
    with house(tmp_path) as found:
        table = found.new_table()
        for kind in (9, 10, 0):
            line = found.watch(table)
            with contextlib.suppress(ConnectionError):
                if kind == 0:
                    line.sendall(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 2000)
                else:
                    line.sendall(frame(b"x", kind) * 2000)
            assert is_closed(line)
        assert found.look(table) == 200


def test_a_view_asked_for_again_is_not_made_again(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(opener())
    made: list[object] = []
    with table.red.live() as red:
        desk = app_of(table.client).hall.desks[table.id]
        plain = desk.table.rules.views

        def views(*given: Any) -> Any:
            made.append(given)
            return plain(*given)

        monkeypatch.setattr(desk.table.rules, "views", views)
        desk.encoded.clear()
        for _ in range(5):
            red.send(type="watch", seat=None)
            red.until("view")
            assert table.red.get().json()["view"]["seat"] == "red"
        assert len(made) == 1
        table.red.play("red", "end")
        red.until("update")
        red.send(type="watch", seat=None)
        assert red.until("view")["view"]["version"] == table.red.version()


@pytest.mark.parametrize(("size", "count"), [(600, 1), (10, 5), (250, 3)])
def test_an_outbox_is_limited_in_number_and_in_bytes(size: int, count: int) -> None:
    async def fill() -> tuple[int, str]:
        client = Client(NOBODY, frozenset(), 4, 500)
        for _ in range(count):
            assert not client.closing.done()
            client.send(b"x" * size)
        client.send(b"nothing more is kept")
        assert not client.has_waiting(b"nothing more is kept")
        return await client.closing

    assert asyncio.run(fill()) == (1013, "too slow")


def test_an_outbox_tells_in_order() -> None:
    async def talk() -> list[bytes]:
        client = Client(NOBODY, frozenset(), 4, 500)
        heard = []

        async def read() -> None:
            for _ in range(3):
                heard.append(await client.next())

        reading = asyncio.ensure_future(read())
        client.send(b"1")
        await asyncio.sleep(0)
        client.send(b"2")
        client.send(b"3")
        await reading
        return heard

    assert asyncio.run(talk()) == [b"1", b"2", b"3"]
