"""The server put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable import __version__

from .codecs import prepare
from .driver import Driver
from .hall import Hall
from .http import House, make_route, problem_response
from .keeper import obey, pulse, sweep
from .limits import Count, Rate, address_of
from .live import Live
from .openapi import describe
from .origin import Origins
from .page import Client, find_client
from .problems import Problem
from .routes import ENDPOINTS
from .settings import Settings
from .sqlite import SqliteStore
from .store import Store
from .turns import Turns
from .watch import Watch
from .workers import WorkerPool

HEADERS = {
    # Style attributes alone may be inline: they cannot run anything, and drawings need them.
    # The odds run as WebAssembly, which may be compiled; scripts still come from here alone.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "img-src 'self' data: blob:; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class SecureHeaders:
    """Strict headers on every answer; what the interface says is never kept by a cache."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers + RAW_HEADERS
            await send(message)

        await self.app(scope, receive, send_with_headers)


class Throttle:
    """Also what costs little, the page and its files, is not for anybody to ask for without end."""

    def __init__(self, app: ASGIApp, rate: Rate) -> None:
        self.app = app
        self.rate = rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                self.rate.take(address_of(scope.get("client")))
            except Problem as problem:
                await problem_response(problem)(scope, receive, send)
                return
        await self.app(scope, receive, send)


async def _refuse(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code, text = {
        404: ("not-found", "there is nothing at this address"),
        405: ("method", "this cannot be done with that method"),
    }.get(status, ("bug", "something broke in the program"))
    response = problem_response(Problem(status, code, text))
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


def _nothing(routes: list[Route]) -> Callable[[Request], Awaitable[Response]]:
    """For paths under /api that no route takes: the wrong method, or nothing there at all."""

    async def refuse(request: Request) -> Response:
        found = [route for route in routes if route.path_regex.match(request.url.path)]
        if not found:
            raise HTTPException(404)
        allowed = sorted({method for route in found for method in route.methods or ()})
        raise HTTPException(405, headers={"Allow": ", ".join(allowed)})

    return refuse


def make_house(settings: Settings, store: Store) -> House:
    pool = WorkerPool(settings.workers, memory_mb=settings.bot_memory_mb)
    long = WorkerPool(settings.long_workers, memory_mb=settings.bot_memory_mb, nice=10)
    background = WorkerPool(settings.background_workers, memory_mb=settings.bot_memory_mb, nice=15)
    return House(
        hall=Hall(store, pool, long, background, settings),
        job_pool=WorkerPool(
            settings.job_workers,
            memory_mb=settings.job_memory_mb,
            # So that one is free for the next who comes.
            each=max(1, settings.job_workers - 1),
            waiting=settings.jobs_waiting,
        ),
        settings=settings,
        origins=Origins(settings.hosts),
        slow=Turns(settings.slow_slots, each=1, waiting=settings.slow_waiting),
        requests=Rate(settings.requests_per_second, settings.requests_burst),
        games=Rate(settings.games_per_minute / 60, settings.games_burst),
        jobs=Rate(settings.jobs_per_minute / 60, settings.jobs_burst),
        messages=Rate(settings.messages_per_second, settings.messages_burst),
        socket_messages=Rate(settings.socket_messages_per_second, settings.socket_messages_burst),
        bad_tokens=Rate(settings.bad_tokens_per_minute / 60, settings.bad_tokens_burst),
    )


def make_store(settings: Settings) -> Store:
    """The store's threads are the first: whatever they decode is known by then."""
    prepare()
    return SqliteStore(settings.database)


def create_app(
    settings: Settings | None = None, on_start: Callable[[], None] | None = None
) -> Starlette:
    """The ASGI application. ``on_start`` is called once it is ready to answer."""
    settings = settings or Settings()
    store = make_store(settings)
    house = make_house(settings, store)
    driver = Driver(house.hall)
    live = Live(house, Count(settings.sockets, settings.sockets_per_address))
    watch = Watch(house)
    client = Client(find_client(settings.static))
    description = msgspec.json.encode(describe(ENDPOINTS, __version__))

    async def openapi(request: Request) -> Response:
        return Response(description, media_type="application/json")

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.ensure_future(sweep(house.hall)),
            asyncio.ensure_future(obey(house.hall)),
            asyncio.ensure_future(pulse(house.hall)),
            asyncio.ensure_future(driver.resume_all()),
        ]
        if on_start is not None:
            on_start()
        try:
            yield
        finally:
            for desk in house.hall.desks.values():
                for connected in desk.clients:
                    connected.close(1001, "the server is stopping")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await driver.close()
            for pool in (*house.hall.pools.values(), house.job_pool):
                await pool.close()
            await store.close()

    everything = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    routes = [make_route(endpoint, house) for endpoint in ENDPOINTS]
    routes.append(Route("/api/openapi.json", openapi))
    nothing = _nothing(routes)
    app = Starlette(
        routes=[
            *routes,
            WebSocketRoute("/api/games/{game}/live", live.endpoint),
            Route("/api", nothing, methods=everything),
            Route("/api/{path:path}", nothing, methods=everything),
            *watch.public(),
            Route("/", client.answer),
            Route("/{path:path}", client.answer),
        ],
        exception_handlers={HTTPException: _refuse, Exception: _refuse},
        lifespan=lifespan,
    )
    app.add_middleware(Throttle, rate=Rate(settings.answers_per_second, settings.answers_burst))
    app.add_middleware(SecureHeaders)
    app.state.house = house
    app.state.watch = watch
    return app
