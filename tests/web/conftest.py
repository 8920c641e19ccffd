"""A real server and a real Chromium.

The browser is the one that ``SANDTABLE_BROWSER`` names; without it these tests are skipped, and
one that was named and is not there is a failure: ``SANDTABLE_BROWSER=chromium ./check tests/web``.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.access import AXE
from tests.web.desk import Desk
from tests.web.hands import Hands, Pointer
from tests.web.house import Server
from tests.web.keys import Keys

ROOT = Path(__file__).parents[2]
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio")

Desks: TypeAlias = Callable[..., Desk]


def missing(why: str) -> NoReturn:
    """Whoever names a browser wants these tests to run."""
    if os.environ.get("SANDTABLE_BROWSER"):
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def chromium() -> str:
    named = os.environ.get("SANDTABLE_BROWSER")
    if named:
        found = shutil.which(named)
        if found is None:
            pytest.fail(f"SANDTABLE_BROWSER names {named}, which is no program here")
        return found
    pytest.skip("no browser is named (SANDTABLE_BROWSER=chromium)")


def build_hook() -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    return hook


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built client; built now if it is missing or older than its sources."""
    hook = build_hook()
    web = ROOT / "web"
    dist = web / "dist"
    with turn(tmp_path_factory):
        if not hook.is_current(web, dist):
            try:
                hook.find_node()
            except (ImportError, RuntimeError):
                missing("the client is not built and there is no Node to build it")
            if (web / "node_modules").is_dir():
                assert hook.npm(web, "run", "build") == 0, "the client does not build"
                (dist / hook.STAMP).write_text(hook.fingerprint(web))
            else:
                hook.build(web, dist)
    return dist


@pytest.fixture(scope="session")
def axe(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """axe-core, which is one of the client's tools: they are installed if they lack it."""
    with turn(tmp_path_factory):
        if not AXE.is_file():
            build_hook().install(ROOT / "web")
    return AXE


class turn:  # noqa: N801 - read as a sentence: with turn(...)
    """One process at a time, where several run these tests."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        base = factory.getbasetemp()
        self.place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "building"

    def __enter__(self) -> None:
        deadline = time.monotonic() + 300
        while True:
            try:
                self.place.mkdir()
                return
            except FileExistsError:
                assert time.monotonic() < deadline, "another process never finished building"
                time.sleep(0.2)

    def __exit__(self, *_: object) -> None:
        self.place.rmdir()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as engine:
        found = engine.chromium.launch(executable_path=chromium, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(
    client: Path, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One for all tests: each makes tables of its own."""
    running = Server(tmp_path_factory.mktemp("server") / "tables.db")
    yield running
    running.kill()


@pytest.fixture
def mortal(client: Path, chromium: str, tmp_path: Path) -> Iterator[Server]:
    """A server that a test has to itself and may kill."""
    running = Server(tmp_path / "tables.db")
    yield running
    running.kill()


@pytest.fixture
def desk(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Desks]:
    """Opens a window of its own each time: another person at the table."""
    opened: list[Desk] = []

    def make(**wishes: Any) -> Desk:
        url = wishes.pop("url", None) or request.getfixturevalue("server").url
        made = Desk(browser, url, **wishes)
        opened.append(made)
        return made

    yield make
    for one in opened:
        one.close()


@pytest.fixture(params=["mouse", "finger", "keys"])
def hands(request: pytest.FixtureRequest, desk: Desks) -> Hands:
    """Whatever is played with these is played in all three ways."""
    me = desk(phone=request.param == "finger")
    return Keys(me) if request.param == "keys" else Pointer(me)
