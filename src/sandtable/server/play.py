"""Acting at a table: check seat and version, call the table, commit, then broadcast."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Coroutine
from typing import Any, Literal, TypeVar

import msgspec

from sandtable.table import Event, Played, Position, SandtableError

from .desk import Desk
from .hall import Hall
from .problems import Problem, from_error, not_your_seat, stale
from .publish import publish_table, publish_update
from .shapes import (
    ActionIn,
    ActionOut,
    CheckIn,
    CheckOut,
    LegalAction,
    LegalOut,
    Said,
    UndoAnswerIn,
    UndoIn,
    UndoOut,
    UndoRequest,
)
from .store import Conflict, EntryRow, StoreFailed, UndoState
from .tables import head_of, now, sealed_by, snapshot_of, statistics, store_event
from .tokens import Rights

log = logging.getLogger("sandtable.play")

T = TypeVar("T")
MOST_LEGAL = 20_000
"""Legal actions of one decision that are ever listed."""
SLICE = 0.004
"""Seconds of listing before others get their turn."""
SILENT = Said()


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """Carried through even when the client goes away in the middle."""
    return await asyncio.shield(asyncio.ensure_future(work))


def require_seat(desk: Desk, rights: Rights, seat: str, *, to_act: bool = False) -> None:
    if not rights.holds(seat):
        raise not_your_seat(seat)
    if to_act and desk.is_bot(seat):
        text = f"a bot plays {seat} now; the host can take the seat back"
        raise Problem(409, "seat-is-bot", text, args={"seat": seat})


# Actions


async def act(hall: Hall, desk: Desk, rights: Rights, wish: ActionIn) -> ActionOut:
    require_seat(desk, rights, wish.seat)
    async with desk.hold():
        # An accepted request moved the version on, so only a stale one can be a repetition.
        if wish.version != desk.table.version:
            known = await hall.store.entry_with_key(desk.id, wish.key)
            if known is None:
                raise stale(desk.table.version)
            return _again(desk, rights, wish, known)
        require_seat(desk, rights, wish.seat, to_act=True)
        entry = await play(hall, desk, wish.seat, wish.action, key=wish.key)
        return ActionOut(entry.version, desk.entry(entry, rights))


def _again(desk: Desk, rights: Rights, wish: ActionIn, known: EntryRow) -> ActionOut:
    try:
        text = str(desk.table.rules.parse(wish.action))
    except SandtableError:
        text = wish.action
    if (known.seat, known.action, known.before) != (wish.seat, text, wish.version):
        raise Problem(422, "key-reused", "this key was used for another action")
    return ActionOut(known.version, desk.entry(known, rights), repeated=True)


async def play(
    hall: Hall,
    desk: Desk,
    seat: str,
    action: str,
    *,
    key: str | None = None,
    by: Literal["human", "bot"] = "human",
    remark: Said = SILENT,
) -> EntryRow:
    """Play, store, tell everybody. Needs the desk's lock."""
    desk.require_open()
    table = desk.table
    before = table.version
    try:
        events = table.play(action, seat)
    except SandtableError as error:
        raise from_error(error) from error
    except Exception as error:
        raise await _broken(hall, desk, f"{seat}: {action}", error) from error
    played = table.since(before)[0]
    assert isinstance(played, Played)
    entry = _entry(desk, before, "play", seat, events)
    entry.action, entry.key, entry.by, entry.remark = played.action, key, by, remark
    entry.hidden = table.rules.hides(table.rules.parse(played.action))
    await _commit(hall, desk, entry)
    return entry


def _entry(
    desk: Desk, before: int, kind: Literal["play", "undo"], seat: str, events: list[Event]
) -> EntryRow:
    table = desk.table
    counted = statistics(table)
    changed = counted is not None and counted != desk.last_stats
    desk.last_stats = counted
    return EntryRow(
        version=table.version,
        before=before,
        line=len(table.journal),
        kind=kind,
        seat=seat,
        by="human",
        action=None,
        hidden=False,
        journal=table.since(before),
        events=[store_event(event) for event in events],
        key=None,
        remark=SILENT,
        stats=counted if changed else None,
        at=now(),
    )


