"""Edit lines: any position of the game, for studies, and back again (see docs/naval.md).

Cards are never made or lost: a line that puts a card somewhere takes it from where unplaced
cards are, the draw pile or the nation's reinforcement pile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import msgspec

from sandtable.table import Frame, Malformed

from .cards import NATIONS, Deck
from .core import holds, put, take, update
from .state import FRAMES, Afloat, Attack, NavalState, Prepared

FRAME_NAMES = {re.sub(r"(?<!^)(?=[A-Z])", "-", f.__name__).lower(): f for f in FRAMES}
NUMBERS = ("battle", "turn", "quiet", "repairs")


def edit(deck: Deck, state: NavalState, line: str) -> None:
    """Change a position as one line says; raises ``Malformed``."""
    verb, _, rest = line.strip().partition(" ")
    change = EDITS.get(verb)
    if change is None:
        raise Malformed(f"'{verb}' is no edit; there are {', '.join(EDITS)}")
    change(deck, state, rest.strip())


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _seat(state: NavalState, name: str) -> str:
    if name not in state.seats:
        raise Malformed(f"there is no seat {name}; there are {', '.join(state.seats)}")
    return name


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text.strip()):
        raise Malformed(f"'{text}' is not a whole number")
    return int(text)


def _draw(deck: Deck, state: NavalState, cards: tuple[str, ...]) -> None:
    """Take action cards out of the draw pile."""
    for card in cards:
        if card not in deck.actions:
            raise Malformed(f"there is no action card {card}")
    if not holds(state.deck, cards):
        short = next(c for c in cards if state.deck.count(c) < cards.count(c))
        raise Malformed(f"the draw pile has no {short} left")
    state.deck = take(state.deck, cards)


def _return(state: NavalState, cards: tuple[str, ...]) -> None:
    state.deck = put(state.deck, cards)


def _owner(deck: Deck, state: NavalState, ship: str) -> str:
    card = deck.ships.get(ship)
    if card is None:
        raise Malformed(f"there is no ship card {ship}")
    for seat, nation in state.nations.items():
        if nation == card.nation:
            return seat
    raise Malformed(f"nobody plays {card.nation}, so {ship} is in nobody's fleet")


def _afloat(state: NavalState, ship: str) -> Afloat:
    if ship not in state.fleet:
        raise Malformed(f"{ship} is in no fleet")
    return state.fleet[ship]


def _to_reserve(deck: Deck, state: NavalState, ship: str) -> str:
    """Take a ship card from wherever it is into its owner's reserve; returns the owner."""
    owner = _owner(deck, state, ship)
    if ship in state.fleet:
        _return(state, state.fleet.pop(ship).damage)
    for seat in state.seats:
        state.prizes[seat] = tuple(s for s in state.prizes[seat] if s != ship)
    if ship not in state.reserve[owner]:
        held = {*state.reserve[owner], ship}
        state.reserve[owner] = tuple(s for s in deck.nation(deck.ships[ship].nation) if s in held)
    return owner


def _nation(deck: Deck, state: NavalState, rest: str) -> None:
    """``nation p1 japan``: all its ship cards go to the reserve."""
    name, _, nation = rest.partition(" ")
    seat = _seat(state, name)
    if nation not in NATIONS:
        raise Malformed(f"{nation} is no nation; there are {', '.join(NATIONS)}")
    if nation in state.nations.values():
        raise Malformed(f"{nation} is taken already")
    for ship in deck.nation(state.nations.get(seat, "")):
        _to_reserve(deck, state, ship)
    state.nations[seat] = nation
    state.reserve[seat] = deck.nation(nation)


def _secret(deck: Deck, state: NavalState, rest: str) -> None:
    """``secret p1 bismarck, t13``: a choice made and not yet shown."""
    name, _, chosen = rest.partition(" ")
    seat = _seat(state, name)
    picks = _split(chosen)
    nations = set(picks) <= set(NATIONS) and len(picks) == 1
    if not nations:
        for ship in picks:
            if _owner(deck, state, ship) != seat:
                raise Malformed(f"{ship} is not of {seat}'s nation")
    state.picks[seat] = picks


def _ship(deck: Deck, state: NavalState, rest: str) -> None:
    """``ship bismarck 2``, ``ship u-47 active``: into its owner's fleet."""
    ship, _, place = rest.partition(" ")
    owner = _to_reserve(deck, state, ship)
    submarine = deck.ships[ship].is_submarine
    places = ("active", "passive") if submarine else ("1", "2", "3")
    if place not in places:
        raise Malformed(f"{ship} is placed {' or '.join(places)}, not '{place}'")
    state.reserve[owner] = take(state.reserve[owner], (ship,))
    if submarine:
        state.fleet[ship] = Afloat(owner, 0, place == "active")
    else:
        state.fleet[ship] = Afloat(owner, int(place))


