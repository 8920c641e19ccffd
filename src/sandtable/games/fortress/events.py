"""What happened, for people and clients: one line each."""

from __future__ import annotations

from sandtable.table import Event

from .board import INDEX, IS_CITY, SPACES
from .field import invader_cities
from .pieces import CLASS_NAMES, FORCES, Stack, stack_text
from .state import FortressState


def place_name(space: int) -> str:
    return SPACES[space].name


def place_id(space: int) -> str:
    """What an event holds: its sentence names the place, a client does so in its own words."""
    return SPACES[space].id


def named(space: str) -> str:
    """The name behind an event's id of a place."""
    return place_name(INDEX[space])


def force_name(force: int) -> str:
    names = ("The Western invader", "The Southern invader", "The Eastern invader", "The US")
    return names[force]


def _inside(force: str) -> str:
    """A force's name inside a sentence: the US."""
    name = force_name(FORCES.index(force))
    return name[:1].lower() + name[1:]


def counted(number: int, thing: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def sentence(text: str) -> str:
    """With its full stop, and only one after Washington D.C."""
    return text if text.endswith(".") else f"{text}."


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
        name = force_name(FORCES.index(self.force))
        return sentence(f"{name} places {self.units} in {named(self.space)}")


class LaserPlaced(Event, frozen=True, kw_only=True):
    space: str

    def __str__(self) -> str:
        return sentence(f"A laser goes into {named(self.space)}")


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
        cards = counted(self.cards, "bonus card")
        return f"The US lays {cards} face down for its next turn."


class BattleDeclared(Event, frozen=True, kw_only=True):
    force: str
    space: str

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        return sentence(f"{name} declares battle in {named(self.space)}")


class Moved(Event, frozen=True, kw_only=True):
    force: str
    units: str
    source: str
    target: str
    how: str = "moves"

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        way = f"from {named(self.source)} to {named(self.target)}"
        return sentence(f"{name} {self.how} {self.units} {way}")


class MarkerLost(Event, frozen=True, kw_only=True):
    space: str

    def __str__(self) -> str:
        return f"No unit can get at {named(self.space)} any more: its battle marker is taken back."


class LaserFired(Event, frozen=True, kw_only=True):
    unit: str
    space: str
    face: int
    hit: bool
    needed: int = 5

    def __str__(self) -> str:
        end = "it is destroyed" if self.hit else "a miss"
        return (
            f"A laser fires at the {self.unit} in {named(self.space)}, "
            f"{self.needed} or more needed, and rolls {self.face}: {end}."
        )


class BattleBegan(Event, frozen=True, kw_only=True):
    space: str
    attacker: str
    defender: str

    def __str__(self) -> str:
        attack = f"{_inside(self.attacker)} attacks {_inside(self.defender)}"
        return f"Battle of {named(self.space)}: {attack}."


class Threw(Event, frozen=True, kw_only=True):
    force: str
    unit_class: int
    space: str
    faces: tuple[int, ...]
    hits: int
    ones: int
    needed: int = 5
    """The lowest face that destroys; a 1 throws back."""

    def __str__(self) -> str:
        rolled = " ".join(map(str, self.faces))
        who = CLASS_NAMES[self.unit_class]
        name = force_name(FORCES.index(self.force))
        results = ((self.hits, "destroyed"), (self.ones, "thrown back"))
        outcome = ", ".join(f"{number} {what}" for number, what in results if number)
        return f"{name}'s {who} need {self.needed} or more, roll {rolled}: {outcome or 'no hit'}."


class Destroyed(Event, frozen=True, kw_only=True):
    force: str
    units: str
    space: str
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        name = force_name(FORCES.index(self.force))
        return sentence(f"{name} loses {self.units} in {named(self.space)}{why}")


class Disengaged(Event, frozen=True, kw_only=True):
    force: str
    unit: str
    space: str

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        return f"{name}'s {self.unit} in {named(self.space)} is disengaged."


class BattleOver(Event, frozen=True, kw_only=True):
    space: str
    won: bool
    barred: bool = False

    def __str__(self) -> str:
        if self.barred:
            return f"{named(self.space)} was emptied by bombers alone: nobody may enter it."
        return sentence(
            f"The attacker has {'won' if self.won else 'lost'} the battle of {named(self.space)}"
        )


class LaserTaken(Event, frozen=True, kw_only=True):
    force: str
    space: str

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        return sentence(f"{name} takes the laser of {named(self.space)}")


class ControlChanged(Event, frozen=True, kw_only=True):
    force: str
    space: str
    cities: int = 0
    """Of a city: how many the invaders hold now."""
    target: int = 0
    """Of a city: how many they need; 0 for all other land."""

    def __str__(self) -> str:
        name = force_name(FORCES.index(self.force))
        text = f"{name} now controls {named(self.space)}"
        if not self.target:
            return sentence(text)
        return f"{text}; the invaders hold {self.cities} of the {self.target} cities they need."


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
        names = [_inside(force) for force in self.winners]
        who = "Winner" if len(names) == 1 else "Winners"
        return f"The game is over: {self.reason}. {who}: {', '.join(names)}."


def control_changed(state: FortressState, force: int, space: int) -> ControlChanged:
    """With the running count of cities if it is one; call it when control has changed."""
    city = IS_CITY[space]
    return ControlChanged(
        force=FORCES[force],
        space=place_id(space),
        cities=invader_cities(state) if city else 0,
        target=state.settings.city_target if city else 0,
    )


def placed(force: int, stack: Stack, space: int) -> Placed:
    return Placed(force=FORCES[force], units=stack_text(stack), space=place_id(space))


def destroyed(force: int, stack: Stack, space: int, why: str = "") -> Destroyed:
    return Destroyed(force=FORCES[force], units=stack_text(stack), space=place_id(space), why=why)
