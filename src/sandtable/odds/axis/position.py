"""Reading a battle from the table: who stands in a space, and who could still come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Move
from sandtable.games.axis.assaults import bombarders, launching_zones
from sandtable.games.axis.battle import BattleStep
from sandtable.games.axis.combat import ConductCombatStep
from sandtable.games.axis.retreat import origins, retreat_goals
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.sides import in_battle
from sandtable.games.axis.stages import Stage
from sandtable.games.axis.state import DROPPED, HURT, LANDED, AxisState, Piece
from sandtable.table import Malformed, Position

from .answer import Odds
from .assault import Assault, Crossing, assault
from .battle import Battle, Choices, Party, Retreat
from .solver import solve


class Reading(msgspec.Struct, frozen=True):
    """The battle of a space: as it stands, or with sea combats before a landing."""

    battle: Battle
    crossings: tuple[Crossing, ...] = ()


def odds_at(
    position: Position[Any],
    space: str,
    *,
    power: str | None = None,
    reach: bool = False,
    retreat: Retreat = Retreat(),  # noqa: B008 (frozen values)
    attack: Choices = Choices(),  # noqa: B008
    defence: Choices = Choices(),  # noqa: B008
    rounds: int = 0,
    budget_ms: float | None = None,
) -> Odds | Assault:
    """The odds of the battle in a space; an ``Assault`` when a sea combat comes before it."""
    found = read(position, space, power=power, reach=reach)
    return solved(
        found, retreat=retreat, attack=attack, defence=defence, rounds=rounds, budget_ms=budget_ms
    )


def odds_if(
    position: Position[Any],
    space: str,
    reactions: Sequence[str],
    *,
    power: str | None = None,
    retreat: Retreat = Retreat(),  # noqa: B008
    attack: Choices = Choices(),  # noqa: B008
    defence: Choices = Choices(),  # noqa: B008
    budget_ms: float | None = None,
) -> list[tuple[float, Odds | Assault]]:
    """The odds if others answer the attacks so: one for each way their dice may fall."""
    rules, state = _of_the_family(position)
    where = rules.world.space[rules.notation.space(space.strip().lower())]
    attacker = attacking_power(rules, state, where, power)
    ways: list[tuple[float, AxisState]] = [(1.0, state)]
    for text in reactions:
        action = rules.parse(text)
        ways = [
            (chance * likely, after)
            for chance, before in ways
            for likely, after in rules.suppose(before, attacker, action)
        ]
    begun = Reader(rules, state, where, attacker).reading({}).battle.attacker.units
    found: list[tuple[float, Odds | Assault]] = []
    for chance, after in ways:
        reader = Reader(rules, after, where, attacker)
        attacked = reader.is_attacked()
        odds = solved(
            reader.reading({} if attacked else begun),
            retreat=retreat,
            attack=attack,
            defence=defence,
            budget_ms=budget_ms,
        )
        if not attacked and isinstance(odds, Odds):
            odds = odds.lost_at_once()
        found.append((chance, odds))
    return found


def solved(
    found: Reading,
    *,
    retreat: Retreat,
    attack: Choices,
    defence: Choices,
    rounds: int = 0,
    budget_ms: float | None = None,
) -> Odds | Assault:
    """The odds of a battle that was read, fought so."""
    battle = msgspec.structs.replace(found.battle, retreat=retreat, attack=attack, defence=defence)
    if found.crossings:
        crossings = [
            msgspec.structs.replace(
                crossing,
                battle=msgspec.structs.replace(crossing.battle, attack=attack, defence=defence),
            )
            for crossing in found.crossings
        ]
        return assault(crossings, battle, rounds=rounds, budget_ms=budget_ms)
    return solve(battle, rounds=rounds, budget_ms=budget_ms)


def _of_the_family(position: Position[Any]) -> tuple[AxisRules, AxisState]:
    rules, state = position.rules, position.state
    if not isinstance(rules, AxisRules) or not isinstance(state, AxisState):
        raise Malformed(f"these odds are for titles of the Axis family, not for {rules.id}")
    return rules, state


def read(
    position: Position[Any], space: str, *, power: str | None = None, reach: bool = False
) -> Reading:
    """Who fights whom in a space. ``reach``: with all that could still be moved there."""
    rules, state = _of_the_family(position)
    where = rules.world.space[rules.notation.space(space.strip().lower())]
    reader = reader_of(rules, state, where, attacking_power(rules, state, where, power))
    arriving = reader.reach(position) if reach else {}
    return reader.reading(arriving)


def attacking_power(rules: AxisRules, state: AxisState, space: int, power: str | None) -> int:
    if power is not None:
        return rules.world.power[rules.notation.power(power)]
    for frame in reversed(state.flow):
        if isinstance(frame, frames.Battle) and frame.space == space:
            return frame.power
    for frame in reversed(state.flow):
        if isinstance(frame, frames.CombatMove | frames.ConductCombat):
            return frame.power
    return state.turn


def reader_of(rules: AxisRules, state: AxisState, space: int, power: int) -> Reader:
    kind = SortieReader if rules.one_sortie else Reader
    return kind(rules, state, space, power)


class Reader:
    def __init__(self, rules: AxisRules, state: AxisState, space: int, power: int) -> None:
        self.rules, self.state, self.space, self.power = rules, state, space, power
        self.world = rules.world
        self.sea = rules.world.is_sea[space]
        self.running = next(
            (f for f in state.flow if isinstance(f, frames.Battle) and f.space == space), None
        )

    def reading(self, arriving: dict[str, int]) -> Reading:
        running = self.running
        if running is not None and not self._stage(running).between_rounds:
            raise Malformed("the battle is in the middle of a round: ask between rounds")
        if running is not None and (running.dead or (running.bombardment and not running.round)):
            raise Malformed("the bombardment is being taken: ask before it or after a round")
        crossings, landing = ((), {}) if self.sea else self._landings()
        attacker = self._attackers(arriving, landing)
        defenders = self._defenders(self.space)
        if not attacker.units and not crossings:
            name = self.world.powers[self.power].id
            raise Malformed(f"{name} has no units that attack {self._name(self.space)}")
        battle = Battle(
            attacker=attacker,
            defenders=defenders,
            title=self.rules.id,
            sea=self.sea,
            can_retreat=bool(arriving) or self._can_retreat(),
            fired=running is not None and not self._stage(running).before_guns,
            bombard={} if self.sea else self._bombardment(sum(landing.values())),
            flak=() if self.sea else self.rules.flak(self.state, self.power, self.space),
        )
        return Reading(battle, tuple(crossings))

    def is_attacked(self) -> bool:
        """Whether anybody is left who attacks the space, or is to land there."""
        attacker = self._attackers({}, {})
        return bool(attacker.units or attacker.dropped or (not self.sea and self._launching()))

    def _stage(self, battle: frames.Battle) -> Stage:
        step = self.rules.steps[frames.Battle]
        assert isinstance(step, BattleStep)
        return step.stage(battle)

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id

    def _techs(self, power: int) -> tuple[str, ...]:
        bits = self.state.techs[power]
        return tuple(tech.id for tech in self.world.techs if bits >> tech.index & 1)

    def _attackers(self, arriving: dict[str, int], landing: dict[str, int]) -> Party:
        mine = [
            (piece, count)
            for piece, count in self.state.units[self.space]
            if piece.owner == self.power and self.attacks(piece)
        ]
        jumped = [(p, n) for p, n in mine if p.marks & DROPPED and self.world.kinds[p.kind].foot]
        party = self._party(self.power, [item for item in mine if item not in jumped])
        landed = _plus(_names(self, (i for i in mine if i[0].marks & LANDED)), landing)
        dropped = sum(n * len(p.cargo) for p, n in mine if p.marks & DROPPED)
        dropped += sum(n for _, n in jumped)
        units = _plus(_plus(party.units, arriving), landing)
        return msgspec.structs.replace(party, units=units, landed=landed, dropped=dropped)

    def attacks(self, piece: Piece) -> bool:
        """Whether a unit of the attacker takes part."""
        return in_battle(self.world, piece)

    def _party(self, power: int, pieces: Iterable[tuple[Piece, int]]) -> Party:
        found = list(pieces)
        hurt = _names(self, (i for i in found if i[0].marks & HURT))
        name = self.world.powers[power].id
        return Party(_names(self, found), name, self._techs(power), hurt=hurt)

    def _defenders(self, space: int) -> tuple[Party, ...]:
        """Each defending power; guns only as long as they have not fired."""
        fired = self.running is not None and not self._stage(self.running).before_guns
        foe = at.foes(self.state, self.power)
        parties = []
        for power in range(len(self.world.powers)):
            if not foe[power]:
                continue
            pieces = [
                (piece, count)
                for piece, count in self.state.units[space]
                if piece.owner == power
                and (
                    in_battle(self.world, piece)
                    or (self.world.kinds[piece.kind].aa_hit and not fired)
                )
            ]
            if pieces:
                parties.append(self._party(power, pieces))
        return tuple(parties) or (Party({}),)

    def field(self) -> tuple[Party, tuple[Party, ...]] | None:
        """Who is there on both sides, if nothing but numbers counts: no battle is going on, and
        nobody lands."""
        if self.running is not None or (not self.sea and self._launching()):
            return None
        attacker = self._attackers({}, {})
        return None if attacker.dropped else (attacker, self._defenders(self.space))

    def _can_retreat(self) -> bool:
        """Whether ships or overland troops have a way back, by the game's own rule."""
        battle = self.running
        if battle is None:
            came = origins(self.world, self.state, self.power, self.space)
            battle = frames.Battle(self.power, self.space, self.sea, origins=came)
        return bool(retreat_goals(self.world, self.state, battle))

    # Landings

    def _landings(self) -> tuple[list[Crossing], dict[str, int]]:
        """Zones from which troops storm this coast: with a battle first, or straight ashore."""
        crossings, landing = [], dict[str, int]()
        for zone in self._launching():
            if self._is_fought_over(zone):
                crossings.append(self._crossing(zone))
                continue
            for load in self._loads(zone):
                landing = _plus(landing, {name: load.count(name) for name in load})
        return crossings, landing

    def _bombardment(self, limit: int) -> dict[str, int]:
        """The strongest ships of the launching zones without a battle, one for each landing."""
        ships: list[tuple[int, str]] = []
        for zone in self._launching():
            if self._is_fought_over(zone) or zone in self._troubled():
                continue
            for kind, count in bombarders(self.world, self.state, self.power, zone).items():
                ships += [(self.world.kinds[kind].bombards, self.world.kinds[kind].id)] * count
        chosen = [name for _, name in sorted(ships, reverse=True)[:limit]]
        return {name: chosen.count(name) for name in chosen}

    def _is_fought_over(self, zone: int) -> bool:
        step = self.rules.steps[frames.ConductCombat]
        assert isinstance(step, ConductCombatStep)
        return step.is_held_by_enemies(self.state, self.power, zone)

    def _troubled(self) -> tuple[int, ...]:
        """Zones where something happened that rules out a bombardment."""
        combat = [f for f in self.state.flow if isinstance(f, frames.ConductCombat)]
        return combat[-1].troubled if combat else ()

    def _launching(self) -> list[int]:
        return launching_zones(self.world, self.state, self.power, self.space)

    def _crossing(self, zone: int) -> Crossing:
        twin = type(self)(self.rules, self.state, zone, self.power)
        return Crossing(twin.reading({}).battle, tuple(self._loads(zone)))

    def _loads(self, zone: int) -> list[tuple[str, ...]]:
        """What each transport in the zone is to put ashore here."""
        found = []
        for piece, count in self.state.units[zone]:
            if piece.owner == self.power and self.world.kinds[piece.kind].transport:
                load = tuple(
                    self.world.kinds[cargo.kind].id
                    for cargo in piece.cargo
                    if cargo.owner == self.power and cargo.target == self.space
                )
                found += [load] * count
        return found

    # Who could come

    def reach(self, position: Position[Any]) -> dict[str, int]:
        """Units that could each still move in, as the legal moves have it; landings apart."""
        seat = self.world.powers[self.power].seat
        sources: set[tuple[int, str]] = set()
        for action in position.legal_actions(seat):
            if isinstance(action, Move) and action.route[-1] == self._name(self.space):
                for units in action.units:
                    if units.owner in ("", self.world.powers[self.power].id):
                        sources.add((self.world.space[action.route[0]], units.kind))
        found: dict[str, int] = {}
        for space, name in sources:
            kind = self.world.kind[name]
            for piece, count in self.state.units[space]:
                if piece.owner == self.power and piece.kind == kind and not piece.marks:
                    found[name] = found.get(name, 0) + count
        return found


