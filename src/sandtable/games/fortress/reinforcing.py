"""Action 1: the invaders' waves, the US laser, and drawing Partisan cards."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Chance, Log, Refusal

from .acts import End, Place, PutLaser
from .base import FortressStep, ask, pop, push, refuse, wrong
from .board import CITIES, IS_CITY, ZONES
from .cards import CARDS
from .events import CardDrawn, DeckRenewed, LaserPlaced, counted, place_id, place_name, placed
from .field import add, room
from .pieces import ALL_KINDS, GAME, KINDS, USA, minus, one
from .state import DrawCards, FortressState, PlaceLaser, PlayCard, Reinforce


def wave_size(state: FortressState, force: int) -> int:
    """FA-061, FA-914: the schedule, or as much as reserve and zones allow."""
    slow = state.settings.slow_reinforcement
    due = int(GAME["slow_reinforcement" if slow else "reinforcement"])
    space = sum(room(state, force, zone) for zone in ZONES[force])
    return min(due, sum(state.reserve[force]), space)


class ReinforceStep(FortressStep[Reinforce]):
    frame = Reinforce

    def go(self, state: FortressState, frame: Reinforce, log: Log) -> Ask | None:
        if frame.left == 0:
            pop(state)
            return None
        most = counted(frame.left, "more unit")
        prompt = f"You may bring in {most} in your invasion zones."
        return ask(frame.force, "reinforcement", prompt, count=str(frame.left))

    def actions(self, state: FortressState, frame: Reinforce, seat: str) -> Iterator[Action]:
        reserve = state.reserve[frame.force]
        for zone in ZONES[frame.force]:
            if room(state, frame.force, zone) > 0:
                yield from (Place(one(kind), zone) for kind in ALL_KINDS if reserve[kind])
        yield End()

    def check(
        self, state: FortressState, frame: Reinforce, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, End):  # FA-259
            return None
        if not isinstance(action, Place):
            return wrong(action, "place reinforcements")
        if action.space not in ZONES[frame.force]:
            return refuse("not-own-zone", "FA-063", "reinforcements enter in own zones only")
        if sum(action.stack) > frame.left:
            return refuse("too-many", "FA-061", f"only {frame.left} more may come in this turn")
        reserve = state.reserve[frame.force]
        for kind in ALL_KINDS:
            if action.stack[kind] > reserve[kind]:
                text = f"the reserve has only {reserve[kind]} {KINDS[kind]}"
                return refuse("not-in-reserve", "FA-062", text)
        if sum(action.stack) > room(state, frame.force, action.space):
            return refuse("full", "FA-063", f"{place_name(action.space)} holds five units at most")
        return None

    def play(
        self, state: FortressState, frame: Reinforce, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, End):
            frame.left = 0
            return
        assert isinstance(action, Place)
        state.reserve[frame.force] = minus(state.reserve[frame.force], action.stack)
        add(state, frame.force, action.space, action.stack)
        frame.left -= sum(action.stack)
        log.append(placed(frame.force, action.stack, action.space))


def laser_sites(state: FortressState) -> list[int]:
    """FA-069, FA-070."""
    return [c for c in CITIES if state.control[c] == USA and c not in state.lasers]


class PlaceLaserStep(FortressStep[PlaceLaser]):
    frame = PlaceLaser

    def go(self, state: FortressState, frame: PlaceLaser, log: Log) -> Ask | None:
        if state.laser_stock and laser_sites(state):
            return ask(USA, "laser", "Place a laser in one of your cities.")
        pop(state)
        return None

    def actions(self, state: FortressState, frame: PlaceLaser, seat: str) -> Iterator[Action]:
        return (PutLaser(city) for city in laser_sites(state))

    def check(
        self, state: FortressState, frame: PlaceLaser, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, PutLaser):
            return wrong(action, "place a laser")
        name = place_name(action.space)
        if not IS_CITY[action.space] or state.control[action.space] != USA:
            return refuse("not-us-city", "FA-069", f"{name} is no city under US control")
        if action.space in state.lasers:
            return refuse("two-lasers", "FA-070", f"{name} has a laser already")
        return None

    def play(
        self, state: FortressState, frame: PlaceLaser, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, PutLaser)
        state.lasers.append(action.space)
        state.laser_stock -= 1
        log.append(LaserPlaced(space=place_id(action.space)))
        pop(state)


def drawable(state: FortressState) -> int:
    """Cards of the deck that are not held as bonus cards."""
    return len(state.deck) - (state.bonus - len(state.aside))


def renew(state: FortressState, log: Log) -> None:
    """FA-916: the discards become the deck; what was left of the old one is held."""
    state.aside += state.deck
    state.deck = sorted(state.discard)
    state.discard = []
    log.append(DeckRenewed())


def lay_bonus(state: FortressState, number: int, log: Log) -> None:
    """FA-231: cards are laid face down; which they are is settled when they are played."""
    for _ in range(number):
        if drawable(state) <= 0:
            renew(state, log)
        if drawable(state) > 0:
            state.bonus += 1


class DrawCardsStep(FortressStep[DrawCards]):
    """Two new cards, then the bonus cards (FA-071, FA-088, FA-915), one at a time (FA-072)."""

    frame = DrawCards

    def _due(self, frame: DrawCards) -> bool:
        return frame.drawn < int(GAME["cards_per_turn"])

    def go(self, state: FortressState, frame: DrawCards, log: Log) -> Ask | None:
        if self._due(frame):
            if drawable(state) <= 0:
                renew(state, log)
            if drawable(state) > 0:
                return Chance((len(state.deck),), "partisan card")
            frame.drawn = int(GAME["cards_per_turn"])
        if state.bonus:
            return Chance((len(state.aside or state.deck),), "bonus card")
        pop(state)
        return None

    def rolled(
        self, state: FortressState, frame: DrawCards, faces: tuple[int, ...], log: Log
    ) -> None:
        bonus = not self._due(frame)
        pile = state.aside if bonus and state.aside else state.deck
        card = pile.pop(faces[0] - 1)
        if bonus:
            state.bonus -= 1
        else:
            frame.drawn += 1
        log.append(CardDrawn(card=CARDS[card].id, title=CARDS[card].title, bonus=bonus))
        push(state, PlayCard(card))