def _damage(deck: Deck, state: NavalState, rest: str) -> None:
    """``damage littorio torpedo-4, heavy-3``: the cards under a ship card."""
    ship, _, cards = rest.partition(" ")
    afloat = _afloat(state, ship)
    wanted = tuple(sorted(_split(cards)))
    for card in wanted:
        if card not in deck.actions or not deck.actions[card].damage:
            raise Malformed(f"{card} does no damage")
    if sum(deck.actions[card].damage for card in wanted) >= deck.ships[ship].hull:
        raise Malformed(f"that would sink {ship}; use 'prize'")
    _return(state, afloat.damage)
    update(state, ship, damage=())
    _draw(deck, state, wanted)
    update(state, ship, damage=wanted)


def _prize(deck: Deck, state: NavalState, rest: str) -> None:
    """``prize p1 schnellboot, aliseo``: sunk, in the pile of p1."""
    name, _, ships = rest.partition(" ")
    seat = _seat(state, name)
    for ship in _split(ships):
        owner = _to_reserve(deck, state, ship)
        if owner == seat:
            raise Malformed(f"{ship} is {seat}'s own")
        state.reserve[owner] = take(state.reserve[owner], (ship,))
        state.prizes[seat] = (*state.prizes[seat], ship)


def _hand(deck: Deck, state: NavalState, rest: str) -> None:
    """``hand p1 missed, heavy-4``: the whole hand."""
    name, _, cards = rest.partition(" ")
    seat = _seat(state, name)
    _return(state, state.hands[seat])
    state.hands[seat] = ()
    wanted = tuple(sorted(_split(cards)))
    _draw(deck, state, wanted)
    state.hands[seat] = wanted


def _discard(deck: Deck, state: NavalState, rest: str) -> None:
    """``discard missed, heavy-4``: the whole discard pile."""
    _return(state, state.discard)
    state.discard = ()
    wanted = tuple(sorted(_split(rest)))
    _draw(deck, state, wanted)
    state.discard = wanted


def _deck(deck: Deck, state: NavalState, rest: str) -> None:
    """``deck missed, armour``: the whole draw pile; what was in it else is discarded."""
    _return(state, state.discard)
    state.discard = ()
    wanted = tuple(sorted(_split(rest)))
    left = state.deck
    _draw(deck, state, wanted)
    state.discard = take(left, wanted)
    state.deck = wanted


def _prepared(deck: Deck, state: NavalState, rest: str) -> None:
    """``prepared p1 missed t13 [used]``."""
    match = re.fullmatch(r"(\S+) (\S+) (\S+)( used)?", rest)
    if match is None:
        raise Malformed("write it like 'prepared p1 missed t13' with or without 'used'")
    seat, card = _seat(state, match[1]), match[2]
    if card not in deck.actions or "prepare" not in deck.actions[card].phases:
        raise Malformed(f"{card} cannot be prepared")
    _draw(deck, state, (card,))
    state.prepared.append(Prepared(seat, card, match[3], bool(match[4])))


def _retreat(deck: Deck, state: NavalState, rest: str) -> None:
    """``retreat p1``: a Retreat card in play."""
    seat = _seat(state, rest)
    _draw(deck, state, ("retreat",))
    state.retreats = (*state.retreats, seat)


def _attack(deck: Deck, state: NavalState, rest: str) -> None:
    """``attack 1 heavy-4 yamato > bismarck [silent] [stopped|done]``; ``-`` for no ship.

    The first number counts declarations: the raids of one card share it.
    """
    form = r"(\d+) (\S+) ([^>]+?) ?> ?(\S+)( silent)?( stopped| done)?"
    match = re.fullmatch(form, rest)
    if match is None:
        raise Malformed("write it like 'attack 1 heavy-4 yamato > bismarck'")
    play, source, target = int(match[1]), match[2], match[4]
    ships = () if match[3].strip() == "-" else _split(match[3])
    card = deck.actions.get(source)
    if card is None and (source not in deck.ships or deck.ships[source].raid is None):
        raise Malformed(f"{source} is neither an attack card nor a carrier")
    seat = _owner(deck, state, target)
    status = (match[6] or " live").strip()
    effect = card.effect if card is not None else "air-raid"
    attack = Attack(play, effect, source, ships, target, seat, bool(match[5]), status)  # type: ignore[arg-type]
    before = _on_table(deck, state)
    state.attacks.append(attack)
    _draw(deck, state, take(_on_table(deck, state), before))


def _on_table(deck: Deck, state: NavalState) -> tuple[str, ...]:
    """The attack cards that lie at their targets now."""
    plays = {a.play: a.source for a in state.attacks if a.status == "live"}
    return tuple(source for source in plays.values() if source in deck.actions)


def _marks(deck: Deck, state: NavalState, rest: str) -> None:
    """``used yamato primary, shoho raid``: armaments used this turn."""
    state.used = _split(rest)


def _drilled(deck: Deck, state: NavalState, rest: str) -> None:
    """``drilled t13``: ship cards that prepared this turn."""
    state.drilled = _split(rest)


def _total(deck: Deck, state: NavalState, rest: str) -> None:
    """``total p1 58``: points of earlier battles."""
    name, _, value = rest.partition(" ")
    state.totals[_seat(state, name)] = _whole(value)


def _first(deck: Deck, state: NavalState, rest: str) -> None:
    state.first = _seat(state, rest)


