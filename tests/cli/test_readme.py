"""What the README shows of the terminal is what the terminal shows."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from sandtable.cli import main

README = Path(__file__).parents[2] / "README.md"


def test_the_transcript_is_real(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The typed lines, given to the program, lead to the lines shown; … leaves some out."""
    [block] = re.findall(r"^```console\n(.*?)^```", README.read_text("utf-8"), re.M | re.S)
    command, _, shown = block.partition("\n")
    typed = re.findall(r"^germany> (.*)$", shown, re.M)
    assert len(typed) > 5
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert main(shlex.split(command)[2:]) == 0
    rest = capsys.readouterr().out
    for part in filter(None, re.split(r"^…\n", shown, flags=re.M)):
        _, found, rest = rest.partition(part)
        assert found == part