async def _commit(hall: Hall, desk: Desk, entry: EntryRow) -> None:
    """The table has moved: store that, or go back to what is stored."""
    # What was asked to be taken back is no longer the last thing that happened.
    undo = msgspec.structs.replace(desk.row.undo, request=None)
    head = head_of(desk.table)
    row = msgspec.structs.replace(desk.row, head=head, updated=entry.at, undo=undo)
    over = head.result is not None
    desk.since_snapshot += 1
    # An undo always brings its snapshot, so that opening never has to undo anything.
    due = entry.kind == "undo" or over or desk.since_snapshot >= hall.settings.snapshot_every
    try:
        if entry.kind == "undo":
            desk.undos.append((entry.version, entry.line))
            desk.sealed = await hall.sealed(desk)
        else:
            desk.sealed |= sealed_by(entry)
        snapshot = snapshot_of(desk.table, desk.sealed) if due else None
        await hall.store.append(row, entry, snapshot)
    except Conflict as error:
        await hall.step_back(desk)
        text = "this key was used for another action"
        raise Problem(422, "key-reused", text) from error
    except StoreFailed:
        await hall.step_back(desk)
        raise
    except Exception as error:
        raise await _broken(hall, desk, entry.action or entry.kind, error) from error
    # Only now: until it is stored, a game that this ends is not over, and keeps its secrets.
    desk.row = row
    if due:
        desk.since_snapshot = 0
    desk.legal = None
    hall.metrics.entries[entry.kind, entry.by] += 1
    publish_update(desk, entry)
    hall.wake(desk)


async def _broken(hall: Hall, desk: Desk, what: str, error: Exception) -> Problem:
    log.error("game %s, version %s, %s", desk.id, desk.row.head.version, what, exc_info=error)
    await hall.step_back(desk)
    return Problem(500, "bug", "something broke in the program; the move was not made")


def check(desk: Desk, rights: Rights, wish: CheckIn) -> CheckOut:
    require_seat(desk, rights, wish.seat)
    try:
        return CheckOut(desk.table.check(wish.action, wish.seat))
    except SandtableError as error:
        raise from_error(error) from error


async def legal(
    desk: Desk, rights: Rights, seat: str, prefix: str, after: int, limit: int
) -> LegalOut:
    """The seat's legal actions; listed once per version."""
    require_seat(desk, rights, seat)
    async with desk.hold():
        version, known = desk.table.version, desk.legal
        position = desk.table.position.copy()
    if known is None or known[:2] != (version, seat):
        actions = await _list_legal(position, seat)
        desk.legal = (version, seat, actions)
    else:
        actions = known[2]
    if prefix:
        actions = [action for action in actions if action.text.startswith(prefix)]
    more = after + limit
    return LegalOut(
        version=version,
        seat=seat,
        actions=actions[after:more],
        next=more if more < len(actions) else None,
    )


async def _list_legal(position: Position[Any], seat: str) -> list[LegalAction]:
    """In slices, so that other tables go on between them.

    A thread would do worse: while it computes, every step of the event loop waits for it.
    """
    found: list[LegalAction] = []
    pause = time.perf_counter() + SLICE
    for action in itertools.islice(position.legal_actions(seat), MOST_LEGAL):
        found.append(LegalAction(str(action), type(action).__name__, _fields(action)))
        if time.perf_counter() > pause:
            await asyncio.sleep(0)
            pause = time.perf_counter() + SLICE
    return found


def _fields(action: msgspec.Struct) -> Any:
    return msgspec.to_builtins(action, str_keys=True)


# Undo


async def undo(hall: Hall, desk: Desk, rights: Rights, wish: UndoIn) -> UndoOut:
    require_seat(desk, rights, wish.seat)
    async with desk.hold():
        if wish.version != desk.table.version:
            known = await hall.store.entry_with_key(desk.id, wish.key)
            if known is None or known.kind != "undo" or known.seat != wish.seat:
                raise stale(desk.table.version)
            shown = desk.entry(known, rights)
            return UndoOut(version=known.version, entry=shown, request=None)
        desk.require_open()
        desk.require_going_on()
        await hall.whole(desk)
        to = _last_own(desk, rights) if wish.to is None else wish.to
        others = _people(desk, rights, to)
        if others:
            return await _ask(hall, desk, rights, wish.seat, to, others)
        entry = await _take_back(hall, desk, wish.seat, to, wish.key)
        return UndoOut(version=entry.version, entry=desk.entry(entry, rights), request=None)


