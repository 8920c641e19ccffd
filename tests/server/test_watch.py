"""How the owner sees that a server is well, and how busy it is."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from sandtable.server import watch
from sandtable.server.logs import JsonLines

from .conftest import ROOT, Opener
from .helpers import Table, key
from .test_storage import Disk, disk, fault  # noqa: F401 - a fixture

LINE = re.compile(
    r"[a-z_]+(\{[a-z]+=\"(?:[^\"\\\n]|\\.)*\"(,[a-z]+=\"(?:[^\"\\\n]|\\.)*\")*\})? [-0-9.e+]+|"
    r"# (HELP|TYPE) [a-z_]+ .+"
)


def owner(client: TestClient) -> TestClient:
    """The owner's address of the same server, in the same event loop."""
    inner = TestClient(client.app.state.watch.app())  # type: ignore[attr-defined]
    inner.portal = client.portal
    return inner


def values(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_health_is_told_to_everybody(client: TestClient) -> None:
    assert client.get("/healthz").json()["ok"] is True
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"ok": True, "faults": []})


def test_a_server_that_cannot_store_is_not_ready(
    opener: Opener,
    disk: type[Disk],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "FRESH_SECONDS", 0.0)
    client = opener()
    with fault("COMMIT"):
        ready = client.get("/readyz")
        assert ready.status_code == 503
        assert "nothing can be stored" in ready.json()["faults"][0]
        assert client.get("/healthz").status_code == 200, "it lives all the same"
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(watch, "LEAST_DISK", 2**80)
    assert client.get("/readyz").json()["faults"] == ["the disk is nearly full"]


def test_asking_often_does_not_ask_the_disk_often(client: TestClient) -> None:
    store = client.app.state.house.hall.store  # type: ignore[attr-defined]
    client.get("/readyz")
    before = store._commits
    for _ in range(20):
        client.get("/readyz")
    assert store._commits == before


def test_metrics_count_what_happened(client: TestClient) -> None:
    asked = owner(client)
    table = Table(client)
    before = values(asked.get("/metrics").text)
    table.red.play("red", "march 1 camp > hill")
    table.red.undo("red")
    table.blue.play("blue", "end")
    with table.watcher.live():
        text = asked.get("/metrics").text
    after = values(text)
    assert all(LINE.fullmatch(line) for line in text.splitlines())
    played = 'sandtable_entries_total{kind="play",by="human"}'
    taken_back = 'sandtable_entries_total{kind="undo",by="human"}'
    assert (after[played], after[taken_back]) == (1, 1)
    path = 'method="POST",path="/api/games/{game}/actions"'
    assert after[f'sandtable_requests_total{{{path},status="200"}}'] == 1
    assert after[f'sandtable_requests_total{{{path},status="422"}}'] == 1
    assert after[f"sandtable_request_seconds_count{{{path}}}"] == 2
    assert after[f'sandtable_request_seconds_bucket{{{path},le="+Inf"}}'] == 2
    assert after['sandtable_games_total{what="made"}'] == 1
    assert after["sandtable_people_online"] == 1
    assert after["sandtable_tables_open"] == after["sandtable_tables_stored"] == 1
    assert after["sandtable_store_commits_total"] > before["sandtable_store_commits_total"]
    assert after["sandtable_store_bytes"] > 0
    assert after["sandtable_disk_free_bytes"] > 0


def test_the_page_shows_tables_and_no_secrets(client: TestClient) -> None:
    asked = owner(client)
    table = Table(client, name="<b>Friday</b>")
    with table.red.live(), table.watcher.live():
        page = asked.get("/").text
        status = asked.get("/status.json").json()
    assert "all is well" in page
    assert "&lt;b&gt;Friday&lt;/b&gt;" in page
    assert "<b>Friday</b>" not in page
    (line,) = status["tables"]
    assert (line["id"], line["people"], line["watching"]) == (table.id, 1, 1)
    seed = client.app.state.house.hall.desks[table.id].row.setup.seed  # type: ignore[attr-defined]
    told = page + json.dumps(status) + asked.get("/metrics").text
    tokens = [table.tokens["host"], *table.tokens["seats"].values()]
    for secret in (seed, *tokens):
        assert secret not in told


def test_the_public_address_shows_none_of_it(client: TestClient) -> None:
    Table(client)
    for path in ("/metrics", "/status.json", "/"):
        answer = client.get(path)
        assert "sandtable_" not in answer.text
        assert "store_waiting" not in answer.text


# The command


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def test_serve_with_a_page_for_the_owner_and_logs_for_programs(
    plugin: Path, tmp_path: Path
) -> None:
    port = free_port()
    command = [sys.executable, "-u", "-m", "sandtable.cli", "serve", "--no-browser", "--port", "0"]
    command += ["--database", str(tmp_path / "games.db"), "--watch", str(port)]
    process = subprocess.Popen(
        [*command, "--log", "json", "--verbose"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
    wish = {"title": "naval", "solo": True}
    made = httpx.post(f"{url}api/games", json=wish, timeout=30).json()
    token = made["tokens"]["host"]
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{url}api/games/{made['id']}", headers=headers).status_code == 200
    page = httpx.get(f"http://127.0.0.1:{port}/", timeout=30).text
    assert made["id"] in page
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - begun < 15
    lines: list[Any] = [json.loads(line) for line in errors.splitlines() if line.strip()]
    assert any(f"/api/games/{made['id']}" in line["text"] for line in lines)
    assert all(set(line) >= {"time", "level", "logger", "text"} for line in lines)
    assert token not in errors


@pytest.mark.parametrize("words", [["--watch", "here"], ["--watch", "1:x"], ["--log", "xml"]])
def test_serve_refuses_what_it_cannot_read(words: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sandtable.cli", "serve", "--no-browser", "--port", "0"]
    command += ["--database", str(tmp_path / "games.db"), *words]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert words[0] in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_fault_is_one_line_of_json() -> None:
    try:
        raise ValueError('a "bad"\nthing')
    except ValueError:
        record = logging.getLogger("sandtable.x").makeRecord(
            "sandtable.x", logging.ERROR, __file__, 1, "it %s", ("broke\n",), sys.exc_info()
        )
    line = JsonLines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["text"]) == ("error", "it broke\n")
    assert 'ValueError: a "bad"' in found["trace"]
    assert key()
