"""Canals and straits: who may pass, and passage asked of an owner who is no enemy.

G40-040: ships pass the strait of a power of the other side that they are not at war with only if it
lets them. The player on turn says ``ask sz-113 > sz-112``; the owner answers ``allow`` or ``deny``,
or has left ``order passage deny``. Until there is an answer the asker may go on with ``hold``:
silence means no (G40-955).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeVar

from sandtable.board import Gate
from sandtable.games.axis import situation as at
from sandtable.games.axis.access import Access, Bar
from sandtable.games.axis.actions import Drop, Hold, Move, Raid
from sandtable.games.axis.combat_move import MovingStep
from sandtable.games.axis.plans import Plan
from sandtable.games.axis.routes import ship_reach
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.steps import AxisStep
from sandtable.games.axis.topics import Topic
from sandtable.games.axis.units import Kind
from sandtable.games.axis.world import World
from sandtable.table import Action, Ask, Decision, Event, Frame, Log, Refusal

from .actions import Allow, AskPassage, Deny
from .frames import Passage
from .state import Permit, State1940

F = TypeVar("F", bound=Frame)
TOPIC = Topic("passage", "allow", "deny")


class PassageAsked(Event, frozen=True):
    power: str
    owner: str
    canal: str

    def __str__(self) -> str:
        return f"{self.power} asks {self.owner} for passage of the {self.canal}"


class PassageAnswered(Event, frozen=True):
    power: str
    owner: str
    canal: str
    granted: bool

    def __str__(self) -> str:
        verb = "lets" if self.granted else "does not let"
        return f"{self.owner} {verb} {self.power} pass the {self.canal}"


def hosts(world: World, state: AxisState, power: int, gate: Gate) -> tuple[int, ...]:
    """Whom a power has to ask: all who hold the lands are of the other side, and no enemies."""
    began, ally, foe = state.began(power).owners, at.allies(state, power), at.foes(state, power)
    owners = tuple(dict.fromkeys(began[land] for land in gate.lands))
    asked = all(
        owner >= 0 and owner not in world.neutral and not ally[owner] and not foe[owner]
        for owner in owners
    )
    return owners if asked else ()


def permit(state: AxisState, power: int, gate: Gate) -> Permit | None:
    """The answer that a power has got for a passage in this phase."""
    assert isinstance(state, State1940)
    return next((p for p in state.permits if (p.power, p.canal) == (power, gate.name)), None)


class PassageAccess(Access):
    """Straits open to their holders, their allies, and those they let through."""

    def canal_open(
        self, state: AxisState, power: int, a: int, b: int, kind: Kind | None = None
    ) -> bool:
        if super().canal_open(state, power, a, b, kind):
            return True
        given = permit(state, power, self.world.board.gates[a, b])
        return given is not None and given.granted

    def shut(self, state: AxisState, power: int, a: int, b: int) -> Bar:
        gate = self.world.board.gates[a, b]
        names = [space.id for space in self.world.spaces]
        args = {
            "canal": gate.name,
            "power": self.world.powers[power].id,
            "lands": " and ".join(names[land] for land in gate.lands),
        }
        owners = hosts(self.world, state, power, gate)
        if owners:
            args |= {"owner": self.world.powers[owners[0]].id, "a": names[a], "b": names[b]}
            denied = permit(state, power, gate) is not None
            return Bar("canal-denied" if denied else "canal-ask", args)
        ally, began = at.allies(state, power), state.began(power).owners
        if all(ally[state.owner[land]] for land in gate.lands):
            return Bar("canal-late", args)
        if len({ally[began[land]] for land in gate.lands}) > 1:
            return Bar("canal-split", args)
        return Bar("canal", args)


class AsksPassage(MovingStep[F]):
    """A movement phase in which passage can be asked for; each answer is good for one move."""

    def check_other(self, state: AxisState, frame: F, action: Action) -> Refusal | None:
        if isinstance(action, AskPassage):
            return self._check_request(state, self.powers(frame)[0], action)
        return super().check_other(state, frame, action)

    def _check_request(self, state: AxisState, power: int, action: AskPassage) -> Refusal | None:
        a, b = (self.world.space[name] for name in action.route)
        gate = self.world.board.gates.get((a, b))
        if gate is None:
            return self.refuse("passage-none", a=action.route[0], b=action.route[1])
        args = {"power": self.power_name(power), "canal": gate.name}
        if not hosts(self.world, state, power, gate):
            return self.refuse("passage-free", **args)
        if permit(state, power, gate) is not None:
            return self.refuse("passage-asked", **args)
        if not self._could_pass(state, power, a, b):
            return self.refuse("passage-ships", **args)
        return None

    def _could_pass(self, state: AxisState, power: int, a: int, b: int) -> bool:
        """Whether a ship of the power can get to zone a and has a step left."""
        world = self.world
        for space, piece, _ in state.pieces(power):
            kind = world.kinds[piece.kind]
            if kind.domain != "sea" or self.is_done(piece):
                continue
            if world.access.canal_open(state, power, a, b, kind):
                continue
            left = world.arsenal(state.techs[power]).move[piece.kind] - piece.spent
            cost = {space: 0, **ship_reach(world, state, power, piece, space)}
            if a in cost and cost[a] < left:
                return True
        return False

    def play_other(self, state: AxisState, frame: F, action: Action, log: Log) -> None:
        if not isinstance(action, AskPassage):
            super().play_other(state, frame, action, log)
            return
        a, b = (self.world.space[name] for name in action.route)
        gate, power = self.world.board.gates[a, b], self.powers(frame)[0]
        for owner in hosts(self.world, state, power, gate):
            log.append(
                PassageAsked(
                    power=self.power_name(power), owner=self.power_name(owner), canal=gate.name
                )
            )
        state.flow.append(Passage(power, a, b))

    def candidates(self, state: AxisState, frame: F, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, frame, seat)
        power = self.powers(frame)[0]
        for a, b in self.world.board.gates:
            if hosts(self.world, state, power, self.world.board.gates[a, b]):
                yield AskPassage((self.name(a), self.name(b)))

    def report(
        self, state: AxisState, plan: Plan, action: Move | Raid | Drop, power: int, log: Log
    ) -> None:
        assert isinstance(state, State1940)
        if state.permits and self.world.kinds[plan.shifts[0].after.kind].domain == "sea":
            gates = (self.world.board.gates.get(pair) for pair in itertools.pairwise(plan.path))
            passed = {gate.name for gate in gates if gate is not None}
            state.permits = tuple(p for p in state.permits if p.canal not in passed)
        super().report(state, plan, action, power, log)

    def finish(self, state: AxisState, log: Log) -> None:
        assert isinstance(state, State1940)
        state.permits = ()
        super().finish(state, log)


class PassageStep(AxisStep[Passage]):
    """The holders answer one after the other; one no is enough."""

    frame = Passage
    prompt = "allow or deny passage"

    def _owner(self, state: AxisState, frame: Passage) -> int:
        gate = self.world.board.gates[frame.a, frame.b]
        return hosts(self.world, state, frame.power, gate)[frame.allowed]

    def run(self, state: AxisState, frame: Passage, log: Log) -> Ask | None:
        owner = self._owner(state, frame)
        seat = self.world.powers[owner].seat
        orders = state.orders.get(seat)
        words = orders.about(TOPIC.name) if orders else ()
        if words:
            self._answer(state, frame, words[0] == "allow", log)
            return None
        canal = self.world.board.gates[frame.a, frame.b].name
        asker = self.world.powers[frame.power]
        prompt = f"allow or deny {asker.id} passage of the {canal}"
        args = {"power": asker.id, "canal": canal}
        return Decision((seat, asker.seat), "Passage", prompt, args)

    def _is_owner(self, state: AxisState, frame: Passage, seat: str) -> bool:
        return self.world.powers[self._owner(state, frame)].seat == seat

    def check(self, state: AxisState, frame: Passage, seat: str, action: Action) -> Refusal | None:
        answers = (Allow, Deny) if self._is_owner(state, frame, seat) else (Hold,)
        return None if isinstance(action, answers) else self.wrong()

    def play(self, state: AxisState, frame: Passage, seat: str, action: Action, log: Log) -> None:
        self._answer(state, frame, isinstance(action, Allow), log)

    def _answer(self, state: AxisState, frame: Passage, granted: bool, log: Log) -> None:
        gate = self.world.board.gates[frame.a, frame.b]
        log.append(
            PassageAnswered(
                power=self.power_name(frame.power),
                owner=self.power_name(self._owner(state, frame)),
                canal=gate.name,
                granted=granted,
            )
        )
        frame.allowed += 1
        if granted and frame.allowed < len(hosts(self.world, state, frame.power, gate)):
            return
        assert isinstance(state, State1940)
        state.permits = (*state.permits, Permit(frame.power, gate.name, granted))
        state.flow.remove(frame)

    def candidates(self, state: AxisState, frame: Passage, seat: str) -> Iterator[Action]:
        if self._is_owner(state, frame, seat):
            yield from (Allow(), Deny())
        else:
            yield Hold()

    def usual(self, state: AxisState, frame: Passage, seat: str) -> Action:
        return Deny() if self._is_owner(state, frame, seat) else Hold()
