"""``sandtable serve``: tables in the browser, for this machine or for the whole house."""

from __future__ import annotations

import contextlib
import os
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from .common import Fault, say

PORTS = range(8000, 8010)
DATABASE_HELP = "Where the games are kept (default: sandtable.db in your data folder)."


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help="Port to listen on (default: the first free one from 8000; 0: any).",
            min=0,
            max=65535,
            show_default=False,
        ),
    ] = None,
    database: Annotated[Path | None, typer.Option(help=DATABASE_HELP, show_default=False)] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open the browser.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(help="Processes for bots.", min=1, show_default=False)
    ] = None,
    max_sockets: Annotated[int, typer.Option(help="Most open connections.", min=1)] = 4096,
    sockets_per_address: Annotated[
        int, typer.Option(help="Most open connections from one address.", min=1)
    ] = 256,
    requests_per_second: Annotated[
        float, typer.Option(help="Requests one address may make on average.", min=1)
    ] = 40.0,
    keep_finished: Annotated[
        float | None,
        typer.Option(
            help="Days after which a finished game is deleted (default: never).",
            min=0.0,
            show_default=False,
        ),
    ] = None,
    keep_abandoned: Annotated[
        float | None,
        typer.Option(
            help="Days after which a game that nobody touches is deleted (default: never).",
            min=0.0,
            show_default=False,
        ),
    ] = None,
    proxy: Annotated[
        str, typer.Option(help="Addresses of a reverse proxy whose forwarding headers count.")
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="Host name under which people reach this server; may be given several times "
            "(default: this machine's own name and addresses, behind a proxy any).",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[
        str,
        typer.Option(
            metavar="[HOST:]PORT",
            help="Where the owner sees how the server does: a page, metrics, health.",
            show_default=False,
        ),
    ] = "",
    log: Annotated[str, typer.Option(metavar="text|json", help="How logs are written.")] = "text",
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every request.")] = False,
) -> None:
    """Play in the browser: starts the server and opens its page."""
    # The server and what it stands on are loaded by this command alone.
    from sandtable.server.app import create_app
    from sandtable.server.database import WrongDatabase
    from sandtable.server.logs import set_up
    from sandtable.server.run import Address, AddressInUse, bind, bind_first, run
    from sandtable.server.settings import Settings, default_workers

    settings = Settings(
        database=place(database),
        hosts=tuple(name or (["*"] if proxy else [])),
        workers=workers or default_workers(),
        sockets=max_sockets,
        sockets_per_address=sockets_per_address,
        # Room for requests besides the sockets.
        connections=max_sockets + 512,
        connections_per_address=sockets_per_address + 64,
        connections_burst=max(400, 2 * sockets_per_address),
        requests_per_second=requests_per_second,
        requests_burst=int(requests_per_second * 10),
        answers_per_second=requests_per_second * 2.5,
        answers_burst=int(requests_per_second * 25),
        keep_finished_days=keep_finished,
        keep_abandoned_days=keep_abandoned,
    )

    def ready(address: Address) -> None:
        say(f"Sandtable is at {address.url} (games in {settings.database}; Ctrl+C stops it)")
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()

    try:
        set_up(_form(log), verbose=verbose)
        with contextlib.ExitStack() as listening:
            owner = listening.enter_context(bind(*_owner(watch))) if watch else None
            listener = listening.enter_context(bind_first(host, PORTS if port is None else (port,)))
            run(
                create_app(settings), settings, listener, ready,
                proxy=proxy, verbose=verbose, watching=owner,
            )  # fmt: skip
    except AddressInUse as error:
        raise Fault(f"{error}; choose another with --port") from error
    except (WrongDatabase, OSError) as error:
        raise Fault(str(error)) from error


def _form(log: str) -> str:
    if log not in ("text", "json"):
        raise Fault(f"--log is text or json, not '{log}'")
    return log


def _owner(watch: str) -> tuple[str, int]:
    """Where the owner's page is: on this machine alone unless a host is named."""
    host, _, port = watch.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise Fault(f"--watch takes a port, or HOST:PORT, not '{watch}'")
    return host.strip("[]") or "127.0.0.1", int(port)


def place(database: Path | None) -> Path:
    """The database file; its folder is made if need be."""
    if database is None:
        base = os.environ.get("XDG_DATA_HOME") or (
            os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
        )
        database = Path(base) / "sandtable" / "sandtable.db"
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"cannot use {database}: {error.strerror}") from error
    return database
