"""Buying to a plan, and placing what was bought."""

from __future__ import annotations

import random
from typing import Any

from sandtable.games.axis import facilities
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Buy, Place, Repair, Units
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Position

from .field import Field
from .picture import Picture
from .roles import ARMOUR, DECK, FLYER, FOOT, LIFT, PICKET, SUPPORT, WORKS, roles
from .theatre import Theatre
from .trial import merged

ARMIES = (
    (FOOT, SUPPORT, FOOT, FOOT, SUPPORT, ARMOUR),
    (FOOT, SUPPORT, ARMOUR),
    (FOOT, ARMOUR, FOOT, SUPPORT),
)
"""Mixes of a marching army; each game likes one of them."""
MANY_PLANES, TRANSPORTS = 20, 10
"""No power needs more of them."""
RESERVE = 4
"""So many troops may wait for the next ships."""
NEARBY = 3
"""Ships no farther from a port can soon be there."""
FED = 3
"""A front so many steps from a factory needs no other."""
FAR_FRONT = 4
"""To a front so many steps away an army goes on wheels."""
LIKELY = 0.4
"""A city that falls with this chance is in danger."""
HOME = 25.0
"""A capital in danger gets recruits first, even if one of them alone would only be lost."""
PICKETS, PORT, SAFE = 2, 10.0, 3.0
"""So many destroyers may guard a port; what the enemy may win from ships there and off a beach."""
PASSENGERS = (FOOT, SUPPORT, FOOT, ARMOUR)
"""What fills transports: pairs of an infantry and something heavier."""


