"""Which programs may sit at a table, as files of the user's say.

::

    [bots.waiter]
    command = ["{python}", "waiter.py"]
    titles = ["anniversary-1941"]
    timeout_s = 30
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from sandtable.table import Malformed

VARIABLE = "SANDTABLE_BOTS"


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's program; ``{python}`` in its command is the Python that runs us.

    It is started in the folder of its file. Without ``titles`` it plays any title.
    """

    command: tuple[str, ...]
    titles: tuple[str, ...] = ()
    timeout_s: float = 60.0
    """How long it may start up or think beyond its budget before it is given up."""
    folder: str = "."

    def words(self) -> list[str]:
        return [word.replace("{python}", sys.executable) for word in self.command]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    bots: dict[str, Program]


def external_programs() -> dict[str, Program]:
    """All programs of the files in ``SANDTABLE_BOTS``, by the bot's name."""
    found: dict[str, Program] = {}
    for name in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        path = Path(name)
        try:
            file = msgspec.toml.decode(path.read_bytes(), type=_File)
        except OSError as error:
            raise Malformed(f"{VARIABLE}: cannot read {path}: {error.strerror}") from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Malformed(f"{VARIABLE}: {path}: {error}") from error
        for bot, program in file.bots.items():
            if not program.command:
                raise Malformed(f"{VARIABLE}: {path}: {bot} has no command")
            folder = str((path.parent / program.folder).resolve())
            found[bot] = msgspec.structs.replace(program, folder=folder)
    return found
