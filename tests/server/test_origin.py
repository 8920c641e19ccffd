"""Only our own page, and programs, change anything."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from sandtable.server.http import Endpoint
from sandtable.server.origin import Origins
from sandtable.server.routes import ENDPOINTS

from .helpers import Table

CHANGING = [endpoint for endpoint in ENDPOINTS if endpoint.method != "GET"]
ELSEWHERE = [
    ({"Origin": "https://elsewhere.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://testserver:8001"}, 403),
    ({"Origin": "http://testserver@elsewhere.example"}, 403),
    ({"Origin": "http://[bad"}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Host": "elsewhere.example"}, 421),
    ({"Host": "elsewhere.example", "Origin": "http://elsewhere.example"}, 421),
    ({"Host": "127.0.0.1.elsewhere.example"}, 421),
    ({"Host": ""}, 421),
    ({"Host": "[bad"}, 421),
]


@pytest.mark.parametrize("endpoint", CHANGING, ids=lambda e: f"{e.method} {e.path}")
def test_a_page_elsewhere_changes_nothing(table: Table, endpoint: Endpoint) -> None:
    """Whatever it sends, with whatever token, as whatever kind of content."""
    path = endpoint.path.format(game=table.id, seat="red")
    for headers, status in ELSEWHERE:
        for kind in ("text/plain", "application/json"):
            sent = {**table.host.headers, "Content-Type": kind, **headers}
            answer = table.client.request(endpoint.method, path, content=b"{}", headers=sent)
            assert answer.status_code == status, (headers, answer.text)


def test_a_record_of_another_page_is_not_imported(table: Table, client: TestClient) -> None:
    table.play_out()
    text = table.red.get("/record").text

    def bring(**headers: str) -> int:
        sent = {"Content-Type": "text/plain", **headers}
        return client.post("/api/games/import", content=text, headers=sent).status_code

    assert bring(Origin="https://elsewhere.example") == 403
    assert bring(Origin="http://testserver") == 201
    assert bring() == 201


@pytest.mark.parametrize("headers", [headers for headers, _ in ELSEWHERE])
def test_a_socket_of_a_page_elsewhere_is_not_let_in(table: Table, headers: Any) -> None:
    path = f"/api/games/{table.id}/live"
    with pytest.raises(WebSocketDisconnect), table.client.websocket_connect(path, headers=headers):
        raise AssertionError("it was let in")


def test_the_names_a_server_goes_by() -> None:
    plain = Origins(())
    for host in ("127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7:80", "localhost:8000"):
        assert plain.is_ours(host), host
    for host in (socket.gethostname(), "attic.local:8000", "table.localhost", "LOCALHOST"):
        assert plain.is_ours(host), host
    for host in ("club.example", "localhost.example", "notlocalhost", "", ":80", "a b", "1.2.3"):
        assert not plain.is_ours(host), host
    named = Origins(("Club.example",))
    assert named.is_ours("club.example:443")
    assert named.is_ours("CLUB.example.")
    assert not named.is_ours("www.club.example")
    assert Origins(("*",)).is_ours("anything.example")


def test_a_proxy_may_speak_https_for_us() -> None:
    club = Origins(("club.example",))
    club.check({"host": "club.example", "origin": "https://club.example"})
    club.check({"host": "club.example:443", "origin": "https://club.example"})
    club.check({"host": "club.example", "origin": "http://club.example:80"})
