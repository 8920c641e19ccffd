"""What the commands share: arguments, files, output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import typer

from sandtable import Game, load, read, title_ids
from sandtable.table import BadRecord, Malformed, Record, SandtableError


class Fault(Exception):
    """Ends a command with one line on stderr and an exit code."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


def complete_title(incomplete: str) -> list[str]:
    return [title for title in title_ids() if title.startswith(incomplete)]


Title: TypeAlias = Annotated[
    str, typer.Argument(help="A title's id; see 'sandtable games'.", autocompletion=complete_title)
]
RecordFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="RECORD", help="A record, or a save (.json).", show_default=False)
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
At: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="After the first N actions instead of all.")
]
OptionPairs: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option; may be repeated."),
]


def say(text: str = "") -> None:
    print(text)


def say_error(text: str) -> None:
    print("sandtable:", " ".join(text.split()), file=sys.stderr)


def say_json(data: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def pairs(given: Iterable[str] | None, what: str) -> dict[str, str]:
    """``name=value`` arguments as a dict."""
    found: dict[str, str] = {}
    for item in given or ():
        name, equals, value = item.partition("=")
        if not (name and equals and value):
            raise Fault(f"--{what} takes NAME=VALUE, not '{item}'")
        if name in found:
            raise Fault(f"--{what} {name} is given twice")
        found[name] = value
    return found


def open_record(path: Path) -> Record:
    """The record in a file (or of a save), read but not played."""
    try:
        return read(path)
    except SandtableError as error:
        raise Fault(_located(path, error)) from error


def open_game(path: Path, at: int | None = None) -> Game:
    """The game in a file, at its end or after some actions."""
    try:
        return load(path, at=at)
    except SandtableError as error:
        raise Fault(_located(path, error)) from error


def _located(path: Path, error: SandtableError) -> str:
    text = str(error)
    return text if isinstance(error, Malformed) and str(path) in text else f"{path}: {text}"


def refusal_facts(error: BadRecord) -> dict[str, Any]:
    """A bad record as data: line and reason, and for an illegal action its rule and code."""
    refusal = error.refusal
    return {
        "ok": False,
        "line": error.line,
        "reason": refusal.text if refusal else error.reason,
        "rule": refusal.rule if refusal else "",
        "code": refusal.code if refusal else "",
        "args": refusal.args if refusal else {},
    }
