"""What a battle will probably do: exact first, bounded only where exact cannot reach.

One module or package for each family of titles; nothing is imported until it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sandtable.games import find_title
from sandtable.table import Malformed

REQUESTS = {"anniversary": "sandtable.odds.axis.request:odds_request"}
"""By ledger: who answers questions about odds that come as plain data (JSON)."""


def ask(data: Any) -> dict[str, Any]:
    """Answer a question such as a browser sends; ``title`` says which rules it is about."""
    title = data.get("title") if isinstance(data, dict) else None
    if not isinstance(title, str):
        raise Malformed("a question about odds names its title")
    where = REQUESTS.get(find_title(title).ledger)
    if where is None:
        raise Malformed(f"{title} answers no questions about odds in this form")
    module, _, name = where.partition(":")
    answer: Callable[[Any], dict[str, Any]] = getattr(import_module(module), name)
    return answer(data)
