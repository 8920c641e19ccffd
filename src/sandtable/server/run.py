"""Running the application with uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import sys
from collections.abc import Callable, Sequence

import msgspec
import uvicorn
from starlette.applications import Starlette

from .connections import Config, Connections, HttpConnection, SocketConnection, most_connections
from .settings import Settings


class AddressInUse(Exception):
    """Somebody listens there already."""


class Address(msgspec.Struct, frozen=True):
    host: str
    port: int

    @property
    def url(self) -> str:
        """What to type into a browser on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host and '[' not in host else host}:{self.port}/"


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP outright: only then does asyncio turn off Nagle's delay on what it accepts.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise AddressInUse(f"port {port} of {host} is taken") from error
        raise
    listener.listen(256)
    listener.setblocking(False)
    return listener


def bind_first(host: str, ports: Sequence[int]) -> socket.socket:
    """On the first of these ports that is free."""
    for port in ports[:-1]:
        with contextlib.suppress(AddressInUse):
            return bind(host, port)
    return bind(host, ports[-1])


def tame_collector() -> None:
    """Few and short searches for garbage.

    A full one looks at every object of every open table, a quarter of a second for some hundred
    tables in which nobody's move gets through. Nearly everything here goes when its last user
    does; for the rest the hall asks for a full search now and then (``Hall.sweep``).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 1_000_000)


def run(
    app: Starlette,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[Address], None],
    *,
    proxy: str = "",
    verbose: bool = False,
    watching: socket.socket | None = None,
) -> None:
    """Serve until interrupted. ``ready`` is told the address once requests are answered.

    ``watching`` listens for the owner alone (``watch.Watch``).
    """
    # A thread that opens a long game must not hold up the event loop for 5 ms at a time.
    sys.setswitchinterval(0.001)
    config = Config(
        app,
        http=HttpConnection,
        log_config=None,
        access_log=verbose,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        server_header=False,
        ws=SocketConnection,
        ws_max_size=4 * settings.message_bytes,
        # Differences are small already; a compressor per socket costs 300 kB and most of the CPU.
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=60.0,
        timeout_graceful_shutdown=3,
        # Also how many are let in before anybody else has a turn.
        backlog=256,
    )
    config.crowd = Connections(settings, most_connections(settings.connections), proxy)
    server = uvicorn.Server(config)
    address = Address(*listener.getsockname()[:2])

    async def serve() -> None:
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            tame_collector()
            ready(address)
        beside = [asyncio.ensure_future(config.crowd.watch())]
        if watching is not None:
            beside.append(asyncio.ensure_future(_serve_owner(app, watching, verbose=verbose)))
        try:
            await serving
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    asyncio.run(serve())


async def _serve_owner(app: Starlette, listener: socket.socket, *, verbose: bool) -> None:
    """The owner's address, until cancelled. The server itself listens to signals, not this."""
    config = uvicorn.Config(
        app.state.watch.app(), log_config=None, access_log=verbose, lifespan="off", ws="none"
    )
    server = uvicorn.Server(config)
    try:
        await server._serve(sockets=[listener])
    finally:
        for each in getattr(server, "servers", ()):
            each.close()
