"""Declared attacks of Naval Battles worked out the slow way, in exact fractions.

Nothing here comes from the program: what stops, moves and sinks is written down again after
docs/rules/naval-battles.md. A defender may use his means in any order, seeing each result
(NB-943, NB-944), and every order is tried; he wants to lose the fewest points on average.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeVar

T = TypeVar("T")

Row = tuple[Fraction, ...]


class Ship(NamedTuple):
    """A ship card under the defenders' flags; ``line`` is 0 for a submarine (NB-030)."""

    name: str
    fleet: str
    line: int
    points: int
    hull: int
    damage: int = 0
    anti_air: int = 0
    passive: bool = False
    silent: int = 0
    cover: int = 0
    """Air cover symbols not yet used in this turn (NB-134)."""
    cover_value: int = 0


class Attack(NamedTuple):
    """``kind`` is a word of the ledger: primary, secondary, torpedo, depth charge or raid."""

    kind: str
    target: str
    damage: int = 0
    torpedo: int = 0
    """The torpedo value of the attacking ship card (NB-089)."""
    numbers: tuple[int, int, int] = (0, 0, 0)
    """What a raid needs against each line (NB-100, NB-107)."""
    submarine_number: int = 0
    """What a base raid needs against a submarine, 0 for a carrier's raid (NB-934)."""
    planning: int = 0
    """Planning cards announced for its die (NB-057, NB-060)."""


class Scene(NamedTuple):
    ships: tuple[Ship, ...]
    attacks: tuple[Attack, ...]
    """In the order of their declaration."""
    prepared: tuple[tuple[str, str], ...]
    """(fleet, card) for each prepared card that may be used: missed, armour, support."""


class Outcome(NamedTuple):
    """``loss`` is certain; the rest is ``None`` if equally good defences differ in it."""

    loss: Fraction
    points: Row | None
    """The chance to score 0, 1, 2... points, all attacks being resolved."""
    sunk: Row | None
    """For each ship card."""
    unstopped: Row | None
    """For each attack."""
    strikes: Row | None
    """For each attack: nobody stops it and its die succeeds. All strike together (NB-142), so one
    that finds its target sunk by another still counts."""


class Defence(NamedTuple):
    """Where a fleet's defence stands: attacks not stopped, and the means that are left."""

    targets: tuple[str, ...]
    """For each attack the ship card it is aimed at now, or nothing once it is stopped."""
    silent_due: tuple[int, ...]
    covers: tuple[int, ...]
    cards: tuple[str, ...]


def odds(scene: Scene, open_defence: bool) -> Outcome:
    """All fleets together. Their dice and their means are their own: sums and products."""
    total: Outcome | None = None
    for fleet in sorted({ship.fleet for ship in scene.ships}):
        found = Fleet(scene, fleet, open_defence).best(Fleet.start(scene, fleet))
        total = found if total is None else together(total, found)
    assert total is not None
    return total


def face_chance(needed: int) -> Fraction:
    """Of a die to show this or more; a six is no automatic success (NB-951)."""
    return Fraction(sum(face >= needed for face in range(1, 7)), 6)


