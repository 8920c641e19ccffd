"""The project keeps its promises about itself."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import sandtable
from sandtable import ledger
from tools import client_types

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LOCKS = ("requirements.lock", "requirements-dev.lock")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_rule_of_the_ledgers_is_read() -> None:
    """Each bullet that shows an id is an entry, and no id appears twice."""
    for name in ledger.ledgers():
        bullets = re.findall(r"^- `([A-Z0-9]+-[A-Z0-9]+)`", text(f"docs/rules/{name}.md"), re.M)
        entries = ledger.read(name)
        assert [entry.id for entry in entries] == bullets
        assert len(set(bullets)) == len(bullets) > 100
        for entry in entries:
            assert entry.title, entry.id
            assert entry.text, entry.id
            assert entry.section, entry.id


def test_tests_name_only_rules_that_exist() -> None:
    known = {entry.id for name in ledger.ledgers() for entry in ledger.read(name)}
    unknown = {
        rule: places for rule, places in ledger.covered(ROOT / "tests").items() if rule not in known
    }
    assert not unknown


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_short_and_say_what_they_are(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    long = len(source.splitlines()) > 500
    assert not long or "Longer than 500 lines because" in source
    if source.strip():
        assert ast.get_docstring(ast.parse(source)), "a module begins with what it is for"


def test_the_commands_of_the_readme_are_the_scripts_that_ci_runs() -> None:
    readme = text("README.md")
    assert "./sandtable play anniversary-1941" in readme
    assert "./check" in readme
    assert re.search(r"^\./check$", text(".ci/run"), re.M)
    for script in ("sandtable", "check", ".ci/run", "scripts/lock"):
        assert os.access(ROOT / script, os.X_OK), script


def test_the_changelog_knows_this_version() -> None:
    assert f"## [{sandtable.__version__}]" in text("CHANGELOG.md")


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_is_complete_hashed_and_names_no_host(name: str) -> None:
    lock = text(name)
    assert "://" not in lock
    assert "--index-url" not in lock
    pinned = re.findall(r"^([a-z0-9-]+)==", lock, re.M)
    blocks = re.split(r"^(?=[a-z0-9-]+==)", lock, flags=re.M)[1:]
    assert len(blocks) == len(pinned)
    assert all("--hash=sha256:" in block for block in blocks)
    project = tomllib.loads(text("pyproject.toml"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    if name == "requirements-dev.lock":
        wanted += project["dependency-groups"]["dev"]
    for requirement in wanted:
        package = re.split(r"[<>=\[ ;]", requirement)[0].lower().replace("_", "-")
        assert package in pinned, f"{package} is not locked; run scripts/lock"


def test_both_locks_agree() -> None:
    pins = [set(re.findall(r"^[a-z0-9-]+==[^\s;]+", text(name), re.M)) for name in LOCKS]
    assert pins[0] <= pins[1]


def test_the_wheel_has_the_ledgers_and_finds_them(tmp_path: Path) -> None:
    builder = pytest.importorskip("hatchling.builders.wheel", exc_type=ImportError)
    [wheel] = builder.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "site")
    assert "sandtable/py.typed" in names
    for path in SOURCES:
        assert path.relative_to(ROOT / "src").as_posix() in names
    outside = [name for name in names if not name.startswith(("sandtable/", "sandtable-"))]
    assert not outside
    code = (
        "import sandtable.ledger as l, sandtable.cli as c;"
        "assert 'site' in l.__file__, l.__file__;"
        "assert len(l.ledgers()) == 5, l.ledgers();"
        "raise SystemExit(c.main(['rules', 'AN-101']) or c.main(['games']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("AN-101 ")
    assert "\n  code  games/" in done.stdout
    for title in sandtable.title_ids():
        assert f"\n{title}  " in done.stdout, done.stderr


def test_the_clients_types_are_the_servers() -> None:
    """When this fails: ``.venv/bin/python -m tools.client_types`` writes them anew."""
    wanted = client_types.files()
    found = {path.name: path.read_text() for path in client_types.FOLDER.glob("*.ts")}
    assert found == wanted
