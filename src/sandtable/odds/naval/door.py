"""Naval Battles' side of the door: questions as data, and declared attacks on a table."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from sandtable.games.naval import Deck, Naval, NavalState, standard_deck
from sandtable.games.naval.core import chance_to_hit, raid_number, torpedo_number
from sandtable.odds.form import BattleOdds, Ending
from sandtable.table import Malformed, Position

from . import Odds, attack_odds, odds_after, sink_chance

SURE = ("primary", "secondary", "depth-charge")
PART = re.compile(r"(?:(\d+)\s+)?([a-z0-9-]+)(?:\s+by\s+([a-z0-9-]+))?")
MOST = 100


class Answer(msgspec.Struct, frozen=True):
    """The odds of attacks on one ship card; the first fields are those of ``BattleOdds``."""

    win: float
    """The ship card is sunk."""
    draw: float
    lose: float
    take: float
    attackers: tuple[Ending, ...]
    defenders: tuple[Ending, ...]
    points: float
    """Scored on average."""
    method: str = "exact"


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Attacks that nobody stops, as text: ``2 torpedo-4 by kagero, heavy-3, shokaku``."""

    title: str
    attackers: str
    defenders: str
    """The ship card that is attacked."""
    line: int = 1
    damaged: int = 0


def solve(attacks: str, target: str, *, line: int = 1, damaged: int = 0) -> Answer:
    """The odds of attacks on a ship card in a line if none of them is stopped.

    An attack is a card, by itself or ``by`` the ship card that fires it (whose torpedo value
    counts), or a carrier with its own raids.

    >>> round(solve("2 torpedo-4 by kagero, heavy-3", "yamato", damaged=3).win, 4)
    0.4444
    """
    deck = standard_deck()
    ship = deck.ships.get(target.strip().lower())
    if ship is None:
        raise Malformed(f"there is no ship card '{target}'")
    if not 1 <= line <= 3:
        raise Malformed("a line is 1, 2 or 3")
    if not 0 <= damaged < ship.hull:
        raise Malformed(f"{ship.id} is afloat with a damage of 0 to {ship.hull - 1}")
    hits: list[tuple[int, float]] = []
    raids: list[float] = []
    for count, source, by in _attacks(attacks):
        damage, chance = _attack(deck, source, by, target.strip().lower(), line)
        if damage:
            hits += [(damage, chance)] * count
        else:
            raids += [chance] * (count * _raids(deck, source))
    sunk = sink_chance(ship.hull - damaged, tuple(hits), tuple(raids))
    return _answer(ship.id, ship.points, sunk)


def _attacks(text: str) -> list[tuple[int, str, str]]:
    found = []
    for part in text.lower().split(","):
        match = PART.fullmatch(part.strip())
        if match is None:
            raise Malformed(f"'{part.strip()}' is no attack, like '2 torpedo-4 by kagero'")
        count = int(match[1] or 1)
        if not 0 < count <= MOST:
            raise Malformed(f"a number of attacks is between 1 and {MOST}")
        found.append((count, match[2], match[3] or ""))
    return found


def _attack(deck: Deck, source: str, by: str, target: str, line: int) -> tuple[int, float]:
    """The damage of an attack (none for a raid, which sinks) and the chance that it strikes."""
    if by and by not in deck.ships:
        raise Malformed(f"there is no ship card '{by}'")
    place = 0 if deck.ships[target].is_submarine else line
    card = deck.actions.get(source)
    if card is None:
        carrier = deck.ships.get(source)
        if carrier is None or carrier.raid is None:
            raise Malformed(f"'{source}' is neither an attack card nor a carrier")
        return 0, chance_to_hit(raid_number(deck, source, deck.ships[target], place))
    if card.effect == "air-raid":
        return 0, chance_to_hit(raid_number(deck, source, deck.ships[target], place))
    if card.effect == "torpedo":
        roll = card.roll or (0, 0, 0)
        number = torpedo_number(deck, source, by, place or 1) if by else roll[(place or 1) - 1]
        return card.damage, chance_to_hit(max(number, 1))
    if card.effect in SURE:
        return card.damage, 1.0
    raise Malformed(f"{source} is no attack")


def _raids(deck: Deck, source: str) -> int:
    card = deck.actions.get(source)
    return card.raids if card is not None else deck.ships[source].raids


def _answer(ship: str, points: int, sunk: float) -> Answer:
    left = (Ending({}, sunk), Ending({ship: 1}, 1 - sunk))
    return Answer(sunk, 0.0, 1 - sunk, 0.0, (), left, points * sunk)


def ask(data: Any) -> dict[str, Any]:
    try:
        asked = msgspec.convert(data, Question)
    except msgspec.ValidationError as error:
        raise Malformed(f"this is no question about odds: {error}") from error
    found = solve(asked.attackers, asked.defenders, line=asked.line, damaged=asked.damaged)
    answer: dict[str, Any] = msgspec.to_builtins(found)
    return answer


# On a table


def at(
    position: Position[Any],
    where: str = "",
    *,
    power: str | None = None,
    then: tuple[str, ...] = (),
    open_defence: bool = True,
) -> Odds | Answer:
    """The attacks that are declared: all of them, or those on a ship card.

    ``then``: further attacks, as ``power`` (a seat) would declare them; ``open_defence``: whether
    the defenders use air cover and prepared cards, as everybody can see them.
    """
    rules, state = position.rules, position.state
    if not isinstance(rules, Naval) or not isinstance(state, NavalState):
        raise Malformed(f"these odds are for Naval Battles, not for {rules.id}")
    actions = [rules.parse(text) for text in then]
    found = (
        odds_after(rules, state, power or state.active, *actions, open_defence=open_defence)
        if actions
        else attack_odds(rules, state, open_defence=open_defence)
    )
    ship = where.strip().lower()
    if not ship:
        return found
    for target in found.targets:
        if target.ship == ship:
            return _answer(ship, target.points, target.sunk)
    raise Malformed(f"no attack on '{where}' is declared")


def battle_at(position: Position[Any], where: str) -> BattleOdds | None:
    try:
        found = at(position, where)
    except Malformed:
        return None  # nobody attacks it
    if isinstance(found, Odds):
        return None
    return BattleOdds(found.win, 0.0, found.lose, 0.0, (), found.defenders)
