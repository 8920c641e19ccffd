"""Workers are shared: in turn, within limits, and people come before bots among themselves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandtable.server.driver import bot_job
from sandtable.server.turns import Busy, Turns
from sandtable.server.worker import MEMORY, Answer
from sandtable.server.workers import WorkerFailed, WorkerPool

from .conftest import Opener
from .helpers import Table
from .test_floods import app_of
from .test_together import wait_for

ODDS = {
    "kind": "odds",
    "args": {"title": "anniversary-1941", "attackers": "1 infantry", "defenders": "1 infantry"},
}


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_crowd_of_one_waits_behind_itself() -> None:
    """Ten jobs of one address, then one of another: the other is second, not eleventh."""

    async def play() -> list[str]:
        turns, order = Turns(1, 1, 100), []

        async def work(who: str) -> None:
            await turns.enter(who)
            order.append(who)
            await asyncio.sleep(0)
            turns.leave(who)

        await asyncio.gather(*(work("flood") for _ in range(10)), work("guest"), work("other"))
        assert turns.free == 1
        return order

    assert asyncio.run(play())[:4] == ["flood", "flood", "guest", "other"]


def test_nobody_has_all_of_them() -> None:
    async def play() -> None:
        turns = Turns(3, 2, 100)
        flood = [asyncio.ensure_future(turns.enter("flood")) for _ in range(5)]
        await settle()
        assert sum(task.done() for task in flood) == 2
        await asyncio.wait_for(turns.enter("guest"), 1)
        turns.leave("flood")
        await settle()
        assert sum(task.done() for task in flood) == 3
        turns.leave("guest")
        await settle()
        assert sum(task.done() for task in flood) == 3
        for task in flood:
            task.cancel()

    asyncio.run(play())


def test_who_gives_up_waiting_leaves_no_trace() -> None:
    async def play() -> None:
        turns = Turns(1, 1, 2)
        await turns.enter("a")
        with pytest.raises(Busy):
            await turns.enter("b", 0.01)
        waiting = [asyncio.ensure_future(turns.enter("b")) for _ in range(2)]
        await settle()
        with pytest.raises(Busy):
            await turns.enter("b")  # two wait already
        waiting[0].cancel()
        await settle()
        turns.leave("a")
        await settle()
        assert waiting[1].done()
        turns.leave("b")
        # Given a turn and cancelled in the same moment: it goes to the next.
        await turns.enter("a")
        late = asyncio.ensure_future(turns.enter("b"))
        await settle()
        turns.leave("a")
        late.cancel()
        await settle()
        assert turns.free == 1
        assert not turns._queues

    asyncio.run(play())


def test_a_job_that_needs_too_much_memory_is_refused(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = opener()
    table = Table(client)
    house = app_of(client)
    assert table.red.get().status_code == 200
    desk = house.hall.desks[table.id]
    pool = WorkerPool(1, memory_mb=512)

    async def feed() -> None:
        job = bot_job(desk, "red", "glutton", 100)
        with pytest.raises(WorkerFailed) as failed:
            await pool.run("bot", job, 20.0)
        assert failed.value.answer.code == MEMORY
        # Another process does what comes next.
        job = bot_job(desk, "red", "babbler", 100)
        assert (await pool.run("bot", job, 20.0))["action"]
        await pool.close()

    assert client.portal is not None
    client.portal.call(feed)

    async def refuse(*_: Any, **__: Any) -> Any:
        raise WorkerFailed(Answer(error="too much", code=MEMORY))

    monkeypatch.setattr(house.job_pool, "run", refuse)
    answer = client.post("/api/jobs", json=ODDS)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_jobs_of_one_address_wait_behind_each_other(opener: Opener) -> None:
    """With two workers for jobs, one address has only one of them."""
    client = opener(job_wait=0.2, job_workers=2)
    house = app_of(client)
    assert client.portal is not None
    client.portal.call(house.job_pool.turns.enter, "testclient")
    assert client.post("/api/jobs", json=ODDS).json()["code"] == "busy"
    client.portal.call(house.job_pool.turns.leave, "testclient")
    client.portal.call(house.job_pool.turns.enter, "192.0.2.1")
    assert client.post("/api/jobs", json=ODDS).status_code == 200


def test_bots_among_themselves_keep_no_person_waiting(opener: Opener) -> None:
    """Their worker never answers here, and a person's bot moves all the same."""
    client = opener()
    house = app_of(client)
    bot = {"kind": "bot", "bot": "sleeper"}
    for _ in range(3):
        Table(client, seats={"red": bot, "blue": bot})
    table = Table(client, seats={"blue": {"kind": "bot", "bot": "babbler"}})
    assert table.red.play("red", "end").status_code == 200
    wait_for(table.red, "/history", lambda h: h["entries"][-1]["seat"] == "blue")
    assert house.hall.pool is not house.hall.background
    assert house.hall.desks[table.id].patron == "testclient"


def test_looking_back_is_done_in_turn(opener: Opener) -> None:
    """Who asks for records all the time keeps nobody from theirs, nor from playing."""
    client = opener(slow_wait=0.05)
    table = Table(client)
    house = app_of(client)
    assert client.portal is not None
    client.portal.call(house.slow.enter, "testclient")
    for path in ("/at/0", "/record", "/save", "/stats", "/history"):
        answer = table.red.get(path)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert table.red.get().status_code == 200
    assert table.red.play("red", "end").status_code == 200
    client.portal.call(house.slow.leave, "testclient")
    client.portal.call(house.slow.enter, "192.0.2.1")
    assert table.red.get("/record").status_code in (200, 403)


# Bots among themselves


def test_only_so_many_tables_are_played_by_bots_alone(opener: Opener) -> None:
    client = opener(bot_tables_per_address=2, bot_tables=3)
    hall = app_of(client).hall
    sleeping = {"kind": "bot", "bot": "sleeper"}
    both = {"title": "toy", "seats": {"red": sleeping, "blue": sleeping}}
    made = [client.post("/api/games", json=both) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert made[2].json()["code"] == "too-many-bots"
    table = Table(client, seats={"blue": sleeping})
    # Nor by the back door: a table of people that is handed over to bots.
    assert table.red.play("red", "march 1 camp > hill").status_code == 200
    handed = table.host.post("/seats/red", {"kind": "bot", "bot": "sleeper"})
    assert (handed.status_code, handed.json()["code"]) == (429, "too-many-bots")
    assert not hall.desks[table.id].bots_only
    # Others have tables of their own, up to the number for all.
    for game in list(hall.desks):
        hall.desks[game].patron = "192.0.2.1"
    codes = [client.post("/api/games", json=both).status_code for _ in range(2)]
    assert codes == [201, 429]
