"""Work that anybody may ask for: done by a worker, never by the process that serves the tables."""

from __future__ import annotations

from typing import Any

from .http import Call
from .problems import Problem
from .worker import MEMORY
from .workers import Busy, TooSlow, WorkerFailed


async def work(
    call: Call[Any, Any],
    kind: str,
    args: dict[str, Any],
    deadline: float | None = None,
    shape: Any = Any,
) -> Any:
    """Has a worker do it, within the time that a job may take."""
    settings = call.house.settings
    try:
        return await call.house.job_pool.run(
            kind,
            args,
            deadline or settings.job_deadline,
            who=call.address,
            wait=settings.job_wait,
            shape=shape,
        )
    except Busy:
        raise Problem(503, "busy", "all workers are busy; please try again", retry=2) from None
    except TooSlow:
        raise Problem(503, "too-slow", "this took too long and was given up") from None
    except WorkerFailed as error:
        found = error.answer
        status = {"bad-record": 422, "malformed": 400, MEMORY: 413}.get(found.code, 500)
        text = found.error if status < 500 else "something broke in the program"
        raise Problem(status, found.code, text, rule=found.rule, args=found.args) from error
