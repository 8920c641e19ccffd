"""Setting up: nations, secret fleets, the roll for first player, laying out, dealing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from sandtable.table import Action, Ask, Chance, Decision, Frame, Log, Refusal, Step

from .actions import END, ChooseFleet, ChooseNation, End, MoveShip, Trim
from .cards import NATIONS, Deck
from .core import (
    FLEET_POINTS,
    HAND,
    begin_turn,
    clockwise,
    flag,
    fleet_of,
    go,
    line_of,
    lines_in_order,
    put,
    refuse,
    take,
    update,
)
from .events import (
    CardsDrawn,
    Chose,
    FirstPlayerRolled,
    FleetShown,
    HandDrawn,
    NationRolled,
    NationsShown,
    Placed,
    ShipMoved,
    SubmarineTurned,
)
from .state import Afloat, Deal, FirstPlayer, Fleets, Nations, NavalState, Place

if TYPE_CHECKING:
    from .title import Naval

F = TypeVar("F", bound=Frame)


class NavalStep(Step[NavalState, F]):
    """A step that knows the deck in play."""

    rules: Naval

    def deck(self, state: NavalState) -> Deck:
        return self.rules.deck_of(state)


def not_here(action: Action, phase: str) -> Refusal:
    return refuse(
        "wrong-phase", "NB-034", f"'{action}' cannot be played in {phase}", action=str(action)
    )


class NationsStep(NavalStep[Nations]):
    """Each player takes a nation; the dice decide between players who want the same."""

    frame = Nations

    def run(self, state: NavalState, frame: Nations, log: Log) -> Ask | None:
        open_seats = tuple(s for s in state.seats if s not in state.nations)
        if not frame.revealed:
            waiting = tuple(s for s in open_seats if s not in state.picks)
            if waiting:
                return Decision(waiting, "Nations", "Choose a nation")
            frame.revealed = True
            picks = {seat: state.picks[seat][0] for seat in open_seats}
            log.append(NationsShown(picks=picks))
            return None
        contest = self._contest(state)
        if contest:
            nation = state.picks[contest[0]][0]
            return Chance((6,) * len(contest), f"{nation}, wanted by {' and '.join(contest)}")
        for seat, pick in state.picks.items():
            state.nations[seat] = pick[0]
            state.reserve[seat] = self.deck(state).nation(pick[0])
        state.picks.clear()
        if len(state.nations) == len(state.seats):
            go(state, Fleets())
        else:
            frame.revealed = False
        return None

    def _contest(self, state: NavalState) -> tuple[str, ...]:
        """The first group of seats that want the same nation."""
        for nation in NATIONS:
            group = tuple(s for s in state.seats if state.picks.get(s) == (nation,))
            if len(group) > 1:
                return group
        return ()

    def actions(self, state: NavalState, frame: Nations, seat: str) -> Iterator[Action]:
        for nation in NATIONS:
            if nation not in state.nations.values():
                yield ChooseNation(nation)

    def check(self, state: NavalState, frame: Nations, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, ChooseNation):
            return not_here(action, "the choice of nations")
        if action.nation not in NATIONS:
            offered = ", ".join(NATIONS)
            return refuse(
                "no-nation", "NB-002", f"{action.nation} is no nation; there are {offered}"
            )
        if action.nation in state.nations.values():
            return refuse("nation-taken", "NB-906", f"{action.nation} is taken already")
        return None

    def play(self, state: NavalState, frame: Nations, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, ChooseNation)
        state.picks[seat] = (action.nation,)
        log.append(Chose(seat=seat, what="nation"))

    def rolled(self, state: NavalState, frame: Nations, faces: tuple[int, ...], log: Log) -> None:
        contest = self._contest(state)
        nation = state.picks[contest[0]][0]
        best = max(faces)
        winners = [s for s, face in zip(contest, faces, strict=True) if face == best]
        for seat in contest:
            if seat not in winners:
                del state.picks[seat]
        rolls = dict(zip(contest, faces, strict=True))
        winner = winners[0] if len(winners) == 1 else ""
        log.append(NationRolled(nation=nation, rolls=rolls, winner=winner))


class FleetsStep(NavalStep[Fleets]):
    """Secretly and at the same time, each player picks a fleet of at most 25 points."""

    frame = Fleets

    def run(self, state: NavalState, frame: Fleets, log: Log) -> Ask | None:
        waiting = tuple(s for s in state.seats if s not in state.picks)
        if waiting:
            prompt = f"Choose a fleet of at most {FLEET_POINTS} points in secret"
            return Decision(waiting, "Fleets", prompt, {"points": str(FLEET_POINTS)})
        go(state, FirstPlayer())
        return None

    def actions(self, state: NavalState, frame: Fleets, seat: str) -> Iterator[Action]:
        cards = self.deck(state).nation(state.nations[seat])

        def choose(at: int, left: int, chosen: tuple[str, ...]) -> Iterator[Action]:
            if at == len(cards):
                if chosen:
                    yield ChooseFleet(chosen)
                return
            cost = self.deck(state).ships[cards[at]].points
            if cost <= left:
                yield from choose(at + 1, left - cost, (*chosen, cards[at]))
            yield from choose(at + 1, left, chosen)

        return choose(0, FLEET_POINTS, ())

    def sample(
        self, state: NavalState, frame: Fleets, seat: str, rng: random.Random
    ) -> Action | None:
        """A fleet with equal chances, by counting instead of listing them."""
        cards = self.deck(state).nation(state.nations[seat])
        costs = [self.deck(state).ships[card].points for card in cards]
        # ways[i][left]: how many selections of cards[i:] cost at most ``left``
        ways = [[1] * (FLEET_POINTS + 1)]
        for cost in reversed(costs):
            after = ways[0]
            row = [after[n] + (after[n - cost] if n >= cost else 0) for n in range(len(after))]
            ways.insert(0, row)
        index = rng.randrange(ways[0][FLEET_POINTS] - 1) + 1  # selection 0 is the empty one
        chosen, left = [], FLEET_POINTS
        for at, cost in enumerate(costs):
            without = ways[at + 1][left]
            if index >= without:
                index -= without
                left -= cost
                chosen.append(cards[at])
        return ChooseFleet(tuple(chosen))

    def check(self, state: NavalState, frame: Fleets, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, ChooseFleet):
            return not_here(action, "the choice of fleets")
        nation = state.nations[seat]
        for ship in action.ships:
            card = self.deck(state).ships.get(ship)
            if card is None or card.nation != nation:
                return refuse(
                    "not-your-nation", "NB-006", f"{ship} is no ship card of {nation}", ship=ship
                )
        if len(set(action.ships)) < len(action.ships):
            return refuse("twice", "NB-904", "each ship card is there only once")
        if not action.ships:
            return refuse("empty-fleet", "NB-907", "a fleet has at least one ship card")
        total = sum(self.deck(state).ships[ship].points for ship in action.ships)
        if total > FLEET_POINTS:
            text = f"this fleet is worth {total} points, {FLEET_POINTS} is the most"
            return refuse("too-dear", "NB-022", text, points=str(total))
        return None

    def play(self, state: NavalState, frame: Fleets, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, ChooseFleet)
        order = self.deck(state).nation(state.nations[seat])
        state.picks[seat] = tuple(ship for ship in order if ship in action.ships)
        log.append(Chose(seat=seat, what="fleet"))


class FirstPlayerStep(NavalStep[FirstPlayer]):
    """Highest roll begins; ties roll again among themselves."""

    frame = FirstPlayer

    def run(self, state: NavalState, frame: FirstPlayer, log: Log) -> Ask | None:
        rolling = frame.tied or state.seats
        return Chance((6,) * len(rolling), f"first player: {', '.join(rolling)}")

    def rolled(
        self, state: NavalState, frame: FirstPlayer, faces: tuple[int, ...], log: Log
    ) -> None:
        rolling = frame.tied or state.seats
        best = max(faces)
        tied = tuple(s for s, face in zip(rolling, faces, strict=True) if face == best)
        winner = tied[0] if len(tied) == 1 else ""
        rolls = dict(zip(rolling, faces, strict=True))
        log.append(FirstPlayerRolled(rolls=rolls, winner=winner))
        if not winner:
            frame.tied = tied
            return
        state.first = winner
        show_fleet(self.deck(state), state, winner, log)


def show_fleet(deck: Deck, state: NavalState, seat: str, log: Log) -> None:
    """The fleet is laid face up, at first all in line 1; the rest is the reserve (NB-023)."""
    chosen = state.picks.pop(seat)
    for ship in chosen:
        state.fleet[ship] = Afloat(seat, 0 if deck.ships[ship].is_submarine else 1)
    state.reserve[seat] = take(state.reserve[seat], chosen)
    log.append(FleetShown(seat=seat, nation=flag(state, seat), ships=chosen))
    go(state, Place(seat))


def arrangements(state: NavalState, seat: str) -> Iterator[Action]:
    """Every change of line and of submarines' sides (NB-036, NB-038)."""
    for ship, afloat in state.fleet.items():
        if afloat.seat != seat:
            continue
        if afloat.line == 0:
            yield Trim(ship, not afloat.active)
        else:
            for line in (1, 2, 3):
                if line != afloat.line:
                    yield MoveShip(line, ship)


