"""What a seat may know. All is open but the deck's order and the bonus cards (FA-042, FA-089),
and no state holds those, so every seat sees the same; the fields are still an allow-list."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from sandtable.table import Frame, View

from .board import CITIES, IS_CITY, IS_ZONE, OWNER, ROUGH, SPACES, N
from .cards import CARDS, Part
from .field import at, attackers, cities_held, enemy_in, invader_cities, markers, points
from .fighting import ORDER, attacking, combined_arms
from .pieces import (
    CLASS_OF,
    CLASSES,
    DIE,
    EMPTY,
    FIRST_MOVE,
    FORCES,
    GAME,
    INVADERS,
    KINDS,
    LIMIT,
    PARTISAN,
    SECOND_MOVE,
    Stack,
    kinds_in,
)
from .state import Battle, FortressState, LaserFire, PlayCard, Retreating, Settings, Turn
from .turn import ACTIONS, isolated, supplied


class SpaceView(msgspec.Struct, frozen=True, kw_only=True):
    """One space as it lies on the table."""

    id: str
    name: str
    zone: bool
    city: bool
    mountain: bool
    resource: str
    sector: str
    control: str
    markers: tuple[str, ...]
    """What lies there, for example ``south control`` and ``west battle``."""
    units: dict[str, dict[str, int]]
    laser: bool = False
    declared: bool = False
    battle: bool = False
    fired_at: bool = False
    barred: bool = False
    moved: dict[str, int] = {}
    disengaged: dict[str, int] = {}


class ForceView(msgspec.Struct, frozen=True, kw_only=True):
    """One force beside the board."""

    id: str
    name: str
    colour: str
    second_colour: str = ""
    partisan_colour: str = ""
    player: int
    reserve: dict[str, int]
    lost: dict[str, int]
    on_board: dict[str, int]
    cities: int
    lasers_taken: int = 0
    points: int = 0
    conceding: bool = False
    supply: tuple[tuple[str, str], ...] = ()
    """The lines of supply: each space in supply with the one its line comes from."""
    isolated: tuple[str, ...] = ()


class AttackView(msgspec.Struct, frozen=True):
    """Units that go into a battle from one space."""

    source: str
    target: str
    units: dict[str, int]


class RollView(msgspec.Struct, frozen=True):
    force: str
    unit_class: str
    faces: tuple[int, ...]
    hits_from: int


class BattleView(msgspec.Struct, frozen=True, kw_only=True):
    """The battle that is being fought."""

    space: str
    attacker: str
    defender: str
    firing: str
    unit_class: str
    combined_arms: bool
    rough: bool
    attackers: tuple[AttackView, ...]
    defenders: dict[str, int]
    rolls: tuple[RollView, ...]
    to_destroy: int
    to_throw_back: int


class CardView(msgspec.Struct, frozen=True):
    id: str
    title: str


class FortressView(View, kw_only=True):
    round: int
    last_round: bool
    turn: str
    action: int
    action_name: str
    settings: Settings
    spaces: list[SpaceView]
    forces: list[ForceView]
    partisans_in_stock: int
    lasers_in_stock: int
    lasers_to_fire: int
    laser_aim: tuple[str, str] | None
    clear_weather: bool
    cards_in_deck: int
    bonus_cards: int
    discards: list[CardView]
    card: CardView | None
    retreating: AttackView | None
    attacks: list[AttackView]
    battle: BattleView | None
    invader_cities: int
    city_target: int


def counts(stack: Stack) -> dict[str, int]:
    return {KINDS[kind]: stack[kind] for kind in kinds_in(stack)}


def look(state: FortressState, seat: str | None) -> FortressView:
    turn = next((frame for frame in state.flow if isinstance(frame, Turn)), None)
    action = turn.next - 1 if turn else 0
    laser = _top(state, LaserFire)
    card = _top(state, PlayCard)
    away = _top(state, Retreating)
    return FortressView(
        round=state.round,
        last_round=state.last_round,
        turn=FORCES[state.active],
        action=action,
        action_name=ACTIONS[action] if 0 < action < len(ACTIONS) else "set-up",
        settings=state.settings,
        spaces=[_space(state, space) for space in range(N)],
        forces=[_force(state, force) for force in range(4)],
        partisans_in_stock=state.reserve[3][PARTISAN],
        lasers_in_stock=state.laser_stock,
        lasers_to_fire=laser.left if laser else 0,
        laser_aim=_aim(laser),
        clear_weather=state.clear_weather,
        cards_in_deck=len(state.deck) - (state.bonus - len(state.aside)),
        bonus_cards=state.bonus,
        discards=[_card(index) for index in state.discard],
        card=_card(card.card) if card else None,
        retreating=(AttackView(SPACES[away.space].id, "", counts(away.stack)) if away else None),
        attacks=[
            AttackView(SPACES[key // N].id, SPACES[key % N].id, counts(stack))
            for key, stack in state.assigned.items()
        ],
        battle=_battle(state),
        invader_cities=invader_cities(state),
        city_target=state.settings.city_target,
    )


T = TypeVar("T", bound=Frame)


def _top(state: FortressState, kind: type[T]) -> T | None:
    """The frame of this kind nearest to what is asked now."""
    return next((frame for frame in reversed(state.flow) if isinstance(frame, kind)), None)


def _aim(laser: LaserFire | None) -> tuple[str, str] | None:
    if laser is None or laser.aim[1] < 0:
        return None
    return KINDS[laser.aim[0]], SPACES[laser.aim[1]].id


def _card(index: int) -> CardView:
    return CardView(CARDS[index].id, CARDS[index].title)


def _space(state: FortressState, index: int) -> SpaceView:
    space = SPACES[index]
    declared = index in state.declared
    return SpaceView(
        id=space.id,
        name=space.name,
        zone=space.zone,
        city=IS_CITY[index],
        mountain=space.mountain,
        resource=space.resource,
        sector=space.sector,
        control=FORCES[OWNER[index] if IS_ZONE[index] else state.control[index]],
        markers=tuple(
            f"{FORCES[force]} {'battle' if battle else 'control'}"
            for force, battle in markers(state, index)
        ),
        units={
            FORCES[force]: counts(at(state, force, index))
            for force in range(4)
            if any(at(state, force, index))
        },
        laser=index in state.lasers,
        declared=declared,
        battle=declared and enemy_in(state, state.active, index) >= 0,
        fired_at=index in state.fired,
        barred=index in state.barred,
        moved=counts(state.spent.get(index, EMPTY)),
        disengaged=counts(state.disengaged.get(index, EMPTY)),
    )


def _force(state: FortressState, force: int) -> ForceView:
    row = GAME["forces"][FORCES[force]]
    total = EMPTY
    for space in range(N):
        stack = at(state, force, space)
        if any(stack):
            total = tuple(a + b for a, b in zip(total, stack, strict=True))
    invader = force in INVADERS
    line = supplied(state, force) if invader else {}
    return ForceView(
        id=FORCES[force],
        name=row["name"],
        colour=row["colour"],
        second_colour=row.get("second_colour", ""),
        partisan_colour=row.get("partisan_colour", ""),
        player=state.owners[force],
        reserve=counts(state.reserve[force]),
        lost=counts(state.lost[force]),
        on_board=counts(total),
        cities=cities_held(state, force) if invader else len(CITIES) - invader_cities(state),
        lasers_taken=state.taken[force] if invader else 0,
        points=points(state, force) if invader else 0,
        conceding=force in state.conceding,
        supply=tuple((SPACES[a].id, SPACES[b].id) for a, b in line.items() if b >= 0),
        isolated=tuple(SPACES[s].id for s in isolated(state, force)) if invader else (),
    )


def _battle(state: FortressState) -> BattleView | None:
    frame = _top(state, Battle)
    if frame is None:
        return None
    attack = attacking(state, frame.target)
    return BattleView(
        space=SPACES[frame.target].id,
        attacker=FORCES[frame.force],
        defender=FORCES[frame.defender],
        firing=FORCES[frame.defender if frame.stage < 3 else frame.force],
        unit_class=CLASSES[ORDER[frame.stage % 3]],
        combined_arms=combined_arms(attack),
        rough=ROUGH[frame.target],
        attackers=tuple(
            AttackView(SPACES[source].id, SPACES[frame.target].id, counts(stack))
            for source, stack in attackers(state, frame.target)
        ),
        defenders=counts(at(state, frame.defender, frame.target)),
        rolls=tuple(
            RollView(FORCES[r.force], CLASSES[r.unit_class], r.faces, r.hits_from)
            for r in frame.rolls
        ),
        to_destroy=frame.hits,
        to_throw_back=frame.ones,
    )


class UnitReference(msgspec.Struct, frozen=True):
    """A kind of unit: its class, its die, and its spaces in First and Second Movement."""

    id: str
    unit_class: str
    die: int
    first: int
    second: int


class CardPartView(msgspec.Struct, frozen=True):
    """One thing a card does, in the words of the deck's table."""

    do: str
    pieces: dict[str, int]
    kinds: tuple[str, ...]
    """Whom it strikes; all kinds if none are named."""
    count: int
    up_to: bool
    territories: int
    spread: str


