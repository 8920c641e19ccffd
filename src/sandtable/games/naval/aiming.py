"""Which attacks may be declared: armament, calibre, lines, state and target (NB-928)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sandtable.table import Refusal

from .actions import Fire, Raid
from .cards import GUNS, ActionCard, Deck
from .core import allies, refuse
from .state import Afloat, NavalState

WEAPONS = {
    "primary": "primary",
    "secondary": "secondary",
    "torpedo": "torpedo",
    "depth-charge": "torpedo",
}
"""The armament that a card uses; a depth charge uses the torpedo mount (NB-932)."""


def weapon_mark(ship: str, weapon: str) -> str:
    """How a used armament is written down."""
    return f"{ship} {weapon}"


def check_fire(deck: Deck, state: NavalState, seat: str, action: Fire) -> Refusal | None:
    card = deck.actions.get(action.card)
    if card is None or card.effect not in WEAPONS:
        text = f"{action.card} is no card for guns, torpedoes or depth charges"
        return refuse("wrong-card", "NB-067", text, card=action.card)
    if action.card not in state.hands[seat]:
        return refuse("not-in-hand", "NB-014", f"you have no {card.id} in your hand", card=card.id)
    if len(action.ships) != card.ships or len(set(action.ships)) != card.ships:
        rule = "NB-930" if card.ships > 1 else "NB-065"
        what = "two different ships" if card.ships > 1 else "one ship card"
        return refuse("ship-count", rule, f"{card.id} is fired by {what}")
    for ship in action.ships:
        refusal = check_shooter(deck, state, seat, card, ship)
        if refusal is not None:
            return refusal
    return check_target(deck, state, seat, card, action.ships[0], action.target)


def check_shooter(
    deck: Deck, state: NavalState, seat: str, card: ActionCard, ship: str
) -> Refusal | None:
    """Whether a ship card can fire this card now, wherever at."""
    afloat = state.fleet.get(ship)
    if afloat is None or afloat.seat != seat:
        return refuse("not-yours", "NB-065", f"{ship} is not in your fleet", ship=ship)
    return (
        _check_armament(deck, card, ship)
        or _check_stance(card, ship, afloat)
        or _check_fresh(state, card, ship)
    )


def _check_armament(deck: Deck, card: ActionCard, ship: str) -> Refusal | None:
    printed = deck.ships[ship]
    weapon = WEAPONS[card.effect]
    have = getattr(printed, weapon)
    if have is None:
        rule = {"torpedo": "NB-085", "depth-charge": "NB-092"}.get(card.effect, "NB-067")
        what = "torpedo mount" if weapon == "torpedo" else f"{weapon} battery"
        return refuse("no-armament", rule, f"{ship} has no {what}", ship=ship)
    if card.effect in GUNS and have not in card.calibres:
        calibres = ", ".join(f'{calibre}"' for calibre in card.calibres)
        text = f'{card.id} needs a gun of {calibres}; {ship} has {have}"'
        return refuse("calibre", "NB-068", text, ship=ship, card=card.id)
    return None


def _check_stance(card: ActionCard, ship: str, afloat: Afloat) -> Refusal | None:
    """The line of a ship, the side of a submarine."""
    if afloat.line == 0:
        if card.effect != "torpedo":
            return refuse("submarine", "NB-092", f"{ship} is a submarine and has only torpedoes")
        if not afloat.active:
            return refuse("passive", "NB-087", f"{ship} is Passive and cannot attack", ship=ship)
    elif afloat.line not in card.attacker_lines:
        lines = " or ".join(map(str, card.attacker_lines))
        text = f"{card.id} is fired from line {lines}; {ship} is in line {afloat.line}"
        rules = {"primary": "NB-075", "secondary": "NB-082", "torpedo": "NB-086"}
        return refuse("attacker-line", rules.get(card.effect, "NB-092"), text, ship=ship)
    return None


def _check_fresh(state: NavalState, card: ActionCard, ship: str) -> Refusal | None:
    if ship in state.drilled:
        text = f"{ship} has prepared a card and plays no attack card this turn"
        return refuse("prepared-already", "NB-051", text, ship=ship)
    if weapon_mark(ship, WEAPONS[card.effect]) in state.used:
        text = f"{ship} has used this armament already this turn"
        return refuse("used", "NB-066", text, ship=ship)
    return None


def check_enemy(state: NavalState, seat: str, target: str) -> Refusal | None:
    """Whether a ship card may be attacked at all."""
    afloat = state.fleet.get(target)
    if afloat is None:
        return refuse("no-target", "NB-071", f"{target} is in no fleet", target=target)
    if afloat.seat == seat:
        return refuse("own-ship", "NB-071", f"{target} is your own", target=target)
    if afloat.seat in allies(state, seat):
        return refuse("ally", "NB-157", f"{target} belongs to a teammate", target=target)
    if afloat.seat in state.retreats:
        text = f"the fleet of {afloat.seat} has retreated and cannot be attacked"
        return refuse("retreated", "NB-043", text, target=target)
    return None


def check_target(
    deck: Deck, state: NavalState, seat: str, card: ActionCard, ship: str, target: str
) -> Refusal | None:
    refusal = check_enemy(state, seat, target)
    if refusal is not None:
        return refusal
    line = state.fleet[target].line
    if card.effect == "depth-charge":
        if line:
            return refuse("no-submarine", "NB-093", f"{target} is no submarine", target=target)
        return None
    if line == 0:
        rule = "NB-088" if state.fleet[ship].line == 0 else "NB-931"
        text = f"{target} is a submarine: only depth charges and air raids reach it"
        return refuse("submarine-target", rule, text, target=target)
    by_submarine = state.fleet[ship].line == 0
    if not by_submarine and line not in card.target_lines:
        lines = " or ".join(map(str, card.target_lines))
        text = f"{card.id} reaches line {lines}; {target} is in line {line}"
        rules = {"primary": "NB-075", "secondary": "NB-082", "torpedo": "NB-086"}
        return refuse("target-line", rules[card.effect], text, target=target)
    return None


def check_raid(deck: Deck, state: NavalState, seat: str, action: Raid) -> Refusal | None:
    card = deck.actions.get(action.source)
    refusal = (
        check_carrier(deck, state, seat, action.source)
        if card is None
        else _check_base_raid(state, seat, card)
    )
    if refusal is not None:
        return refusal
    raids = card.raids if card is not None else 1
    if len(action.targets) != raids:
        text = f"{action.source} makes {raids} raid{'s' if raids > 1 else ''}: name each target"
        rule = "NB-099" if card is not None else "NB-935"
        return refuse("raid-count", rule, text)
    for target in action.targets:
        refusal = check_enemy(state, seat, target)
        if refusal is not None:
            return refusal
    return None


def _check_base_raid(state: NavalState, seat: str, card: ActionCard) -> Refusal | None:
    if card.effect != "air-raid":
        return refuse("wrong-card", "NB-097", f"{card.id} is no air raid", card=card.id)
    if card.id not in state.hands[seat]:
        return refuse("not-in-hand", "NB-014", f"you have no {card.id} in your hand", card=card.id)
    return None


def check_carrier(deck: Deck, state: NavalState, seat: str, ship: str) -> Refusal | None:
    """Whether a carrier can make another raid this turn (NB-935, NB-922)."""
    afloat = state.fleet.get(ship)
    if afloat is None or afloat.seat != seat:
        return refuse("not-yours", "NB-106", f"{ship} is not in your fleet", ship=ship)
    printed = deck.ships[ship]
    if printed.raid is None:
        return refuse("no-carrier", "NB-105", f"{ship} is no carrier", ship=ship)
    if state.options["prep_blocks_raid"] and ship in state.drilled:
        text = f"{ship} has prepared a card and makes no raid this turn"
        return refuse("prepared-already", "NB-922", text, ship=ship)
    if state.used.count(weapon_mark(ship, "raid")) >= printed.raids:
        text = f"{ship} has made its raids of this turn"
        return refuse("used", "NB-935", text, ship=ship)
    return None


# Listing them


def enemies(state: NavalState, seat: str) -> list[str]:
    """Every ship card that this seat may attack."""
    out_of_reach = {seat, *allies(state, seat), *state.retreats}
    return [ship for ship, afloat in state.fleet.items() if afloat.seat not in out_of_reach]


def shots(deck: Deck, state: NavalState, seat: str, card: ActionCard) -> Iterator[Fire]:
    """Every way to fire one attack card."""
    shooters = [
        ship
        for ship, afloat in state.fleet.items()
        if afloat.seat == seat and check_shooter(deck, state, seat, card, ship) is None
    ]
    foes = enemies(state, seat)
    for ships in itertools.combinations(shooters, card.ships):
        submarine = state.fleet[ships[0]].line == 0
        for target in foes:
            line = state.fleet[target].line
            if card.effect == "depth-charge":
                fits = line == 0
            else:
                fits = line > 0 if submarine else line in card.target_lines
            if fits:
                yield Fire(card.id, ships, target)


def carriers(deck: Deck, state: NavalState, seat: str) -> list[str]:
    """Carriers that can still raid this turn."""
    return [
        ship
        for ship, afloat in state.fleet.items()
        if afloat.seat == seat
        and deck.ships[ship].raid is not None
        and check_carrier(deck, state, seat, ship) is None
    ]
