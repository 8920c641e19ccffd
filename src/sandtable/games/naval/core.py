"""What every step needs: whose ships these are, where cards go, how turns and battles end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.table import Frame, Log, Refusal, Result

from .cards import NATION_NAMES, ActionCard, Deck, ShipCard
from .events import BattleOver, GameOver, LinesClosed, PreparedExpired, TurnBegan
from .state import Afloat, Attack, Nations, NavalState, Prepared, Reorganise

FLEET_POINTS = 25
HAND = 7
TARGET = 25
LINKED_FACTOR = 3
"""Linked battles go to three times the target of a battle: 75 for a player on his own."""
QUIET_TURNS = 30
"""A game in which nothing is sunk for so many turns, at any number of players, ends (NB-980)."""


def refuse(code: str, rule: str, text: str, **args: str) -> Refusal:
    return Refusal(code, rule, text, args)


def go(state: NavalState, *frames: Frame) -> None:
    """Leave the present frame for another."""
    state.flow[:] = frames  # type: ignore[assignment]


# Seats and sides


def side(state: NavalState, seat: str) -> str:
    """The team of a seat, or the seat itself where everybody fights alone."""
    return state.teams.get(seat, seat)


def flag(state: NavalState, seat: str) -> str:
    """The name of the nation a seat sails for, once it is known."""
    return NATION_NAMES.get(state.nations.get(seat, ""), "")


def members(state: NavalState, a_side: str) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if side(state, seat) == a_side)


def allies(state: NavalState, seat: str) -> tuple[str, ...]:
    """The teammates of a seat, without itself."""
    own = state.teams.get(seat)
    if own is None:
        return ()
    return tuple(s for s in state.seats if s != seat and state.teams[s] == own)


def clockwise(state: NavalState, start: str) -> tuple[str, ...]:
    """All seats from ``start`` on."""
    at = state.seats.index(start)
    return state.seats[at:] + state.seats[:at]


def opponents(state: NavalState, seat: str) -> tuple[str, ...]:
    own = side(state, seat)
    return tuple(s for s in clockwise(state, seat) if side(state, s) != own)


# Cards


def take(pile: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """The pile without these cards."""
    rest = list(pile)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def holds(pile: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    return all(pile.count(card) >= cards.count(card) for card in cards)


def put(pile: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """The pile with these cards, kept sorted because its order means nothing."""
    return tuple(sorted((*pile, *cards)))


def discard(state: NavalState, *cards: str) -> None:
    state.discard = put(state.discard, cards)


def from_hand(state: NavalState, seat: str, *cards: str) -> None:
    state.hands[seat] = take(state.hands[seat], cards)


def hand_kinds(deck: Deck, state: NavalState, seat: str) -> Iterator[ActionCard]:
    """The different cards in a hand."""
    for card in dict.fromkeys(state.hands[seat]):
        known = deck.actions.get(card)
        if known is not None:
            yield known


def fleet_of(state: NavalState, seat: str) -> dict[str, Afloat]:
    return {ship: afloat for ship, afloat in state.fleet.items() if afloat.seat == seat}


def line_of(state: NavalState, seat: str, line: int) -> tuple[str, ...]:
    """The ships of a line; line 0 are the submarines."""
    return tuple(s for s, a in state.fleet.items() if a.seat == seat and a.line == line)


def lines_in_order(state: NavalState, seat: str) -> bool:
    """Whether no filled line stands behind an empty one (NB-037)."""
    filled = {a.line for a in state.fleet.values() if a.seat == seat and a.line}
    return not filled or len(filled) == max(filled)


def damage_of(deck: Deck, afloat: Afloat) -> int:
    return sum(deck.actions[card].damage for card in afloat.damage)


def update(state: NavalState, ship: str, **changes: object) -> None:
    state.fleet[ship] = msgspec.structs.replace(state.fleet[ship], **changes)


def planning(state: NavalState, seat: str) -> int:
    """How many Planning cards the seat may still use in this turn."""
    return sum(p.card == "planning" and p.seat == seat and not p.used for p in state.prepared)


def spend(state: NavalState, seat: str, card: str, times: int = 1) -> None:
    """Mark prepared cards as used in this turn (NB-055)."""
    for index, prepared in enumerate(state.prepared):
        if times and prepared.seat == seat and prepared.card == card and not prepared.used:
            state.prepared[index] = msgspec.structs.replace(prepared, used=True)
            times -= 1


# Attacks


def target_line(state: NavalState, attack: Attack) -> int:
    return state.fleet[attack.target].line


def raid_number(deck: Deck, source: str, target: ShipCard, line: int) -> int:
    """The number needed on the die of an air raid (NB-100, NB-107, NB-934, NB-950)."""
    card = deck.actions.get(source)
    if card is not None and card.roll is not None:
        number = card.roll[line - 1] if line else card.roll_submarine
    else:
        numbers = deck.ships[source].raid
        assert numbers is not None
        number = numbers[line - 1] if line else numbers[1]
    return number + target.anti_air


def torpedo_number(deck: Deck, card: str, ship: str, line: int) -> int:
    """The face that a torpedo needs, its ship card's torpedo value taken off (NB-089, NB-090)."""
    roll = deck.actions[card].roll
    assert roll is not None
    return roll[line - 1] - (deck.ships[ship].torpedo or 0)


