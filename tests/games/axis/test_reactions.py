"""Reactions of other seats between moving and fighting."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axis import facilities, frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Units
from sandtable.games.axis.combat import COMBAT
from sandtable.games.axis.notation import VERBS
from sandtable.games.axis.reactions import Reaction, Reactions, send_out
from sandtable.games.axis.state import SORTIE, AxisState
from sandtable.table import Action, Ask, Chance, Log, Refusal
from tests.games.axis.study import VariantStudy
from tests.games.axis.variant import Variant


class Scramble(Action, frozen=True):
    units: tuple[Units, ...]
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"scramble {', '.join(map(str, self.units))} {' > '.join(self.route)}"


class Scrambling(Reaction):
    """From a working base into a zone next to it that the enemy attacks."""

    name = "Scramble"
    prompt = "scramble aircraft, or hold"

    def _options(
        self, state: AxisState, frame: frames.React, power: int
    ) -> Iterator[tuple[int, int, int]]:
        world = self.world
        for base in state.facilities:
            room = max((b.scrambles for b in facilities.working(world, state, base)), default=0)
            sent = sum(1 for note in frame.notes if note[0] == base)
            if sent >= room:
                continue
            for zone in world.sea_near[base]:
                if not any(piece.owner == frame.power for piece, _ in state.units[zone]):
                    continue
                for piece, _ in state.units[base]:
                    if piece.owner == power and world.kinds[piece.kind].scrambles:
                        yield base, zone, piece.kind

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        foe = at.foes(state, frame.power)
        for power in range(len(self.world.powers)):
            if foe[power] and next(self._options(state, frame, power), None) is not None:
                yield power

    def candidates(self, state: AxisState, frame: frames.React, power: int) -> Iterator[Action]:
        name = self.step.name
        for base, zone, kind in self._options(state, frame, power):
            units = (Units(1, self.world.kinds[kind].id),)
            yield Scramble(units, (name(base), name(zone)))

    def check(
        self, state: AxisState, frame: frames.React, power: int, action: Action
    ) -> Refusal | None:
        known = action in set(self.candidates(state, frame, power))
        return None if known else self.step.wrong()

    def play(
        self, state: AxisState, frame: frames.React, power: int, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Scramble)
        base, zone = (self.world.space[space] for space in action.route)
        kind = self.world.kind[action.units[0].kind]
        piece = next(p for p, _ in state.units[base] if (p.owner, p.kind) == (power, kind))
        send_out(state, piece, base, zone)
        frame.notes = (*frame.notes, (base, zone))


class Divine(Reaction):
    """One die for the Japanese; a 6 sinks nothing but earns an IPC."""

    name = "Divine"

    def powers(self, state: AxisState, frame: frames.React) -> Iterator[int]:
        return iter(())

    def resolve(self, state: AxisState, frame: frames.React, log: Log) -> Ask | None:
        return None if frame.notes else Chance((6,), "divine wind")

    def rolled(
        self, state: AxisState, frame: frames.React, faces: tuple[int, ...], log: Log
    ) -> None:
        frame.notes = (faces,)
        state.money[self.world.power["japan"]] += faces[0]


class Reacting(Variant):
    id = "reacting"
    verbs = {**VERBS, "scramble": lambda r: Scramble(r.units(), r.route())}
    reactions = (Scrambling, Divine)
    combat = (Reactions, *COMBAT)


def raid(*edits: str, dice: list[int]) -> VariantStudy:
    study = VariantStudy(
        "clear",
        "place 1 uk transport sz-7",
        "place 1 germany destroyer sz-6",
        "money japan 10",
        "airbase united-kingdom 0",
        *edits,
        "turn germany combat-move",
        rules=Reacting(),
        dice=dice,
    )
    study.play("move 1 destroyer sz-6 > sz-7", "end")
    return study


def test_other_seats_are_asked_after_the_moves_and_before_any_battle() -> None:
    study = raid("place 4 uk fighter, 1 uk bomber united-kingdom", dice=[2, 6, 1, 6, 6])
    assert study.game.decision is not None
    assert (study.game.decision.seats, study.game.decision.step) == (("uk",), "Scramble")
    study.play("scramble 1 fighter united-kingdom > sz-7")
    assert study.game.check("scramble 1 bomber united-kingdom > sz-7") is not None
    study.play("scramble 1 fighter united-kingdom > sz-7", "hold")
    # The die of the second reaction, then the battle they forced, then home again.
    assert study.money("japan") == 12
    assert study.units("united-kingdom") == {"uk fighter": 4, "uk bomber": 1}
    assert study.units("sz-7") == {"uk transport": 1}


def test_a_base_sends_no_more_than_it_can() -> None:
    study = raid("place 4 uk fighter united-kingdom", dice=[1, 6, 6, 6, 6])
    for _ in range(3):
        study.play("scramble 1 fighter united-kingdom > sz-7")
    # A fourth is not even asked for: the battle has begun.
    assert study.game.decision is not None
    assert study.game.decision.step != "Scramble"
    assert sum(n for p, n in study.state.units[study.world.space["sz-7"]] if p.marks & SORTIE) == 3


def test_nobody_is_asked_without_a_working_base() -> None:
    study = raid("airbase united-kingdom 3", "place 4 uk fighter united-kingdom", dice=[1])
    assert study.game.decision is not None
    assert study.game.decision.seats == ("germany",)


def test_a_player_who_does_not_know_the_step_holds() -> None:
    study = raid("place 4 uk fighter united-kingdom", dice=[])
    step = study.rules.steps[frames.React]
    usual = step.usual(study.state, study.state.innermost(frames.React), "uk")  # type: ignore[attr-defined]
    assert str(usual) == "hold"
