"""Ships that cannot attack: carriers and transports fight only beside units that can.

G40-159, G40-401: none goes alone to enemy warships, none is left alone with them by those it came
with. G40-959: who finds enemies around it at the start of its turn leaves if it can.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import situation as at
from sandtable.games.axis.plans import Plan
from sandtable.games.axis.state import UNLOADED, AxisState, Piece
from sandtable.games.axis.world import World

TEXTS = {
    "company-transport": "Transports go to enemy warships in {zone} only with units able to attack",
    "company-carrier": "Carriers go to enemy warships in {zone} only with units able to attack",
    "company-left": "Ships in {zone} that cannot attack would be left alone with enemy warships",
    "company-stays": "The {unit} in {zone} cannot attack the warships there alone: it has to leave",
}


def why_not(world: World, state: AxisState, power: int, plan: Plan) -> tuple[str, int] | None:
    """The code of the refusal of a combat move, and the zone it is about."""
    start, goal = plan.shifts[0].start, plan.shifts[0].goal
    if world.is_sea[goal] and world.access.forlorn(state, power, goal):
        coming = [world.kinds[shift.after.kind] for shift in plan.shifts]
        if not any(kind.attack for kind in coming):
            return "company-transport" if coming[0].transport else "company-carrier", goal
    if world.is_sea[start] and at.is_hostile_zone(world, state, power, start):
        if _leaves_somebody(world, state, power, plan):
            return "company-left", start
    return None


def _leaves_somebody(world: World, state: AxisState, power: int, plan: Plan) -> bool:
    """Whether ships that came to the zone, or are to land troops from it, lose their company."""
    start = plan.shifts[0].start
    left = {piece: count for piece, count in state.units[start] if piece.owner == power}
    for shift in plan.shifts:
        left[shift.before] -= shift.count
    staying = [piece for piece, count in left.items() if count]
    return not any(world.kinds[piece.kind].attack for piece in staying) and any(
        piece.origin >= 0 or piece.marks & UNLOADED for piece in staying
    )


def lonely(world: World, state: AxisState, power: int) -> Iterator[tuple[int, Piece]]:
    """Ships of a power among enemy warships that nobody of theirs attacks: (zone, ship)."""
    for zone, piece, _ in state.pieces(power):
        if world.kinds[piece.kind].domain == "sea" and world.access.forlorn(state, power, zone):
            yield zone, piece
