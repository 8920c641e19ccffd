"""What happens in a game of the family, as people read it and clients draw it."""

from __future__ import annotations

import msgspec

from sandtable.table import Event


class Shot(msgspec.Struct, frozen=True):
    """Some equal dice of one kind of unit: what they needed and what they showed."""

    power: str
    unit: str
    needed: int
    faces: tuple[int, ...]
    hits: int


class TurnBegan(Event, frozen=True):
    power: str
    round: int

    def __str__(self) -> str:
        return f"Round {self.round}: {self.power}'s turn"


class PhaseBegan(Event, frozen=True):
    power: str
    phase: str

    def __str__(self) -> str:
        return f"{self.power}: {self.phase}"


class PhasePassed(Event, frozen=True):
    """A phase in which there is nothing to do is over without being asked for."""

    noted = True
    power: str
    phase: str
    why: str

    def __str__(self) -> str:
        return f"{self.power}: {self.phase} passes, {self.why}"


class Bought(Event, frozen=True):
    power: str
    what: str
    cost: int
    currency: str

    def __str__(self) -> str:
        return f"{self.power} buys {self.what} for {self.cost} {self.currency}"


class Repaired(Event, frozen=True):
    power: str
    space: str
    markers: int
    cost: int
    currency: str

    def __str__(self) -> str:
        price = f"{self.cost} {self.currency}"
        return f"{self.power} repairs {self.markers} damage in {self.space} for {price}"


class ResearchRolled(Event, frozen=True):
    power: str
    faces: tuple[int, ...]
    success: bool

    def __str__(self) -> str:
        dice = " ".join(map(str, self.faces))
        return (
            f"{self.power} researches: {dice} — {'a breakthrough' if self.success else 'nothing'}"
        )


class Advanced(Event, frozen=True):
    power: str
    tech: str

    def __str__(self) -> str:
        return f"{self.power} gains {self.tech}"


class Moved(Event, frozen=True):
    power: str
    what: str
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.power}: {self.what} {' > '.join(self.route)}"


class Loaded(Event, frozen=True):
    power: str
    what: str
    space: str
    zone: str

    def __str__(self) -> str:
        return f"{self.power}: {self.what} board in {self.zone} from {self.space}"


class WentAshore(Event, frozen=True):
    power: str
    what: str
    zone: str
    space: str
    assault: bool

    def __str__(self) -> str:
        verb = "are to storm" if self.assault else "go ashore in"
        return f"{self.power}: {self.what} {verb} {self.space} from {self.zone}"


class Captured(Event, frozen=True):
    """``power`` took it, ``owner`` has it now: another power when it was liberated."""

    space: str
    power: str
    owner: str
    loser: str

    def __str__(self) -> str:
        if self.owner == self.power:
            return f"{self.power} takes {self.space} from {self.loser}"
        return f"{self.power} liberates {self.space} for {self.owner}"


class Returned(Event, frozen=True):
    space: str
    owner: str

    def __str__(self) -> str:
        return f"{self.space} returns to {self.owner}"


class Looted(Event, frozen=True):
    power: str
    loser: str
    amount: int
    currency: str

    def __str__(self) -> str:
        return f"{self.power} seizes {self.amount} {self.currency} of {self.loser}"


class BattleBegan(Event, frozen=True):
    space: str
    power: str
    kind: str

    def __str__(self) -> str:
        return f"{self.power}: {self.kind} in {self.space}"


class Fired(Event, frozen=True):
    """Dice of one side in a battle, a raid, a bombardment or anti-aircraft fire."""

    space: str
    what: str
    shots: tuple[Shot, ...]

    @property
    def hits(self) -> int:
        return sum(shot.hits for shot in self.shots)

    def __str__(self) -> str:
        parts = ", ".join(
            f"{len(s.faces)} {s.unit} at {s.needed}: {' '.join(map(str, s.faces))}"
            for s in self.shots
        )
        return f"{self.space}, {self.what}: {parts} — {self.hits} hits"


class Lost(Event, frozen=True):
    power: str
    what: str
    space: str
    damaged: bool = False

    def __str__(self) -> str:
        verb = "is damaged" if self.damaged else "lost"
        return f"{self.power}: {self.what} {verb} in {self.space}"


class Submerged(Event, frozen=True):
    power: str
    count: int
    space: str

    def __str__(self) -> str:
        return f"{self.power}: {self.count} submarines submerge in {self.space}"


class Retreated(Event, frozen=True):
    power: str
    space: str
    goal: str

    def __str__(self) -> str:
        where = f" to {self.goal}" if self.goal else ""
        return f"{self.power} retreats from {self.space}{where}"


class BattleEnded(Event, frozen=True):
    space: str
    winner: str

    def __str__(self) -> str:
        return f"The battle in {self.space} is over: {self.winner}"


class Bombed(Event, frozen=True):
    power: str
    space: str
    faces: tuple[int, ...]
    damage: int
    rocket: bool = False

    def __str__(self) -> str:
        dice = " ".join(map(str, self.faces))
        how = "a rocket" if self.rocket else "bombs"
        return f"{self.power}: {how} on {self.space}: {dice} — {self.damage} damage"


class Placed(Event, frozen=True):
    power: str
    what: str
    space: str

    def __str__(self) -> str:
        return f"{self.power} places {self.what} in {self.space}"


class Received(Event, frozen=True):
    """Units a power gets for nothing."""

    power: str
    what: str

    def __str__(self) -> str:
        return f"{self.power} receives {self.what}"


class Collected(Event, frozen=True):
    """``bonuses`` lists the objectives that paid, ``bonds`` the war bond dice.

    ``extra`` is what the table has granted the side beforehand.
    """

    power: str
    income: int
    currency: str
    bonuses: tuple[tuple[int, str], ...] = ()
    bonds: int = 0
    extra: int = 0

    def __str__(self) -> str:
        extra = sum(amount for amount, _ in self.bonuses)
        parts = [f"{self.power} collects {self.income} {self.currency}"]
        if extra:
            parts.append(f"{extra} for objectives")
        if self.bonds:
            parts.append(f"{self.bonds} from war bonds")
        if self.extra:
            parts.append(f"{self.extra} as its side's advantage")
        return ", ".join(parts)


class Ordered(Event, frozen=True):
    """A standing order; only its own seat sees it."""

    topic: str
    what: str

    def __str__(self) -> str:
        return f"Standing order on {self.topic}: {self.what}"


class WarBegan(Event, frozen=True):
    power: str
    target: str

    def __str__(self) -> str:
        return f"{self.power} and {self.target} are at war"


class Won(Event, frozen=True):
    side: str
    cities: int

    def __str__(self) -> str:
        return f"The {self.side} win with {self.cities} victory cities"
