"""After all battles: fighters that defended a carrier now sunk fly one space, or are lost.

Where some find a place on other decks and nobody can fly on, the owner says who is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import frames
from . import situation as at
from .actions import Fly, Lose, Units
from .events import Lost, Moved
from .state import AxisState, Piece, plain
from .steps import AxisStep


class HomelessStep(AxisStep[frames.Homeless]):
    """Each owner places his own; who finds no place is destroyed."""

    frame = frames.Homeless
    prompt = "find a place for the fighters whose carrier was sunk"

    def run(self, state: AxisState, frame: frames.Homeless, log: Log) -> Ask | None:
        found = self._next(state, frame.power)
        if found is None:
            state.flow.pop()
            return None
        zone, owner, count = found
        if self._places(state, owner, zone) or self._choice(state, zone, owner, count):
            seat = self.world.powers[owner].seat
            return Decision((seat,), "Homeless", self.prompt)
        for piece, _ in self._fighters(state, zone, owner):
            count -= self._lose(state, zone, piece, count, log)
        return None

    def _choice(self, state: AxisState, zone: int, owner: int, count: int) -> dict[int, int]:
        """Where nobody can fly on and some can stay: the kinds of which the owner loses some."""
        found: dict[int, int] = {}
        for piece, number in self._fighters(state, zone, owner):
            found[piece.kind] = found.get(piece.kind, 0) + number
        if len(found) < 2 or sum(found.values()) <= count or self._places(state, owner, zone):
            return {}
        return found

    def _lose(self, state: AxisState, zone: int, piece: Piece, count: int, log: Log) -> int:
        gone = min(count, dict(state.units[zone])[piece])
        if gone:
            state.remove(zone, piece, gone)
            what = f"{gone} {self.unit_name(piece)}"
            power = self.power_name(piece.owner)
            log.append(Lost(power=power, what=what, space=self.name(zone)))
        return gone

    def _fighters(self, state: AxisState, zone: int, owner: int) -> list[tuple[Piece, int]]:
        kinds = self.world.kinds
        return [
            (piece, count)
            for piece, count in state.units[zone]
            if piece.owner == owner and kinds[piece.kind].carrier_capable
        ]

    def _next(self, state: AxisState, power: int) -> tuple[int, int, int] | None:
        """A zone with more fighters of the others than decks: (zone, whose are over, how many).

        Who can fly on does so first; who cannot takes what places there are. Who is no enemy of
        the power on turn counts too: his carriers hold guests, and his fighters may be guests.
        """
        world = self.world
        foe, ally = at.foes(state, power), at.allies(state, power)
        others = [p.index for p in world.powers if not ally[p.index]]
        for zone, stack in enumerate(state.units):
            if not stack:
                continue
            if not world.is_sea[zone]:
                for piece, count in stack:
                    if foe[piece.owner] and self._has_lost_its_ground(state, piece, zone):
                        return zone, piece.owner, count
                continue
            over, left = at.without_deck(world, state, zone, others)
            if left:
                owner = next((o for o in over if self._places(state, o, zone)), max(left))
                return zone, owner, min(over[owner], sum(left.values()))
        return None

    def _has_lost_its_ground(self, state: AxisState, piece: Piece, land: int) -> bool:
        """Aircraft that rose against raiders may find their land taken."""
        return self.world.kinds[piece.kind].domain == "air" and not at.is_friendly_land(
            self.world, state, piece.owner, land
        )

    def _places(self, state: AxisState, owner: int, zone: int) -> list[int]:
        """Friendly land next to the zone, or a neighbouring zone with a free deck."""
        world = self.world
        flier = next(kind for kind in world.kinds if kind.carrier_capable)
        return [
            goal
            for goal in world.board.near[zone]
            if world.access.enter(state, owner, flier, goal, combat=False) is None
            and world.access.stop(state, owner, flier, goal, combat=False) is None
            and (
                at.deck_room(world, state, goal, owner) > 0
                if world.is_sea[goal]
                else at.is_friendly_land(world, state, owner, goal)
            )
        ]

    def check(
        self, state: AxisState, frame: frames.Homeless, seat: str, action: Action
    ) -> Refusal | None:
        found = self._next(state, frame.power)
        assert found is not None
        zone, owner, count = found
        if isinstance(action, Lose):
            return self._check_loss(state, zone, owner, count, action)
        if not isinstance(action, Fly) or len(action.units) != 1 or len(action.route) != 2:
            return self.wrong()
        units = action.units[0]
        start, goal = (self.world.space[space] for space in action.route)
        named = units.owner or self.power_name(owner)
        kind = self.world.kind[units.kind]
        here = sum(n for p, n in state.units[zone] if (p.owner, p.kind) == (owner, kind))
        capable = self.world.kinds[kind].carrier_capable
        if start != zone or not capable or units.count > min(count, here):
            return self.refuse("no-units", unit=units.kind, space=action.route[0])
        if named != self.power_name(owner):
            return self.refuse("not-yours", power=self.power_name(owner))
        if goal not in self._places(state, owner, zone):
            return self.refuse("fly-place", goal=action.route[1])
        if self.world.is_sea[goal]:
            if units.count > at.deck_room(self.world, state, goal, owner):
                return self.refuse("fly-place", goal=action.route[1])
        return None

    def _check_loss(
        self, state: AxisState, zone: int, owner: int, count: int, action: Lose
    ) -> Refusal | None:
        choice = self._choice(state, zone, owner, count)
        if not choice or len(action.units) != 1 or action.damaged:
            return self.wrong()
        units = action.units[0]
        if units.owner not in ("", self.power_name(owner)):
            return self.refuse("not-yours", power=self.power_name(owner))
        if units.count > min(count, choice.get(self.world.kind[units.kind], 0)):
            return self.refuse("no-units", unit=units.kind, space=self.name(zone))
        return None

    def play(
        self, state: AxisState, frame: frames.Homeless, seat: str, action: Action, log: Log
    ) -> None:
        found = self._next(state, frame.power)
        assert found is not None
        zone, owner, _ = found
        if isinstance(action, Lose):
            kind, count = self.world.kind[action.units[0].kind], action.units[0].count
            for piece, _ in self._fighters(state, zone, owner):
                if piece.kind == kind:
                    count -= self._lose(state, zone, piece, count, log)
            return
        assert isinstance(action, Fly)
        start, goal = (self.world.space[space] for space in action.route)
        count = action.units[0].count
        kind = self.world.kind[action.units[0].kind]
        log.append(
            Moved(power=self.power_name(owner), what=str(action.units[0]), route=action.route)
        )
        for piece, number in self._fighters(state, start, owner):
            going = min(number, count) if piece.kind == kind else 0
            if going:
                state.remove(start, piece, going)
                state.add(goal, plain(kind, owner), going)
                count -= going

    def usual(self, state: AxisState, frame: frames.Homeless, seat: str) -> Action | None:
        """Any place is better than none."""
        return next(self.actions(state, frame, seat), None)

    def candidates(self, state: AxisState, frame: frames.Homeless, seat: str) -> Iterator[Action]:
        found = self._next(state, frame.power)
        assert found is not None
        zone, owner, count = found
        for kind in self._choice(state, zone, owner, count):
            yield Lose((Units(1, self.world.kinds[kind].id),))
        fighters = self._fighters(state, zone, owner)
        for name in dict.fromkeys(self.unit_name(piece) for piece, _ in fighters):
            for goal in self._places(state, owner, zone):
                yield Fly((Units(1, name),), (self.name(zone), self.name(goal)))
