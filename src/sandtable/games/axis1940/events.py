"""What players read about politics and neutrals."""

from __future__ import annotations

from sandtable.table import Event


class WarDeclared(Event, frozen=True):
    power: str
    target: str
    provoked: bool

    def __str__(self) -> str:
        return f"{self.power} declares war on {self.target}"


class Swayed(Event, frozen=True):
    """Neutrals favour a side from now on."""

    spaces: tuple[str, ...]
    leaning: str

    def __str__(self) -> str:
        return f"{', '.join(self.spaces)}: {self.leaning} from now on"


class Joined(Event, frozen=True):
    """A power gains control of land by moving in, with the army there."""

    space: str
    power: str
    units: int = 0

    def __str__(self) -> str:
        army = f" with {self.units} infantry" if self.units else ""
        return f"{self.space} joins {self.power}{army}"


class Grown(Event, frozen=True):
    space: str
    kind: str

    def __str__(self) -> str:
        return f"{self.space} has a {self.kind} now"


class LossesProposed(Event, frozen=True):
    """What one of several defenders wants all of them to lose."""

    seat: str
    what: str
    space: str

    def __str__(self) -> str:
        return f"{self.space}: {self.seat} proposes to {self.what}"