class Quartermaster:
    """Decides what a power needs: a safe capital first, then an army, then a fleet to carry it."""

    def __init__(
        self,
        position: Position[Any],
        picture: Picture,
        field: Field,
        *,
        foresight: bool,
        rng: random.Random,
    ) -> None:
        self.position = position
        self.picture = picture
        self.field = field
        self.foresight = foresight
        self.world = picture.world
        self.power = picture.power
        state = position.state
        assert isinstance(state, AxisState)
        self.state = state
        self.rng = rng
        self.arsenal = self.world.arsenal(state.techs[self.power])
        purse = getattr(state.flow[-1], "purse", -1)
        self.purse = self.power if purse < 0 else purse
        """The purse that is spent, or whose purchases are placed."""
        self.money = state.money[self.purse]
        self.roles = roles(self.world)
        self.basket: dict[str, int] = {}
        """What is bought, by role."""
        self.factories = [
            factory
            for factory in at.working_factories(self.world, state, self.power)
            if self.world.purse_at(self.power, factory) == self.purse
        ]
        self.room = sum(self._output(f) for f in self.factories)

    def _output(self, factory: int) -> int:
        return at.output_left(self.world, self.state, self.power, factory)

    # Buying

    def _kind(self, role: str) -> int:
        return self.roles[role]

    def _price(self, name: str) -> int:
        return self.arsenal.cost[self._kind(name)]

    def _take(self, name: str, count: int = 1) -> bool:
        if name not in self.roles:
            return False
        price = self._price(name) * count
        slots = 0 if name == WORKS else count
        if price > self.money or slots > self.room:
            return False
        self.money -= price
        self.room -= slots
        self.basket[name] = self.basket.get(name, 0) + count
        return True

    def shop(self) -> list[Action]:
        repairs = self._repair()
        self._secure()
        self._consider_factory()
        by_sea = [f for f in self.factories if self.field.overseas[f]]
        by_land = [f for f in self.factories if not self.field.overseas[f]]
        inland = sum(self._output(f) for f in by_land)
        if by_land:
            keep = 0
            if by_sea:  # both: money goes where the output is
                share = inland / max(1, inland + sum(self._output(f) for f in by_sea))
                keep = int(self.money * (1 - share))
            self._army(inland, keep)
        if by_sea:
            self._expedition()
        self._spend_rest()
        kinds = self.world.kinds
        units = tuple(
            Units(count, kinds[self._kind(role)].id) for role, count in self.basket.items() if count
        )
        return [*repairs, *([Buy(units)] if units else [])]

    def _repair(self) -> list[Action]:
        """Damage is removed as far as it keeps us from placing what we can pay for."""
        markers: list[tuple[int, str, str]] = []
        for factory in sorted(self.factories, key=lambda f: -self.world.value[f]):
            works = facilities.factory(self.world, self.state, factory)
            assert works is not None
            wanted = self.money // 4 - self.room
            count = min(works.damage, max(0, wanted), self.money)
            if count > 0:
                unit = self.world.kinds[works.kind].id
                alone = len(self.state.facilities[factory]) == 1
                markers.append((count, self.world.spaces[factory].id, "" if alone else unit))
                self.money -= -(-count // self.arsenal.repair[works.kind])
                self.room += count
        return [Repair(tuple(markers))] if markers else []

    def _secure(self) -> None:
        """Infantry for the capital and other cities with a factory that are in danger."""
        if not self.foresight:
            return
        worth = self.picture.worth
        for place in sorted(self.factories, key=lambda f: -worth[f]):
            data = self.world.spaces[place]
            if data.capital_of != self.power and not data.city:
                continue
            force = self.picture.force(place, self.picture.ally)
            infantry = self._kind(FOOT)
            left = full = self._output(place)
            while left > 0 and self._in_danger(place, force, {infantry: full}):
                if not self._take(FOOT):
                    break
                force[infantry] = force.get(infantry, 0) + 1
                left -= 1

    def _in_danger(self, place: int, force: dict[int, int], recruits: dict[int, int]) -> bool:
        """Whether an attack on our capital pays, or would probably take another city."""
        if place == self.picture.capital:
            return self.picture.risk_at_home(force, recruits) > 1.0
        return self.picture.fall(place, force) > LIKELY

    def _consider_factory(self) -> None:
        """A power with ground near the front and no factory there builds one."""
        if self.money < self._price(WORKS) + 8 or len(self.factories) >= 6:
            return
        best, where = 0.0, -1
        for space, owner in enumerate(self.state.owner):
            if owner == self.power:
                score = self._factory_score(space)
                if score > best:
                    best, where = score, space
        if where >= 0 and best >= 3.0:
            self._take(WORKS)

    def _factory_score(self, space: int) -> float:
        """Worth of a factory: output at a front that no other factory feeds, if it is safe."""
        world, state, picture = self.world, self.state, self.picture
        if facilities.factory(world, state, space) or not state.held_since(self.power, space):
            return 0.0
        if world.value[space] < 2 or not 1 <= picture.front[space] <= 3 or self.field.by_sea(space):
            return 0.0
        near = {space, *world.land_near[space]}
        for _ in range(FED - 1):
            near |= {s for n in tuple(near) for s in world.land_near[n]}
        if any(f in near for f in self.factories):
            return 0.0
        if self.foresight and picture.risk(space, picture.force(space, picture.ally)) > 2.0:
            return 0.0
        return float(world.value[space])

    # An army that marches

    def _army(self, output: int, keep: int) -> None:
        """A mix that can attack; a plane now and then; tanks when places are few."""
        mix = ARMIES[self.rng.randrange(len(ARMIES))]
        land = sum(self._owned(k) for k in (FOOT, SUPPORT, ARMOUR))
        air = self._owned(FLYER)
        left = min(output, self.room)
        far = min(self.picture.front[f] for f in self.factories) >= FAR_FRONT
        if self.money - keep >= 26 and land > 9 * air and self._take(FLYER):
            left -= 1
        turn = 0
        while left > 0 and self.money - keep >= 3:
            name = mix[turn % len(mix)]
            turn += 1
            if far or (self.money - keep) > 5 * left:
                name = ARMOUR
            if (self.money - keep) > 10 * left:
                name = FLYER
            if not self._take(name) and not self._take(FOOT):
                break
            left -= 1

    # An army that sails

    def _expedition(self) -> None:
        """Escorts for a safe passage, transports for the troops that wait, troops to fill them."""
        theatre = self.field.theatre
        if theatre is None:
            return
        transport = self._kind(LIFT)
        ships = self._convoy(theatre)
        waiting = self._waiting()
        lift = 2 * self._empty_transports()
        fleet = self._owned(LIFT)
        safe = not self.foresight or self._escort(theatre, ships)
        turn = bought = 0
        most = 3 if safe else 1
        while self.room > 0 and self.money >= 3:
            wanted = waiting >= lift and bought < most and fleet + bought < TRANSPORTS
            wanted = wanted and (safe or ships.get(transport, 0) < 2)
            if wanted and self._guard_port(theatre.yard) and self._take(LIFT):
                lift += 2
                bought += 1
                continue
            if waiting >= lift + RESERVE:
                break
            name = PASSENGERS[turn % len(PASSENGERS)]
            turn += 1
            if not self._take(name) and not self._take(FOOT):
                break
            waiting += 1

    def _empty_transports(self) -> int:
        """Those that can be back in port soon."""
        return sum(
            number
            for zone, piece, number in self.state.pieces(self.power)
            if self.world.kinds[piece.kind].transport
            and not piece.cargo
            and self.field.port_distance.get(zone, NEARBY + 1) <= NEARBY
        )

    def _convoy(self, theatre: Theatre) -> dict[int, int]:
        """Our side's ships that can be at the beach when the troops land."""
        world = self.world
        found: dict[int, int] = {}
        for zone in range(len(world.spaces)):
            if not world.is_sea[zone]:
                continue
            near = min(
                world.air[zone][theatre.beach],
                *(world.air[zone][z] for z in world.sea_near[theatre.port]),
                99,
            )
            if near <= 2:
                found = merged(found, self._ships(zone))
        return {k: n for k, n in found.items() if not world.kinds[k].submarine}

    def _ships(self, zone: int) -> dict[int, int]:
        kinds = self.world.kinds
        force = self.picture.force(zone, self.picture.ally)
        decks = sum(kinds[k].deck * n for k, n in force.items())
        return {k: (min(n, decks) if kinds[k].domain == "air" else n) for k, n in force.items()}

    def _escort(self, theatre: Theatre, ships: dict[int, int]) -> bool:
        """Warships until the convoy is safe off its beach; whether it is then."""
        force = merged(ships, {self._kind(LIFT): 2})
        decks, spare = self._free_decks(), self._fighters_near(theatre.port)
        if decks > 0:  # fighters that have a deck are taken as aboard
            force = merged(force, {self._kind(FLYER): min(decks, spare)})
            decks, spare = max(0, decks - spare), max(0, spare - decks)
        while self.picture.risk(theatre.beach, force, 0.0) > SAFE:
            name = FLYER if decks > 0 else DECK if spare > 0 else PICKET
            if not self._take(name):
                name = PICKET
                if not self._take(name):
                    return False
            force = merged(force, {self._kind(name): 1})
            if name == FLYER:
                decks -= 1
            elif name == DECK:
                force = merged(force, {self._kind(FLYER): min(2, spare)})
                decks, spare = max(0, 2 - spare), max(0, spare - 2)
        return True

    def _guard_port(self, port: int) -> bool:
        """Whether one more transport can be launched here; a destroyer or two help."""
        if not self.foresight:
            return True
        kinds = self.world.kinds
        fresh = {self._kind(n): c for n, c in self.basket.items() if kinds[self._kind(n)].fights}
        fresh = {k: n for k, n in fresh.items() if kinds[k].domain == "sea"}
        fleets = [
            merged(merged(self._ships(zone), fresh), {self._kind(LIFT): 1})
            for zone in self.world.sea_near[port]
        ]
        for pickets in range(PICKETS + 1):
            zones = zip(self.world.sea_near[port], fleets, strict=True)
            if any(self.picture.risk(zone, fleet, 0.0) <= PORT for zone, fleet in zones):
                price = pickets * self._price(PICKET) + self._price(LIFT)
                return price <= self.money and (not pickets or self._take(PICKET, pickets))
            fleets = [merged(fleet, {self._kind(PICKET): 1}) for fleet in fleets]
        return False

    def _free_decks(self) -> int:
        """Places on our carriers that no fighter of ours has taken."""
        kinds, world = self.world.kinds, self.world
        room = 0
        for zone, piece, count in self.state.pieces(self.power):
            room += count * kinds[piece.kind].deck
            if kinds[piece.kind].carrier_capable and world.is_sea[zone]:
                room -= count
        return max(0, room)

    def _fighters_near(self, zone: int) -> int:
        """Fighters on land that could fly to a deck there."""
        fighter = self._kind(FLYER)
        return sum(
            n
            for space, p, n in self.state.pieces(self.power)
            if p.kind == fighter
            and not self.world.is_sea[space]
            and self.world.air[space][zone] <= self.arsenal.move[fighter]
        )

    def _spend_rest(self) -> None:
        """What is left: shiploads for a power that must sail, a stronger army, planes at last."""
        if self.field.theatre is not None:
            yard = self.field.theatre.yard
            while (
                self._short_of_ships()
                and self.room >= 3
                and self._guard_port(yard)
                and self._take(LIFT)
            ):
                if not (self._take(FOOT) and (self._take(SUPPORT) or self._take(FOOT))):
                    break
        for name in (ARMOUR, SUPPORT, FOOT):
            while self.room > 0 and self.money >= self._price(name) * self.room / 1.2:
                if not self._take(name):
                    break
        while self.room > 0 and self._owned(FLYER) + self.basket.get(FLYER, 0) < MANY_PLANES:
            if not self._take(FLYER):
                break
        for name in (ARMOUR, FOOT):
            while self.room > 0 and self._take(name):
                pass

    def _short_of_ships(self) -> bool:
        return self._owned(LIFT) + self.basket.get(LIFT, 0) < TRANSPORTS

    def _owned(self, name: str) -> int:
        if name not in self.roles:
            return 0
        kind = self._kind(name)
        return sum(n for _, p, n in self.state.pieces(self.power) if p.kind == kind)

    def _waiting(self) -> int:
        """Troops that want to go to sea."""
        world, field = self.world, self.field
        return sum(
            number
            for space, piece, number in self.state.pieces(self.power)
            if world.kinds[piece.kind].takes_land and field.overseas[space]
        )

    # Placing

    def place(self) -> Action | None:
        """Each kind to the factory where it helps most; the engine keeps the limits."""
        best: Action | None = None
        most = float("-inf")
        seat = self.world.powers[self.power].seat
        for action in self.position.legal_actions(seat):
            if isinstance(action, Place):
                score = self._place_score(action)
                if score > most:
                    best, most = action, score
        return best

    def _place_score(self, action: Place) -> float:
        world = self.world
        units = action.units[0]
        space = world.space[action.space]
        kind = world.kinds[world.kind[units.kind]]
        if kind.building:
            return 200.0 + self._factory_score(space)
        if action.zone:
            return self._berth_score(world.space[action.zone], kind.index)
        helps = self._relief(space, kind.index) if self.foresight and kind.fights else 0.0
        pull = kind.cost * self.field.near[space]
        return 100.0 + 2 * helps + (0.3 * pull if kind.domain == "land" else 0.1 * pull)

    def _relief(self, space: int, kind: int) -> float:
        """How much a recruit lowers the risk here, alone or with all that can come with it."""
        world, picture = self.world, self.picture
        force = picture.force(space, picture.ally)
        batch = 1
        if facilities.factory(world, self.state, space):
            waiting = sum(n for k, n in self.state.pool[self.purse] if k == kind)
            batch = max(1, min(waiting, self._output(space)))
        before = picture.risk(space, force)
        helps = max(
            (before - picture.risk(space, merged(force, {kind: number}))) / number
            for number in {1, batch}
        )
        home = space == world.powers[self.power].capital and world.kinds[kind].domain == "land"
        return helps + (HOME if home and before > 1.0 else 0.0)

    def _berth_score(self, zone: int, kind: int) -> float:
        """Ships lie where their own lie, if that is safe."""
        world, picture = self.world, self.picture
        force = self._ships(zone)
        company = sum(world.kinds[k].cost * n for k, n in force.items())
        risk = picture.risk(zone, merged(force, {kind: 1}), 0.0) if self.foresight else 0.0
        if world.kinds[kind].domain == "air":
            before = picture.risk(zone, force, 0.0) if self.foresight else 0.0
            return 100.0 + 3 * (before - risk)
        score = 150.0 + 0.2 * min(company, 60) - 2 * risk
        return score + 20.0 * float(0.8 ** self.field.port_distance.get(zone, 9))