def check_arrangement(state: NavalState, seat: str, action: MoveShip | Trim) -> Refusal | None:
    afloat = state.fleet.get(action.ship)
    if afloat is None or afloat.seat != seat:
        return refuse(
            "not-yours", "NB-036", f"{action.ship} is not in your fleet", ship=action.ship
        )
    if isinstance(action, MoveShip):
        if afloat.line == 0:
            return refuse("submarine-line", "NB-030", f"{action.ship} is a submarine, in no line")
        if action.line not in (1, 2, 3):
            return refuse("no-line", "NB-026", "a fleet has lines 1, 2 and 3 at most")
        if action.line == afloat.line:
            text = f"{action.ship} is in line {action.line} already"
            return refuse("no-change", "NB-036", text)
    elif afloat.line:
        return refuse("no-submarine", "NB-008", f"{action.ship} is no submarine")
    elif afloat.active == action.active:
        text = f"{action.ship} is {'Active' if afloat.active else 'Passive'} already"
        return refuse("no-change", "NB-038", text)
    return None


def arrange(state: NavalState, seat: str, action: MoveShip | Trim, log: Log) -> None:
    if isinstance(action, MoveShip):
        update(state, action.ship, line=action.line)
        log.append(
            ShipMoved(seat=seat, nation=flag(state, seat), ship=action.ship, line=action.line)
        )
    else:
        update(state, action.ship, active=action.active)
        log.append(
            SubmarineTurned(
                seat=seat, nation=flag(state, seat), ship=action.ship, active=action.active
            )
        )