def torpedo_value(deck: Deck, attack: Attack) -> int:
    """What the attacking ship card adds to the die of a torpedo; 0 for all other attacks."""
    return (deck.ships[attack.ships[0]].torpedo or 0) if attack.effect == "torpedo" else 0


def needed(deck: Deck, state: NavalState, attack: Attack) -> int:
    """The face an attack needs on its die as it is aimed now; 0 if it needs no die."""
    line = target_line(state, attack)
    if attack.effect == "air-raid":
        return raid_number(deck, attack.source, deck.ships[attack.target], line)
    if attack.effect == "torpedo":
        return torpedo_number(deck, attack.source, attack.ships[0], line)
    return 0


def chance_to_hit(number: int) -> float:
    """Of an unmodified die; 1 for an attack that needs none (NB-951: no automatic six)."""
    return 1.0 if number == 0 else min(max(7 - number, 0), 6) / 6


def settle(deck: Deck, state: NavalState, number: int, status: str, keep: bool = False) -> None:
    """An attack is over; its card goes to the discard pile unless it is kept under the target.

    The card of several raids goes when the last of them is over (NB-955).
    """
    attack = msgspec.structs.replace(state.attacks[number - 1], status=status)
    state.attacks[number - 1] = attack
    if keep or attack.source not in deck.actions:
        return
    if not any(a.play == attack.play and a.status == "live" for a in state.attacks):
        discard(state, attack.source)


# Scores and endings


def points(deck: Deck, state: NavalState, seat: str) -> int:
    """What the seat has sunk in this battle."""
    return sum(deck.ships[ship].points for ship in state.prizes[seat])


def battle_score(deck: Deck, state: NavalState, a_side: str) -> int:
    return sum(points(deck, state, seat) for seat in members(state, a_side))


def total_score(deck: Deck, state: NavalState, a_side: str) -> int:
    """With the earlier battles of linked play; the running total is live (NB-968)."""
    earlier = sum(state.totals[seat] for seat in members(state, a_side))
    return earlier + battle_score(deck, state, a_side)


def target_score(state: NavalState, a_side: str) -> int:
    """Points that win a battle (NB-151, NB-159, NB-160, NB-971)."""
    if not state.teams:
        return TARGET
    if state.options["team_target"] == "members":
        return TARGET * len(members(state, a_side))
    return TARGET * len(set(state.teams.values()))


def sides(state: NavalState) -> tuple[str, ...]:
    return tuple(dict.fromkeys(side(state, seat) for seat in state.seats))


def score_reached(deck: Deck, state: NavalState, seat: str, log: Log) -> bool:
    """Ends the game or the battle if the seat's side has scored enough (NB-151, NB-966)."""
    own = side(state, seat)
    target = target_score(state, own)
    total = total_score(deck, state, own)
    linked = bool(state.options["linked_battles"])
    if linked and total >= LINKED_FACTOR * target:
        reason = f"{total} points in {state.battle} battles"
        finish(state, (own,), reason, log, "series", n=total, battles=state.battle)
        return True
    if battle_score(deck, state, own) < target:
        return False
    if linked:
        next_battle(deck, state, log)
    else:
        finish(state, (own,), f"{total} points of enemy ships sunk", log, "points", n=total)
    return True


def finish(
    state: NavalState, winners: tuple[str, ...], reason: str, log: Log, code: str, **args: object
) -> None:
    seats = tuple(s for s in state.seats if side(state, s) in winners)
    share = 1 / len(winners)
    scores = {seat: share if seat in seats else 0.0 for seat in state.seats}
    written = {name: str(value) for name, value in args.items()}
    state.outcome = Result(seats, reason, scores, code, written)
    state.flow.clear()
    nations = tuple(flag(state, seat) for seat in seats)
    log.append(GameOver(winners=seats, reason=reason, nations=nations))


