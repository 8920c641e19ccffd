"""Random positions of Naval Battles, and what must be true of a turn played from them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

from sandtable.games import find_title
from sandtable.games.naval import Deck, Naval, NavalState, actions
from sandtable.games.naval.cards import NATIONS
from sandtable.games.naval.core import HAND, allies, side
from sandtable.games.naval.events import AttackDeclared, Discarded, Surprised
from sandtable.table import Action, Event, OptionValue, Table
from tests.games.naval.hooks import invariant
from tests.games.naval.tools import SETTINGS
from tests.positions.net import Opening

PHASES = ("reorganise", "prepare", "declare", "declare", "declare", "discard")
PREPARED = ("missed", "armour", "escort", "planning")


def naval() -> Naval:
    rules = find_title("naval")
    assert isinstance(rules, Naval)
    return rules


class Maker:
    """Makes up one position, edit by edit; cards are dealt from the whole deck."""

    def __init__(self, rng: random.Random, options: dict[str, OptionValue]) -> None:
        self.rng = rng
        rules = naval()
        self.seats = rules.seats(rules.read_options(options))
        self.linked = bool(options.get("linked_battles"))
        state = rules.setup(rules.read_options(options), dict.fromkeys(self.seats, "x"))
        self.deck: Deck = rules.deck_of(state)
        self.pile = list(self.deck.all_actions())
        rng.shuffle(self.pile)
        self.lines: list[str] = []
        self.active = rng.choice(self.seats)
        self.fleets: dict[str, list[str]] = {}
        self.sunk: list[str] = []

    def make(self) -> tuple[str, ...]:
        rng = self.rng
        nations = rng.sample(NATIONS, len(self.seats))
        for seat, nation in zip(self.seats, nations, strict=True):
            self.lines.append(f"nation {seat} {nation}")
        for seat, nation in zip(self.seats, nations, strict=True):
            self._fleet(seat, nation)
        self._prizes(nations)
        for seat in self.seats:
            self._hand(seat)
        if self.linked and rng.random() < 0.5:
            self.lines += [f"total {seat} {rng.randint(0, 60)}" for seat in self.seats]
        self.lines += [f"first {rng.choice(self.seats)}", f"active {self.active}"]
        self.lines += [f"turn {rng.randint(1, 20)}", f"quiet {rng.randint(0, 29)}"]
        for seat in self.seats:
            if rng.random() < 0.12 and "retreat" in self.pile:
                self.pile.remove("retreat")
                self.lines.append(f"retreat {seat}")
        self.lines.append(f"phase {rng.choice(PHASES)}")
        return tuple(self.lines)

    def _fleet(self, seat: str, nation: str) -> None:
        """Some ship cards afloat, some sunk; lines filled in order; damage that does not sink."""
        rng = self.rng
        cards = list(self.deck.nation(nation))
        rng.shuffle(cards)
        afloat = cards[: rng.choice((0, 1, 3, 5, 7))]
        self.sunk += cards[7 : 7 + rng.choice((0, 0, 2, 5))]
        ships = [ship for ship in afloat if not self.deck.ships[ship].is_submarine]
        self.fleets[seat] = afloat
        lines = min(rng.choice((1, 2, 3)), len(ships))
        for number, ship in enumerate(ships):
            line = number + 1 if number < lines else rng.randint(1, lines)
            self.lines.append(f"ship {ship} {line}")
        for ship in afloat:
            if ship not in ships:
                self.lines.append(f"ship {ship} {rng.choice(('active', 'passive'))}")
            if rng.random() < 0.4:
                self._damage(ship)

    def _damage(self, ship: str) -> None:
        left = self.deck.ships[ship].hull - 1
        under: list[str] = []
        for card in [card for card in self.pile if self.deck.actions[card].damage]:
            damage = self.deck.actions[card].damage
            if damage <= left and len(under) < 3:
                left -= damage
                under.append(card)
                self.pile.remove(card)
        if under:
            self.lines.append(f"damage {ship} {', '.join(under)}")

    def _prizes(self, nations: list[str]) -> None:
        """Sunk ship cards lie with somebody else, and nobody has won yet."""
        rng = self.rng
        points = dict.fromkeys(self.seats, 0)
        prizes: dict[str, list[str]] = {}
        for ship in self.sunk:
            card = self.deck.ships[ship]
            others = [s for s, n in zip(self.seats, nations, strict=True) if n != card.nation]
            winner = rng.choice(others)
            if points[winner] + card.points < 25:
                points[winner] += card.points
                prizes.setdefault(winner, []).append(ship)
        self.lines += [f"prize {seat} {', '.join(ships)}" for seat, ships in prizes.items()]

    def _hand(self, seat: str) -> None:
        rng = self.rng
        for ship in self.fleets[seat]:
            ready = [card for card in PREPARED if card in self.pile]
            if seat != self.active and ready and rng.random() < 0.15:
                card = rng.choice(ready)
                self.pile.remove(card)
                self.lines.append(f"prepared {seat} {card} {ship}")
        size = HAND if rng.random() < 0.7 else rng.randint(0, HAND)
        hand = [self.pile.pop() for _ in range(min(size, len(self.pile)))]
        if hand:
            self.lines.append(f"hand {seat} {', '.join(hand)}")


class NavalHook:
    """The title's part of the net."""

    def opening(self, rng: random.Random) -> Opening:
        options = dict(rng.choice(SETTINGS))
        return Opening("naval", options, Maker(rng, options).make())

    def sound(self, table: Table) -> None:
        invariant(table.state)

    def turn(self, table: Table) -> object:
        state: NavalState = table.state
        return state.battle, state.turn, state.active, state.outcome

    def sayable(self, table: Table, seat: str) -> Iterable[Action]:
        return sayable(naval().deck_of(table.state), table.state, seat)

    def is_short_for(self, action: Action, listed: set[str]) -> bool:
        """The ships of a pair and the targets of a raid may be named in any order."""
        if isinstance(action, actions.Fire):
            turned = actions.Fire(action.card, action.ships[::-1], action.target)
            return str(turned) in listed
        return False

    def settled(self, before: Any, table: Table, events: list[Event]) -> None:
        state: NavalState = table.state
        if state.outcome is not None or before.turn == 0:
            return  # the battle is over, or the next one has only been set up
        if (state.battle, state.turn) == (before.battle, before.turn + 1):
            bystanders_are_untouched(before, state, events)
            hand_is_full(before, state)


