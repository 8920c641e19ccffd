"""Actions that only the 1940 titles know: what defenders do before battles, and raiders' aims."""

from __future__ import annotations

from sandtable.games.axis.actions import Units
from sandtable.games.axis.notation import VERBS, Reader, Verb, arrow
from sandtable.table import Action


def _listed(units: tuple[Units, ...]) -> str:
    return ", ".join(map(str, units))


class Scramble(Action, frozen=True):
    """Aircraft of a base rise into a sea zone beside it."""

    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"scramble {_listed(self.units)} {' > '.join(self.route)}"


class Recall(Action, frozen=True):
    """Who holds a base takes back aircraft beyond those it can send."""

    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"recall {_listed(self.units)} {' > '.join(self.route)}"


class Intercept(Action, frozen=True):
    """Fighters rise against raiders over their own territory."""

    units: tuple[Units, ...]
    space: str

    def __str__(self) -> str:
        return f"intercept {_listed(self.units)} {self.space}"


class Dive(Action, frozen=True):
    """So many kamikaze attacks on one ship, which none has been aimed at before."""

    count: int
    ship: Units
    damaged: bool
    zone: str

    def __str__(self) -> str:
        damaged = "damaged " if self.damaged else ""
        return f"kamikaze {self.count} {damaged}{str(self.ship).removeprefix('1 ')} {self.zone}"


class Aim(Action, frozen=True):
    """Some of the bombers over a territory take one of its facilities as their target."""

    units: tuple[Units, ...]
    facility: str

    def __str__(self) -> str:
        return f"bomb {_listed(self.units)} {self.facility}"


class AskPassage(Action, frozen=True):
    """Ask who holds a canal or strait to let ships through it."""

    route: tuple[str, str]

    def __str__(self) -> str:
        return f"ask {' > '.join(self.route)}"


class Allow(Action, frozen=True):
    def __str__(self) -> str:
        return "allow"


class Deny(Action, frozen=True):
    def __str__(self) -> str:
        return "deny"


class Upgrade(Action, frozen=True):
    """A complex is to become the next bigger one."""

    space: str

    def __str__(self) -> str:
        return f"upgrade {self.space}"


def _kamikaze(r: Reader) -> Action:
    count = r.number()
    damaged = r.took("damaged")
    return Dive(count, r.unit(), damaged, r.space())


VERBS_1940: dict[str, Verb] = {
    **VERBS,
    "scramble": lambda r: Scramble(r.units(), r.route()),
    "recall": lambda r: Recall(r.units(), r.route()),
    "intercept": lambda r: Intercept(r.units(), r.space()),
    "kamikaze": _kamikaze,
    "ask": lambda r: AskPassage(arrow(r)),
    "allow": lambda r: Allow(),
    "deny": lambda r: Deny(),
    "upgrade": lambda r: Upgrade(r.space()),
    "bomb": lambda r: Aim(r.units(), r.notation.kind(r.take("a facility"))),
}
