"""What ship cards, attacks and cards in hand are worth to the captain."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import msgspec

from sandtable.games.naval import ActionCard, Deck, NavalState, ShipCard
from sandtable.games.naval.aiming import WEAPONS
from sandtable.games.naval.core import allies, chance_to_hit, damage_of, needed, opponents
from sandtable.games.naval.state import Attack
from sandtable.odds.naval import sink_chance

PROGRESS = 0.45
"""Damage that does not sink, as a share of the points it brings nearer."""

HEAVY = 14

FANCY = 0.1
"""How far a captain's liking for a ship card goes beyond its worth."""


def ship_worth(card: ShipCard) -> float:
    """How much a ship card does for a fleet; guns count by the cards that fire them."""
    worth = 0.3 * card.hull
    if card.primary:
        worth += 2.2 if card.primary >= HEAVY else 1.5
    if card.secondary:
        worth += 1.3 if card.secondary >= 6 else 1.0
    if card.torpedo is not None:
        worth += 0.6 + 0.2 * card.torpedo + (0.6 if card.is_submarine else 0)
    if card.raid is not None:
        worth += card.raids * 5 * sum(chance_to_hit(n) for n in card.raid)
        worth += 0.8 * card.cover * chance_to_hit(card.cover_roll)
    return worth + 0.3 * card.anti_air


def best_fleet(
    deck: Deck,
    nation: str,
    points: int,
    rng: random.Random,
    worth_of: Callable[[ShipCard], float] = ship_worth,
) -> tuple[str, ...]:
    """The ship cards worth most together for so many points (a knapsack).

    Fancy changes each card's worth a little, so that no two fleets need to be the same.
    """
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())] * (points + 1)
    for ship in deck.nation(nation):
        card = deck.ships[ship]
        fancied = worth_of(card) * rng.uniform(1 - FANCY, 1 + FANCY)
        for left in range(points, card.points - 1, -1):
            worth, chosen = best[left - card.points]
            if worth + fancied > best[left][0]:
                best[left] = (worth + fancied, (*chosen, ship))
    return best[points][1]


def strike_chance(deck: Deck, state: NavalState, attack: Attack) -> float:
    """That an attack strikes if nobody does anything more, silent running included."""
    number = needed(deck, state, attack)
    chance = 1.0 if attack.effect not in ("torpedo", "air-raid") else chance_to_hit(max(number, 1))
    afloat = state.fleet[attack.target]
    if afloat.line == 0 and not afloat.active and not attack.silent:
        chance *= 1 - chance_to_hit(deck.ships[attack.target].silent)
    return chance


def threat(deck: Deck, state: NavalState, ship: str, attacks: Iterable[Attack]) -> float:
    """Points that these attacks on a ship card are worth: sinking it, or coming nearer to it."""
    card = deck.ships[ship]
    left = card.hull - damage_of(deck, state.fleet[ship])
    raids: list[float] = []
    hits: list[tuple[int, float]] = []
    for attack in attacks:
        chance = strike_chance(deck, state, attack)
        if attack.effect == "air-raid":
            raids.append(chance)
        else:
            hits.append((deck.actions[attack.source].damage, chance))
    if not raids and not hits:
        return 0.0
    sunk = sink_chance(left, tuple(hits), tuple(raids))
    damage = min(sum(damage * chance for damage, chance in hits), left)
    return card.points * (sunk + (1 - sunk) * PROGRESS * damage / card.hull)


def aimed_at(state: NavalState, ship: str) -> list[Attack]:
    return [a for a in state.attacks if a.status == "live" and a.target == ship]


def gain(deck: Deck, state: NavalState, attack: Attack) -> float:
    """What one more attack adds to those declared already."""
    before = aimed_at(state, attack.target)
    ship = attack.target
    return threat(deck, state, ship, [*before, attack]) - threat(deck, state, ship, before)


def danger(deck: Deck, state: NavalState, number: int) -> float:
    """What stopping a declared attack saves."""
    attack = state.attacks[number - 1]
    others = [a for a in aimed_at(state, attack.target) if a is not attack]
    return threat(deck, state, attack.target, [*others, attack]) - threat(
        deck, state, attack.target, others
    )


def relief(deck: Deck, state: NavalState, number: int, to: str) -> float:
    """What drawing an attack to another ship saves."""
    attack = state.attacks[number - 1]
    moved = msgspec.structs.replace(attack, target=to)
    return danger(deck, state, number) - gain(deck, state, moved)


def can_fire(card: ActionCard, ship: ShipCard) -> bool:
    """Whether a ship card has the armament for a card, wherever it stands."""
    weapon = WEAPONS[card.effect]
    have = getattr(ship, weapon)
    if have is None or (card.effect == "depth-charge" and ship.is_submarine):
        return False
    return not card.calibres or have in card.calibres


def useful(deck: Deck, state: NavalState, seat: str, card: ActionCard) -> bool:
    """Whether a card may be of use in the turns to come."""
    mine = [deck.ships[ship] for ship, a in state.fleet.items() if a.seat == seat]
    if card.effect in WEAPONS:
        if card.effect == "depth-charge" and not enemy_submarines(state, seat):
            return False
        return sum(can_fire(card, ship) for ship in mine) >= card.ships
    if card.effect == "reinforcements":
        affordable = any(deck.ships[ship].points <= card.value for ship in state.reserve[seat])
        return affordable and prey(state, seat)
    if card.effect == "light-target":
        return any(ship.hull <= card.value for ship in mine)
    if card.effect == "planning":
        return any(ship.raid or ship.cover or ship.torpedo is not None for ship in mine)
    if card.effect == "air-raid":
        return True
    # What else there is helps ships that are attacked, a teammate's too.
    ours = {seat, *allies(state, seat)}
    afloat = any(a.seat in ours for a in state.fleet.values())
    return afloat and card.effect not in ("surprise-attack", "retreat")


def answers(deck: Deck, state: NavalState, seat: str, card: ActionCard) -> bool:
    """Whether a card laid open could stop anything that the opponents' fleets can fire."""
    foes = set(opponents(state, seat))
    ships = [deck.ships[ship] for ship, a in state.fleet.items() if a.seat in foes]
    if card.effect == "missed":
        return any(ship.primary for ship in ships)
    if card.effect == "armour":
        return any(ship.secondary for ship in ships)
    lines = [a.line for a in state.fleet.values() if a.seat == seat and a.line]
    return bool(ships) and len(lines) > len(set(lines))  # two in a line: an escort has a place


def prey(state: NavalState, seat: str) -> bool:
    """Whether an opponent has anything afloat; new ships would only be points for others."""
    foes = opponents(state, seat)
    return any(afloat.seat in foes for afloat in state.fleet.values())


def enemy_submarines(state: NavalState, seat: str) -> bool:
    foes = opponents(state, seat)
    return any(a.line == 0 for a in state.fleet.values() if a.seat in foes)
