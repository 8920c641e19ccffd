"""How the board looks to a commander: what things are worth and what threatens them."""

from __future__ import annotations

from collections import defaultdict

from sandtable.games.axis import situation as at
from sandtable.games.axis.landing import homes
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState, Piece
from sandtable.games.axis.world import NOBODY, World

from .outlook import Estimator, Force, Key, key_of

CITY, CAPITAL, FACTORY, TURNS = 9.0, 30.0, 6.0, 2.5
"""Worth in IPCs of a victory city, a capital, a factory; income is counted for some turns."""


class Picture:
    """A state seen by one power. Made once for each plan, then only read."""

    def __init__(self, rules: AxisRules, state: AxisState, power: int) -> None:
        self.rules = rules
        self.world: World = rules.world
        self.state = state
        self.power = power
        self.side = self.world.side[power]
        self.estimator = _estimator(rules)
        self.worth = tuple(
            self.worth_of(self.world, state, space) for space in range(len(self.world.spaces))
        )
        self.enemies = [p.index for p in self.world.powers if self.world.side[p.index] != self.side]
        self.threats: dict[int, dict[int, dict[int, int]]] = defaultdict(dict)
        """Space to enemy power to the force it could bring there in its next turn."""
        for enemy in self.enemies:
            self._add_threats(enemy)
        self.front = self._distance_to_enemy()

    # Worth

    @staticmethod
    def worth_of(world: World, state: AxisState, space: int) -> float:
        """What holding a territory is worth, in IPCs."""
        data = world.spaces[space]
        if data.kind == "sea" or data.closed:
            return 0.0
        worth = TURNS * data.value
        worth += CITY if data.city else 0.0
        worth += CAPITAL if data.capital_of != NOBODY else 0.0
        worth += FACTORY if space in state.factories else 0.0
        return worth + 0.5

    @staticmethod
    def estimator_of(rules: AxisRules) -> Estimator:
        return _estimator(rules)

    # Forces

    def force(self, space: int, side: int) -> dict[int, int]:
        """Units of a side in a space that would fight."""
        found: dict[int, int] = {}
        for piece, count in self.state.units[space]:
            if self.world.side[piece.owner] == side and self.world.kinds[piece.kind].fights:
                found[piece.kind] = found.get(piece.kind, 0) + count
        return found

    def own(self, space: int) -> list[tuple[Piece, int]]:
        return [(p, n) for p, n in self.state.units[space] if p.owner == self.power]

    # Threats

    def _add_threats(self, enemy: int) -> None:
        world, state = self.world, self.state
        arsenal = world.arsenal(state.techs[enemy])
        away = homes(world, self._as_turn_of(enemy), enemy)
        air = world.area_air if world.powers[enemy].confined else world.air
        for space, piece, count in state.pieces(enemy):
            kind = world.kinds[piece.kind]
            if kind.domain == "land" and kind.takes_land:
                for goal in self._marches(enemy, space, arsenal.move[piece.kind]):
                    self._threaten(enemy, goal, piece.kind, count)
            elif kind.domain == "air":
                reach, distances = arsenal.move[piece.kind], air[space]
                for goal in world.open_spaces:
                    if distances[goal] + away[goal] <= reach or (
                        kind.carrier_capable
                        and 2 * distances[goal] <= reach
                        and world.is_sea[space]
                    ):
                        self._threaten(enemy, goal, piece.kind, count)
            elif kind.domain == "sea":
                self._add_ship_threats(enemy, space, piece, count)

    def _as_turn_of(self, enemy: int) -> AxisState:
        """The state as if that power's turn began now: its side's land is where it may land."""
        twin = self.state.copy()
        twin.owner_before = twin.owner
        return twin

    def _marches(self, power: int, space: int, reach: int) -> set[int]:
        world = self.world
        near = set(world.land_near[space])
        if reach > 1:
            for middle in world.land_near[space]:
                if at.is_friendly_land(world, self.state, power, middle) or not self.force(
                    middle, self.side
                ):
                    near |= set(world.land_near[middle])
        return near - {space}

    def _add_ship_threats(self, enemy: int, zone: int, piece: Piece, count: int) -> None:
        world = self.world
        kind = world.kinds[piece.kind]
        zones = {zone}
        for first in world.sea_near[zone]:
            zones.add(first)
            zones.update(world.sea_near[first])
        if kind.attack:
            for goal in zones:
                self._threaten(enemy, goal, piece.kind, count)
        if not kind.transport:
            return
        riders = self._riders(enemy, zone, piece, count)
        if riders:
            coasts = {land for z in zones for land in world.land_near[z]}
            for coast in coasts:
                for rider, number in riders.items():
                    self._threaten(enemy, coast, rider, number)

    def _riders(self, enemy: int, zone: int, piece: Piece, count: int) -> dict[int, int]:
        """What transports could land: their cargo, or two units from a coast beside them."""
        riders: dict[int, int] = {}
        for cargo in piece.cargo:
            riders[cargo.kind] = riders.get(cargo.kind, 0) + count
        if riders:
            return riders
        room = 2 * count
        for land in self.world.land_near[zone]:
            for other, number in self.state.units[land]:
                if other.owner == enemy and self.world.kinds[other.kind].takes_land and room:
                    taken = min(room, number)
                    riders[other.kind] = riders.get(other.kind, 0) + taken
                    room -= taken
        return riders

    def _threaten(self, enemy: int, goal: int, kind: int, count: int) -> None:
        force = self.threats[goal].setdefault(enemy, {})
        force[kind] = force.get(kind, 0) + count

    # Risk

    def risk(self, space: int, defenders: Force, worth: float | None = None) -> float:
        """What the best enemy attack on a space would cost us, in IPCs (0 if none pays)."""
        worth = self.worth[space] if worth is None else worth
        key = key_of(defenders)
        worst = 0.0
        for force in self.threats.get(space, {}).values():
            worst = max(worst, self._gain(space, key_of(force), key, worth))
        return worst

    def _gain(self, space: int, attackers: Key, defenders: Key, worth: float) -> float:
        kinds = self.world.kinds
        if self.world.is_sea[space]:
            attackers = tuple((k, n) for k, n in attackers if kinds[k].domain != "land")
            holds = True
        else:
            attackers = tuple((k, n) for k, n in attackers if kinds[k].domain != "sea")
            holds = any(kinds[k].takes_land for k, _ in attackers)
        if not attackers:
            return 0.0
        outlook = self.estimator.estimate(attackers, defenders)
        gain = outlook.defender_loss - outlook.attacker_loss
        return gain + (outlook.win * worth if holds else 0.0)

    # The front

    def _distance_to_enemy(self) -> list[int]:
        """For each territory, steps over land to the nearest hostile territory (99: none)."""
        world, state = self.world, self.state
        away = [99] * len(world.spaces)
        edge = [s for s in range(len(away)) if at.is_hostile_land(world, state, self.power, s)]
        for space in edge:
            away[space] = 0
        steps = 0
        while edge:
            steps += 1
            reached = []
            for space in edge:
                for other in world.land_near[space]:
                    if away[other] == 99 and at.is_friendly_land(world, state, self.power, other):
                        away[other] = steps
                        reached.append(other)
            edge = reached
        return away


_estimators: dict[int, Estimator] = {}


def _estimator(rules: AxisRules) -> Estimator:
    """One for each title: advances are small matter for a rough estimate."""
    found = _estimators.get(id(rules))
    if found is None:
        world = rules.world
        found = _estimators[id(rules)] = Estimator(world.kinds, world.arsenal(0))
    return found
