"""A pool of worker processes. A job that runs out of time costs its worker its life."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from typing import Any

import msgspec

from .codecs import decoder
from .turns import Busy, Turns
from .worker import MEMORY, Answer

__all__ = ["Busy", "TooSlow", "WorkerFailed", "WorkerPool"]

log = logging.getLogger("sandtable.workers")

START_SECONDS = 60.0


class WorkerFailed(Exception):
    """The worker answered with an error, or died; ``answer`` says what it said."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.error)
        self.answer = answer


class TooSlow(Exception):
    """No answer before the deadline."""


class _Told(msgspec.Struct):
    """An ``Answer`` whose result is not read yet."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    error: str = ""
    code: str = ""
    rule: str = ""
    args: dict[str, str] = {}


_told = decoder(_Told)


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.table = ""
        """The table it last worked for: its bots are remembered here."""

    @classmethod
    async def start(cls, memory_mb: int, nice: int) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandtable.server.worker",
            str(memory_mb),
            str(nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**20,
            # A thread for each core would only take memory: there is a process for each.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._receive()
        except BaseException:
            await worker.kill()
            raise
        return worker

    async def ask(self, kind: str, args: dict[str, Any]) -> msgspec.Raw:
        data = msgspec.json.encode({"kind": kind, "args": args})
        stdin = self.process.stdin
        assert stdin is not None
        stdin.write(len(data).to_bytes(4, "big") + data)
        await stdin.drain()
        told = await self._receive()
        if told.error:
            raise WorkerFailed(Answer(None, told.error, told.code, told.rule, told.args))
        return told.result

    async def _receive(self) -> _Told:
        stdout = self.process.stdout
        assert stdout is not None
        size = int.from_bytes(await stdout.readexactly(4), "big")
        return _told.decode(await stdout.readexactly(size))

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class WorkerPool:
    """Starts its processes when they are first needed, and anew when one had to go.

    No process takes more than ``memory_mb`` (0: as much as it likes). Nobody has more than
    ``each`` of them at once, nor more than ``waiting`` jobs in the queue.
    """

    def __init__(
        self,
        size: int,
        *,
        memory_mb: int = 0,
        nice: int = 5,
        each: int | None = None,
        waiting: int = 1000,
    ) -> None:
        self.memory_mb = memory_mb
        self.nice = nice
        self.turns = Turns(size, each or size, waiting)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    def __len__(self) -> int:
        """How many processes there are now."""
        return len(self._all)

    async def run(
        self,
        kind: str,
        args: dict[str, Any],
        deadline: float,
        *,
        who: str = "",
        wait: float | None = None,
        shape: Any = Any,
    ) -> Any:
        """The job's result in that shape. ``wait`` bounds the time until ``who`` has a turn."""
        await self.turns.enter(who, wait)
        try:
            return decoder(shape).decode(await self._run(kind, args, deadline))
        finally:
            self.turns.leave(who)

    async def _run(self, kind: str, args: dict[str, Any], deadline: float) -> msgspec.Raw:
        worker = self._known(args.get("table", "")) or await self._start()
        sound = False
        try:
            async with asyncio.timeout(deadline):
                result = await worker.ask(kind, args)
            sound = True
            return result
        except WorkerFailed as error:
            sound = error.answer.code != MEMORY
            raise
        except TimeoutError:
            raise TooSlow from None
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerFailed(Answer(error="the worker died", code="bug")) from error
        finally:
            if sound:
                self._idle.append(worker)
            else:
                self._all.discard(worker)
                await asyncio.shield(worker.kill())

    def _known(self, table: str) -> _Worker | None:
        """An idle worker, if there is one that served this table before."""
        if not self._idle:
            return None
        same = (i for i, worker in enumerate(self._idle) if worker.table == table)
        worker = self._idle.pop(next(same, -1))
        worker.table = table
        return worker

    async def _start(self) -> _Worker:
        try:
            worker = await _Worker.start(self.memory_mb, self.nice)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            log.error("no worker process could be started: %s", error)
            failed = Answer(error="no worker process could be started", code="bug")
            raise WorkerFailed(failed) from error
        self._all.add(worker)
        return worker

    async def close(self) -> None:
        workers, self._all, self._idle = self._all, set(), []
        for worker in workers:
            await worker.kill()
