"""What the enemy can do to us in his next turns, each of his units used once.

The danger of every place by itself counts an army next door as often as it has neighbours, and
whoever adds that up sees danger everywhere and runs home. Here each enemy power takes what pays
him most, then the next with what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from .allot import ENOUGH, IDLE, NO_BLOW, ONE, Blow, allot
from .nerve import AT_HOME, COMES, SURE, WALKS_IN, eagerness
from .outlook import Force, Key, key_of
from .picture import WALK_IN, Picture

TOGETHER = 0.6
"""How much an attack of all enemies together on our capital counts: they come one by one."""
Chosen = tuple[float, float, int]
"""What an attack would win, how much of all in reach it needs, and where."""
Row = tuple[Chosen | None, ...]
"""What each enemy would choose to do to one place of ours."""
Changed = tuple[tuple[int, Chosen | None], ...]
"""What an enemy would choose otherwise than he does, by place."""

Gone = tuple[tuple[int, float], ...]
"""Armies that could have come and are probably dead: where they stood, and how probably."""

NOTHING: Mapping[int, float] = {}
NOBODY: Mapping[int, Force] = {}


class Weighed:
    """What is known of the enemy's attacks, for all who look at the same picture."""

    def __init__(self) -> None:
        self.chosen: dict[tuple[int, int, Key, Gone], Chosen | None] = {}
        self.remains: dict[tuple[int, int, Gone], tuple[Key, dict[int, float]]] = {}


_weighed: WeakKeyDictionary[Picture, Weighed] = WeakKeyDictionary()


class Blows:
    """What single attacks of the enemy would win, each weighed once."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        known = _weighed.setdefault(picture, Weighed())
        self._chosen, self._remains = known.chosen, known.remains

    def chosen(self, space: int, enemy: int, defenders: Key, gone: Gone) -> Chosen | None:
        """An attack that pays an enemy; the same object whenever it is asked for again."""
        memo = (space, enemy, defenders, gone)
        if memo in self._chosen:
            return self._chosen[memo]
        blow = NO_BLOW
        if enemy in self.picture.bases.get(space, ()):
            blow = self._weigh(space, enemy, defenders, gone)
        found = (blow.gain, blow.need, space) if blow.gain > 0.0 else None
        self._chosen[memo] = found
        return found

    def base(self, space: int, enemy: int, gone: Gone) -> Mapping[int, float]:
        """The value of those who are left to attack a space, by where they stand."""
        return self._remaining(space, enemy, gone)[1]

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


class Turn:
    """One enemy's next turn, with what he wins in it."""

    def __init__(self, blows: Blows, enemy: int, dead: Mapping[int, float]) -> None:
        self.blows = blows
        self.enemy = enemy
        self.gone: dict[int, Gone] = {}
        """Where he can bring less than he could, and who is missing there."""
        for space, powers in blows.picture.bases.items() if dead else ():
            origins = powers.get(enemy, NOTHING)
            if not dead.keys().isdisjoint(origins):
                self.gone[space] = tuple((o, dead[o]) for o in sorted(origins) if o in dead)
        self._standing: dict[int, Chosen] = {}
        self._won: dict[Changed, list[tuple[int, float]]] = {}
        """What he wins by what he chooses otherwise; the same for most of what we think of."""

    def chosen(self, space: int, defenders: Key) -> Chosen | None:
        return self.blows.chosen(space, self.enemy, defenders, self.gone.get(space, ()))

    def settle(self, space: int, chosen: Chosen | None) -> None:
        """From now on this is what he would do there."""
        self._won.clear()
        if chosen is None:
            self._standing.pop(space, None)
        else:
            self._standing[space] = chosen

    def strikes(self, changed: Changed) -> list[tuple[int, float]]:
        """Where he strikes and what he wins there."""
        found = self._won.get(changed)
        if found is None:
            chosen = {**self._standing, **dict(changed)}
            blows = [blow for blow in chosen.values() if blow is not None]
            found = self._won[changed] = list(allot(blows, self._base))
        return found

    def _base(self, space: int) -> Mapping[int, float]:
        return self.blows.base(space, self.enemy, self.gone.get(space, ()))


