"""What the enemy can do to us in his next turns, each of his units used once.

The danger of every place by itself counts an army next door as often as it has neighbours, and
whoever adds that up sees danger everywhere and runs home. Here each enemy power takes what pays
him most, then the next with what is left.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

from .allot import ENOUGH, IDLE, NO_BLOW, ONE, Blow, allot
from .outlook import Force, Key, key_of
from .picture import WALK_IN, Picture

TOGETHER = 0.6
"""How much an attack of all enemies together on our capital counts: they come one by one."""
REVENGE, DETERRED = 0.5, 0.5
"""How much of what we could do to the conquerors holds an enemy back, and from how much at most."""

SENT = 1.6
"""So much stronger than those he attacks an enemy comes if he can."""

Chosen = tuple[float, float, int]
"""What an attack would win, how much of all in reach it needs, and where."""

NOTHING: Mapping[int, float] = {}
NOBODY: Force = {}


class Reply:
    """The cost of enemy answers to how our side stands."""

    def __init__(self, picture: Picture, force: Mapping[int, Force]) -> None:
        self.picture = picture
        self.force: dict[int, Force] = dict(force)
        """Our side's units by space, wherever they or the ground could be attacked."""
        self._seen: dict[int, Force] = {}
        self._standing: dict[int, dict[int, Chosen]] = {enemy: {} for enemy in picture.enemies}
        """What each enemy can do to us where, as our units stood when it was last looked at."""
        self._blows: dict[tuple[int, int, Key], Blow] = {}
        self._revenges: dict[tuple[int, int, Key, Key], float] = {}

    def cost(
        self, changes: Mapping[int, Force] | None = None, dead: Mapping[int, float] = NOTHING
    ) -> float:
        """What the enemy wins if our units stand so; ``dead`` are armies that are probably gone."""
        picture = self.picture
        self._look()
        force = {**self.force, **changes} if changes else self.force
        touched = self._around(changes, force) if changes else ()
        lost: dict[int, float] = {}
        for enemy in picture.enemies:
            for space, won in self._strikes(enemy, force, touched, dead):
                if won > lost.get(space, 0.0):
                    lost[space] = won
        home = picture.capital
        if home in force and len(picture.threats.get(home, ())) > 1:
            together = TOGETHER * picture.risk(home, force[home]) * picture.share(home, dead)
            lost[home] = max(lost.get(home, 0.0), together)
        return sum(lost.values())

    def _look(self) -> None:
        """Weigh anew where our units stand otherwise than before, and next door."""
        seen = self._seen
        moved = [space for space, units in self.force.items() if seen.get(space) is not units]
        if moved:
            seen.update(self.force)
            for space in self._around(moved, self.force):
                for enemy, standing in self._standing.items():
                    chosen = self._choose(space, enemy, self.force)
                    if chosen is None:
                        standing.pop(space, None)
                    else:
                        standing[space] = chosen

    def _around(self, places: Iterable[int], force: Mapping[int, Force]) -> set[int]:
        """These places and their neighbours: from there a conqueror is struck at."""
        near = self.picture.world.land_near
        found = set(places)
        for place in tuple(found):
            found.update(other for other in near[place] if other in force)
        return found

    def _strikes(
        self,
        enemy: int,
        force: Mapping[int, Force],
        touched: Collection[int],
        dead: Mapping[int, float],
    ) -> list[tuple[int, float]]:
        """One enemy's turn; where our units do not stand as ``force`` says it is weighed anew."""
        standing, bases = self._standing[enemy], self.picture.bases
        blows = [chosen for space, chosen in standing.items() if space not in touched]
        for space in touched:
            chosen = self._choose(space, enemy, force)
            if chosen is not None:
                blows.append(chosen)
        return list(allot(blows, lambda space: bases[space][enemy], dead))

    def _choose(self, space: int, enemy: int, force: Mapping[int, Force]) -> Chosen | None:
        """An attack that pays an enemy, if we strike back afterwards."""
        if enemy not in self.picture.bases[space]:
            return None
        defenders = force[space]
        blow = self._blow(space, enemy, defenders)
        gain = blow.gain
        if gain <= 0.0:
            return None
        revenge = REVENGE * self._revenge(space, enemy, defenders, force)
        return (gain - min(revenge, DETERRED * gain), blow.need, space)

    def _blow(self, space: int, enemy: int, defenders: Force) -> Blow:
        key = key_of(defenders)
        memo = (space, enemy, key)
        found = self._blows.get(memo)
        if found is None:
            found = self._blows[memo] = self._weigh(space, enemy, key)
        return found

    def _weigh(self, space: int, enemy: int, defenders: Key) -> Blow:
        picture = self.picture
        attackers = key_of(picture.threats[space][enemy])
        sea = picture.world.is_sea[space]
        if sea and not defenders:
            return NO_BLOW
        gain = picture.gain(
            space, enemy, attackers, defenders, 0.0 if sea else picture.stake(space)
        )
        gain *= picture.landed(space, picture.bases[space][enemy])
        if gain <= 0.0:
            return NO_BLOW
        if not defenders:
            return Blow(gain + WALK_IN, min(1.0, ONE / sum(picture.bases[space][enemy].values())))
        estimator = picture.theirs[enemy]
        need = ENOUGH * estimator.strength(defenders, False) / estimator.strength(attackers, True)
        return Blow(gain, min(1.0, max(IDLE, need)))

    def _revenge(
        self, space: int, enemy: int, defenders: Force, force: Mapping[int, Force]
    ) -> float:
        """What the troops next door and the aircraft would win from those who took a place."""
        if self.picture.world.is_sea[space]:
            return 0.0
        ours = self._helpers(space, force)
        if not ours:
            return 0.0
        memo = (space, enemy, key_of(defenders), ours)
        found = self._revenges.get(memo)
        if found is None:
            found = self._revenges[memo] = self._strike_back(*memo)
        return found

    def _helpers(self, space: int, force: Mapping[int, Force]) -> Key:
        """Our troops next to a place, with the aircraft that reach it; nothing without troops."""
        kinds = self.picture.world.kinds
        found: dict[int, int] = {}
        for near in self.picture.world.land_near[space]:
            for kind, count in force.get(near, NOBODY).items():
                if kinds[kind].takes_land:
                    found[kind] = found.get(kind, 0) + count
        if not found:
            return ()
        for kind, count in self.picture.planes(space).items():
            found[kind] = found.get(kind, 0) + count
        return key_of(found)

    def _strike_back(self, space: int, enemy: int, defenders: Key, ours: Key) -> float:
        """The conquerors are not all of those who could come, but more than were needed."""
        picture, kinds = self.picture, self.picture.world.kinds
        estimator = picture.theirs[enemy]
        troops = picture.threats[space][enemy]
        land = key_of({k: n for k, n in troops.items() if kinds[k].takes_land})
        if not land:
            return 0.0
        power = estimator.strength(land, True)
        need = min(1.0, SENT * estimator.strength(defenders, False) / power)
        sent = tuple((k, m) for k, n in land if (m := math.ceil(n * need)))
        left = estimator.estimate(sent, defenders)
        if not left.survivors:
            return 0.0
        back = picture.mine.estimate(ours, left.survivors)
        return max(0.0, left.win * (back.defender_loss - back.attacker_loss))
