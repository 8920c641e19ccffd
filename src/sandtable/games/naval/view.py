"""What a seat may know, built by allow-list (NB-910).

Open: fleets on the table, damage, prepared cards, prizes, the discard pile, all counts.
Only for its owner: the hand, the reinforcement pile, a secret choice not yet shown.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable.table import View

from .aiming import weapon_mark
from .cards import NATION_NAMES, ActionCard, Deck
from .core import (
    LINKED_FACTOR,
    QUIET_TURNS,
    battle_score,
    chance_to_hit,
    damage_of,
    members,
    needed,
    points,
    sides,
    target_score,
    total_score,
)
from .state import UNKNOWN, Afloat, Attack, NavalState

COLOURS = {
    "france": "#3f6fb5",
    "germany": "#5b5f66",
    "great-britain": "#b3433f",
    "italy": "#3c8d5a",
    "japan": "#d08a2e",
    "usa": "#6a7d3a",
}


class CardView(msgspec.Struct):
    """A kind of action card, and how many of it there are in this place."""

    id: str
    name: str
    effect: str
    phases: tuple[str, ...]
    count: int
    damage: int
    calibres: tuple[int, ...]
    ships: int
    raids: int
    roll: tuple[int, int, int] | None
    roll_submarine: int
    value: int
    text: str


class ShipView(msgspec.Struct):
    """A ship card: what is printed, and how it fares. ``line`` 0 is no line."""

    id: str
    name: str
    klass: str
    kind: str
    nation: str
    year: int
    points: int
    hull: int
    damage: int
    damage_cards: tuple[str, ...]
    line: int
    active: bool
    primary: int | None
    secondary: int | None
    torpedo: int | None
    anti_air: int
    raid: tuple[int, int, int] | None
    raids: int
    cover: int
    cover_roll: int
    silent: int
    used: tuple[str, ...]
    """Armaments used this turn: ``primary``, ``secondary``, ``torpedo``, ``raid``, ``cover``."""
    prepared: bool


class PreparedView(msgspec.Struct):
    card: str
    ship: str
    used: bool


class SeatView(msgspec.Struct):
    """A player's place at the table."""

    seat: str
    nation: str
    nation_name: str
    colour: str
    team: str
    lines: tuple[tuple[ShipView, ...], ...]
    submarines: tuple[ShipView, ...]
    prepared: tuple[PreparedView, ...]
    retreated: bool
    hand_count: int
    reserve_count: int
    prizes: tuple[str, ...]
    points: int
    total: int
    """With the earlier battles of linked play."""
    chosen: bool
    """Has made a secret choice that is not yet shown."""


class AttackView(msgspec.Struct):
    """A declared attack; ``markers`` are the dice laid on the target (NB-101, NB-108)."""

    number: int
    attacker: str
    effect: str
    source: str
    ships: tuple[str, ...]
    target: str
    defender: str
    damage: int
    needed: int
    markers: tuple[int, ...]
    chance: float
    """That it strikes if nothing more is done against it, without Planning."""
    silent_due: bool
    status: str


class SideView(msgspec.Struct):
    """A team, or a player on his own."""

    id: str
    seats: tuple[str, ...]
    points: int
    target: int
    total: int
    total_target: int
    """Of linked battles; 0 if battles are not linked."""


class NavalView(View, kw_only=True):
    """A battle as one seat sees it."""

    phase: str
    battle: int
    turn: int
    active: str
    first: str
    deck_tag: str
    deck_count: int
    discard: tuple[CardView, ...]
    players: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    attacks: tuple[AttackView, ...]
    quiet: int
    quiet_limit: int
    repairs: int
    hand: tuple[CardView, ...] = ()
    reserve: tuple[ShipView, ...] = ()
    choice: tuple[str, ...] = ()
    """The viewer's own secret choice, until it is shown."""


def card_views(deck: Deck, cards: Iterable[str]) -> tuple[CardView, ...]:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return tuple(_card_view(deck.actions[card], count) for card, count in counts.items())


def _card_view(card: ActionCard, count: int) -> CardView:
    return CardView(
        id=card.id,
        name=card.name,
        effect=card.effect,
        phases=card.phases,
        count=count,
        damage=card.damage,
        calibres=card.calibres,
        ships=card.ships,
        raids=card.raids,
        roll=card.roll,
        roll_submarine=card.roll_submarine,
        value=card.value,
        text=card.text,
    )


