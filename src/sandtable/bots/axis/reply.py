"""What the enemy can do to us in his next turns, each of his units used once.

The danger of every place by itself counts an army next door as often as it has neighbours, and
whoever adds that up sees danger everywhere and runs home. Here each enemy power takes what pays
him most, then the next with what is left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .allot import ENOUGH, IDLE, NO_BLOW, ONE, Blow, allot
from .nerve import AT_HOME, COMES, SURE, WALKS_IN, eagerness
from .outlook import Force, Key, key_of
from .picture import WALK_IN, Picture

TOGETHER = 0.6
"""How much an attack of all enemies together on our capital counts: they come one by one."""
Chosen = tuple[float, float, int]
"""What an attack would win, how much of all in reach it needs, and where."""

Gone = tuple[tuple[int, float], ...]
"""Armies that could have come and are probably dead: where they stood, and how probably."""

NOTHING: Mapping[int, float] = {}


class Reply:
    """The cost of enemy answers to how our side stands."""

    def __init__(self, picture: Picture, force: Mapping[int, Force]) -> None:
        self.picture = picture
        self.force: dict[int, Force] = dict(force)
        """Our side's units by space, wherever they or the ground could be attacked."""
        self._seen: dict[int, Force] = {}
        self._standing: dict[int, dict[int, Chosen]] = {enemy: {} for enemy in picture.enemies}
        """What each enemy can do to us where, as our units stood when it was last looked at."""
        self._blows: dict[tuple[int, int, Key, Gone], Blow] = {}
        self._remains: dict[tuple[int, int, Gone], tuple[Key, dict[int, float]]] = {}
        self._missing: dict[tuple[int, tuple[tuple[int, float], ...]], dict[int, Gone]] = {}

    def cost(
        self, changes: Mapping[int, Force] | None = None, dead: Mapping[int, float] = NOTHING
    ) -> float:
        """What the enemy wins if our units stand so; ``dead`` are armies that are probably gone."""
        return sum(self.losses(changes, dead).values())

    def losses(
        self, changes: Mapping[int, Force] | None = None, dead: Mapping[int, float] = NOTHING
    ) -> dict[int, float]:
        """The same by place."""
        picture = self.picture
        self._look()
        force = {**self.force, **changes} if changes else self.force
        lost: dict[int, float] = {}
        for enemy in picture.enemies:
            for space, won in self._strikes(enemy, force, changes or {}, dead):
                if won > lost.get(space, 0.0):
                    lost[space] = won
        home = picture.capital
        if home in force and len(picture.threats.get(home, ())) > 1:
            together = TOGETHER * picture.risk(home, force[home]) * picture.share(home, dead)
            together *= eagerness(picture.fall_together(home, force[home]), AT_HOME)
            lost[home] = max(lost.get(home, 0.0), together)
        return lost

    def alone(self, space: int, defenders: Force) -> float:
        """What the best single attack on a place wins, if nothing else tempts the enemy more."""
        return max(
            (
                self._blow(space, enemy, defenders, ()).gain
                for enemy in self.picture.bases.get(space, ())
            ),
            default=0.0,
        )

    def _look(self) -> None:
        """Weigh anew where our units stand otherwise than before."""
        seen = self._seen
        moved = [space for space, units in self.force.items() if seen.get(space) is not units]
        if moved:
            seen.update(self.force)
            for space in moved:
                for enemy, standing in self._standing.items():
                    chosen = self._choose(space, enemy, self.force, ())
                    if chosen is None:
                        standing.pop(space, None)
                    else:
                        standing[space] = chosen

    def _strikes(
        self,
        enemy: int,
        force: Mapping[int, Force],
        changes: Collection[int],
        dead: Mapping[int, float],
    ) -> list[tuple[int, float]]:
        """One enemy's turn; weighed anew where our units stand otherwise or his are gone."""
        standing, bases = self._standing[enemy], self.picture.bases
        gone = self._gone(enemy, dead)
        blows = [
            chosen
            for space, chosen in standing.items()
            if space not in changes and space not in gone
        ]
        for space in {*changes, *(space for space in gone if space in force)}:
            chosen = self._choose(space, enemy, force, gone.get(space, ()))
            if chosen is not None:
                blows.append(chosen)
        return list(
            allot(
                blows,
                lambda space: (
                    self._remains[space, enemy, gone[space]][1]
                    if space in gone
                    else bases[space][enemy]
                ),
            )
        )

    def _gone(self, enemy: int, dead: Mapping[int, float]) -> dict[int, Gone]:
        """Where an enemy can bring less than he could, and who is missing there."""
        if not dead:
            return {}
        memo = (enemy, tuple(sorted(dead.items())))
        found = self._missing.get(memo)
        if found is None:
            found = self._missing[memo] = {}
            for space, powers in self.picture.bases.items():
                gone = tuple((o, dead[o]) for o in sorted(powers.get(enemy, ())) if o in dead)
                if gone:
                    found[space] = gone
        return found

    def _choose(
        self, space: int, enemy: int, force: Mapping[int, Force], gone: Gone
    ) -> Chosen | None:
        """An attack that pays an enemy."""
        if enemy not in self.picture.bases[space]:
            return None
        blow = self._blow(space, enemy, force[space], gone)
        return (blow.gain, blow.need, space) if blow.gain > 0.0 else None

    def _blow(self, space: int, enemy: int, defenders: Force, gone: Gone) -> Blow:
        key = key_of(defenders)
        memo = (space, enemy, key, gone)
        found = self._blows.get(memo)
        if found is None:
            found = self._blows[memo] = self._weigh(space, enemy, key, gone)
        return found

    def _remaining(self, space: int, enemy: int, gone: Gone) -> tuple[Key, dict[int, float]]:
        """Who is left to attack a space, and the value of them by where they stand."""
        memo = (space, enemy, gone)
        found = self._remains.get(memo)
        if found is None:
            picture, dead = self.picture, dict(gone)
            force = key_of(picture.left(space, enemy, dead))
            base = {o: v * (1.0 - dead.get(o, 0.0)) for o, v in picture.bases[space][enemy].items()}
            found = self._remains[memo] = (force, base)
        return found

    def _weigh(self, space: int, enemy: int, defenders: Key, gone: Gone) -> Blow:
        picture = self.picture
        attackers, base = self._remaining(space, enemy, gone)
        sea = picture.world.is_sea[space]
        if not attackers or (sea and not defenders):
            return NO_BLOW
        gain = picture.gain(
            space, enemy, attackers, defenders, 0.0 if sea else picture.stake(space)
        )
        gain *= picture.landed(space, base)
        if gain <= 0.0:
            return NO_BLOW
        if not defenders:
            return Blow(WALKS_IN * (gain + WALK_IN), min(1.0, ONE / sum(base.values())))
        win = picture.chance(space, enemy, attackers, defenders)
        home = space == picture.capital
        gain *= eagerness(win, AT_HOME) if home else COMES * eagerness(win, SURE)
        estimator = picture.theirs[enemy]
        need = ENOUGH * estimator.strength(defenders, False) / estimator.strength(attackers, True)
        return Blow(gain, min(1.0, max(IDLE, need)))
