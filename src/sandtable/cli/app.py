"""The program: its commands, and how it fails (one line, an exit code, never a traceback)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from sandtable import __version__
from sandtable.table import SandtableError, Stuck

from .common import Fault, say_error

COMMANDS = (
    "games",
    "play",
    "check",
    "show",
    "legal",
    "verify",
    "rules",
    "odds",
    "arena",
    "fuzz",
    "serve",
    "admin",
)
"""Modules of this package, in the order that ``--help`` shows."""

BROKEN = 70
"""Exit code of a fault of ours (EX_SOFTWARE), so that nobody takes it for an illegal move."""


def build() -> typer.Typer:
    """The program with all its commands."""
    app = typer.Typer(
        name="sandtable",
        help="Area-movement wargames, played to the letter of their rulebooks.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in COMMANDS:
        import_module(f".{name}", __package__).register(app)
    return app


def _options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Area-movement wargames, played to the letter of their rulebooks."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        print(f"sandtable {__version__}")
        return 0
    try:
        code = build()(given or ["--help"], prog_name="sandtable", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Fault as fault:
        say_error(str(fault))
        return fault.code
    except Stuck as error:
        say_error(str(error))
        return BROKEN
    except SandtableError as error:
        say_error(str(error))
        return 2
    except BrokenPipeError:
        # The reader has gone (a pager, head). Python must not fail again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        return _unexpected(error)


def _unexpected(error: Exception) -> int:
    usage = getattr(error, "format_message", None)
    if usage is not None:
        say_error(f"{str(usage()).rstrip('.')}; see 'sandtable --help'")
        return 2
    if os.environ.get("SANDTABLE_DEBUG"):
        raise error
    say_error(
        f"a fault of this program, please report it: {type(error).__name__}: {error} "
        "(SANDTABLE_DEBUG=1 shows where)"
    )
    return BROKEN
