"""What all steps of this title share."""

from __future__ import annotations

from sandtable.table import Action, Ask, Decision, Frame, Log, Refusal, Step
from sandtable.table.step import F

from .events import GameOver
from .pieces import FORCES, Stack
from .state import FortressState


class FortressStep(Step[FortressState, F]):
    """A step that stops as soon as the game has an outcome, wherever it stands (FA-902)."""

    def run(self, state: FortressState, frame: F, log: Log) -> Ask | None:
        if state.outcome is not None:
            state.flow.clear()
            winners = tuple(FORCES[force] for force in state.outcome.winners)
            log.append(GameOver(winners=winners, reason=state.outcome.reason))
            return None
        return self.go(state, frame, log)

    def go(self, state: FortressState, frame: F, log: Log) -> Ask | None:
        raise NotImplementedError


def ask(force: int, step: str, prompt: str, **args: str) -> Decision:
    return Decision((FORCES[force],), step, prompt, args)


def pop(state: FortressState) -> None:
    state.flow.pop()


def replace(state: FortressState, frame: Frame) -> None:
    state.flow[-1] = frame  # type: ignore[call-overload]


def push(state: FortressState, frame: Frame) -> None:
    state.flow.append(frame)  # type: ignore[arg-type]


def refuse(code: str, rule: str, text: str, **args: str) -> Refusal:
    return Refusal(code, rule, text, args)


def wrong(action: Action, wanted: str) -> Refusal:
    """The action belongs to another step."""
    return refuse("wrong-action", "FA-044", f"'{action}' does not fit here; now: {wanted}")


def single(stack: Stack) -> int | None:
    """The kind of a stack of one unit, or ``None``."""
    return stack.index(1) if sum(stack) == 1 else None
