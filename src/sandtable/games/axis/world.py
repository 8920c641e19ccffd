"""What never changes in a title of the family: board, powers, units, set-up."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.board import Board, Gate

from .arsenal import Arsenal, Tech, read_techs
from .conditions import Objective, read_objectives
from .relations import members
from .state import HURT
from .traits import EFFECTS, FLAGS
from .units import Kind, read_kinds

NOBODY = -1
"""The controller of neutral land and of the sea."""


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """A territory or sea zone as printed."""

    index: int
    id: str
    name: str
    kind: Literal["land", "sea"]
    value: int
    original: int
    closed: bool
    """Neutral ground that nobody may enter or fly over."""
    city: str
    capital_of: int
    island: bool
    area: str = ""
    """Set where a land belongs to a restricted power's own area."""


class PowerData(msgspec.Struct, frozen=True, kw_only=True):
    """A power: its side, its colour, who is asked for it and where its capital is."""

    index: int
    id: str
    name: str
    side: str
    colour: str
    seat: str
    turn: int
    money: int
    capital: int
    has_money: bool
    """Collects income; a power without a starting sum has no economy."""
    confined: bool
    """Its units may not leave the area marked on the board."""


class SetupLine(msgspec.Struct, frozen=True):
    power: int
    space: int
    kind: int
    count: int
    cargo: bool


class World:
    """The tables of one title, read from its ``data`` folder."""

    def __init__(
        self,
        package: str,
        scenario: str,
        flags: Mapping[str, str] = FLAGS,
        effects: Mapping[str, str] = EFFECTS,
    ) -> None:
        self._package = package
        self.scenario = scenario
        self.kinds: tuple[Kind, ...] = read_kinds(self._rows("units.csv"), flags)
        self.kind: dict[str, int] = {kind.id: kind.index for kind in self.kinds}
        self.factory = next(k.index for k in self.kinds if k.building)
        self.mended = tuple(0 if kind.damage_lasts else HURT for kind in self.kinds)
        """Which marks of a kind go when a battle ends."""
        self.foot = tuple(kind.foot for kind in self.kinds)
        ids = [kind.id for kind in self.kinds]
        self.techs: tuple[Tech, ...] = read_techs(self._rows("techs.csv"), ids, effects)
        power_rows = self._rows("powers.csv")
        self.power: dict[str, int] = {row["power"]: i for i, row in enumerate(power_rows)}
        space_rows = self._rows("spaces.csv")
        ids = [row["id"] for row in space_rows]
        borders = [(row["a"], row["b"]) for row in self._rows("connections.csv")]
        index = {name: number for number, name in enumerate(ids)}
        gates = [
            Gate(
                row["name"],
                index[row["sea_a"]],
                index[row["sea_b"]],
                tuple(index[land] for land in row["lands"].split(";")),
            )
            for row in self._rows("canals.csv")
        ]
        self.board = Board(ids, borders, gates)
        self.space: dict[str, int] = index
        self.spaces = tuple(self._space(number, row) for number, row in enumerate(space_rows))
        self.powers = tuple(self._power(number, row) for number, row in enumerate(power_rows))
        self.controllers = tuple(self._controllers())
        self.setup = tuple(self._setup())
        self.objectives: tuple[Objective, ...] = read_objectives(self._rows("objectives.csv"))
        self._derive(space_rows)

    def _rows(self, name: str) -> list[dict[str, str]]:
        text = (files(self._package) / "data" / name).read_text(encoding="utf-8")
        return list(csv.DictReader(text.splitlines()))

    def _space(self, number: int, row: dict[str, str]) -> Space:
        return Space(
            index=number,
            id=row["id"],
            name=row["name"],
            kind="sea" if row["kind"] == "sea" else "land",
            value=int(row["production"] or 0),
            original=self.power.get(row["original_owner"], NOBODY),
            closed=row["neutrality"] == "impassable",
            city=row["victory_city"],
            capital_of=self.power.get(row["capital_of"], NOBODY),
            island=row["island"] == "true",
            area="home" if row["china_move"] == "true" else "",
        )

    def _power(self, number: int, row: dict[str, str]) -> PowerData:
        year = self.scenario
        capital = row["capital_spaces"]
        turn = int(row[f"turn_order_{year}"])
        money = row[f"starting_ipc_{year}"]
        return PowerData(
            index=number,
            id=row["power"],
            name=row["name"],
            side=row["side"],
            colour=row["player_colour"],
            seat=row.get("seat") or row["power"],
            turn=turn,
            money=int(money or 0),
            capital=self.space[capital] if capital else NOBODY,
            has_money=bool(money),
            confined=row.get("confined") == "yes",
        )

    def _controllers(self) -> list[int]:
        controllers = [space.original for space in self.spaces]
        for row in self._rows(f"control-{self.scenario}.csv"):
            controllers[self.space[row["space"]]] = self.power[row["controller"]]
        return controllers

    def _setup(self) -> list[SetupLine]:
        """Land units listed at sea are aboard the transports there."""
        lines = []
        for row in self._rows(f"setup-{self.scenario}.csv"):
            space, kind = self.space[row["space"]], self.kind[row["unit"]]
            aboard = self.spaces[space].kind == "sea" and self.kinds[kind].domain == "land"
            lines.append(
                SetupLine(self.power[row["power"]], space, kind, int(row["count"]), aboard)
            )
        return lines

    def _derive(self, rows: list[dict[str, str]]) -> None:
        count = len(self.spaces)
        self.is_sea = tuple(space.kind == "sea" for space in self.spaces)
        self.closed = tuple(space.closed for space in self.spaces)
        self.value = tuple(space.value for space in self.spaces)
        self.original = tuple(space.original for space in self.spaces)
        self.members = members(self.powers)
        """The powers of each side."""
        self.sides = tuple(self.members)
        self.open_spaces = frozenset(i for i in range(count) if not self.closed[i])
        self.air: tuple[bytes, ...] = self.board.distances(self.open_spaces)
        """Steps between spaces as an aircraft counts them."""
        self.sea_near = tuple(
            tuple(j for j in self.board.near[i] if self.is_sea[j]) for i in range(count)
        )
        self.land_near = tuple(
            tuple(j for j in self.board.near[i] if not self.is_sea[j] and not self.closed[j])
            for i in range(count)
        )
        self.cities = tuple(space.index for space in self.spaces if space.city)
        self.area = frozenset(space.index for space in self.spaces if space.area)
        """Where a power that may not leave home can go."""
        self.area_air: tuple[bytes, ...] = self.board.distances(self.area)
        self.group = {
            name: frozenset(self.space[row["id"]] for row in rows if row[name] == "true")
            for name in ("china", "china_move")
        }

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
