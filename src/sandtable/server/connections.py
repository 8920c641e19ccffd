"""Connections as they come in: how many there may be, and how long each may take.

Somebody who opens a thousand connections and sends a letter a minute must not lock out everybody
else. So connections are counted in all and by address; each has a time for the head of a request
and one for all of it; and when the house is full, whoever has sent no request for longest goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import math
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Count, Rate, address_of
from .problems import Problem, ProblemBody
from .settings import Settings

log = logging.getLogger("sandtable.connections")

ABORT = "sandtable.abort"
"""Where a socket's scope has the way to end it at once, without a word."""
RESERVED_FILES = 128
"""For the database, the workers' pipes and whatever else is no connection."""
HEAD_BYTES = 32 * 1024
HEADERS = 100
CONTROL_BURST = 100.0
CONTROL_PER_SECOND = 5.0
"""Pings, pongs and pieces of messages that one socket may send."""
PATIENCE = 5.0
"""Seconds a closed connection may take to read what is left for it."""


class Connections:
    def __init__(self, settings: Settings, most: int, proxy: str = "") -> None:
        self.count = Count(most, settings.connections_per_address)
        self.spare = min(16, most // 10)
        self.rate = Rate(settings.connections_per_second, settings.connections_burst)
        self.head_seconds = settings.head_seconds
        self.request_seconds = settings.request_seconds
        self.proxies = Proxies(proxy)
        self.open: set[HttpConnection] = set()
        self.waiting: dict[HttpConnection, None] = {}
        """Those that have not sent a whole head of a request, the oldest first."""

    def admit(self, connection: HttpConnection) -> bool:
        # One that is cut off leaves a moment later, so there is some room before all is full.
        if self.count.total >= self.count.most - self.spare and self.waiting:
            next(iter(self.waiting)).abort()
        return self.count.enter(connection.address)

    async def watch(self) -> None:
        """Ends what takes too long."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(1.0, self.head_seconds / 4))
            moment = loop.time()
            for connection in [one for one in self.open if one.deadline < moment]:
                connection.abort()


class Proxies:
    """The addresses that speak for many people: they are not counted as one."""

    def __init__(self, given: str) -> None:
        words = [word.strip() for word in given.split(",") if word.strip()]
        self.all = "*" in words
        self.networks = []
        for word in words:
            with contextlib.suppress(ValueError):
                self.networks.append(ipaddress.ip_network(word, strict=False))

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return self.all
        return self.all or any(address in network for network in self.networks)


class Config(uvicorn.Config):
    """What uvicorn hands to every connection, with the count of them."""

    crowd: Connections


def _crowd(config: uvicorn.Config) -> Connections:
    assert isinstance(config, Config)
    return config.crowd


class HttpConnection(HttpToolsProtocol):
    """A connection that is counted and watched until it closes or becomes a socket."""

    address = ""
    deadline = math.inf
    head = 0
    """Bytes of the head that is on its way."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        crowd = self.crowd = _crowd(self.config)
        self.transport = transport
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if peer else ""
        if host in crowd.proxies:
            # Each of those that a proxy brings is counted for itself, by what the proxy says.
            self.address = f"proxy {id(self)}"
        else:
            self.address = address_of(peer)
            if not crowd.rate.allows(self.address):
                _cut_off(transport)
                return
        if not crowd.admit(self):
            _turn_away(transport)
            return
        crowd.open.add(self)
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self.crowd.count.leave(self.address)
        super().connection_lost(exc)

    def abort(self) -> None:
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self.crowd.open.discard(self)
        self.crowd.waiting.pop(self, None)

    def _expect_head(self) -> None:
        self.head = 0
        self.deadline = self.loop.time() + self.crowd.head_seconds
        self.crowd.waiting[self] = None

    def data_received(self, data: bytes) -> None:
        if self not in self.crowd.waiting and self.deadline == math.inf:
            self._expect_head()
        if self in self.crowd.waiting:
            end = data.find(b"\r\n\r\n")
            self.head += len(data) if end < 0 else end
            if self.head > HEAD_BYTES:
                self._refuse(Problem(431, "too-large", "the head of this request is too large"))
                return
        super().data_received(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > HEADERS:
            # Also what follows a body in pieces counts as headers, and need never end.
            self.abort()

    def on_headers_complete(self) -> None:
        self.crowd.waiting.pop(self, None)
        self.deadline = self.loop.time() + self.crowd.request_seconds
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle is None or self.cycle.response_complete:
            self.deadline = math.inf

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse(Problem(400, "malformed", "this is no HTTP request"))

    def _refuse(self, problem: Problem) -> None:
        self._leave()
        self.transport.write(_answer(problem.status, problem.body))
        self.transport.close()
        self.loop.call_later(PATIENCE, self.transport.abort)


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket that can be ended at once, and that cannot flood below its messages."""

    address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        former = self.transport.get_protocol()
        self.crowd = _crowd(self.config)
        self.address = former.address if isinstance(former, HttpConnection) else ""
        self.control, self.control_at = CONTROL_BURST, self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.count.leave(self.address)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][ABORT] = self.transport.abort

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._abort_later()

    def _abort_later(self) -> None:
        """Closing waits until the other side has read everything, which it may never do."""
        self.loop.call_later(PATIENCE, self.transport.abort)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        moment = self.loop.time()
        refill = (moment - self.control_at) * CONTROL_PER_SECOND
        self.control, self.control_at = min(CONTROL_BURST, self.control + refill) - 1, moment
        if self.control < 0:
            self.transport.abort()
        return self.control >= 0

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort_later()


def _answer(status: int, body: ProblemBody) -> bytes:
    text = msgspec.json.encode(body)
    head = f"HTTP/1.1 {status} \r\nContent-Type: application/json\r\nContent-Length: {len(text)}"
    return head.encode() + b"\r\nConnection: close\r\n\r\n" + text


FULL = _answer(429, Problem(429, "too-many", "too many connections from this address").body)


class _Deaf(asyncio.Protocol):
    """For a connection that was turned away."""


def _turn_away(transport: asyncio.Transport) -> None:
    transport.set_protocol(_Deaf())
    transport.write(FULL)
    transport.close()


def _cut_off(transport: asyncio.Transport) -> None:
    """Without a word: whoever comes that often must cost as little as can be."""
    transport.set_protocol(_Deaf())
    transport.abort()


def most_connections(wanted: int) -> int:
    """As many as the system lets us have: each connection is a file, and files are limited."""
    try:
        import resource
    except ImportError:  # no such limit on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED_FILES
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < needed:
        soft = needed if hard == unlimited else min(needed, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == unlimited or soft >= needed:
        return wanted
    found = max(16, soft - RESERVED_FILES)
    log.warning(
        "this system allows %d open files, so there can be %d connections instead of %d "
        "(ulimit -n, or LimitNOFILE of a service, raises that)",
        *(soft, found, wanted),
    )
    return found
