"""What happens, for people to read. An event that only some may see names them in ``seats``."""

from __future__ import annotations

from typing import ClassVar

from sandtable.table import Event


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"


class Chose(Event, frozen=True):
    """A seat has made a secret choice; what it is stays hidden."""

    seat: str
    what: str

    def __str__(self) -> str:
        return f"{self.seat} has chosen a {self.what}"


class NationsShown(Event, frozen=True):
    reveals: ClassVar[bool] = True
    picks: dict[str, str]

    def __str__(self) -> str:
        chosen = ", ".join(f"{seat} {nation}" for seat, nation in self.picks.items())
        return f"The nations chosen: {chosen}"


class NationRolled(Event, frozen=True):
    nation: str
    rolls: dict[str, int]
    winner: str

    def __str__(self) -> str:
        rolls = ", ".join(f"{seat} rolls {face}" for seat, face in self.rolls.items())
        outcome = f"{self.winner} takes it" if self.winner else "a tie, roll again"
        return f"{self.nation} is wanted by several: {rolls}; {outcome}"


class FirstPlayerRolled(Event, frozen=True):
    rolls: dict[str, int]
    winner: str

    def __str__(self) -> str:
        rolls = ", ".join(f"{seat} {face}" for seat, face in self.rolls.items())
        outcome = f"{self.winner} is first player" if self.winner else "a tie, roll again"
        return f"Roll for first player: {rolls}; {outcome}"


class FleetShown(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: str
    ships: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.seat} shows the fleet: {listed(self.ships)}"


class Placed(Event, frozen=True):
    seat: str
    lines: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"{self.seat} has laid out the fleet: {' / '.join(map(listed, self.lines))}"


class CardsDrawn(Event, frozen=True):
    """How many; the cards themselves are in ``HandDrawn``, which only their owner sees."""

    seat: str
    count: int

    def __str__(self) -> str:
        return f"{self.seat} draws {self.count} card{'s' if self.count != 1 else ''}"


class HandDrawn(Event, frozen=True):
    seat: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"You draw {listed(self.cards)}"


class Reshuffled(Event, frozen=True):
    count: int

    def __str__(self) -> str:
        return f"The discard pile is shuffled: a new draw pile of {self.count} cards"


class TurnBegan(Event, frozen=True):
    seat: str
    turn: int
    discarded: tuple[str, ...] = ()

    def __str__(self) -> str:
        gone = f"; {listed(self.discarded)} leaves play" if self.discarded else ""
        return f"Turn {self.turn}: {self.seat}{gone}"


class PreparedExpired(Event, frozen=True):
    seat: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"At the end of the turn {self.seat} discards {listed(self.cards)}"


class ShipMoved(Event, frozen=True):
    seat: str
    ship: str
    line: int

    def __str__(self) -> str:
        return f"{self.seat} moves {self.ship} to line {self.line}"


class SubmarineTurned(Event, frozen=True):
    seat: str
    ship: str
    active: bool

    def __str__(self) -> str:
        return f"{self.seat} turns {self.ship} {'Active' if self.active else 'Passive'}"


class Retreated(Event, frozen=True):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} retreats: no attacks by or on this fleet until the next turn"


class Repaired(Event, frozen=True):
    seat: str
    ship: str
    card: str

    def __str__(self) -> str:
        return f"{self.seat} repairs {self.ship}: {self.card} is discarded"


class Reinforced(Event, frozen=True):
    seat: str
    card: str
    ships: tuple[str, ...]
    lost: int

    def __str__(self) -> str:
        lost = "1 point is" if self.lost == 1 else f"{self.lost} points are"
        rest = f" ({lost} lost)" if self.lost else ""
        return f"{self.seat} plays {self.card}: {listed(self.ships)} joins the fleet{rest}"


class CardPrepared(Event, frozen=True):
    seat: str
    card: str
    ship: str

    def __str__(self) -> str:
        return f"{self.ship} of {self.seat} prepares {self.card}"


class AttackDeclared(Event, frozen=True):
    seat: str
    number: int
    source: str
    ships: tuple[str, ...]
    target: str
    needed: int
    """On the die; 0 if the attack needs no roll."""

    def __str__(self) -> str:
        by = " and ".join(self.ships) or "a base"
        roll = f", {self.needed} needed" if self.needed else ""
        card = f" with {self.source}" if self.source not in self.ships else ""
        return f"Attack {self.number}: {by}{card} at {self.target}{roll}"


class Surprised(Event, frozen=True):
    seat: str
    victim: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.seat} surprises {self.victim}, who discards {listed(self.cards)}"


class AttackStopped(Event, frozen=True):
    number: int
    target: str
    by: str
    seat: str

    def __str__(self) -> str:
        return f"Attack {self.number} on {self.target} is stopped: {self.seat}, {self.by}"


class AttackRedirected(Event, frozen=True):
    number: int
    old: str
    new: str
    by: str
    needed: int

    def __str__(self) -> str:
        roll = f", {self.needed} needed" if self.needed else ""
        return f"{self.by} draws attack {self.number} from {self.old} to {self.new}{roll}"


class DefenceRolled(Event, frozen=True):
    """Air cover or silent running."""

    seat: str
    ship: str
    number: int
    face: int
    bonus: int
    needed: int

    def __str__(self) -> str:
        outcome = "succeeds" if self.face + self.bonus >= self.needed else "fails"
        die = f"{self.face}+{self.bonus}" if self.bonus else str(self.face)
        return (
            f"{self.ship} against attack {self.number}: rolls {die}, "
            f"{self.needed} needed, {outcome}"
        )


class AttackRolled(Event, frozen=True):
    number: int
    target: str
    face: int
    bonus: int
    """Planning cards; a torpedo value is in ``needed`` already."""
    needed: int

    def __str__(self) -> str:
        outcome = "hits" if self.face + self.bonus >= self.needed else "misses"
        die = f"{self.face}+{self.bonus}" if self.bonus else str(self.face)
        return (
            f"Attack {self.number} on {self.target}: rolls {die}, {self.needed} needed, {outcome}"
        )


class Damaged(Event, frozen=True):
    number: int
    ship: str
    card: str
    damage: int
    total: int
    hull: int

    def __str__(self) -> str:
        return f"{self.ship} takes {self.damage} damage ({self.total} of {self.hull})"


class Sunk(Event, frozen=True):
    number: int
    ship: str
    seat: str
    by: str
    points: int

    def __str__(self) -> str:
        return f"{self.ship} is sunk: {self.by} scores {self.points}"


class AttackIgnored(Event, frozen=True):
    number: int
    target: str

    def __str__(self) -> str:
        return f"Attack {self.number} is ignored: {self.target} is sunk already"


class LinesClosed(Event, frozen=True):
    seat: str

    def __str__(self) -> str:
        return f"The lines of {self.seat} close up"


class Discarded(Event, frozen=True):
    seat: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.seat} discards {listed(self.cards)}"


class BattleOver(Event, frozen=True):
    battle: int
    totals: dict[str, int]

    def __str__(self) -> str:
        totals = ", ".join(f"{seat} {points}" for seat, points in self.totals.items())
        return f"Battle {self.battle} is over; totals: {totals}"


class GameOver(Event, frozen=True):
    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return f"{' and '.join(self.winners)}: {self.reason}"
