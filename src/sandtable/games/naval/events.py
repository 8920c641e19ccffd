"""What happens, for people to read. An event that only some may see names them in ``seats``."""

from __future__ import annotations

from typing import ClassVar

from sandtable.table import Event


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"


def flagged(seat: str, nation: str) -> str:
    """A seat with its nation beside it: ``p1 (Japan)``."""
    return f"{seat} ({nation})" if nation else seat


class OfSeat(Event, frozen=True, kw_only=True):
    """What a seat does; ``nation`` is the name of the one it sails for."""

    seat: str
    nation: str = ""

    @property
    def who(self) -> str:
        return flagged(self.seat, self.nation)


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


class FleetShown(OfSeat, frozen=True, kw_only=True):
    reveals: ClassVar[bool] = True
    ships: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.who} shows the fleet: {listed(self.ships)}"


class Placed(OfSeat, frozen=True, kw_only=True):
    lines: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"{self.who} has laid out the fleet: {' / '.join(map(listed, self.lines))}"


class CardsDrawn(OfSeat, frozen=True, kw_only=True):
    """How many; the cards themselves are in ``HandDrawn``, which only their owner sees."""

    count: int

    def __str__(self) -> str:
        return f"{self.who} draws {self.count} card{'s' if self.count != 1 else ''}"


class HandDrawn(Event, frozen=True):
    seat: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"You draw {listed(self.cards)}"


class Reshuffled(Event, frozen=True):
    count: int

    def __str__(self) -> str:
        return f"The discard pile is shuffled: a new draw pile of {self.count} cards"


class TurnBegan(OfSeat, frozen=True, kw_only=True):
    turn: int
    discarded: tuple[str, ...] = ()

    def __str__(self) -> str:
        leave = "leaves" if len(self.discarded) == 1 else "leave"
        gone = f"; {listed(self.discarded)} {leave} play" if self.discarded else ""
        return f"Turn {self.turn}: {self.who}{gone}"


class PreparedExpired(OfSeat, frozen=True, kw_only=True):
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"At the end of the turn {self.who} discards {listed(self.cards)}"


class ShipMoved(OfSeat, frozen=True, kw_only=True):
    ship: str
    line: int

    def __str__(self) -> str:
        return f"{self.who} moves {self.ship} to line {self.line}"


class SubmarineTurned(OfSeat, frozen=True, kw_only=True):
    ship: str
    active: bool

    def __str__(self) -> str:
        return f"{self.who} turns {self.ship} {'Active' if self.active else 'Passive'}"


class Retreated(OfSeat, frozen=True, kw_only=True):
    def __str__(self) -> str:
        return f"{self.who} retreats: no attacks by or on this fleet until the next turn"


class Repaired(OfSeat, frozen=True, kw_only=True):
    ship: str
    card: str

    def __str__(self) -> str:
        return f"{self.who} repairs {self.ship}: {self.card} is discarded"


class Reinforced(OfSeat, frozen=True, kw_only=True):
    card: str
    ships: tuple[str, ...]
    lost: int

    def __str__(self) -> str:
        lost = "1 point is" if self.lost == 1 else f"{self.lost} points are"
        rest = f" ({lost} lost)" if self.lost else ""
        join = "joins" if len(self.ships) == 1 else "join"
        return f"{self.who} plays {self.card}: {listed(self.ships)} {join} the fleet{rest}"


class CardPrepared(OfSeat, frozen=True, kw_only=True):
    card: str
    ship: str

    def __str__(self) -> str:
        return f"{self.ship} of {self.who} prepares {self.card}"


def goal(needed: int, torpedo: int) -> str:
    """What a die has to reach: ``5 needed``, or for a torpedo ``die + 3 against 5``."""
    return f"die + {torpedo} against {needed + torpedo}" if torpedo else f"{needed} needed"


