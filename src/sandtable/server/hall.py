"""The hall: all tables of a server, opened when somebody looks and put away when nobody does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from sandtable.bots import bot_names
from sandtable.games import find_title
from sandtable.table import (
    FairDice,
    Malformed,
    Rolled,
    SandtableError,
    Table,
    seed_from,
)

from . import tokens as tk
from .desk import Desk
from .importing import Carried
from .limits import Quotas
from .metrics import Metrics
from .plan import Plan
from .problems import Problem, elsewhere, from_error, no_game, not_stored, over_quota
from .publish import publish_chat
from .settings import Settings
from .shapes import Import, Message, NewGame, NewGameOut, Tokens
from .store import Conflict, EntryRow, GameRow, Setup, SnapshotRow, Store, StoreFailed, size_of
from .tables import (
    LostSnapshot,
    ServedTable,
    head_of,
    now,
    opening_entry,
    rebuild,
    sealed_by,
    snapshot_of,
    usable,
)
from .tail import TailJournal
from .workers import WorkerPool

log = logging.getLogger("sandtable.hall")

KNOWN_DICE = (
    "the dice of this table follow from a seed that was chosen: it is shown to everybody, "
    "for whoever knows it can foretell them"
)

SLICE = 500
"""Entries of a long game that are looked at before others get their turn."""
SNAPSHOTS_IN_MEMORY = 3
"""How many stored snapshots are opened with a game, for undo."""


class Hall:
    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        long: WorkerPool,
        background: WorkerPool,
        settings: Settings,
    ) -> None:
        self.store = store
        self.pool = pool
        """For bots at tables where people sit."""
        self.long = long
        """For those of them that think for long."""
        self.background = background
        """For bots among themselves."""
        self.settings = settings
        self.metrics = Metrics()
        self.desks: dict[str, Desk] = {}
        self._opening: dict[str, asyncio.Task[Desk]] = {}
        self.wake: Callable[[Desk], None] = lambda desk: None
        """Called whenever a bot may be due; the bots' driver puts itself here."""

    @property
    def pools(self) -> dict[str, WorkerPool]:
        """The processes for bots, by name."""
        return {"bots": self.pool, "long": self.long, "background": self.background}

    # Opening and closing

    async def desk(self, game: str) -> Desk:
        """The open game; raises 404 when there is none of that id."""
        desk = self.desks.get(game)
        if desk is None:
            task = self._opening.get(game)
            if task is None:
                task = self._opening[game] = asyncio.ensure_future(self._open(game))
                task.add_done_callback(lambda _: self._opening.pop(game, None))
            desk = await asyncio.shield(task)
        desk.used = time.monotonic()
        return desk

    async def _open(self, game: str) -> Desk:
        row = await self.store.game(game)
        if row is None:
            raise no_game()
        undos = await self.store.undos(game)
        try:
            await self.store.claim(game)
        except Conflict as error:
            raise elsewhere() from error
        table, found = await self._load(row, undos)
        desk = Desk(row, table, await self.store.tokens(game), undos)
        await self._settle(desk, found)
        self.desks[game] = desk
        self.wake(desk)
        return desk

    async def _load(
        self, row: GameRow, undos: list[tuple[int, int]]
    ) -> tuple[ServedTable, list[SnapshotRow]]:
        """From the last snapshot and what came after; in a thread, for it takes milliseconds."""
        version = row.head.version
        stored = await self.store.snapshots(row.id, version, SNAPSHOTS_IN_MEMORY)
        found = usable(row, stored)
        if found:
            entries = await self.store.journal(row.id, found[0].version)
            try:
                return await asyncio.to_thread(rebuild, row, found, entries, undos), found
            except LostSnapshot as error:
                log.warning("game %s is replayed, its snapshot cannot be used: %s", row.id, error)
        entries = await self.store.journal(row.id)
        return await asyncio.to_thread(rebuild, row, [], entries, undos), []

    async def _settle(self, desk: Desk, found: list[SnapshotRow]) -> None:
        if found:
            desk.since_snapshot = desk.row.head.version - found[0].version
            desk.sealed = set(found[0].sealed)
            for entry in await self.store.entries(desk.id, found[0].version, desk.since_snapshot):
                desk.sealed |= sealed_by(entry)
        else:
            desk.since_snapshot = self.settings.snapshot_every
            desk.sealed = await self.sealed(desk)

    async def reload(self, desk: Desk) -> None:
        """Back to what is stored, after something went wrong halfway. Needs the desk's lock."""
        row = await self.store.game(desk.id)
        if row is None:
            raise no_game()
        undos = await self.store.undos(desk.id)
        desk.table, found = await self._load(row, undos)
        desk.row, desk.undos = row, undos
        desk.last_stats = None
        desk.forget_views()
        desk.flats.clear()
        desk.encoded.clear()
        await self._settle(desk, found)

    async def step_back(self, desk: Desk) -> None:
        """Like ``reload``; a desk that cannot even do that is given up and opened anew later."""
        try:
            await self.reload(desk)
        except Exception as error:
            log.error("game %s is put away: %s", desk.id, error)
            problem = error.problem if isinstance(error, StoreFailed) else not_stored()
            self._give_up(desk, problem, 1013, "the server has a problem; try again")

    async def save(self, desk: Desk, row: GameRow) -> None:
        """What the row says, stored and then in force."""
        await self.store.save_game(row)
        desk.row = row

    async def delete(self, desk: Desk) -> None:
        """For good: the game, its history, its chat and its links. Needs the desk's lock."""
        await self.store.delete(desk.id)
        self.metrics.games["deleted"] += 1
        self._give_up(desk, no_game(), 4404, "this table was deleted")

    def _give_up(self, desk: Desk, problem: Problem, code: int, reason: str) -> None:
        desk.gone = problem
        if self.desks.get(desk.id) is desk:
            del self.desks[desk.id]
        for client in list(desk.clients):
            client.close(code, reason)
        if desk.bot_task is not None and desk.bot_task is not asyncio.current_task():
            desk.bot_task.cancel()

    async def whole(self, desk: Desk) -> None:
        """The whole journal, for what needs it: undo, records, looking back. Needs the lock."""
        if isinstance(desk.table.journal, TailJournal):
            desk.table.make_whole(await self.store.journal(desk.id))

    async def sealed(self, desk: Desk) -> set[tuple[str, ...]]:
        """The secrets in the line of a whole journal, each as the seats that may know it."""
        found: set[tuple[str, ...]] = {
            (seat,)
            for version, line, seat in await self.store.hidden(desk.id)
            if not any(at > version and to < line for at, to in desk.undos)
        }
        for entry in desk.table.journal.line:
            if isinstance(entry, Rolled) and entry.chance.seats is not None:
                found.add(entry.chance.seats)
        return found

    async def delete_game(self, game: str) -> None:
        """For good, whether it is open or not."""
        desk = self.desks.get(game)
        if desk is None:
            await self.store.delete(game)
        else:
            async with desk.hold():
                await self.delete(desk)

    # New games

    async def create(self, wish: NewGame, patron: str) -> NewGameOut:
        """``patron`` is the address it is made for."""
        try:
            rules = find_title(wish.title)
        except Malformed as error:
            raise Problem(404, "no-title", str(error)) from error
        dice = FairDice(seed_from(wish.seed), chosen=wish.seed is not None)
        try:
            options = rules.read_options(wish.options)
            plan = Plan.of(wish, rules.seats(options), bot_names(rules))
            if dice.chosen:
                plan.require_solo()
            plan.mix_words(dice)
            players = {s: seat.player for s, seat in wish.seats.items() if seat.player}
            table = ServedTable(rules, options, players, dice)
        except SandtableError as error:
            raise from_error(error) from error
        entries = [opening_entry(table, now())]
        return await self._add(table, plan, entries, wish.name, wish.bot_pace_ms, patron)

    async def bring_in(self, wish: Import, carried: Carried, patron: str) -> NewGameOut:
        """A game from a record or a save, which a worker has replayed."""
        table, rows = await carried.unpack()
        try:
            plan = Plan.of(wish, table.seats, bot_names(table.rules))
            dice = table.dice
            assert isinstance(dice, FairDice)
            if dice.chosen and not plan.solo:
                # Whoever brings a game with its seed would know what others are going to roll.
                table.dice = dice = FairDice()
            if not table.rolled:
                plan.mix_words(dice)
        except SandtableError as error:
            raise from_error(error) from error
        return await self._add(table, plan, rows, wish.name, 0, patron)

    def require_room_for_bots(self, patron: str) -> None:
        """Bots among themselves play on for hours, so there are only so many such tables."""
        playing = [d for d in self.desks.values() if d.bots_only and not d.over]
        mine = sum(1 for desk in playing if desk.patron == patron)
        settings = self.settings
        if len(playing) >= settings.bot_tables or mine >= settings.bot_tables_per_address:
            text = "enough tables are played by bots alone now; wait until one of them is over"
            raise Problem(429, "too-many-bots", text, retry=60)

    async def _check_quota(self, origin: str, more: int) -> None:
        """Whether so many bytes more may be stored; the owner's word counts before the settings."""
        settings = self.settings
        limits = {name: getattr(settings, name) for name in Quotas.__struct_fields__}
        quotas = Quotas(**(limits | await self.store.quotas()))
        whole, own = await self.store.usage(), await self.store.usage(origin)
        if whole.size + more > quotas.bytes_total:
            raise over_quota("this server")
        if own.games >= quotas.games_per_address or own.size + more > quotas.bytes_per_address:
            raise over_quota("your address")

    async def _add(
        self,
        table: Table,
        plan: Plan,
        entries: list[EntryRow],
        name: str,
        pace: int,
        patron: str,
    ) -> NewGameOut:
        if plan.bots_only:
            self.require_room_for_bots(patron)
        dice = table.dice
        assert isinstance(dice, FairDice)
        seats = plan.rows(table.players)
        setup = Setup(
            title=table.rules.id,
            options=table.options,
            players=table.players,
            edits=table.edits,
            seed=dice.seed.hex(),
            chosen=dice.chosen,
        )
        created = now()
        sealed = {seats for entry in entries for seats in sealed_by(entry)}
        snapshot = snapshot_of(table, sealed)
        size = len(snapshot.state)
        for at in range(0, len(entries), SLICE):
            size += sum(map(size_of, entries[at : at + SLICE]))
            await asyncio.sleep(0)
        await self._check_quota(patron, size)
        row = GameRow(
            id=tk.make_game_id(),
            setup=setup,
            head=head_of(table),
            seats=seats,
            words=dict(dice.words),
            name=name,
            pace=pace,
            created=created,
            updated=created,
            origin=patron,
            size=size,
        )
        made, hashes = make_tokens(plan)
        await self.store.create(row, entries, [snapshot], hashes)
        self.metrics.games["made" if len(entries) == 1 else "imported"] += 1
        if dice.chosen:
            await self.store.say(row.id, note_of(table.version, "seed-chosen", KNOWN_DICE), None)
        if row.bot_due():
            (await self.desk(row.id)).patron = patron
        return NewGameOut(id=row.id, version=table.version, tokens=made)

    # Notes

    async def note(self, desk: Desk, code: str, text: str, **args: str) -> None:
        """A line in the table's log, for everybody."""
        message = note_of(desk.table.version, code, text, **args)
        publish_chat(desk, await self.store.say(desk.id, message, None))


def make_tokens(plan: Plan) -> tuple[Tokens, dict[bytes, tk.Grant]]:
    """The tokens of a new table as they are handed out, and as they are kept."""
    made = Tokens(
        host=tk.make_token(),
        spectator=tk.make_token(),
        seats={seat: tk.make_token() for seat in plan.mine},
        invitations={seat: tk.make_token() for seat in plan.others},
    )
    grants = {made.host: tk.Grant("host"), made.spectator: tk.Grant("spectator")}
    grants |= {token: tk.Grant("seat", seat) for seat, token in made.seats.items()}
    grants |= {token: tk.Grant("invite", seat) for seat, token in made.invitations.items()}
    return made, {tk.hash_token(token): grant for token, grant in grants.items()}


def note_of(version: int, code: str, text: str, **args: str) -> Message:
    return Message(
        id=0,
        at=now(),
        kind="note",
        seat=args.get("seat"),
        player="",
        text=text,
        code=code,
        args=args,
        version=version,
    )
