"""Neutrals are won by a die that is paid for (HV-021 to HV-025, HV-930 to HV-934)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End
from sandtable.games.axis.budget import Talk
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED, AxisState, Piece
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Chance, Event, Frame, Log, Refusal

from . import frames
from .money import purse
from .turn import house

PRICE, PRICE_OF_FRIENDS = 2, 1
SIDES = 6


class Negotiate(Action, frozen=True):
    """A diplomacy die for a neutral."""

    space: str

    def __str__(self) -> str:
        return f"negotiate {self.space}"


class Negotiated(Event, frozen=True):
    power: str
    space: str
    face: int
    value: int
    cost: int
    army: int
    """Infantry of the neutral: of friends it joins with the land, of others it goes home."""
    friends: bool

    def __str__(self) -> str:
        army = f" with {self.army} infantry" if self.army and self.friends else ""
        end = f"{self.space} joins {self.power}{army}" if self.face > self.value else "in vain"
        die = f"{self.face}, more than {self.value} needed"
        return f"{self.power} negotiates with {self.space}: {die}: {end}"


def sympathises(world: World, state: AxisState, power: int, space: int) -> bool:
    """HV-930: whether the neutral leans to the nation's side."""
    return world.powers[state.owner[space]].id == f"pro-{world.powers[power].side}"


def price(world: World, state: AxisState, power: int, space: int) -> int:
    """HV-021, HV-025."""
    return PRICE_OF_FRIENDS if sympathises(world, state, power, space) else PRICE


def chance(world: World, space: int) -> float:
    """HV-022: that the die shows more than the land's value."""
    return max(0, SIDES - world.value[space]) / SIDES


def in_reach(world: World, state: AxisState, power: int, space: int) -> bool:
    """HV-933: next to the nation's land, or on a sea with its ships or with its land."""
    if state.options["diplomacy_reach"] == "any":
        return True
    owner, near = state.owner, world.board.near
    return any(
        owner[there] == power
        or (
            world.is_sea[there]
            and (
                any(
                    piece.owner == power and world.kinds[piece.kind].domain == "sea"
                    for piece, _ in state.units[there]
                )
                or any(owner[land] == power for land in near[there])
            )
        )
        for there in near[space]
    )


def is_invaded(state: AxisState, power: int, space: int) -> bool:
    """HV-817: whether the nation's own units go for it, by land, by air or from ships."""
    return any(piece.owner == power for piece, _ in state.units[space]) or any(
        cargo.target == space and cargo.owner == power
        for stack in state.units
        for piece, _ in stack
        for cargo in piece.cargo
    )


def opens_diplomacy(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """HV-928: not without a capital; and nobody is asked who could not pay for a die."""
    if at.capital_lost(rules.world, state, power) or purse(state, power) < PRICE_OF_FRIENDS:
        return []
    return [frames.Diplomacy(power)]


class DiplomacyStep(AxisStep[frames.Diplomacy]):
    """HV-931: between the combat moves and the battles, with what is left in the treasury."""

    frame = frames.Diplomacy
    prompt = "negotiate with neutrals or end"

    def run(self, state: AxisState, frame: frames.Diplomacy, log: Log) -> Ask | None:
        if frame.space >= 0:
            who, where = self.power_name(frame.power), self.name(frame.space)
            return Chance((SIDES,), f"diplomacy of {who} in {where}")
        if any(self.why_not(state, frame.power, space) is None for space in self.neutrals(state)):
            return self.ask(frame.power)
        state.flow.pop()
        return None

    def neutrals(self, state: AxisState) -> list[int]:
        return [s for s, owner in enumerate(state.owner) if owner in self.world.neutral]

    def why_not(self, state: AxisState, power: int, space: int) -> Refusal | None:
        world, names = self.world, {"power": self.power_name(power), "space": self.name(space)}
        if state.owner[space] not in world.neutral:
            return self.refuse("negotiate-neutral", **names)
        if not in_reach(world, state, power, space):
            return self.refuse("negotiate-reach", **names)
        if is_invaded(state, power, space):
            return self.refuse("negotiate-force", **names)
        dice = int(state.options["diplomacy_dice"])
        if house(state).tried.count((power, space)) >= dice:
            return self.refuse("negotiate-again", dice=dice, **names)
        cost, money = price(world, state, power, space), purse(state, power)
        if cost > money:
            return self.refuse("negotiate-money", cost=cost, money=money, **names)
        return None

    def talks(self, state: AxisState, frame: frames.Diplomacy) -> tuple[Talk, ...]:
        world, power = self.world, frame.power
        return tuple(
            Talk(
                self.name(space),
                price(world, state, power, space),
                chance(world, space),
            )
            for space in self.neutrals(state)
            if self.why_not(state, power, space) is None
        )

    def check(
        self, state: AxisState, frame: frames.Diplomacy, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):
            return self.other_phase(action)
        if not isinstance(action, Negotiate):
            return self.wrong()
        return self.why_not(state, frame.power, self.world.space[action.space])

    def play(
        self, state: AxisState, frame: frames.Diplomacy, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            self.finish(state, log)
            return
        assert isinstance(action, Negotiate)
        frame.space = self.world.space[action.space]
        state.money[frame.power] -= price(self.world, state, frame.power, frame.space)
        own = house(state)
        own.tried = (*own.tried, (frame.power, frame.space))

    def rolled(
        self, state: AxisState, frame: frames.Diplomacy, faces: tuple[int, ...], log: Log
    ) -> None:
        """HV-022: strictly more than the land is worth."""
        power, space, (face,) = frame.power, frame.space, faces
        frame.space = -1
        value, neutral = self.world.value[space], state.owner[space]
        log.append(
            Negotiated(
                power=self.power_name(power),
                space=self.name(space),
                face=face,
                value=value,
                cost=price(self.world, state, power, space),
                army=sum(count for piece, count in state.units[space] if piece.owner == neutral),
                friends=sympathises(self.world, state, power, space),
            )
        )
        if face > value:
            self._win(state, power, space)

    def _win(self, state: AxisState, power: int, space: int) -> None:
        """HV-934: friends bring their army, which rests this round; others stand down."""
        neutral, friends = state.owner[space], sympathises(self.world, state, power, space)

        def joined(piece: Piece) -> Piece | None:
            if piece.owner != neutral:
                return piece
            return msgspec.structs.replace(piece, owner=power, marks=MOVED) if friends else None

        state.rewrite(space, joined)
        state.owner[space] = power

    def candidates(self, state: AxisState, frame: frames.Diplomacy, seat: str) -> Iterator[Action]:
        yield End()
        for space in self.neutrals(state):
            yield Negotiate(self.name(space))

    def usual(self, state: AxisState, frame: frames.Diplomacy, seat: str) -> Action:
        """The die that promises most for its price, if it promises anything."""

        def gain(space: int) -> float:
            promise = self.world.value[space] * chance(self.world, space)
            return promise / price(self.world, state, frame.power, space)

        offered = [
            space
            for space in self.neutrals(state)
            if self.world.value[space] and self.why_not(state, frame.power, space) is None
        ]
        return Negotiate(self.name(max(offered, key=gain))) if offered else End()
