"""Secret links: made here, stored as hashes, compared as hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Literal

import msgspec

from .problems import Problem

Role = Literal["host", "seat", "spectator", "invite"]

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
MAX_TOKENS = 16
MOST_KEYS = 8
"""Keys that open one right at a time: one for each device of a person, say."""
PASS_SECONDS = 600
_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def make_token() -> str:
    return secrets.token_urlsafe(32)


def make_game_id() -> str:
    """Short enough to read aloud; it opens nothing without a token."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(10))


def hash_token(token: str) -> bytes:
    """Tokens have 256 random bits, so one plain hash is enough to keep them."""
    return hashlib.sha256(b"sandtable token\n" + token.encode()).digest()


class Grant(msgspec.Struct, frozen=True):
    """What one token opens; ``seat`` is empty unless the role is a seat's or an invitation's."""

    role: Role
    seat: str = ""


class Rights(msgspec.Struct, frozen=True):
    """What somebody may do at a table, from all the tokens they showed."""

    host: bool
    seats: tuple[str, ...]
    invited: tuple[str, ...] = ()
    """Seats that may be taken, and are not known any better for it."""

    @property
    def spectator(self) -> bool:
        return not self.seats

    def holds(self, seat: str) -> bool:
        return seat in self.seats


NOBODY = Rights(host=False, seats=())


def add_up(grants: list[Grant], order: tuple[str, ...]) -> Rights:
    def seats(role: Role) -> tuple[str, ...]:
        named = {grant.seat for grant in grants if grant.role == role}
        return tuple(seat for seat in order if seat in named)

    host = any(grant.role == "host" for grant in grants)
    return Rights(host, seats("seat"), seats("invite"))


def read_bearer(header: str | None) -> list[str]:
    """The tokens of an Authorization header; raises 401 when there are none."""
    scheme, _, rest = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not rest.strip():
        raise Problem(401, "no-token", "this needs the secret link of a table")
    return well_formed([part.strip() for part in rest.split(",")])


def well_formed(tokens: list[str]) -> list[str]:
    if not tokens:
        raise Problem(401, "no-token", "this needs the secret link of a table")
    if len(tokens) > MAX_TOKENS or not all(TOKEN.fullmatch(token) for token in tokens):
        raise bad_token()
    return tokens


def bad_token() -> Problem:
    return Problem(401, "bad-token", "this link does not open this table (any more)")
