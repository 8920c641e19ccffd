"""``sandtable admin``: what the owner of a server does to its database."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, ParamSpec, TypeAlias

import typer

from .common import Fault, Json, say, say_json
from .serve import DATABASE_HELP, place

P = ParamSpec("P")

Database: TypeAlias = Annotated[
    Path | None, typer.Option("--database", help=DATABASE_HELP, show_default=False)
]
GameId: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="A game's id.")]
GameIds: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="GAME...", help="One or more games' ids.")
]
Limit: TypeAlias = int | None

MEGA = 2**20


def register(app: typer.Typer) -> None:
    admin = typer.Typer(
        help="Look after a server's database: tables, backups, quotas.", no_args_is_help=True
    )
    for name, command in (
        ("list", list_games),
        ("inspect", inspect),
        ("close", close),
        ("delete", delete),
        ("check", check),
        ("vacuum", vacuum),
        ("backup", backup),
        ("restore", restore),
        ("quotas", quotas),
    ):
        admin.command(name)(_told(command))
    app.add_typer(admin, name="admin")


def _told(command: Callable[P, int]) -> Callable[P, int]:
    """What goes wrong is one line, like everywhere."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        from sandtable.server.admin import AdminFault
        from sandtable.server.database import WrongDatabase

        try:
            return command(*args, **kwargs)
        except (AdminFault, WrongDatabase) as error:
            raise Fault(str(error)) from error
        except OSError as error:
            raise Fault(f"{error.filename or ''} {error.strerror}".strip()) from error

    return run


def list_games(database: Database = None, json: Json = False) -> int:
    """Every table: title, people and bots, how long untouched, how large."""
    from sandtable.server import admin

    found = admin.games(place(database))
    if json:
        say_json(found)
        return 0
    for game in found:
        state = "closed" if game.closed else "over" if game.over else "going on"
        sitting = f"{game.people} people, {game.bots} bots"
        day = datetime.fromtimestamp(game.updated / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        name = f"  {game.name}" if game.name else ""
        say(
            f"{game.id}  {game.title:<18} {state:<8}  {sitting:<16}  {day}"
            f"  {game.bytes / 1024:>8.0f} kB  {game.address}{name}"
        )
    say(f"{len(found)} tables, {sum(game.bytes for game in found) / MEGA:.1f} MB")
    return 0


def inspect(game: GameId, database: Database = None, json: Json = False) -> int:
    """One table in detail: seats, sizes, where it stands. No hands, no seeds, no talk."""
    from sandtable.server import admin

    found = admin.inspect(place(database), game)
    if json:
        say_json(found)
        return 0
    for name, value in found.items():
        if isinstance(value, dict):
            say(f"{name}:")
            for key, more in value.items():
                text = more
                if isinstance(more, dict):
                    text = ", ".join(f"{k} {v}" for k, v in more.items() if v not in ("", False))
                say(f"  {key}: {text}")
        else:
            say(f"{name}: {value}")
    return 0


def close(
    games: GameIds,
    reopen: Annotated[bool, typer.Option("--reopen", help="Open them again.")] = False,
    database: Database = None,
    json: Json = False,
) -> int:
    """Nobody can change these tables any more; they can still be looked at."""
    return _order("reopen" if reopen else "close", games, database, json)


def delete(games: GameIds, database: Database = None, json: Json = False) -> int:
    """Delete tables for good, with their history, chat and links."""
    return _order("delete", games, database, json)


def _order(what: str, games: list[str], database: Path | None, json: bool) -> int:
    from sandtable.server import admin

    done = {"close": "closed", "reopen": "opened again", "delete": "deleted"}[what]
    for game in games:
        admin.order(place(database), what, game)
        if not json:
            say(f"{game} is {done}")
    if json:
        say_json({"done": what, "games": games})
    return 0


def check(database: Database = None, json: Json = False) -> int:
    """Look at all of the file for damage. Exit code 1 if there is any."""
    from sandtable.server import admin

    path = place(database)
    found = admin.check(path)
    if json:
        say_json({"ok": not found, "faults": found})
    else:
        for fault in found:
            say(fault)
        if not found:
            say(f"{path} is sound")
    return 1 if found else 0


def vacuum(database: Database = None, json: Json = False) -> int:
    """Give room that deleted tables took back to the disk (the server must be stopped)."""
    from sandtable.server import admin

    path = place(database)
    before, after = admin.vacuum(path)
    if json:
        say_json({"before": before, "after": after})
    else:
        say(f"{path}: {before / MEGA:.1f} MB before, {after / MEGA:.1f} MB now")
    return 0


def backup(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    database: Database = None,
    json: Json = False,
) -> int:
    """A whole, checked copy of the database, also while the server runs."""
    from sandtable.server import admin

    size = admin.backup(place(database), copy)
    if json:
        say_json({"file": str(copy), "bytes": size})
    else:
        say(f"{copy} holds all tables ({size / MEGA:.1f} MB)")
    return 0


def restore(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
    json: Json = False,
) -> int:
    """Put a backup in the database's place (the server must be stopped); the old file is kept."""
    from sandtable.server import admin

    path = place(database)
    former = admin.restore(path, copy)
    if json:
        say_json({"file": str(path), "former": str(former) if former else None})
    else:
        kept = f"; what was there before is {former}" if former else ""
        say(f"{path} is {copy} now{kept}")
    return 0


def quotas(
    games_per_address: Annotated[
        Limit, typer.Option(help="Tables made from one address.", min=0, show_default=False)
    ] = None,
    megabytes_per_address: Annotated[
        Limit, typer.Option(help="Their size together.", min=0, show_default=False)
    ] = None,
    megabytes: Annotated[
        Limit, typer.Option(help="The size of all tables.", min=0, show_default=False)
    ] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Back to the defaults first.")] = False,
    database: Database = None,
    json: Json = False,
) -> int:
    """Who stores how much, and how much may be stored; limits count at once, without a restart."""
    from sandtable.server import admin

    given = {
        "games_per_address": games_per_address,
        "bytes_per_address": _bytes(megabytes_per_address),
        "bytes_total": _bytes(megabytes),
    }
    changes = {name: value for name, value in given.items() if reset or value is not None}
    found = admin.quotas(place(database), changes)
    if json:
        say_json(found)
        return 0
    limits = found["limits"]
    say(
        f"at most {limits['games_per_address']} tables and "
        f"{limits['bytes_per_address'] / MEGA:.0f} MB from one address, "
        f"{limits['bytes_total'] / MEGA:.0f} MB in all"
    )
    for one in found["addresses"]:
        who = one["address"] or "(before quotas)"
        say(f"{who:<40} {one['games']:>6} {one['bytes'] / MEGA:>9.1f} MB")
    say(f"{found['games']} tables, {found['bytes'] / MEGA:.1f} MB")
    return 0


def _bytes(megabytes: int | None) -> int | None:
    return None if megabytes is None else megabytes * MEGA
