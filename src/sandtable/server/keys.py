"""Keys: made when somebody takes a seat, for that person alone; invitations; other devices.

The host invites, and frees a seat whose player has gone; the table's log tells everybody. What
the host never has is the key of a seat that somebody else sits at.
"""

from __future__ import annotations

import msgspec

from . import tokens as tk
from .desk import Desk
from .hall import Hall
from .problems import Problem, not_host, not_your_seat
from .publish import publish_table
from .seats import has_rolled, known_seat, mixed, require_host
from .shapes import EnterOut, JoinIn, LinkIn, LinkOut, PassOut
from .store import Conflict
from .tables import now


async def join(hall: Hall, desk: Desk, rights: tk.Rights, seat: str, wish: JoinIn) -> LinkOut:
    """Takes a free seat: the key in the answer is the only one, and shown only here."""
    known_seat(desk, seat)
    token = tk.make_token()
    async with desk.hold():
        _may_join(desk, rights, seat)
        row = desk.row
        sitting = msgspec.structs.replace(
            row.seats[seat], player=wish.player or row.seats[seat].player
        )
        dice = desk.table.dice
        words = row.words
        if wish.word and not await has_rolled(hall, desk):
            dice = mixed(desk, seat, wish.word)
            words = dict(dice.words)
        fresh = msgspec.structs.replace(row, seats={**row.seats, seat: sitting}, words=words)
        try:
            await hall.store.join(fresh, seat, tk.hash_token(token))
        except Conflict as error:
            raise seat_taken(seat) from error
        desk.row, desk.table.dice = fresh, dice
        _drop(desk, tk.Grant("invite", seat), "this invitation was used")
        desk.tokens[tk.hash_token(token)] = tk.Grant("seat", seat)
        publish_table(desk)
        text = f"{sitting.player} sits down at {seat}"
        await hall.note(desk, "seat-joined", text, seat=seat, player=sitting.player)
    return LinkOut(token)


def _may_join(desk: Desk, rights: tk.Rights, seat: str) -> None:
    desk.require_open()
    if desk.is_bot(seat):
        text = f"a bot plays {seat}; the host can give the seat to a person first"
        raise Problem(409, "seat-is-bot", text, args={"seat": seat})
    if seat in desk.taken():
        raise seat_taken(seat)
    if desk.row.setup.chosen and not rights.host:
        raise known_dice()
    if seat in rights.invited:
        return
    if not rights.host:
        raise Problem(403, "not-invited", f"your link does not invite you to {seat}")
    if desk.row.seats[seat].freed:
        text = f"somebody played {seat} before: the host may invite another, not look into it"
        raise Problem(403, "seat-freed", text, args={"seat": seat})


async def free(hall: Hall, desk: Desk, rights: tk.Rights, seat: str) -> None:
    """Nobody has a key to the seat any more: its player gives it up, or the host takes it."""
    known_seat(desk, seat)
    own = rights.holds(seat)
    if not (rights.host or own):
        raise not_host()
    async with desk.hold():
        if seat not in desk.taken():
            raise Problem(409, "seat-free", f"nobody sits at {seat}", args={"seat": seat})
        row = desk.row
        player = row.seats[seat].player
        # A host who gives up a seat of the own has seen it already; any other stays closed.
        hidden = row.seats[seat].freed or not (own and rights.host)
        sitting = msgspec.structs.replace(row.seats[seat], player=seat, freed=hidden)
        undo = row.undo
        if undo.request is not None and seat in undo.request.waiting:
            undo = msgspec.structs.replace(undo, request=None)
        fresh = msgspec.structs.replace(row, seats={**row.seats, seat: sitting}, undo=undo)
        await hall.store.free(fresh, seat)
        desk.row = fresh
        _drop(desk, tk.Grant("seat", seat), "the seat was freed")
        publish_table(desk)
        code = "seat-left" if own else "seat-freed"
        text = f"{player} gives up {seat}" if own else f"the host freed {seat}, where {player} sat"
        await hall.note(desk, code, text, seat=seat, player=player)


# Links


