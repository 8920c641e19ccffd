"""Where units may go: one question for routes, aircraft, ships and transports.

Closed ground, powers that keep to a region, neutral land, canals, and the rows of
``restrictions.csv`` are all asked here. An answer is nothing, or a ``Bar`` that says why not.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from sandtable.board import Flights

from . import restrictions as table
from . import situation as at
from .conditions import DEEDS, Call, calls
from .judge import Judge
from .restrictions import Restriction
from .spaces import SUBMARINES_PASS
from .standing import Standing, Standings
from .state import AxisState
from .units import Kind
from .world import World

COMBAT_MOVE, NONCOMBAT_MOVE = "combat-move", "noncombat-move"


class Bar(msgspec.Struct, frozen=True):
    """Why a unit may not: the code of the refusal, its words, and the rule if a table names it."""

    code: str
    args: dict[str, str] = {}
    rule: str = ""


class Access:
    """The family's answers; a title overrides ``neutral`` and ``canal_open`` for its own rules."""

    deeds: ClassVar[frozenset[str]] = frozenset()
    """What its own answers about neutral land depend on, besides owners and relations."""
    hunts_by_air: ClassVar[bool] = False
    """Whether ships that cannot attack go along with aircraft that hunt, not only with warships."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ranges = tuple(
            world.regions[power.confined] if power.confined else world.open_spaces
            for power in world.powers
        )
        """Where each power's units can be at all."""
        self._changing = bool(world.restrictions or world.neutral)
        words = [sorts_of(kind) for kind in world.kinds]
        self._sorts = tuple(words.index(one) for one in words)
        """For each unit the first that the rows do not tell from it."""
        self._flier = next(kind for kind in world.kinds if kind.domain == "air")
        self._uses = tuple(row for row in world.restrictions if row.kind == table.USE_NEVER)
        self._chosen: dict[object, tuple[Restriction, ...]] = {}
        when = [row.when for row in world.restrictions if row.when is not None]
        asked = {call.name for call in calls(when)} & DEEDS
        self.standings = Standings(world, frozenset(asked | self.deeds))
        """What the rows mean now, and who has done what."""

    # What a title changes

    def neutral(
        self, state: AxisState, power: int, kind: Kind, space: int, *, combat: bool, passing: bool
    ) -> Bar | None:
        """Why a unit may not enter neutral land: here nobody may."""
        return Bar("over-neutral" if passing else "closed", {"goal": self._name(space)})

    def canal_open(
        self, state: AxisState, power: int, a: int, b: int, kind: Kind | None = None
    ) -> bool:
        """Whether a ship (of any kind, or of this) may go from zone a to zone b."""
        gate = self.world.board.gates.get((a, b))
        if gate is None:
            return True
        if kind is not None and kind.submarine and SUBMARINES_PASS in gate.words:
            return True
        return at.holds_gate(self.world, state, power, gate)

    def shut(self, state: AxisState, power: int, a: int, b: int) -> Bar:
        """Why the ships of a power may not go through the canal between two zones."""
        gate = self.world.board.gates[a, b]
        lands = " and ".join(self._name(land) for land in gate.lands)
        args = {"canal": gate.name, "power": self.world.powers[power].id, "lands": lands}
        return Bar("canal", args)

    def stops(self, state: AxisState, power: int, kind: Kind, zone: int) -> bool:
        """Whether a ship that enters the zone must end its move there."""
        if kind.passes:
            return at.has_enemy_destroyer(self.world, state, power, zone)
        return at.is_hostile_zone(self.world, state, power, zone)

    def lets_blitz(self, state: AxisState, power: int, space: int) -> bool:
        """Whether a tank goes on through a hostile land."""
        return at.is_empty_for_blitz(self.world, state, power, space)

    def threatened(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether enemies could rise against a landing of the power from a zone: here nobody."""
        return False

    def unguarded(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether nobody may land from a zone without an escort there: here all may."""
        return False

    def unshared(self, state: AxisState, power: int, asset: str) -> frozenset[int]:
        """Allies that do not let a power use what is theirs: here all do."""
        return frozenset()

    def withheld(self, state: AxisState, power: int, asset: str, owner: int) -> Bar | None:
        """Why a power may not use ``territories``, ``carriers`` or ``transports`` of an ally."""
        if owner not in self.unshared(state, power, asset):
            return None
        powers = self.world.powers
        args = {"owner": powers[owner].id, "power": powers[power].id, "asset": asset}
        return Bar("unshared", args)

    def forlorn(self, state: AxisState, power: int, zone: int) -> bool:
        """Whether ships of the power that cannot attack may not face the enemies in a zone,
        since nobody does who can: here they may."""
        return False

    # Moving

    def enter(
        self,
        state: AxisState,
        power: int,
        kind: Kind,
        space: int,
        *,
        combat: bool,
        passing: bool = False,
    ) -> Bar | None:
        """Why a unit may not move into a space (``passing``: or through it)."""
        world = self.world
        if space not in self.ranges[power]:
            return self._out_of_range(power, kind, space, passing)
        if not self._changing:
            return None
        if state.owner[space] in world.neutral:
            bar = self.neutral(state, power, kind, space, combat=combat, passing=passing)
            if bar is not None:
                return bar
        now = self.standings.now(state)
        if space not in self._closed(now, state, power, kind, combat):
            return None
        row = self._closing(now, state, power, kind, combat, space)
        return self._by(row, "restricted", power, kind, space)

    def stop(
        self, state: AxisState, power: int, kind: Kind, space: int, *, combat: bool
    ) -> Bar | None:
        """Why a unit that may go there may not end its move there."""
        for sort in (table.END_NEVER, table.END_ONLY) if self.world.restrictions else ():
            for row in self._rows(sort, power, kind, combat):
                if space in self.standings.now(state).spaces(state, power, row):
                    return self._by(row, "restricted-stop", power, kind, space)
        if self.world.is_sea[space]:
            return None
        return self.withheld(state, power, at.TERRITORIES, state.owner[space])

    def attack(self, state: AxisState, power: int, kind: Kind, space: int) -> Bar | None:
        """Why a unit may not attack a hostile land."""
        if not self.world.restrictions:
            return None
        judge = Judge(self.world, state, power, space)
        for row in self._rows(table.ATTACK_NEVER, power, kind, True):
            if row.within and not judge.covers(row.within, space):
                continue
            if (row.when is None or judge.holds(row.when)) and judge.covers(row.what, space):
                return self._by(row, "restricted-attack", power, kind, space)
        return None

    def use(self, state: AxisState, power: int, asset: str, owner: int, space: int) -> Bar | None:
        """Why a power may not use another's ``ships`` or ``naval-bases`` in a space."""
        if owner == power or not self._uses:
            return None
        kept, key = self.standings.now(state).uses, (power, asset, owner, space)
        if key not in kept:
            kept[key] = self._forbidding(state, power, asset, owner, space)
        row, names = kept[key], self.world.powers
        if row is None:
            return None
        args = {"power": names[power].id, "owner": names[owner].id}
        return Bar("restricted-use", args, next(iter(row.rules), ""))

    def _forbidding(
        self, state: AxisState, power: int, asset: str, owner: int, space: int
    ) -> Restriction | None:
        """The first row that keeps a power from using what is another's."""
        judge = Judge(self.world, state, power, space)
        for row in self._uses:
            if row.power not in (-1, power):
                continue
            if row.within and space not in judge.spaces(row.within):
                continue
            owners = {
                holder
                for item in row.what
                if isinstance(item, Call) and item.name == asset
                for name in item.args[0]
                for holder in judge.holders(str(name))
            }
            if owner in owners and (row.when is None or judge.holds(row.when)):
                return row
        return None

    def may_take_off(self, state: AxisState, power: int, space: int) -> bool:
        """Whether an air base in friendly land serves the power's aircraft."""
        return True

    def may_put_in(self, state: AxisState, power: int, space: int) -> bool:
        """Whether a naval base in friendly land serves the power's ships."""
        owner = state.owner[space]
        return owner == power or self.use(state, power, "naval-bases", owner, space) is None

    def takes_over(self, state: AxisState, power: int, kind: Kind, space: int) -> bool:
        """Whether the unit gains control of another's land by moving there."""
        return any(
            space in self.standings.now(state).spaces(state, power, row)
            for row in self._rows(table.TAKE_OVER, power, kind, False)
        )

    def has_phase(self, state: AxisState, power: int, phase: str) -> bool:
        return not any(
            row.kind == table.PHASE_NEVER
            and phase in row.what
            and row.power in (-1, power)
            and (row.when is None or Judge(self.world, state, power).holds(row.when))
            for row in self.world.restrictions
        )

    # Whole sets, for distances and for looking ahead

    def ground(self, state: AxisState, power: int, kind: Kind, *, combat: bool) -> frozenset[int]:
        """The spaces that a unit may move into and on through."""
        if not self._changing:
            return self.ranges[power]
        now = self.standings.now(state)
        key = (power, self._sorts[kind.index], combat)
        found = now.ground.get(key)
        if found is None:
            neutral, owner = self.world.neutral, state.owner
            free = self.ranges[power] - self._closed(now, state, power, kind, combat)
            found = now.ground[key] = frozenset(
                space
                for space in free
                if owner[space] not in neutral
                or self.neutral(state, power, kind, space, combat=combat, passing=True) is None
            )
        return found

    def landing_ground(self, state: AxisState, power: int) -> frozenset[int]:
        """The spaces that let a power's aircraft in when they land, in the noncombat move."""
        return self.ground(state, power, self._flier, combat=False)

    def flights(self, state: AxisState, power: int) -> Flights:
        """Steps between spaces as aircraft of the power count them; a goal need not be passable."""
        if not self._changing:
            return self.world.flights(self.ranges[power])
        now = self.standings.now(state)
        found = now.flights.get(power)
        if found is None:
            ground = self.ground(state, power, self._flier, combat=True)
            found = now.flights[power] = self.world.flights(ground)
        return found

    # Rows

    def _rows(self, kind: str, power: int, unit: Kind, combat: bool) -> tuple[Restriction, ...]:
        """The rows of a kind that speak of a unit in a movement phase."""
        key = (kind, power, self._sorts[unit.index], combat)
        found = self._chosen.get(key)
        if found is None:
            phase, words = COMBAT_MOVE if combat else NONCOMBAT_MOVE, sorts_of(unit)
            found = self._chosen[key] = tuple(
                row
                for row in self.world.restrictions
                if row.kind == kind
                and row.power in (-1, power)
                and not row.units.isdisjoint(words)
                and row.phase in ("", phase)
            )
        return found

    def _closed(
        self, now: Standing, state: AxisState, power: int, kind: Kind, combat: bool
    ) -> frozenset[int]:
        """The spaces that rows close to a unit."""
        key = (power, self._sorts[kind.index], combat)
        found = now.closed.get(key)
        if found is None:
            closed: set[int] = set()
            for row in self._rows(table.ENTER_NEVER, power, kind, combat):
                closed.update(now.barred(state, power, row, combat))
            for row in self._rows(table.STAY_IN, power, kind, combat):
                closed |= self.ranges[power] - now.spaces(state, power, row)
            for opening in (table.ENTER_MAY, table.TAKE_OVER):
                for row in self._rows(opening, power, kind, combat):
                    closed -= now.spaces(state, power, row)
            found = now.closed[key] = frozenset(closed)
        return found

    def _closing(
        self, now: Standing, state: AxisState, power: int, kind: Kind, combat: bool, space: int
    ) -> Restriction:
        """The first row that closes a space that is closed."""
        for row in self._rows(table.ENTER_NEVER, power, kind, combat):
            if space in now.barred(state, power, row, combat):
                return row
        return next(
            row
            for row in self._rows(table.STAY_IN, power, kind, combat)
            if space not in now.spaces(state, power, row)
        )

    # Bars

    def _out_of_range(self, power: int, kind: Kind, space: int, passing: bool) -> Bar:
        goal, air = self._name(space), kind.domain == "air"
        if self.world.closed[space]:
            return Bar("over-neutral" if passing and air else "closed", {"goal": goal})
        args = {"power": self.world.powers[power].id, "goal": goal}
        return Bar("confined-air" if air else "confined", args)

    def _by(self, row: Restriction, code: str, power: int, kind: Kind, space: int) -> Bar:
        names = {"power": self.world.powers[power].id, "unit": kind.id, "goal": self._name(space)}
        return Bar(code, names, next(iter(row.rules), ""))

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id


def sorts_of(kind: Kind) -> frozenset[str]:
    """The words of ``restrictions.csv`` that mean a unit."""
    marks = {
        "transports": kind.transport,
        "warship": kind.warship or kind.surface_warship,
        "takes-land": kind.takes_land,
    }
    return frozenset({table.ANY, kind.domain, *(word for word, has in marks.items() if has)})
