"""What the documents and the files in deploy/ say is so."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from sandtable.cli.app import main
from sandtable.server.settings import Settings

from .conftest import ROOT

DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "docs/security.md").read_text(encoding="utf-8")


def words_of(name: str) -> list[str]:
    """The command that a file in deploy/ starts."""
    text = (DEPLOY / name).read_text(encoding="utf-8").replace("\\\n", " ")
    if name == "Containerfile":
        found = re.search(r"^ENTRYPOINT (\[.*\])$", text, re.M)
        assert found is not None
        words: list[str] = json.loads(found[1])
        return words
    found = re.search(r"^ExecStart=(.*)$", text, re.M)
    assert found is not None
    command = shlex.split(found[1])
    return shlex.split(command[2]) if command[0] == "/bin/sh" else command


@pytest.fixture
def options(capsys: pytest.CaptureFixture[str]) -> dict[str, set[str]]:
    known = {}
    for command in (["serve"], ["admin", "backup"]):
        assert main([*command, "--help"]) == 0
        known[" ".join(command)] = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out))
    return known


@pytest.mark.parametrize("name", ["Containerfile", "sandtable.service", "sandtable-backup.service"])
def test_what_is_deployed_is_understood(name: str, options: dict[str, set[str]]) -> None:
    program, *words = words_of(name)
    assert Path(program).name == "sandtable"
    command = "serve" if words[0] == "serve" else " ".join(words[:2])
    given = {word for word in words if word.startswith("--")}
    assert given
    assert given <= options[command]


def test_hosting_lists_every_option_of_serve(options: dict[str, set[str]]) -> None:
    table = HOSTING[HOSTING.index("## Options of `serve`") : HOSTING.index("## Watching it")]
    listed = set(re.findall(r"--[a-z][a-z-]+", table))
    assert listed == options["serve"] - {"--help"}


def test_the_limits_in_the_documents_are_the_settings() -> None:
    plain = Settings()
    mega = 2**20
    stored = (
        f"| stored games | {plain.games_per_address} and {plain.bytes_per_address // mega} MB an "
        f"address, {plain.bytes_total // 2**30} GB in all"
    )
    assert stored in HOSTING
    assert f"{plain.sockets_per_game} a table, {plain.sockets_per_address} an address" in HOSTING


def test_every_file_and_test_that_is_named_is_there() -> None:
    for text in (HOSTING, SECURITY):
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert (ROOT / "docs" / target).exists(), target
    for name in re.findall(r"`((?:tests/[a-z/]+/)?test_[a-z_]+)`", SECURITY):
        path = name if name.startswith("tests/") else f"tests/server/{name}"
        assert (ROOT / f"{path}.py").exists(), name


def test_the_proxy_lets_through_what_the_server_takes() -> None:
    """An import as large as the server reads must not end at the proxy."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    found = re.search(r"client_max_body_size (\d+)m;", text)
    assert found is not None
    assert int(found[1]) * 2**20 > Settings().import_bytes
    assert text.count("{") == text.count("}")