async def renew_link(hall: Hall, desk: Desk, rights: tk.Rights, wish: LinkIn) -> LinkOut:
    """A new link; the old ones of that right end at once. A seat's is its player's alone."""
    _check_link(desk, wish)
    if wish.role == "seat":
        if not rights.holds(wish.seat):
            raise not_your_seat(wish.seat)
    else:
        require_host(rights)
    token = tk.make_token()
    async with desk.hold():
        if wish.role == "invite":
            _may_invite(desk, wish.seat)
        await _replace(hall, desk, wish, token)
    return LinkOut(token)


async def revoke_link(hall: Hall, desk: Desk, rights: tk.Rights, wish: LinkIn) -> None:
    _check_link(desk, wish)
    require_host(rights)
    if wish.role == "host":
        raise Problem(400, "malformed", "the host's link can be renewed, not revoked")
    if wish.role == "seat":
        raise Problem(400, "malformed", "a seat is freed, its link is not revoked")
    async with desk.hold():
        await _replace(hall, desk, wish, None)


def _check_link(desk: Desk, wish: LinkIn) -> None:
    if wish.role in ("seat", "invite"):
        known_seat(desk, wish.seat)
    elif wish.seat:
        raise Problem(400, "malformed", f"a {wish.role} link has no seat")


def _may_invite(desk: Desk, seat: str) -> None:
    if seat in desk.taken():
        raise seat_taken(seat)
    if desk.row.setup.chosen:
        raise known_dice()


async def _replace(hall: Hall, desk: Desk, wish: LinkIn, token: str | None) -> None:
    grant = tk.Grant(wish.role, wish.seat)
    fresh = None if token is None else tk.hash_token(token)
    await hall.store.replace_token(desk.id, grant, fresh)
    _drop(desk, grant, "this link was revoked")
    if fresh is not None:
        desk.tokens[fresh] = grant
    whose = wish.seat or wish.role
    code, done = ("link-renewed", "renewed") if token else ("link-revoked", "revoked")
    if wish.role == "invite":
        code, done = ("invited", "made") if token else ("uninvited", "revoked")
        text = f"the host {done} an invitation to {whose}"
    elif wish.role == "seat":
        text = f"{desk.player(wish.seat)} renewed the own link to {whose}"
    else:
        text = f"the host {done} the link of {whose}"
    seat = {"seat": wish.seat} if wish.seat else {}
    await hall.note(desk, code, text, role=wish.role, **seat)


def _drop(desk: Desk, grant: tk.Grant, why: str) -> None:
    """Every token of that right stops working now."""
    old = {known for known, given in desk.tokens.items() if given == grant}
    for known in old:
        del desk.tokens[known]
    for client in list(desk.clients):
        if client.hashes & old:
            client.close(4401, why)


# Another device


async def make_pass(hall: Hall, desk: Desk, rights: tk.Rights) -> PassOut:
    """One link that opens once, soon, on another device what these tokens open here."""
    grants = [tk.Grant("seat", seat) for seat in rights.seats]
    grants += [tk.Grant("host")] if rights.host else []
    if not grants:
        raise Problem(403, "spectator", "whoever only watches needs no link of the own")
    token, until = tk.make_token(), now() + tk.PASS_SECONDS * 1000
    async with desk.hold():
        await hall.store.keep_pass(desk.id, tk.hash_token(token), grants, until)
    return PassOut(token, until)


async def enter(hall: Hall, desk: Desk, token: str) -> EnterOut:
    """Keys of this device's own, for a pass."""
    fresh = [tk.make_token() for _ in range(len(desk.table.seats) + 1)]
    hashes = [tk.hash_token(made) for made in fresh]
    async with desk.hold():
        try:
            grants = await hall.store.use_pass(desk.id, tk.hash_token(token), now(), hashes)
        except Conflict as error:
            text = "this seat is open on as many devices as it may be; renew your link first"
            raise Problem(409, "too-many-keys", text) from error
        if grants is None:
            raise tk.bad_token()
        desk.tokens |= dict(zip(hashes, grants, strict=False))
    return EnterOut(fresh[: len(grants)])


def seat_taken(seat: str) -> Problem:
    return Problem(409, "seat-taken", f"somebody sits at {seat} already", args={"seat": seat})


def known_dice() -> Problem:
    text = "the dice of this table follow from a chosen seed, so only its host plays here"
    return Problem(403, "seed-chosen", text)
