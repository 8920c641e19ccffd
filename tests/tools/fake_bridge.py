"""Stands in for the Java side: it buys an infantry, attacks Ukraine, and places where it can."""

from __future__ import annotations

import json
import sys
from typing import Any

ATTACK = {
    "kind": "move",
    "units": [{"type": "infantry", "owner": "Germans", "count": 3, "cargo": "", "outOf": ""}],
    "route": ["Bulgaria Romania", "Ukraine"],
    "raid": False,
}
NOWHERE = {**ATTACK, "route": ["Germany", "Ukraine"]}
ANSWERS: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("Germans", "purchase"): [{"kind": "buy", "units": {"infantry": 2, "armour": 1}}],
    ("Germans", "combat"): [ATTACK, NOWHERE],
    ("Germans", "place"): [{"at": "Germany", "units": {"infantry": 2, "armour": 1}}],
}


def main() -> None:
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        word, *rest = line.strip().split("|")
        if word == "go":
            power, phase = rest
            print(json.dumps({"did": ANSWERS.get((power, phase), [])}), flush=True)


if __name__ == "__main__":
    main()
