"""Europe 1940. Ledger: docs/rules/global-1940.md."""

from __future__ import annotations

from sandtable.games.axis.victory import Goal
from sandtable.games.axis1940.rules import Rules1940

ALLIES = "eastern-united-states, united-kingdom, france, russia"


class Europe1940(Rules1940):
    id = "europe-1940"
    name = "Europe 1940"
    summary = "Six powers in Europe, Africa and the Atlantic, from summer 1940"
    board = "europe-1940"
    tables = "europe"
    partners = (("germany", "italy"), ("usa", "france"))
    victory = (
        Goal(
            side="axis",
            text="victory cities",
            need=8,
            also="at-least(1; axis; germany, southern-italy)",
            when="turn-start",
        ),
        Goal(
            side="allies",
            text="Axis capitals",
            spaces="germany, southern-italy",
            need=2,
            also=f"at-least(1; allies; {ALLIES})",
            when="turn-start",
        ),
    )
