"""The command, and how the page gets into the package."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import httpx2 as httpx
import pytest
import typer
from typer.testing import CliRunner

from sandtable.cli import serve
from sandtable.cli.common import Fault

from .conftest import ROOT

PROGRAM = (
    "import typer; from sandtable.cli import serve; app = typer.Typer(); serve.register(app); app()"
)


def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    database = tmp_path / "new" / "games.db"
    arguments = ["--no-browser", "--port", "0", "--database", str(database)]
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        assert httpx.get(f"{address}api/titles").status_code == 200
        process.send_signal(signal.SIGINT)
        deadline = time.monotonic() + 10
        while process.poll() is None:
            assert time.monotonic() < deadline, "it does not stop"
            time.sleep(0.05)
        assert "Traceback" not in process.stdout.read()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert database.exists()


def test_what_cannot_be_served_is_one_sentence(tmp_path: Path) -> None:
    app = typer.Typer()
    serve.register(app)
    other = tmp_path / "notes.txt"
    other.write_text("not a database at all, but a text of some length" * 50)
    result = CliRunner().invoke(app, ["--no-browser", "--port", "0", "--database", str(other)])
    assert isinstance(result.exception, Fault)
    blocked = tmp_path / "file"
    blocked.write_text("")
    wish = ["--no-browser", "--port", "0", "--database", str(blocked / "games.db")]
    result = CliRunner().invoke(app, wish)
    assert isinstance(result.exception, Fault)


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_is_rebuilt_only_when_its_sources_changed(
    hook: ModuleType, tmp_path: Path
) -> None:
    web, dist = tmp_path / "web", tmp_path / "web" / "dist"
    for name in ("src/main.ts", "package.json", "tests/a.test.ts", "node_modules/x/y.js"):
        (web / name).parent.mkdir(parents=True, exist_ok=True)
        (web / name).write_text(name)
    assert not hook.is_current(web, dist)
    dist.mkdir()
    (dist / "index.html").write_text("page")
    assert hook.is_current(web, dist), "built by hand after the last change"
    os.utime(dist / "index.html", (1, 1))
    assert not hook.is_current(web, dist), "older than its sources"
    (dist / hook.STAMP).write_text(hook.fingerprint(web))
    assert hook.is_current(web, dist), "times do not matter where there is a stamp"
    (web / "tests" / "a.test.ts").write_text("other")
    (web / "node_modules" / "x" / "y.js").write_text("other")
    assert hook.is_current(web, dist)
    (web / "src" / "main.ts").write_text("other")
    assert not hook.is_current(web, dist)
