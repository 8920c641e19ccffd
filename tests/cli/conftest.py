"""Running the command line inside the test process, on the toy titles."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest

from sandtable.cli import main


class Ran(msgspec.Struct):
    """What a command left: exit code and both outputs."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    def refused(self, text: str, code: int = 2) -> None:
        """It failed as bad input must: one line on stderr that says what is wrong."""
        assert self.code == code
        assert len(self.err.splitlines()) == 1, self.err
        assert self.err.startswith("sandtable: ")
        assert text in self.err


Run: TypeAlias = Callable[..., Ran]

STUDY = """\
sandtable record 1
title: toy
option rounds: 1

edit: hand red 6
edit: hand blue 1
edit: stage 2
dice: 4 4
red: march 2 camp > hill
red: end
blue: end
blue: bid 1
red: bid 6
"""


@pytest.fixture
def run(
    toys: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Run:
    """``run("check", path, stdin=...)`` in an empty folder."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def command(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main([str(argument) for argument in arguments])
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    return command


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.txt"
    path.write_text(STUDY, encoding="utf-8")
    return path
