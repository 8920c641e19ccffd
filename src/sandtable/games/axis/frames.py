"""Where a game of the family can stand: one frame for each step of the rules."""

from __future__ import annotations

from typing import TypeAlias

from sandtable.table import Frame


class Turn(Frame):
    """A power's turn, or a part of it; ``phase`` counts the phases already begun."""

    power: int
    phase: int = 0
    stop: int = 0
    """Before this phase it is somebody else's, or the turn is over."""


class Research(Frame):
    """``stage``: buy tokens, roll for them, choose a chart, roll on it."""

    power: int
    stage: str = "buy"
    chart: int = 0


class Purchase(Frame):
    """``repaired``: damage removed so far by its price (points for one IPC), for rounding."""

    power: int
    repaired: tuple[tuple[int, int], ...] = ()
    purse: int = -1
    """Which purse of a power with several pays; -1: its own."""


class CombatMove(Frame):
    power: int


class ConductCombat(Frame):
    """``stage`` of the row (empty: the first). The rest is what has been done."""

    power: int
    stage: str = ""
    fought: tuple[int, ...] = ()
    """Spaces where a battle was fought this turn."""
    troubled: tuple[int, ...] = ()
    """Zones where there was fighting before any battle: nobody bombards from there."""
    announced: tuple[int, ...] = ()
    """Sea zones whose submarines and transports the attacker has said he attacks."""
    skipped: tuple[int, ...] = ()
    """Sea zones with only submarines and transports that were left alone."""
    launched: tuple[tuple[int, int], ...] = ()
    """Rockets: (from, at)."""
    assault: int = -1
    """The coast whose sea combats and bombardments are under way."""
    bombarded: tuple[int, ...] = ()
    """Zones whose ships have had their chance to bombard that coast."""
    landing_hits: int = 0
    """What the bombardment of that coast has hit."""
    bombarding: int = 0
    """How many ships have fired at that coast."""
    fired: tuple[tuple[int, int, int], ...] = ()
    """Ships that have bombarded this turn: (zone, kind, count)."""
    skipped_rockets: bool = False


class React(Frame):
    """Other seats react to the attacks of ``power``: one reaction after the other."""

    power: int
    only: str = ""
    """The one reaction that is asked for (empty: all of the title's)."""
    place: int = 0
    done: tuple[int, ...] = ()
    """Powers that have finished their part of the reaction under way."""
    notes: tuple[tuple[int, ...], ...] = ()
    """What the reaction under way has to remember."""


class RaidRoll(Frame):
    """A strategic raid: anti-aircraft fire, then damage."""

    power: int
    space: int
    stage: str = "aa"
    target: int = -1
    """The kind of facility aimed at (-1: the first there is)."""
    party: tuple[tuple[int, int], ...] = ()
    """The bombers that aim at it: (kind, count); empty: all there are."""
    hits: int = 0
    """Bombers shot down that the attacker has still to choose."""


class RocketRoll(Frame):
    """``target`` is a space, ``kind`` the facility aimed at (-1: the first there is)."""

    power: int
    space: int
    target: int
    kind: int = -1


class Bombard(Frame):
    """Ships of one zone may fire at a coast before a landing."""

    power: int
    zone: int
    space: int
    limit: int
    dice: tuple[tuple[int, int], ...] = ()
    """(kind, count) that fire, once chosen."""


class Battle(Frame):
    """One battle, round by round. ``stage`` says what comes next (empty: the first)."""

    power: int
    space: int
    sea: bool
    round: int = 0
    stage: str = ""
    row: str = ""
    """Which row of stages it follows (empty: that of a battle on land or at sea)."""
    origins: tuple[int, ...] = ()
    """Where attacking land units or ships came from."""
    dead: tuple[tuple[int, int, int], ...] = ()
    """Defending casualties that still fire this round: (owner, kind, count)."""
    destroyers: tuple[bool, bool] = (False, False)
    """Whether attacker and defender had a destroyer when the round began."""
    struck: int = 0
    """Hits of the attacker's surprise strike, kept until the defender's is rolled."""
    hits: tuple[int, int, int] = (0, 0, 0)
    """The defenders' hits so far: by submarines, by aircraft, by others."""
    fired: tuple[int, ...] = ()
    """Defending powers that have rolled in this stage."""
    asked: tuple[int, ...] = ()
    """Powers that have decided about submerging this round."""
    bombardment: int = 0
    """Hits of the ships offshore, taken before the first round."""
    among: int = 0
    """Only who has one of these marks fights (0: all who are not marked as away)."""


class Casualties(Frame):
    """Hits to be taken by one side of the battle below."""

    attacker: bool
    hits: tuple[int, int, int]
    """By submarines, by aircraft, by others."""
    hunted: bool
    """Whether aircraft among those who fired may hit submarines."""
    still_fire: bool
    """Defenders hit in the ordinary way fire once more before they are removed."""
    air_only: bool = False
    """Only aircraft can be lost to these hits."""
    proposals: tuple[tuple[str, str], ...] = ()
    """What each defending player has proposed, as text."""
    disputed: bool = False


class Homeless(Frame):
    """Fighters that defended and lost their carrier look for a place; ``power`` attacked."""

    power: int


class NoncombatMove(Frame):
    powers: tuple[int, ...]


class Mobilize(Frame):
    """``used``: output spent at each factory; ``full``: see the China rules."""

    powers: tuple[int, ...]
    used: tuple[tuple[int, int], ...] = ()
    built: tuple[int, ...] = ()
    """Where new factories were placed this turn."""
    closed: tuple[int, ...] = ()
    """Where a title's own rule forbids placing this turn."""
    purse: int = -1
    """Which purse of a power with several has bought the units; -1: each power's own."""


class CollectIncome(Frame):
    power: int
    purse: int = -1


AxisFrame: TypeAlias = (
    Turn
    | Research
    | Purchase
    | CombatMove
    | ConductCombat
    | React
    | RaidRoll
    | RocketRoll
    | Bombard
    | Battle
    | Casualties
    | Homeless
    | NoncombatMove
    | Mobilize
    | CollectIncome
)
