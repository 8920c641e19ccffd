"""The strokes of a plan, and raids by bombers that have no better target."""

from __future__ import annotations

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Raid
from sandtable.games.axis.state import MOVED, Piece

from .draft import Stroke
from .raids import interceptors, raid_gain
from .weigh import Weigher

LEAST_RAID = 0.4
"""For less no bomber goes on a raid."""

Note = tuple[float, int, int | None]
"""How much an attack is worth, where it is, and the chances in per cent."""


class Raider(Weigher):
    """Sends bombers and those who cover them, and notes what everything is done for."""

    raids: dict[int, int]
    """How many raid each place."""
    notes: list[Note]
    """What is attacked."""
    strokes: list[Stroke]
    """The actions of the plan by what they are for."""

    def raid(self) -> None:
        """Bombers without a better target bomb where it hurts most; fighters cover them."""
        world, state = self.world, self.state
        for space, piece, count in list(state.pieces(self.power)):
            if not world.kinds[piece.kind].raids or piece.marks & MOVED:
                continue
            for _ in range(count):
                self._raid_with(space, piece)
        for place in list(self.raids):
            self._cover(place)

    def _raid_with(self, space: int, piece: Piece) -> None:
        world = self.world
        best, where = LEAST_RAID, -1
        for place in self.state.facilities:
            if not at.is_hostile_land(world, self.state, self.power, place):
                continue
            if world.air[space][place] > world.kinds[piece.kind].move or place in self.attacked:
                continue
            sent = self.raids.get(place, 0)
            gain = raid_gain(self.picture, self.state, world.kinds[piece.kind], place, sent)
            if gain > best:
                best, where = gain, place
        if where >= 0 and self._fly(piece.kind, space, where):
            self.raids[where] = self.raids.get(where, 0) + 1
            self.notes.append((best, where, None))

    def _fly(self, kind: int, space: int, place: int) -> bool:
        done = len(self.actions)
        flown = self.attempt(Raid((self.units(kind),), (self.name(space), self.name(place))))
        self.note_stroke(place, done)
        return flown

    def _cover(self, place: int) -> None:
        """As many idle fighters go along as could be met by."""
        world = self.world
        wanted = interceptors(self.picture, self.state, place)
        for space, piece, count in list(self.state.pieces(self.power)):
            kind = world.kinds[piece.kind]
            if not kind.escorts or piece.marks & MOVED or world.air[space][place] > kind.move:
                continue
            for _ in range(min(count, wanted)):
                if not self._fly(piece.kind, space, place):
                    break
                wanted -= 1

    def note_stroke(self, target: int, done: int) -> None:
        """All that was done since then is for this target."""
        if len(self.actions) > done:
            self.strokes.append(Stroke(target, tuple(self.actions[done:])))
