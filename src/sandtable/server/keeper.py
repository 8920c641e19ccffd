"""What is done without anybody asking at a table: tidying, and what the owner orders."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time

import msgspec

from .hall import Hall
from .problems import Problem
from .publish import publish_table
from .store import Order, StoreFailed

log = logging.getLogger("sandtable.keeper")

SEARCH_EVERY = 900.0
"""Seconds between full searches for garbage; see ``run.tame_collector``."""
CLOSED = "it was closed for everybody"


async def sweep(hall: Hall) -> None:
    """Put away what nobody uses, delete what nobody wants kept."""
    idle = hall.settings.idle_seconds
    searched = tidied = time.monotonic()
    while True:
        await asyncio.sleep(min(30.0, idle))
        if time.monotonic() - searched > SEARCH_EVERY:
            gc.collect()
            searched = time.monotonic()
        with contextlib.suppress(StoreFailed, Problem):
            if time.monotonic() - tidied > idle:
                tidied = time.monotonic()
                await hall.store.tidy()
                await forget(hall)
            await put_away(hall, time.monotonic() - idle)


async def put_away(hall: Hall, before: float) -> None:
    """Tables that nobody has looked at since then leave memory."""
    for game, desk in list(hall.desks.items()):
        desk.encoded.clear()
        if not desk.busy and desk.used < before:
            del hall.desks[game]
            await hall.store.release(game)


async def forget(hall: Hall) -> None:
    """Games that nobody has touched for as long as the owner wants them kept."""
    kept = (hall.settings.keep_finished_days, hall.settings.keep_abandoned_days)
    finished, abandoned = (None if days is None else days * 86_400 for days in kept)
    for game in await hall.store.untouched(finished, abandoned):
        desk = hall.desks.get(game)
        if desk is not None and desk.busy:
            continue
        log.warning("game %s was not touched for so long that it is deleted", game)
        await hall.delete_game(game)


async def pulse(hall: Hall) -> None:
    """How long something due waits for its turn, as everybody's requests do."""
    longest = []
    while True:
        due = time.perf_counter() + 0.1
        await asyncio.sleep(0.1)
        longest.append(time.perf_counter() - due)
        if len(longest) == 10:
            hall.metrics.lag = max(longest)
            longest.clear()


# Orders of the owner


async def obey(hall: Hall) -> None:
    """Does what the owner asks for with ``sandtable admin`` while the server runs."""
    while True:
        await asyncio.sleep(hall.settings.order_seconds)
        with contextlib.suppress(StoreFailed):
            for order in await hall.store.orders():
                answer = await carry_out(hall, order)
                if answer is not None:
                    await hall.store.answer_order(order.id, answer)


async def carry_out(hall: Hall, order: Order) -> str | None:
    """What became of it; ``None`` leaves it to the process that has the table."""
    try:
        if order.what == "delete":
            await hall.delete_game(order.game)
        else:
            await _close(hall, order.game, closing=order.what == "close")
    except (Problem, StoreFailed) as error:
        if isinstance(error, Problem) and error.body.code == "elsewhere":
            return None
        return str(error)
    return "done"


async def _close(hall: Hall, game: str, *, closing: bool) -> None:
    desk = await hall.desk(game)
    async with desk.hold():
        why = CLOSED if closing else ""
        await hall.save(desk, msgspec.structs.replace(desk.row, closed=why))
        publish_table(desk)
        code, done = ("table-closed", "closed") if closing else ("table-reopened", "opened again")
        await hall.note(desk, code, f"the owner of this server has {done} the table")
        hall.wake(desk)