class Aftermath:
    """The enemies' next turns when some of their armies are probably dead."""

    def __init__(self, blows: Blows, force: Mapping[int, Force], dead: Mapping[int, float]) -> None:
        self.picture = blows.picture
        self.dead = dict(dead)
        self.turns = [Turn(blows, enemy, dead) for enemy in self.picture.enemies]
        self._rows: dict[tuple[int, Key], Row] = {}
        self._standing: dict[int, Row] = {}
        self._nothing: Row = (None,) * len(self.turns)
        home = self.picture.capital
        self.home = home if len(self.picture.threats.get(home, ())) > 1 else -1
        """Our capital, if several enemies can come there."""
        self._together: dict[Key, float] = {}
        self.settle(force)

    def settle(self, force: Mapping[int, Force]) -> None:
        """From now on our units stand so in these places."""
        for space, units in force.items():
            row = self._standing[space] = self._row(space, key_of(units))
            for turn, chosen in zip(self.turns, row, strict=True):
                turn.settle(space, chosen)

    def losses(self, force: Mapping[int, Force], changes: Mapping[int, Force]) -> dict[int, float]:
        """What the enemies win by place, if our units stand otherwise in some."""
        changed: list[list[tuple[int, Chosen | None]]] = [[] for _ in self.turns]
        for space, units in changes.items():
            row, was = self._row(space, key_of(units)), self._standing.get(space, self._nothing)
            if row is not was:
                for number, chosen in enumerate(row):
                    if chosen is not was[number]:
                        changed[number].append((space, chosen))
        lost: dict[int, float] = {}
        for turn, others in zip(self.turns, changed, strict=True):
            for space, won in turn.strikes(tuple(others)):
                if won > lost.get(space, 0.0):
                    lost[space] = won
        at_home = changes.get(self.home) if self.home in changes else force.get(self.home)
        if at_home is not None:
            lost[self.home] = max(lost.get(self.home, 0.0), self._all_at_once(at_home))
        return lost

    def _row(self, space: int, defenders: Key) -> Row:
        memo = (space, defenders)
        found = self._rows.get(memo)
        if found is None:
            found = tuple(turn.chosen(space, defenders) for turn in self.turns)
            self._rows[memo] = found
        return found

    def _all_at_once(self, defenders: Force) -> float:
        """What an attack of all enemies on our capital would win."""
        key, picture, home = key_of(defenders), self.picture, self.home
        found = self._together.get(key)
        if found is None:
            found = TOGETHER * picture.risk(home, defenders) * picture.share(home, self.dead)
            found *= eagerness(picture.fall_together(home, defenders), AT_HOME)
            self._together[key] = found
        return found


class Reply:
    """The cost of enemy answers to how our side stands."""

    def __init__(self, picture: Picture, force: Mapping[int, Force]) -> None:
        self.picture = picture
        self.force: dict[int, Force] = dict(force)
        """Our side's units by space, wherever they or the ground could be attacked."""
        self.blows = Blows(picture)
        self._aftermaths: dict[Gone, Aftermath] = {}

    def settle(self, force: Mapping[int, Force]) -> None:
        """From now on our units stand so in these places."""
        self.force.update(force)
        for aftermath in self._aftermaths.values():
            aftermath.settle(force)

    def cost(
        self, changes: Mapping[int, Force] = NOBODY, dead: Mapping[int, float] = NOTHING
    ) -> float:
        """What the enemy wins if our units stand so; ``dead`` are armies that are probably gone."""
        return sum(self.losses(changes, dead).values())

    def losses(
        self, changes: Mapping[int, Force] = NOBODY, dead: Mapping[int, float] = NOTHING
    ) -> dict[int, float]:
        """The same by place."""
        memo = tuple(sorted(dead.items()))
        aftermath = self._aftermaths.get(memo)
        if aftermath is None:
            aftermath = self._aftermaths[memo] = Aftermath(self.blows, self.force, dead)
        return aftermath.losses(self.force, changes)

    def alone(self, space: int, defenders: Force) -> float:
        """What the best single attack on a place wins, if nothing else tempts the enemy more."""
        key = key_of(defenders)
        return max(
            (
                chosen[0]
                for enemy in self.picture.enemies
                if (chosen := self.blows.chosen(space, enemy, key, ())) is not None
            ),
            default=0.0,
        )
