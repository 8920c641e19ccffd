"""Phase 1 of the 1940 titles: what may be bought, bigger complexes, and ships in dock."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.edit import Edit, Editor
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.purchase import PurchaseStep
from sandtable.games.axis.state import HURT, AxisState, Facility, Piece
from sandtable.games.axis.turn import start_from_bases
from sandtable.games.axis.units import Building
from sandtable.games.axis.world import World
from sandtable.table import Action, Event, Log, Malformed, Refusal

from .actions import Upgrade
from .state import State1940


class Upgraded(Event, frozen=True):
    power: str
    space: str
    unit: str
    cost: int

    def __str__(self) -> str:
        return f"{self.power} pays {self.cost} IPCs for a {self.unit} in {self.space}"


class Docked(Event, frozen=True):
    """Damaged ships are whole again, at a naval base."""

    power: str
    what: str
    space: str

    def __str__(self) -> str:
        return f"{self.power}: {self.what} repaired in {self.space}"


# Bigger complexes


def grow(world: World, state: AxisState, space: int) -> bool:
    """The complex of a territory becomes what it can be upgraded to; its damage stays."""
    for facility in state.facilities.get(space, ()):
        bigger = facilities.building(world, facility).upgrade
        if bigger:
            facilities.take_away(state, space, facility.kind)
            facilities.put(state, space, Facility(world.kind[bigger], facility.damage))
            return True
    return False


def finish_upgrades(world: World, state: AxisState, power: int, purse: int) -> None:
    """What a purse paid for stands at the end of its mobilize phase (G40-904)."""
    assert isinstance(state, State1940)
    for space in state.upgrading:
        if state.owner[space] == power and world.purse_at(power, space) == purse:
            grow(world, state, space)
            state.upgrading = tuple(other for other in state.upgrading if other != space)


def _read_upgrading(editor: Editor, state: AxisState, reader: Reader) -> None:
    """``upgrading SPACE``: a bigger complex has been paid for this turn."""
    assert isinstance(state, State1940)
    space = editor.world.space[reader.space()]
    factory = facilities.factory(editor.world, state, space)
    if factory is None or not facilities.building(editor.world, factory).upgrade:
        raise Malformed(f"there is no complex in {editor.world.spaces[space].id} to upgrade")
    state.upgrading = (*state.upgrading, space)


def _upgrading_lines(editor: Editor, state: AxisState) -> list[str]:
    assert isinstance(state, State1940)
    return [f"upgrading {editor.world.spaces[space].id}" for space in state.upgrading]


UPGRADING = Edit(_read_upgrading, _upgrading_lines)

# Ships in dock


def docks(world: World, state: AxisState, power: int) -> set[int]:
    """Sea zones served by a naval base in action that the power may use."""
    found: set[int] = set()
    for land in state.facilities:
        owner = state.owner[land]
        if (
            at.is_friendly_land(world, state, power, land)
            and any(site.repairs_ships for site in facilities.working(world, state, land))
            and world.access.use(state, power, "naval-bases", owner, land) is None
        ):
            found.update(world.sea_near[land])
    return found


def repair_ships(world: World, state: AxisState, power: int, log: Log) -> None:
    """Every damaged capital ship of the power in a dock is whole again, free (G40-129)."""
    for zone in sorted(docks(world, state, power)):
        hurt = [
            (piece, count)
            for piece, count in state.units[zone]
            if piece.owner == power and _is_repairable(world, piece)
        ]
        for piece, count in hurt:
            whole = msgspec.structs.replace(piece, marks=piece.marks & ~HURT)
            state.change(zone, piece, whole, count)
            what = f"{count} {world.kinds[piece.kind].id}"
            name = world.spaces[zone].id
            log.append(Docked(power=world.powers[power].id, what=what, space=name))


def _is_repairable(world: World, piece: Piece) -> bool:
    needs_dock = world.kinds[piece.kind].flag("repair-at-naval-base") is not None
    return needs_dock and bool(piece.marks & HURT)


# The phase


class Purchase1940Step(PurchaseStep):
    """With upgrades; ships are repaired when it ends, so that mended bases count (G40-130)."""

    def check(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Upgrade):
            return self._check_upgrade(state, frame, action)
        return super().check(state, frame, seat, action)

    def _complex(self, state: AxisState, space: int) -> tuple[Facility, Building] | None:
        """The complex of a territory, if there is a bigger one that it can become."""
        factory = facilities.factory(self.world, state, space)
        if factory is None:
            return None
        site = facilities.building(self.world, factory)
        return (factory, site) if site.upgrade else None

    def _check_upgrade(
        self, state: AxisState, frame: frames.Purchase, action: Upgrade
    ) -> Refusal | None:
        assert isinstance(state, State1940)
        world, power, space = self.world, frame.power, self.world.space[action.space]
        found = self._complex(state, space)
        if found is None or state.owner[space] != power or space in state.upgrading:
            whose = self.power_name(power)
            return self.refuse("upgrade-none", space=action.space, power=whose)
        if world.purse_at(power, space) != self._purse(frame):
            return self.refuse("repair-purse", space=action.space, purse=self._purse_name(frame))
        factory, site = found
        bigger = world.kinds[world.kind[site.upgrade]]
        problem = facilities.why_not_built(world, state, power, bigger, space)
        if problem is not None and problem[0] != "place-factory-two":
            return self.refuse("upgrade-site", unit=bigger.id, space=action.space)
        if factory.damage:
            return self.refuse("upgrade-damaged", space=action.space)
        money = state.money[self._purse(frame)]
        if site.upgrade_cost > money:
            whose = self._purse_name(frame) or self.power_name(power)
            return self.refuse("money", cost=site.upgrade_cost, power=whose, money=money)
        return None

    def play(
        self, state: AxisState, frame: frames.Purchase, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Upgrade):
            assert isinstance(state, State1940)
            space = self.world.space[action.space]
            found = self._complex(state, space)
            assert found is not None
            site, whose = found[1], self.power_name(frame.power)
            state.money[self._purse(frame)] -= site.upgrade_cost
            state.upgrading = tuple(sorted((*state.upgrading, space)))
            log.append(
                Upgraded(power=whose, space=action.space, unit=site.upgrade, cost=site.upgrade_cost)
            )
            return
        super().play(state, frame, seat, action, log)
        if isinstance(action, End):
            repair_ships(self.world, state, frame.power, log)
            start_from_bases(self.world, state, frame.power)  # mended ones count (G40-128)

    def candidates(self, state: AxisState, frame: frames.Purchase, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, frame, seat)
        for space in sorted(state.facilities):
            if state.owner[space] == frame.power and self._complex(state, space):
                yield Upgrade(self.name(space))
