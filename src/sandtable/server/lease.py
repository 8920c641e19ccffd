"""One server for one database: a lock that ends with the process, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class InUse(Exception):
    """Another process has it."""


class FileLease:
    """Held from making it until ``release``; beside the file, which SQLite locks in its own way."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self._file = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            _lock(self._file)
        except OSError as error:
            holder = os.read(self._file, 32).decode(errors="replace").strip()
            os.close(self._file)
            who = f" (process {holder})" if holder else ""
            raise InUse(
                f"{path} is served already{who}: two servers on one database would contradict "
                "each other; stop that one, or choose another with --database"
            ) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        # Far behind the number that is written there, which others may read.
        os.lseek(file, 4096, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
