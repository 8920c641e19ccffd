"""What if they scramble two? Reactions tried on a copy, before anybody has announced anything.

The reactions themselves check and carry out what is supposed, so that a question is answered by the
rules of the game. Dice of kamikaze attacks lead to several positions, each with its chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import TYPE_CHECKING

from sandtable.games.axis import frames
from sandtable.games.axis.reactions import ReactStep
from sandtable.games.axis.state import AxisState
from sandtable.table import Action, Malformed

from .kamikaze import HITS_AT, DivineWind
from .state import State1940

if TYPE_CHECKING:
    from .rules import Rules1940

SIDES = 6


def suppose(
    rules: Rules1940, state: AxisState, power: int, action: Action
) -> list[tuple[float, AxisState]]:
    """Where an announcement against the attacks of a power leads; raises ``Malformed``."""
    trial = state.copy()
    assert isinstance(trial, State1940)
    trial.flow = [f for f in trial.flow if isinstance(f, frames.Turn)]
    frame = frames.React(power)
    trial.flow += [frames.ConductCombat(power), frame]
    step = rules.steps[frames.React]
    assert isinstance(step, ReactStep)
    why = None
    for reaction in step.reactions.values():
        for owner in reaction.powers(trial, frame):
            refusal = reaction.check(trial, frame, owner, action)
            if refusal is None:
                reaction.play(trial, frame, owner, action, [])
                return list(_blown(rules, trial))
            if refusal.code != "wrong-step":
                why = refusal
    raise Malformed(str(why) if why else f"nobody can answer these attacks with '{action}'")


def _blown(rules: Rules1940, state: State1940) -> Iterator[tuple[float, AxisState]]:
    """All that kamikaze attacks can come to: a number of hits on each ship."""
    frame = state.flow.pop()
    assert isinstance(frame, frames.React)
    step = rules.steps[frames.React]
    assert isinstance(step, ReactStep)
    wind = step.reactions[DivineWind.name]
    counts = [aim.count for aim in state.aimed]
    for hits in product(*(range(count + 1) for count in counts)):
        chance, faces = 1.0, list[int]()
        for count, hit in zip(counts, hits, strict=True):
            good = HITS_AT / SIDES
            chance *= comb(count, hit) * good**hit * (1 - good) ** (count - hit)
            faces += [HITS_AT] * hit + [SIDES] * (count - hit)
        twin = state.copy()
        if faces:
            wind.rolled(twin, frame, tuple(faces), [])
        yield chance, twin