def finish_on_total(deck: Deck, state: NavalState, reason: str, log: Log, code: str) -> None:
    """The highest total wins, ties are draws (NB-967)."""
    totals = {a_side: total_score(deck, state, a_side) for a_side in sides(state)}
    best = max(totals.values())
    winners = tuple(a_side for a_side, total in totals.items() if total == best)
    outcome = "the highest total wins" if len(winners) == 1 else "the highest totals are equal"
    ending = f"{reason}; {outcome} with {best} points"
    finish(state, winners, ending, log, code, n=best, turns=QUIET_TURNS)


def deadlocked(deck: Deck, state: NavalState, log: Log) -> bool:
    """Ends the game, or a linked battle, when nobody can score or nothing is sunk for long.

    A reserve card too dear for any Reinforcements card cannot come into play, so it counts
    for nothing (NB-967).
    """
    most = deck.best_reinforcements
    within_reach = {
        seat: any(a.seat == seat for a in state.fleet.values())
        or any(deck.ships[ship].points <= most for ship in state.reserve[seat])
        for seat in state.seats
    }
    if not any(within_reach[o] for seat in state.seats for o in opponents(state, seat)):
        reason, code = "nothing is left to sink", "nobody-left"
    elif state.quiet >= QUIET_TURNS:
        reason, code = f"nothing was sunk for {QUIET_TURNS} turns", "quiet"
    else:
        return False
    if state.options["linked_battles"] and any(state.prizes.values()):
        # Only this battle is deadlocked. As it has brought points, the series comes to an end.
        next_battle(deck, state, log)
    else:
        finish_on_total(deck, state, reason, log, code)
    return True


def next_battle(deck: Deck, state: NavalState, log: Log) -> None:
    """Linked play: write down the points and set up anew (NB-152, NB-153, NB-155, NB-969)."""
    for seat in state.seats:
        state.totals[seat] += points(deck, state, seat)
    log.append(BattleOver(battle=state.battle, totals=dict(state.totals)))
    state.battle += 1
    set_up(deck, state)


def set_up(deck: Deck, state: NavalState) -> None:
    """The table before a battle: all cards in their decks."""
    seats = state.seats
    state.nations, state.picks, state.fleet = {}, {}, {}
    state.first = state.active = ""
    state.turn = state.quiet = state.repairs = 0
    state.deck = tuple(sorted(deck.all_actions()))
    state.discard = ()
    state.hands = dict.fromkeys(seats, ())
    state.reserve = dict.fromkeys(seats, ())
    state.prizes = dict.fromkeys(seats, ())
    state.prepared, state.attacks = [], []
    state.retreats = state.used = state.drilled = ()
    go(state, Nations())


# Turns


def begin_turn(state: NavalState, seat: str, log: Log) -> None:
    """A new turn: the player's Retreat and prepared cards leave play (NB-044, NB-920)."""
    state.active = seat
    state.turn += 1
    gone = [p.card for p in state.prepared if p.seat == seat]
    gone += ["retreat"] * state.retreats.count(seat)
    state.retreats = tuple(s for s in state.retreats if s != seat)
    fresh = (p for p in state.prepared if p.seat != seat)
    state.prepared = [Prepared(p.seat, p.card, p.ship) for p in fresh]
    discard(state, *gone)
    state.attacks = []
    state.used = state.drilled = ()
    state.repairs = 0
    log.append(
        TurnBegan(seat=seat, nation=flag(state, seat), turn=state.turn, discarded=tuple(gone))
    )
    go(state, Reorganise())


def end_turn(deck: Deck, state: NavalState, log: Log) -> None:
    seat = state.active
    if state.options["prep_expiry"] == "end_of_turn":
        gone = tuple(p.card for p in state.prepared if p.seat == seat)
        if gone:
            state.prepared = [p for p in state.prepared if p.seat != seat]
            discard(state, *gone)
            log.append(PreparedExpired(seat=seat, nation=flag(state, seat), cards=gone))
    state.quiet += 1
    if not deadlocked(deck, state, log):
        begin_turn(state, clockwise(state, seat)[1], log)


def close_up(state: NavalState, log: Log) -> None:
    """Lines move up over empty ones, in every fleet (NB-147, NB-978)."""
    for seat in state.seats:
        own = fleet_of(state, seat)
        filled = sorted({a.line for a in own.values() if a.line})
        if filled == list(range(1, len(filled) + 1)):
            continue
        for ship, afloat in own.items():
            if afloat.line:
                update(state, ship, line=filled.index(afloat.line) + 1)
        log.append(LinesClosed(seat=seat, nation=flag(state, seat)))
