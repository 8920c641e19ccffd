"""What any store must do, whatever it stands on: ``STORES`` names all there are.

The server relies on nothing else, so that a database server can take the place of the file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from sandtable.server.shapes import Message, Said
from sandtable.server.sqlite import PIECE, SqliteStore
from sandtable.server.store import (
    Conflict,
    EntryRow,
    GameRow,
    Head,
    SeatRow,
    Setup,
    SnapshotRow,
    Store,
    StoredEvent,
    Usage,
)
from sandtable.server.tokens import MOST_KEYS, Grant
from sandtable.table import Chance, Played, Result, Rolled

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": lambda f: SqliteStore(f / "games.db")}
T = TypeVar("T")


class Shop:
    """A store and the loop it is asked in."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self.store, self.loop = store, loop

    def __call__(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return self.loop.run_until_complete(wait())


@pytest.fixture(params=sorted(STORES))
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shop]:
    loop = asyncio.new_event_loop()
    ask = Shop(STORES[request.param](tmp_path), loop)
    yield ask
    ask(ask.store.close())
    loop.close()


def game_row(game: str = "g", **changes: Any) -> GameRow:
    row = GameRow(
        id=game,
        setup=Setup(title="toy", options={"rounds": 3}, players={}, edits=[], seed="ab" * 32),
        head=Head(version=1, asked=["red"], result=None),
        seats={"red": SeatRow(player="Anna"), "blue": SeatRow(kind="bot", bot="cadet")},
        words={"red": "swordfish"},
        name="Friday",
        pace=0,
        created=5,
        updated=6,
        origin="192.0.2.1",
        size=100,
    )
    return msgspec.structs.replace(row, **changes)


def entry_row(version: int, **changes: Any) -> EntryRow:
    row = EntryRow(
        version=version,
        before=version - 1,
        line=version,
        kind="play",
        seat="red",
        by="human",
        action="end",
        hidden=False,
        journal=[Played("red", "end"), Rolled(Chance((6,), "luck", ("red",)), (4,))],
        events=[StoredEvent("Rolled", "red rolls 4", {"face": 4}, ("red",))],
        key=f"key-{version:05d}",
        remark=Said("held", "holds", {"power": "germany"}),
        stats={"income": {"red": 2.0}},
        at=7,
    )
    return msgspec.structs.replace(row, **changes)


def snapshot_row(version: int) -> SnapshotRow:
    return SnapshotRow(
        version=version, line=version, rules_version=1, floor=0, rolls=0,
        transcript="00", sealed=[("red",)], state=b"{}",
    )  # fmt: skip


def make(ask: Shop, row: GameRow | None = None, entries: int = 1) -> GameRow:
    row = row or game_row()
    rows = [entry_row(version) for version in range(1, entries + 1)]
    tokens = {
        f"host {row.id}".encode(): Grant("host"),
        f"in {row.id}".encode(): Grant("invite", "red"),
    }
    ask(ask.store.create(row, rows, [snapshot_row(1)], tokens))
    return row


def test_what_is_stored_comes_back_as_it_was(shop: Shop) -> None:
    row = make(shop)
    assert shop(shop.store.game("g")) == row
    assert shop(shop.store.game("nothing")) is None
    assert shop(shop.store.entries("g", 0, 10)) == [entry_row(1)]
    assert shop(shop.store.journal("g")) == entry_row(1).journal
    assert shop(shop.store.snapshots("g", 9, 3)) == [snapshot_row(1)]
    assert shop(shop.store.stats("g")) == [(1, {"income": {"red": 2.0}})]
    later = msgspec.structs.replace(row, name="Saturday", closed="why", words={})
    shop(shop.store.save_game(later))
    assert shop(shop.store.game("g")) == later


def test_an_entry_is_added_once_by_version_and_by_key(shop: Shop) -> None:
    row = make(shop)
    head = msgspec.structs.replace(row, head=Head(version=2, asked=[], result=None))
    shop(shop.store.append(head, entry_row(2, kind="undo", line=1), snapshot_row(2)))
    for again in (entry_row(2), entry_row(3, key="key-00002")):
        with pytest.raises(Conflict):
            shop(shop.store.append(row, again, None))
    stored = shop(shop.store.game("g"))
    assert stored is not None
    assert stored.head.version == 2, "what was refused has changed nothing"
    assert stored.size > row.size
    assert [e.version for e in shop(shop.store.entries("g", -1, 10))] == [1, 2]
    assert shop(shop.store.undos("g")) == [(2, 1)]
    assert shop(shop.store.boundary("g", 99)) == 2
    found = shop(shop.store.entry_with_key("g", "key-00002"))
    assert found is not None
    assert found.kind == "undo"
    assert [s.version for s in shop(shop.store.snapshots("g", 9, 3))] == [2, 1]


