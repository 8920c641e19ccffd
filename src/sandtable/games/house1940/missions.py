"""Phase II: raids and V-weapons, kamikaze, artillery, torpedo bombers, in this order (HV-974)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import End, Units
from sandtable.games.axis.events import Moved
from sandtable.games.axis.movement import cargo_label
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.phases import Opening, Phase
from sandtable.games.axis.plans import Plan, Shift, carry_out
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import HURT, MOVED, RAIDER, AxisState, Piece
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.units import Kind
from sandtable.table import Action, Ask, Frame, Log, Refusal

from .frames import Missions, Strike
from .journeys import set_out
from .movers import HouseMover
from .vweapons import Arsenal, Fire

RAIDS, KAMIKAZE, ARTILLERY, TORPEDOES = (
    "strategic-bombing",
    "kamikaze",
    "artillery",
    "torpedo-bombers",
)
DIVES = "japan"
"""HV-172: whose fighters fly kamikaze attacks."""


class Sortie(Action, frozen=True):
    """Units go on a mission: ``raid``, ``dive``, ``shell`` or ``torpedo``, and at what."""

    verb: str
    units: Units
    route: tuple[str, ...]
    target: Units | None = None
    damaged: bool = False
    """The ship aimed at has taken its first hit."""

    def __str__(self) -> str:
        text = f"{self.verb} {self.units} {' > '.join(self.route)}"
        if self.target is None:
            return text
        damaged = "damaged " if self.damaged else ""
        return f"{text} at {damaged}{str(self.target).removeprefix('1 ')}"


def read_sortie(verb: str, reader: Reader) -> Action:
    units, route = reader.unit(), reader.route()
    if not reader.took("at"):
        return Sortie(verb, units, route)
    damaged = reader.took("damaged")
    return Sortie(verb, units, route, reader.unit(), damaged)


class Mission:
    """One kind of mission: who flies it, at what, and how it begins."""

    verb: ClassVar[str]

    def __init__(self, step: MissionStep) -> None:
        self.step = step
        self.world = step.world
        self.refuse = step.refuse
        mover = step.axis.mover
        assert isinstance(mover, HouseMover)
        self.mover = mover

    def able(self, kind: Kind, power: int) -> bool:
        raise NotImplementedError

    def targets(self, state: AxisState, power: int, space: int) -> list[tuple[Units | None, bool]]:
        """What can be aimed at there, and whether it is a damaged ship."""
        raise NotImplementedError

    def why_not_reached(
        self, state: AxisState, piece: Piece, way: tuple[int, ...]
    ) -> Refusal | None:
        """HV-963: aircraft fly out and home again."""
        return self.mover.in_range(state, piece, way, there_and_back=True)

    def candidates(self, state: AxisState, power: int) -> Iterator[Action]:
        goals = [
            (space, self.targets(state, power, space)) for space in range(len(self.world.spaces))
        ]
        goals = [(space, found) for space, found in goals if found]
        for start in dict.fromkeys(space for space, _, _ in state.pieces(power)):
            for piece in self._fresh(state, power, start):
                units = Units(1, self.world.kinds[piece.kind].id)
                for goal, found in goals:
                    route = (self.step.name(start), self.step.name(goal))
                    for target, damaged in found:
                        yield Sortie(self.verb, units, route, target, damaged)

    def _fresh(self, state: AxisState, power: int, space: int) -> Iterator[Piece]:
        for piece, _ in state.units[space]:
            if piece.owner == power and not piece.marks & MOVED:
                if self.able(self.world.kinds[piece.kind], power):
                    yield piece

    def check(self, state: AxisState, power: int, action: Action) -> Refusal | None:
        if not isinstance(action, Sortie) or action.verb != self.verb:
            return self.step.wrong()
        world = self.world
        if not self.able(world.kinds[world.kind[action.units.kind]], power):
            return self.refuse(f"{self.verb}-kind", unit=action.units.kind)
        way = tuple(world.space[space] for space in action.route)
        found = self.mover.pick(state, way[0], action.units, (power,))
        if isinstance(found, Refusal):
            return found
        piece = self._party(state, power, action)
        if piece is None:
            return self.refuse("spent", unit=action.units.kind, space=action.route[0])
        refusal = self.why_not_reached(state, piece, way)
        if refusal is None and (action.target, action.damaged) not in self.targets(
            state, power, way[-1]
        ):
            what = str(action.target).removeprefix("1 ") if action.target else "unit"
            refusal = self.refuse(f"{self.verb}-target", target=what, goal=action.route[-1])
        return refusal

    def _party(self, state: AxisState, power: int, action: Sortie) -> Piece | None:
        """The units that are meant, if there are so many fresh ones."""
        kind, space = self.world.kind[action.units.kind], self.world.space[action.route[0]]
        return next(
            (
                piece
                for piece, count in state.units[space]
                if (piece.owner, piece.kind) == (power, kind)
                and not piece.marks & MOVED
                and count >= action.units.count
            ),
            None,
        )

    def play(self, state: AxisState, power: int, action: Action, log: Log) -> None:
        assert isinstance(action, Sortie)
        piece = self._party(state, power, action)
        assert piece is not None
        start, goal = self.world.space[action.route[0]], self.world.space[action.route[-1]]
        what, whose = str(action.units), self.world.powers[power].id
        log.append(Moved(power=whose, what=what, route=action.route))
        state.flow.append(self.strike(state, power, goal, action))
        after = Piece(piece.kind, power, 0, start, piece.marks | MOVED | RAIDER)
        shift = Shift(start, piece, goal, after, action.units.count)
        way = tuple(self.world.space[space] for space in action.route)
        self.send(state, Plan((shift,), way), action)

    def strike(self, state: AxisState, power: int, goal: int, action: Sortie) -> Strike:
        return Strike(power, goal, self.world.is_sea[goal], row=self.verb, among=RAIDER)

    def send(self, state: AxisState, plan: Plan, action: Sortie) -> None:
        set_out(self.world, state, plan, action.route, True)


class Bombing(Mission):
    """HV-055, HV-059: bombers at a building that is named first."""

    verb = "raid"

    def able(self, kind: Kind, power: int) -> bool:
        return kind.strategic

    def targets(self, state: AxisState, power: int, space: int) -> list[tuple[Units | None, bool]]:
        foe, owner, kinds = at.foes(state, power), state.owner[space], self.world.kinds
        if not foe[owner] or owner in self.world.neutral:
            return []
        found = [facility.kind for facility in state.facilities.get(space, ())]
        found += [p.kind for p, _ in state.units[space] if foe[p.owner] and kinds[p.kind].aa_hit]
        return [(Units(1, kinds[kind].id), False) for kind in dict.fromkeys(found)]

    def strike(self, state: AxisState, power: int, goal: int, action: Sortie) -> Strike:
        assert action.target is not None
        strike = super().strike(state, power, goal, action)
        strike.target = self.world.kind[action.target.kind]
        return strike


class AtShips(Mission):
    """A single enemy ship, which the attacker picks (HV-069, HV-174)."""

    def targets(self, state: AxisState, power: int, space: int) -> list[tuple[Units | None, bool]]:
        return [(named, hurt) for named, hurt, _ in self._ships(state, power, space)]

    def _ships(
        self, state: AxisState, power: int, zone: int
    ) -> Iterator[tuple[Units, bool, Piece]]:
        foe, world = at.foes(state, power), self.world
        for piece, _ in state.units[zone]:
            kind = world.kinds[piece.kind]
            if kind.domain == "sea" and foe[piece.owner]:
                owner, cargo = world.powers[piece.owner].id, cargo_label(world, piece)
                yield Units(1, kind.id, owner, cargo), bool(piece.marks & HURT), piece

    def strike(self, state: AxisState, power: int, goal: int, action: Sortie) -> Strike:
        strike = super().strike(state, power, goal, action)
        wanted = (action.target, action.damaged)
        strike.ship = next(p for u, h, p in self._ships(state, power, goal) if (u, h) == wanted)
        return strike


class Diving(AtShips):
    """HV-172, HV-968: one way, from land or a carrier; nothing shoots at them (HV-969)."""

    verb = "dive"

    def able(self, kind: Kind, power: int) -> bool:
        fighter = kind.carrier_capable and kind.flag("torpedoes") is None
        return fighter and self.world.powers[power].id == DIVES

    def why_not_reached(
        self, state: AxisState, piece: Piece, way: tuple[int, ...]
    ) -> Refusal | None:
        return self.mover.in_range(state, piece, way, there_and_back=False)

    def send(self, state: AxisState, plan: Plan, action: Sortie) -> None:
        carry_out(state, plan.shifts)


class Torpedoing(AtShips):
    """HV-824: from land or from a carrier, at any enemy ship."""

    verb = "torpedo"

    def able(self, kind: Kind, power: int) -> bool:
        return kind.flag("torpedoes") is not None


class Shelling(Mission):
    """HV-971: guns stay where they are and fire into an adjacent enemy land with units."""

    verb = "shell"

    def able(self, kind: Kind, power: int) -> bool:
        return kind.flag("bombards-outside") is not None

    def targets(self, state: AxisState, power: int, space: int) -> list[tuple[Units | None, bool]]:
        foe, owner = at.foes(state, power), state.owner[space]
        if not foe[owner] or owner in self.world.neutral:
            return []
        units = (p for p, _ in state.units[space] if foe[p.owner])
        return [(None, False)] if any(self.world.kinds[p.kind].fights for p in units) else []

    def why_not_reached(
        self, state: AxisState, piece: Piece, way: tuple[int, ...]
    ) -> Refusal | None:
        if len(way) == 2 and way[1] in self.world.land_near[way[0]]:
            return None
        return self.refuse("shell-near", goal=self.step.name(way[-1]))

    def strike(self, state: AxisState, power: int, goal: int, action: Sortie) -> Strike:
        strike = super().strike(state, power, goal, action)
        strike.among, strike.guns = 0, action.units.count
        strike.target = self.world.kind[action.units.kind]
        return strike

    def send(self, state: AxisState, plan: Plan, action: Sortie) -> None:
        (shift,) = plan.shifts
        used = msgspec.structs.replace(shift.before, marks=shift.before.marks | MOVED)
        state.change(shift.start, shift.before, used, shift.count)


class Launching(Mission):
    """V-weapons share the step of the raids (HV-974)."""

    verb = "fire"

    def __init__(self, step: MissionStep) -> None:
        super().__init__(step)
        self.arsenal = Arsenal(self.world, self.refuse)

    def candidates(self, state: AxisState, power: int) -> Iterator[Action]:
        return self.arsenal.firings(state, power)

    def check(self, state: AxisState, power: int, action: Action) -> Refusal | None:
        assert isinstance(action, Fire)
        return self.arsenal.why_not_fired(state, power, action)

    def play(self, state: AxisState, power: int, action: Action, log: Log) -> None:
        assert isinstance(action, Fire)
        self.arsenal.fire(state, power, action, log)


MISSIONS: dict[str, tuple[type[Mission], ...]] = {
    RAIDS: (Bombing, Launching),
    KAMIKAZE: (Diving,),
    ARTILLERY: (Shelling,),
    TORPEDOES: (Torpedoing,),
}


class MissionStep(AxisStep[Missions]):
    """Missions of one step, each finished before the next begins; who has none is not asked."""

    frame = Missions
    prompt = "send units on missions of this step, or end it"

    def __init__(self, rules: AxisRules) -> None:
        super().__init__(rules)
        self.missions = {name: [kind(self) for kind in row] for name, row in MISSIONS.items()}

    def offers(self, state: AxisState, power: int, step: str) -> Iterator[Action]:
        for mission in self.missions[step]:
            for action in mission.candidates(state, power):
                if mission.check(state, power, action) is None:
                    yield action

    def run(self, state: AxisState, frame: Missions, log: Log) -> Ask | None:
        if next(self.offers(state, frame.power, frame.step), None) is None:
            state.flow.pop()
            return None
        return self.ask(frame.power)

    def _mission(self, frame: Missions, action: Action) -> Mission | None:
        verb = action.verb if isinstance(action, Sortie) else "fire"
        if not isinstance(action, Sortie | Fire):
            return None
        return next((m for m in self.missions[frame.step] if m.verb == verb), None)

    def check(self, state: AxisState, frame: Missions, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, End):
            if action.phase in ("", frame.step):
                return None
            return self.refuse("other-phase", phase=frame.step, named=action.phase)
        mission = self._mission(frame, action)
        return self.wrong() if mission is None else mission.check(state, frame.power, action)

    def play(self, state: AxisState, frame: Missions, seat: str, action: Action, log: Log) -> None:
        mission = self._mission(frame, action)
        if mission is None:
            self.finish(state, log)
        else:
            mission.play(state, frame.power, action, log)

    def candidates(self, state: AxisState, frame: Missions, seat: str) -> Iterator[Action]:
        yield End()
        for mission in self.missions[frame.step]:
            yield from mission.candidates(state, frame.power)

    def usual(self, state: AxisState, frame: Missions, seat: str) -> Action:
        return End()


def _opening(name: str) -> Opening:
    def opens(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
        step = rules.steps[Missions]
        assert isinstance(step, MissionStep)
        return [Missions(power, name)] if next(step.offers(state, power, name), None) else []

    return opens


HARASSMENT = tuple(Phase(name, _opening(name), part="II") for name in MISSIONS)
