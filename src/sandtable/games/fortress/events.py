"""What happened, for people and clients: one line each."""

from __future__ import annotations

from sandtable.table import Event

from .board import SPACES
from .pieces import CLASS_NAMES, FORCES, GAME, KINDS, Stack, stack_text


def place_name(space: int) -> str:
    return SPACES[space].name


def force_name(force: int) -> str:
    names = ("The Western invader", "The Southern invader", "The Eastern invader", "The US")
    return names[force]


class TurnBegan(Event, frozen=True, kw_only=True):
    force: str
    round: int
    last_round: bool = False

    def __str__(self) -> str:
        tail = " of the last round" if self.last_round else f", round {self.round}"
        return f"{force_name(FORCES.index(self.force))} begins its turn{tail}."


class Placed(Event, frozen=True, kw_only=True):
    force: str
    units: str
    space: str

    def __str__(self) -> str:
        return f"{force_name(FORCES.index(self.force))} places {self.units} in {self.space}."


class LaserPlaced(Event, frozen=True, kw_only=True):
    space: str

    def __str__(self) -> str:
        return f"A laser goes into {self.space}."


class CardDrawn(Event, frozen=True, kw_only=True):
    card: str
    title: str
    bonus: bool = False

    def __str__(self) -> str:
        return f"The US turns up {'a bonus card' if self.bonus else 'a card'}: {self.title}."


class CardDone(Event, frozen=True, kw_only=True):
    card: str
    title: str
    idle: bool = False

    def __str__(self) -> str:
        done = "can do nothing and is discarded" if self.idle else "has been carried out"
        return f"{self.title} {done}."


class DeckRenewed(Event, frozen=True, kw_only=True):
    def __str__(self) -> str:
        return "The Partisan deck is empty: the discards are shuffled."


class BonusEarned(Event, frozen=True, kw_only=True):
    cards: int

    def __str__(self) -> str:
        return f"The US lays {self.cards} bonus card(s) face down for its next turn."


class BattleDeclared(Event, frozen=True, kw_only=True):
    force: str
    space: str

    def __str__(self) -> str:
        return f"{force_name(FORCES.index(self.force))} declares battle in {self.space}."


class Moved(Event, frozen=True, kw_only=True):
    force: str
    units: str
    source: str
    target: str
    how: str = "moves"

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        return f"{name} {self.how} {self.units} from {self.source} to {self.target}."


class MarkerLost(Event, frozen=True, kw_only=True):
    space: str

    def __str__(self) -> str:
        return f"No unit can get at {self.space} any more: its battle marker is taken back."


class LaserFired(Event, frozen=True, kw_only=True):
    unit: str
    space: str
    face: int
    hit: bool

    def __str__(self) -> str:
        end = "it is destroyed" if self.hit else "a miss"
        return f"A laser fires at the {self.unit} in {self.space} and rolls {self.face}: {end}."


class BattleBegan(Event, frozen=True, kw_only=True):
    space: str
    attacker: str
    defender: str

    def __str__(self) -> str:
        return f"Battle of {self.space}: {self.attacker} attacks {self.defender}."


class Threw(Event, frozen=True, kw_only=True):
    force: str
    unit_class: int
    space: str
    faces: tuple[int, ...]
    hits: int
    ones: int

    def __str__(self) -> str:
        rolled = " ".join(map(str, self.faces))
        who = CLASS_NAMES[self.unit_class]
        name = force_name(FORCES.index(self.force))
        return f"{name}'s {who} roll {rolled}: {self.hits} destroyed, {self.ones} thrown back."


class Destroyed(Event, frozen=True, kw_only=True):
    force: str
    units: str
    space: str
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"{force_name(FORCES.index(self.force))} loses {self.units} in {self.space}{why}."


class Disengaged(Event, frozen=True, kw_only=True):
    force: str
    unit: str
    space: str

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        return f"{name}'s {self.unit} in {self.space} is disengaged."


class BattleOver(Event, frozen=True, kw_only=True):
    space: str
    won: bool
    barred: bool = False

    def __str__(self) -> str:
        if self.barred:
            return f"{self.space} was emptied by bombers alone: nobody may enter it."
        return f"The attacker has {'won' if self.won else 'lost'} the battle of {self.space}."


class LaserTaken(Event, frozen=True, kw_only=True):
    force: str
    space: str

    def __str__(self) -> str:
        return f"{force_name(FORCES.index(self.force))} takes the laser of {self.space}."


class ControlChanged(Event, frozen=True, kw_only=True):
    force: str
    space: str

    def __str__(self) -> str:
        return f"{force_name(FORCES.index(self.force))} now controls {self.space}."


class Conceding(Event, frozen=True, kw_only=True):
    force: str
    willing: bool

    def __str__(self) -> str:
        would = "is ready to concede" if self.willing else "will not concede"
        return f"{force_name(FORCES.index(self.force))} {would}."


class LastRound(Event, frozen=True, kw_only=True):
    cities: int

    def __str__(self) -> str:
        return f"The invaders hold {self.cities} cities and have won; a last round names the first."


class GameOver(Event, frozen=True, kw_only=True):
    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return f"The game is over: {self.reason}. Winner: {', '.join(self.winners)}."


def placed(force: int, stack: Stack, space: int) -> Placed:
    return Placed(force=FORCES[force], units=stack_text(stack), space=place_name(space))


def destroyed(force: int, stack: Stack, space: int, why: str = "") -> Destroyed:
    return Destroyed(force=FORCES[force], units=stack_text(stack), space=place_name(space), why=why)


def unit_name(kind: int) -> str:
    return KINDS[kind]


FORCE_TITLES = tuple(GAME["forces"][force]["name"] for force in FORCES)
