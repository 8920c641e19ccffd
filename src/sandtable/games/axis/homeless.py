"""After all battles: fighters that defended a carrier now sunk fly one space, or are lost."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import frames
from . import situation as at
from .actions import Fly, Units
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
        if self._places(state, owner, zone):
            seat = self.world.powers[owner].seat
            return Decision((seat,), "Homeless", self.prompt)
        for piece, number in self._fighters(state, zone, owner):
            gone = min(number, count)
            if gone:
                state.remove(zone, piece, gone)
                count -= gone
                what = f"{gone} {self.unit_name(piece)}"
                power = self.power_name(owner)
                log.append(Lost(power=power, what=what, space=self.name(zone)))
        return None

    def _fighters(self, state: AxisState, zone: int, owner: int) -> list[tuple[Piece, int]]:
        kinds = self.world.kinds
        return [
            (piece, count)
            for piece, count in state.units[zone]
            if piece.owner == owner and kinds[piece.kind].carrier_capable
        ]

    def _next(self, state: AxisState, power: int) -> tuple[int, int, int] | None:
        """A zone with more enemy fighters than decks: (zone, whose are over, how many).

        Who can fly on does so first; who cannot takes what places there are.
        """
        world = self.world
        foe = at.foes(state, power)
        enemies = [p.index for p in world.powers if foe[p.index]]
        for zone, stack in enumerate(state.units):
            if not stack:
                continue
            if not world.is_sea[zone]:
                for piece, count in stack:
                    if foe[piece.owner] and self._has_lost_its_ground(state, piece, zone):
                        return zone, piece.owner, count
                continue
            over, left = at.without_deck(world, state, zone, enemies)
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
        if not isinstance(action, Fly) or len(action.units) != 1 or len(action.route) != 2:
            return self.wrong()
        units = action.units[0]
        start, goal = (self.world.space[space] for space in action.route)
        found = self._next(state, frame.power)
        assert found is not None
        zone, owner, count = found
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

    def play(
        self, state: AxisState, frame: frames.Homeless, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Fly)
        start, goal = (self.world.space[space] for space in action.route)
        found = self._next(state, frame.power)
        assert found is not None
        owner = found[1]
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
        zone, owner, _ = found
        fighters = self._fighters(state, zone, owner)
        for name in dict.fromkeys(self.unit_name(piece) for piece, _ in fighters):
            for goal in self._places(state, owner, zone):
                yield Fly((Units(1, name),), (self.name(zone), self.name(goal)))
