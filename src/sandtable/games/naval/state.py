"""The state of a battle: plain data. What is hidden from whom is said in ``view.py``."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from sandtable.table import Frame, OptionValue, Result, State

UNKNOWN = "?"
"""Stands for a card that a seat may not know, in the states that bots get to see."""

Status: TypeAlias = Literal["live", "stopped", "done"]


class Afloat(msgspec.Struct, frozen=True):
    """A ship card in play. ``line`` is 0 for a submarine, which alone can be ``active``."""

    seat: str
    line: int
    active: bool = False
    damage: tuple[str, ...] = ()
    """The attack cards under it (NB-141)."""


class Prepared(msgspec.Struct, frozen=True):
    """A card laid down in the prepare phase; ``used`` in the present turn (NB-055)."""

    seat: str
    card: str
    ship: str
    used: bool = False


class Attack(msgspec.Struct, frozen=True):
    """One declared attack. ``source`` is the card played, or a carrier's id for its own raid.

    ``play`` counts the declarations: the raids of one card share it.
    """

    play: int
    effect: Literal["primary", "secondary", "torpedo", "depth-charge", "air-raid"]
    source: str
    ships: tuple[str, ...]
    target: str
    seat: str
    """Whose fleet is attacked."""
    silent: bool = False
    """Silent running has been rolled against it (NB-954)."""
    status: Status = "live"


# Where in the rules the game stands


class Nations(Frame):
    """Everybody chooses a nation; once ``revealed``, contested ones are rolled for."""

    revealed: bool = False


class Fleets(Frame):
    """Everybody chooses a fleet in secret."""


class FirstPlayer(Frame):
    """The roll for first player, by all or by those still ``tied``."""

    tied: tuple[str, ...] = ()


class Place(Frame):
    """A seat lays out its fleet."""

    seat: str


class Deal(Frame):
    """A seat is dealt its hand."""

    seat: str


class Reorganise(Frame):
    """Phase 1."""


class Prepare(Frame):
    """Phase 2."""


class Declare(Frame):
    """Phase 3A."""


class Defend(Frame):
    """Phase 3B: one fleet's defence. ``done`` are those who have finished (NB-943)."""

    seat: str
    done: tuple[str, ...] = ()


class CoverRoll(Frame):
    """A carrier's air cover is rolled."""

    attack: int
    ship: str
    bonus: int = 0


class SilentRoll(Frame):
    """A passive submarine's silent running is rolled."""

    attack: int
    bonus: int = 0


class Resolve(Frame):
    """Phase 3C, at attack ``number``; ``ready`` once Planning has been announced or waived."""

    number: int = 1
    ready: bool = False
    bonus: int = 0


class Discard(Frame):
    """Phase 4."""


class Draw(Frame):
    """Phase 5."""


FRAMES: tuple[type[Frame], ...] = (
    Nations,
    Fleets,
    FirstPlayer,
    Place,
    Deal,
    Reorganise,
    Prepare,
    Declare,
    Defend,
    CoverRoll,
    SilentRoll,
    Resolve,
    Discard,
    Draw,
)


class NavalState(State, kw_only=True):
    """Everything about a game. Hands and piles are kept sorted: their order means nothing."""

    flow: list[
        Nations
        | Fleets
        | FirstPlayer
        | Place
        | Deal
        | Reorganise
        | Prepare
        | Declare
        | Defend
        | CoverRoll
        | SilentRoll
        | Resolve
        | Discard
        | Draw
    ] = []
    seats: tuple[str, ...]
    teams: dict[str, str]
    """Seat to team; empty when everybody fights alone."""
    options: dict[str, OptionValue]

    battle: int = 1
    totals: dict[str, int]
    """Points of earlier battles (NB-153)."""
    nations: dict[str, str] = {}
    picks: dict[str, tuple[str, ...]] = {}
    """Secret until shown: a nation, later the ship cards of a fleet."""
    first: str = ""
    active: str = ""
    turn: int = 0
    """Turns begun in this battle."""
    quiet: int = 0
    """Turns since a ship card was last sunk."""

    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]]
    fleet: dict[str, Afloat] = {}
    reserve: dict[str, tuple[str, ...]]
    """Reinforcement piles; until a fleet is shown, all ship cards of the nation."""
    prizes: dict[str, tuple[str, ...]]

    prepared: list[Prepared] = []
    retreats: tuple[str, ...] = ()
    """Whose Retreat cards lie in play, one entry a card."""
    repairs: int = 0
    """Damage cards that may still be taken off by the Retreat just played."""
    used: tuple[str, ...] = ()
    """Armaments used this turn, as ``ship weapon``; carriers' raids and cover once for each."""
    drilled: tuple[str, ...] = ()
    """Ship cards that prepared this turn (NB-051)."""
    attacks: list[Attack] = []
    outcome: Result | None = None
