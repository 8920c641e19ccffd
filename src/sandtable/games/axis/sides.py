"""The two sides of a battle: who is in it, by owner, kind and what is aboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from . import frames
from . import situation as at
from .movement import cargo_label
from .state import DROPPED, HURT, INTERCEPTS, OUT, RAIDER, AxisState, Piece
from .world import World


class Group(msgspec.Struct, frozen=True):
    """The units of one owner and kind in a battle; ``hurt`` of them have taken a first hit.

    ``cargo`` is what is aboard, where ships are told apart by it.
    """

    owner: int
    kind: int
    count: int
    hurt: int
    cargo: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        return self.owner, self.kind, self.cargo


Key: TypeAlias = tuple[int, int, tuple[str, ...]]
"""Whose units, of which kind, with what aboard."""


AWAY = OUT | RAIDER | INTERCEPTS
"""Who has one of these marks is not in the battle of the space."""


def in_battle(world: World, piece: Piece, among: int = 0) -> bool:
    """Whether a piece fights where it stands; ``among``: see ``frames.Battle``."""
    if among:
        return bool(piece.marks & among) and not piece.marks & OUT
    return world.kinds[piece.kind].fights and not piece.marks & AWAY


def groups(world: World, state: AxisState, battle: frames.Battle, attacker: bool) -> list[Group]:
    """One side of a battle. Who is no foe of the attacker stands by and is in no group."""
    foe = at.foes(state, battle.power)
    counts: dict[tuple[int, int], list[int]] = {}
    for piece, count in state.units[battle.space]:
        mine = piece.owner == battle.power
        if not (mine if attacker else foe[piece.owner]) or not in_battle(
            world, piece, battle.among
        ):
            continue
        entry = counts.setdefault((piece.owner, piece.kind), [0, 0])
        entry[0] += count
        entry[1] += count if piece.marks & HURT else 0
    return [Group(o, k, n, h) for (o, k), (n, h) in sorted(counts.items())]


def airborne(world: World, piece: Piece) -> bool:
    """Whether guns fire at it: aircraft, and paratroopers that no bomber carries."""
    return world.kinds[piece.kind].domain == "air" or bool(piece.marks & DROPPED)


def under_fire(world: World, state: AxisState, battle: frames.Battle) -> list[Group]:
    """The attackers that anti-aircraft guns can hit."""
    counts: dict[int, int] = {}
    for piece, count in state.units[battle.space]:
        if piece.owner == battle.power and in_battle(world, piece) and airborne(world, piece):
            counts[piece.kind] = counts.get(piece.kind, 0) + count
    return [Group(battle.power, kind, count, 0) for kind, count in sorted(counts.items())]


def loads(
    world: World, state: AxisState, battle: frames.Battle, attacker: bool
) -> dict[Piece, tuple[str, ...]]:
    """Each ship of a side that carries something, with its cargo as a player names it.

    Where that alone does not tell, because the same load goes to different coasts, the coast is
    named too: ``infantry>norway``.
    """
    foe = at.foes(state, battle.power)
    found = {
        piece: cargo_label(world, piece)
        for piece, _ in state.units[battle.space]
        if piece.cargo
        and (piece.owner == battle.power if attacker else foe[piece.owner])
        and in_battle(world, piece, battle.among)
    }
    bound: dict[tuple[int, int, tuple[str, ...]], set[tuple[int, ...]]] = {}
    for piece, label in found.items():
        targets = tuple(cargo.target for cargo in piece.cargo)
        bound.setdefault((piece.owner, piece.kind, label), set()).add(targets)
    return {
        piece: _with_coasts(world, piece)
        if len(bound[piece.owner, piece.kind, label]) > 1
        else label
        for piece, label in found.items()
    }


def _with_coasts(world: World, piece: Piece) -> tuple[str, ...]:
    names = []
    for cargo in piece.cargo:
        (name,) = cargo_label(world, msgspec.structs.replace(piece, cargo=(cargo,)))
        names.append(f"{name}>{world.spaces[cargo.target].id}" if cargo.target >= 0 else name)
    return tuple(sorted(names))


def told_apart(
    world: World, state: AxisState, battle: frames.Battle, attacker: bool
) -> list[Group]:
    """The groups of a side with ships told apart by what they carry, the least missed first."""
    labels = loads(world, state, battle, attacker)
    if not labels:
        return groups(world, state, battle, attacker)
    counts: dict[Key, list[int]] = {}
    worth: dict[tuple[str, ...], int] = {(): 0}
    for group in groups(world, state, battle, attacker):
        for piece, count in state.units[battle.space]:
            if (piece.owner, piece.kind) != (group.owner, group.kind):
                continue
            if in_battle(world, piece, battle.among):
                label = labels.get(piece, ())
                worth[label] = sum(world.kinds[cargo.kind].cost for cargo in piece.cargo)
                entry = counts.setdefault((piece.owner, piece.kind, label), [0, 0])
                entry[0] += count
                entry[1] += count if piece.marks & HURT else 0
    ranked = sorted(counts.items(), key=lambda item: (*item[0][:2], worth[item[0][2]], item[0][2]))
    return [Group(o, k, n, h, label) for (o, k, label), (n, h) in ranked]


def with_dead(battle: frames.Battle, defenders: Sequence[Group]) -> list[Group]:
    """Defenders, with those in the casualty zone that still fire."""
    counts = {(g.owner, g.kind): g.count for g in defenders}
    for owner, kind, count in battle.dead:
        counts[owner, kind] = counts.get((owner, kind), 0) + count
    return [Group(o, k, n, 0) for (o, k), n in sorted(counts.items())]
