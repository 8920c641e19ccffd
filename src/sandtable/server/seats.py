"""What is settled at a table beside the game: bots, names, words for the dice, talk."""

from __future__ import annotations

import msgspec

from sandtable.bots import bot_names
from sandtable.table import FairDice, SandtableError

from . import tokens as tk
from .desk import Desk
from .hall import Hall
from .play import require_seat
from .problems import Problem, from_error, not_host, not_your_seat
from .publish import publish_chat, publish_table
from .shapes import ChatIn, GameInfo, Message, SeatIn, SettingsIn, WordIn
from .tables import now


def require_host(rights: tk.Rights) -> None:
    if not rights.host:
        raise not_host()


def known_seat(desk: Desk, seat: str) -> None:
    if seat not in desk.row.seats:
        raise Problem(404, "not-found", "this table has no such seat", args={"seat": seat[:64]})


async def change_seat(
    hall: Hall, desk: Desk, rights: tk.Rights, seat: str, wish: SeatIn
) -> GameInfo:
    known_seat(desk, seat)
    if not (rights.host or (rights.holds(seat) and wish.kind is None and wish.bot is None)):
        raise not_host()
    if wish.player is not None and seat in desk.taken() and not rights.holds(seat):
        raise not_your_seat(seat)  # a name is its player's own
    async with desk.hold():
        sitting = desk.row.seats[seat]
        kind = wish.kind or ("bot" if wish.bot else sitting.kind)
        bot = wish.bot or sitting.bot or "cadet"
        if kind == "bot" and bot not in (names := bot_names(desk.table.rules)):
            text = f"there is no bot {bot} here; there are {', '.join(names)}"
            raise Problem(400, "malformed", text)
        changed = (kind, bot) != (sitting.kind, sitting.bot) and "bot" in (kind, sitting.kind)
        fresh = msgspec.structs.replace(
            sitting, kind=kind, bot=bot, player=wish.player or sitting.player
        )
        places = {**desk.row.seats, seat: fresh}
        if not desk.bots_only and all(place.kind == "bot" for place in places.values()):
            hall.require_room_for_bots(desk.patron)
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


async def delete(hall: Hall, desk: Desk, rights: tk.Rights) -> None:
    require_host(rights)
    async with desk.hold():
        await hall.delete(desk)


async def add_word(hall: Hall, desk: Desk, rights: tk.Rights, wish: WordIn) -> GameInfo:
    require_seat(desk, rights, wish.seat)
    desk.require_open()
    async with desk.hold():
        if await has_rolled(hall, desk):
            raise Problem(409, "too-late", "dice have been rolled already, so no word can be added")
        fresh = mixed(desk, wish.seat, wish.word)
        await hall.save(desk, msgspec.structs.replace(desk.row, words=dict(fresh.words)))
        desk.table.dice = fresh
        publish_table(desk)
        return desk.info(rights)


async def has_rolled(hall: Hall, desk: Desk) -> bool:
    """Ever, what was taken back included: dice that somebody has seen cannot change."""
    await hall.whole(desk)
    return any(hasattr(entry, "faces") for entry in desk.table.journal.entries)


def mixed(desk: Desk, seat: str, word: str) -> FairDice:
    """The table's dice with that word in them."""
    dice = desk.table.dice
    assert isinstance(dice, FairDice)
    fresh = FairDice(dice.seed, dice.words, chosen=dice.chosen)
    try:
        fresh.contribute(seat, word)
    except SandtableError as error:
        raise from_error(error) from error
    return fresh


async def say(hall: Hall, desk: Desk, rights: tk.Rights, wish: ChatIn) -> Message:
    """Chat is plain text; control characters are spaces, and clients never see it as markup."""
    desk.require_open()
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
