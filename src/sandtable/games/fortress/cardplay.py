"""Carrying out a Partisan card, part by part (FA-074 to FA-087, FA-090 to FA-119)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Log, Refusal

from .acts import Airlift, Choose, Pass, Place, Target
from .base import FortressStep, ask, pop, push, refuse, single
from .board import IS_CITY, IS_ZONE, NEAR, SPACES, TERRITORIES
from .cards import CARDS, Part
from .events import CardDone, Moved, control_changed, destroyed, place_id, place_name, placed
from .field import add, at, bury, count, invader_in, room, take
from .pieces import (
    ALL_KINDS,
    EMPTY,
    FORCES,
    INFANTRY,
    KINDS,
    PARTISAN,
    USA,
    Stack,
    minus,
    one,
    stack_text,
)
from .state import FortressState, PlayCard, Retreating


def part_of(frame: PlayCard) -> Part:
    return CARDS[frame.card].parts[frame.part]


def placeable(state: FortressState, space: int) -> bool:
    """FA-078 to FA-083 and the five-unit limit."""
    return (
        not IS_ZONE[space]
        and invader_in(state, space) < 0
        and (state.control[space] == USA or not IS_CITY[space])
        and room(state, USA, space) > 0
    )


def seize(state: FortressState, space: int, log: Log) -> None:
    """FA-080: placing in an empty enemy territory gives control at once."""
    if state.control[space] != USA:
        state.control[space] = USA
        log.append(control_changed(state, USA, space))


# Placing pieces


def kinds_to_place(state: FortressState, frame: PlayCard) -> list[int]:
    """FA-085 to FA-087: lost units come from the tray, Partisans from their stock."""
    kinds = [k for k in ALL_KINDS if k != PARTISAN and frame.left[k] and state.lost[USA][k]]
    if frame.left[PARTISAN]:
        if state.reserve[USA][PARTISAN]:
            kinds.append(PARTISAN)
        elif state.lost[USA][INFANTRY] and INFANTRY not in kinds:
            kinds.append(INFANTRY)
    return kinds


def sites(state: FortressState, frame: PlayCard) -> list[int]:
    """Where the next piece of this part may go."""
    part = part_of(frame)
    spaces = part.spaces
    if part.spread == "struck":
        spaces = frozenset(frame.struck)
    elif part.spread == "near":
        spaces = spaces & _around(frame)
    open_to = [space for space in sorted(spaces) if placeable(state, space)]
    used = frame.used
    if not open_to:
        return []
    match part.spread:
        case "separate":  # FA-917
            least = min(used.count(space) for space in open_to)
            return [space for space in open_to if used.count(space) == least]
        case "one" | "near":
            if used:
                return [space for space in open_to if space == used[0]]
            return _roomiest(state, open_to, sum(frame.left))
        case "two" if len(set(used)) >= 2:
            return [space for space in open_to if space in used]
        case "each" | "struck":
            return [space for space in open_to if space not in used]
        case "sectors":
            done = {SPACES[space].sector for space in used}
            return [space for space in open_to if SPACES[space].sector not in done]
    return open_to


def _around(frame: PlayCard) -> frozenset[int]:
    if not frame.struck:
        return frozenset()
    return frozenset({frame.struck[0], *NEAR[frame.struck[0]]})


def _roomiest(state: FortressState, spaces: list[int], pieces: int) -> list[int]:
    """FA-074: a card for one territory goes where most of it can be done."""
    fits = {space: min(room(state, USA, space), pieces) for space in spaces}
    most = max(fits.values())
    return [space for space in spaces if fits[space] == most]


def substitutes(state: FortressState, frame: PlayCard) -> bool:
    """Whether only infantry in place of missing Partisans is left to place (FA-087: may)."""
    return (
        frame.left[PARTISAN] > 0 and not state.reserve[USA][PARTISAN] and frame.left[INFANTRY] == 0
    )


def place_options(state: FortressState, frame: PlayCard) -> Iterator[Action]:
    spaces = sites(state, frame)
    for kind in kinds_to_place(state, frame):
        yield from (Place(one(kind), space) for space in spaces)
    if spaces and substitutes(state, frame):
        yield Pass()


def one_way(state: FortressState, frame: PlayCard, options: list[Action]) -> bool:
    """Whether all pieces go into the one space with room for all: no order to choose."""
    spaces = {action.space for action in options if isinstance(action, Place)}
    if len(spaces) != 1 or not all(isinstance(action, Place) for action in options):
        return False
    return sum(frame.left) <= room(state, USA, spaces.pop()) and not frame.left[PARTISAN]


def place_piece(state: FortressState, frame: PlayCard, kind: int, space: int, log: Log) -> None:
    counted = kind if frame.left[kind] else PARTISAN
    frame.left = minus(frame.left, one(counted))
    frame.used = (*frame.used, space)
    pool = state.reserve if kind == PARTISAN else state.lost
    pool[USA] = minus(pool[USA], one(kind))
    add(state, USA, space, one(kind))
    log.append(placed(USA, one(kind), space))
    seize(state, space, log)


# Destroying and driving off invaders


def victims(state: FortressState, part: Part, space: int) -> Stack:
    """The invader units in a territory that this part of a card is about."""
    force = invader_in(state, space)
    if force < 0 or part.invader not in (-1, force):
        return EMPTY
    stack = at(state, force, space)
    return tuple(stack[kind] if kind in part.kinds else 0 for kind in ALL_KINDS)


def struck_sites(state: FortressState, frame: PlayCard) -> list[int]:
    """Territories that may be struck next."""
    part = part_of(frame)
    open_to = [s for s in sorted(part.spaces) if any(victims(state, part, s))]
    used = frame.used
    if part.territories == 1:
        if used:
            return [s for s in open_to if s == used[0] and len(used) < part.count]
        return open_to
    return [s for s in open_to if s not in used] if len(used) < part.territories else []


def chosen_sites(state: FortressState, frame: PlayCard) -> list[int]:
    """Territories that may be chosen for a strike at, or the retreat of, all units in them."""
    part = part_of(frame)
    if len(frame.used) >= part.territories:
        return []
    follows = len(CARDS[frame.card].parts) > frame.part + 1
    return [
        space
        for space in sorted(part.spaces)
        if space not in frame.used
        and (any(victims(state, part, space)) or (follows and placeable(state, space)))
    ]


def strike_options(state: FortressState, frame: PlayCard) -> Iterator[Action]:
    part = part_of(frame)
    if part.do == "retreat" or part.count == 0:
        yield from (Choose(space) for space in chosen_sites(state, frame))
        return
    spaces = struck_sites(state, frame)
    for space in spaces:
        stack = victims(state, part, space)
        yield from (Target(kind, space) for kind in ALL_KINDS if stack[kind])
    if spaces and part.up_to and frame.used:
        yield Pass()


# Airlift


def airlift_refusal(
    state: FortressState, frame: PlayCard, stack: Stack, source: int, target: int
) -> Refusal | None:
    """FA-103, FA-925."""
    if frame.lift[0] >= 0 and frame.lift != (source, target):
        return refuse("one-airlift", "FA-103", "the airlift goes from one territory to one other")
    if IS_ZONE[target] or source == target:
        return refuse("no-territory", "FA-103", "the airlift goes to another territory")
    here = at(state, USA, source)
    if any(a > b for a, b in zip(stack, here, strict=True)):
        return refuse("not-there", "FA-103", f"{place_name(source)} has only {stack_text(here)}")
    if invader_in(state, target) >= 0:
        return refuse("occupied", "FA-103", f"an enemy stands in {place_name(target)}")
    if sum(stack) > room(state, USA, target):
        return refuse("full", "FA-925", f"{place_name(target)} holds five units at most")
    return None


def airlift_options(state: FortressState, frame: PlayCard) -> Iterator[Action]:
    sources = TERRITORIES if frame.lift[0] < 0 else (frame.lift[0],)
    targets = TERRITORIES if frame.lift[0] < 0 else (frame.lift[1],)
    open_to = [t for t in targets if invader_in(state, t) < 0 and room(state, USA, t) > 0]
    for source in sources:
        if not count(state, USA, source):
            continue
        here = at(state, USA, source)
        for kind in ALL_KINDS:
            if here[kind]:
                yield from (Airlift(one(kind), source, t) for t in open_to if t != source)
    if frame.lift[0] >= 0:  # one unit at least (FA-260)
        yield Pass()


# The step


class PlayCardStep(FortressStep[PlayCard]):
    frame = PlayCard

    def go(self, state: FortressState, frame: PlayCard, log: Log) -> Ask | None:
        card = CARDS[frame.card]
        if frame.part == len(card.parts):
            log.append(CardDone(card=card.id, title=card.title, idle=not frame.did))
            state.discard.append(frame.card)
            pop(state)
            return None
        part = card.parts[frame.part]
        if part.do == "weather":
            state.clear_weather = True
            frame.did = True
            self._next(frame, part)
            return None
        if part.struck:
            frame.part += 1
            self._drive_off(state, frame.struck)
            return None
        if not frame.begun:
            frame.begun = True
            frame.left = part.pieces
        options = list(self._options(state, frame))
        if not options or options == [Pass()]:
            chosen = frame.used
            self._next(frame, part)
            if part.do == "retreat":
                self._drive_off(state, chosen)
            return None
        if len(options) == 1 or one_way(state, frame, options):
            self._carry_out(state, frame, options[0], log)
            return None
        return ask(USA, f"card {card.id}", f"Carry out {card.title}.")

    def _next(self, frame: PlayCard, part: Part) -> None:
        """On to the card's next part; what was struck is remembered for it."""
        if part.do in ("destroy", "retreat"):
            frame.struck = (*frame.struck, *dict.fromkeys(frame.used))
        frame.part += 1
        frame.begun = False
        frame.used = ()

    def _drive_off(self, state: FortressState, spaces: tuple[int, ...]) -> None:
        """FA-921: all leave, the first space first, and nobody for another of these spaces."""
        for space in reversed(spaces):
            force = invader_in(state, space)
            if force >= 0:
                push(state, Retreating(force, space, at(state, force, space), spaces))

    def _options(self, state: FortressState, frame: PlayCard) -> Iterator[Action]:
        match part_of(frame).do:
            case "place":
                return place_options(state, frame)
            case "airlift":
                return airlift_options(state, frame)
        return strike_options(state, frame)

    def actions(self, state: FortressState, frame: PlayCard, seat: str) -> Iterator[Action]:
        return self._options(state, frame)

    def check(
        self, state: FortressState, frame: PlayCard, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Airlift) and part_of(frame).do == "airlift":
            return airlift_refusal(state, frame, action.stack, action.source, action.target)
        if action in self._options(state, frame):
            return None
        if isinstance(action, Place) and part_of(frame).do == "place":
            return self._place_refusal(state, frame, action)
        if isinstance(action, Pass):
            text = "a card is carried out as far as it can be, not declined"
            return refuse("declined", "FA-260", text)
        if isinstance(action, Target | Choose) and IS_ZONE[action.space]:
            return refuse("zone", "FA-924", "a card never strikes in an invasion zone")
        title = CARDS[frame.card].title
        return refuse("not-on-card", "FA-077", f"'{action}' is not what {title} allows")

    def _place_refusal(
        self, state: FortressState, frame: PlayCard, action: Place
    ) -> Refusal | None:
        space, name = action.space, place_name(action.space)
        kind = single(action.stack)
        if kind is None:
            return refuse("one-by-one", "FA-076", "the pieces of a card are placed one by one")
        if IS_ZONE[space]:
            return refuse("zone", "FA-081", f"{name} is an invasion zone")
        if invader_in(state, space) >= 0:
            return refuse("occupied", "FA-082", f"an enemy stands in {name}")
        if state.control[space] != USA and IS_CITY[space]:
            return refuse("enemy-city", "FA-083", f"{name} is a city in enemy hands")
        if room(state, USA, space) <= 0:
            return refuse("full", "FA-046", f"{name} holds five units")
        if kind not in kinds_to_place(state, frame):
            text = f"no {KINDS[kind]} is to be placed, or none is at hand"
            return refuse("no-piece", "FA-086", text)
        rule = {"separate": "FA-917", "sectors": "FA-106"}.get(part_of(frame).spread, "FA-077")
        return refuse("not-there", rule, f"{CARDS[frame.card].title} does not allow {name} now")

    def play(
        self, state: FortressState, frame: PlayCard, seat: str, action: Action, log: Log
    ) -> None:
        self._carry_out(state, frame, action, log)

    def _carry_out(self, state: FortressState, frame: PlayCard, action: Action, log: Log) -> None:
        frame.did = frame.did or not isinstance(action, Pass)
        match action:
            case Place(stack, space):
                place_piece(state, frame, stack.index(1), space, log)
            case Target(kind, space):
                force = invader_in(state, space)
                bury(state, force, space, one(kind))
                log.append(destroyed(force, one(kind), space, CARDS[frame.card].title))
                frame.used = (*frame.used, space)
            case Choose(space):
                self._strike_all(state, frame, space, log)
            case Airlift(stack, source, target):
                self._airlift(state, frame, stack, source, target, log)
            case Pass():
                self._next(frame, part_of(frame))

    def _strike_all(self, state: FortressState, frame: PlayCard, space: int, log: Log) -> None:
        """All units there are destroyed; those that retreat wait until all spaces are chosen."""
        part = part_of(frame)
        frame.used = (*frame.used, space)
        stack = victims(state, part, space)
        force = invader_in(state, space)
        if part.do == "retreat" or not any(stack):
            return
        bury(state, force, space, stack)
        log.append(destroyed(force, stack, space, CARDS[frame.card].title))

    def _airlift(
        self,
        state: FortressState,
        frame: PlayCard,
        stack: Stack,
        source: int,
        target: int,
        log: Log,
    ) -> None:
        frame.lift = (source, target)
        frame.used = (source, target)
        take(state, USA, source, stack)
        add(state, USA, target, stack)
        log.append(
            Moved(
                force=FORCES[USA],
                units=stack_text(stack),
                source=place_id(source),
                target=place_id(target),
                how="airlifts",
            )
        )
        seize(state, target, log)
