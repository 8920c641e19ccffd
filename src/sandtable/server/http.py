"""Endpoints as values: what they read, what they answer, who may call them.

The same list makes the routes and the OpenAPI description, so they cannot disagree.
"""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from . import tokens as tk
from .codecs import decoder
from .desk import Desk
from .hall import Hall
from .limits import Rate, address_of, too_many
from .origin import Origins
from .problems import Problem
from .settings import Settings
from .store import StoreFailed
from .turns import Busy, Turns
from .workers import WorkerPool

log = logging.getLogger("sandtable.http")

COMPRESS_OVER = 8 * 1024

B = TypeVar("B")
Q = TypeVar("Q")


class NoQuery(msgspec.Struct):
    """An endpoint without query parameters."""


@dataclass
class House:
    """What every request can reach."""

    hall: Hall
    job_pool: WorkerPool
    """For what anybody may ask (odds): apart, so that no bot ever waits behind it."""
    settings: Settings
    origins: Origins
    slow: Turns
    """For what takes long in this process."""
    requests: Rate
    games: Rate
    jobs: Rate
    messages: Rate
    socket_messages: Rate
    bad_tokens: Rate


@dataclass
class Call(Generic[B, Q]):
    """One request, read and checked. ``desk`` and ``rights`` are there when a game is named."""

    house: House
    path: dict[str, str]
    body: B
    query: Q
    params: dict[str, str]
    address: str
    _desk: Desk | None = None
    _rights: tk.Rights | None = None

    @property
    def hall(self) -> Hall:
        return self.house.hall

    @property
    def desk(self) -> Desk:
        assert self._desk is not None
        return self._desk

    @property
    def rights(self) -> tk.Rights:
        assert self._rights is not None
        return self._rights


@dataclass(frozen=True)
class Endpoint:
    method: Literal["GET", "POST", "DELETE"]
    path: str
    run: Callable[[Call[Any, Any]], Awaitable[Any]]
    answer: Any
    summary: str
    body: Any = None
    query: Any = NoQuery
    status: int = 200
    at_table: bool = False
    large: bool = False
    plain: bool = False
    """Also takes its text as ``text/plain``."""
    rate: Literal["", "games", "jobs", "messages"] = ""
    slow: bool = False
    """May take long for a long game: one at a time for each address."""
    media: str = "application/json"
    errors: tuple[int, ...] = field(default=(400, 429))


async def read_body(request: Request, most: int) -> bytes:
    declared = request.headers.get("content-length", "").lstrip("0")
    if len(declared) > 18 or (declared.isdecimal() and int(declared) > most):
        raise _too_large(most)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise _too_large(most)
    return bytes(data)


def _too_large(most: int) -> Problem:
    return Problem(413, "too-large", f"at most {most // 1024} kB can be sent here")


def decode(data: bytes, shape: Any) -> Any:
    try:
        return decoder(shape).decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "malformed", f"this cannot be read: {error}") from error


async def open_table(house: House, game: str, shown: list[str], address: str) -> tuple[Desk, Any]:
    """The desk and the rights; guessing tokens or games is slowed down."""
    house.bad_tokens.check(address)
    try:
        desk = await house.hall.desk(game)
        return desk, desk.rights(shown)
    except Problem as problem:
        if problem.status in (401, 404):
            house.bad_tokens.take(address)
        raise


async def read_call(endpoint: Endpoint, house: House, request: Request) -> Call[Any, Any]:
    address = address_of(request.client)
    house.requests.take(address)
    if endpoint.method != "GET":
        house.origins.check(request.headers)
    if endpoint.rate:
        rate: Rate = getattr(house, endpoint.rate)
        rate.take(address)
    path = {name: str(value) for name, value in request.path_params.items()}
    params = dict(request.query_params)
    try:
        query = msgspec.convert(params, endpoint.query, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(400, "malformed", f"this cannot be read: {error}") from error
    call: Call[Any, Any] = Call(house, path, None, query, params, address)
    if endpoint.at_table:
        shown = tk.read_bearer(request.headers.get("authorization"))
        call._desk, call._rights = await open_table(house, path["game"], shown, address)
    if endpoint.body is not None:
        call.body = await _read_typed(endpoint, house.settings, request)
    return call


async def _read_typed(endpoint: Endpoint, settings: Settings, request: Request) -> Any:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    most = settings.import_bytes if endpoint.large else settings.body_bytes
    if kind == "application/json":
        return decode(await read_body(request, most), endpoint.body)
    if endpoint.plain and kind == "text/plain":
        try:
            return endpoint.body(text=(await read_body(request, most)).decode())
        except UnicodeDecodeError as error:
            raise Problem(400, "malformed", "this is not UTF-8 text") from error
    # A page of another origin cannot send JSON without asking first, and is never allowed to.
    raise Problem(415, "not-json", "the body must be application/json")


def problem_response(problem: Problem) -> Response:
    headers = {"Retry-After": str(problem.retry)} if problem.retry else {}
    if problem.status == 429:
        # Whoever asks too much has to connect again, and that is limited too.
        headers["Connection"] = "close"
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(msgspec.json.encode(problem.body), problem.status, headers, "application/json")


def json_response(request: Request, data: bytes, status: int) -> Response:
    """Long answers (a ledger, a history) travel compressed."""
    headers = {"Vary": "Accept-Encoding"}
    if len(data) > COMPRESS_OVER and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        data = gzip.compress(data, 5, mtime=0)
    return Response(data, status, headers, "application/json")


def make_route(endpoint: Endpoint, house: House) -> Route:
    async def handle(request: Request) -> Response:
        try:
            call = await read_call(endpoint, house, request)
            if endpoint.slow:
                async with house.slow.turn(call.address, house.settings.slow_wait):
                    result = await endpoint.run(call)
            else:
                result = await endpoint.run(call)
        except Busy:
            return problem_response(too_many(1))
        except Problem as problem:
            return problem_response(problem)
        except StoreFailed as error:
            log.error("%s %s: %s", endpoint.method, endpoint.path, error)
            return problem_response(error.problem)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            log.exception("%s %s", endpoint.method, endpoint.path)
            text = "something broke in the program"
            return problem_response(Problem(500, "bug", text))
        if isinstance(result, Response):
            return result
        if result is None:
            return Response(status_code=204)
        return json_response(request, msgspec.json.encode(result), endpoint.status)

    async def timed(request: Request) -> Response:
        begun = time.perf_counter()
        response = await handle(request)
        seconds = time.perf_counter() - begun
        house.hall.metrics.answered(endpoint.method, endpoint.path, response.status_code, seconds)
        return response

    return Route(endpoint.path, timed, methods=[endpoint.method])
