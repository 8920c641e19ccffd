"""Breaking off a battle: where the attacker may go back to, and what happens when he does."""

from __future__ import annotations

import msgspec

from . import frames
from . import situation as at
from .sides import in_battle
from .state import (
    DROPPED,
    LANDED,
    MOVED,
    OUT,
    REPELLED,
    UNLOADED,
    AxisState,
    Cargo,
    Orders,
    Piece,
)
from .world import World


def origins(world: World, state: AxisState, power: int, space: int) -> tuple[int, ...]:
    """Where the power's ships or overland troops in a space came from."""
    found = {
        piece.origin
        for piece, _ in state.units[space]
        if piece.owner == power
        and world.kinds[piece.kind].domain != "air"
        and piece.origin >= 0
        and not piece.marks & (LANDED | DROPPED)
    }
    return tuple(sorted(found))


def retreat_goals(world: World, state: AxisState, battle: frames.Battle) -> list[str]:
    """Where the attacker may retreat; ``""`` when only aircraft leave the battle."""
    side = [
        piece
        for piece, _ in state.units[battle.space]
        if piece.owner == battle.power and in_battle(world, piece)
    ]
    bound = [p for p in side if world.kinds[p.kind].domain != "air"]
    if battle.sea:
        goals = [z for z in battle.origins if _may_sail_back(world, state, battle, bound, z)]
    else:
        bound = [p for p in bound if not p.marks & LANDED]
        if all(_came_by_itself(p) for p in bound):
            bound = []
        goals = _ground_goals(world, state, battle, bound)
    if bound:
        return [world.spaces[goal].id for goal in goals]
    return [""] if any(world.kinds[p.kind].domain == "air" for p in side) else []


def _may_sail_back(
    world: World, state: AxisState, battle: frames.Battle, bound: list[Piece], zone: int
) -> bool:
    """Whether all ships may go to a zone together; a strait may be open to some of them only."""
    power, here = battle.power, battle.space
    began = state.began(power)
    return (
        world.is_sea[zone]
        and zone in world.board.touching[here]
        and (zone not in began.hostile or zone in began.declared)
        and not at.is_hostile_zone(world, state, power, zone)
        and all(
            world.access.canal_open(state, power, here, zone, world.kinds[ship.kind])
            for ship in bound
        )
    )


def _ground_goals(
    world: World, state: AxisState, battle: frames.Battle, bound: list[Piece]
) -> list[int]:
    """Paratroopers alone may go to any friendly neighbour; otherwise where others came from."""
    near = world.land_near[battle.space]
    from_air_only = bound and all(p.marks & DROPPED for p in bound) and not battle.origins
    wanted = near if from_air_only else battle.origins
    return [
        land
        for land in wanted
        if land in near and at.is_friendly_land(world, state, battle.power, land)
    ]


def _came_by_itself(piece: Piece) -> bool:
    """A paratrooper that no bomber brought goes back only with troops that came overland."""
    return bool(piece.marks & DROPPED) and piece.origin >= 0


def why_not_retreat(world: World, battle: frames.Battle, goals: list[str], space: str) -> str:
    """The code of the refusal for a retreat that is not among the goals."""
    if not goals:
        return "retreat-none"
    if not space:
        return "retreat-together"
    if not battle.sea and world.is_sea[world.space[space]]:
        return "retreat-landed"
    return "retreat-where"


def ordered_back(orders: Orders, round_number: int, units: int) -> bool:
    """Whether a standing order breaks the battle off now."""
    if orders.retreat == "after":
        return round_number >= orders.limit
    return orders.retreat == "below" and units < orders.limit


def pull_back(world: World, state: AxisState, battle: frames.Battle, goal: str) -> None:
    """Aircraft leave the battle where they are; the others go to ``goal`` together."""
    for piece, count in state.units[battle.space]:
        if piece.owner != battle.power or not in_battle(world, piece):
            continue
        kind = world.kinds[piece.kind]
        if kind.domain == "air":
            away = msgspec.structs.replace(piece, marks=piece.marks | OUT)
            state.change(battle.space, piece, away, count)
        elif goal and not piece.marks & LANDED:
            state.remove(battle.space, piece, count)
            marks = (piece.marks | MOVED) & ~(UNLOADED | world.mended[piece.kind])
            if kind.transport:
                marks |= REPELLED
            cargo = tuple(Cargo(c.kind, c.owner, c.boarded) for c in piece.cargo)
            back = msgspec.structs.replace(piece, marks=marks, cargo=cargo)
            state.add(world.space[goal], back, count)
