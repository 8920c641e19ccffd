"""The results file: JSON lines, a header and then one line for each game played."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sandtable.table import Malformed, OptionValue

from .match import BUDGET_MS, Played


class Header(msgspec.Struct, kw_only=True):
    """What was asked for. A run goes on with a file only if this is the same."""

    arena: str
    """The title."""
    bots: tuple[str, ...]
    games: int
    rounds: int
    seed: str
    options: dict[str, OptionValue] = {}
    budget_ms: int = BUDGET_MS
    """What each decision may take."""


class Results:
    """Games of an arena, in memory and (with a path) on disk, written as they come in."""

    def __init__(self, header: Header, path: Path | None = None) -> None:
        self.header = header
        self.path = path
        self.games: dict[int, Played] = {}

    def add(self, played: Played) -> None:
        self.games[played.number] = played
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")

    def list(self) -> list[Played]:
        return [self.games[number] for number in sorted(self.games)]


def read_results(path: Path) -> Results:
    """The results in a file; a last line that was cut off by an interruption is dropped."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror or error}") from error
    if not lines:
        raise Malformed(f"{path} is empty")
    try:
        results = Results(msgspec.json.decode(lines[0], type=Header), path)
        for line in lines[1:]:
            if not line.endswith(b"\n"):
                break
            played = msgspec.json.decode(line, type=Played)
            results.games[played.number] = played
    except msgspec.MsgspecError as error:
        raise Malformed(f"{path} is no results file of an arena: {error}") from error
    return results


def open_results(header: Header, path: Path | None) -> Results:
    """A new results file, or one that is gone on with."""
    if path is None:
        return Results(header)
    if path.exists() and path.stat().st_size:
        results = read_results(path)
        if results.header != header:
            raise Malformed(f"{path} holds another arena; give another file or the same arguments")
        _repair(path)
        return results
    results = Results(header, path)
    try:
        path.write_bytes(msgspec.json.encode(header) + b"\n")
    except OSError as error:
        raise Malformed(f"cannot write {path}: {error.strerror or error}") from error
    return results


def _repair(path: Path) -> None:
    """Cut off a half-written last line."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        path.write_bytes(data[: data.rfind(b"\n") + 1])
