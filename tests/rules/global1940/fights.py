"""Battles of the 1940 titles, set up in a line: one on land, one at sea, one from the sea."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axis.events import Fired
from sandtable.table import Event
from tests.rules.global1940.study import Study


def named(power: str, units: str) -> str:
    """``2 infantry, 1 tank`` as ``2 germany infantry, 1 germany tank``."""
    parts = [part.split(" ", 1) for part in units.split(", ")]
    return ", ".join(f"{count} {power} {unit}" for count, unit in parts)


def on_land(attackers: str, *defenders: str, dice: Iterable[int] = ()) -> tuple[Study, list[Event]]:
    """Germans go from Poland into the Baltic States; defenders as in an edit."""
    study = Study(
        "clear",
        "war germany ussr",
        f"place {named('germany', attackers)} poland",
        *(f"place {units} baltic-states" for units in defenders),
        "turn germany combat-move",
        dice=dice,
    )
    return study, study.play(f"move {attackers} poland > baltic-states", "end")


def at_sea(
    attackers: str, *defenders: str, dice: Iterable[int] = (), edits: Iterable[str] = ()
) -> tuple[Study, list[Event]]:
    """Germans go from sz-112 to sz-110; aircraft among them start in Western Germany."""
    study = Study(
        "clear",
        "airbase united-kingdom none",
        *_start(attackers),
        *(f"place {units} sz-110" for units in defenders),
        *edits,
        "turn germany combat-move",
        dice=dice,
    )
    for where, units in _parties(attackers).items():
        study.play(f"move {units} {where} > sz-110")
    return study, study.play("end")


PLANES = ("fighter", "tactical-bomber", "strategic-bomber")


def _parties(units: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for part in units.split(", "):
        where = "western-germany" if part.split(" ")[1] in PLANES else "sz-112"
        found.setdefault(where, []).append(part)
    return {where: ", ".join(parts) for where, parts in found.items()}


def _start(units: str) -> list[str]:
    return [f"place {named('germany', some)} {where}" for where, some in _parties(units).items()]


def shots(events: Iterable[Event]) -> list[tuple[str, int, int]]:
    """All dice that were rolled: (unit, hits at, dice)."""
    fired = [event for event in events if isinstance(event, Fired)]
    return [(s.unit, s.needed, len(s.faces)) for event in fired for s in event.shots]
