"""The actions of the family, each with the text form that docs/notation.md describes."""

from __future__ import annotations

import msgspec

from sandtable.table import Action


class Units(msgspec.Struct, frozen=True):
    """Some units as a player names them: ``2 tank``, ``1 uk fighter``, ``1 transport[tank]``."""

    count: int
    kind: str
    owner: str = ""
    cargo: tuple[str, ...] = ()
    """What is aboard, sorted: ``infantry`` or ``usa infantry``."""

    def __str__(self) -> str:
        owner = f"{self.owner} " if self.owner else ""
        return f"{self.count} {owner}{self.kind}{written_cargo(self.cargo)}"


def written_cargo(cargo: tuple[str, ...]) -> str:
    return f"[{'+'.join(cargo)}]" if cargo else ""


def _listed(units: tuple[Units, ...]) -> str:
    return ", ".join(map(str, units))


class End(Action, frozen=True):
    """Done with this phase; who names it is sure to end no other."""

    phase: str = ""

    def __str__(self) -> str:
        return f"end {self.phase}".strip()


class BuyTokens(Action, frozen=True):
    count: int

    def __str__(self) -> str:
        return f"research {self.count}"


class ChooseChart(Action, frozen=True):
    chart: int

    def __str__(self) -> str:
        return f"chart {self.chart}"


class Buy(Action, frozen=True):
    units: tuple[Units, ...]

    def __str__(self) -> str:
        return f"buy {_listed(self.units)}"


class Repair(Action, frozen=True):
    """Damage markers to remove: (count, space, facility); empty: the only one there."""

    markers: tuple[tuple[int, str, str], ...]

    def __str__(self) -> str:
        return "repair " + ", ".join(
            f"{count} {unit} {space}" if unit else f"{count} {space}"
            for count, space, unit in self.markers
        )


class Move(Action, frozen=True):
    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"move {_listed(self.units)} {' > '.join(self.route)}"


class Raid(Action, frozen=True):
    """Bombers fly to bomb a factory."""

    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"raid {_listed(self.units)} {' > '.join(self.route)}"


class Drop(Action, frozen=True):
    """Bombers carry infantry, one each, and drop them."""

    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"drop {_listed(self.units)} {' > '.join(self.route)}"


class Load(Action, frozen=True):
    """Land units board a transport; ``onto`` says which when it matters."""

    units: tuple[Units, ...]
    land: str
    zone: str
    onto: Units | None = None

    def __str__(self) -> str:
        onto = f" onto {_one(self.onto)}" if self.onto else ""
        return f"load {_listed(self.units)} {self.land} > {self.zone}{onto}"


class Land(Action, frozen=True):
    """Units aboard go ashore, or are to go ashore in an assault."""

    units: tuple[Units, ...]
    zone: str
    land: str
    out_of: Units | None = None

    def __str__(self) -> str:
        out_of = f" from {_one(self.out_of)}" if self.out_of else ""
        return f"land {_listed(self.units)} {self.zone} > {self.land}{out_of}"


def _one(units: Units) -> str:
    return str(units).removeprefix("1 ")


class Fight(Action, frozen=True):
    """Resolve this battle, raid or assault next."""

    space: str

    def __str__(self) -> str:
        return f"fight {self.space}"


class Ignore(Action, frozen=True):
    """Leave submarines and transports of this zone alone."""

    space: str

    def __str__(self) -> str:
        return f"ignore {self.space}"


class Launch(Action, frozen=True):
    """A rocket."""

    origin: str
    target: str

    def __str__(self) -> str:
        return f"rocket {self.origin} > {self.target}"


class Fire(Action, frozen=True):
    """Ships bombard a coast."""

    units: tuple[Units, ...]

    def __str__(self) -> str:
        return f"bombard {_listed(self.units)}"


class Hold(Action, frozen=True):
    """Do not use what is offered: no bombardment, nobody submerges."""

    def __str__(self) -> str:
        return "hold"


class Submerge(Action, frozen=True):
    units: tuple[Units, ...]

    def __str__(self) -> str:
        return f"submerge {_listed(self.units)}"


class Lose(Action, frozen=True):
    """Casualties: units lost, and two-hit ships that take a first hit."""

    units: tuple[Units, ...]
    damaged: tuple[Units, ...] = ()

    def __str__(self) -> str:
        parts = [str(units) for units in self.units]
        parts += [f"damage {units}" for units in self.damaged]
        return "lose " + ", ".join(parts)


class Continue(Action, frozen=True):
    """Fight another round."""

    def __str__(self) -> str:
        return "continue"


class Retreat(Action, frozen=True):
    """Break off; land units and ships go to ``space`` (empty when only aircraft leave)."""

    space: str = ""

    def __str__(self) -> str:
        return f"retreat {self.space}".strip()


class Fly(Action, frozen=True):
    """Fighters of a sunk carrier look for a place."""

    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"fly {_listed(self.units)} {' > '.join(self.route)}"


class Place(Action, frozen=True):
    """New units enter at a factory; ships (and fighters on decks) in a zone beside it."""

    units: tuple[Units, ...]
    space: str
    zone: str = ""

    def __str__(self) -> str:
        zone = f" > {self.zone}" if self.zone else ""
        return f"place {_listed(self.units)} {self.space}{zone}"


class Order(Action, frozen=True):
    """A standing order: ``losses``, ``submerge`` or ``retreat``, and what (empty: ask me)."""

    topic: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        joint = ", " if self.topic == "losses" else " "
        return f"order {self.topic} {joint.join(self.words) or 'ask'}"
