"""Phase 6 of the 1940 titles: what enemy warships in convoy zones take from the income."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.budget import Threat
from sandtable.games.axis.events import Shot
from sandtable.games.axis.income import CollectIncomeStep
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.topics import Topic
from sandtable.games.axis.world import World
from sandtable.table import Ask, Chance, Event, Log

COUNTS_UP_TO = 3
"""A die that shows no more adds its value to the loss (G40-315)."""

CONVOYS = Topic("convoys", "always", "never")
"""Rolling is a right (G40-501): who does not want to says so beforehand."""


class Raiders(msgspec.Struct, frozen=True):
    """Units of one kind in a convoy zone, and the dice they roll together."""

    zone: int
    owner: int
    kind: int
    dice: int


class ConvoyRaid(Event, frozen=True):
    """The dice rolled in one zone."""

    power: str
    space: str
    shots: tuple[Shot, ...]

    def __str__(self) -> str:
        dice = "; ".join(
            f"{shot.power} {shot.unit} {' '.join(map(str, shot.faces))}" for shot in self.shots
        )
        return f"{self.power}: convoys attacked in {self.space}: {dice}"


class ConvoysLost(Event, frozen=True):
    power: str
    amount: int

    def __str__(self) -> str:
        return f"{self.power} loses {self.amount} IPCs with its convoys"


def harbours(world: World, state: AxisState, power: int, purse: int) -> dict[int, tuple[int, ...]]:
    """Convoy zones beside territories that pay a purse (-1: the power's own), with those."""
    return {
        zone.index: lands
        for zone in world.spaces
        if "convoy" in zone.symbols
        and (
            lands := tuple(
                land
                for land in world.land_near[zone.index]
                if state.owner[land] == power
                and world.value[land]
                and (purse < 0 or world.purse_at(power, land) == purse)
            )
        )
    }


def raiders(world: World, state: AxisState, power: int, zones: Iterator[int]) -> list[Raiders]:
    """Who rolls: warships, and aircraft that could take off, of powers at war with the victim."""
    foe = at.foes(state, power)
    found: dict[tuple[int, int, int], int] = {}
    for zone in zones:
        for piece, count in state.units[zone]:
            dice = world.kinds[piece.kind].convoy_dice
            if dice and foe[piece.owner] and not _abstains(world, state, piece.owner):
                key = (zone, piece.owner, piece.kind)
                found[key] = found.get(key, 0) + dice * count
    return [Raiders(*key, dice) for key, dice in sorted(found.items())]


def _abstains(world: World, state: AxisState, power: int) -> bool:
    orders = state.orders.get(world.powers[power].seat)
    return orders is not None and orders.about(CONVOYS.name) == ("never",)


def total_loss(
    rolled: Mapping[int, int], lands: Mapping[int, tuple[int, ...]], worth: Mapping[int, int]
) -> int:
    """The most that respects the dice of each zone and the value of each land (G40-933).

    IPC by IPC: a zone takes it from a land that has some left, or from one where another zone
    can take its own elsewhere.
    """
    taken: dict[tuple[int, int], int] = {}

    def take(zone: int, seen: set[int]) -> bool:
        for land in lands[zone]:
            if land in seen:
                continue
            seen.add(land)
            if sum(taken.get((other, land), 0) for other in lands) >= worth[land]:
                others = [other for other in lands if other != zone and taken.get((other, land))]
                giver = next((other for other in others if take(other, seen)), None)
                if giver is None:
                    continue
                taken[giver, land] -= 1
            taken[zone, land] = taken.get((zone, land), 0) + 1
            return True
        return False

    return sum(take(zone, set()) for zone, most in rolled.items() for _ in range(most))


class Income1940Step(CollectIncomeStep):
    """Dice for the convoys come first, then those for war bonds."""

    def _raiders(self, state: AxisState, frame: frames.CollectIncome) -> list[Raiders]:
        zones = harbours(self.world, state, frame.power, frame.purse)
        return raiders(self.world, state, frame.power, iter(zones))

    def run(self, state: AxisState, frame: frames.CollectIncome, log: Log) -> Ask | None:
        dice = sum(group.dice for group in self._raiders(state, frame))
        if not dice:
            return super().run(state, frame, log)
        why = f"convoys of {self._payee(frame)}"
        bonds = self.bonds(state, frame)
        return Chance((6,) * (dice + bonds), f"{why} and war bonds" if bonds else why)

    def rolled(
        self, state: AxisState, frame: frames.CollectIncome, faces: tuple[int, ...], log: Log
    ) -> None:
        left = iter(faces)
        sums: dict[int, int] = {}
        shots: dict[int, tuple[Shot, ...]] = {}
        for group in self._raiders(state, frame):
            thrown = tuple(islice(left, group.dice))
            loss = sum(face for face in thrown if face <= COUNTS_UP_TO)
            sums[group.zone] = sums.get(group.zone, 0) + loss
            shot = Shot(
                power=self.power_name(group.owner),
                unit=self.world.kinds[group.kind].id,
                needed=COUNTS_UP_TO,
                faces=thrown,
                hits=sum(face <= COUNTS_UP_TO for face in thrown),
            )
            shots[group.zone] = (*shots.get(group.zone, ()), shot)
        payee = self._payee(frame)
        for zone, fired in shots.items():
            log.append(ConvoyRaid(power=payee, space=self.name(zone), shots=fired))
        lands = harbours(self.world, state, frame.power, frame.purse)
        worth = {land: self.world.value[land] for near in lands.values() for land in near}
        loss = total_loss(sums, lands, worth)
        super().rolled(state, frame, tuple(left), log)
        if loss:
            state.money[self.world.purse[payee]] -= loss
            log.append(ConvoysLost(power=payee, amount=loss))

    def threats(self, state: AxisState, power: int) -> tuple[Threat, ...]:
        found = harbours(self.world, state, power, -1)
        dice: dict[int, int] = {}
        for group in raiders(self.world, state, power, iter(found)):
            dice[group.zone] = dice.get(group.zone, 0) + group.dice
        return tuple(
            Threat(
                self.name(zone),
                count,
                min(COUNTS_UP_TO * count, sum(self.world.value[land] for land in found[zone])),
            )
            for zone, count in dice.items()
        )

    def _payee(self, frame: frames.CollectIncome) -> str:
        return self.world.purses[frame.power if frame.purse < 0 else frame.purse].id
