"""For the owner of a server: is it well, how busy is it, what is on its tables.

Health is told to everybody; the rest only on an address of its own (``serve --watch``), which
stays on the machine unless the owner wants otherwise. Nothing here shows a hand, a seed or a
link.
"""

from __future__ import annotations

import asyncio
import html
import os
import shutil
import time
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable import __version__

from .http import House
from .store import StoreFailed

FRESH_SECONDS = 5.0
"""So long an answer about readiness is given again, for each asks the disk."""
STORE_SECONDS = 5.0
LEAST_DISK = 64 * 2**20

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandtable, the house</title>
<meta http-equiv="refresh" content="10"><meta name="viewport" content="width=device-width">
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 24px auto; max-width: 1000px;
  padding: 0 16px; color: #2a2418; background: #f7f2e6; }}
h1 {{ font-size: 22px; }} .bad {{ color: #a3261d; font-weight: 600; }}
dl {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 10px; }}
dl div {{ background: #fffdf6; border: 1px solid #ddd2b8; border-radius: 8px; padding: 8px 12px; }}
dt {{ font-size: 13px; color: #6d6248; }} dd {{ margin: 0; font-size: 20px; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: 5px 10px; border-bottom: 1px solid #e4dac2; }}
td.n, th.n {{ text-align: right; font-variant-numeric: tabular-nums; }}
</style><h1>Sandtable {version}: <span class="{tone}">{state}</span></h1>
<dl>{facts}</dl><h2>Tables in memory ({open})</h2>
<table><tr><th>Table<th>Title<th>Name<th class=n>Version<th class=n>People here<th class=n>Watching
<th>To decide<th class=n>kB</tr>{tables}</table></html>
"""


class Watch:
    def __init__(self, house: House) -> None:
        self.house = house
        self.started = time.monotonic()
        self._ready: tuple[float, list[str]] = (-FRESH_SECONDS, [])
        self._asking = asyncio.Lock()

    # Is it well?

    async def faults(self) -> list[str]:
        """Why nobody should be sent here now; empty when all is well."""
        async with self._asking:
            if time.monotonic() - self._ready[0] >= FRESH_SECONDS:
                self._ready = (time.monotonic(), await self._look())
        return self._ready[1]

    async def _look(self) -> list[str]:
        found = []
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await self.house.hall.store.tidy()
        except StoreFailed as error:
            found.append(f"nothing can be stored: {error}")
        except TimeoutError:
            found.append("the disk does not answer")
        if self._disk_free() < LEAST_DISK:
            found.append("the disk is nearly full")
        return found

    def _disk_free(self) -> int:
        folder = self.house.settings.database.absolute().parent
        try:
            return shutil.disk_usage(folder).free
        except OSError:
            return 0

    async def health(self, request: Request) -> Response:
        return _json({"ok": True, "version": __version__})

    async def ready(self, request: Request) -> Response:
        found = await self.faults()
        return _json({"ok": not found, "faults": found}, 503 if found else 200)

    # How busy is it?

    async def gauges(self) -> dict[str, tuple[str, float]]:
        house, hall = self.house, self.house.hall
        desks = list(hall.desks.values())
        store = await hall.store.state()
        times = os.times()
        pools = {**hall.pools, "jobs": house.job_pool}
        found: dict[str, tuple[str, float]] = {
            "up_seconds": ("Time since the start.", time.monotonic() - self.started),
            "loop_lag_seconds": ("Longest wait for the event loop lately.", hall.metrics.lag),
            "cpu_seconds_total": ("Processor time of this process.", times.user + times.system),
            "memory_bytes": ("Resident memory of this process.", float(_memory())),
            "tables_open": ("Tables in memory.", len(desks)),
            "tables_stored": ("Tables in the database.", store.games),
            "people_online": ("Sockets of people at tables.", sum(len(d.clients) for d in desks)),
            "bots_due": ("Tables at which a bot is to move.", sum(bool(d.bot_task) for d in desks)),
            "store_waiting": ("Writes that wait for the disk.", store.waiting),
            "store_commits_total": ("Commits to the disk.", store.commits),
            "store_commit_seconds_total": ("Time spent in commits.", store.commit_seconds),
            "store_bytes": ("Size of the database on the disk.", store.size),
            "disk_free_bytes": ("Room left on the disk.", self._disk_free()),
        }
        for name, pool in pools.items():
            found[f"workers_{name}"] = (f"Worker processes for {name}.", len(pool))
            found[f"workers_{name}_waiting"] = (f"Jobs that wait ({name}).", len(pool.turns))
        return found

    async def metrics(self, request: Request) -> Response:
        text = self.house.hall.metrics.text(await self.gauges())
        return Response(text, media_type="text/plain; version=0.0.4")

    # What is on the tables?

    def tables(self) -> list[dict[str, Any]]:
        """Those in memory, the busiest first."""
        return [
            {
                "id": desk.id,
                "title": desk.row.setup.title,
                "name": desk.row.name,
                "version": desk.table.version,
                "people": sum(not client.rights.spectator for client in desk.clients),
                "watching": sum(client.rights.spectator for client in desk.clients),
                "asked": desk.row.head.asked,
                "bytes": desk.row.size,
                "updated": desk.row.updated,
            }
            for desk in sorted(
                self.house.hall.desks.values(), key=lambda d: (-len(d.clients), -d.row.updated)
            )
        ]

    async def status(self, request: Request) -> Response:
        gauges = {name: value for name, (_, value) in (await self.gauges()).items()}
        faults = await self.faults()
        return _json({"ok": not faults, "faults": faults, **gauges, "tables": self.tables()})

    async def page(self, request: Request) -> Response:
        gauges, faults, tables = await self.gauges(), await self.faults(), self.tables()
        facts = "".join(
            f"<div><dt>{html.escape(about.rstrip('.'))}</dt><dd>{_shown(name, value)}</dd></div>"
            for name, (about, value) in gauges.items()
        )
        rows = "".join(
            "<tr>"
            f"<td>{html.escape(one['id'])}<td>{html.escape(one['title'])}"
            f"<td>{html.escape(one['name'])}<td class=n>{one['version']}<td class=n>{one['people']}"
            f"<td class=n>{one['watching']}<td>{html.escape(', '.join(one['asked']))}"
            f"<td class=n>{one['bytes'] / 1024:.0f}</tr>"
            for one in tables[:500]
        )
        text = PAGE.format(
            version=__version__,
            tone="bad" if faults else "good",
            state=html.escape("; ".join(faults) or "all is well"),
            facts=facts,
            open=len(tables),
            tables=rows,
        )
        return Response(text, media_type="text/html")

    # Where

    def public(self) -> list[Route]:
        return [Route("/healthz", self.health), Route("/readyz", self.ready)]

    def app(self) -> Starlette:
        """All of it, for an address of its own."""
        return Starlette(
            routes=[
                *self.public(),
                Route("/metrics", self.metrics),
                Route("/status.json", self.status),
                Route("/", self.page),
            ]
        )


def _json(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def _memory() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0  # only Linux tells


def _shown(name: str, value: float) -> str:
    if "bytes" in name:
        return f"{value / 2**20:,.1f} MB"
    if "seconds" in name:
        return f"{value:,.3f} s" if value < 100 else f"{value:,.0f} s"
    return f"{value:,.0f}"
