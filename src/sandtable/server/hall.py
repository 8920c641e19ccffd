"""The hall: all tables of a server, opened when somebody looks and put away when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import gc
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
    play_record,
    read_record,
    restore,
    seed_from,
)

from . import tokens as tk
from .desk import Desk
from .names import check_player
from .plan import Plan
from .problems import Problem, from_error, no_game, not_stored
from .publish import publish_chat
from .settings import Settings
from .shapes import Import, Message, NewGame, NewGameOut, Tokens
from .store import EntryRow, GameRow, Setup, SnapshotRow, Store, StoreFailed
from .tables import (
    ServedTable,
    head_of,
    now,
    opening_entry,
    rebuild,
    sealed_by,
    snapshot_of,
    statistics,
    store_event,
    usable,
)
from .tail import TailJournal
from .workers import WorkerPool

log = logging.getLogger("sandtable.hall")

KNOWN_DICE = (
    "the dice of this table follow from a seed that was chosen: it is shown to everybody, "
    "for whoever knows it can foretell them"
)

SNAPSHOTS_IN_MEMORY = 3
"""How many stored snapshots are opened with a game, for undo."""
SEARCH_EVERY = 900.0
"""Seconds between full searches for garbage; see ``run.tame_collector``."""


class Hall:
    def __init__(
        self, store: Store, pool: WorkerPool, background: WorkerPool, settings: Settings
    ) -> None:
        self.store = store
        self.pool = pool
        """For bots at tables where people sit."""
        self.background = background
        """For bots among themselves."""
        self.settings = settings
        self.desks: dict[str, Desk] = {}
        self._opening: dict[str, asyncio.Task[Desk]] = {}
        self.wake: Callable[[Desk], None] = lambda desk: None
        """Called whenever a bot may be due; the bots' driver puts itself here."""

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
        after = found[0].version if found else -1
        entries = await self.store.journal(row.id, after)
        return await asyncio.to_thread(rebuild, row, found, entries, undos), found

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
            self._give_up(desk, not_stored(), 1013, "the server has a problem; try again")

    async def save(self, desk: Desk, row: GameRow) -> None:
        """What the row says, stored and then in force."""
        await self.store.save_game(row)
        desk.row = row

    async def delete(self, desk: Desk) -> None:
        """For good: the game, its history, its chat and its links. Needs the desk's lock."""
        await self.store.delete(desk.id)
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

    async def sweep(self) -> None:
        """Put away what nobody uses, delete what nobody wants kept."""
        idle = self.settings.idle_seconds
        searched = forgotten = time.monotonic()
        while True:
            await asyncio.sleep(min(30.0, idle))
            if time.monotonic() - searched > SEARCH_EVERY:
                gc.collect()
                searched = time.monotonic()
            if time.monotonic() - forgotten > idle:
                forgotten = time.monotonic()
                with contextlib.suppress(StoreFailed, Problem):
                    await self._forget_finished()
            old = time.monotonic() - idle
            for game, desk in list(self.desks.items()):
                desk.encoded.clear()
                if not desk.busy and desk.used < old:
                    del self.desks[game]

    async def _forget_finished(self) -> None:
        """Games that have been over for as long as the owner wants them kept."""
        days = self.settings.keep_finished_days
        if days is None:
            return
        for game in await self.store.finished(now() - int(days * 86_400_000)):
            desk = self.desks.get(game)
            if desk is not None and desk.busy:
                continue
            log.warning("game %s was over for %g days and is deleted", game, days)
            if desk is None:
                await self.store.delete(game)
            else:
                async with desk.hold():
                    await self.delete(desk)

    # New games

    async def create(self, wish: NewGame) -> NewGameOut:
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
        return await self._add(table, plan, entries, wish.name, wish.bot_pace_ms)

    async def bring_in(self, wish: Import) -> NewGameOut:
        """A game from a record or a save. Replaying takes time, so a thread does it."""
        try:
            table, rows = await asyncio.to_thread(import_table, wish.text)
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
        return await self._add(table, plan, rows, wish.name, 0)

    async def _add(
        self, table: Table, plan: Plan, entries: list[EntryRow], name: str, pace: int
    ) -> NewGameOut:
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
        at = now()
        row = GameRow(
            id=tk.make_game_id(),
            setup=setup,
            head=head_of(table),
            seats=seats,
            words=dict(dice.words),
            name=name,
            pace=pace,
            created=at,
            updated=at,
        )
        made = Tokens(
            host=tk.make_token(),
            spectator=tk.make_token(),
            seats={seat: tk.make_token() for seat in plan.mine},
            invitations={seat: tk.make_token() for seat in plan.others},
        )
        hashes = {
            tk.hash_token(made.host): tk.Grant("host"),
            tk.hash_token(made.spectator): tk.Grant("spectator"),
        }
        hashes |= {tk.hash_token(t): tk.Grant("seat", seat) for seat, t in made.seats.items()}
        hashes |= {
            tk.hash_token(t): tk.Grant("invite", seat) for seat, t in made.invitations.items()
        }
        sealed = {seats for entry in entries for seats in sealed_by(entry)}
        await self.store.create(row, entries, [snapshot_of(table, sealed)], hashes)
        if dice.chosen:
            await self.store.say(row.id, note_of(table.version, "seed-chosen", KNOWN_DICE), None)
        if row.bot_due():
            await self.desk(row.id)
        return NewGameOut(id=row.id, version=table.version, tokens=made)

    # Notes

    async def note(self, desk: Desk, code: str, text: str, **args: str) -> None:
        """A line in the table's log, for everybody."""
        message = note_of(desk.table.version, code, text, **args)
        publish_chat(desk, await self.store.say(desk.id, message, None))


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


