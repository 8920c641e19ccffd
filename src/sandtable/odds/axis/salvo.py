"""What one fleet's dice do to the other, state by state."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .dice import Bools, Floats, Ints
from .fleet import Fleet


class Fire:
    """What the dice of one fleet, the shooter, do to the other, its target."""

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

    def general(
        self, shooters: Ints, targets: Ints, sorts: Ints, firsts: Ints, size: int
    ) -> Floats:
        """General fire: for pairs of states the chances of where the target ends.

        ``sorts``: which of ``Fleet.chances`` each pair needs; ``firsts``: where in the answer, of
        this ``size``, the target's state 0 would be for each pair.
        """
        one = self.shooter
        # Hits that a state has no dice for may lead past its part, but with no chance.
        found = np.zeros(size + self.target.size)
        for number in range(4):
            some = (sorts == number).nonzero()[0]
            if not len(some):
                continue
            reached = self.reached.general(number)
            chances = one.mixed_chances if number == 3 else one.chances[number]
            who = shooters.take(some)
            if number == 0:
                most = int(one.dice.take(who).max()) + 1
                reached, chances = reached[:, :most], chances[:, :most]
            there = reached.take(targets.take(some), axis=0)
            there += firsts.take(some)[:, None]
            np.add.at(found, there.ravel(), chances.take(who, axis=0).ravel())
        return found

    @cached_property
    def _strikers(self) -> Floats:
        """Chances of hits of submarines by hits and state, and of nobody's at the end."""
        hits = self.shooter.sub_hits
        return np.concatenate((hits, np.eye(1, hits.shape[1]))).T.copy()

    def strike(self, strikes: Bools, shooters: Ints, targets: Ints) -> tuple[Floats, Ints, Floats]:
        """By hits and pair of states: the chances of hits in a strike, if there is one, and where
        they lead; and the chance that nobody is hurt."""
        chances = self._strikers.take(np.where(strikes, shooters, self.shooter.size), axis=1)
        # One hit that does nothing means that none does.
        idle = self.target.from_sub == np.arange(self.target.size)
        unhurt = np.where(idle.take(targets), 1.0, chances[0])
        return chances, self.subs.take(targets, axis=1), unhurt

    # For one state of one side and all of the other

    def strike_on(self, target: int) -> Floats:
        """Submarines alone: from every state of the shooter to the states of the target."""
        found = np.zeros((self.shooter.size, self.target.size))
        for hits, where in enumerate(self.subs[:, target].tolist()):
            found[:, where] += self.shooter.sub_hits[:, hits]
        return found

    def strike_by(self, shooter: int) -> Floats:
        """Submarines alone: from every state of the target to every state."""
        size = self.target.size
        found = np.zeros((size, size))
        here = np.arange(size)
        for hits, chance in enumerate(self.shooter.sub_hits[shooter].tolist()):
            if chance:
                np.add.at(found, (here, self.subs[hits]), chance)
        return found

    def fire_on(self, target: int) -> Floats:
        """General fire at one state of the target by every state of the shooter."""
        fleet, shooter = self.target, self.shooter
        hunted = self._free_on(target)
        if not fleet.sub[target] or shooter.destroyer.all():
            return hunted
        return np.where(shooter.destroyer[:, None], hunted, self._blind_on(target))

    def _free_on(self, target: int) -> Floats:
        """Fire that a destroyer directs at submarines too, or with none of them there."""
        code, chances = self.target.code, self.free
        if not self.target.destroyer[target] or len(self.subs) == 1:
            return chances[:, code[target]]
        found = np.zeros((len(chances), len(code)))
        for hits, where in enumerate(self.subs[:, target].tolist()):
            found += self.shooter.sub_hits[:, hits, None] * chances[:, code[where]]
        return found

    def _blind_on(self, target: int) -> Floats:
        """Aircraft without a destroyer cannot hit submarines."""
        code, shooter = self.target.code, self.shooter
        found = np.zeros((shooter.size, len(code)))
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
        found = np.zeros((len(rows), fleet.size))
        facing = fleet.destroyer[rows]
        for number, chance in enumerate(planes.tolist()):
            found += chance * others[self.planes[number][rows]]
        if self.mixed is not None and facing.any():
            there = rows[facing]
            total = np.zeros((len(there), fleet.size))
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
        size = one.size
        self.spared: Floats = np.ones(size)
        home = self.missed * self.fire.diagonal()
        if self.strikes:
            self.strike_hits = np.zeros((size, two.size))
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
