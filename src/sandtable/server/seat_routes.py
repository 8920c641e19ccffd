"""The endpoints about seats: who sits where, links, words for the dice."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from . import keys, play, seats, shapes
from . import tokens as tk
from .http import Call, Endpoint
from .problems import Problem

GAME = "/api/games/{game}"


class LinkQuery(msgspec.Struct):
    role: tk.Role
    seat: Annotated[str, Meta(max_length=64)] = ""


async def change_seat(call: Call[shapes.SeatIn, Any]) -> shapes.GameInfo:
    work = seats.change_seat(call.hall, call.desk, call.rights, call.path["seat"], call.body)
    return await play.unbroken(work)


async def change_settings(call: Call[shapes.SettingsIn, Any]) -> shapes.GameInfo:
    return await play.unbroken(seats.change_settings(call.hall, call.desk, call.rights, call.body))


async def renew_link(call: Call[shapes.LinkIn, Any]) -> shapes.LinkOut:
    return await play.unbroken(keys.renew_link(call.hall, call.desk, call.rights, call.body))


async def revoke_link(call: Call[None, LinkQuery]) -> None:
    wish = shapes.LinkIn(role=call.query.role, seat=call.query.seat)
    await play.unbroken(keys.revoke_link(call.hall, call.desk, call.rights, wish))


async def join(call: Call[shapes.JoinIn, Any]) -> shapes.LinkOut:
    work = keys.join(call.hall, call.desk, call.rights, call.path["seat"], call.body)
    return await play.unbroken(work)


async def free(call: Call[None, Any]) -> None:
    await play.unbroken(keys.free(call.hall, call.desk, call.rights, call.path["seat"]))


async def make_pass(call: Call[None, Any]) -> shapes.PassOut:
    return await play.unbroken(keys.make_pass(call.hall, call.desk, call.rights))


async def enter(call: Call[shapes.EnterIn, Any]) -> shapes.EnterOut:
    """Guessing passes is slowed down like guessing tokens."""
    house, address = call.house, call.address
    house.bad_tokens.check(address)
    try:
        desk = await call.hall.desk(call.path["game"])
        return await play.unbroken(keys.enter(call.hall, desk, call.body.token))
    except Problem as problem:
        if problem.status in (401, 404):
            house.bad_tokens.take(address)
        raise


async def add_word(call: Call[shapes.WordIn, Any]) -> shapes.GameInfo:
    return await play.unbroken(seats.add_word(call.hall, call.desk, call.rights, call.body))


SEATING = [
    Endpoint(
        "POST", GAME + "/seats/{seat}", change_seat, shapes.GameInfo, "Bot or person, and the name",
        body=shapes.SeatIn, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/seats/{seat}/join", join, shapes.LinkOut, "Take a free seat",
        body=shapes.JoinIn, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/seats/{seat}/free", free, None, "Give up a seat, or free it (the host)",
        at_table=True, status=204,
    ),
    Endpoint(
        "POST", GAME + "/pass", make_pass, shapes.PassOut, "A link for another device of mine",
        at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/enter", enter, shapes.EnterOut, "Keys for a pass",
        body=shapes.EnterIn,
    ),
    Endpoint(
        "POST", GAME + "/settings", change_settings, shapes.GameInfo, "The table's name and pace",
        body=shapes.SettingsIn, at_table=True,
    ),
    Endpoint(
        "POST", GAME + "/links", renew_link, shapes.LinkOut, "A new link",
        body=shapes.LinkIn, at_table=True,
    ),
    Endpoint(
        "DELETE", GAME + "/links", revoke_link, None, "Revoke a link",
        query=LinkQuery, at_table=True, status=204,
    ),
    Endpoint(
        "POST", GAME + "/word", add_word, shapes.GameInfo, "A word for the dice",
        body=shapes.WordIn, at_table=True,
    ),
]  # fmt: skip