def import_table(text: str) -> tuple[ServedTable, list[EntryRow]]:
    """A table from the text of a record or a save, with the rows of its history.

    Whoever has the text of a game that goes on knows the seed in it: it counts as chosen.
    """
    if text.lstrip().startswith("{"):
        saved = restore(text.encode(), find_title)
        known = saved.dice if isinstance(saved.dice, FairDice) else None
    else:
        record = read_record(text)
        saved = play_record(record, find_title)
        known = FairDice(bytes.fromhex(record.seed), record.words) if record.seed else None
    for name in saved.players.values():
        try:
            check_player(name)
        except ValueError as error:
            raise Malformed(str(error)) from error
    going_on = saved.result is None
    dice = FairDice(known.seed, known.words, chosen=going_on) if known else FairDice()
    table = ServedTable(saved.rules, saved.options, saved.players, None, saved.edits)
    rows = _replay_rows(table, saved)
    pending = table.position.chance is not None
    saved.dice = dice
    table.dice = dice
    if pending:
        raise Malformed("the game stops in the middle of a roll")
    return table, rows


def _replay_rows(table: ServedTable, saved: Table) -> list[EntryRow]:
    """Plays the line in force once more, so that the history has its events.

    What was taken back is not carried over: an imported game begins with a clean line.
    """
    at = now()
    rows = [opening_entry(table, at)]
    rows[0].version = rows[0].line = 0
    rows[0].journal = []
    counted = rows[0].stats
    for entry in saved.journal.line:
        before = table.version
        events = [store_event(event) for event in table.replay(entry)]
        played = getattr(entry, "action", None)
        if played is None:
            rows[-1].journal.append(entry)
            rows[-1].events += events
        else:
            rows.append(
                EntryRow(
                    version=0,
                    before=before,
                    line=0,
                    kind="play",
                    seat=entry.seat,  # type: ignore[union-attr]
                    by="human",
                    action=played,
                    hidden=table.rules.hides(table.rules.parse(played)),
                    journal=[entry],
                    events=events,
                    key=None,
                    remark="",
                    stats=None,
                    at=at,
                )
            )
        last = rows[-1]
        last.version, last.line = table.version, len(table.journal)
        if table.position.chance is None:
            fresh = statistics(table)
            last.stats, counted = (fresh if fresh != counted else None), fresh
    return rows
