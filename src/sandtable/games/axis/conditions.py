"""National objectives: conditions written as text in a title's ``objectives.csv``.

``all-of(axis; egypt, libya)``: arguments are divided by semicolons, lists by commas. The forms
are listed in docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

Term: TypeAlias = "str | Call | tuple[Term, ...]"


class Call(msgspec.Struct, frozen=True):
    """A form with its arguments; a list argument is a tuple."""

    name: str
    args: tuple[Term, ...]


class Objective(msgspec.Struct, frozen=True):
    power: str
    bonus: int
    text: str
    condition: Call


def read_objectives(rows: Iterable[Mapping[str, str]]) -> tuple[Objective, ...]:
    return tuple(
        Objective(row["power"], int(row["bonus"]), row["condition"], _parse(row["condition"]))
        for row in rows
    )


def _parse(text: str) -> Call:
    tokens = re.findall(r"[^\s(),;]+|[(),;]", text)
    term = _term(tokens)
    if tokens or not isinstance(term, Call):
        raise ValueError(f"cannot read the condition {text}")
    return term


def _term(tokens: list[str]) -> Term:
    """One form or name; commas make a list of the ones they join."""
    items: list[Term] = []
    while True:
        name = tokens.pop(0)
        if tokens and tokens[0] == "(":
            tokens.pop(0)
            args = [_term(tokens)]
            while tokens.pop(0) == ";":
                args.append(_term(tokens))
            items.append(Call(name, tuple(args)))
        else:
            items.append(name)
        if not tokens or tokens[0] != ",":
            break
        tokens.pop(0)
    return items[0] if len(items) == 1 else tuple(items)