class Fleet:
    """One attacked fleet."""

    def __init__(self, scene: Scene, name: str, open_defence: bool) -> None:
        self.scene = scene
        self.name = name
        self.open_defence = open_defence
        self.ships = {ship.name: ship for ship in scene.ships}
        self.best = cache(self._best)
        self.resolved = cache(self._resolved)

    @staticmethod
    def start(scene: Scene, fleet: str) -> Defence:
        own = {ship.name: ship for ship in scene.ships if ship.fleet == fleet}
        targets = tuple(attack.target if attack.target in own else "" for attack in scene.attacks)
        # NB-113: each attack on a Passive submarine.
        due = tuple(i for i, target in enumerate(targets) if target and own[target].passive)
        covers = [ship.cover_value for ship in own.values() for _ in range(ship.cover)]
        cards = [card for owner, card in scene.prepared if owner == fleet]
        return Defence(targets, due, tuple(sorted(covers)), tuple(sorted(cards)))

    # The defence

    def _best(self, now: Defence) -> Outcome:
        """The defender's best choice; None where equally good ones differ."""
        choices = [] if now.silent_due else [self.resolved(now.targets)]
        for branches in self.options(now):
            choices.append(mixed([(p, self.best(after)) for p, after in branches if p]))
        least = min(choice.loss for choice in choices)
        equal = [choice for choice in choices if choice.loss == least]
        return Outcome(least, *map(agreed, zip(*(choice[1:] for choice in equal), strict=True)))

    def options(self, now: Defence) -> Iterator[list[tuple[Fraction, Defence]]]:
        """Everything the defender may do, each with its chances."""
        for i in now.silent_due:
            rest = now._replace(silent_due=tuple(n for n in now.silent_due if n != i))
            away = face_chance(self.ships[now.targets[i]].silent)
            yield [(away, aimed(rest, i, "")), (1 - away, rest)]  # NB-114
        if not self.open_defence:
            return
        live = [(i, a) for i, a in enumerate(self.scene.attacks) if now.targets[i]]
        for value in set(now.covers):
            rest = now._replace(covers=without(now.covers, value))
            for i, attack in live:
                if attack.kind == "raid":  # NB-136, NB-953
                    stops = face_chance(value)
                    yield [(stops, aimed(rest, i, "")), (1 - stops, rest)]
        for card in set(now.cards):
            rest = now._replace(cards=without(now.cards, card))
            for i, attack in live:
                for target in self.card_effects(card, attack, now.targets[i]):
                    yield [(Fraction(1), aimed(rest, i, target))]

    def card_effects(self, card: str, attack: Attack, target: str) -> list[str]:
        """Where a prepared card sends an attack: nowhere, if it stops it."""
        if (card, attack.kind) in (("missed", "primary"), ("armour", "secondary")):
            return [""]  # NB-120, NB-123
        line = self.ships[target].line
        if card != "support" or not line:  # NB-127
            return []
        same = [s.name for s in self.scene.ships if s.fleet == self.name and s.line == line]
        return [name for name in same if name != target]  # NB-125, NB-945, NB-948

    # The resolution

    def chance(self, attack: Attack, target: str) -> Fraction:
        """Of an attack that nobody has stopped (NB-139, NB-140)."""
        ship = self.ships[target]
        if attack.kind == "torpedo":
            return face_chance(5 - attack.torpedo - attack.planning)  # NB-090
        if attack.kind == "raid":
            # NB-934: carriers have no number of their own for submarines.
            under = attack.submarine_number or attack.numbers[1]
            number = attack.numbers[ship.line - 1] if ship.line else under
            return face_chance(number + ship.anti_air - attack.planning)  # NB-110, NB-950
        return Fraction(1)

    def _resolved(self, targets: tuple[str, ...]) -> Outcome:
        points = [Fraction(0)] * (1 + sum(ship.points for ship in self.scene.ships))
        sunk = dict.fromkeys(self.ships, Fraction(0))
        for lost, chance in self.resolve(targets, 0, {}):
            points[sum(self.ships[name].points for name in lost)] += chance
            for name in lost:
                sunk[name] += chance
        attacks = list(zip(self.scene.attacks, targets, strict=True))
        return Outcome(
            sum((n * chance for n, chance in enumerate(points)), Fraction(0)),
            tuple(points),
            tuple(sunk.values()),
            tuple(Fraction(bool(target)) for _, target in attacks),
            tuple(self.chance(a, target) if target else Fraction(0) for a, target in attacks),
        )

    def resolve(
        self, targets: tuple[str, ...], number: int, done: dict[str, int]
    ) -> Iterator[tuple[list[str], Fraction]]:
        """One attack after the other as declared (NB-958); ``done`` is the damage of this turn."""
        if number == len(targets):
            yield [name for name in done if self.is_sunk(name, done)], Fraction(1)
            return
        target, attack = targets[number], self.scene.attacks[number]
        if not target or self.is_sunk(target, done):  # NB-145, NB-960
            yield from self.resolve(targets, number + 1, done)
            return
        hits = self.chance(attack, target)
        # A raid sinks whatever the hull (NB-102, NB-963).
        damage = self.ships[target].hull if attack.kind == "raid" else attack.damage
        struck = {**done, target: done.get(target, 0) + damage}
        for chance, after in ((hits, struck), (1 - hits, done)):
            if chance:
                for lost, share in self.resolve(targets, number + 1, after):
                    yield lost, chance * share

    def is_sunk(self, name: str, done: dict[str, int]) -> bool:
        ship = self.ships[name]
        return ship.damage + done.get(name, 0) >= ship.hull  # NB-143, NB-957


def aimed(now: Defence, number: int, target: str) -> Defence:
    """An attack goes elsewhere, or nowhere: then silent running need not be rolled for it."""
    targets = tuple(target if i == number else old for i, old in enumerate(now.targets))
    due = tuple(i for i in now.silent_due if i != number)
    return now._replace(targets=targets, silent_due=due)


def without(things: tuple[T, ...], thing: T) -> tuple[T, ...]:
    at = things.index(thing)
    return (*things[:at], *things[at + 1 :])


def agreed(rows: tuple[Row | None, ...]) -> Row | None:
    return rows[0] if len(set(rows)) == 1 else None


def mixed(branches: list[tuple[Fraction, Outcome]]) -> Outcome:
    """What is to be expected before a die is rolled."""
    loss = sum((chance * found.loss for chance, found in branches), Fraction(0))
    chances = [chance for chance, _ in branches]
    columns = zip(*(found[1:] for _, found in branches), strict=True)
    return Outcome(loss, *(mixed_rows(chances, rows) for rows in columns))


def mixed_rows(chances: list[Fraction], rows: tuple[Row | None, ...]) -> Row | None:
    parts = []
    for chance, row in zip(chances, rows, strict=True):
        if row is None:
            return None
        parts.append([chance * share for share in row])
    return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))


def together(one: Outcome, other: Outcome) -> Outcome:
    """Two fleets: what happens to one has nothing to do with the other."""
    points = None
    if one.points is not None and other.points is not None:
        total = [Fraction(0)] * len(one.points)
        for score, chance in enumerate(one.points):
            for more, share in enumerate(other.points):
                if chance and share:
                    total[score + more] += chance * share
        points = tuple(total)
    both = [Fraction(1), Fraction(1)]
    rows = zip(one[2:], other[2:], strict=True)
    return Outcome(one.loss + other.loss, points, *(mixed_rows(both, pair) for pair in rows))
