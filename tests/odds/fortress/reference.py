"""A battle of Fortress America worked out the slow way, in exact fractions, from the rulebook.

Nothing here comes from the program: dice, columns, order of losses and endings are written down
again after docs/rules/fortress-america.md, unit by unit and die by die. Only the policy by which
targets are chosen is not in the rulebook; it is the one that the odds state.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

CLASS = {
    "infantry": "foot",
    "partisan": "foot",
    "mobile": "vehicle",
    "tank": "vehicle",
    "helicopter": "air",
    "bomber": "air",
}
DIE = {"infantry": 6, "partisan": 6, "mobile": 6, "tank": 8, "helicopter": 8, "bomber": 10}
"""FA-169 to FA-172."""
ORDER = ("air", "vehicle", "foot")
"""FA-167."""
PRIZES = ("bomber", "tank", "helicopter", "mobile", "partisan", "infantry")
"""The policy: what a result falls on, if the rules leave the choice."""

Units = tuple[str, ...]
"""Names in the order of the alphabet."""


class Field(NamedTuple):
    """A battle at some moment."""

    attackers: Units
    disengaged: Units
    defenders: Units
    retreated: Units


class Battle(NamedTuple):
    attackers: Units
    defenders: Units
    rough: bool
    """A city or mountains (FA-023)."""
    weak: bool
    """FA-248."""


def odds(battle: Battle) -> dict[Field, Fraction]:
    """How likely each end of a battle is: the defender's fire first, then the attacker's."""
    start = Field(tuple(sorted(battle.attackers)), (), tuple(sorted(battle.defenders)), ())
    spread = {start: Fraction(1)}
    for defending in (True, False):
        for firing in ORDER:
            after: dict[Field, Fraction] = {}
            for field, chance in spread.items():
                for end, share in volley(battle, field, firing, defending):
                    after[end] = after.get(end, Fraction(0)) + chance * share
            spread = after
    return spread


def ending(field: Field) -> str:
    if field.defenders:
        return "hold"  # FA-197, FA-198
    companions = [unit for unit in field.attackers if unit != "bomber"]
    return "win" if companions else "barred"  # FA-199; FA-209, FA-210, FA-937


def volley(
    battle: Battle, field: Field, firing: str, defending: bool
) -> Iterator[tuple[Field, Fraction]]:
    """One class of one side fires: all its dice are rolled, then the results are dealt out."""
    side = field.defenders if defending else field.attackers
    dice = tuple(die(unit, side, battle.weak) for unit in side if CLASS[unit] == firing)
    destroys = column(battle, field, defending)
    # FA-179, FA-180: only fire at an attack on rough ground can take combined arms away.
    spoils = defending and battle.rough
    for (kills, ones), chance in rolls(dice, destroys).items():
        if defending:
            left, hurt = suffer(field.attackers, firing, kills, ones, spoils)
            out = tuple(sorted((*field.disengaged, *hurt)))
            yield Field(left, out, field.defenders, field.retreated), chance  # FA-187, FA-189
        else:
            left, hurt = suffer(field.defenders, firing, kills, ones, spoils)
            gone = tuple(sorted((*field.retreated, *hurt)))
            yield Field(field.attackers, field.disengaged, left, gone), chance  # FA-191


def die(unit: str, side: Units, weak: bool) -> int:
    if unit == "partisan" and len(side) == 1 and not weak:
        return 8  # FA-173, FA-174, FA-932
    return DIE[unit]


def column(battle: Battle, field: Field, defending: bool) -> int:
    """The lowest face that destroys (FA-175 to FA-178)."""
    if defending or not battle.rough or combined(field.attackers):
        return 5
    return 6


def combined(units: Units) -> bool:
    return {CLASS[unit] for unit in units} == {"foot", "vehicle", "air"}


@cache
def rolls(dice: tuple[int, ...], destroys: int) -> dict[tuple[int, int], Fraction]:
    """Chances of (units destroyed, ones rolled), looking at every face of every die."""
    spread = {(0, 0): Fraction(1)}
    for sides in dice:
        after: dict[tuple[int, int], Fraction] = {}
        for (kills, ones), chance in spread.items():
            for face in range(1, sides + 1):
                key = (kills + (face >= destroys), ones + (face == 1))
                after[key] = after.get(key, Fraction(0)) + chance / sides
        spread = after
    return spread


def suffer(
    units: Units, firing: str, kills: int, ones: int, spoils: bool
) -> tuple[Units, list[str]]:
    """Who is left, and who was hit by a one; those destroyed are chosen first (FA-186)."""
    left = list(units)
    for _ in range(kills):
        if left:  # FA-931: surplus hits are lost
            left.remove(victim(left, firing, spoils))
    hurt = []
    for _ in range(ones):
        if left:
            hurt.append(victim(left, firing, spoils))
            left.remove(hurt[-1])
    return tuple(left), hurt


def victim(units: list[str], firing: str, spoils: bool) -> str:
    """By the order of losses (FA-182 to FA-185) and the policy among those it leaves."""
    legal = [unit for unit in units if CLASS[unit] in legal_classes(units, firing)]
    if spoils and combined(tuple(units)):
        classes = [CLASS[unit] for unit in units]
        breaking = [unit for unit in legal if classes.count(CLASS[unit]) == 1]
        legal = breaking or legal
    return min(legal, key=PRIZES.index)


def legal_classes(units: list[str], firing: str) -> set[str]:
    present = {CLASS[unit] for unit in units}
    if firing == "air":
        return present
    if firing == "vehicle":
        return present & {"foot", "vehicle"} or present
    for wanted in ("foot", "vehicle", "air"):
        if wanted in present:
            return {wanted}
    return set()
