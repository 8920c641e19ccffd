"""The socket of a table: a hello with tokens, then everything that happens there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import tokens as tk
from .codecs import decoder
from .connections import ABORT
from .desk import Desk
from .http import House, open_table
from .limits import Count, Rate, address_of
from .outbox import Client
from .problems import Problem
from .publish import encode, publish_table, send_view, shown_view
from .seats import say
from .shapes import ChatIn, FromClient, Hello, Ping, Pong, Say, Watch
from .store import StoreFailed

log = logging.getLogger("sandtable.live")

ENTERING = 4.0
"""Requests that a new socket counts for: it is told more than most answers hold."""
MISSED = 500
CHAT = 100
CLOSING = 2.0
"""Seconds until a farewell is given up."""

_decoder: msgspec.json.Decoder[FromClient] = decoder(FromClient)


class Closed(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Live:
    def __init__(self, house: House, sockets: Count) -> None:
        self.house = house
        self.sockets = sockets

    async def endpoint(self, socket: WebSocket) -> None:
        address = address_of(socket.client)
        try:
            self.house.origins.check(socket.headers)
        except Problem as problem:
            await socket.close(4400, problem.body.code)
            return
        await socket.accept()
        if not self.sockets.enter(address):
            await socket.close(4429, "too many sockets")
            return
        try:
            self.house.requests.take(address, ENTERING)
            await self._serve(socket, address)
        except Closed as closed:
            await _close(socket, closed.code, closed.reason)
        except Problem as problem:
            await _close(socket, _code(problem), problem.body.code)
        except StoreFailed as error:
            log.error("a socket: %s", error)
            await _close(socket, 1013, "try again later")
        except (WebSocketDisconnect, RuntimeError):
            pass  # the other side has gone
        finally:
            self.sockets.leave(address)

    async def _serve(self, socket: WebSocket, address: str) -> None:
        settings = self.house.settings
        try:
            async with asyncio.timeout(settings.hello_seconds):
                hello = await self._receive(socket)
        except TimeoutError:
            raise Closed(4408, "no hello") from None
        if not isinstance(hello, Hello):
            raise Closed(4400, "the first message is a hello")
        desk, client = await self._enter(socket, hello, address)
        try:
            try:
                await self._welcome(desk, client, hello)
            finally:
                desk.entering -= 1
            await self._talk(socket, desk, client, address)
        finally:
            desk.clients.discard(client)
            if not any(other.patches for other in desk.clients):
                desk.flats.clear()
            if not desk.clients:
                desk.left_alone()
            publish_table(desk)

    async def _enter(self, socket: WebSocket, hello: Hello, address: str) -> tuple[Desk, Client]:
        settings = self.house.settings
        try:
            shown = tk.well_formed(hello.tokens)
            desk, rights = await open_table(self.house, socket.path_params["game"], shown, address)
            desk.focus(rights, hello.seat)
        except Problem as problem:
            raise Closed(_code(problem), problem.body.code) from None
        if len(desk.clients) + desk.entering >= settings.sockets_per_game:
            raise Closed(4429, "too many sockets at this table")
        hashes = frozenset(tk.hash_token(token) for token in shown)
        client = Client(rights, hashes, settings.outbox, settings.outbox_bytes)
        client.pinned, client.patches = hello.seat, hello.patches
        desk.entering += 1
        return desk, client

    async def _welcome(self, desk: Desk, client: Client, hello: Hello) -> None:
        """Under the lock, so that nothing happens between the welcome and the first update."""
        store = self.house.hall.store
        chat = await store.chat(desk.id, 0, CHAT, last=True)
        async with desk.hold():
            missed = []
            if hello.version is not None and hello.version < desk.table.version:
                missed = await store.entries(desk.id, hello.version, MISSED + 1)
            desk.clients.add(client)
            body: dict[str, Any] = {
                "type": "welcome",
                "game": desk.info(client.rights),
                "view": msgspec.Raw(shown_view(desk, client)),
                "missed": [desk.entry(entry, client.rights) for entry in missed[:MISSED]],
                "more": len(missed) > MISSED,
                "chat": chat,
            }
            client.send(encode(body))
            publish_table(desk)

    async def _talk(self, socket: WebSocket, desk: Desk, client: Client, address: str) -> None:
        reading = asyncio.ensure_future(self._read(socket, desk, client, address))
        writing = asyncio.ensure_future(_write(socket, client))
        tasks: set[asyncio.Future[Any]] = {reading, writing, client.closing}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if client.closing in done:
                raise Closed(*client.closing.result())
            for task in done:
                task.result()
        finally:
            for task in (reading, writing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    async def _read(self, socket: WebSocket, desk: Desk, client: Client, address: str) -> None:
        settings = self.house.settings
        rate = Rate(settings.messages_per_second, settings.messages_burst)
        while True:
            message = await self._receive(socket)
            try:
                rate.take("")
                self.house.socket_messages.take(address)
            except Problem as problem:
                raise Closed(4429, "too many messages") from problem
            try:
                await self._handle(desk, client, message)
            except Problem as problem:
                client.send(encode({"type": "problem", "problem": problem.body}))
            except StoreFailed as error:
                log.error("game %s: %s", desk.id, error)
                client.send(encode({"type": "problem", "problem": error.problem.body}))

    async def _handle(self, desk: Desk, client: Client, message: FromClient) -> None:
        if isinstance(message, Ping):
            client.send(encode(Pong(message.id)))
        elif isinstance(message, Watch):
            desk.focus(client.rights, message.seat)
            client.pinned = message.seat
            async with desk.hold():
                send_view(desk, client)
        elif isinstance(message, Say):
            wish = ChatIn(seat=message.seat, text=message.text, key=message.key)
            await say(self.house.hall, desk, client.rights, wish)
        else:
            raise Problem(400, "malformed", "hello was said already")

    async def _receive(self, socket: WebSocket) -> FromClient:
        text = await socket.receive_text()
        if len(text) > self.house.settings.message_bytes:
            raise Closed(4413, "the message is too large")
        try:
            return _decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            raise Closed(4400, "malformed") from None


async def _write(socket: WebSocket, client: Client) -> None:
    while True:
        await socket.send_text((await client.next()).decode())


def _code(problem: Problem) -> int:
    codes = {401: 4401, 404: 4404, 429: 4429, 403: 4400, 503: 1013}
    return codes.get(problem.status, 1011)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Politely; whoever does not even read what was sent before is cut off."""
    try:
        async with asyncio.timeout(CLOSING):
            await socket.close(code, reason)
    except TimeoutError:
        socket.scope.get("extensions", {}).get(ABORT, lambda: None)()
    except (RuntimeError, WebSocketDisconnect):
        pass  # the other side has gone
