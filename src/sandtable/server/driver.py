"""Bots at tables: asked in worker processes, with a deadline, and only what their seat knows."""

from __future__ import annotations

import asyncio
import hmac
import itertools
import logging
from typing import Any

import msgspec

from sandtable.bots.levels import budget_for
from sandtable.table import FairDice

from .desk import Desk
from .hall import Hall
from .play import play
from .problems import Problem
from .publish import publish_table
from .shapes import Said
from .store import StoreFailed
from .workers import TooSlow, WorkerFailed, WorkerPool

log = logging.getLogger("sandtable.bots")

SIMPLE = "cadet"
"""The bot that plays everything, and takes over when another fails."""
PATIENCE = 3
"""After so many failures in a row a bot's seat is left to the simple one."""
SHOW_THINKING_AFTER = 0.3
LONGEST_REMARK = 500


class Driver:
    """Keeps one task for each table at which a bot is to decide."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tasks: set[asyncio.Task[None]] = set()
        hall.wake = self.wake

    def wake(self, desk: Desk) -> None:
        if desk.bot_task is not None or due_seat(desk) is None:
            return
        task = asyncio.ensure_future(self._drive(desk))
        desk.bot_task = task
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def resume_all(self) -> None:
        """After a restart: every game in which a bot was to decide goes on."""
        for game in await self.hall.store.bots_due():
            try:
                await self.hall.desk(game)
            except (Problem, StoreFailed) as problem:
                log.warning("game %s cannot go on: %s", game, problem)

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _drive(self, desk: Desk) -> None:
        try:
            while (seat := due_seat(desk)) is not None:
                if desk.row.pace:
                    await asyncio.sleep(desk.row.pace / 1000)
                try:
                    await self._move(desk, seat)
                except StoreFailed as error:
                    log.error("the bot at game %s waits: %s", desk.id, error)
                    await asyncio.sleep(self.hall.settings.store_retry)
            if desk.gone is not None and desk.gone.status == 503:
                await self._reopen(desk.id)
        except Exception:
            log.exception("the bot at game %s stopped", desk.id)
        finally:
            desk.bot_task = None
            desk.thinking.clear()

    async def _reopen(self, game: str) -> None:
        """The desk was given up because nothing could be read: its bots go on when it can."""
        while True:
            try:
                await self.hall.desk(game)
                return
            except StoreFailed as error:
                log.error("game %s cannot go on yet: %s", game, error)
            await asyncio.sleep(self.hall.settings.store_retry)

    async def _move(self, desk: Desk, seat: str) -> None:
        """One decision, by the seat's bot or by the simplest that still works."""
        version = desk.table.version
        bot = desk.row.seats[seat].bot
        shown = asyncio.get_running_loop().call_later(SHOW_THINKING_AFTER, _think, desk, seat)
        try:
            for name in self._candidates(desk, seat, bot):
                trouble = await self._try(desk, seat, name, version)
                if trouble is None:
                    if name == bot:
                        desk.failures.pop(seat, None)
                    return
                await self._report(desk, seat, name, *trouble)
            await self._first_legal(desk, seat, version)
        finally:
            shown.cancel()
            if seat in desk.thinking:
                desk.thinking.discard(seat)
                publish_table(desk)

    async def _report(self, desk: Desk, seat: str, bot: str, code: str, why: str) -> None:
        """In the table's log; not again and again once the seat was given up on."""
        failures = desk.failures[seat] = desk.failures.get(seat, 0) + 1
        if failures <= PATIENCE:
            instead = f"{SIMPLE} moves" if bot != SIMPLE else "the first legal move is made"
            text = f"{bot} ({seat}) {why}; {instead} instead"
            await self.hall.note(desk, code, text, seat=seat, bot=bot)

    def _candidates(self, desk: Desk, seat: str, bot: str) -> list[str]:
        tired = desk.failures.get(seat, 0) >= PATIENCE
        return [SIMPLE] if tired or bot == SIMPLE else [bot, SIMPLE]

    async def _try(self, desk: Desk, seat: str, bot: str, version: int) -> tuple[str, str] | None:
        """What went wrong, or ``None`` (also when the table has moved on meanwhile)."""
        pool, budget, deadline = self._means(desk, bot)
        try:
            job = bot_job(desk, seat, bot, budget)
            result = await pool.run("bot", job, deadline, who=desk.patron or desk.id)
        except TooSlow:
            return "bot-late", "ran out of time"
        except WorkerFailed as error:
            log.error("game %s, bot %s at %s: %s", desk.id, bot, seat, error)
            return "bot-failed", "failed"
        try:
            await self._play(desk, seat, version, result["action"], _remark(result["remark"]))
        except Problem as problem:
            log.error("game %s, bot %s at %s: %s", desk.id, bot, seat, problem)
            return "bot-failed", "wanted something that is not allowed"
        return None

    def _means(self, desk: Desk, bot: str) -> tuple[WorkerPool, int, float]:
        """Where a bot thinks, its budget, and after how many seconds it is given up.

        Who needs more time than others has processes apart, so that only tables with such a bot
        wait for it; on a busy machine the clock runs faster for it, too.
        """
        hall, settings = self.hall, self.hall.settings
        usual = settings.bot_budget_ms
        budget = budget_for(bot, usual)
        pool = hall.long if budget > usual else hall.pool
        deadline = settings.bot_deadline * budget / usual
        return hall.background if desk.bots_only else pool, budget, deadline

    async def _play(self, desk: Desk, seat: str, version: int, action: str, remark: Said) -> None:
        async with desk.hold():
            if desk.table.version == version and desk.is_bot(seat) and not desk.row.closed:
                await play(self.hall, desk, seat, action, by="bot", remark=remark)

    async def _first_legal(self, desk: Desk, seat: str, version: int) -> None:
        """No worker helps: any legal action will do, else the seat is stuck until the host acts."""
        position = desk.table.position.seen_by(seat)
        try:
            found = await asyncio.to_thread(
                lambda: list(itertools.islice(position.legal_actions(seat), 1))
            )
            await self._play(desk, seat, version, str(found[0]), Said())
        except StoreFailed:
            raise
        except Exception:
            log.exception("game %s: no bot can move for %s", desk.id, seat)
            desk.stuck.add(seat)
            text = f"no bot can move for {seat}; the host can give the seat to a person"
            await self.hall.note(desk, "bot-stuck", text, seat=seat)
            publish_table(desk)