class SortieReader(Reader):
    """Where attacking aircraft make one sortie: what the kernel of a browser does not know."""

    def field(self) -> None:
        return None

    def attacks(self, piece: Piece) -> bool:
        """Aircraft aboard that have not taken off are cargo."""
        aboard = self.sea and self.world.kinds[piece.kind].domain == "air" and piece.origin < 0
        return not aboard and super().attacks(piece)

    def _can_retreat(self) -> bool:
        """At sea who finds no zone to go to stops firing and stays."""
        return self.sea or super()._can_retreat()

    def _bombardment(self, limit: int) -> dict[str, int]:
        """For each landing transport of a zone one ship of each kind."""
        found: dict[str, int] = {}
        for zone in self._launching():
            if at.is_hostile_zone(self.world, self.state, self.power, zone):
                continue
            most = sum(bool(load) for load in self._loads(zone))
            for kind, count in bombarders(self.world, self.state, self.power, zone).items():
                found = _plus(found, {self.world.kinds[kind].id: min(count, most)})
        return {name: count for name, count in found.items() if count}


def _names(reader: Reader, pieces: Iterable[tuple[Piece, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for piece, count in pieces:
        name = reader.world.kinds[piece.kind].id
        found[name] = found.get(name, 0) + count
    return found


def _plus(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    return {n: first.get(n, 0) + second.get(n, 0) for n in {**first, **second}}
