"""What an attack is worth: the battle, what strikes back, and the gaps it leaves."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from sandtable.table import Position

from .deploy import Front
from .draft import Draft, landing_ships
from .field import Field
from .focus import superiority
from .march import Marcher
from .nerve import AT_HOME, eagerness
from .offers import Trip
from .outlook import Force, Outlook, key_of
from .picture import Picture
from .reply import Reply
from .stance import Stance
from .taste import PLAIN, Taste
from .trial import Trial, merged

COUNTER, ANSWER = 0.4, 0.8
"""How much a counter-attack at sea, and the enemy's answer on land, count between equals."""
DEAR = 1.25
"""How much losses at sea count: fleets and aircraft that are gone are missed for many turns."""
PERIL = 0.5
"""How much the danger counts where aircraft land: others may stand there by then."""
DRIFT = 0.1
"""What it is worth to be an IPC of troops a step nearer to where they are wanted."""
WEAKEST, STRONGEST = 0.7, 1.5
"""Superiority on the spot counts within these bounds."""
PRICE = {"land": 0.2, "air": 0.1, "sea": 0.1}
"""What it costs to use an IPC of units here and not elsewhere, while targets are chosen."""
PASSAGE = 1.0
"""The same for a transport."""
LIFT = 1.4
"""How much transports count that may be lost: whoever has none stays at home."""
ASIDE = 2.0
"""So many steps count at most."""
BLED = 0.5
"""How much of an army is gone that has beaten an attack off."""
SURELY = 0.95
"""With such a chance nobody asks what follows a lost battle."""


