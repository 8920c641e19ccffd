"""Where a rule lives: the places in the code that carry it out, and the tests that name it.

Ids stand in a title's own folder and nowhere else, in one of three ways:

- in a docstring, a comment, a refusal or a row of a table, where the title itself does it;
- in ``rule_ids``, where the family refuses with a code: the place is where the code is used;
- in ``places.txt``, where the family or a table does it: ``path name ids`` on a line.

A worked case (``XY-W01``) lives where the rules do that it says it covers.

>>> [str(place) for place in places("FA-210")][0].startswith("games/fortress/")
True
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from sandtable import ledger
from sandtable.games import find_title, title_ids
from sandtable.table import Rules

ROOT = Path(__file__).resolve().parent

_ID = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z]?\d+\b")
_RANGE = re.compile(r"\b([A-Z][A-Z0-9]*)-(\d+)(?: to |\.\.)(?:\1-)?(\d+)\b")
_ENDINGS = (".py", ".toml", ".csv")


class Place(msgspec.Struct, frozen=True, order=True):
    """A line of the code, and what it belongs to: a function, a class, a table."""

    path: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}".rstrip()


def places(rule: str) -> tuple[Place, ...]:
    """Where the rule with this id is carried out; raises ``Malformed`` for an unknown id."""
    entry = ledger.find(rule)
    known = _known(entry.ledger)
    found = known.get(entry.id, set())
    if not found and entry.id.partition("-")[2].startswith("W"):
        covered = ids_in(f"{entry.text} {entry.source}")
        found = {place for other in covered for place in known.get(other, ())}
    return tuple(sorted(found))


@cache
def _known(book: str) -> dict[str, set[Place]]:
    """All places of all rules of a ledger."""
    found: dict[str, set[Place]] = {}
    for rules in _titles(book):
        for rule, place in _of_title(rules):
            found.setdefault(rule, set()).add(place)
    return found


def _of_title(rules: Rules[Any]) -> Iterator[tuple[str, Place]]:
    folders = _folders(rules)
    for folder in folders:
        for path in _sources(folder):
            # A table of rule ids says where a rule is, and is no place of it.
            if path.suffix in _ENDINGS and "rule_ids" not in (path.stem, path.parent.name):
                yield from _named_in(path)
    codes: dict[str, list[str]] = {}
    for code, rule in getattr(rules, "rule_ids", {}).items():
        codes.setdefault(code, []).append(rule)
    if codes:
        yield from _refused_in(folders, codes)
    for listing in _listings(rules):
        yield from _listed_in(listing, rules.ledger, [])


def _titles(book: str) -> list[Rules[Any]]:
    """The titles that a ledger is of."""
    titles = (find_title(title) for title in title_ids())
    return [rules for rules in titles if rules.ledger == book]


def _listings(rules: Rules[Any]) -> list[Path]:
    listings = (folder / "places.txt" for folder in _folders(rules))
    return [listing for listing in listings if listing.is_file()]


def _folders(rules: Rules[Any]) -> list[Path]:
    """The title's own folder, those of what it is derived from, and that of its tables; or a
    module by itself."""
    folders: list[Path] = []
    for kind in type(rules).__mro__:
        if kind is Rules:
            break
        module = Path(inspect.getfile(kind)).resolve()
        package = (module.parent / "__init__.py").is_file()
        folder = module.parent if package else module
        if folder not in folders:
            folders.append(folder)
    tables = getattr(rules, "package", "")  # several titles may share the tables of a board
    if tables:
        board = Path(next(iter(import_module(tables).__path__)))
        if board not in folders:
            folders.append(board)
    return folders


def _sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*")) if folder.is_dir() else [folder]


# The three ways


def ids_in(text: str) -> Iterator[str]:
    """The ids that a text spells out, those of a range included.

    >>> list(ids_in("FA-241 to FA-243, FA-904"))
    ['FA-241', 'FA-243', 'FA-904', 'FA-242']
    """
    yield from _ID.findall(text)
    for letters, first, last in _RANGE.findall(text):
        for number in range(int(first) + 1, int(last)):
            yield f"{letters}-{number:0{len(first)}}"


def _named_in(path: Path) -> Iterator[tuple[str, Place]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    named = [(number, set(ids_in(line))) for number, line in enumerate(lines, 1)]
    spans = _spans(path) if path.suffix == ".py" else []
    for number, ids in named:
        for rule in ids:
            yield rule, Place(_short(path), number, _around(spans, number))


def _refused_in(
    folders: Iterable[Path], codes: dict[str, list[str]]
) -> Iterator[tuple[str, Place]]:
    """Where a call hands on one of these codes."""
    for folder in folders:
        for path in (path for path in _sources(folder) if path.suffix == ".py"):
            spans = _spans(path)
            for node in ast.walk(_tree(path)):
                if not isinstance(node, ast.Call):
                    continue
                for word in node.args:
                    if isinstance(word, ast.Constant) and word.value in codes:
                        place = Place(_short(path), word.lineno, _around(spans, word.lineno))
                        yield from ((rule, place) for rule in codes[word.value])


def _listed_in(listing: Path, book: str, faults: list[str]) -> Iterator[tuple[str, Place]]:
    """The lines of a ``places.txt``: a path beside the title's folder, a name, ids and ranges.

    A line that names what is not there any more is put among the faults and left out.
    """
    known = {entry.id for entry in ledger.read(book)}
    for number, line in enumerate(listing.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        ids = [word for word in words[1:] if _ID.search(word)]
        name = " ".join(word for word in words[1:] if word not in ids)
        try:
            place = _place_of(listing.parent.parent / words[0], name)
        except (OSError, LookupError):
            faults.append(f"{_short(listing)}:{number}: there is no {words[0]} {name}")
            continue
        for word in ids:
            if ".." not in word and word not in known:
                faults.append(f"{_short(listing)}:{number}: there is no rule {word}")
            yield from ((rule, place) for rule in ids_in(word) if rule in known)


def faults(book: str) -> list[str]:
    """What the lists of a ledger's titles name and is not there."""
    found: list[str] = []
    for rules in _titles(book):
        for listing in _listings(rules):
            list(_listed_in(listing, book, found))
    return sorted(set(found))


