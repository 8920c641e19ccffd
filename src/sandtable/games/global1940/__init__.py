"""Global 1940. Ledger: docs/rules/global-1940.md."""

from __future__ import annotations

from sandtable.games.axis1940.research import RESEARCH
from sandtable.games.axis1940.rules import Rules1940


class Global1940(Rules1940):
    id = "global-1940"
    name = "Global 1940"
    summary = "Both boards joined, nine powers, politics and neutrals, from summer 1940"
    board = "global-1940"
    tables = "global"
    options = (*Rules1940.options, RESEARCH)
