"""One game that is open on this server: its table, who may sit there, who is looking."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

from sandtable.table import FairDice, TableView

from . import tokens as tk
from .outbox import Client
from .patch import Cuts, Flat
from .problems import Problem, closed, not_your_seat
from .render import render_entry, sees
from .shapes import DiceOut, EntryOut, GameInfo, LegalAction, SeatOut, UndoRequest, You
from .store import EntryRow, GameRow
from .tables import ServedTable, is_open


class Desk:
    """All of a game that lives in memory. Whoever changes it does so inside ``hold``."""

    def __init__(
        self,
        row: GameRow,
        table: ServedTable,
        tokens: dict[bytes, tk.Grant],
        undos: list[tuple[int, int]],
    ) -> None:
        self.row = row
        self.table = table
        self.tokens = tokens
        self.undos = undos
        self.lock = asyncio.Lock()
        self.patron = ""
        """The address that last made or moved something here: its tables' bots take turns."""
        self.clients: set[Client] = set()
        self.entering = 0
        self.gone: Problem | None = None
        """Set when this desk is no longer the game's: deleted, or to be read from the disk anew."""
        self.thinking: set[str] = set()
        self.stuck: set[str] = set()
        self.failures: dict[str, int] = {}
        self.since_snapshot = 0
        self.last_stats: dict[str, dict[str, float]] | None = None
        self.bot_task: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.flats: dict[str | None, tuple[int, Flat]] = {}
        self.encoded: dict[str | None, tuple[int, bytes]] = {}
        """Views of the present version as they were last asked for: asking again costs nothing."""
        self.legal: tuple[int, str, list[LegalAction]] | None = None
        self.known: dict[str, Any] = {}
        self.cuts = Cuts()
        """What the last views were made of and cut into, as long as somebody looks."""
        self._views: dict[str | None, TableView] = {}
        self._views_version = -1
        self.sealed: set[tuple[str, ...]] = set()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def over(self) -> bool:
        return self.row.head.result is not None

    @property
    def busy(self) -> bool:
        """Somebody looks at it, or something goes on."""
        return bool(self.clients) or self.lock.locked() or self.bot_task is not None

    @property
    def bots_only(self) -> bool:
        return all(seat.kind == "bot" for seat in self.row.seats.values())

    @property
    def undo(self) -> UndoRequest | None:
        """Who asks to take something back."""
        return self.row.undo.request

    @contextlib.asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """One at a time, and only as long as the game is here.

        Views are made inside and live no longer: kept, they would be most of a table's memory.
        """
        async with self.lock:
            if self.gone is not None:
                raise self.gone
            try:
                yield
            finally:
                self.forget_views()

    # Rights

    def rights(self, shown: list[str]) -> tk.Rights:
        """What these tokens open; a single bad one spoils the request."""
        grants = [self.tokens.get(tk.hash_token(token)) for token in shown]
        known = [grant for grant in grants if grant is not None]
        if not known or len(known) != len(grants):
            raise tk.bad_token()
        return tk.add_up(known, self.table.seats)

    def is_bot(self, seat: str) -> bool:
        return self.row.seats[seat].kind == "bot"

    def taken(self) -> set[str]:
        """The seats to which somebody has a key."""
        return {grant.seat for grant in self.tokens.values() if grant.role == "seat"}

    def people(self) -> set[str]:
        """The seats at which somebody sits and decides."""
        return {seat for seat in self.taken() if not self.is_bot(seat)}

    def player(self, seat: str | None) -> str:
        return self.row.seats[seat].player if seat in self.row.seats else ""

    # Views

    def focus(self, rights: tk.Rights, pinned: str | None = None) -> str | None:
        """Whose eyes this person looks through now."""
        if pinned is not None:
            if not rights.holds(pinned):
                raise not_your_seat(pinned)
            return pinned
        for seat in self.row.head.asked:
            # In the order of the decision: whose answer it is before who may go on without.
            if seat in rights.seats and not self.is_bot(seat):
                return seat
        return rights.seats[0] if rights.seats else None

    def view(self, seat: str | None) -> TableView:
        self.prepare_views({seat})
        return self._views[seat]

    def prepare_views(self, seats: set[str | None]) -> None:
        """Makes the views of these seats at once: the title may share work between them."""
        if self._views_version != self.table.version:
            self.forget_views()
        wanted = [seat for seat in seats if seat not in self._views]
        known = self.known if self.clients else None
        games = self.table.rules.views(self.table.state, wanted, known) if wanted else []
        for seat, game in zip(wanted, games, strict=True):
            self._views[seat] = self.table.view_of(seat, game)

    def left_alone(self) -> None:
        """Nobody looks any more: what would make the next views quicker goes."""
        self.flats.clear()
        self.known.clear()
        self.encoded.clear()
        self.cuts = Cuts()

    def forget_views(self) -> None:
        self._views = {}
        self.cuts.forget()
        self._views_version = self.table.version

    def info(self, rights: tk.Rights) -> GameInfo:
        """The table for one person; ``record`` and ``you`` are what is not the same for all."""
        row, table = self.row, self.table
        online = {seat for client in self.clients for seat in client.rights.seats}
        taken = self.taken()
        dice = table.dice
        assert isinstance(dice, FairDice)
        return GameInfo(
            id=row.id,
            name=row.name,
            title=row.setup.title,
            family=table.rules.family,
            board=table.rules.board,
            ledger=table.rules.ledger,
            options=row.setup.options,
            created=row.created,
            updated=row.updated,
            version=table.version,
            line=len(table.journal),
            undo_floor=table.undo_floor,
            open=is_open(table.rules),
            record=self.may_read_record(rights),
            seats=[
                SeatOut(
                    seat=seat,
                    kind=sitting.kind,
                    bot=sitting.bot if sitting.kind == "bot" else "",
                    player=sitting.player,
                    taken=seat in taken,
                    online=seat in online,
                    asked=seat in row.head.asked,
                    thinking=seat in self.thinking,
                    stuck=seat in self.stuck,
                )
                for seat, sitting in row.seats.items()
            ],
            spectators=sum(client.rights.spectator for client in self.clients),
            undo=self.undo,
            dice=DiceOut(
                commitment=dice.commitment,
                words=row.words,
                rolled=table.rolled,
                chosen=dice.chosen,
                seed=dice.seed.hex() if self.over or dice.chosen else None,
            ),
            bot_pace_ms=row.pace,
            you=you(rights),
        )

    def entry(self, entry: EntryRow, rights: tk.Rights) -> EntryOut:
        return render_entry(entry, rights, self.undos, over=self.over)

    def may_read_record(self, rights: tk.Rights) -> bool:
        """Whether the record holds nothing that this person may not know."""
        if self.over:
            return True
        table = self.table
        if table.edits and not is_open(table.rules) and set(rights.seats) != set(table.seats):
            return False  # a study may have dealt the hands
        return all(sees(seats, rights) for seats in self.sealed)

    def require_open(self) -> None:
        if self.row.closed:
            raise closed(self.row.closed)

    def require_going_on(self) -> None:
        if self.over:
            raise Problem(409, "over", "this game is over")


def you(rights: tk.Rights) -> You:
    return You(
        host=rights.host, spectator=rights.spectator, seats=rights.seats, invited=rights.invited
    )
