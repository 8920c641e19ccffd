"""What never changes in a title of the family: board, powers, units, set-up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import msgspec

from sandtable.board import Board, Flights

from . import politics, restrictions, spaces
from .arsenal import Arsenal, Tech, read_techs
from .conditions import DEEDS, Call, Items, Reader, Words, calls
from .objectives import read_objectives
from .powers import PowerData, Purse, read_coalitions, read_powers, read_purses
from .relations import members
from .spaces import Space
from .state import HURT
from .tables import FIRST_LINE, Tables, known, number
from .traits import EFFECTS, FLAGS
from .units import Kind, read_kinds

if TYPE_CHECKING:
    from sandtable.table import Log

    from .access import Access
    from .state import AxisState
    from .victory import Victory

Outbreak: TypeAlias = "Callable[[AxisState, int, int, Log], None]"

KEPT = 256
"""So many sets of passable spaces are remembered with their distances."""
NOBODY = -1
"""The controller of the sea and of ground that nobody may enter."""


class SetupLine(msgspec.Struct, frozen=True):
    power: int
    space: int
    kind: int
    count: int
    cargo: bool


class World:
    """The tables of one title, read from its ``data`` folder; a bad table raises ``BadTable``."""

    tables_type: ClassVar[type[Tables]] = Tables

    def __init__(
        self,
        package: str,
        scenario: str,
        flags: Mapping[str, str] = FLAGS,
        effects: Mapping[str, str] = EFFECTS,
        *,
        board: str = "",
        phases: Collection[str] = (),
    ) -> None:
        self.scenario = scenario
        self.tables = tables = self.tables_type(package, board)
        self.kinds: tuple[Kind, ...] = read_kinds(tables.rows("units.csv"), flags)
        self.kind: dict[str, int] = {kind.id: kind.index for kind in self.kinds}
        self.mended = tuple(0 if kind.damage_lasts else HURT for kind in self.kinds)
        """Which marks of a kind go when a battle ends."""
        self.foot = tuple(kind.foot for kind in self.kinds)
        self.techs: tuple[Tech, ...] = read_techs(
            tables.rows("techs.csv"), list(self.kind), effects
        )
        rows = spaces.read_rows(tables)
        self.space: dict[str, int] = {row["id"]: number for number, (_, row) in enumerate(rows)}
        self.regions = spaces.read_regions(tables, self.space)
        self.powers: tuple[PowerData, ...] = read_powers(tables, scenario, self.space, self.regions)
        self.power: dict[str, int] = {power.id: power.index for power in self.powers}
        self.purses: tuple[Purse, ...] = read_purses(tables, scenario, self.powers, self.space)
        self.coalitions = read_coalitions(tables, self.power)
        self.spaces: tuple[Space, ...] = tuple(
            spaces.read_space(line, row, self.power, self.space) for line, row in rows
        )
        borders = spaces.read_borders(tables, self.space)
        self.board = Board(tuple(self.space), borders, spaces.read_canals(tables, self.space))
        self.controllers = self._controllers()
        self.setup = tuple(self._setup())
        self._derive()
        self.words = self._words()
        """The names that conditions can use."""
        reader = Reader(self.words)
        self.objectives = read_objectives(tables, reader, self.power, self.kind)
        self.phases = frozenset(phases)
        """The names of the phases of a turn."""
        self.politics = politics.read_politics(tables, reader, self.power, phases)
        self.restrictions = restrictions.read_restrictions(tables, reader, self.power, phases)
        self.asked_deeds = self._asked_deeds()
        """What conditions ask of the past, and what the title's own rules remember of it."""
        self.own_deeds: frozenset[str] = frozenset()
        self.currency = ""
        self.noted: dict[tuple[str, int, int], bool] = {}
        """Deeds that came up, and whether they are remembered: see ``deeds``."""
        self.access: Access
        """Where units may go, and how sides win; the title's rules put them here."""
        self.victory: Victory
        self.outbreak: Outbreak = lambda state, power, target, log: None
        """What else follows when two powers go to war."""
        self.fixed_sets: dict[Items, frozenset[int]] = {}
        """Sets of spaces that do not change in play, once they were asked for."""

    def _controllers(self) -> tuple[int, ...]:
        """Who holds each space at first: its owner, or what stands for neutrals like it."""
        file = f"control-{self.scenario}.csv"
        controllers = [max(space.original, space.neutral) for space in self.spaces]
        for line, row in enumerate(self.tables.rows(file), FIRST_LINE):
            space = known(file, line, row["space"], self.space, "space")
            power = known(file, line, row["controller"], self.power, "power")
            controllers[self.space[space]] = self.power[power]
        return tuple(controllers)

    def _setup(self) -> list[SetupLine]:
        """Land units listed at sea are aboard the transports there."""
        file = f"setup-{self.scenario}.csv"
        lines = []
        for line, row in enumerate(self.tables.rows(file), FIRST_LINE):
            space = self.space[known(file, line, row["space"], self.space, "space")]
            kind = self.kind[known(file, line, row["unit"], self.kind, "unit")]
            power = self.power[known(file, line, row["power"], self.power, "power")]
            aboard = self.spaces[space].kind == "sea" and self.kinds[kind].domain == "land"
            lines.append(SetupLine(power, space, kind, number(file, line, row["count"]), aboard))
        return lines

    def _words(self) -> Words:
        return Words(
            spaces=self.space,
            powers=self.power,
            sides=self.members,
            coalitions=self.coalitions,
            purses={purse.id for purse in self.purses},
            groups={space.group for space in self.spaces},
            halves={space.half for space in self.spaces},
            regions=self.regions,
            leanings={self.powers[power].id for power in self.neutral},
        )

    def _asked_deeds(self) -> tuple[Call, ...]:
        conditions = [objective.condition for objective in self.objectives]
        for policy in self.politics:
            conditions += [call for call in (policy.unless, policy.condition) if call]
        conditions += [row.when for row in self.restrictions if row.when]
        return tuple({call: None for call in calls(conditions) if call.name in DEEDS})

    @cached_property
    def watched(self) -> frozenset[str]:
        """The sorts of deeds that are remembered, all or some of them."""
        return self.own_deeds.union(call.name for call in self.asked_deeds)

    def _derive(self) -> None:
        count = len(self.spaces)
        self.is_sea = tuple(space.kind == "sea" for space in self.spaces)
        self.closed = tuple(space.closed for space in self.spaces)
        self.value = tuple(space.value for space in self.spaces)
        self.incomes = tuple((i, value) for i, value in enumerate(self.value) if value)
        self.original = tuple(space.original for space in self.spaces)
        self.neutral = frozenset(power.index for power in self.powers if power.neutral)
        """Powers that stand for neutral lands of one leaning."""
        self.members = members(p for p in self.powers if p.index not in self.neutral)
        """The powers of each side; neutrals that favour it do not belong to it."""
        self.sides = tuple(dict.fromkeys(p.side for p in self.powers if p.plays))
        """The sides that play against each other."""
        self.open_spaces = frozenset(i for i in range(count) if not self.closed[i])
        self._flights: dict[frozenset[int], Flights] = {}
        self.air = self.flights(self.open_spaces)
        """Steps between spaces over all that can be entered."""
        self.sea_near = tuple(
            tuple(j for j in self.board.near[i] if self.is_sea[j]) for i in range(count)
        )
        self.land_near = tuple(
            tuple(j for j in self.board.near[i] if not self.is_sea[j] and not self.closed[j])
            for i in range(count)
        )
        self.cities = tuple(space.index for space in self.spaces if space.city)

    def flights(self, through: frozenset[int]) -> Flights:
        """Steps between spaces for who may move through these."""
        found = self._flights.get(through)
        if found is None:
            if len(self._flights) >= KEPT:
                self._flights = {self.open_spaces: self.air}
            found = self._flights[through] = Flights(self.board, through)
        return found

    @cached_property
    def purses_of(self) -> tuple[tuple[int, ...], ...]:
        """The purses of each power, its own first."""
        return tuple(
            tuple(purse.index for purse in self.purses if purse.power == power.index)
            for power in self.powers
        )

    @cached_property
    def purse(self) -> dict[str, int]:
        """Purses by name; a power's name stands for its own."""
        return {**self.power, **{purse.id: purse.index for purse in self.purses}}

    @cached_property
    def purses_at_stake(self) -> dict[int, tuple[int, ...]]:
        """Which purses are lost with a space."""
        capitals = {purse.capital for purse in self.purses} - {NOBODY}
        return {
            space: tuple(p.index for p in self.purses if p.capital == space) for space in capitals
        }

    def purse_at(self, power: int, space: int) -> int:
        """Which purse of a power is paid for a space."""
        return self._purses_at[power].get(self.spaces[space].economy, power)

    @cached_property
    def _purses_at(self) -> tuple[dict[str, int], ...]:
        """For each power with several purses the purse of each economy."""
        return tuple(
            {p.id: p.index for p in self.purses if p.power == power.index} for power in self.powers
        )

    def group(self, name: str) -> frozenset[int]:
        """The spaces of a printed group."""
        return frozenset(space.index for space in self.spaces if space.group == name)

    def original_lands(self, name: str) -> frozenset[int]:
        """Lands that a power owned first; for a purse, those of them that it is paid for."""
        if name in self.power:
            owner = self.power[name]
            return frozenset(s for s, first in enumerate(self.original) if first == owner)
        purse = next(purse for purse in self.purses if purse.id == name)
        return frozenset(
            space.index
            for space in self.spaces
            if space.original == purse.power and space.economy == name
        )

    @cached_property
    def landmasses(self) -> tuple[frozenset[int], ...]:
        """Continents and islands: the land that hangs together."""
        left = {i for i in self.open_spaces if not self.is_sea[i]}
        found: list[frozenset[int]] = []
        while left:
            edge = [left.pop()]
            land = set(edge)
            while edge:
                more = set(self.land_near[edge.pop()]) - land
                land |= more
                edge += more
            left -= land
            found.append(frozenset(land))
        return tuple(found)

    @cached_property
    def landmass(self) -> dict[int, frozenset[int]]:
        """The continent or island that a territory belongs to."""
        return {space: land for land in self.landmasses for space in land}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The powers that take turns, in order of play: the first of each turn number."""
        first: dict[int, int] = {}
        for power in self.powers:
            if power.plays:
                first.setdefault(power.turn, power.index)
        return tuple(first[turn] for turn in sorted(first))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.powers[p].seat for p in self.order)

    def arsenal(self, techs: int) -> Arsenal:
        """The numbers under a set of advances (a bit for each)."""
        found = self._arsenals.get(techs)
        if found is None:
            owned = [tech for tech in self.techs if techs >> tech.index & 1]
            found = self._arsenals[techs] = Arsenal(self.kinds, owned)
        return found

    @cached_property
    def _arsenals(self) -> dict[int, Arsenal]:
        return {}
