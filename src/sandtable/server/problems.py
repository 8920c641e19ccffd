"""What the server answers when it cannot do what it was asked."""

from __future__ import annotations

import msgspec

from sandtable.table import BadRecord, Illegal, Refusal, SandtableError, Stuck


class ProblemBody(msgspec.Struct, kw_only=True, omit_defaults=False):
    """The body of every error answer."""

    code: str
    text: str
    rule: str = ""
    args: dict[str, str] = {}
    version: int | msgspec.UnsetType = msgspec.UNSET


class Problem(Exception):
    """Raised anywhere below a request; becomes a status and a body."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        *,
        rule: str = "",
        args: dict[str, str] | None = None,
        version: int | None = None,
        retry: int | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.retry = retry
        self.body = ProblemBody(
            code=code,
            text=text,
            rule=rule,
            args=args or {},
            version=msgspec.UNSET if version is None else version,
        )


def refused(refusal: Refusal) -> Problem:
    return Problem(422, refusal.code, refusal.text, rule=refusal.rule, args=dict(refusal.args))


def from_error(error: SandtableError) -> Problem:
    """The table's own errors as answers."""
    if isinstance(error, Illegal):
        return refused(error.refusal)
    if isinstance(error, BadRecord):
        rule = error.refusal.rule if error.refusal else ""
        args = {"line": str(error.line), "reason": error.reason}
        return Problem(422, "bad-record", str(error), rule=rule, args=args)
    if isinstance(error, Stuck):
        return Problem(500, "stuck", str(error), args={"seat": error.seat})
    return Problem(400, "malformed", str(error))


def no_game() -> Problem:
    return Problem(404, "no-game", "there is no such game here")


def not_stored() -> Problem:
    text = (
        "the server cannot store anything at the moment (its disk may be full); "
        "nothing was changed, please try again later"
    )
    return Problem(503, "not-stored", text, retry=10)


def damaged() -> Problem:
    text = (
        "this server's database is damaged; nothing was changed. Its owner can put a backup in its "
        "place ('sandtable admin restore')"
    )
    return Problem(503, "damaged", text)


def elsewhere() -> Problem:
    text = "another process of this server has this table; please try again"
    return Problem(503, "elsewhere", text, retry=1)


def closed(why: str) -> Problem:
    return Problem(409, "closed", f"the owner of this server has closed the table: {why}")


def over_quota(whose: str) -> Problem:
    text = f"{whose} stores as many games here as it may; delete some that are not needed any more"
    return Problem(403, "quota", text)


def not_your_seat(seat: str) -> Problem:
    text = f"your link does not give you the seat {seat}"
    return Problem(403, "not-your-seat", text, args={"seat": seat})


def not_host() -> Problem:
    return Problem(403, "not-host", "only the host of this table may do that")


def stale(version: int) -> Problem:
    text = "the game has moved on since you looked; here is where it stands now"
    return Problem(409, "stale", text, version=version)
