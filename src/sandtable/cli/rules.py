"""``sandtable rules``: the ledgers, where their rules live, and which of them no test names."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from sandtable import ledger, title_ids
from sandtable.games import find_title
from sandtable.places import naming_tests, places

from .common import Fault, Json, say, say_json


def register(app: typer.Typer) -> None:
    app.command("rules")(rules)


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]... | [TITLE]", help="Rules, or with --uncovered a title."),
    ] = None,
    search: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Rules that contain all these words.")
    ] = None,
    uncovered: Annotated[
        bool, typer.Option("--uncovered", help="Rules that no test names (needs a clone).")
    ] = False,
    tests: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the tests are.")
    ] = None,
    json: Json = False,
) -> int:
    """Print rules by id with the code and the tests of each, search them, or list those without
    a test (exit code 1 if any)."""
    if uncovered:
        if search is not None:
            raise Fault("--uncovered and --search exclude each other")
        missing = _uncovered(names or [], tests)
        _print(missing, json)
        return 1 if missing else 0
    if search is not None:
        if names:
            raise Fault(f"--search takes all its words together: --search '{search} ...'")
        _print(list(ledger.search(search)), json)
        return 0
    if not names:
        raise Fault("name a rule (AN-101), or use --search WORDS or --uncovered [TITLE]")
    folder = tests or ledger.clone_tests(Path.cwd())
    found = [_located(ledger.find(name), folder) for name in names]
    if json:
        say_json(found)
    else:
        for located in found:
            say(page(located))
            for where in located.code:
                say(f"  code  {where}")
            for where in located.tests:
                say(f"  test  {where}")
    return 0


class Located(ledger.Entry, frozen=True):
    """A rule, where the code carries it out, and which tests name it."""

    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


def _located(entry: ledger.Entry, tests: Path | None) -> Located:
    named = naming_tests(entry.id, tests) if tests is not None and tests.is_dir() else ()
    return Located(
        **msgspec.structs.asdict(entry),
        code=tuple(map(str, places(entry.id))),
        tests=tuple(named),
    )


def _uncovered(names: list[str], tests: Path | None) -> list[ledger.Entry]:
    wanted = [_ledger(name) for name in names] or list(ledger.ledgers())
    folder = tests or ledger.clone_tests(Path.cwd())
    if folder is None or not folder.is_dir():
        raise Fault("--uncovered reads the tests: run it in a clone, or say --tests FOLDER")
    return [entry for name in wanted for entry in ledger.uncovered(name, folder)]


def _ledger(name: str) -> str:
    found = ledger.ledger_named(name)
    if found is None and name in title_ids():
        found = find_title(name).ledger
    if found is None:
        raise Fault(f"there is no title or ledger {name}; ledgers: {', '.join(ledger.ledgers())}")
    return found


def _print(entries: Iterable[ledger.Entry], json: bool) -> None:
    if json:
        say_json(list(entries))
        return
    for entry in entries:
        say(f"{entry.id} {entry.title}")


def page(entry: ledger.Entry) -> str:
    """A rule for a terminal."""
    width = min(shutil.get_terminal_size().columns, 100)
    head = f"{entry.id} {entry.title}"
    place = f"{entry.ledger}, {entry.section}" + (f" ({entry.source})" if entry.source else "")
    body = textwrap.wrap(entry.text, width, initial_indent="  ", subsequent_indent="  ")
    return "\n".join([head, *body, f"  [{place}]"])
