"""Europe 1940. Ledger: docs/rules/global-1940.md."""

from __future__ import annotations

from sandtable.games.axis1940.rules import Rules1940


class Europe1940(Rules1940):
    id = "europe-1940"
    name = "Europe 1940"
    summary = "Six powers in Europe, Africa and the Atlantic, from summer 1940"
    board = "europe-1940"
    tables = "europe"
