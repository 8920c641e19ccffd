"""What the owner of a server can set."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


def default_workers() -> int:
    """One core stays for the tables."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Limits and times; the defaults suit a home server with room to spare."""

    database: Path = Path("sandtable.db")
    static: Path | None = None
    """The built client; ``None`` looks in the package and beside it."""

    hosts: tuple[str, ...] = ()
    """Names under which people reach this server, besides numbers and the machine's own name."""

    body_bytes: int = 256 * 1024
    import_bytes: int = 4 * 1024 * 1024
    message_bytes: int = 16 * 1024
    connections: int = 4608
    connections_per_address: int = 320
    """Connections of any kind; sockets are among them."""
    connections_per_second: float = 20.0
    connections_burst: int = 400
    """How often one address may connect."""
    head_seconds: float = 10.0
    """From connecting, or from a request's first byte, until its head is there."""
    request_seconds: float = 90.0
    """From a request's head until its answer has been taken."""
    sockets: int = 4096
    sockets_per_address: int = 256
    sockets_per_game: int = 64
    hello_seconds: float = 10.0
    outbox: int = 256
    outbox_bytes: int = 1024 * 1024
    """Messages, and bytes, that may wait for a slow reader before its socket is closed."""

    answers_per_second: float = 100.0
    answers_burst: int = 1000
    """Whatever it is, the page's own files included; below that, what ``requests`` allow."""
    requests_per_second: float = 40.0
    requests_burst: int = 400
    games_per_minute: float = 20.0
    games_burst: int = 40
    bad_tokens_per_minute: float = 30.0
    bad_tokens_burst: int = 60
    jobs_per_minute: float = 600.0
    jobs_burst: int = 120
    messages_per_second: float = 5.0
    messages_burst: int = 40
    socket_messages_per_second: float = 40.0
    socket_messages_burst: int = 400
    """Over all sockets of an address; one socket alone may send as many as ``messages``."""

    workers: int = msgspec.field(default_factory=default_workers)
    """Processes for bots."""
    long_workers: int = 1
    """Processes for bots that think for seconds at tables with people: no other table waits."""
    background_workers: int = 1
    """Processes for tables at which only bots sit: no person ever waits for those."""
    bot_tables: int = 40
    bot_tables_per_address: int = 8
    """Tables at which bots play among themselves at the same time."""
    bot_memory_mb: int = 2048
    job_workers: int = 2
    """Processes for odds, imports and the like, which anybody may ask for."""
    job_memory_mb: int = 768
    """What one process may take at most; 0 is no limit."""
    jobs_waiting: int = 8
    """Jobs of one address that may wait for a worker."""
    bot_budget_ms: int = 1500
    """Of processor time, unless a level needs more."""
    bot_deadline: float = 8.0
    """Seconds for a decision with that budget; who has more of it has more of them, too."""
    job_deadline: float = 20.0
    import_deadline: float = 30.0
    job_wait: float = 5.0
    order_seconds: float = 1.0
    """Between two looks for what the owner wants done (``sandtable admin``)."""
    slow_slots: int = 2
    slow_waiting: int = 20
    slow_wait: float = 10.0
    """Looking back in games, records and the like: how many at once, and how many of one address
    may wait for how long."""
    store_retry: float = 5.0
    """Seconds until a bot tries again whose move could not be stored."""

    snapshot_every: int = 32
    """Journal commits between two stored snapshots."""
    idle_seconds: float = 600.0
    """A table nobody has looked at for this long leaves memory (not the database)."""
    keep_finished_days: float | None = None
    """A game that was over for this long is deleted; ``None`` keeps them all."""
    keep_abandoned_days: float | None = None
    """The same for a game that is not over and that nobody has touched."""

    games_per_address: int = 500
    bytes_per_address: int = 256 * 2**20
    bytes_total: int = 8 * 2**30
    """What is stored of games made from one address, and in all, before new ones are refused."""
