"""The rule ledgers: find a rule by its id, search them, see which ids no test names.

>>> entry = find("AN-004")
>>> entry.title, entry.section
('Neutrals are closed', '1. Board and spaces')
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from .table import Malformed

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE / "docs" / "rules", _HERE.parents[1] / "docs" / "rules")
"""In an installed wheel, and in a clone."""

_HEADING = re.compile(r"#+\s+(.*?)\s*$")
_ENTRY = re.compile(
    r"- `(?P<id>[A-Z0-9]+-[A-Z0-9]+)`(?: \[(?P<scope>\w+)\])? \*\*(?P<title>.+?)\*\*\s*"
    r"(?P<text>.*?)(?:\s*\*\((?P<source>.*)\)\*)?\s*$"
)


class Entry(msgspec.Struct, frozen=True):
    """One rule: its id, its name, what it says, and where it stands."""

    id: str
    title: str
    text: str
    section: str
    ledger: str
    source: str = ""
    scope: str = ""

    def __str__(self) -> str:
        return f"{self.id} {self.title}. {self.text}"


_ID = re.compile(r"[A-Z0-9]+-W?[0-9]+")


def folder() -> Path:
    """Where the ledgers are."""
    for place in _PLACES:
        if place.is_dir():
            return place
    raise Malformed("the rule ledgers are not installed with this copy of sandtable")


def ledgers() -> tuple[str, ...]:
    """The names of the ledgers, as ``Rules.ledger`` gives them."""
    return tuple(sorted(path.stem for path in folder().glob("*.md")))


def read(ledger: str) -> tuple[Entry, ...]:
    """All rules of a ledger, in its order."""
    return _read(folder() / f"{ledger}.md")


@cache
def _read(path: Path) -> tuple[Entry, ...]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Malformed(f"there is no ledger {path.stem}") from error
    entries: list[Entry] = []
    section = ""
    for line in lines:
        if heading := _HEADING.match(line):
            section = heading[1]
        elif found := _ENTRY.match(line):
            fields = {name: text or "" for name, text in found.groupdict().items()}
            fields["title"] = fields["title"].removesuffix(".")
            entries.append(Entry(section=section, ledger=path.stem, **fields))
    return tuple(entries)


def find(rule: str) -> Entry:
    """The rule with this id, however its letters are written; raises ``Malformed``."""
    wanted = rule.strip().upper()
    known: list[str] = []
    for ledger in ledgers():
        for entry in read(ledger):
            if entry.id == wanted:
                return entry
            known.append(entry.id)
    near = difflib.get_close_matches(wanted, known, n=3)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    raise Malformed(f"no ledger has a rule {rule}{hint}")


def search(words: str) -> Iterator[Entry]:
    """The rules that contain every one of the words, in their names or texts."""
    wanted = words.lower().split()
    for ledger in ledgers():
        for entry in read(ledger):
            text = str(entry).lower()
            if all(word in text for word in wanted):
                yield entry


def ledger_named(word: str) -> str | None:
    """The ledger a word means: its name, the first word of it, or the letters of its ids.

    >>> ledger_named("naval"), ledger_named("anniversary-1942"), ledger_named("AN")
    ('naval-battles', 'anniversary', 'anniversary')
    """
    names = ledgers()
    if word in names:
        return word
    for name in names:
        letters = {entry.id.partition("-")[0] for entry in read(name)[:1]}
        if name.partition("-")[0] == word.partition("-")[0] or word.upper() in letters:
            return name
    return None


# Which rules the tests name


def clone_tests(start: Path) -> Path | None:
    """The tests of the clone that this copy belongs to, or else of the one ``start`` is in."""
    for root in (*_HERE.parents[:2], start, *start.parents):
        if (root / "tests" / "test_project.py").is_file():
            return root / "tests"
    return None


def covered(tests: Path, only: str = "mark.rule") -> dict[str, list[str]]:
    """The ids that tests name with ``pytest.mark.rule``, each with the places that do.

    ``only`` leaves out modules in which these words do not occur.

    Where the ids of a mark come from a table (``pytest.mark.rule(rule) for rule, … in TABLE``)
    all ids that the module spells out count as named.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rule" not in text or only not in text:
            continue
        tree = ast.parse(text, str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    for rule in _named(argument, tree):
                        place = f"{path.relative_to(tests.parent)}:{node.lineno}"
                        found.setdefault(rule, []).append(place)
    return found


def _named(argument: ast.expr, module: ast.Module) -> Iterator[str]:
    """The ids that one argument of a mark stands for."""
    value = argument.value if isinstance(argument, ast.Starred) else argument
    try:
        literal = ast.literal_eval(value)
    except ValueError:
        strings = (node.value for node in ast.walk(module) if isinstance(node, ast.Constant))
        yield from (text for text in strings if isinstance(text, str) and _ID.fullmatch(text))
    else:
        yield from [literal] if isinstance(literal, str) else map(str, literal)


def uncovered(ledger: str, tests: Path) -> list[Entry]:
    """The rules of a ledger that no test names."""
    named = covered(tests)
    return [entry for entry in read(ledger) if entry.id not in named]
