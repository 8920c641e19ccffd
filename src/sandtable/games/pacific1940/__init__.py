"""Pacific 1940. Ledger: docs/rules/global-1940.md."""

from __future__ import annotations

from sandtable.games.axis.victory import Goal
from sandtable.games.axis1940.rules import Rules1940


class Pacific1940(Rules1940):
    id = "pacific-1940"
    name = "Pacific 1940"
    summary = "Japan against the powers of the Pacific, from summer 1940"
    board = "pacific-1940"
    tables = "pacific"
    partners = (("usa", "china"), ("uk", "anzac"))
    war_industry = {"usa": ("western-united-states",)}
    victory = (
        Goal(
            side="axis",
            text="victory cities",
            need=6,
            also="at-least(1; axis; japan)",
            when="turn-start",
        ),
        Goal(
            side="allies",
            text="Axis capitals",
            spaces="japan",
            need=1,
            also="at-least(1; allies; western-united-states, india, new-south-wales)",
            when="turn-start",
        ),
    )
