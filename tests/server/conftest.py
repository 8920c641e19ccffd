"""A server with the toy titles, for tests that talk to it and for processes it starts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
from starlette.testclient import TestClient

from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from tests.conftest import TOYS

from .helpers import Table

ROOT = Path(__file__).parents[2]
BOTS = ("Glutton", "Sleeper", "Crasher", "Quitter", "Cheat", "Babbler", "Spy")

Opener: TypeAlias = Callable[..., TestClient]


def write_plugin(folder: Path) -> None:
    """A package that brings the toys, as another project would: found by worker processes too."""
    info = folder / "toys-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    titles = [f"{name} = {where}" for name, where in TOYS.items()]
    bots = [f"{name.lower()} = tests.server.strange_bots:{name}" for name in BOTS]
    (info / "entry_points.txt").write_text(
        "\n".join(["[sandtable.titles]", *titles, "[sandtable.bots]", *bots]) + "\n"
    )


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "plugin"
    write_plugin(folder)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database=tmp_path / "games.db",
        static=tmp_path / "no-client",
        hosts=("testserver",),
        workers=1,
        requests_burst=100_000,
        answers_burst=100_000,
        games_burst=10_000,
        bad_tokens_burst=10_000,
        messages_burst=1000,
        jobs_burst=1000,
        snapshot_every=8,
    )


@pytest.fixture
def opener(plugin: Path, toys: None, settings: Settings) -> Iterator[Opener]:
    """Opens servers on the same database, each with other settings if wished, one at a time."""
    opened: list[TestClient] = []

    def open_server(**changes: Any) -> TestClient:
        while opened:
            opened.pop().__exit__(None, None, None)
        app = create_app(msgspec.structs.replace(settings, **changes))
        client = TestClient(app, raise_server_exceptions=False)
        client.__enter__()
        opened.append(client)
        return client

    yield open_server
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(opener: Opener) -> TestClient:
    return opener()


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client)
