"""Telling everybody at a table what happened, each only what they may know."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.table import TableView

from .desk import Desk, you
from .outbox import Client
from .patch import Known, difference, flatten
from .shapes import GameInfo, Message
from .store import EntryRow
from .tokens import NOBODY, Rights

encode = msgspec.json.encode
astuple = msgspec.structs.astuple
INFO = GameInfo.__struct_fields__


class Tables:
    """The table as each of the people who look at it now is told of it: made once for equals."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.plain = desk.info(NOBODY)
        self.made: dict[Rights, GameInfo] = {}
        self.told = [client.told for client in desk.clients]
        """Kept until all have been told, so that ids stay theirs."""

    def of(self, rights: Rights) -> GameInfo:
        if rights not in self.made:
            record = self.desk.may_read_record(rights)
            own = msgspec.structs.replace(self.plain, record=record, you=you(rights))
            self.made[rights] = own
        return self.made[rights]

    def tell(self, client: Client) -> dict[str, Any]:
        """What a client has to hear: all, or what is new since it was told last."""
        now, before = self.of(client.rights), client.told
        if before is None:
            return {"game": now}
        changes = {
            name: value
            for name, value, was in zip(INFO, astuple(now), astuple(before), strict=True)
            if value != was
        }
        return {"changes": changes}

    def heard(self, client: Client) -> None:
        client.told = self.of(client.rights) if client.patches else None


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
    if not desk.clients:
        desk.encoded.clear()
        return
    entries: dict[Rights, msgspec.Raw] = {}
    made: dict[tuple[Rights, str | None, bool, int], bytes] = {}
    patches: dict[str | None, msgspec.Raw | None] = {}
    known: Known = {}
    tables = Tables(desk)
    version = desk.table.version
    desk.encoded.clear()
    desk.prepare_views({desk.focus(c.rights, c.pinned) for c in desk.clients})
    for client in list(desk.clients):
        seat = desk.focus(client.rights, client.pinned)
        rights = client.rights
        if client.patches and seat not in patches:
            patches[seat] = _patch(desk, seat, entry.before, known)
        patched = client.shown == (seat, entry.before) and patches.get(seat) is not None
        alike = (rights, seat, patched, id(client.told))
        if alike not in made:
            if rights not in entries:
                entries[rights] = msgspec.Raw(encode(desk.entry(entry, rights)))
            body: dict[str, Any] = {"type": "update", "version": version}
            body |= {"entry": entries[rights], **tables.tell(client)}
            body |= {"patch": patches[seat]} if patched else {"view": desk.view(seat)}
            made[alike] = encode(body)
        message = made[alike]
        tables.heard(client)
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
    if not desk.clients:
        return
    made: dict[tuple[Rights, int], bytes] = {}
    tables = Tables(desk)
    for client in list(desk.clients):
        alike = (client.rights, id(client.told))
        if alike not in made:
            made[alike] = encode({"type": "table", **tables.tell(client)})
        message = made[alike]
        tables.heard(client)
        client.send(message)


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