def check_lines(state: NavalState, seat: str) -> Refusal | None:
    """The filled-in-order rule, looked at when the arranging ends (NB-911)."""
    if lines_in_order(state, seat):
        return None
    filled = {a.line for a in fleet_of(state, seat).values()}
    empty = min(line for line in (1, 2) if line not in filled)
    rule = "NB-027" if empty == 1 else "NB-028"
    text = f"line {empty} is empty although a line behind it has ships"
    return refuse("empty-line", rule, text, line=str(empty))


class PlaceStep(NavalStep[Place]):
    """One player after the other lays out the fleet, from the first player on."""

    frame = Place

    def run(self, state: NavalState, frame: Place, log: Log) -> Ask | None:
        return Decision((frame.seat,), "Place", "Lay out your fleet in one to three lines")

    def actions(self, state: NavalState, frame: Place, seat: str) -> Iterator[Action]:
        yield from arrangements(state, seat)
        if lines_in_order(state, seat):
            yield END

    def check(self, state: NavalState, frame: Place, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, MoveShip | Trim):
            return check_arrangement(state, seat, action)
        if isinstance(action, End):
            return check_lines(state, seat)
        return not_here(action, "laying out")

    def play(self, state: NavalState, frame: Place, seat: str, action: Action, log: Log) -> None:
        if isinstance(action, MoveShip | Trim):
            arrange(state, seat, action, log)
            return
        lines = tuple(line_of(state, seat, n) for n in (1, 2, 3))
        log.append(
            Placed(seat=seat, nation=flag(state, seat), lines=tuple(line for line in lines if line))
        )
        order = clockwise(state, state.first)
        at = order.index(seat) + 1
        if at < len(order):
            show_fleet(self.deck(state), state, order[at], log)
        else:
            go(state, Deal(state.first))


def draw_cards(state: NavalState, seat: str, faces: tuple[int, ...], log: Log) -> None:
    """Each face picks among the cards that are still in the pile."""
    pile = list(state.deck)
    drawn = tuple(pile.pop(face - 1) for face in faces)
    state.deck = tuple(pile)
    state.hands[seat] = put(state.hands[seat], drawn)
    log.append(CardsDrawn(seat=seat, nation=flag(state, seat), count=len(drawn)))
    log.append(HandDrawn(seat=seat, cards=drawn, seats=(seat,)))


def draw_chance(state: NavalState, seat: str, count: int) -> Chance:
    """Cards for one seat, which alone may see them."""
    size = len(state.deck)
    return Chance(tuple(range(size, size - count, -1)), f"{count} cards for {seat}", (seat,))


class DealStep(NavalStep[Deal]):
    """Seven action cards for everybody, face down."""

    frame = Deal

    def run(self, state: NavalState, frame: Deal, log: Log) -> Ask | None:
        return draw_chance(state, frame.seat, HAND)

    def rolled(self, state: NavalState, frame: Deal, faces: tuple[int, ...], log: Log) -> None:
        draw_cards(state, frame.seat, faces, log)
        order = clockwise(state, state.first)
        at = order.index(frame.seat) + 1
        if at < len(order):
            go(state, Deal(order[at]))
        else:
            begin_turn(state, state.first, log)