def test_a_long_game_is_seen_when_it_is_whole(shop: Shop) -> None:
    async def look() -> list[GameRow | None]:
        rows = [entry_row(version) for version in range(1, 3 * PIECE)]
        making = asyncio.ensure_future(shop.store.create(game_row(), rows, [], {}))
        seen = []
        while not making.done():
            seen.append(await shop.store.game("g"))
            await asyncio.sleep(0)
        await making
        return seen

    seen = shop(look())
    assert seen[0] is None
    assert len(shop(shop.store.entries("g", -1, 9999))) == 3 * PIECE - 1
    shop(shop.store.delete("g"))
    assert shop(shop.store.game("g")) is None
    assert shop(shop.store.entries("g", -1, 9999)) == []
    assert shop(shop.store.usage()) == Usage(0, 0)


def test_a_seat_is_taken_once_and_freed(shop: Shop) -> None:
    row = make(shop)
    shop(shop.store.join(row, "red", b"key"))
    with pytest.raises(Conflict):
        shop(shop.store.join(row, "red", b"other"))
    tokens = shop(shop.store.tokens("g"))
    assert tokens == {b"host g": Grant("host"), b"key": Grant("seat", "red")}
    shop(shop.store.free(row, "red"))
    assert shop(shop.store.tokens("g")) == {b"host g": Grant("host")}
    shop(shop.store.replace_token("g", Grant("host"), b"new"))
    assert shop(shop.store.tokens("g")) == {b"new": Grant("host")}


def test_a_pass_is_used_once_in_its_time(shop: Shop) -> None:
    row = make(shop)
    shop(shop.store.join(row, "red", b"key"))
    grants = [Grant("seat", "red"), Grant("host")]
    shop(shop.store.keep_pass("g", b"pass", grants, until=50))
    assert shop(shop.store.use_pass("g", b"wrong", 10, [b"a", b"b"])) is None
    assert shop(shop.store.use_pass("g", b"pass", 10, [b"a", b"b", b"c"])) == grants
    assert shop(shop.store.use_pass("g", b"pass", 10, [b"d", b"e"])) is None
    assert shop(shop.store.tokens("g"))[b"a"] == Grant("seat", "red")
    shop(shop.store.keep_pass("g", b"late", grants, until=50))
    assert shop(shop.store.use_pass("g", b"late", 51, [b"f", b"h"])) is None
    for number in range(MOST_KEYS):
        shop(shop.store.keep_pass("g", b"more", grants[:1], until=50))
        used = shop.store.use_pass("g", b"more", 1, [b"n%d" % number])
        if number < MOST_KEYS - 2:
            assert shop(used) == grants[:1]
        else:
            with pytest.raises(Conflict):
                shop(used)


def test_messages_are_kept_once_by_their_key(shop: Shop) -> None:
    make(shop)
    message = Message(id=0, at=1, kind="chat", seat="red", player="Anna", text="hello")
    first = shop(shop.store.say("g", message, "k"))
    again = shop(shop.store.say("g", msgspec.structs.replace(message, text="other"), "k"))
    assert again == first
    second = shop(shop.store.say("g", message, None))
    assert shop(shop.store.chat("g", first.id, 9, last=False)) == [second]
    assert shop(shop.store.chat("g", 0, 1, last=True)) == [second]


def test_games_are_found_by_what_is_due(shop: Shop) -> None:
    over = Head(version=1, asked=[], result=Result(("red",), "won", {}))
    waiting = Head(version=1, asked=["blue"], result=None)
    make(shop, game_row("over", head=over))
    make(shop, game_row("bot", head=waiting, origin="192.0.2.2"))
    make(shop, game_row("closed", head=waiting, closed="why"))
    assert shop(shop.store.bots_due()) == ["bot"]
    assert shop(shop.store.usage("192.0.2.1")) == Usage(2, 200)
    assert shop(shop.store.usage()) == Usage(3, 300)
    assert shop(shop.store.untouched(0.0, None)) == ["over"]
    assert sorted(shop(shop.store.untouched(None, 0.0))) == ["bot", "closed"]
    assert shop(shop.store.untouched(3600.0, 3600.0)) == []
    assert shop(shop.store.orders()) == []
    assert shop(shop.store.quotas()) == {}
    state = shop(shop.store.state())
    assert (state.games, state.waiting) == (3, 0)
    shop(shop.store.claim("bot"))
    shop(shop.store.release("bot"))
    shop(shop.store.tidy())
