"""The state of a game and the frames of its flow: plain data."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sandtable.table import Frame, State

from .pieces import EMPTY, Stack


class Settings(msgspec.Struct, frozen=True):
    """The balancing options of chapter 4 (FA-245 to FA-251), as chosen before play."""

    slow_reinforcement: bool = False
    overflight: bool = True
    weak_partisans: bool = False
    bonus_cards: bool = True
    early_lasers: int = 0
    city_target: int = 18


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: the winning forces and why."""

    winners: tuple[int, ...]
    reason: str
    code: str = ""
    args: dict[str, str] = {}
    """The same for a client with other words."""


class RollNote(msgspec.Struct, frozen=True):
    """Dice thrown in the battle that goes on: who, which class, what."""

    force: int
    unit_class: int
    faces: tuple[int, ...]
    hits_from: int


class SetUpUS(Frame):
    """The US places two units in each city, then its early lasers if that option is on."""


class SetUpInvader(Frame):
    """An invader places its first wave."""

    force: int


class Turn(Frame):
    """A force's turn; ``next`` is the number of the action that comes next."""

    force: int
    next: int = 1


class Reinforce(Frame):
    """Action 1 of an invader: ``left`` units are still to come in."""

    force: int
    left: int


class PlaceLaser(Frame):
    """Action 1 of the US, first step."""


class DrawCards(Frame):
    """Action 1 of the US, second step: ``drawn`` of the two cards are done."""

    drawn: int = 0


class PlayCard(Frame):
    """A card being carried out: the part, what is left of it, where it has been so far."""

    card: int
    part: int = 0
    begun: bool = False
    left: Stack = EMPTY
    used: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    lift: tuple[int, int] = (-1, -1)
    did: bool = False


class Retreating(Frame):
    """Units that must leave a space; their owner picks where to, but for what is ``closed``."""

    force: int
    space: int
    stack: Stack
    closed: tuple[int, ...] = ()


class Declare(Frame):
    """Action 2."""

    force: int


class Moving(Frame):
    """Either movement; ``crowded`` is a space that holds a sixth unit for a moment, or -1."""

    force: int
    crowded: int = -1


class FirstMove(Moving):
    """Action 3."""


class Assign(Frame):
    """The end of Action 3: which unit goes into which battle (FA-928)."""

    force: int


class LaserFire(Frame):
    """Action 4: ``left`` lasers are still to fire; ``aim`` is the named unit (kind, space)."""

    left: int
    aim: tuple[int, int] = (-1, -1)


class Combat(Frame):
    """Action 5."""

    force: int


class Battle(Frame):
    """One battle. ``stage`` 0-2: the defender's air, vehicles, foot; 3-5: the attacker's."""

    force: int
    defender: int
    target: int
    stage: int = 0
    thrown: bool = False
    hits: int = 0
    ones: int = 0
    rolls: tuple[RollNote, ...] = ()


class SecondMove(Moving):
    """Action 6."""


AnyFrame: TypeAlias = (
    SetUpUS
    | SetUpInvader
    | Turn
    | Reinforce
    | PlaceLaser
    | DrawCards
    | PlayCard
    | Retreating
    | Declare
    | FirstMove
    | Assign
    | LaserFire
    | Combat
    | Battle
    | SecondMove
)


class FortressState(State, kw_only=True):
    """Everything on and beside the board. Spaces, forces and kinds are indices."""

    flow: list[AnyFrame] = []
    settings: Settings
    owners: tuple[int, ...]
    """Which player (0, 1, ...) runs each force."""
    round: int = 1
    last_round: bool = False
    outcome: Outcome | None = None

    units: list[Stack]
    """At ``force * N + space``."""
    control: list[int]
    reserve: list[Stack]
    """Units still to come; the US keeps its Partisan stock here."""
    lost: list[Stack]
    lasers: list[int] = []
    laser_stock: int
    taken: list[int]
    """Lasers each invader has taken."""

    deck: list[int]
    """Cards not yet seen, in no order: a draw picks one of them."""
    discard: list[int] = []
    bonus: int = 0
    """Bonus cards held face down; nobody knows which they are until they are played."""
    aside: list[int] = []
    """Cards that are among the held ones because the rest was shuffled anew (FA-916)."""

    declared: list[int] = []
    spent: dict[int, Stack] = {}
    """By space: units that have moved in this action, or may not."""
    disengaged: dict[int, Stack] = {}
    assigned: dict[int, Stack] = {}
    """At ``source * N + target``: who fights where."""
    fought: list[int] = []
    barred: list[int] = []
    """Emptied by bombers alone, so nobody may enter (FA-210)."""
    fired: list[int] = []
    clear_weather: bool = False
    conceding: list[int] = []

    @property
    def players(self) -> int:
        return len(set(self.owners))

    @property
    def active(self) -> int:
        """The force whose turn it is, or that sets up."""
        for frame in self.flow:
            if isinstance(frame, Turn | SetUpInvader):
                return frame.force
        return 3
