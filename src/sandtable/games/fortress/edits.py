"""Positions as text: the ``edit`` lines of studies, and a position written as such lines.

::

    clear                             an empty board: all units in reserve, all land US
    units west zone-west-1 2 infantry, 1 tank
    reserve west 3 tank               the rest of the pool counts as destroyed
    control portland west
    laser chicago
    taken west 2                      lasers an invader has taken
    deck P01 P02 ...                  cards not seen yet; `discard`, `aside` likewise
    bonus 1
    turn west 3 declare               a force's turn, the round, and optionally the action
    declared portland                 (spent, disengaged, assigned, fought, ... likewise)
    last-round yes
    flow [...]                        the exact point within an action, as JSON
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.table import Malformed

from .board import IS_CITY, IS_ZONE, OWNER, SPACES, N, read_space
from .cards import CARD_INDEX, CARDS
from .pieces import (
    EMPTY,
    FORCES,
    GAME,
    INVADERS,
    POOL,
    US_POOL,
    USA,
    Stack,
    minus,
    read_force,
    read_stack,
    stack_text,
    sum_stacks,
)
from .setting_up import first_frames
from .state import AnyFrame, FortressState, Turn

STARTS = {"reinforcement": 1, "declare": 2, "move": 3, "lasers": 4, "combat": 5, "second": 6}


def pool(force: int) -> Stack:
    return US_POOL if force == USA else POOL


def on_board(state: FortressState, force: int) -> Stack:
    return sum_stacks(state.units[force * N : (force + 1) * N])


def _settle(state: FortressState, force: int) -> None:
    """Pieces that are neither on the board nor destroyed are in reserve."""
    left = minus(minus(pool(force), on_board(state, force)), state.lost[force])
    if min(left) < 0:
        raise Malformed(f"{FORCES[force]} does not have so many units")
    state.reserve[force] = left


def apply(state: FortressState, line: str) -> None:
    """Change a position as an edit line says."""
    words = line.split()
    if not words or words[0] not in _VERBS:
        raise Malformed(f"an edit begins with one of {', '.join(_VERBS)}")
    try:
        _VERBS[words[0]](state, words[1:])
    except (IndexError, ValueError) as error:
        raise Malformed(f"'{line}' is not complete: {error}") from error


def _clear(state: FortressState, words: list[str]) -> None:
    state.units = [EMPTY] * (4 * N)
    state.control = [OWNER[s] if IS_ZONE[s] else USA for s in range(N)]
    state.reserve = [POOL, POOL, POOL, US_POOL]
    state.lost = [EMPTY] * 4
    state.lasers = []
    state.laser_stock = int(GAME["lasers"])
    state.taken = [0] * len(INVADERS)
    state.deck = list(range(len(CARDS)))
    state.discard, state.aside, state.bonus = [], [], 0
    for name in ("declared", "fought", "barred", "fired", "conceding"):
        setattr(state, name, [])
    state.spent, state.disengaged, state.assigned = {}, {}, {}
    state.clear_weather = False


def _units(state: FortressState, words: list[str]) -> None:
    force, space = read_force(words[0]), read_space(words[1])
    text = " ".join(words[2:])
    state.units[force * N + space] = EMPTY if text == "none" else read_stack(text)
    _settle(state, force)


def _reserve(state: FortressState, words: list[str]) -> None:
    force, text = read_force(words[0]), " ".join(words[1:])
    wanted = EMPTY if text == "none" else read_stack(text)
    state.lost[force] = minus(minus(pool(force), on_board(state, force)), wanted)
    if min(state.lost[force]) < 0:
        raise Malformed(f"{FORCES[force]} does not have so many units")
    state.reserve[force] = wanted


def _lost(state: FortressState, words: list[str]) -> None:
    force, text = read_force(words[0]), " ".join(words[1:])
    state.lost[force] = EMPTY if text == "none" else read_stack(text)
    _settle(state, force)


def _control(state: FortressState, words: list[str]) -> None:
    space, force = read_space(words[0]), read_force(words[1])
    if IS_ZONE[space]:
        raise Malformed("an invasion zone never changes hands")
    state.control[space] = force


def _laser(state: FortressState, words: list[str]) -> None:
    space = read_space(words[0])
    if not IS_CITY[space] or space in state.lasers or not state.laser_stock:
        raise Malformed(f"no laser can be put into {words[0]}")
    state.lasers.append(space)
    state.laser_stock -= 1


def _taken(state: FortressState, words: list[str]) -> None:
    force, number = read_force(words[0]), int(words[1])
    if force == USA or not 0 <= number - state.taken[force] <= state.laser_stock:
        raise Malformed("an invader takes lasers from those not on the board")
    state.laser_stock -= number - state.taken[force]
    state.taken[force] = number


def _pile(name: str) -> Callable[[FortressState, list[str]], None]:
    """The cards of one pile; a card the deck leaves out counts as discarded."""

    def put(state: FortressState, words: list[str]) -> None:
        wanted = [] if words == ["none"] else words
        for word in wanted:
            if word not in CARD_INDEX:
                raise Malformed(f"there is no card {word}")
        cards = [CARD_INDEX[word] for word in wanted]
        others = {"deck": state.deck, "discard": state.discard, "aside": state.aside}
        for other, pile in others.items():
            left = [card for card in pile if card not in cards]
            pile[:] = [] if other == name else left
            if other == name == "deck":
                state.discard += left
        others[name] += sorted(cards) if name == "deck" else cards

    return put


def _bonus(state: FortressState, words: list[str]) -> None:
    state.bonus = int(words[0])


def _turn(state: FortressState, words: list[str]) -> None:
    action = words[2] if len(words) > 2 else "reinforcement"
    if action not in STARTS:
        raise Malformed(f"a turn is at one of {', '.join(STARTS)}")
    state.round = int(words[1])
    state.flow = [Turn(read_force(words[0]), STARTS[action])]


def _setup(state: FortressState, words: list[str]) -> None:
    state.flow = [Turn(INVADERS[0]), *first_frames()]


def _round(state: FortressState, words: list[str]) -> None:
    state.round = int(words[0])


def _spaces(name: str) -> Callable[[FortressState, list[str]], None]:
    def put(state: FortressState, words: list[str]) -> None:
        getattr(state, name).extend(read_space(word) for word in words)

    return put


def _stacks(name: str) -> Callable[[FortressState, list[str]], None]:
    def put(state: FortressState, words: list[str]) -> None:
        getattr(state, name)[read_space(words[0])] = read_stack(" ".join(words[1:]))

    return put


def _assigned(state: FortressState, words: list[str]) -> None:
    key = read_space(words[0]) * N + read_space(words[1])
    state.assigned[key] = read_stack(" ".join(words[2:]))


def _conceding(state: FortressState, words: list[str]) -> None:
    state.conceding.extend(read_force(word) for word in words)


def _yes(name: str) -> Callable[[FortressState, list[str]], None]:
    def put(state: FortressState, words: list[str]) -> None:
        if words not in (["yes"], ["no"]):
            raise Malformed("say yes or no")
        setattr(state, name, words == ["yes"])

    return put


_FLOW = msgspec.json.Decoder(list[AnyFrame])


def _flow(state: FortressState, words: list[str]) -> None:
    try:
        state.flow = _FLOW.decode(" ".join(words))
    except msgspec.MsgspecError as error:
        raise Malformed(f"not a point within an action: {error}") from error


_VERBS: dict[str, Callable[[FortressState, list[str]], None]] = {
    "clear": _clear,
    "units": _units,
    "reserve": _reserve,
    "lost": _lost,
    "control": _control,
    "laser": _laser,
    "taken": _taken,
    "deck": _pile("deck"),
    "discard": _pile("discard"),
    "aside": _pile("aside"),
    "bonus": _bonus,
    "turn": _turn,
    "round": _round,
    "set-up": _setup,
    "declared": _spaces("declared"),
    "fought": _spaces("fought"),
    "barred": _spaces("barred"),
    "fired": _spaces("fired"),
    "spent": _stacks("spent"),
    "disengaged": _stacks("disengaged"),
    "assigned": _assigned,
    "conceding": _conceding,
    "clear-weather": _yes("clear_weather"),
    "last-round": _yes("last_round"),
    "flow": _flow,
}


# The other way round


def describe(state: FortressState) -> list[str]:
    """The edit lines that lead from the opening to this position."""
    if state.outcome is not None:
        raise Malformed("a finished game is no position to play on from")
    lines = ["clear"]
    for force in range(4):
        for space in range(N):
            stack = state.units[force * N + space]
            if any(stack):
                lines.append(f"units {FORCES[force]} {SPACES[space].id} {stack_text(stack)}")
        if any(state.lost[force]):
            lines.append(f"lost {FORCES[force]} {stack_text(state.lost[force])}")
    lines += [
        f"control {SPACES[space].id} {FORCES[state.control[space]]}"
        for space in range(N)
        if not IS_ZONE[space] and state.control[space] != USA
    ]
    lines += [f"laser {SPACES[space].id}" for space in state.lasers]
    lines += [f"taken {FORCES[f]} {state.taken[f]}" for f in INVADERS if state.taken[f]]
    lines += _describe_cards(state) + _describe_turn(state)
    lines.append(f"round {state.round}")
    lines.append(f"flow {msgspec.json.encode(state.flow).decode()}")
    return lines


def _describe_cards(state: FortressState) -> list[str]:
    lines = []
    piles = {"deck": state.deck, "discard": state.discard, "aside": state.aside}
    if len(state.deck) < len(CARDS):
        lines += [
            f"{name} " + (" ".join(CARDS[card].id for card in pile) or "none")
            for name, pile in piles.items()
        ]
    if state.bonus:
        lines.append(f"bonus {state.bonus}")
    return lines


def _describe_turn(state: FortressState) -> list[str]:
    lines = [
        f"{name} " + " ".join(SPACES[space].id for space in getattr(state, name))
        for name in ("declared", "fought", "barred", "fired")
        if getattr(state, name)
    ]
    for name in ("spent", "disengaged"):
        lines += [
            f"{name} {SPACES[space].id} {stack_text(stack)}"
            for space, stack in getattr(state, name).items()
            if any(stack)
        ]
    lines += [
        f"assigned {SPACES[key // N].id} {SPACES[key % N].id} {stack_text(stack)}"
        for key, stack in state.assigned.items()
        if any(stack)
    ]
    if state.conceding:
        lines.append("conceding " + " ".join(FORCES[force] for force in state.conceding))
    if state.clear_weather:
        lines.append("clear-weather yes")
    if state.last_round:
        lines.append("last-round yes")
    return lines
