"""How the board looks to a commander: what things are worth and what threatens them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sandtable.games.axis import situation as at
from sandtable.games.axis.relations import Row
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState, Piece
from sandtable.games.axis.world import World

from .nerve import at_sea
from .outlook import Force, Key, estimator, key_of
from .sorties import there_and_back
from .standing import gifts, menaces, opponents, rising, untouchable
from .threats import Threats
from .worth import worth_of_all

REGAINED, ABANDONED = 0.7, 1.0
"""How much of a territory's worth is lost with it, with and without troops of ours next to it."""
HEART = 2.0
"""How much more our own capital is worth to us than to who takes it: without it we do nothing."""
SEABORNE = 0.6
"""How much less attackers count that come by sea: they could land nearly anywhere."""
WALK_IN = 2.5
"""What an empty place costs besides: one infantry takes it, and tanks drive through."""
IN_TURN = 0.6
"""How much as good as one attack of all enemies together their attacks in turn are."""
FAR = 99
"""No way over land."""


class Picture:
    """A state seen by one power. Made once for each plan, then only read."""

    def __init__(self, rules: AxisRules, state: AxisState, power: int) -> None:
        self.rules = rules
        self.world: World = rules.world
        self.state = state
        self.power = power
        self.foe = at.foes(state, power)
        self.ally = at.allies(state, power)
        self.against = opponents(self.world, state, power)
        """All who play on other sides, at war with us or not yet."""
        self.enemies = menaces(self.world, state, power)
        self.mine = estimator(rules, state.techs[power], self._best_techs(self.enemies))
        """Odds of our attacks; ``theirs`` are the odds of each enemy's."""
        friends = [p.index for p in self.world.powers if self.ally[p.index]]
        self.theirs = {
            enemy: estimator(rules, state.techs[enemy], self._best_techs(friends))
            for enemy in self.enemies
        }
        home = self.world.powers[power].capital
        self.capital = home if home >= 0 and state.owner[home] == power else -1
        """Our capital, while we hold it."""
        self._then = state.copy()
        """The board as it was then: what is asked for later is answered by it."""
        self.stakes: dict[int, float] = {}
        self._planes: dict[int, dict[int, int]] = {}
        self.perils: dict[tuple[int, int, int], float] = {}
        self._exposures: dict[tuple[int, int], float] = {}
        self._risks: dict[tuple[int, Key, float], float] = {}
        self._falls: dict[tuple[int, Key], float] = {}

    def _best_techs(self, powers: list[int]) -> int:
        """The advances of those powers together: only defence numbers matter here."""
        techs = 0
        for power in powers:
            techs |= self.state.techs[power]
        return techs

    # What is looked at when it is first asked for: many a commander never asks

    @cached_property
    def worth(self) -> tuple[float, ...]:
        return worth_of_all(self.world, self._then, self.power)

    @cached_property
    def untouchable(self) -> frozenset[int]:
        return untouchable(self.world, self._then, self.power)

    @cached_property
    def gifts(self) -> dict[int, float]:
        return gifts(self.world, self._then, self.power)

    @cached_property
    def cover(self) -> dict[int, dict[int, int]]:
        """Aircraft of our side that can rise into a zone from bases beside it."""
        return rising(self.world, self._then, self.ally)

    @cached_property
    def guard(self) -> dict[int, dict[int, int]]:
        """The same of our enemies."""
        return rising(self.world, self._then, self.foe)

    @cached_property
    def _threats(self) -> Threats:
        return Threats(self.rules, self._then, self.power, self.enemies, self.capital)

    @cached_property
    def threats(self) -> dict[int, dict[int, dict[int, int]]]:
        """Space to enemy power to the force it could bring there in its next turn."""
        return self._threats.forces

    @cached_property
    def origins(self) -> dict[int, dict[int, float]]:
        """Space to where that force stands now, in IPCs."""
        return self._threats.origins

    @cached_property
    def bases(self) -> dict[int, dict[int, dict[int, float]]]:
        """The same for each enemy power."""
        return self._threats.bases

    @cached_property
    def advantage(self) -> float:
        """Units and the income of three turns, ours over theirs.

        Who is stronger can afford even trades.
        """
        world, state = self.world, self._then
        strength = [3.0 * income for income in at.productions(world, state)]
        for stack in state.units:
            for piece, count in stack:
                strength[piece.owner] += world.kinds[piece.kind].cost * count

        def together(powers: Row) -> float:
            return 1.0 + sum(strength[p.index] for p in world.powers if p.plays and powers[p.index])

        return together(self.ally) / together(self.against)

    @cached_property
    def front(self) -> list[int]:
        """For each territory, steps over land to the nearest hostile territory (FAR: none)."""
        owner, foe, against, ally = self._then.owner, self.foe, self.against, self.ally
        away = [FAR] * len(owner)
        edge = [
            space
            for space, holder in enumerate(owner)
            if against[holder] or (foe[holder] and space not in self.untouchable)
        ]
        for space in edge:
            away[space] = 0
        steps = 0
        while edge:
            steps += 1
            reached = []
            for space in edge:
                for other in self.world.land_near[space]:
                    if away[other] == FAR and ally[owner[other]]:
                        away[other] = steps
                        reached.append(other)
            edge = reached
        return away

    # Forces

    def force(self, space: int, powers: Row) -> dict[int, int]:
        """Units of these powers (``ally`` or ``foe``) in a space that would fight.

        Of enemies also those that can rise against us there.
        """
        found: dict[int, int] = {}
        for piece, count in self.state.units[space]:
            if powers[piece.owner] and self.world.kinds[piece.kind].fights:
                found[piece.kind] = found.get(piece.kind, 0) + count
        more = self.guard.get(space) if powers is self.foe else None
        for kind, count in (more or {}).items():
            found[kind] = found.get(kind, 0) + count
        return found

    def own(self, space: int) -> list[tuple[Piece, int]]:
        return [(p, n) for p, n in self.state.units[space] if p.owner == self.power]

    # Threats

    def stake(self, space: int) -> float:
        """What losing a place costs: what can be won back next turn is not lost for good."""
        found = self.stakes.get(space)
        if found is None:
            found = self.stakes[space] = self._stake(space)
        return found

    def _stake(self, space: int) -> float:
        worth = self.worth[space]
        if space == self.capital:
            return HEART * worth
        if self.world.spaces[space].capital_of >= 0:
            return worth
        return worth * (REGAINED if self._helpers(space) >= 15 else ABANDONED)

    def _helpers(self, space: int) -> float:
        """Our side's land units next to a place, in IPCs."""
        world = self.world
        return sum(
            world.kinds[p.kind].cost * n
            for other in world.land_near[space]
            for p, n in self.state.units[other]
            if self.ally[p.owner] and world.kinds[p.kind].takes_land
        )

    def planes(self, space: int) -> dict[int, int]:
        """Aircraft of ours that could fly to a place and back."""
        found = self._planes.get(space)
        if found is None:
            found = self._planes[space] = self._count_planes(space)
        return found

    def _count_planes(self, space: int) -> dict[int, int]:
        arsenal = self.world.arsenal(self.state.techs[self.power])
        found: dict[int, int] = {}
        for other, piece, count in self.state.pieces(self.power):
            if self.world.kinds[piece.kind].domain == "air":
                reach = arsenal.move[piece.kind] // 2
                if self.rules.one_sortie:
                    reach = there_and_back(self.rules, self.state, piece, other)
                if self.world.air[other][space] <= reach:
                    found[piece.kind] = found.get(piece.kind, 0) + count
        return found

    def danger(self, space: int, defenders: Force) -> float:
        """The risk of leaving these defenders in a place of ours."""
        threats = self.origins.get(space)
        if not threats:
            return 0.0
        risk = self.risk(space, defenders, self.stake(space))
        if risk and not defenders:
            risk += WALK_IN
        return risk * self.landed(space, threats)

    def landed(self, space: int, threats: Mapping[int, float]) -> float:
        """How much an attack counts from these origins, as far as they are ships.

        They can land their troops in one place only, and often come nowhere. But nobody leaves
        his own capital to that.
        """
        if space == self.capital or self.world.is_sea[space]:
            return 1.0
        afloat = sum(v for origin, v in threats.items() if self.world.is_sea[origin])
        return 1.0 - SEABORNE * afloat / sum(threats.values())

    def left(self, space: int, enemy: int, dead: Mapping[int, float]) -> dict[int, int]:
        """What an enemy can still bring to a space; ``dead`` are armies that are probably gone."""
        force: dict[int, int] = {}
        for origin, part in self._threats.parts[space, enemy].items():
            alive = 1.0 - dead.get(origin, 0.0)
            for kind, count in part.items():
                if number := round(alive * count):
                    force[kind] = force.get(kind, 0) + number
        return force

    def fall_of_capital(self, defenders: Force, dead: Mapping[int, float]) -> float:
        """How likely our capital is taken; ``dead`` are armies that are probably gone by then."""
        home = self.capital
        threats = {enemy: self.left(home, enemy, dead) for enemy in self.threats.get(home, ())}
        return self._fall(threats, defenders)

    def fall(self, space: int, defenders: Force) -> float:
        """How likely a place is taken from these defenders, by one enemy or one after the other."""
        return self._fall(self.threats.get(space, {}), defenders)

    def _fall(self, threats: Mapping[int, Force], defenders: Force) -> float:
        chance = IN_TURN * self._fall_together(threats, defenders)
        for enemy, force in threats.items():
            chance = max(chance, self._taken_by(enemy, force, defenders))
        return chance

    def fall_together(self, space: int, defenders: Force) -> float:
        """How likely a place would be taken by all enemies in one attack."""
        memo = (space, key_of(defenders))
        found = self._falls.get(memo)
        if found is None:
            threats = self.threats.get(space, {})
            found = self._falls[memo] = self._fall_together(threats, defenders)
        return found

    def _fall_together(self, threats: Mapping[int, Force], defenders: Force) -> float:
        together: dict[int, int] = {}
        for force in threats.values():
            for kind, count in force.items():
                together[kind] = together.get(kind, 0) + count
        return max((self._taken_by(e, together, defenders) for e in threats), default=0.0)

    def _taken_by(self, enemy: int, force: Force, defenders: Force) -> float:
        kinds = self.world.kinds
        attackers = {k: n for k, n in force.items() if kinds[k].domain != "sea"}
        if not any(kinds[k].takes_land for k, n in attackers.items() if n):
            return 0.0
        return self.theirs[enemy].estimate(key_of(attackers), key_of(defenders)).win

    def share(self, goal: int, origins: Mapping[int, float]) -> float:
        """How much of the threat to a space is left when these origins are probably destroyed."""
        found = self.origins.get(goal)
        if not found:
            return 1.0
        gone = sum(value * origins.get(origin, 0.0) for origin, value in found.items())
        return 1.0 - gone / sum(found.values())

    # Risk

    def risk(self, space: int, defenders: Force, worth: float | None = None) -> float:
        """What the best enemy attack on a space would cost us, in IPCs (0 if none pays)."""
        threats = self.threats.get(space)
        if not threats:
            return 0.0
        worth = self.worth[space] if worth is None else worth
        key = key_of(self._covered(space, defenders))
        memo = (space, key, worth)
        found = self._risks.get(memo)
        if found is None:
            found = self._risks[memo] = self._worst(space, threats, key, worth)
        return found

    def exposure(self, kind: int, land: int) -> float:
        """How much more an enemy could win in a place if an aircraft of ours stood there too."""
        found = self._exposures.get((kind, land))
        if found is None:
            force = self.force(land, self.ally)
            more = {**force, kind: force.get(kind, 0) + 1}
            found = max(0.0, self.risk(land, more) - self.risk(land, force))
            self._exposures[kind, land] = found
        return found

    def _covered(self, space: int, defenders: Force) -> Force:
        """Defenders with the aircraft that rise to help them."""
        cover = self.cover.get(space)
        if not cover or not defenders:
            return defenders
        return {k: defenders.get(k, 0) + cover.get(k, 0) for k in {*defenders, *cover}}

    def fall_at_home(self, defenders: Force, others: Force) -> float:
        """How likely our capital is taken now or in two turns, when others will be there too."""
        chance = self.fall(self.capital, defenders)
        more = {k: defenders.get(k, 0) + others.get(k, 0) for k in {*defenders, *others}}
        for enemy, later in self._threats.later.items():
            now = self.threats.get(self.capital, {}).get(enemy, {})
            force = {k: max(now.get(k, 0), later.get(k, 0)) for k in {*now, *later}}
            chance = max(chance, self._taken_by(enemy, force, more))
        return chance

    def _worst(
        self, space: int, threats: dict[int, dict[int, int]], key: Key, worth: float
    ) -> float:
        """The worst single attack; a capital is also weighed against all of them together."""
        worst = 0.0
        together: dict[int, int] = {}
        for enemy, force in threats.items():
            comers = key_of(force)
            comes = self._comes(space, enemy, comers, key)
            worst = max(worst, comes * self.gain(space, enemy, comers, key, worth))
            for kind, count in force.items():
                together[kind] = together.get(kind, 0) + count
        if len(threats) > 1 and worth:
            some = next(iter(threats))
            share = 0.9 if self.world.spaces[space].capital_of >= 0 else 0.6
            worst = max(worst, share * self.gain(space, some, key_of(together), key, worth))
        return worst

    def _comes(self, zone: int, enemy: int, attackers: Key, defenders: Key) -> float:
        """How likely an enemy comes for a fleet; who lies there without a warship is not spared."""
        kinds = self.world.kinds
        if not self.world.is_sea[zone] or all(kinds[k].transport for k, _ in defenders):
            return 1.0
        return at_sea(self.chance(zone, enemy, attackers, defenders))

    def gain(self, space: int, enemy: int, attackers: Key, defenders: Key, worth: float) -> float:
        """What an enemy power would win by an attack with this force."""
        attackers = self._comers(space, attackers)
        sea, kinds = self.world.is_sea[space], self.world.kinds
        holds = sea or any(kinds[k].takes_land for k, _ in attackers)
        if not attackers or not (defenders or holds):
            return 0.0
        outlook = self.theirs[enemy].estimate(attackers, defenders)
        gain = outlook.defender_loss - outlook.attacker_loss
        return gain + (outlook.win * worth if holds else 0.0)

    def chance(self, space: int, enemy: int, attackers: Key, defenders: Key) -> float:
        """How likely an enemy power would win such an attack."""
        return self.theirs[enemy].estimate(self._comers(space, attackers), defenders).win

    def _comers(self, space: int, attackers: Key) -> Key:
        """Those who can fight there."""
        kinds = self.world.kinds
        other = "land" if self.world.is_sea[space] else "sea"
        return tuple((k, n) for k, n in attackers if kinds[k].domain != other)

    # The front

    def hostile(self, space: int) -> bool:
        """Whether land can be attacked, and should be."""
        return self.foe[self.state.owner[space]] and space not in self.untouchable

    def opposed(self, space: int) -> bool:
        """Whether land is hostile or held by an opponent who is not at war with us yet."""
        return self.hostile(space) or self.against[self.state.owner[space]]

    def linked(self, space: int) -> set[int]:
        """Land that can be reached from here through friendly land."""
        world, state, power = self.world, self.state, self.power
        linked = {space}
        edge = [space]
        while edge:
            for other in world.land_near[edge.pop()]:
                if other not in linked and at.is_friendly_land(world, state, power, other):
                    linked.add(other)
                    edge.append(other)
        return linked

    def sea_distances(self, zones: tuple[int, ...]) -> dict[int, int]:
        """How far every zone is from these, through canals that are open to us."""
        world, state, power = self.world, self.state, self.power
        away = dict.fromkeys(zones, 0)
        edge = list(zones)
        while edge:
            reached = []
            for here in edge:
                for there in world.sea_near[here]:
                    if there not in away and world.access.canal_open(state, power, here, there):
                        away[there] = away[here] + 1
                        reached.append(there)
            edge = reached
        return away