def ship_view(deck: Deck, state: NavalState, ship: str, afloat: Afloat | None = None) -> ShipView:
    card = deck.ships[ship]
    weapons = ("primary", "secondary", "torpedo", "raid", "cover")
    used = tuple(w for w in weapons for mark in state.used if mark == weapon_mark(ship, w))
    return ShipView(
        id=card.id,
        name=card.name,
        klass=card.klass,
        kind=card.kind,
        nation=card.nation,
        year=card.year,
        points=card.points,
        hull=card.hull,
        damage=damage_of(deck, afloat) if afloat else 0,
        damage_cards=afloat.damage if afloat else (),
        line=afloat.line if afloat else 0,
        active=afloat.active if afloat else False,
        primary=card.primary,
        secondary=card.secondary,
        torpedo=card.torpedo,
        anti_air=card.anti_air,
        raid=card.raid,
        raids=card.raids,
        cover=card.cover,
        cover_roll=card.cover_roll,
        silent=card.silent,
        used=used,
        prepared=ship in state.drilled,
    )


def _seat_view(deck: Deck, state: NavalState, seat: str) -> SeatView:
    own = {ship: a for ship, a in state.fleet.items() if a.seat == seat}
    nation = state.nations.get(seat, "")
    return SeatView(
        seat=seat,
        nation=nation,
        nation_name=NATION_NAMES.get(nation, ""),
        colour=COLOURS.get(nation, ""),
        team=state.teams.get(seat, ""),
        lines=tuple(
            tuple(ship_view(deck, state, s, a) for s, a in own.items() if a.line == line)
            for line in (1, 2, 3)
        ),
        submarines=tuple(ship_view(deck, state, s, a) for s, a in own.items() if a.line == 0),
        prepared=tuple(
            PreparedView(p.card, p.ship, p.used) for p in state.prepared if p.seat == seat
        ),
        retreated=seat in state.retreats,
        hand_count=len(state.hands[seat]),
        reserve_count=len(state.reserve[seat]),
        prizes=state.prizes[seat],
        points=points(deck, state, seat),
        total=state.totals[seat] + points(deck, state, seat),
        chosen=seat in state.picks,
    )


def markers(number: int) -> tuple[int, ...]:
    """One die shows the number needed, two if it is above 6."""
    if number <= 0:
        return ()
    return (number,) if number <= 6 else (6, number - 6)


def attack_view(deck: Deck, state: NavalState, number: int, attack: Attack) -> AttackView:
    card = deck.actions.get(attack.source)
    afloat = state.fleet.get(attack.target)
    live = attack.status == "live" and afloat is not None
    face = needed(deck, state, attack) if live else 0
    raid = attack.effect == "air-raid"
    return AttackView(
        number=number,
        attacker=state.active,
        effect=attack.effect,
        source=attack.source,
        ships=attack.ships,
        target=attack.target,
        defender=attack.seat,
        damage=card.damage if card else 0,
        needed=face,
        markers=markers(face) if raid else (),
        chance=chance_to_hit(face) if live else 0.0,
        silent_due=live
        and afloat is not None
        and afloat.line == 0
        and not afloat.active
        and not attack.silent,
        status=attack.status,
    )


def side_views(deck: Deck, state: NavalState) -> tuple[SideView, ...]:
    linked = bool(state.options["linked_battles"])
    views = []
    for a_side in sides(state):
        target = target_score(state, a_side)
        views.append(
            SideView(
                id=a_side,
                seats=members(state, a_side),
                points=battle_score(deck, state, a_side),
                target=target,
                total=total_score(deck, state, a_side),
                total_target=LINKED_FACTOR * target if linked else 0,
            )
        )
    return tuple(views)


def view_of(deck: Deck, state: NavalState, seat: str | None) -> NavalView:
    view = NavalView(
        phase=type(state.flow[-1]).__name__ if state.flow else "Over",
        battle=state.battle,
        turn=state.turn,
        active=state.active,
        first=state.first,
        deck_tag=deck.tag,
        deck_count=len(state.deck),
        discard=card_views(deck, state.discard),
        players=tuple(_seat_view(deck, state, s) for s in state.seats),
        sides=side_views(deck, state),
        attacks=tuple(
            attack_view(deck, state, number, attack)
            for number, attack in enumerate(state.attacks, start=1)
        ),
        quiet=max(state.quiet, 0),
        quiet_limit=QUIET_TURNS,
        repairs=state.repairs,
    )
    if seat is not None:
        view.hand = card_views(deck, state.hands[seat])
        view.reserve = tuple(ship_view(deck, state, ship) for ship in state.reserve[seat])
        view.choice = state.picks.get(seat, ())
    return view


def blind(state: NavalState, seat: str) -> NavalState:
    """The state with every card that the seat may not know turned to its back."""
    twin = state.copy()
    twin.deck = (UNKNOWN,) * len(state.deck)
    for other in state.seats:
        if other == seat:
            continue
        twin.hands[other] = (UNKNOWN,) * len(state.hands[other])
        twin.reserve[other] = (UNKNOWN,) * len(state.reserve[other])
        if other in twin.picks:
            twin.picks[other] = (UNKNOWN,)
    return twin
