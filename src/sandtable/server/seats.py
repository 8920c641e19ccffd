"""Who sits where: bots, names, links, and the words people mix into the dice."""

from __future__ import annotations

import msgspec

from sandtable.bots import bot_names
from sandtable.table import FairDice, SandtableError

from . import tokens as tk
from .desk import Desk
from .hall import Hall
from .play import require_seat
from .problems import Problem, from_error, not_host
from .publish import publish_chat, publish_table
from .shapes import ChatIn, GameInfo, LinkIn, LinkOut, Message, SeatIn, SettingsIn, WordIn
from .store import SeatRow
from .tables import now


def require_host(rights: tk.Rights) -> None:
    if not rights.host:
        raise not_host()


def _known_seat(desk: Desk, seat: str) -> None:
    if seat not in desk.row.seats:
        raise Problem(404, "not-found", "this table has no such seat", args={"seat": seat[:64]})


async def change_seat(
    hall: Hall, desk: Desk, rights: tk.Rights, seat: str, wish: SeatIn
) -> GameInfo:
    _known_seat(desk, seat)
    if not (rights.host or (rights.holds(seat) and wish.kind is None and wish.bot is None)):
        raise not_host()
    async with desk.hold():
        sitting = desk.row.seats[seat]
        kind = wish.kind or ("bot" if wish.bot else sitting.kind)
        bot = wish.bot or sitting.bot or "cadet"
        if kind == "bot" and bot not in (names := bot_names(desk.table.rules)):
            text = f"there is no bot {bot} here; there are {', '.join(names)}"
            raise Problem(400, "malformed", text)
        changed = (kind, bot) != (sitting.kind, sitting.bot) and "bot" in (kind, sitting.kind)
        fresh = SeatRow(kind=kind, bot=bot, player=wish.player or sitting.player)
        places = {**desk.row.seats, seat: fresh}
        await hall.save(desk, msgspec.structs.replace(desk.row, seats=places))
        desk.stuck.discard(seat)
        desk.failures.pop(seat, None)
        publish_table(desk)
        if changed and kind == "bot":
            await hall.note(desk, "seat-bot", f"{bot} plays {seat} from now on", seat=seat, bot=bot)
        elif changed:
            await hall.note(desk, "seat-human", f"a person plays {seat} from now on", seat=seat)
        hall.wake(desk)
        return desk.info(rights)


async def change_settings(hall: Hall, desk: Desk, rights: tk.Rights, wish: SettingsIn) -> GameInfo:
    require_host(rights)
    async with desk.hold():
        row = desk.row
        name = row.name if wish.name is None else wish.name
        pace = row.pace if wish.bot_pace_ms is None else wish.bot_pace_ms
        await hall.save(desk, msgspec.structs.replace(row, name=name, pace=pace))
        publish_table(desk)
        return desk.info(rights)


async def renew_link(hall: Hall, desk: Desk, rights: tk.Rights, wish: LinkIn) -> LinkOut:
    token = tk.make_token()
    await _replace(hall, desk, rights, wish, token)
    return LinkOut(token)


async def revoke_link(hall: Hall, desk: Desk, rights: tk.Rights, wish: LinkIn) -> None:
    if wish.role == "host":
        raise Problem(400, "malformed", "the host's link can be renewed, not revoked")
    await _replace(hall, desk, rights, wish, None)


async def _replace(
    hall: Hall, desk: Desk, rights: tk.Rights, wish: LinkIn, token: str | None
) -> None:
    require_host(rights)
    if wish.role == "seat":
        _known_seat(desk, wish.seat)
    elif wish.seat:
        raise Problem(400, "malformed", f"a {wish.role} link has no seat")
    grant = tk.Grant(wish.role, wish.seat)
    async with desk.hold():
        fresh = None if token is None else tk.hash_token(token)
        await hall.store.replace_token(desk.id, grant, fresh)
        old = {known for known, given in desk.tokens.items() if given == grant}
        for known in old:
            del desk.tokens[known]
        if fresh is not None:
            desk.tokens[fresh] = grant
        for client in list(desk.clients):
            if client.hashes & old:
                client.close(4401, "this link was revoked")
        whose = wish.seat or wish.role
        code, done = ("link-renewed", "renewed") if token else ("link-revoked", "revoked")
        # Everybody is told: a host who renews a seat's link could look at its hand.
        text = f"the host {done} the link of {whose}"
        await hall.note(
            desk, code, text, role=wish.role, **({"seat": wish.seat} if wish.seat else {})
        )


async def delete(hall: Hall, desk: Desk, rights: tk.Rights) -> None:
    require_host(rights)
    async with desk.hold():
        await hall.delete(desk)


async def add_word(hall: Hall, desk: Desk, rights: tk.Rights, wish: WordIn) -> GameInfo:
    require_seat(desk, rights, wish.seat)
    async with desk.hold():
        table, dice = desk.table, desk.table.dice
        assert isinstance(dice, FairDice)
        await hall.whole(desk)
        if any(hasattr(entry, "faces") for entry in table.journal.entries):
            raise Problem(409, "too-late", "dice have been rolled already, so no word can be added")
        fresh = FairDice(dice.seed, dice.words)
        try:
            fresh.contribute(wish.seat, wish.word)
        except SandtableError as error:
            raise from_error(error) from error
        await hall.save(desk, msgspec.structs.replace(desk.row, words=dict(fresh.words)))
        table.dice = fresh
        publish_table(desk)
        return desk.info(rights)


async def say(hall: Hall, desk: Desk, rights: tk.Rights, wish: ChatIn) -> Message:
    """Chat is plain text; control characters are spaces, and clients never see it as markup."""
    if wish.seat is None:
        if not rights.host:
            raise Problem(403, "spectator", "those who watch may read, not write")
    else:
        require_seat(desk, rights, wish.seat)
    text = "".join(c if c.isprintable() else " " for c in wish.text).strip()
    if not text:
        raise Problem(400, "malformed", "there is nothing in this message")
    message = Message(
        id=0,
        at=now(),
        kind="chat",
        seat=wish.seat,
        player=desk.player(wish.seat) if wish.seat else "host",
        text=text,
        version=desk.table.version,
    )
    kept = await hall.store.say(desk.id, message, wish.key)
    if kept.at == message.at and kept.text == message.text:
        publish_chat(desk, kept)
    return kept
