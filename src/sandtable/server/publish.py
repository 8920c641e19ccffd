"""Telling everybody at a table what happened, each only what they may know."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.table import TableView

from .desk import Desk
from .outbox import Client
from .patch import Known, difference, flatten
from .shapes import Message
from .store import EntryRow
from .tokens import NOBODY, Rights

encode = msgspec.json.encode


def head_of_view(view: TableView) -> dict[str, Any]:
    return {
        "title": view.title,
        "seat": view.seat,
        "version": view.version,
        "decision": view.decision,
        "asked": view.asked,
        "result": view.result,
    }


def publish_update(desk: Desk, entry: EntryRow) -> None:
    """Something was played or taken back. Equal readers share one encoded message."""
    common: dict[Rights, tuple[msgspec.Raw, msgspec.Raw]] = {}
    made: dict[tuple[Rights, str | None, bool], bytes] = {}
    patches: dict[str | None, msgspec.Raw | None] = {}
    known: Known = {}
    plain = desk.info(NOBODY) if desk.clients else None
    version = desk.table.version
    desk.encoded.clear()
    desk.prepare_views({desk.focus(c.rights, c.pinned) for c in desk.clients})
    for client in list(desk.clients):
        seat = desk.focus(client.rights, client.pinned)
        rights = client.rights
        if client.patches and seat not in patches:
            patches[seat] = _patch(desk, seat, entry.before, known)
        patched = client.shown == (seat, entry.before) and patches.get(seat) is not None
        message = made.get((rights, seat, patched))
        if message is None:
            if rights not in common:
                common[rights] = (
                    msgspec.Raw(encode(desk.entry(entry, rights))),
                    msgspec.Raw(encode(desk.info(rights, plain))),
                )
            shown, info = common[rights]
            body: dict[str, Any] = {"type": "update", "version": version}
            body |= {"entry": shown, "game": info}
            body |= {"patch": patches[seat]} if patched else {"view": desk.view(seat)}
            message = made[rights, seat, patched] = encode(body)
        client.shown = (seat, version) if client.patches else None
        client.send(message)


def _patch(desk: Desk, seat: str | None, base: int, known: Known) -> msgspec.Raw | None:
    """The change since version ``base``, if that view is still remembered."""
    old = desk.flats.get(seat)
    remember_view(desk, seat)
    if old is None or old[0] != base:
        return None
    new = desk.flats[seat][1]
    head = head_of_view(desk.view(seat))
    return msgspec.Raw(encode({"base": base, "head": head, "game": difference(old[1], new, known)}))


def remember_view(desk: Desk, seat: str | None) -> None:
    """Keep the pieces of this view, so that the next one can be told as a difference."""
    version = desk.table.version
    if seat in desk.flats and desk.flats[seat][0] == version:
        return
    flat = flatten(desk.view(seat).game, desk.cuts)
    for other_version, other in desk.flats.values():
        if other_version == version and other == flat:
            flat = other  # seats that see the same share the memory too
            break
    desk.flats[seat] = (version, flat)


def publish_table(desk: Desk) -> None:
    made: dict[Rights, bytes] = {}
    plain = desk.info(NOBODY) if desk.clients else None
    for client in list(desk.clients):
        if client.rights not in made:
            body = {"type": "table", "game": desk.info(client.rights, plain)}
            made[client.rights] = encode(body)
        client.send(made[client.rights])


def publish_chat(desk: Desk, message: Message) -> None:
    data = encode({"type": "chat", "message": message})
    for client in list(desk.clients):
        client.send(data)


VIEW = b'{"type":"view","view":'


def send_view(desk: Desk, client: Client) -> None:
    """The same bytes for all who ask for the same, and not again while they wait to be sent."""
    message = _view_message(desk, _look(desk, client))
    if not client.has_waiting(message):
        client.send(message)


def shown_view(desk: Desk, client: Client) -> bytes:
    """The whole view for a client, encoded, and remembered as what it saw last."""
    return encoded_view(desk, _look(desk, client))


def encoded_view(desk: Desk, seat: str | None) -> bytes:
    return _view_message(desk, seat)[len(VIEW) : -1]


def _look(desk: Desk, client: Client) -> str | None:
    seat = desk.focus(client.rights, client.pinned)
    if client.patches:
        remember_view(desk, seat)
        client.shown = (seat, desk.table.version)
    return seat


def _view_message(desk: Desk, seat: str | None) -> bytes:
    known = desk.encoded.get(seat)
    if known is None or known[0] != desk.table.version:
        message = VIEW + encode(desk.view(seat)) + b"}"
        known = desk.encoded[seat] = (desk.table.version, message)
    return known[1]
