"""The compiled kernel of the odds: ``kernel.wasm``, built from ``kernel/``, run by wasmtime.

Nothing is loaded before the first question. Where it cannot be loaded, ``kernel()`` is ``None``,
``absence()`` says why, and everything is computed with NumPy. ``SANDTABLE_KERNEL=off`` does
without it on purpose.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import resources
from struct import unpack_from
from typing import Any, NamedTuple

OFF = "SANDTABLE_KERNEL"
PROFILES, GROUPS, TAKERS, SUPPORTS = 64, 64, 6, 8
"""So many sides' tables the kernel remembers, and what they may have at most; see kernel.h."""
FIGURES = 10
"""Numbers for each battle of a batch: the first fields of ``Answer``."""
MOST_BYTES = 1 << 29
ROOM = 1 << 16
"""Numbers that questions may have together."""

DONE, TOO_LARGE, LATE, NOT_HERE = range(4)


class Answer(NamedTuple):
    """What the kernel says of a battle, in the order of its ``Answer``."""

    status: float
    win: float
    take: float
    draw: float
    lose: float
    standoff: float
    rounds: float
    total: float
    attackers_lost: float
    defenders_lost: float
    endings: float
    endings_at: float
    attackers: float
    attackers_at: float
    defenders: float
    defenders_at: float


class Solved(NamedTuple):
    """An answer; as bytes its endings and the survivors of both sides, row by row."""

    answer: Answer
    endings: bytes
    attackers: bytes
    defenders: bytes


class Profile:
    """The rows of a side's groups, and the number under which the kernel knows them."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.numbers = array("d", [number for row in rows for number in row])
        self.groups = len(rows)
        self.number = -1
        self.generation: object = None


Question = tuple[list[float], Profile, Profile]
"""Numbers (their count first), and the tables of the attacker and the defender."""


class Kernel:
    """One instance of the kernel. It is asked by one thread at a time."""

    def __init__(self) -> None:
        import wasmtime

        code = resources.files("sandtable.odds").joinpath("kernel.wasm").read_bytes()
        engine = wasmtime.Engine()
        module = wasmtime.Module(engine, code)
        self._store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self._store, module, [])
        for part in (engine, module, self._store):  # last come, first gone
            atexit.register(part.close)
        exports: Any = instance.exports(self._store)
        self._memory = exports["memory"]
        self._enroll = exports["enroll"]
        self._solve = _quick(self._store, exports["solve"])
        self._solve_many = exports["solve_many"]
        self._make_room = exports["room"]
        self._grow(1 << 24)
        self._lock = threading.Lock()
        self._generation = object()
        """Another one whenever profiles are numbered anew, and for every kernel."""
        self._profiles = 0

    def _grow(self, size: int) -> None:
        """Give the kernel this much memory; all views are made anew."""
        have = self._memory.data_len(self._store)
        if size > have:
            self._memory.grow(self._store, (size - have + 0xFFFF) >> 16)
            have = self._memory.data_len(self._store)
        self._size = have
        start = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._bytes = memoryview((ctypes.c_ubyte * have).from_address(start)).cast("B")
        self._at = self._make_room(self._store, ROOM)
        view = self._bytes[self._at : self._at + 8 * ROOM]
        self._questions = view.cast("d")

    def _known(self, attacker: Profile, defender: Profile) -> None:
        """Both tables are in the kernel's memory, under their numbers."""
        generation = self._generation
        if attacker.generation is generation is defender.generation:
            return
        if self._profiles + 2 > PROFILES:
            self._profiles = 0
            self._generation = generation = object()
        for profile in (attacker, defender):
            if profile.generation is not generation:
                self._questions[: len(profile.numbers)] = profile.numbers
                self._enroll(self._store, self._profiles, profile.groups, self._at)
                profile.number = self._profiles
                profile.generation = generation
                self._profiles += 1

    def solve(self, question: Question) -> Solved | None:
        """The whole answer, or nothing where the kernel does not know."""
        numbers, attacker, defender = question
        if len(numbers) > ROOM:
            return None
        with self._lock:
            while True:
                self._known(attacker, defender)
                numbers[6], numbers[7] = attacker.number, defender.number
                self._questions[: len(numbers)] = array("d", numbers)
                at = self._solve(self._at)
                answer = Answer._make(unpack_from("<16d", self._bytes, at))
                if answer.status == DONE:
                    break
                if answer.status != TOO_LARGE or self._size * 4 > MOST_BYTES:
                    return None
                self._grow(self._size * 4)
            return Solved(
                answer,
                self._copy(answer.endings_at, 16 * answer.endings),
                self._copy(answer.attackers_at, 2 * attacker.groups * answer.attackers),
                self._copy(answer.defenders_at, 2 * defender.groups * answer.defenders),
            )

    def _copy(self, at: float, size: float) -> bytes:
        return self._bytes[int(at) : int(at + size)].tobytes()

    def solve_many(self, questions: Iterable[Question]) -> list[list[float] | None]:
        """For each question the first figures of its answer (see ``FIGURES``), or nothing where
        the kernel does not know."""
        found: list[list[float] | None] = []
        with self._lock:
            numbers, count = array("d"), 0
            for question, attacker, defender in questions:
                # Tables are numbered anew when they are too many; not in the middle of a batch.
                room = self._profiles + 2 <= PROFILES and len(numbers) + len(question) <= ROOM
                if count and not room:
                    found += self._batch(numbers, count)
                    numbers, count = array("d"), 0
                self._known(attacker, defender)
                question[6], question[7] = attacker.number, defender.number
                numbers.extend(question)
                count += 1
            return found + self._batch(numbers, count)

    def _batch(self, numbers: array[float], count: int) -> list[list[float] | None]:
        self._questions[: len(numbers)] = numbers
        self._solve_many(self._store, self._at, count)
        flat: list[float] = list(self._questions[: FIGURES * count])
        rows = [flat[at : at + FIGURES] for at in range(0, len(flat), FIGURES)]
        return [row if row[0] == DONE else None for row in rows]


def _quick(store: Any, function: Any) -> Callable[[int], int]:
    """A function of one number that gives a number, called without the look at the types of its
    arguments that takes most of the time of a short call. That is not wasmtime's public face, so
    should it ever look different, the call is made as usual."""
    try:
        from wasmtime import _ffi

        call = _ffi.wasmtime_func_call_unchecked
        values, trap = (_ffi.wasmtime_val_raw * 1)(), ctypes.POINTER(_ffi.wasm_trap_t)()
        context, where, fault = store._context(), ctypes.byref(function._func), ctypes.byref(trap)
    except (ImportError, AttributeError):
        return lambda number: int(function(store, number))

    def quick(number: int) -> int:
        values[0].i32 = number
        if call(context, where, values, 1, fault) or trap:
            raise RuntimeError("the kernel of the odds stopped")
        return int(values[0].i32)

    quick.__dict__["alive"] = (store, function)
    return quick


@cache
def _loaded() -> tuple[Kernel | None, str]:
    if os.environ.get(OFF) == "off":
        return None, f"{OFF} is off"
    try:
        return Kernel(), ""
    except ImportError as error:
        return None, f"wasmtime is not installed ({error})"
    except Exception as error:  # whatever a machine may lack: NumPy does the work
        return None, f"it cannot run here ({error})"


def kernel() -> Kernel | None:
    """The kernel, loaded when first asked for."""
    return _loaded()[0]


def absence() -> str:
    """Why there is no kernel; nothing if there is one."""
    return _loaded()[1]