class AttackDeclared(Event, frozen=True):
    seat: str
    number: int
    source: str
    ships: tuple[str, ...]
    target: str
    needed: int
    """On the die; 0 if the attack needs no roll."""
    torpedo: int = 0
    """The torpedo value of the ship card, which ``needed`` takes into account."""

    def __str__(self) -> str:
        by = " and ".join(self.ships) or "a base"
        roll = f", {goal(self.needed, self.torpedo)}" if self.needed or self.torpedo else ""
        card = f" with {self.source}" if self.source not in self.ships else ""
        return f"Attack {self.number}: {by}{card} at {self.target}{roll}"


class Surprised(OfSeat, frozen=True, kw_only=True):
    victim: str
    cards: tuple[str, ...]
    victim_nation: str = ""

    def __str__(self) -> str:
        victim = flagged(self.victim, self.victim_nation)
        return f"{self.who} surprises {victim}, who discards {listed(self.cards)}"


class AttackStopped(OfSeat, frozen=True, kw_only=True):
    number: int
    target: str
    by: str
    """A card, or ``air-cover`` or ``silent-running``."""
    cover: str = ""
    """The carrier that gave cover."""

    def __str__(self) -> str:
        by = self.by.replace("-", " ") if self.by in ("air-cover", "silent-running") else self.by
        of = f" of {self.cover}" if self.cover else ""
        return f"Attack {self.number} on {self.target} is stopped: {self.who}, {by}{of}"


class AttackRedirected(OfSeat, frozen=True, kw_only=True):
    number: int
    old: str
    new: str
    by: str
    needed: int
    torpedo: int = 0

    def __str__(self) -> str:
        roll = f", {goal(self.needed, self.torpedo)}" if self.needed or self.torpedo else ""
        return (
            f"{self.who} draws attack {self.number} with {self.by} "
            f"from {self.old} to {self.new}{roll}"
        )


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
        die = f"{self.face} + {self.bonus}" if self.bonus else str(self.face)
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
    torpedo: int = 0

    def __str__(self) -> str:
        outcome = "hits" if self.face + self.bonus >= self.needed else "misses"
        parts = [str(self.face), *(str(more) for more in (self.torpedo, self.bonus) if more)]
        against = f" against {self.needed + self.torpedo}"
        limit = against if self.torpedo else f", {self.needed} needed"
        return f"Attack {self.number} on {self.target}: rolls {' + '.join(parts)}{limit}, {outcome}"


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
    nation: str = ""
    """Of ``by``, who has sunk it."""
    total: int = 0
    """What the side of ``by`` has in this battle now, of the ``target`` that wins it."""
    target: int = 0

    def __str__(self) -> str:
        standing = f" and has {self.total} of {self.target} points" if self.target else ""
        return (
            f"{self.ship} is sunk: {flagged(self.by, self.nation)} scores {self.points}{standing}"
        )


class AttackIgnored(Event, frozen=True):
    number: int
    target: str

    def __str__(self) -> str:
        return f"Attack {self.number} is ignored: {self.target} is sunk already"


class LinesClosed(OfSeat, frozen=True, kw_only=True):
    def __str__(self) -> str:
        return f"The lines of {self.who} close up"


class Discarded(OfSeat, frozen=True, kw_only=True):
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.who} discards {listed(self.cards)}"


class BattleOver(Event, frozen=True):
    battle: int
    totals: dict[str, int]

    def __str__(self) -> str:
        totals = ", ".join(f"{seat} {points}" for seat, points in self.totals.items())
        return f"Battle {self.battle} is over; totals: {totals}"


class GameOver(Event, frozen=True):
    winners: tuple[str, ...]
    reason: str
    nations: tuple[str, ...] = ()
    """The winners' nations, in the same order."""

    def __str__(self) -> str:
        names = self.winners
        if self.nations:
            names = tuple(map(flagged, self.winners, self.nations))
        return f"{' and '.join(names)}: {self.reason}"