class CardReference(msgspec.Struct, frozen=True):
    id: str
    title: str
    rule: str
    parts: tuple[CardPartView, ...]


FIRST_CARD_RULE = 90
"""The ledger has an entry for each card, in the order of the deck's table."""


class FortressReference(View, kw_only=True):
    """What never changes, for clients."""

    units: tuple[UnitReference, ...]
    units_per_space: int
    cards: tuple[CardReference, ...]


def reference() -> FortressReference:
    units = (
        UnitReference(kind, CLASSES[CLASS_OF[i]], DIE[i], FIRST_MOVE[i], SECOND_MOVE[i])
        for i, kind in enumerate(KINDS)
    )
    cards = (
        CardReference(
            card.id, card.title, f"FA-{FIRST_CARD_RULE + n:03}", tuple(map(_part, card.parts))
        )
        for n, card in enumerate(CARDS)
    )
    return FortressReference(units=tuple(units), units_per_space=LIMIT, cards=tuple(cards))


def _part(part: Part) -> CardPartView:
    return CardPartView(
        do=part.do,
        pieces=counts(part.pieces),
        kinds=() if len(part.kinds) == len(KINDS) else tuple(KINDS[k] for k in part.kinds),
        count=part.count,
        up_to=part.up_to,
        territories=part.territories,
        spread=part.spread,
    )
