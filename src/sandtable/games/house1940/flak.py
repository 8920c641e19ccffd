"""Anti-aircraft batteries: who fires how many dice at each aircraft (HV-108, HV-170, HV-955)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.events import Fired, Lost, Shot
from sandtable.games.axis.state import AxisState, Piece
from sandtable.games.axis.world import World
from sandtable.table import Log

from .turn import new

RADAR = ("uk", "anzac")
"""Whose batteries have radar, wherever they came from (HV-942)."""
Party = Sequence[tuple[Piece, int]]
"""Aircraft that fly together."""


def dice(hit: int, radar: str) -> tuple[int, ...]:
    """HV-956: what each die of one battery hits at; ``radar``: the option, or nothing."""
    return {"": (hit,), "two_dice": (hit, hit)}.get(radar, (hit + 1,))


def dice_of(state: AxisState, power: str, hit: int) -> tuple[int, ...]:
    """Those of a battery of a power."""
    return dice(hit, str(state.options["radar"]) if power in RADAR else "")


def salvo(world: World, state: AxisState, power: int, space: int) -> tuple[int, ...]:
    """The dice that enemy batteries of a land throw at each of the power's aircraft."""
    foe, kinds = at.foes(state, power), world.kinds
    batteries = [
        (world.powers[piece.owner].id, kinds[piece.kind].aa_hit)
        for piece, count in state.units[space]
        if kinds[piece.kind].aa_hit and foe[piece.owner]
        for _ in range(count)
    ]
    silent = sum(new(state, space, kind.index) for kind in kinds if kind.aa_hit)
    return tuple(
        needed for owner, hit in batteries[silent:] for needed in dice_of(state, owner, hit)
    )


def shoot(
    world: World, state: AxisState, party: Party, space: int, faces: tuple[int, ...], log: Log
) -> list[tuple[Piece, int]]:
    """Aircraft in a space under fire: those hit go down with what they carry (HV-991)."""
    needed = salvo(world, state, party[0][0].owner, space)
    left, shots, rest = [], [], list(faces)
    for piece, count in party:
        rolled, rest = rest[: count * len(needed)], rest[count * len(needed) :]
        rows = [rolled[n * len(needed) : (n + 1) * len(needed)] for n in range(count)]
        down = sum(any(f <= at_ for f, at_ in zip(row, needed, strict=True)) for row in rows)
        kind = world.kinds[piece.kind].id
        shots.append(Shot("", kind, max(needed), tuple(rolled), down))
        if down:
            state.remove(space, piece, down)
        if count > down:
            left.append((piece, count - down))
    where = world.spaces[space].id
    log.append(Fired(space=where, what="anti-aircraft fire", shots=tuple(shots)))
    for (piece, _), shot in zip(party, shots, strict=True):
        if shot.hits:
            report_lost(world, piece, shot.hits, where, log)
    return left


def report_lost(world: World, piece: Piece, count: int, where: str, log: Log) -> None:
    """A unit is gone, and all that was aboard."""
    power = world.powers[piece.owner].id
    log.append(Lost(power=power, what=f"{count} {world.kinds[piece.kind].id}", space=where))
    for cargo in piece.cargo:
        bare = msgspec.structs.replace(piece, kind=cargo.kind, owner=cargo.owner, cargo=())
        report_lost(world, bare, count, where, log)
