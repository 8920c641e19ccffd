"""Choosing attacks: which targets, with which units, and what may strike back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Land, Load, Move, Units
from sandtable.games.axis.routes import ship_reach
from sandtable.games.axis.state import MOVED, UNLOADED, Piece
from sandtable.table import Action, Illegal, Malformed, Position

from .outlook import Outlook, key_of
from .picture import Picture

ENOUGH = (0.55, 0.75, 0.9, 0.97)
"""How sure of winning an attack may be made, in steps of more and more units."""


class Offer(msgspec.Struct, frozen=True):
    """Units that can attack a target: by their own move, or landed by a transport."""

    kind: int
    source: int
    count: int
    actions: tuple[Action, ...] = ()
    """For a landing, what one unit's transport has to do; the move itself otherwise."""
    extra: tuple[int, ...] = ()
    """Kinds that come along with each unit (the second passenger)."""
    zone: int = -1


class Plan(msgspec.Struct):
    target: int
    score: float
    outlook: Outlook
    chosen: list[tuple[Offer, int]]


class Attacker:
    """Plans one combat move."""

    def __init__(self, position: Position[Any], picture: Picture, *, foresight: bool) -> None:
        self.position = position.copy()
        self.picture = picture
        self.world = picture.world
        self.foresight = foresight
        self.actions: list[Action] = []
        self.attacked: set[int] = set()
        self.won_zones: set[int] = set()
        self.notes: list[str] = []

    def plan(self) -> list[Action]:
        """The best attack, carried out on a trial board, then the next best, and so on."""
        for sea in (True, False):
            for _ in range(14):
                best = self._best(sea)
                if best is None:
                    break
                self._commit(best)
        return self.actions

    # What could attack what

    def _offers(self, sea: bool) -> dict[int, list[Offer]]:
        world, power = self.world, self.picture.power
        offers: dict[int, list[Offer]] = {}
        state = self.position.state
        counts: dict[tuple[int, str], int] = {}
        for space, piece, count in state.pieces(power):
            if not piece.marks & MOVED:
                name = world.kinds[piece.kind].id
                counts[space, name] = counts.get((space, name), 0) + count
        seat = world.powers[power].seat
        seen: set[tuple[int, int, int]] = set()
        for action in self.position.legal_actions(seat):
            if not isinstance(action, Move) or len(action.units) != 1:
                continue
            units = action.units[0]
            start, goal = world.space[action.route[0]], world.space[action.route[-1]]
            kind = world.kind[units.kind]
            if world.is_sea[goal] != sea or units.cargo or world.kinds[kind].transport:
                continue
            if goal == start or (kind, start, goal) in seen:
                continue
            if not sea and at.is_friendly_land(world, state, power, goal):
                continue
            if not sea and len(action.route) > 2:
                continue
            seen.add((kind, start, goal))
            count = counts.get((start, units.kind), 0)
            if count:
                offers.setdefault(goal, []).append(Offer(kind, start, count, (action,)))
        if not sea:
            self._add_landings(offers)
        return offers

    def _add_landings(self, offers: dict[int, list[Offer]]) -> None:
        """Transports that can bring passengers from where they lie to a hostile coast."""
        world, state, power = self.world, self.position.state, self.picture.power
        for zone, piece, count in state.pieces(power):
            if not world.kinds[piece.kind].transport or piece.marks & (UNLOADED | MOVED):
                continue
            reach = {zone, *ship_reach(world, state, power, piece, zone)}
            for goal in sorted(reach):
                if at.is_hostile_zone(world, state, power, goal) and goal not in self.won_zones:
                    continue
                for coast in world.land_near[goal]:
                    if at.is_hostile_land(world, state, power, coast):
                        for offer in self._landing(piece, count, zone, goal, coast):
                            offers.setdefault(coast, []).append(offer)

    def _landing(
        self, transport: Piece, count: int, zone: int, goal: int, coast: int
    ) -> Iterable[Offer]:
        world = self.world
        names = [world.spaces[s].id for s in (zone, goal, coast)]
        ship = world.kinds[transport.kind].id
        if transport.cargo:
            aboard = tuple(sorted(world.kinds[c.kind].id for c in transport.cargo))
            if any(c.owner != self.picture.power for c in transport.cargo):
                return
            kinds = tuple(c.kind for c in transport.cargo if world.kinds[c.kind].takes_land)
            if not kinds:
                return
            yield self._landing_offer(kinds, (), aboard, ship, names, zone, count)
            return
        if self.position.rules.mover.may_load_in(self.position.state, self.picture.power, zone):
            return
        for land in world.land_near[zone]:
            if land == coast or not at.is_friendly_land(
                world, self.position.state, self.picture.power, land
            ):
                continue
            pair = self._passengers(land)
            if pair:
                loads = tuple(
                    Load((Units(1, world.kinds[k].id),), world.spaces[land].id, names[0])
                    for k in pair
                )
                aboard = tuple(sorted(world.kinds[k].id for k in pair))
                yield self._landing_offer(pair, loads, aboard, ship, names, land, 1)

    def _landing_offer(
        self,
        kinds: tuple[int, ...],
        loads: tuple[Action, ...],
        aboard: tuple[str, ...],
        ship: str,
        names: list[str],
        source: int,
        count: int,
    ) -> Offer:
        zone, goal, coast = names
        actions: list[Action] = list(loads)
        if goal != zone:
            actions.append(Move((Units(1, ship, "", aboard),), (zone, goal)))
        for kind in kinds:
            actions.append(Land((Units(1, self.world.kinds[kind].id),), goal, coast))
        return Offer(
            kinds[0], source, count, tuple(actions), kinds[1:], zone=self.world.space[goal]
        )

    def _passengers(self, land: int) -> tuple[int, ...]:
        """The best two units of a territory for one transport: a heavy one and an infantry."""
        world = self.world
        free = sorted(
            (
                piece.kind
                for piece, count in self.position.state.units[land]
                if piece.owner == self.picture.power
                and world.kinds[piece.kind].takes_land
                and not piece.marks & MOVED
                for _ in range(min(count, 2))
            ),
            key=lambda k: -world.kinds[k].attack,
        )
        light = [k for k in free if world.kinds[k].light]
        heavy = [k for k in free if not world.kinds[k].light]
        pair = (heavy[:1] + light[:1]) if heavy and light else (light[:2] or heavy[:1])
        return tuple(pair)

    # Weighing

    def _best(self, sea: bool) -> Plan | None:
        best: Plan | None = None
        for target, offers in self._offers(sea).items():
            if target in self.attacked:
                continue
            plan = self._plan_for(target, offers, sea)
            if plan is not None and (best is None or plan.score > best.score):
                best = plan
        return best

    def _plan_for(self, target: int, offers: list[Offer], sea: bool) -> Plan | None:
        picture, world = self.picture, self.world
        defenders = self._defenders(target)
        if sea and not defenders:
            return None
        ranked = sorted(offers, key=lambda o: self._preference(o, sea))
        best: Plan | None = None
        chosen: list[tuple[Offer, int]] = []
        force: dict[int, int] = {}
        taken: dict[tuple[int, int], int] = {}
        goals = list(ENOUGH)
        for offer in ranked:
            for _ in range(offer.count):
                if not self._available(offer, taken):
                    break
                self._add(force, taken, chosen, offer)
                if not goals:
                    break
                outlook = picture.estimator.estimate(key_of(force), key_of(defenders))
                if outlook.win < goals[0] and defenders:
                    continue
                while goals and outlook.win >= goals[0]:
                    goals.pop(0)
                if not sea and not any(world.kinds[k].takes_land for k in force):
                    continue
                score = self._score(target, force, chosen, outlook, sea)
                if score > 0.4 and (best is None or score > best.score):
                    best = Plan(target, score, outlook, list(chosen))
        return best

    def _available(self, offer: Offer, taken: dict[tuple[int, int], int]) -> bool:
        """Passengers of several transports come from the same crowd."""
        if not offer.zone >= 0 or not isinstance(offer.actions[0], Load):
            return True
        state = self.position.state
        for kind in (offer.kind, *offer.extra):
            here = sum(
                n
                for p, n in state.units[offer.source]
                if p.owner == self.picture.power and p.kind == kind and not p.marks & MOVED
            )
            if taken.get((offer.source, kind), 0) >= here:
                return False
        return True

    def _add(
        self,
        force: dict[int, int],
        taken: dict[tuple[int, int], int],
        chosen: list[tuple[Offer, int]],
        offer: Offer,
    ) -> None:
        for kind in (offer.kind, *offer.extra):
            force[kind] = force.get(kind, 0) + 1
            taken[offer.source, kind] = taken.get((offer.source, kind), 0) + 1
        if chosen and chosen[-1][0] is offer:
            chosen[-1] = (offer, chosen[-1][1] + 1)
        else:
            chosen.append((offer, 1))

    def _preference(self, offer: Offer, sea: bool) -> tuple[float, float]:
        """Ground troops that walk before those that sail, cheap before dear; bombers last."""
        kind = self.world.kinds[offer.kind]
        if sea:
            return (0 if kind.submarine else 1 if kind.domain == "air" else 2, kind.cost)
        order = {"land": 0.0, "air": 2.0, "sea": 3.0}[kind.domain]
        return (order + (0.5 if offer.zone >= 0 else 0.0), kind.cost)

    def _defenders(self, target: int) -> dict[int, int]:
        return {
            k: n
            for k, n in self.picture.force(target, 1 - self.picture.side).items()
            if self.world.kinds[k].fights
        }

    def _score(
        self,
        target: int,
        force: dict[int, int],
        chosen: list[tuple[Offer, int]],
        outlook: Outlook,
        sea: bool,
    ) -> float:
        """Gain of the battle, less what the counter-attack and the gaps left behind cost."""
        picture, world = self.picture, self.world
        loss = outlook.attacker_loss + self._flak(target, force)
        score = outlook.defender_loss - loss
        if not sea:
            score += outlook.win * picture.worth[target]
        if not self.foresight:
            return score
        left = dict(outlook.survivors)
        if sea:
            stay = {k: n for k, n in left.items() if world.kinds[k].domain == "sea"}
            score -= 0.7 * outlook.win * picture.risk(target, stay, 0.0)
            return score
        stay = {k: n for k, n in left.items() if world.kinds[k].domain == "land"}
        score -= outlook.win * picture.risk(target, stay) * 0.75
        return score - self._gaps(chosen)

    def _flak(self, target: int, force: dict[int, int]) -> float:
        """Expected loss of aircraft to the AA gun of the target."""
        world = self.world
        if world.is_sea[target] or not any(
            world.kinds[p.kind].aa_gun and world.side[p.owner] != self.picture.side
            for p, _ in self.position.state.units[target]
        ):
            return 0.0
        planes = [(k, n) for k, n in force.items() if world.kinds[k].domain == "air"]
        return sum(world.kinds[k].cost * n for k, n in planes) / 6

    def _gaps(self, chosen: list[tuple[Offer, int]]) -> float:
        """How much more the territories that send troops are at risk without them."""
        picture, world = self.picture, self.world
        leaving: dict[int, dict[int, int]] = {}
        cost = 0.0
        for offer, count in chosen:
            if offer.zone >= 0 and picture.threats.get(offer.zone):
                cost += 0.35 * picture.risk(offer.zone, {world.kind["transport"]: count}, 0.0)
            if world.is_sea[offer.source]:
                continue
            gone = leaving.setdefault(offer.source, {})
            for kind in (offer.kind, *offer.extra):
                gone[kind] = gone.get(kind, 0) + count
        for source, gone in leaving.items():
            before = self._garrison(source)
            after = {k: n - gone.get(k, 0) for k, n in before.items()}
            after = {k: n for k, n in after.items() if n > 0}
            cost += max(0.0, picture.risk(source, after) - picture.risk(source, before))
        return cost

    def _garrison(self, space: int) -> dict[int, int]:
        """Units on the trial board, and new ones that will be placed there this turn."""
        picture, world, state = self.picture, self.world, self.position.state
        found: dict[int, int] = {}
        for piece, count in state.units[space]:
            if world.side[piece.owner] == picture.side and world.kinds[piece.kind].fights:
                found[piece.kind] = found.get(piece.kind, 0) + count
        if world.powers[picture.power].capital == space:
            for kind, count in state.pool[picture.power]:
                if world.kinds[kind].domain == "land" and world.kinds[kind].fights:
                    found[kind] = found.get(kind, 0) + count
        return found

    # Carrying out

    def _commit(self, plan: Plan) -> None:
        self.attacked.add(plan.target)
        done = 0
        for offer, count in plan.chosen:
            done += self._send(offer, count)
        if self.world.is_sea[plan.target] and plan.outlook.win > 0.8:
            self.won_zones.add(plan.target)
        if done:
            name = self.world.spaces[plan.target].name
            self.notes.append(f"{name} ({round(100 * plan.outlook.win)}%)")

    def _send(self, offer: Offer, count: int) -> int:
        seat = self.world.powers[self.picture.power].seat
        first = offer.actions[0]
        if isinstance(first, Move) and offer.zone < 0:
            for number in range(count, 0, -1):
                units = msgspec.structs.replace(first.units[0], count=number)
                action = Move((units,), first.route)
                if self.position.check(seat, action) is None:
                    self.position.play(seat, action)
                    self.actions.append(action)
                    return number
            return 0
        sent = 0
        for _ in range(count):
            trial = self.position.copy()
            try:
                for action in offer.actions:
                    trial.play(seat, action)
            except (Illegal, Malformed):
                break
            self.position = trial
            self.actions += offer.actions
            sent += 1
        return sent
