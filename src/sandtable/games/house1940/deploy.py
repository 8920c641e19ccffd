"""Phase IV: purchases and reserve enter the board at complexes and ports (HV-135 to HV-139)."""

from __future__ import annotations

from sandtable.games.axis import facilities
from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.mobilize import MobilizeStep
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import MOVED, AxisState, Facility, Piece
from sandtable.games.axis.units import Kind
from sandtable.table import Frame, Log, Refusal

from . import frames
from .buildings import COMPLEX, PORT, why_not_built
from .turn import build, held, new

RECRUITER = "china"
RECRUITS = ("infantry", "artillery")
"""What China raises without a complex, so many in each land (HV-949)."""
MOST_RECRUITS = 3


def opens_deploy(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """HV-011: without its capital a nation deploys nothing; what it bought waits."""
    if at.capital_lost(rules.world, state, power) or not state.pool[power]:
        return []
    return [frames.Deploy((power,))]


class DeployStep(MobilizeStep):
    """Nothing has to be placed (HV-920); what stays is the reserve (HV-948)."""

    frame = frames.Deploy
    prompt = "place new units and buildings, then end the phase"

    def check_one(
        self,
        state: AxisState,
        frame: family.Mobilize,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> Refusal | None:
        assert isinstance(frame, frames.Deploy)
        if state.pool_count(power, kind.index) < count:
            return self.refuse("place-none", unit=kind.id, power=self.power_name(power))
        if kind.building or kind.aa_hit:
            return self._check_building(state, power, kind, space, zone, count)
        if kind.domain == "sea":
            return self._check_ship(state, frame, power, space, zone, count)
        if zone is not None:
            return self.refuse("place-land", unit=kind.id, space=self.name(space))
        recruits = self._recruits_left(state, frame, power, kind, space)
        if recruits is None and not self._works(state, power, space, COMPLEX):
            return self._no_complex(state, power, space)
        left = self._complex_left(state, frame, power, space) + (recruits or 0)
        return (
            self.refuse("place-output", space=self.name(space), left=left) if count > left else None
        )

    def _check_building(
        self, state: AxisState, power: int, kind: Kind, space: int, zone: int | None, count: int
    ) -> Refusal | None:
        if self.world.is_sea[space] or zone is not None:
            return self.refuse("place-land", unit=kind.id, space=self.name(space))
        problem = why_not_built(self.world, state, power, kind, space, count)
        return None if problem is None else self.refuse(problem[0], **problem[1])

    def _check_ship(
        self,
        state: AxisState,
        frame: frames.Deploy,
        power: int,
        space: int,
        zone: int | None,
        count: int,
    ) -> Refusal | None:
        name = self.name(space)
        if zone is None:
            return self.refuse("place-sea", space=name)
        if not self._works(state, power, space, PORT):
            return self.refuse("place-port", space=name, power=self.power_name(power))
        if zone not in self.world.sea_near[space]:
            return self.refuse("place-zone", zone=self.name(zone), space=name)
        if at.is_hostile_zone(self.world, state, power, zone):
            return self.refuse("place-hostile", zone=self.name(zone))
        left = int(state.options["port_limit"]) - dict(frame.docked).get(space, 0)
        return self.refuse("place-docks", space=name, left=left) if count > left else None

    def _no_complex(self, state: AxisState, power: int, space: int) -> Refusal:
        """HV-831: a complex that is there may be too damaged to deploy anything."""
        found = facilities.find(state, space, self.world.kind[COMPLEX])
        if found and found.damage and held(state, power, space):
            return self.refuse("place-damaged", space=self.name(space))
        return self.refuse("place-factory", space=self.name(space), power=self.power_name(power))

    def _works(self, state: AxisState, power: int, space: int, unit: str) -> bool:
        """HV-946, HV-136: a building that the nation has possessed since its turn began."""
        facility = facilities.find(state, space, self.world.kind[unit])
        if facility is None or not held(state, power, space):
            return False
        if new(state, space, facility.kind):
            return False
        return (
            unit != COMPLEX or not facility.damage or bool(state.options["damaged_complex_works"])
        )

    def _complex_left(self, state: AxisState, frame: frames.Deploy, power: int, space: int) -> int:
        if not self._works(state, power, space, COMPLEX):
            return 0
        return int(state.options["complex_limit"]) - dict(frame.used).get(space, 0)

    def _recruits_left(
        self, state: AxisState, frame: frames.Deploy, power: int, kind: Kind, space: int
    ) -> int | None:
        """HV-949, HV-852: China's own lands give infantry and artillery by themselves."""
        most = self.recruits(state, power, kind, space)
        return most - dict(frame.recruited).get(space, 0) if most else None

    def recruits(self, state: AxisState, power: int, kind: Kind, space: int) -> int:
        """How many units of a kind a land raises in a round without a complex."""
        if kind.id not in RECRUITS or not state.options["china_recruits"]:
            return 0
        china = self.world.power[RECRUITER]
        if power != china or self.world.original[space] != china or not held(state, power, space):
            return 0
        return MOST_RECRUITS

    def _put(
        self,
        state: AxisState,
        frame: family.Mobilize,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> None:
        """HV-193: what is deployed is used for this round."""
        assert isinstance(frame, frames.Deploy)
        recruits = self._recruits_left(state, frame, power, kind, space) or 0
        state.pool_add(power, kind.index, -count)
        if kind.building:
            facilities.put(state, space, Facility(kind.index))
            build(state, space, kind.index, count)
            return
        if kind.domain == "sea":
            frame.docked = _more(frame.docked, space, count)
        elif kind.aa_hit:
            build(state, space, kind.index, count)
        else:
            # HV-852: recruits first, since they leave the complex to units of every kind.
            frame.recruited = _more(frame.recruited, space, min(recruits, count))
            frame.used = _more(frame.used, space, max(0, count - recruits))
        fresh = Piece(kind.index, power, marks=MOVED)
        state.add(space if zone is None else zone, fresh, count)

    def _still_to_place(
        self, state: AxisState, frame: family.Mobilize, seat: str
    ) -> Refusal | None:
        return None

    def places(self, state: AxisState, frame: family.Mobilize, power: int, kind: Kind) -> list[int]:
        return [space for space, owner in enumerate(state.owner) if owner == power]


def _more(
    counts: tuple[tuple[int, int], ...], space: int, count: int
) -> tuple[tuple[int, int], ...]:
    found = dict(counts)
    found[space] = found.get(space, 0) + count
    return tuple(sorted((s, n) for s, n in found.items() if n))