def _place_of(path: Path, name: str) -> Place:
    if path.suffix != ".py" or not name:
        path.stat()
        return Place(_short(path), 1, name)
    spans = _spans(path)
    for first, _, spanned in spans:
        if spanned == name:
            return Place(_short(path), first, name)
    for node in _tree(path).body:  # a constant
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(t, ast.Name) and t.id == name for t in targets):
            return Place(_short(path), node.lineno, name)
    raise LookupError(name)


# Reading sources


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def _spans(path: Path) -> list[tuple[int, int, str]]:
    """First line, last line and name of every class and function, outer ones first."""
    found: list[tuple[int, int, str]] = []

    def look(node: ast.AST, inside: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{inside}{child.name}"
                found.append((child.lineno, child.end_lineno or child.lineno, name))
                look(child, f"{name}.")
            else:
                look(child, inside)

    look(_tree(path), "")
    return found


def _around(spans: list[tuple[int, int, str]], line: int) -> str:
    """The innermost class or function that a line belongs to."""
    return next((name for first, last, name in reversed(spans) if first <= line <= last), "")


def _short(path: Path) -> str:
    """As seen from the package, or from its own folder if the title is somebody else's."""
    base = ROOT if path.is_relative_to(ROOT) else path.parents[1]
    return path.relative_to(base).as_posix()


# Tests


def naming_tests(rule: str, tests: Path) -> list[str]:
    """The tests that name a rule, as pytest wants them named; a whole module by its path."""
    found: list[str] = []
    for place in ledger.covered(tests, only=rule).get(rule, []):
        path, _, line = place.rpartition(":")
        test = _decorated(_tree(tests.parent / path), int(line), "")
        found.append(f"{path}{test}")
    return list(dict.fromkeys(found))


def _decorated(node: ast.AST, line: int, inside: str) -> str:
    """``::TestClass::test_it`` for a line among the decorators of a test, or the class's part."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{inside}::{child.name}"
            if any(d.lineno <= line <= (d.end_lineno or d.lineno) for d in child.decorator_list):
                return name
            if child.lineno <= line <= (child.end_lineno or child.lineno):
                return _decorated(child, line, name)
    return inside