def _last_own(desk: Desk, rights: Rights) -> int:
    line = desk.table.journal.line
    for index in range(len(line) - 1, -1, -1):
        entry = line[index]
        if isinstance(entry, Played) and rights.holds(entry.seat):
            return index
    raise Problem(422, "undo-nothing", "you have played nothing that could be taken back")


def _people(desk: Desk, rights: Rights, to: int) -> list[str]:
    """The seats whose people must agree first; none when taking back is free."""
    table = desk.table
    line = table.journal.line
    if not 0 <= to < len(line) or not isinstance(line[to], Played):
        raise Problem(422, "undo-nothing", f"no action begins at entry {to}")
    people = desk.people()
    others = [s for s in table.seats if s in people and not rights.holds(s)]
    acted = {entry.seat for entry in line[to:] if isinstance(entry, Played)}
    free = to >= table.undo_floor and not acted & set(others)
    return [] if free else others


async def _take_back(hall: Hall, desk: Desk, seat: str, to: int, key: str | None) -> EntryRow:
    table = desk.table
    before = table.version
    try:
        # Whose consent is needed was settled by the caller.
        table.undo(seat, to=to, consent=table.seats)
    except SandtableError as error:
        raise from_error(error) from error
    except Exception as error:
        raise await _broken(hall, desk, f"undo to {to}", error) from error
    entry = _entry(desk, before, "undo", seat, [])
    entry.key = key
    await _commit(hall, desk, entry)
    return entry


async def _ask(
    hall: Hall, desk: Desk, rights: Rights, seat: str, to: int, others: list[str]
) -> UndoOut:
    version = desk.table.version
    if desk.undo is None or (desk.undo.seat, desk.undo.to) != (seat, to):
        number = desk.row.undo.count + 1
        agreed = [s for s in desk.table.seats if s not in others]
        request = UndoRequest(id=number, seat=seat, to=to, agreed=agreed, waiting=others)
        await _keep_request(hall, desk, request)
        text = f"{desk.player(seat)} asks to take back to entry {to}"
        await hall.note(desk, "undo-asked", text, seat=seat, to=str(to))
    return UndoOut(version=version, entry=None, request=desk.undo)


async def _keep_request(hall: Hall, desk: Desk, request: UndoRequest | None) -> None:
    """Stored, for people may answer days and restarts later; then told to everybody."""
    undo = UndoState(count=request.id if request else desk.row.undo.count, request=request)
    await hall.save(desk, msgspec.structs.replace(desk.row, undo=undo))
    publish_table(desk)


async def answer_undo(hall: Hall, desk: Desk, rights: Rights, wish: UndoAnswerIn) -> UndoOut:
    async with desk.hold():
        desk.require_open()
        request = desk.undo
        if request is None or request.id != wish.request:
            raise Problem(409, "no-request", "nobody asks for that (any more)")
        mine = [seat for seat in request.waiting if rights.holds(seat)]
        withdrawn = rights.holds(request.seat) and not wish.agree
        if not mine and not withdrawn:
            raise Problem(403, "not-your-seat", "you are not asked about this")
        if not wish.agree:
            await _keep_request(hall, desk, None)
            seat = request.seat if withdrawn else mine[0]
            text = f"{desk.player(seat)} does not want to take that back"
            await hall.note(desk, "undo-refused", text, seat=seat)
            return UndoOut(version=desk.table.version, entry=None, request=None)
        waiting = [seat for seat in request.waiting if seat not in mine]
        if waiting:
            request = msgspec.structs.replace(
                request, agreed=request.agreed + mine, waiting=waiting
            )
            await _keep_request(hall, desk, request)
            return UndoOut(version=desk.table.version, entry=None, request=request)
        desk.require_going_on()
        await hall.whole(desk)
        entry = await _take_back(hall, desk, request.seat, request.to, None)
        return UndoOut(version=entry.version, entry=desk.entry(entry, rights), request=None)
