"""The rule ledgers as the browser shows them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sandtable import ledger as books
from sandtable.table import Malformed

from .problems import Problem
from .shapes import LedgerOut, RuleOut

_NAME = re.compile(r"[a-z0-9-]{1,64}")


def read_ledger(name: str) -> LedgerOut:
    """Raises 404 for a name that is none; only plain names ever reach the file system."""
    try:
        if not _NAME.fullmatch(name):
            raise Malformed("no ledger has such a name")
        return _read(books.folder() / f"{name}.md")
    except Malformed as error:
        raise Problem(404, "no-ledger", "there is no such rule ledger") from error


@cache
def _read(path: Path) -> LedgerOut:
    entries = [
        RuleOut(
            id=entry.id,
            section=entry.section,
            scope=entry.scope,
            title=entry.title,
            text=entry.text,
            source=entry.source.removeprefix("Source: "),
        )
        for entry in books.read(path.stem)
    ]
    title, intro = path.stem, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            break
        if line.startswith("# "):
            title = line[2:].strip()
        elif line.strip():
            intro.append(line.strip())
    return LedgerOut(id=path.stem, title=title, intro="\n".join(intro), entries=entries)
