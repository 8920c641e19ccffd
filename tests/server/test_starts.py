"""Right after a start everybody comes back at once."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from sandtable.games import BUILT_IN, find_title
from sandtable.server import codecs
from sandtable.server.app import create_app
from sandtable.server.settings import Settings

from .conftest import ROOT

STARTS = int(os.environ.get("SANDTABLE_STARTS", "3"))
TABLES = 16


@pytest.mark.timeout(300 + 10 * STARTS)
def test_many_tables_opened_at_once_after_a_start(settings: Settings) -> None:
    """``SANDTABLE_STARTS`` times. What two threads build at once ends the process."""
    titles = sorted(BUILT_IN)
    with TestClient(create_app(settings)) as client:
        wishes = [{"title": titles[number % len(titles)]} for number in range(TABLES)]
        games = [client.post("/api/games", json=wish).json()["id"] for wish in wishes]
    command = [sys.executable, "-m", "tests.server.open_all", str(settings.database), *games]
    for _ in range(STARTS):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, f"{TABLES}\n"), done.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "src/sandtable/server").glob("*.py")), ids=str)
def test_decoders_are_built_in_one_place_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name = ast.unparse(node.func)
        typed = name == "msgspec.json.decode" and any(k.arg == "type" for k in node.keywords)
        built = name == "msgspec.json.Decoder" and path.name != "codecs.py"
        assert not typed, f"line {node.lineno} builds its decoder when it is first used"
        assert not built, f"line {node.lineno} builds a decoder of its own"


def test_a_start_builds_every_title_before_any_thread(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: dict[object, object] = {}
    monkeypatch.setattr(codecs, "_built", built)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.server.app.SqliteStore", stop)
    with pytest.raises(KeyboardInterrupt):
        create_app(settings)
    assert all(find_title(title).state_type in built for title in BUILT_IN)


def test_a_decoder_is_built_once() -> None:
    assert codecs.decoder(list[int]) is codecs.decoder(list[int])
    with pytest.raises(msgspec.ValidationError):
        codecs.decoder(list[int]).decode(b'["x"]')
