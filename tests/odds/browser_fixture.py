"""What the client's kernel must say: ``python -m tests.odds.browser_fixture`` writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import sandtable
from sandtable import odds
from sandtable.odds.planned import planned

FILE = Path(__file__).parents[2] / "web" / "tests" / "kernel.json"
PLANS = {
    "ukraine": ["move 3 infantry, 2 tank bulgaria-romania > ukraine"],
    "east-poland": [
        "move 3 infantry, 1 tank poland > east-poland",
        "move 1 fighter poland > east-poland",
    ],
    "egypt": [
        "move 1 infantry, 1 artillery, 1 tank libya > egypt",
        "move 1 bomber germany > egypt",
    ],
    "sz-2": ["move 1 fighter norway > sz-2", "move 1 submarine sz-7 > sz-2"],
    "sz-12": ["move 1 submarine sz-7 > sz-12", "move 1 fighter germany > sz-12"],
    "sz-6": ["move 1 fighter norway > sz-6", "move 1 submarine sz-5 > sz-6"],
}


def fixture() -> dict[str, Any]:
    """Who would fight where at the opening, plans of Germany, and what they promise."""
    game = sandtable.new("anniversary-1941", seed=7)
    game.play("end")
    fields = odds.fields(game.position)
    assert fields is not None
    plans = []
    for space, actions in PLANS.items():
        found = planned(game.position, "germany", space, actions)
        assert found.odds is not None, found.refusal
        plans.append({"space": space, "actions": actions, "odds": found.odds})
    data: dict[str, Any] = msgspec.to_builtins({"fields": fields, "plans": plans})
    return data


if __name__ == "__main__":
    text = msgspec.json.format(msgspec.json.encode(fixture()), indent=1)
    FILE.write_bytes(text + b"\n")
