"""Battles of the house variant, set up in a line: one on land, one at sea."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axis.events import Fired
from sandtable.table import Event
from tests.rules.house1940.study import Study

PLANES = ("fighter", "torpedo-bomber", "bomber")


def named(power: str, units: str) -> str:
    """``2 infantry, 1 tank`` as ``2 germany infantry, 1 germany tank``."""
    parts = [part.split(" ", 1) for part in units.split(", ")]
    return ", ".join(f"{count} {power} {unit}" for count, unit in parts)


def on_land(
    attackers: str, *defenders: str, dice: Iterable[int] = (), edits: Iterable[str] = ()
) -> Study:
    """Germans go from Poland into the Baltic States; defenders as in an edit."""
    study = Study(
        "clear",
        "war germany ussr",
        f"place {named('germany', attackers)} poland",
        *(f"place {units} baltic-states" for units in defenders),
        *edits,
        "turn germany combat-move",
    )
    study.play(f"move {attackers} poland > baltic-states", "end", dice=dice)
    return study


def at_sea(
    attackers: str, *defenders: str, dice: Iterable[int] = (), edits: Iterable[str] = ()
) -> Study:
    """Germans go from sz-112 to sz-110 (aircraft from Western Germany) and attack."""
    parties: dict[str, list[str]] = {}
    for part in attackers.split(", "):
        where = "western-germany" if part.split(" ")[1] in PLANES else "sz-112"
        parties.setdefault(where, []).append(part)
    study = Study(
        "clear",
        *(
            f"place {named('germany', ', '.join(units))} {where}"
            for where, units in parties.items()
        ),
        *(f"place {units} sz-110" for units in defenders),
        *edits,
        "turn germany combat-move",
    )
    study.dice.add(dice)
    for where, units in parties.items():
        study.play(f"move {', '.join(units)} {where} > sz-110")
        while study.step == "Interception":
            study.play("hold")
    study.play("end")
    if "fight sz-110" in study.legal("fight"):
        study.play("fight sz-110")
    return study


def shots(events: Iterable[Event]) -> list[tuple[str, int, int]]:
    """All dice that were rolled: (unit, hits at, dice)."""
    fired = [event for event in events if isinstance(event, Fired)]
    return [(s.unit, s.needed, len(s.faces)) for event in fired for s in event.shots]