class Weigher(Trial):
    """Weighs attacks one by one, those already chosen being on their way."""

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
        super().__init__(position, picture)
        self.field = field
        self.taste = taste
        self.foresight = foresight
        self.rng = rng
        self.attacked: dict[int, float] = {}
        """Targets of the plan so far and how likely each is won."""
        edge = min(STRONGEST, max(WEAKEST, superiority(picture, field))) if foresight else 1.0
        self.boldness = taste.losses * self._boldness(edge)
        self.counter: float = COUNTER / edge**1.5
        self.answer = taste.answer * ANSWER / edge
        self.late = late
        self.held: dict[int, dict[int, int]] = {}
        """Who will probably stand in places that are attacked so far."""
        self.reply: Reply
        """What the enemy can do to us on land, the attacks so far being on their way."""
        self.stance: Stance
        if foresight:
            self.stand()
        self.whims = [rng.uniform(0.9, 1.1) for _ in self.world.spaces]
        """A little taste of its own, so that openings differ from game to game."""
        self.thrift = 1.0
        self.scarce: dict[tuple[int, int], float] = {}
        """What a unit costs, by place and kind, that is wanted elsewhere too."""

    def _boldness(self, edge: float) -> float:
        """Losses hurt the stronger side less than the weaker: it can afford even trades."""
        return float(min(1.1, max(0.45, 0.9 / edge**1.5))) if self.foresight else 1.0

    def battle_value(self, target: int, outlook: Outlook) -> float:
        worth = self.picture.worth[target] * self.whims[target]
        if self.world.is_sea[target]:
            losses = max(DEAR, self.boldness)
        else:
            losses = self.boldness
            worth += 0.1 * self.field.pull[target]
        return outlook.defender_loss - outlook.attacker_loss * losses + outlook.win * worth

    def price(self, draft: Draft) -> float:
        """What these units could do elsewhere, roughly: the cheapest sufficient force is best."""
        kinds = self.world.kinds
        used = sum(PRICE[kinds[k].domain] * kinds[k].cost * n for k, n in draft.force.items())
        used = self.thrift * (used + PASSAGE * len(draft.rides))
        used += sum(self.scarce[key] * n for key, n in draft.taken.items() if key in self.scarce)
        return self.taste.price * used

    def score(
        self, target: int, draft: Draft, outlook: Outlook, sea: bool, *, rough: bool = False
    ) -> float:
        """Gain of the battle, less what the counter-attack and the gaps left behind cost.

        ``rough`` leaves out the gaps on land, which take time to look at.
        """
        picture, world = self.picture, self.world
        loss = outlook.attacker_loss + self.flak(target, draft.force)
        score = self.battle_value(target, outlook)
        score -= (loss - outlook.attacker_loss) * self.boldness
        if not self.foresight:
            return score
        score -= PERIL * draft.peril
        left = dict(outlook.survivors)
        dead = {**self.attacked, target: outlook.win}
        if sea:
            stay = {k: n for k, n in left.items() if world.kinds[k].domain == "sea"}
            share = picture.share(target, dead)
            score -= self.counter * outlook.win * share * picture.risk(target, stay, 0.0)
            return score - self._unguarded(target, draft, dead)
        stay = {k: n for k, n in left.items() if world.kinds[k].domain == "land"}
        score -= self._answered(target, {} if rough else draft.taken, outlook.win, stay)
        return score + self._drift(target, draft) - self._exposed(draft, dead)

    def _drift(self, target: int, draft: Draft) -> float:
        """What the way is worth by itself: troops end up nearer to other goals, or farther off.

        Who was there for the sake of the target is no farther off when he has taken it.
        """
        kinds, field = self.world.kinds, self.field
        beyond = field.beyond(target)
        way = sum(
            kinds[offer.kind].cost
            * count
            * max(-ASIDE, min(ASIDE, beyond - field.near[offer.source]))
            for offer, count in draft.walks.values()
            if kinds[offer.kind].domain == "land" and field.goal_of[offer.source] != target
        )
        return self.taste.drift * DRIFT * way

    def flak(self, target: int, force: dict[int, int]) -> float:
        """Expected loss of aircraft to the AA gun of the target."""
        world = self.world
        if world.is_sea[target] or not self.has_flak(target):
            return 0.0
        planes = [(k, n) for k, n in force.items() if world.kinds[k].domain == "air"]
        return sum(world.kinds[k].cost * n for k, n in planes) / 6

    def has_flak(self, target: int) -> bool:
        return any(
            self.world.kinds[p.kind].aa_hit and self.picture.foe[p.owner]
            for p, _ in self.state.units[target]
        )

    def _answered(
        self, target: int, taken: Mapping[tuple[int, int], int], win: float, stay: dict[int, int]
    ) -> float:
        """How much more the enemy can win from us: the conquerors, and where they are missed."""
        picture = self.picture
        leaving = {
            (source, kind): count
            for (source, kind), count in taken.items()
            if not self.world.is_sea[source] and self.world.kinds[kind].domain == "land"
        }
        dead, alive = ({**self.attacked, target: share} for share in (1.0, BLED))
        after: dict[int, Force] = {}
        way = 0.0
        if leaving:
            after, way = self.stance.regrouped(leaving, target, stay, dead, self.late)
        won = self.reply.cost({**after, target: stay}, dead)
        failed = self.reply.cost(after, alive) if win < SURELY else 0.0
        more = win * won + (1.0 - win) * failed - self.reply.cost({}, self.attacked)
        if picture.capital in after:
            home = after[picture.capital]
            lost = win * self._fall(home, dead)
            lost += (1.0 - win) * self._fall(home, alive)
            lost -= self._fall(self.stance.force[picture.capital], self.attacked)
            more = max(more, lost * picture.stake(picture.capital))
        return self.answer * more - way

    def _fall(self, home: Force, dead: Mapping[int, float]) -> float:
        """How likely the enemy comes for our capital and takes it."""
        return eagerness(self.picture.fall_of_capital(home, dead), AT_HOME)

    def stand(self) -> None:
        """Where those who do not attack will go, the attacks so far being on their way.

        Found once for all plans of a turn that have come to the same attacks.
        """
        held = tuple((place, key_of(force)) for place, force in self.held.items())
        key = (tuple(self.actions), tuple(self.attacked.items()), held)
        found = self.field.stances.get(key)
        if found is None:
            found = self.field.stances[key] = self._deployed()
        self.stance = found
        assert isinstance(found.search.judge, Front)
        self.reply = found.search.judge.reply

    def _deployed(self) -> Stance:
        marcher = Marcher(self.position, self.picture, self.field, foresight=True, late=self.late)
        search = marcher.deployment({**marcher.held(), **self.held}, dict(self.attacked))
        search.improve()
        search.mend({group.dest for group in search.groups})
        return Stance(search, self.picture)

    def _unguarded(self, target: int, draft: Draft, dead: dict[int, float]) -> float:
        """What ships that stay behind are more at risk for those that leave them.

        Aircraft come back to their decks.
        """
        picture, world = self.picture, self.world
        leaving: dict[int, dict[int, int]] = {}
        for (source, kind), count in draft.taken.items():
            if world.is_sea[source] and source != target and world.kinds[kind].domain == "sea":
                leaving.setdefault(source, {})[kind] = count
        cost = 0.0
        for source, gone in leaving.items():
            before = self.force(source)
            after = merged(before, gone, -1)
            if any(world.kinds[k].domain == "sea" for k in after):
                more = picture.risk(source, after, 0.0) - picture.risk(source, before, 0.0)
                cost += max(0.0, more) * picture.share(source, dead)
        return cost

    def _exposed(self, draft: Draft, dead: dict[int, float]) -> float:
        """What transports may be lost where they put their troops ashore.

        Escorts come along if that is better: a fleet is not risked for the sake of one transport.
        """
        picture = self.picture
        cost = 0.0
        for zone, ships in landing_ships(draft.rides).items():
            guarded = merged(self.guard(zone), ships)
            lost = min(
                picture.risk(zone, guarded, 0.0),
                picture.risk(zone, self.with_planes(zone, merged(self.ships(zone), ships)), 0.0),
            )
            lost -= picture.risk(zone, self.with_planes(zone, self.ships(zone)), 0.0)
            cost += LIFT * max(0.0, lost) * picture.share(zone, dead)
            cost += self._met(zone, guarded, draft)
        return cost

    def _met(self, zone: int, guarded: dict[int, int], draft: Draft) -> float:
        """What aircraft that rise against a landing may send to the bottom."""
        met = self.picture.guard.get(zone)
        if not met or zone in self.attacked:
            return 0.0
        outlook = self.picture.mine.estimate(key_of(guarded), key_of(met))
        aboard = [k for ride in draft.rides if ride.trip.goal == zone for k in ride.kinds]
        lost = (1.0 - outlook.win) * sum(self.world.kinds[k].cost for k in aboard)
        return max(0.0, outlook.attacker_loss - outlook.defender_loss + lost)

    def trip_danger(self, trip: Trip) -> tuple[float, float]:
        risk = 0.0
        if self.foresight:
            fleet = merged(self.ships(trip.goal), {trip.ship.kind: 1})
            risk = self.picture.risk(trip.goal, fleet, 0.0)
        return (risk, float(trip.load != trip.zone))