def bystanders_are_untouched(before: NavalState, after: NavalState, events: list[Event]) -> None:
    """Who is not attacked, nor helps a teammate, has what he had."""
    active = before.active
    owners = {ship: afloat.seat for ship, afloat in before.fleet.items()}
    owners |= {ship: afloat.seat for ship, afloat in after.fleet.items()}
    attacked = {owners[e.target] for e in events if isinstance(e, AttackDeclared)}
    assert all(side(before, seat) != side(before, active) for seat in attacked)
    surprised = {e.victim for e in events if isinstance(e, Surprised)}
    for seat in before.seats:
        if seat == active:
            continue
        assert after.prizes[seat] == before.prizes[seat], f"{seat} has scored in another's turn"
        assert after.reserve[seat] == before.reserve[seat]
        if not attacked & {seat, *allies(before, seat)}:
            assert after.hands[seat] == before.hands[seat], f"the hand of {seat} has changed"
        if seat not in attacked:
            assert fleet(before, seat) == fleet(after, seat), f"the fleet of {seat} has changed"
        if seat not in surprised and after.active != seat:
            assert prepared(before, seat) == prepared(after, seat), f"{seat} lost what is prepared"
    assert not any(isinstance(e, Discarded) and e.seat != active for e in events)


def fleet(state: NavalState, seat: str) -> dict[str, object]:
    return {ship: afloat for ship, afloat in state.fleet.items() if afloat.seat == seat}


def prepared(state: NavalState, seat: str) -> list[tuple[str, str]]:
    return [(card.card, card.ship) for card in state.prepared if card.seat == seat]


def hand_is_full(before: NavalState, after: NavalState) -> None:
    """The active player holds seven cards, or there are none to draw."""
    size = len(after.hands[before.active])
    assert size == HAND or not (after.deck or after.discard), f"a hand of {size}"


# Everything that can be said


def sayable(deck: Deck, state: NavalState, seat: str) -> Iterator[Action]:
    """Every well-formed action with one card or ship, legal or not; two ships for paired cards."""
    ships = list(state.fleet)
    held = list(dict.fromkeys([*state.hands[seat], "planning", "missed", "heavy-4", "retreat"]))
    yield from (actions.END, actions.Retreat(), actions.Roll(0), actions.Roll(1), actions.Roll(3))
    for card in held:
        yield actions.DiscardCards((card,))
        yield from (actions.PrepareCard(card, ship) for ship in ships)
        yield from (actions.Repair(ship, card) for ship in ships)
        yield from (actions.Reinforce(card, (ship,)) for ship in state.reserve[seat])
        yield from fired(deck, card, ships)
    for ship in ships:
        yield from (actions.MoveShip(line, ship) for line in range(1, 4))
        yield from (actions.Trim(ship, True), actions.Trim(ship, False))
        yield from (actions.Raid(ship, (target,)) for target in ships)
    yield from map(actions.Surprise, state.seats)
    yield from defences(state, held, ships)


def fired(deck: Deck, card: str, ships: list[str]) -> Iterator[Action]:
    action = deck.actions[card]
    for target in ships:
        yield from (actions.Fire(card, (ship,), target) for ship in ships)
        if action.ships == 2:
            yield from (actions.Fire(card, pair, target) for pair in combinations(ships, 2))
    if action.raids:
        for targets in combinations_with_replacement(ships, min(action.raids, 2)):
            yield actions.Raid(card, targets)


def defences(state: NavalState, held: list[str], ships: list[str]) -> Iterator[Action]:
    for number in range(1, len(state.attacks) + 2):
        for card in held:
            for to in ("", *ships):
                yield actions.PlayDefence(card, number, to)
                yield actions.UsePrepared(card, number, to)
        for bonus in range(3):
            yield actions.Silent(number, bonus)
            yield from (actions.Cover(ship, number, bonus) for ship in ships)


HOOK = NavalHook()
