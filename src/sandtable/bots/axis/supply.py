"""Buying to a plan, and placing what was bought."""

from __future__ import annotations

from typing import Any

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Buy, Place, Units
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Position

from .picture import Picture


class Quartermaster:
    """Decides what a power needs: a safe capital first, then an army, then a fleet to carry it."""

    def __init__(self, position: Position[Any], picture: Picture) -> None:
        self.position = position
        self.picture = picture
        self.world = picture.world
        self.power = picture.power
        state = position.state
        assert isinstance(state, AxisState)
        self.state = state
        self.cost = self.world.arsenal(state.techs[self.power]).cost
        self.money = state.money[self.power]
        self.basket: dict[str, int] = {}
        self.room = sum(
            at.output_left(self.world, state, self.power, f)
            for f in at.working_factories(self.world, state, self.power)
        )

    # Buying

    def _kind(self, name: str) -> int:
        return self.world.kind[name]

    def _take(self, name: str, count: int = 1) -> bool:
        price = self.cost[self._kind(name)] * count
        slots = 0 if name == "factory" else count
        if price > self.money or slots > self.room:
            return False
        self.money -= price
        self.room -= slots
        self.basket[name] = self.basket.get(name, 0) + count
        return True

    def shop(self) -> list[Action]:
        self._repair_first()
        self._secure_capital()
        factories = at.working_factories(self.world, self.state, self.power)
        land_front = min((self.picture.front[f] for f in factories), default=99)
        self._consider_factory(land_front)
        if land_front < 6:
            self._army(land_front)
        else:
            self._expedition()
        while self.room > 0 and self._take("infantry"):
            pass
        if self.money >= 10 and self.room > 0:
            self._take("fighter")
        units = tuple(Units(count, name) for name, count in self.basket.items() if count)
        return [Buy(units)] if units else []

    def _repair_first(self) -> None:
        """Damage is left alone unless it keeps us from placing what we can pay for."""
        self.repairs: list[tuple[int, str]] = []

    def _secure_capital(self) -> None:
        capital = self.world.powers[self.power].capital
        if capital < 0 or at.capital_lost(self.world, self.state, self.power):
            return
        force = self.picture.force(capital, self.picture.side)
        infantry = self._kind("infantry")
        while self.picture.risk(capital, force) > 1.0 and self._take("infantry"):
            force[infantry] = force.get(infantry, 0) + 1

    def _consider_factory(self, land_front: int) -> None:
        """A power whose troops all come by sea builds a factory where it fights."""
        if land_front < 6 or self.state.round > 6 or self.money < 15 + 12:
            return
        best, where = 0.0, -1
        for space, owner in enumerate(self.state.owner):
            if owner != self.power or space in self.state.factories:
                continue
            if self.state.owner_before[space] != self.power or self.world.value[space] < 2:
                continue
            if self.picture.front[space] > 2 or self.picture.front[space] < 1:
                continue
            force = self.picture.force(space, self.picture.side)
            score = self.world.value[space] - 0.5 * self.picture.risk(space, force)
            if score > best:
                best, where = score, space
        if where >= 0 and best >= 1.5:
            self._take("factory")

    def _army(self, front: int) -> None:
        """Mostly infantry with artillery; tanks when the front is far or money is plenty."""
        tanks = 3 if front > 2 else 4
        count = 0
        air = self._owned("fighter") + self._owned("bomber")
        land = sum(self._owned(k) for k in ("infantry", "artillery", "tank"))
        if self.money >= 30 and land > 6 * air:
            self._take("fighter")
        while self.room > 0 and self.money >= 3:
            count += 1
            if count % tanks == 0 and self._take("tank"):
                continue
            if count % 3 == 0 and self._take("artillery"):
                continue
            if not self._take("infantry"):
                break
            if self.room * 3 < self.money - 6:
                self._take("tank")

    def _expedition(self) -> None:
        """Transports for the troops that wait, ships to guard them, troops to fill them."""
        transports = self._owned("transport")
        waiting = self._waiting_troops()
        wanted = 5 if self.money > 30 else 3
        fleet = self._fleet_value()
        danger = self._home_sea_danger()
        if danger > 3 and fleet < 60:
            self._take("destroyer")
            if self.money > 30:
                self._take("carrier")
        bought = 0
        while transports + bought < wanted and bought < 2 and self.money > 13:
            if not self._take("transport"):
                break
            bought += 1
        lift = 2 * (transports + bought) + 4
        turn = 0
        while self.room > 0 and self.money >= 3 and waiting < lift:
            turn += 1
            name = ("infantry", "tank", "infantry", "artillery")[turn % 4]
            if not self._take(name) and not self._take("infantry"):
                break
            waiting += 1
        while self.money >= 10 and self.room > 0:
            name = ("fighter", "destroyer", "bomber")[len(self.basket) % 3]
            if not self._take(name) and not self._take("fighter"):
                break

    def _owned(self, name: str) -> int:
        kind = self._kind(name)
        return sum(n for _, p, n in self.state.pieces(self.power) if p.kind == kind)

    def _waiting_troops(self) -> int:
        world = self.world
        return sum(
            n
            for space, p, n in self.state.pieces(self.power)
            if world.kinds[p.kind].takes_land and self.picture.front[space] > 5
        )

    def _fleet_value(self) -> float:
        world = self.world
        return float(
            sum(
                n * world.kinds[p.kind].cost
                for _, p, n in self.state.pieces(self.power)
                if world.kinds[p.kind].surface_warship
            )
        )

    def _home_sea_danger(self) -> float:
        transport = {self._kind("transport"): 2}
        zones = {
            zone
            for f in at.working_factories(self.world, self.state, self.power)
            for zone in self.world.sea_near[f]
        }
        return min(
            (
                self.picture.risk(
                    zone, {**transport, **self.picture.force(zone, self.picture.side)}, 0.0
                )
                for zone in zones
            ),
            default=0.0,
        )

    # Placing

    def place(self, powers: tuple[int, ...]) -> list[Action]:
        """Each kind to the factory where it helps most; the engine keeps the limits."""
        found: list[tuple[float, Action]] = []
        seat = self.world.powers[self.power].seat
        for action in self.position.legal_actions(seat):
            if isinstance(action, Place):
                found.append((self._place_score(action), action))
        return [max(found, key=lambda item: item[0])[1]] if found else []

    def _place_score(self, action: Place) -> float:
        world, picture = self.world, self.picture
        units = action.units[0]
        space = world.space[action.space]
        kind = world.kinds[world.kind[units.kind]]
        if kind.factory:
            return self._factory_score(space)
        if action.zone:
            zone = world.space[action.zone]
            company = sum(
                n * world.kinds[p.kind].cost
                for p, n in self.state.units[zone]
                if world.side[p.owner] == picture.side
            )
            risk = picture.risk(zone, {**picture.force(zone, picture.side), kind.index: 1}, 0.0)
            return 50.0 + company - 2 * risk - (100.0 if kind.domain == "air" else 0.0)
        force = picture.force(space, picture.side)
        more = {**force, kind.index: force.get(kind.index, 0) + 1}
        helps = picture.risk(space, force) - picture.risk(space, more)
        return 100.0 + 2 * helps - picture.front[space]

    def _factory_score(self, space: int) -> float:
        picture = self.picture
        risk = picture.risk(space, picture.force(space, picture.side))
        return self.world.value[space] * 2 - risk - abs(picture.front[space] - 1.5)
