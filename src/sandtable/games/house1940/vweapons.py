"""V1 and V2: bought for a platform, fired in phase II at enemy land (HV-178 to HV-187)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Lose, Units
from sandtable.games.axis.arsenal import Bomb
from sandtable.games.axis.events import Fired, Lost, Moved, Shot
from sandtable.games.axis.notation import Reader, arrow
from sandtable.games.axis.refusals import Refuser
from sandtable.games.axis.state import AxisState, Piece
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Chance, Event, Log, Malformed, Refusal

from . import flak, frames
from .buildings import BATTERY, PLATFORM, hit, strength
from .turn import house, year

FIRST_YEAR = 1944
"""HV-171."""


WEAPONS = {"v1": Bomb(4, 4, 3, 3, True), "v2": Bomb(12, 6, 6, 4, False)}
"""HV-183, HV-185, read as HV-975 says."""


class Arm(Action, frozen=True):
    """A bomb is bought for a platform."""

    weapon: str
    space: str

    def __str__(self) -> str:
        return f"arm {self.weapon} {self.space}"


class Fire(Action, frozen=True):
    weapon: str
    space: str
    target: str

    def __str__(self) -> str:
        return f"fire {self.weapon} {self.space} > {self.target}"


class Armed(Event, frozen=True):
    power: str
    weapon: str
    space: str
    cost: int

    def __str__(self) -> str:
        return f"{self.power} buys a {self.weapon} for the platform in {self.space}, {self.cost} PP"


def read_weapon(reader: Reader) -> str:
    word = reader.take("a weapon")
    if word not in WEAPONS:
        raise Malformed(f"there is no weapon '{word}'; there are {', '.join(WEAPONS)}")
    return word


def read_arm(reader: Reader) -> Action:
    return Arm(read_weapon(reader), reader.space())


def read_fire(reader: Reader) -> Action:
    return Fire(read_weapon(reader), *arrow(reader))


class Arsenal:
    """Bombs and their platforms: buying (in the purchases) and firing (with the raids)."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        self.world = world
        self.refuse = refuse
        self.platform = world.kind[PLATFORM]
        everywhere = frozenset(range(len(world.spaces)))
        self.paths = world.flights(everywhere)
        """HV-977: bombs cross anything."""

    def platforms(self, state: AxisState, power: int) -> list[int]:
        return [
            space
            for space in sorted(state.facilities)
            if state.owner[space] == power and facilities.find(state, space, self.platform)
        ]

    # Buying

    def why_not_armed(self, state: AxisState, power: int, action: Arm) -> Refusal | None:
        """HV-828: for a platform that stands already and has room for the bomb."""
        space, most = self.world.space[action.space], int(state.options["bombs_per_platform"])
        whose = self.world.powers[power].id
        if year(state) < FIRST_YEAR:
            return self.refuse("arm-year", year=FIRST_YEAR, now=year(state))
        if space not in self.platforms(state, power):
            return self.refuse("arm-platform", space=action.space, power=whose)
        if len(house(state).bombs.get(space, ())) >= most:
            return self.refuse("arm-full", space=action.space, most=most)
        cost, money = WEAPONS[action.weapon].cost, state.money[power]
        return self.refuse("money", cost=cost, power=whose, money=money) if cost > money else None

    def arm(self, state: AxisState, power: int, action: Arm, log: Log) -> None:
        space, cost = self.world.space[action.space], WEAPONS[action.weapon].cost
        state.money[power] -= cost
        bombs = house(state).bombs
        bombs[space] = tuple(sorted((*bombs.get(space, ()), action.weapon)))
        whose = self.world.powers[power].id
        log.append(Armed(power=whose, weapon=action.weapon, space=action.space, cost=cost))

    def armings(self, state: AxisState, power: int) -> Iterator[Action]:
        for space in self.platforms(state, power):
            for weapon in WEAPONS:
                yield Arm(weapon, self.world.spaces[space].id)

    # Firing

    def why_not_fired(self, state: AxisState, power: int, action: Fire) -> Refusal | None:
        world = self.world
        space, target = world.space[action.space], world.space[action.target]
        if space not in self.platforms(state, power) or action.weapon not in house(state).bombs.get(
            space, ()
        ):
            return self.refuse("fire-none", weapon=action.weapon, space=action.space)
        if world.is_sea[target]:
            return self.refuse("fire-sea")
        if state.owner[target] in world.neutral or not at.is_hostile_land(
            world, state, power, target
        ):
            return self.refuse("fire-target", goal=action.target)
        reach, away = WEAPONS[action.weapon].range, self.paths[space][target]
        if away > reach:
            return self.refuse(
                "fire-range", goal=action.target, distance=away, weapon=action.weapon, range=reach
            )
        return None

    def fire(self, state: AxisState, power: int, action: Fire, log: Log) -> None:
        space, bombs = self.world.space[action.space], house(state).bombs
        left = list(bombs[space])
        left.remove(action.weapon)
        bombs[space] = tuple(left)
        if not left:
            del bombs[space]
        state.flow.append(frames.VStrike(power, self.world.space[action.target], action.weapon))
        whose, route = self.world.powers[power].id, (action.space, action.target)
        log.append(Moved(power=whose, what=f"1 {action.weapon}", route=route))

    def firings(self, state: AxisState, power: int) -> Iterator[Action]:
        for space, bombs in sorted(house(state).bombs.items()):
            if state.owner[space] == power:
                for weapon in dict.fromkeys(bombs):
                    for target, owner in enumerate(state.owner):
                        if at.foes(state, power)[owner]:
                            names = self.world.spaces
                            yield Fire(weapon, names[space].id, names[target].id)


