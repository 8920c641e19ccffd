"""What a power could take in its next turn from where its troops stand, each used once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.axis import situation as at

from .allot import ENOUGH, IDLE, NO_BLOW, ONE, Blow, allot
from .outlook import Force, Key, key_of
from .picture import Picture

NOBODY: Force = {}
SKIES = -1
"""The aircraft, as one more place from which attackers come."""
LOSSES = 0.8
"""How much our own losses count against what the enemy loses."""
Chance = tuple[Blow, Mapping[int, float], float]
"""An attack that pays, the value of its attackers by where they stand, and of all of them."""
Chances = Mapping[int, Chance]
"""By target."""


class Prospect:
    """Opportunities of one power's land units with its aircraft."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.world = picture.world
        self.targets = [s for s in sorted(self.world.open_spaces) if self._inviting(s)]
        self.near = {target: self._sources(target) for target in self.targets}
        """Where the attackers of each target stand: next door, and with wheels one step more."""
        self._within: dict[int, list[int]] = {}
        """The targets that troops can attack from each place."""
        for target, sources in self.near.items():
            for space, _ in sources:
                self._within.setdefault(space, []).append(target)
        kinds = self.world.kinds
        self._cost = [kind.cost for kind in kinds]
        self._slow = [kind.move <= 1 for kind in kinds]
        self.held = {t: key_of(picture.force(t, picture.foe)) for t in self.targets}
        self._blows: dict[tuple[int, Key], Blow] = {}

    def _inviting(self, space: int) -> bool:
        return self.picture.hostile(space) and space not in self.picture.untouchable

    def _sources(self, target: int) -> tuple[tuple[int, bool], ...]:
        world, state, power = self.world, self.picture.state, self.picture.power
        allowed = world.access.ranges[power]
        if target not in allowed:
            return ()
        near = {
            s
            for s in world.land_near[target]
            if s in allowed and at.is_friendly_land(world, state, power, s)
        }
        far = {
            s
            for middle in near
            for s in world.land_near[middle]
            if s in allowed and at.is_friendly_land(world, state, power, s)
        } - near
        return (*((s, False) for s in sorted(near)), *((s, True) for s in sorted(far)))

    def chances(self, stand: Mapping[int, Force]) -> Chances:
        """The attacks that pay if our land units stand so."""
        return self.renewed({}, stand, stand)

    def renewed(
        self, chances: Chances, stand: Mapping[int, Force], places: Iterable[int]
    ) -> Chances:
        """The same when our units stand otherwise in these places than they did."""
        found = dict(chances)
        for target in {t for place in places for t in self._within.get(place, ())}:
            chance = self._chance(target, stand)
            if chance is None:
                found.pop(target, None)
            else:
                found[target] = chance
        return found

    def total(
        self, chances: Chances, taken: Mapping[int, float], losses: Mapping[int, float]
    ) -> float:
        """What those attacks promise together, each of our units used once.

        The less the more of the attackers the enemy may have killed by then.
        """
        blows: list[tuple[float, float, int]] = []
        for target, (blow, base, value) in chances.items():
            if target not in taken:
                lost = sum([min(base[space], losses[space]) for space in base if space in losses])
                blows.append((blow.gain * (1.0 - lost / value), blow.need, target))
        return sum(won for _, won in allot(blows, lambda target: chances[target][1]))

    def _chance(self, target: int, stand: Mapping[int, Force]) -> Chance | None:
        """An attack that pays, and the value of the attackers by where they stand."""
        force: dict[int, int] = {}
        base: dict[int, float] = {}
        for space, far in self.near[target]:
            value = 0.0
            for kind, count in stand.get(space, NOBODY).items():
                if not (far and self._slow[kind]):
                    force[kind] = force.get(kind, 0) + count
                    value += self._cost[kind] * count
            if value:
                base[space] = value
        if not force:
            return None
        planes = self.picture.planes(target)
        for kind, count in planes.items():
            force[kind] = force.get(kind, 0) + count
            base[SKIES] = base.get(SKIES, 0.0) + self._cost[kind] * count
        key = key_of(force)
        found = self._blows.get((target, key))
        if found is None:
            found = self._blows[target, key] = self._weigh(target, key)
        return (found, base, sum(base.values())) if found.gain > 0.0 else None

    def _weigh(self, target: int, attackers: Key) -> Blow:
        picture = self.picture
        defenders = self.held[target]
        outlook = picture.mine.estimate(attackers, defenders)
        gain = outlook.defender_loss - LOSSES * outlook.attacker_loss
        gain += outlook.win * picture.worth[target]
        if gain <= 0.0:
            return NO_BLOW
        if not defenders:
            return Blow(gain, min(1.0, ONE / picture.mine.value(attackers)))
        ours = picture.mine.strength(attackers, True)
        need = ENOUGH * picture.mine.strength(defenders, False) / ours
        return Blow(gain, min(1.0, max(IDLE, need)))
