"""Sea battles for studies: a British fleet against a German one."""

from __future__ import annotations

from sandtable.games.axis.events import Fired
from sandtable.table import Event
from tests.rules.anniversary.study import Study


def sea(attackers: str, defenders: str, *edits: str) -> Study:
    """A British attack from zone 7 on German ships in zone 6; ships moved, aircraft flown.

    Aircraft come from the United Kingdom.
    """
    planes = ", ".join(u for u in attackers.split(", ") if "fighter" in u or "bomber" in u)
    ships = ", ".join(u for u in attackers.split(", ") if u not in planes.split(", "))
    study = Study(
        "clear",
        *([f"place {ships} sz-7"] if ships else []),
        *([f"place {planes} united-kingdom"] if planes else []),
        f"place {defenders} sz-6",
        *edits,
        "turn uk combat-move",
    )
    if ships:
        study.play(f"move {ships.replace('uk ', '')} sz-7 > sz-6")
    if planes:
        study.play(f"move {planes.replace('uk ', '')} united-kingdom > sz-6")
    return study


def shots(events: list[Event]) -> list[tuple[str, list[str]]]:
    """Who fired, in order: the volley's name and the units."""
    return [
        (e.what.partition(",")[0], [s.unit for s in e.shots])
        for e in events
        if isinstance(e, Fired)
    ]