def _active(deck: Deck, state: NavalState, rest: str) -> None:
    state.active = _seat(state, rest)


def _number(field: str) -> Callable[[Deck, NavalState, str], None]:
    def change(deck: Deck, state: NavalState, rest: str) -> None:
        setattr(state, field, _whole(rest))

    return change


def _phase(deck: Deck, state: NavalState, rest: str) -> None:
    """``phase defend seat=p2``: where the game stands. ``then`` adds a frame on top."""
    state.flow[:] = [_frame(rest)]  # type: ignore[list-item]


def _then(deck: Deck, state: NavalState, rest: str) -> None:
    state.flow.append(_frame(rest))  # type: ignore[arg-type]


def _frame(text: str) -> Frame:
    name, *pairs = text.split()
    kind = FRAME_NAMES.get(name)
    if kind is None:
        raise Malformed(f"there is no phase {name}; there are {', '.join(FRAME_NAMES)}")
    values: dict[str, object] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        if key not in kind.__struct_fields__:
            raise Malformed(f"{name} has no {key}")
        values[key] = [v for v in value.split(",") if v] if key in ("done", "tied") else value
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(f"phase {name}: {error}") from error


EDITS: dict[str, Callable[[Deck, NavalState, str], None]] = {
    "nation": _nation,
    "secret": _secret,
    "ship": _ship,
    "damage": _damage,
    "prize": _prize,
    "hand": _hand,
    "discard": _discard,
    "deck": _deck,
    "prepared": _prepared,
    "retreat": _retreat,
    "attack": _attack,
    "used": _marks,
    "drilled": _drilled,
    "total": _total,
    "first": _first,
    "active": _active,
    **{field: _number(field) for field in NUMBERS},
    "phase": _phase,
    "then": _then,
}


# And back


def edits(deck: Deck, state: NavalState) -> list[str]:
    """The lines that turn the opening into this position."""
    if state.outcome is not None:
        raise Malformed("a game that is over is no position to set up")
    lines = [f"total {seat} {value}" for seat, value in state.totals.items() if value]
    lines += [f"nation {seat} {nation}" for seat, nation in state.nations.items()]
    lines += [f"secret {seat} {', '.join(pick)}" for seat, pick in state.picks.items()]
    lines += _ship_lines(state)
    lines += [f"prize {s} {', '.join(prizes)}" for s, prizes in state.prizes.items() if prizes]
    lines += [f"hand {seat} {', '.join(hand)}" for seat, hand in state.hands.items() if hand]
    lines += [
        f"prepared {p.seat} {p.card} {p.ship}{' used' if p.used else ''}" for p in state.prepared
    ]
    lines += [f"retreat {seat}" for seat in state.retreats]
    lines += [_attack_line(attack) for attack in state.attacks]
    if state.discard:
        lines.append(f"discard {', '.join(state.discard)}")
    if state.used:
        lines.append(f"used {', '.join(state.used)}")
    if state.drilled:
        lines.append(f"drilled {', '.join(state.drilled)}")
    lines += [
        f"{name} {getattr(state, name)}" for name in ("first", "active") if getattr(state, name)
    ]
    defaults = {"battle": 1}
    lines += [
        f"{name} {getattr(state, name)}"
        for name in NUMBERS
        if getattr(state, name) != defaults.get(name, 0)
    ]
    verbs = ["phase"] + ["then"] * (len(state.flow) - 1)
    lines += [f"{verb} {_frame_text(frame)}" for verb, frame in zip(verbs, state.flow, strict=True)]
    return lines


def _ship_lines(state: NavalState) -> list[str]:
    lines = []
    for ship, afloat in state.fleet.items():
        place = str(afloat.line) if afloat.line else ("active" if afloat.active else "passive")
        lines.append(f"ship {ship} {place}")
        if afloat.damage:
            lines.append(f"damage {ship} {', '.join(afloat.damage)}")
    return lines


def _attack_line(attack: Attack) -> str:
    ships = ", ".join(attack.ships) or "-"
    silent = " silent" if attack.silent else ""
    status = "" if attack.status == "live" else f" {attack.status}"
    return f"attack {attack.play} {attack.source} {ships} > {attack.target}{silent}{status}"


def _frame_text(frame: Frame) -> str:
    name = next(name for name, kind in FRAME_NAMES.items() if kind is type(frame))
    parts = [name]
    for field in frame.__struct_fields__:
        value = getattr(frame, field)
        if value in ((), False, 0, ""):
            continue
        text = ",".join(value) if isinstance(value, tuple) else str(value).lower()
        parts.append(f"{field}={text}")
    return " ".join(parts)


def count_cards(deck: Deck, state: NavalState) -> Counter[str]:
    """Every action card, wherever it is: the sum never changes."""
    found: Counter[str] = Counter(state.deck)
    found.update(state.discard)
    for hand in state.hands.values():
        found.update(hand)
    for afloat in state.fleet.values():
        found.update(afloat.damage)
    found.update(prepared.card for prepared in state.prepared)
    found.update("retreat" for _ in state.retreats)
    found.update(_on_table(deck, state))
    return found
