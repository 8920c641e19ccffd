"""What one fleet's dice do to the other, state by state."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .dice import Bools, Floats, Ints
from .fleet import Fleet


class Fire:
    """What one fleet's dice do to the other; ``hunted`` by the shooter's destroyers."""

    def __init__(self, shooter: Fleet, target: Fleet) -> None:
        self.shooter, self.target = shooter, target
        self.reached = target.reached(shooter.sizes)
        self.subs, self.planes = self.reached.subs, self.reached.planes

    @property
    def mixed(self) -> Ints | None:
        return self.reached.mixed

    @cached_property
    def free(self) -> Floats:
        return self.target.coded(self.shooter.free_hits)

    @cached_property
    def others(self) -> Floats:
        return self.target.coded(self.shooter.other_hits)

    # Pair by pair

    @cached_property
    def sorts(self) -> Ints:
        """By (shooter, target) which of ``Fleet.chances`` general fire needs."""
        one, two = self.shooter, self.target
        subs = one.sub[:, None] & two.destroyer
        return subs + 2 * ((one.air & ~one.destroyer)[:, None] & two.sub)

    @cached_property
    def strikes(self) -> Bools:
        """By (shooter, target) whether submarines strike before all others."""
        found: Bools = self.shooter.sub[:, None] & ~self.target.destroyer
        return found

    @cached_property
    def spared(self) -> Floats:
        """By (shooter, target) the chance that a strike does nothing."""
        # One hit that does nothing means that none does.
        idle = self.target.from_sub == np.arange(len(self.target.states))
        found: Floats = np.where(idle, 1.0, self.shooter.sub_hits[:, :1])
        return found

    def general(self, shooters: Ints, targets: Ints, sorts: Ints) -> Floats:
        """General fire: for each pair of states the chances of where the target ends."""
        one, two = self.shooter, self.target
        count, size = len(targets), len(two.states)
        cells, weights = [], []
        for number in range(4):
            some = (sorts == number).nonzero()[0]
            if not len(some):
                continue
            reached = self.reached.general(number)
            chances = one.mixed_chances if number == 3 else one.chances[number]
            who = shooters.take(some)
            most = int(one.dice.take(who).max()) + 1 if number == 0 else reached.shape[1]
            there = reached[:, :most].take(targets.take(some), axis=0)
            there += (some * size)[:, None]
            cells.append(there.ravel())
            weights.append(chances[:, :most].take(who, axis=0).ravel())
        if len(cells) == 1:
            found = np.bincount(cells[0], weights[0], count * size)
        else:
            found = np.bincount(np.concatenate(cells), np.concatenate(weights), count * size)
        return found.reshape(count, size)  # type: ignore[return-value]

    def strike(self, shooters: Ints, targets: Ints) -> tuple[Floats, Ints]:
        """The chances of hits in a strike, and where they lead."""
        return self.shooter.sub_hits.take(shooters, axis=0), self.reached.strike.take(
            targets, axis=0
        )

    # For one state of one side and all of the other

    def strike_on(self, target: int) -> Floats:
        """Submarines alone: from every state of the shooter to the states of the target."""
        found = np.zeros((len(self.shooter.states), len(self.target.states)))
        for hits, where in enumerate(self.subs[:, target].tolist()):
            found[:, where] += self.shooter.sub_hits[:, hits]
        return found

    def strike_by(self, shooter: int) -> Floats:
        """Submarines alone: from every state of the target to every state."""
        size = len(self.target.states)
        found = np.zeros((size, size))
        here = np.arange(size)
        for hits, chance in enumerate(self.shooter.sub_hits[shooter].tolist()):
            if chance:
                np.add.at(found, (here, self.subs[hits]), chance)
        return found

    def fire_on(self, target: int) -> Floats:
        """General fire at one state of the target by every state of the shooter."""
        fleet, shooter = self.target, self.shooter
        if not fleet.sub[target]:
            return self._free_on(target, self.free, bool(fleet.destroyer[target]))
        hunted = self._free_on(target, self.free, bool(fleet.destroyer[target]))
        if shooter.destroyer.all():
            return hunted
        return np.where(shooter.destroyer[:, None], hunted, self._blind_on(target))

    def _free_on(self, target: int, chances: Floats, with_subs: bool) -> Floats:
        code = self.target.code
        if not with_subs or len(self.subs) == 1:
            return chances[:, code[target]]
        found = np.zeros((len(chances), len(code)))
        for hits, where in enumerate(self.subs[:, target].tolist()):
            found += self.shooter.sub_hits[:, hits, None] * chances[:, code[where]]
        return found

    def _blind_on(self, target: int) -> Floats:
        """Aircraft without a destroyer cannot hit submarines."""
        code, shooter = self.target.code, self.shooter
        found = np.zeros((len(shooter.states), len(code)))
        with_subs = bool(self.target.destroyer[target]) and self.mixed is not None
        for planes in range(len(self.planes)):
            if with_subs and self.mixed is not None:
                for subs in range(len(self.subs)):
                    share = shooter.sub_hits[:, subs] * shooter.air_hits[:, planes]
                    where = int(self.mixed[subs, planes, target])
                    found += share[:, None] * self.others[:, code[where]]
            elif self.target.destroyer[target] and len(self.subs) > 1:
                for subs, where in enumerate(self.subs[:, target].tolist()):
                    found += shooter.sub_hits[:, subs, None] * self.others[:, code[where]]
            else:
                where = int(self.planes[planes, target])
                found += shooter.air_hits[:, planes, None] * self.others[:, code[where]]
        return found

    def fire_by(self, shooter: int) -> Floats:
        """General fire by one state of the shooter at every state of the target."""
        fleet = self.target
        free: Floats = self.free[shooter][fleet.code]
        result: Floats = free
        subs = self.shooter.sub_hits[shooter]
        if len(subs) > 1 and subs[0] < 1.0 and fleet.destroyer.any():
            mixed = subs[0] * free
            for hits in range(1, len(subs)):
                mixed += subs[hits] * free[self.subs[hits]]
            result = np.where(fleet.destroyer[:, None], mixed, free)
        planes = self.shooter.air_hits[shooter]
        if self.shooter.destroyer[shooter] or planes[0] == 1.0 or not fleet.sub.any():
            return result
        rows = np.flatnonzero(fleet.sub)
        result[rows] = self._blind_by(shooter, rows)
        return result

    def _blind_by(self, shooter: int, rows: Ints) -> Floats:
        fleet = self.target
        others = self.others[shooter][fleet.code]
        subs, planes = self.shooter.sub_hits[shooter], self.shooter.air_hits[shooter]
        found = np.zeros((len(rows), len(fleet.states)))
        facing = fleet.destroyer[rows]
        for number, chance in enumerate(planes.tolist()):
            found += chance * others[self.planes[number][rows]]
        if self.mixed is not None and facing.any():
            there = rows[facing]
            total = np.zeros((len(there), len(fleet.states)))
            for s, first in enumerate(subs.tolist()):
                for f, second in enumerate(planes.tolist()):
                    if first * second:
                        total += first * second * others[self.mixed[s, f, there]]
            found[facing] = total
        return found


class Halves:
    """The two halves of a round from one row.

    ``spared``, ``missed``: the chance that the defender comes unhurt through the strike, and
    through general fire, by state of the attacker.
    """

    def __init__(self, attack: Fire, defence: Fire, row: int) -> None:
        one, two = attack.shooter, defence.shooter
        self.fire = defence.fire_by(row)
        self.hits = attack.fire_on(row)
        self.missed = self.hits[:, row].copy()
        self.hits[:, row] = 0.0
        mine = not two.destroyer[row] and bool(one.sub.any())
        theirs = bool(two.sub[row]) and not one.destroyer.all()
        self.strikes = mine or theirs
        size = len(one.states)
        self.spared: Floats = np.ones(size)
        home = self.missed * self.fire.diagonal()
        if self.strikes:
            self.strike_hits = np.zeros((size, len(two.states)))
            self.strike_hits[:, row] = 1.0
            if mine:
                self.strike_hits = attack.strike_on(row)
            self.spared = self.strike_hits[:, row].copy()
            self.strike_hits[:, row] = 0.0
            self.strike = np.eye(size)
            if theirs:
                rows = ~one.destroyer
                self.strike[rows] = defence.strike_by(row)[rows]
            home = home * self.spared * self.strike.diagonal()
        self.home = home

    def unstruck(self, fought: Floats) -> Floats:
        """Where the attacker is after strikes that the defender came through unhurt."""
        if not self.strikes:
            return fought
        found: Floats = (fought * self.spared) @ self.strike
        return found

    def general(self, middle: Floats) -> Floats:
        """General fire in which the defender takes no hit."""
        found: Floats = (middle * self.missed) @ self.fire
        return found
