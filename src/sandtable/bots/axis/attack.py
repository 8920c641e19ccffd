"""Choosing attacks: which targets, with which units, and what may strike back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End, Land, Move, Units
from sandtable.games.axis.state import MOVED
from sandtable.table import Action, Position

from .draft import Draft, Plan, Ride, Sail, Step, Stroke, landing_ships, walks
from .exact import confirmed, quick
from .field import Field
from .offers import Offer, Reach, Trip
from .outlook import Key, Outlook, key_of
from .picture import Picture
from .raider import Raider
from .taste import PLAIN, Taste
from .trial import Trial, merged
from .weigh import SURELY

ENOUGH = (0.5, 0.7, 0.85, 0.95)
"""How sure of winning an attack may be made, in steps of more and more units."""
MORE = 1.3
"""Beyond that the force is weighed again whenever it has grown by this factor."""
THRIFT = (1.0, 0.3)
"""How much the price of units counts while attacks are chosen, at first and then."""
WORTHWHILE = 0.5
LEAST = 0.3
"""Nobody attacks on land with a smaller chance to win."""
LOOKED_AT = 3
"""So many forces against a place on land are weighed with the gaps they leave."""
SURE = 0.995
"""Above this nobody needs exact odds."""
SCARCE = 0.6
"""How much of what a target promises its units cost for another that wants the same ones."""
BANNED = 40
"""So many failed attempts end the planning."""


class Attacker(Raider):
    """Plans one combat move."""

    def __init__(
        self,
        position: Position[Any],
        picture: Picture,
        field: Field,
        *,
        foresight: bool,
        rng: random.Random,
        late: Callable[[], bool],
        taste: Taste = PLAIN,
    ) -> None:
        super().__init__(
            position, picture, field, foresight=foresight, rng=rng, late=late, taste=taste
        )
        self.raids, self.notes, self.strokes = {}, [], []
        self.sent: dict[int, dict[int, int]] = {}
        """What has been sent to each of them."""
        self.banned: set[tuple[int, int, int]] = set()
        self.stranded: set[tuple[Trip, int]] = set()
        """Trips that were refused, with the land the troops would have come from."""
        self.opening: Reach
        """What could be attacked before anything was sent anywhere."""
        self._reached: tuple[object, Reach] | None = None

    def plan(self) -> list[Action]:
        """The best attack, carried out on a trial board, then the next best, and so on.

        At first units are dear, for there may be something better for them; then those that
        nothing better was found for are cheap.
        """
        self.opening = self.reach()
        for self.thrift in THRIFT:
            self._choose()
        self._reinforce()
        for target, win in self.attacked.items():
            self.notes.append((self.picture.worth[target], target, round(100 * win)))
        self.raid()
        return self.actions

    def _choose(self) -> None:
        """The best plan first; one that was made before others were chosen is made anew."""
        reach = self.reach()
        plans = self._find_scarce(reach)
        fresh = set(plans)
        """Targets whose plan counts with all that has been chosen so far."""
        while not self.late() and len(self.banned) + len(self.stranded) < BANNED:
            for target in {*reach.offers, *reach.trips}:
                if target not in plans and target not in self.attacked:
                    plans[target] = self._plan_for(target, reach)
                    fresh.add(target)
            best = max(
                (p for p in plans.values() if p is not None), key=lambda p: p.score, default=None
            )
            if best is None:
                break
            if best.target not in fresh:
                del plans[best.target]
                continue
            if not self._confirm(best):
                plans[best.target] = None
                continue
            used = self._commit(best)
            if used is None:
                del plans[best.target]  # a move was refused: to be planned without it
                continue
            reach = self.reach()
            fresh.clear()
            plans = {
                target: plan
                for target, plan in plans.items()
                if plan is not None and target != best.target and not self._touches(plan, used)
            }

    def _find_scarce(self, reach: Reach) -> dict[int, Plan | None]:
        """Units that more targets want than there are get a price: what the last of them offers.

        The plans made for that are given back as far as they take nothing scarce.
        """
        self.scarce = {}
        plans = {
            target: self._plan_for(target, reach)
            for target in {*reach.offers, *reach.trips} - {*self.attacked}
        }
        left = {
            (offer.source, offer.kind): offer.count
            for offers in reach.offers.values()
            for offer in offers
        }
        promising = (plan for plan in plans.values() if plan is not None)
        for plan in sorted(promising, key=self._yield, reverse=True):
            for offer, count in plan.walks:
                key = (offer.source, offer.kind)
                if left[key] < count and key not in self.scarce:
                    cost = self.world.kinds[offer.kind].cost
                    self.scarce[key] = SCARCE * self._yield(plan) * cost
                left[key] -= min(count, left[key])
        scarce = {source for source, _ in self.scarce}
        return {
            target: plan
            for target, plan in plans.items()
            if scarce.isdisjoint(offer.source for offer in reach.offers.get(target, ()))
            and not (scarce and target in reach.trips)
        }

    def _yield(self, plan: Plan) -> float:
        """What a plan promises for every IPC of units it takes."""
        return plan.score / sum(self.world.kinds[k].cost * n for k, n in plan.force.items())

    def _reinforce(self) -> None:
        """Who has nothing better to do joins an attack where that helps."""
        for target in sorted(self.sent, key=lambda t: -self.picture.worth[t]):
            while not self.late() and len(self.banned) + len(self.stranded) < BANNED:
                more = self._more_for(target)
                if more is None or (self._commit(more) is not None):
                    break

    def _more_for(self, target: int) -> Plan | None:
        """The best addition to an attack, if any makes it better.

        On land what is sure needs nobody else: who wants to follow can march when it is taken.
        """
        sea = self.world.is_sea[target]
        if not sea and self.attacked[target] >= SURELY:
            return None
        enemy = key_of(self.picture.force(target, self.picture.foe))
        draft = Draft(self.sent[target])
        outlook = self._outlook(draft, enemy, sea)
        least = self.score(target, draft, outlook, sea) + WORTHWHILE
        best: Plan | None = None
        for step in self._steps(target, self.reach(), sea):
            if not step.add(draft):
                continue
            outlook = self._outlook(draft, enemy, sea)
            score = self.score(target, draft, outlook, sea)
            if score > least:
                best, least = draft.plan(target, score, outlook), score
        return best

    def _outlook(self, draft: Draft, enemy: Key, sea: bool) -> Outlook:
        """What an attack with this force promises: exactly, where that costs next to nothing."""
        force = key_of(draft.force)
        rough = self.picture.mine.estimate(force, enemy)
        exact = self.foresight and quick(self.picture.rules)
        return self._exact(force, enemy, sea, rough) if exact else rough

    def _exact(self, force: Key, enemy: Key, sea: bool, rough: Outlook) -> Outlook:
        techs = (self.state.techs[self.power], 0)
        return confirmed(self.picture.rules, force, enemy, sea=sea, techs=techs, rough=rough)

    def _confirm(self, plan: Plan) -> bool:
        """Whether a plan that was only estimated still pays by the exact odds."""
        defenders = key_of(self.picture.force(plan.target, self.picture.foe))
        if not self.foresight or quick(self.picture.rules) or not defenders:
            return True
        if plan.outlook.win > SURE or self.late():
            return True
        sea = self.world.is_sea[plan.target]
        outlook = self._exact(key_of(plan.force), defenders, sea, plan.outlook)
        plan.score += self.battle_value(plan.target, outlook) - self.battle_value(
            plan.target, plan.outlook
        )
        plan.outlook = outlook
        return plan.score > WORTHWHILE

    def reach(self) -> Reach:
        """What can be attacked now; looked at again when somebody has moved."""
        won = {z for z, win in self.attacked.items() if self.world.is_sea[z] and win > 0.75}
        key = (len(self.actions), won)
        if self._reached is None or self._reached[0] != key:
            self._reached = (key, Reach(self.picture, self.state, won, careful=self.foresight))
        return self._reached[1]

    def _touches(self, plan: Plan, used: set[int]) -> bool:
        return any(offer.source in used for offer, _ in plan.walks) or any(
            ride.source in used or ride.trip.zone in used for ride in plan.rides
        )

    # Putting a plan together

    def _plan_for(self, target: int, reach: Reach) -> Plan | None:
        """The best of the forces that could be sent.

        What a heedless plan hangs on lies near its target, and is mostly the same in the next
        rehearsal: such plans are made once.
        """
        if self.foresight or self.banned or self.stranded or self.promised:
            return self._best_force(target, reach)
        key = self._circumstances(target, reach)
        plans = self.field.plans
        if key not in plans:
            plans[key] = self._best_force(target, reach)
        plan: Plan | None = plans[key]
        return plan

    def _circumstances(self, target: int, reach: Reach) -> tuple[object, ...]:
        """All that a heedless plan for a target hangs on."""
        picture, state = self.picture, self.state
        offers, trips = reach.offers.get(target, ()), reach.trips.get(target, ())
        quays = {q for trip, _ in trips if trip.load >= 0 for q in self.world.land_near[trip.load]}
        sources = quays.union(offer.source for offer in offers)
        return (
            target,
            self.taste,
            self.boldness,
            self.thrift,
            self.whims[target],
            picture.worth[target],
            key_of(picture.force(target, picture.foe)),
            self.has_flak(target),
            tuple(offers),
            tuple(trips),
            tuple((q, state.owner[q], picture.front[q] < 3, state.units[q]) for q in quays),
            tuple((key, cost) for key, cost in self.scarce.items() if key[0] in sources),
        )

    def _best_force(self, target: int, reach: Reach) -> Plan | None:
        """Of all that could be sent the most promising ones are looked at."""
        sea = self.world.is_sea[target]
        defenders = self.picture.force(target, self.picture.foe)
        if sea and not defenders:
            return None
        steps = self._steps(target, reach, sea)
        found = list(self._drafts(target, sea, defenders, steps))
        if not sea and defenders:
            found += self._drafts(target, sea, defenders, self._mixed(steps))
        found.sort(key=itemgetter(0), reverse=True)
        best: Plan | None = None
        for rough, draft, outlook in found if sea else found[:LOOKED_AT]:
            if rough <= max(WORTHWHILE, best.score if best else 0.0):
                break
            score = self.score(target, draft, outlook, sea) - self.price(draft)
            if score > max(WORTHWHILE, best.score if best else 0.0):
                best = draft.plan(target, score, outlook)
        return best

    def _drafts(
        self, target: int, sea: bool, defenders: dict[int, int], steps: Iterable[Step]
    ) -> Iterator[tuple[float, Draft, Outlook]]:
        """Forces that grow step by step, with what each promises at a glance."""
        draft = Draft()
        goals = list(ENOUGH)
        weighed = 0
        enemy = key_of(defenders)
        for step in steps:
            if not step.add(draft):
                continue
            size = sum(draft.force.values())
            if not goals and size < weighed * MORE:
                continue
            if not sea and not any(self.world.kinds[k].takes_land for k in draft.force):
                continue
            outlook = self._outlook(draft, enemy, sea)
            sure = self._sureness(outlook, enemy, sea)
            if goals and sure < goals[0]:
                continue
            while goals and sure >= goals[0]:
                goals.pop(0)
            weighed = size
            yield self._glance(target, draft, outlook, sea)
        if draft.force and sum(draft.force.values()) > weighed:
            outlook = self._outlook(draft, enemy, sea)
            holds = any(self.world.kinds[k].takes_land for k in draft.force)
            if sea or (holds and outlook.win >= LEAST):
                yield self._glance(target, draft, outlook, sea)

    def _glance(
        self, target: int, draft: Draft, outlook: Outlook, sea: bool
    ) -> tuple[float, Draft, Outlook]:
        score = self.score(target, draft, outlook, sea, rough=True) - self.price(draft)
        return score, draft.copy(), outlook

    def _sureness(self, outlook: Outlook, enemy: Key, sea: bool) -> float:
        """The chance to win; at sea how much is sunk: aircraft cannot hit who dives."""
        if not sea:
            return outlook.win
        return max(outlook.win, outlook.defender_loss / max(1.0, self.picture.mine.value(enemy)))

    def _mixed(self, steps: Iterable[Step]) -> list[Step]:
        """A few troops and many aircraft: those who fly are home before the enemy's answer."""
        ground: list[Step] = []
        air: list[Step] = []
        for step in steps:
            (air if step.domain(self.world) == "air" else ground).append(step)
        if not air:
            return []
        found = [*ground[:1]]
        rest = iter(ground[1:])
        for number, step in enumerate(air):
            found.append(step)
            if number % 2 == 1:
                found += [more] if (more := next(rest, None)) is not None else []
        return [*found, *rest]

    def _steps(self, target: int, reach: Reach, sea: bool) -> list[Step]:
        """Units to be added one by one, in the order a careful commander would send them."""
        offers = [
            (i, o)
            for i, o in enumerate(reach.offers.get(target, ()))
            if (o.kind, o.source, target) not in self.banned
            and self.promised.get((o.source, o.kind), target) == target
        ]
        if sea and self._only_submarines(target):
            offers = [(i, o) for i, o in offers if self.world.kinds[o.kind].domain == "sea"]
        offers.sort(key=lambda item: self._preference(item[1], sea))
        trips = [] if sea else list(reach.trips.get(target, ()))
        trips.sort(key=lambda item: self.trip_danger(item[0]))
        ground = [(i, o) for i, o in offers if self.world.kinds[o.kind].domain == "land"]
        others = [(i, o) for i, o in offers if self.world.kinds[o.kind].domain != "land"]
        rides: list[Step] = [
            Sail(trip, count, target, self._ride) for trip, count in trips for _ in range(count)
        ]
        return [*walks(ground), *rides, *walks(others)]

    def promise(self, target: int, reach: Reach) -> float:
        """The chance to take a target with all that can reach it."""
        sea = self.world.is_sea[target]
        draft = Draft()
        for step in self._steps(target, reach, sea):
            step.add(draft)
        return self._outlook(draft, key_of(self.picture.force(target, self.picture.foe)), sea).win

    def _only_submarines(self, zone: int) -> bool:
        """Aircraft cannot hit what is there: a destroyer would have to find it for them."""
        kinds = self.world.kinds
        return all(kinds[k].submarine for k in self.picture.force(zone, self.picture.foe))

    def _ride(self, trip: Trip, target: int, draft: Draft) -> Ride | None:
        """The best passengers that are still free: a heavy unit and an infantry if possible."""
        world = self.world
        if trip.load < 0:
            ride = Ride(trip, trip.zone, tuple(c.kind for c in trip.ship.cargo))
            return None if (trip, trip.zone) in self.stranded else ride
        best: Ride | None = None
        most = 0.0
        for land in world.land_near[trip.load]:
            if not at.is_friendly_land(world, self.state, self.power, land):
                continue
            if target in world.land_near[land] or (trip, land) in self.stranded:
                continue
            ship = trip.ship.kind
            pair = self.passengers(ship, land, draft.taken, rank=lambda kind: kind.attack)
            value = sum(world.kinds[k].attack for k in pair) + 0.01 * len(self.state.units[land])
            value -= 0.5 if self.picture.front[land] < 3 else 0.0
            if pair and value > most:
                best, most = Ride(trip, land, pair), value
        return best

    def _preference(self, offer: Offer, sea: bool) -> tuple[float, float]:
        """Cheap units before dear ones; ships that are there anyway first; bombers last."""
        kind = self.world.kinds[offer.kind]
        if sea:
            here = len(set(offer.route)) == 1
            order = 0 if here else 1 if kind.submarine else 2 if kind.domain == "air" else 3
            return (order, kind.cost)
        return ({"land": 0.0, "air": 2.0, "sea": 3.0}[kind.domain], kind.cost)

    # Carrying out

    def _commit(self, plan: Plan) -> set[int] | None:
        """Play a plan's moves on the trial board; on a refusal nothing is done."""
        before, done = self.position.copy(), len(self.actions)
        used: set[int] = set()
        for offer, count in plan.walks:
            used.add(offer.source)
            if len(set(offer.route)) > 1 and not self.attempt(self._move(offer, count)):
                self.banned.add((offer.kind, offer.source, plan.target))
                self.position, self.actions = before, self.actions[:done]
                return None
        for ride in plan.rides:
            used |= {ride.source, ride.trip.zone}
            if not self.attempt(*self._ride_actions(ride)) or self._left_aboard():
                self.stranded.add((ride.trip, ride.source))
                self.position, self.actions = before, self.actions[:done]
                return None
        self.attacked[plan.target] = plan.outlook.win
        self.sent[plan.target] = plan.force
        ground = {k: n for k, n in plan.outlook.survivors if self.world.kinds[k].domain == "land"}
        if self.foresight:
            if not self.world.is_sea[plan.target]:
                self.held[plan.target] = ground
            self.stand()
        if plan.rides:
            self._bring_guns(plan)
            if self.taste.escorts:
                for zone, ships in landing_ships(plan.rides).items():
                    self.call_escorts(zone, ships)
            used |= set(range(len(self.world.spaces)))
        self.note_stroke(plan.target, done)
        return used

    def adopt(self, board: Trial, strokes: Iterable[Stroke]) -> None:
        """Other strokes than our own plan, from the board as it was before it."""
        self.strokes = list(strokes)
        self.actions = [action for stroke in strokes for action in stroke.actions]
        board.attempt(*self.actions)
        self.position = board.position

    def _left_aboard(self) -> bool:
        """Whether another ship than the loaded one has sailed: those aboard would have to land."""
        refusal = self.position.check(self.seat, End())
        return refusal is not None and refusal.code == "must-land"

    def _move(self, offer: Offer, count: int) -> Action:
        return Move((self.units(offer.kind, count),), tuple(map(self.name, offer.route)))

    def _ride_actions(self, ride: Ride) -> list[Action]:
        trip = ride.trip
        ship = self.world.kinds[trip.ship.kind].id
        actions: list[Action] = []
        at_zone = trip.zone
        if trip.load >= 0:
            if trip.load != trip.zone:
                actions.append(Move((Units(1, ship),), (self.name(at_zone), self.name(trip.load))))
                at_zone = trip.load
            actions += self.boarding(trip.ship.kind, ride.kinds, ride.source, at_zone)
        aboard = tuple(sorted(self.world.kinds[k].id for k in ride.kinds))
        if trip.goal != at_zone:
            route = (self.name(at_zone), self.name(trip.goal))
            actions.append(Move((Units(1, ship, "", aboard),), route))
        for kind in ride.kinds:
            actions.append(Land((self.units(kind),), self.name(trip.goal), self.name(trip.coast)))
        return actions

    def _bring_guns(self, plan: Plan) -> None:
        """Ships that can bombard go along, one for each unit put ashore."""
        world = self.world
        for zone in sorted({ride.trip.goal for ride in plan.rides}):
            landed = sum(len(ride.kinds) for ride in plan.rides if ride.trip.goal == zone)
            landed -= sum(n for k, n in self.ships(zone).items() if world.kinds[k].bombards)
            for other, piece, count in list(self.state.pieces(self.power)):
                if landed <= 0 or other == zone or piece.marks & MOVED:
                    continue
                if not world.kinds[piece.kind].bombards or world.air[other][zone] > 2:
                    continue
                number = min(count, landed)
                move = Move((self.units(piece.kind, number),), (self.name(other), self.name(zone)))
                safe = not self.foresight or self._safe_sortie(zone, piece.kind, number)
                if safe and self.attempt(move):
                    landed -= number

    def _safe_sortie(self, zone: int, kind: int, count: int) -> bool:
        guarded = merged(self.guard(zone), {kind: count})
        return self.picture.risk(zone, guarded, 0.0) < 0.3 * self.world.kinds[kind].cost * count
