"""Which sea zones are attacked, and by announcement: that decides who may react (G40-961)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.combat import ConductCombatStep
from sandtable.games.axis.combat_stages import CombatStage, Open
from sandtable.games.axis.state import SORTIE, AxisState
from sandtable.games.axis.world import World

KAMIKAZE = "kamikaze"


def storms(world: World, state: AxisState, power: int, zone: int) -> bool:
    """Whether troops of the power are to land from a zone this turn."""
    return any(
        cargo.owner == power and cargo.target >= 0
        for piece, _ in state.units[zone]
        for cargo in piece.cargo
    )


def attacked_zones(
    step: ConductCombatStep, state: AxisState, frame: frames.ConductCombat
) -> Iterator[int]:
    """Zones where the attacker fights or from which he lands troops (G40-179, G40-180)."""
    power = frame.power
    for zone, stack in enumerate(state.units):
        if not stack or not step.world.is_sea[zone]:
            continue
        if storms(step.world, state, power, zone) or (
            zone not in frame.skipped and step.duty(state, power, zone)
        ):
            yield zone


def bases(world: World, state: AxisState, power: int, zone: int) -> Iterator[tuple[int, int]]:
    """Working air bases beside a zone from which a power's aircraft can rise: (land, how many).

    G40-177: whether a base works is judged now, before any raid of the turn (G40-962). China's
    aircraft keep to its own region and use no bases (G40-461, G40-462).
    """
    for land in world.land_near[zone]:
        if land not in state.facilities or not at.is_friendly_land(world, state, power, land):
            continue
        if not world.access.may_take_off(state, power, land):
            continue
        limit = max((b.scrambles for b in facilities.working(world, state, land)), default=0)
        if limit:
            yield land, limit


def scramblers(world: World, state: AxisState, attacker: int, zone: int) -> bool:
    """Whether enemy aircraft could rise into a zone: powers at war with the attacker only."""
    foe = at.foes(state, attacker)
    return any(
        world.kinds[piece.kind].scrambles and foe[piece.owner]
        for land in world.land_near[zone]
        for piece, _ in state.units[land]
        if foe[piece.owner] and any(b == land for b, _ in bases(world, state, piece.owner, zone))
    )


def sent_from(world: World, state: AxisState, base: int) -> Iterator[tuple[int, int, int, int]]:
    """Aircraft a base has sent out: (zone, owner, kind, count)."""
    for zone in world.sea_near[base]:
        for piece, count in state.units[zone]:
            if piece.marks & SORTIE and piece.origin == base:
                yield zone, piece.owner, piece.kind, count


class Announce(CombatStage):
    """G40-176: who could be met by a scramble or by kamikaze says first what he attacks.

    Surface warships are fought and landings are declared; submarines and transports alone may be
    left alone, and nobody rises against ships that attack nobody (G40-936).
    """

    name = "announce"
    comes_first = "reactions-first"

    def open(self, state: AxisState, frame: frames.ConductCombat) -> Open:
        zones = [
            zone
            for zone, stack in enumerate(state.units)
            if stack
            and self.world.is_sea[zone]
            and zone not in frame.skipped
            and zone not in frame.announced
            and self.step.duty(state, frame.power, zone) == "may"
            and not storms(self.world, state, frame.power, zone)
            and self._could_be_met(state, frame.power, zone)
        ]
        return [], zones

    def _could_be_met(self, state: AxisState, power: int, zone: int) -> bool:
        marked = KAMIKAZE in self.world.spaces[zone].symbols
        return marked or scramblers(self.world, state, power, zone)

    def start(self, state: AxisState, frame: frames.ConductCombat, space: int) -> None:
        frame.announced = (*frame.announced, space)