class VStrikeStep(AxisStep[frames.VStrike]):
    """A bomb comes down: batteries against a V1, its dice, then the owner takes the hits."""

    frame = frames.VStrike
    prompt = "choose what the bomb has hit"

    def run(self, state: AxisState, frame: frames.VStrike, log: Log) -> Ask | None:
        weapon, where = WEAPONS[frame.weapon], self.name(frame.space)
        if frame.stage == "flak":
            salvo = flak.salvo(self.world, state, frame.power, frame.space)
            if weapon.interceptable and salvo:
                return Chance((6,) * len(salvo), f"batteries of {where} against a {frame.weapon}")
            frame.stage = "strike"
        if frame.stage == "strike":
            return Chance((6,) * weapon.dice, f"{frame.weapon} on {where}")
        left = self.targets(state, frame)
        if sum(left.values()) <= frame.hits:
            for what, count in left.items():
                self._lose(state, frame, what, count, log)
            frame.hits = 0
        if not frame.hits:
            state.flow.pop()
            return None
        ordered = self._by_order(state, frame, left)
        if ordered is None:
            return self.ask(state.owner[frame.space])
        self._lose(state, frame, ordered, 1, log)
        frame.hits -= 1
        return self.run(state, frame, log)

    def rolled(
        self, state: AxisState, frame: frames.VStrike, faces: tuple[int, ...], log: Log
    ) -> None:
        if frame.stage == "flak":
            salvo = flak.salvo(self.world, state, frame.power, frame.space)
            hits = sum(face <= needed for face, needed in zip(faces, salvo, strict=True))
            owner = self.power_name(state.owner[frame.space])
            self._tell(
                frame, "anti-aircraft fire", Shot(owner, BATTERY, salvo[0], faces, hits), log
            )
            frame.stage = "strike"
            if hits:
                state.flow.pop()  # any hit cancels it
            return
        needed = WEAPONS[frame.weapon].hits_at
        frame.hits, frame.stage = sum(face <= needed for face in faces), "losses"
        power = self.power_name(frame.power)
        self._tell(frame, "strike", Shot(power, frame.weapon, needed, faces, frame.hits), log)

    def _tell(self, frame: frames.VStrike, what: str, shot: Shot, log: Log) -> None:
        log.append(Fired(space=self.name(frame.space), what=what, shots=(shot,)))

    def targets(self, state: AxisState, frame: frames.VStrike) -> dict[Units, int]:
        """HV-187: units of nations at war with the attacker, and strength points of buildings."""
        holder, foe = state.owner[frame.space], at.foes(state, frame.power)
        found: dict[Units, int] = {}
        for piece, count in state.units[frame.space]:
            if foe[piece.owner]:
                what = self.units_of(Piece(piece.kind, piece.owner), 1, holder)
                found[what] = found.get(what, 0) + count
        for facility in state.facilities.get(frame.space, ()):
            what = Units(1, self.world.kinds[facility.kind].id)
            found[what] = strength(self.world, facility)
        return found

    def _by_order(
        self, state: AxisState, frame: frames.VStrike, left: dict[Units, int]
    ) -> Units | None:
        """What the owner's standing orders say; who has none is asked."""
        seat = self.world.powers[state.owner[frame.space]].seat
        wanted = state.orders[seat].losses if seat in state.orders else ()
        return next((what for kind in wanted for what in left if what.kind == kind), None)

    def check(
        self, state: AxisState, frame: frames.VStrike, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Lose) or action.damaged:
            return self.wrong()
        left = self.targets(state, frame)
        for units in action.units:
            what = msgspec.structs.replace(units, count=1)
            if left.get(what, 0) < units.count:
                return self.refuse("strike-target", unit=str(units), space=self.name(frame.space))
            left[what] -= units.count
        count = sum(units.count for units in action.units)
        return (
            self.refuse("strike-count", hits=frame.hits, count=count)
            if count > frame.hits
            else None
        )

    def play(
        self, state: AxisState, frame: frames.VStrike, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Lose)
        for units in action.units:
            self._lose(state, frame, msgspec.structs.replace(units, count=1), units.count, log)
            frame.hits -= units.count

    def _lose(
        self, state: AxisState, frame: frames.VStrike, what: Units, count: int, log: Log
    ) -> None:
        kind, space = self.world.kind[what.kind], frame.space
        whose, where = what.owner or self.power_name(state.owner[space]), self.name(space)
        if self.world.kinds[kind].building:
            gone = hit(self.world, state, space, kind, count)
            log.append(Lost(power=whose, what=f"1 {what.kind}", space=where, damaged=not gone))
            return
        log.append(Lost(power=whose, what=f"{count} {what.kind}", space=where))
        owner = self.world.power[whose]
        for piece, number in state.units[space]:
            if count and piece.kind == kind and piece.owner == owner:
                state.remove(space, piece, min(number, count))
                count -= min(number, count)

    def candidates(self, state: AxisState, frame: frames.VStrike, seat: str) -> Iterator[Action]:
        for what in self.targets(state, frame):
            yield Lose((what,), ())

    def usual(self, state: AxisState, frame: frames.VStrike, seat: str) -> Action:
        """The cheapest first."""
        kinds = self.world.kinds
        return Lose(
            (min(self.targets(state, frame), key=lambda u: kinds[self.world.kind[u.kind]].cost),),
            (),
        )
