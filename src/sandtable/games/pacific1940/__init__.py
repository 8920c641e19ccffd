"""Pacific 1940. Ledger: docs/rules/global-1940.md."""

from __future__ import annotations

from sandtable.games.axis1940.rules import Rules1940


class Pacific1940(Rules1940):
    id = "pacific-1940"
    name = "Pacific 1940"
    summary = "Japan against the powers of the Pacific, from summer 1940"
    board = "pacific-1940"
    tables = "pacific"
