"""What a raid on a facility promises: damage, less what guns and interceptors shoot down."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind
from sandtable.odds.axis.hits import SIDES

from .picture import Picture

BASE = 0.5
"""Damage to what makes no units counts for less."""
RISE = 0.5
"""How likely fighters rise that could."""
PLANNED = 2
"""How much room for damage each raider takes up who is on his way already."""


def raid_gain(picture: Picture, state: AxisState, raider: Kind, place: int, sent: int) -> float:
    """What one more raider does there, in IPCs; ``sent``: how many are on their way."""
    world = picture.world
    arsenal = world.arsenal(state.techs[picture.power])
    assert raider.raid is not None
    best = 0.0
    for target in facilities.raidable(world, state, place, raider):
        most = facilities.limit(world, place, world.kinds[target.kind])
        room = most - target.damage - PLANNED * sent
        points = raider.raid.count * arsenal.dice[raider.index] * (SIDES + 1) / 2
        damage = max(0.0, min(points + raider.raid.bonus, room))
        if not facilities.building(world, target).is_factory:
            damage *= BASE
        shot = _shot_down(picture, state, place, target.kind, sent)
        best = max(best, damage * (1.0 - shot) - shot * raider.cost)
    return best


def _shot_down(picture: Picture, state: AxisState, place: int, target: int, sent: int) -> float:
    """How likely a raider does not get through: guns, and his share of the interceptors' hits."""
    world, foe = picture.world, picture.foe
    techs = state.techs[state.owner[place]]
    defence = world.arsenal(techs)
    gun = max(
        (
            defence.aa_hit[piece.kind]
            for piece, _ in state.units[place]
            if foe[piece.owner] and not world.kinds[piece.kind].aa_shots
        ),
        default=0,
    )
    hit = max(gun, defence.built_in_aa[target]) / SIDES
    met = sum(
        count * defence.air_battle[piece.kind]
        for piece, count in state.units[place]
        if foe[piece.owner] and world.kinds[piece.kind].intercepts
    )
    return min(1.0, hit + RISE * met / SIDES / (sent + 1))


def interceptors(picture: Picture, state: AxisState, place: int) -> int:
    """How many enemy fighters could rise against a raid."""
    kinds, foe = picture.world.kinds, picture.foe
    return sum(n for p, n in state.units[place] if foe[p.owner] and kinds[p.kind].intercepts)