def _remark(said: dict[str, Any]) -> Said:
    """What a bot's worker passed on; a remark without a code may be of any length."""
    remark = msgspec.convert(said, Said)
    return msgspec.structs.replace(remark, text=remark.text[:LONGEST_REMARK])


def due_seat(desk: Desk) -> str | None:
    """The first bot's seat that is to decide now."""
    if desk.over or desk.row.closed or desk.gone is not None:
        return None
    for seat in desk.row.head.asked:
        if desk.is_bot(seat) and seat not in desk.stuck:
            return seat
    return None


def bot_job(desk: Desk, seat: str, bot: str, budget_ms: int) -> dict[str, Any]:
    """All that a bot is told: the position as its seat knows it, and a seed of its own."""
    dice = desk.table.dice
    assert isinstance(dice, FairDice)
    purpose = f"bot|{seat}|{desk.table.version}".encode()
    blind = desk.table.position.seen_by(seat).state
    return {
        "title": desk.row.setup.title,
        "table": desk.id,
        "state": msgspec.json.encode(blind).decode(),
        "seat": seat,
        "bot": bot,
        "seed": hmac.new(dice.seed, purpose, "sha256").hexdigest(),
        "budget_ms": budget_ms,
    }


def _think(desk: Desk, seat: str) -> None:
    desk.thinking.add(seat)
    publish_table(desk)
