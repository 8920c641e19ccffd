"""Every endpoint. What they do is elsewhere; here is where they are and who may call them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.responses import Response

from sandtable.bots import bot_names
from sandtable.bots.levels import level
from sandtable.games import find_title, title_ids
from sandtable.odds import FAMILIES
from sandtable.odds.form import Fields
from sandtable.odds.planned import Plan
from sandtable.table import (
    Malformed,
    Position,
    Rules,
    SandtableError,
    dump,
    write_record,
)

from . import play, seats, shapes, stats
from . import tokens as tk
from .desk import you
from .hints import hint
from .http import Call, Endpoint
from .importing import Carried
from .ledger import read_ledger
from .problems import Problem, from_error
from .publish import encoded_view
from .seat_routes import GAME, SEATING
from .store import GameRow, Store
from .tables import ServedTable, is_open, position_at, view_of
from .work import work
from .worker import PUBLIC

log = logging.getLogger("sandtable.routes")

Seat = Annotated[str, Meta(max_length=64)]
From = Annotated[int, Meta(ge=0, le=2**31)]


class SeatQuery(msgspec.Struct):
    seat: Seat | None = None


class PageQuery(msgspec.Struct):
    from_: From = msgspec.field(default=0, name="from")
    limit: Annotated[int, Meta(ge=1, le=1000)] = 500


class LegalQuery(msgspec.Struct):
    seat: Seat
    prefix: Annotated[str, Meta(max_length=200)] = ""
    after: From = 0
    limit: Annotated[int, Meta(ge=1, le=2000)] = 500


class RecordQuery(msgspec.Struct):
    download: bool = False


# Titles


def title_out(rules: Rules[Any], given: dict[str, Any]) -> shapes.TitleOut:
    options = rules.read_options(given)
    return shapes.TitleOut(
        id=rules.id,
        name=rules.name,
        summary=rules.summary,
        stage=rules.stage,
        ledger=rules.ledger,
        family=rules.family,
        board=rules.board,
        options=[shapes.OptionOut(o.name, o.choices, o.text) for o in rules.options],
        seats=rules.seats(options),
        powers=list(rules.powers),
        bots=(names := bot_names(rules)),
        levels=[shapes.LevelOut(name, one.text if (one := level(name)) else "") for name in names],
        open=is_open(rules),
    )


async def titles(call: Call[None, Any]) -> shapes.TitlesOut:
    found = []
    for title in title_ids():
        try:
            found.append(title_out(find_title(title), {}))
        except Exception:
            # A title of another package may be broken: the others are played all the same.
            log.exception("the title %s cannot be used", title)
    return shapes.TitlesOut(found)


async def title(call: Call[None, Any]) -> shapes.TitleOut:
    try:
        rules = find_title(call.path["title"])
    except (Malformed, ImportError) as error:
        raise Problem(404, "no-title", "there is no such title here") from error
    try:
        return title_out(rules, dict(call.params))
    except SandtableError as error:
        raise from_error(error) from error


async def reference(call: Call[None, Any]) -> shapes.ReferenceOut:
    """What never changes about a title, for clients that draw it; ``null`` if it offers nothing."""
    try:
        return shapes.ReferenceOut(find_title(call.path["title"]).reference())
    except (Malformed, ImportError) as error:
        raise Problem(404, "no-title", "there is no such title here") from error


async def rules(call: Call[None, Any]) -> shapes.LedgerOut:
    return read_ledger(call.path["ledger"])


# Games


async def new_game(call: Call[shapes.NewGame, Any]) -> shapes.NewGameOut:
    return await play.unbroken(call.hall.create(call.body, call.address))


async def import_game(call: Call[shapes.Import, Any]) -> shapes.NewGameOut:
    args = {"text": call.body.text}
    carried = await work(call, "import", args, call.house.settings.import_deadline, Carried)
    return await play.unbroken(call.hall.bring_in(call.body, carried, call.address))


async def summaries(call: Call[shapes.SummariesIn, Any]) -> shapes.SummariesOut:
    """From the stored heads alone: a list of games opens none of them."""
    guesses = call.house.bad_tokens
    guesses.check(call.address)
    call.house.requests.take(call.address, len(call.body.games) / 10)
    found = await call.hall.store.keyed([key.id for key in call.body.games])
    told: list[shapes.Summary | shapes.Gone] = []
    for key in call.body.games:
        if key.id not in found:
            told.append(shapes.Gone(id=key.id))
            continue
        row, known = found[key.id]
        grants = [known[h] for h in map(tk.hash_token, key.tokens) if h in known]
        if not grants:
            guesses.take(call.address)
        told.append(_summary(row, grants) if grants else shapes.Gone(id=key.id))
    return shapes.SummariesOut(told)


def _summary(row: GameRow, grants: list[tk.Grant]) -> shapes.Summary:
    rights = tk.add_up(grants, tuple(row.seats))
    asked = row.head.asked
    mine = any(rights.holds(seat) and row.seats[seat].kind == "human" for seat in asked)
    return shapes.Summary(
        id=row.id,
        name=row.name,
        title=row.setup.title,
        version=row.head.version,
        asked=asked,
        mine=mine,
        result=row.head.result,
        created=row.created,
        updated=row.updated,
        you=you(rights),
    )


async def table(call: Call[None, SeatQuery]) -> dict[str, Any]:
    """In the form of ``TableOut``, with a view that others may have asked for before."""
    async with call.desk.hold():
        seat = call.desk.focus(call.rights, call.query.seat)
        view = msgspec.Raw(encoded_view(call.desk, seat))
        return {"game": call.desk.info(call.rights), "view": view}


async def delete_game(call: Call[None, Any]) -> None:
    await play.unbroken(seats.delete(call.hall, call.desk, call.rights))


async def action(call: Call[shapes.ActionIn, Any]) -> shapes.ActionOut:
    call.desk.patron = call.address
    return await play.unbroken(play.act(call.hall, call.desk, call.rights, call.body))


async def check(call: Call[shapes.CheckIn, Any]) -> shapes.CheckOut:
    return play.check(call.desk, call.rights, call.body)


async def legal(call: Call[None, LegalQuery]) -> shapes.LegalOut:
    q = call.query
    return await play.legal(call.desk, call.rights, q.seat, q.prefix, q.after, q.limit)


async def undo(call: Call[shapes.UndoIn, Any]) -> shapes.UndoOut:
    return await play.unbroken(play.undo(call.hall, call.desk, call.rights, call.body))


async def answer_undo(call: Call[shapes.UndoAnswerIn, Any]) -> shapes.UndoOut:
    return await play.unbroken(play.answer_undo(call.hall, call.desk, call.rights, call.body))


# Looking back


@contextlib.asynccontextmanager
async def whole(call: Call[Any, Any]) -> AsyncIterator[ServedTable]:
    """The table with its journal from the first entry on, which is not in memory until now.

    Held, like everything that shows a table: what is not stored yet is shown to nobody.
    """
    async with call.desk.hold():
        await call.hall.whole(call.desk)
        yield call.desk.table


async def history(call: Call[None, PageQuery]) -> shapes.HistoryOut:
    desk, limit = call.desk, call.query.limit
    rows = await call.hall.store.entries(desk.id, call.query.from_ or -1, limit + 1)
    shown = [desk.entry(row, call.rights) for row in rows[:limit]]
    return shapes.HistoryOut(shown, shown[-1].version if len(rows) > limit else None)


async def at(call: Call[None, SeatQuery]) -> shapes.AtOut:
    desk = call.desk
    seat = desk.focus(call.rights, call.query.seat)
    version = call.path["version"]
    if not version.isdecimal() or len(version) > 12:
        raise Problem(400, "malformed", "a version is a number")
    wanted = int(version)
    async with desk.hold():
        if wanted >= desk.table.version:
            return shapes.AtOut(desk.table.version, desk.view(seat))
    return await _view_at(call.hall.store, call, seat, wanted)


async def _view_at(
    store: Store, call: Call[None, SeatQuery], seat: str | None, wanted: int
) -> shapes.AtOut:
    version, position = await _position_at(store, call, wanted)
    rules = call.desk.table.rules
    game = rules.view(position.state, seat)
    return shapes.AtOut(version, view_of(rules, position, seat, game, version))


async def _position_at(
    store: Store, call: Call[Any, Any], wanted: int
) -> tuple[int, Position[Any]]:
    """Where the game stood at the last whole entry not after a version."""
    desk = call.desk
    version = await store.boundary(desk.id, wanted)
    async with whole(call) as table:
        entries = table.journal.entries[:version]
    snapshots = await store.snapshots(desk.id, version, 8)
    rules, setup = desk.table.rules, desk.row.setup
    try:
        position = await asyncio.to_thread(position_at, rules, setup, entries, snapshots)
    except (SandtableError, ValueError) as error:
        raise Problem(409, "old-rules", "this was played under older rules") from error
    return version, position


async def record(call: Call[None, RecordQuery]) -> Response:
    desk = call.desk
    async with whole(call) as table:
        if not desk.may_read_record(call.rights):
            text = "the record would show what others keep secret; it opens when the game is over"
            raise Problem(403, "sealed", text)
        text = write_record(table)
    headers = {}
    if call.query.download:
        name = f"{desk.row.setup.title}-{desk.id}.txt"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(text, 200, headers, "text/plain; charset=utf-8")


async def save(call: Call[None, Any]) -> Response:
    desk = call.desk
    async with whole(call) as table:
        if not desk.over:
            text = "a save holds the dice to come: it opens when the game is over"
            raise Problem(403, "sealed", text)
        data = dump(table)
    name = f"{desk.row.setup.title}-{desk.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, "application/json")


async def statistics(call: Call[None, Any]) -> shapes.StatsOut:
    desk = call.desk
    rows = await call.hall.store.stats(desk.id)
    async with whole(call) as table:
        return shapes.StatsOut(stats.series(rows), stats.count_dice(table.journal.line))


# Talking and sitting


async def chat(call: Call[None, PageQuery]) -> shapes.ChatOut:
    limit = call.query.limit
    found = await call.hall.store.chat(call.desk.id, call.query.from_, limit + 1, last=False)
    shown = found[:limit]
    return shapes.ChatOut(shown, shown[-1].id if len(found) > limit else None)


async def say(call: Call[shapes.ChatIn, Any]) -> shapes.Message:
    return await play.unbroken(seats.say(call.hall, call.desk, call.rights, call.body))


async def planned_odds(call: Call[shapes.OddsIn, Any]) -> shapes.OddsOut:
    """What a battle at this table promises; the position is the one the person may know."""
    desk, wish = call.desk, call.body
    seat = desk.focus(call.rights, wish.seat)
    if desk.table.rules.family not in FAMILIES:
        return shapes.OddsOut(desk.table.version, None, None, None)
    async with desk.hold():
        version = desk.table.version
        position = desk.table.position.seen_by(seat or "")
    if wish.version is not None and wish.version < version:
        version, position = await _position_at(call.hall.store, call, wish.version)
        position = position.seen_by(seat or "")
    args = {
        "title": desk.row.setup.title,
        "state": msgspec.json.encode(position.state).decode(),
        "seat": seat,
        "space": wish.space,
        "actions": wish.actions,
    }
    found = msgspec.convert(await work(call, "plan", args), Plan)
    return shapes.OddsOut(version, found.odds, found.raid, found.refusal)


async def fields(call: Call[None, SeatQuery]) -> shapes.FieldsOut:
    """Who would fight where, so that a client with the kernel need not ask about every plan."""
    desk = call.desk
    seat = desk.focus(call.rights, call.query.seat)
    async with desk.hold():
        version = desk.table.version
        position = desk.table.position.seen_by(seat or "")
    if desk.table.rules.family not in FAMILIES:
        return shapes.FieldsOut(version, None)
    state = msgspec.json.encode(position.state).decode()
    found = await work(call, "fields", {"title": desk.row.setup.title, "state": state})
    return shapes.FieldsOut(version, msgspec.convert(found, Fields | None))


async def job(call: Call[shapes.JobIn, Any]) -> shapes.JobOut:
    kind = call.body.kind
    if kind not in PUBLIC:
        raise Problem(
            400, "malformed", f"there is no work of that kind; there is {', '.join(PUBLIC)}"
        )
    return shapes.JobOut(await work(call, kind, call.body.args))


ENDPOINTS = [
    Endpoint("GET", "/api/titles", titles, shapes.TitlesOut, "All titles"),
    Endpoint(
        "GET", "/api/titles/{title}", title, shapes.TitleOut, "One title, for given options",
        errors=(400, 404, 429),
    ),
    Endpoint(
        "GET", "/api/titles/{title}/reference", reference, shapes.ReferenceOut,
        "What never changes about a title", errors=(404, 429),
    ),
    Endpoint(
        "GET", "/api/rules/{ledger}", rules, shapes.LedgerOut, "A rule ledger",
        errors=(404, 429),
    ),
    Endpoint(
        "POST", "/api/games", new_game, shapes.NewGameOut, "Make a game",
        body=shapes.NewGame, status=201, rate="games",
    ),
    Endpoint(
        "POST", "/api/games/import", import_game, shapes.NewGameOut, "A game from a record or save",
        body=shapes.Import, status=201, rate="games", large=True, plain=True,
    ),
    Endpoint(
        "POST", "/api/games/summaries", summaries, shapes.SummariesOut, "My open games",
        body=shapes.SummariesIn,
    ),
    Endpoint(
        "GET", GAME, table, shapes.TableOut, "The table as you see it",
        query=SeatQuery, at_table=True,
    ),
    Endpoint(
        "DELETE", GAME, delete_game, None, "Delete the table for good (the host)",
        at_table=True, status=204,
    ),
    Endpoint(
        "POST", GAME + "/actions", action, shapes.ActionOut, "Play an action",
        body=shapes.ActionIn, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/check", check, shapes.CheckOut, "Why an action is refused, if it is",
        body=shapes.CheckIn, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/odds", planned_odds, shapes.OddsOut, "The odds of a battle there",
        body=shapes.OddsIn, at_table=True, rate="jobs",
    ),
    Endpoint(
        "POST", GAME + "/hint", hint, shapes.HintOut, "What a captain would do, and why",
        body=shapes.HintIn, at_table=True, rate="jobs",
    ),
    Endpoint(
        "GET", GAME + "/fields", fields, shapes.FieldsOut, "Who would fight where",
        query=SeatQuery, at_table=True, rate="jobs",
    ),
    Endpoint(
        "GET", GAME + "/legal", legal, shapes.LegalOut, "Legal actions of a seat of yours",
        query=LegalQuery, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/undo", undo, shapes.UndoOut, "Take back, or ask to",
        body=shapes.UndoIn, at_table=True, slow=True,
    ),
    Endpoint(
        "POST", GAME + "/undo/answer", answer_undo, shapes.UndoOut, "Agree to taking back, or not",
        body=shapes.UndoAnswerIn, at_table=True,
    ),
    Endpoint(
        "GET", GAME + "/history", history, shapes.HistoryOut, "What happened",
        query=PageQuery, at_table=True, slow=True,
    ),
    Endpoint(
        "GET", GAME + "/at/{version}", at, shapes.AtOut, "The board as it stood",
        query=SeatQuery, at_table=True, slow=True,
    ),
    Endpoint(
        "GET", GAME + "/record", record, str, "The record",
        query=RecordQuery, at_table=True, slow=True, media="text/plain",
    ),
    Endpoint(
        "GET", GAME + "/save", save, dict[str, Any], "The save of a finished game",
        at_table=True, slow=True,
    ),
    Endpoint(
        "GET", GAME + "/stats", statistics, shapes.StatsOut, "Numbers over time",
        at_table=True, slow=True,
    ),
    Endpoint(
        "GET", GAME + "/chat", chat, shapes.ChatOut, "What was said",
        query=PageQuery, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/chat", say, shapes.Message, "Say something",
        body=shapes.ChatIn, at_table=True, rate="messages",
    ),
    *SEATING,
    Endpoint(
        "POST", "/api/jobs", job, shapes.JobOut, "Work that takes time",
        body=shapes.JobIn, large=True, rate="jobs",
    ),
]  # fmt: skip
