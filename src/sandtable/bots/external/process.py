"""A running program and its two pipes. Every wait has an end."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import weakref
from typing import Any

import msgspec

from .programs import Program

LONGEST = 1 << 20
"""No answer has more bytes than this."""


class Failed(Exception):
    """The program cannot be used (any more): it died, was too slow, or wrote nonsense."""


class Process:
    """One program, started when it is first asked, shared by all its seats and games here."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            self.child = subprocess.Popen(
                program.words(),
                cwd=program.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except OSError as error:
            raise Failed(f"it cannot be started: {error.strerror}") from error
        threading.Thread(target=_read, args=(self.child, self.lines), daemon=True).start()
        weakref.finalize(self, _end, self.child)

    @property
    def running(self) -> bool:
        return self.child.poll() is None

    def send(self, message: dict[str, Any]) -> None:
        assert self.child.stdin is not None
        try:
            self.child.stdin.write(msgspec.json.encode(message) + b"\n")
            self.child.stdin.flush()
        except OSError as error:
            raise Failed("it has ended") from error

    def receive(self, seconds: float) -> dict[str, Any]:
        try:
            line = self.lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise Failed("it took too long") from None
        if not line:
            raise Failed("it has ended")
        try:
            message = msgspec.json.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Failed(f"it wrote what is no JSON: {line[:80]!r}") from error
        if not isinstance(message, dict):
            raise Failed(f"it wrote what is no message: {line[:80]!r}")
        return message

    def end(self) -> None:
        _end(self.child)


def _read(child: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """The program's lines, then an empty one for its end; a line too long ends it too."""
    assert child.stdout is not None
    while line := child.stdout.readline(LONGEST):
        if not line.endswith(b"\n"):
            break
        lines.put(line)
    lines.put(b"")


def _end(child: subprocess.Popen[bytes]) -> None:
    """Closing its input asks it to go; who does not go is made to."""
    if child.stdin is not None:
        with contextlib.suppress(OSError):
            child.stdin.close()
    try:
        child.wait(1)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stdout is not None:
        child.stdout.close()


_running: dict[Program, Process] = {}


def process_of(program: Program) -> Process:
    """The running program, started if it is not."""
    process = _running.get(program)
    if process is None or not process.running:
        process = _running[program] = Process(program)
    return process


def drop(program: Program) -> None:
    """End a program that failed; the next question starts it anew."""
    process = _running.pop(program, None)
    if process is not None:
        process.child.kill()
        process.end()
