"""Playing one match of an arena to its end or to a limit."""

from __future__ import annotations

import base64
import time
import zlib
from typing import Any

import msgspec

from sandtable.bots import make_bot
from sandtable.games import find_title
from sandtable.table import FairDice, OptionValue, Table, seed_from, write_record

from .schedule import Match, bot_of
from .watch import Watcher, watcher_for

BUDGET_MS = 2000
"""What each decision may take, unless something else is said."""
STANDING = ("income", "units")
"""The charts that tell who is ahead when a game is left undecided."""
LAST_ACTION = 100_000
"""A title without rounds is left after so many actions."""


class Played(msgspec.Struct, kw_only=True):
    """What came of a match. ``scores``: 1 for a win, 0 for a loss, 0.5 each if undecided."""

    number: int
    seats: dict[str, str]
    sides: dict[str, str]
    seed: str
    winner: str = ""
    """The bot that won; empty if nobody did within the limit, or if both share it."""
    scores: dict[str, float] = {}
    reason: str = ""
    rounds: int = 0
    actions: int = 0
    seconds: float = 0.0
    cities: list[dict[str, float]] = []
    """The title's city counts at the beginning of each round, if it counts cities."""
    standing: dict[str, dict[str, float]] = {}
    """How much of all income and of all units (in money) each bot's side has at the end."""
    turn_ms: dict[str, list[int]] = {}
    """For each bot the milliseconds of thinking of each of its turns."""
    habits: dict[str, dict[str, float]] = {}
    """For each bot what was counted of how it played, where the title has such counts."""
    failures: dict[str, int] = {}
    """How often a bot's program failed; with any, the game says little about the bot."""
    record: str = ""
    """The record of the game, packed."""

    def record_text(self) -> str:
        return zlib.decompress(base64.b85decode(self.record)).decode()


def play_match(
    title: str,
    options: dict[str, OptionValue],
    match: Match,
    limit: int,
    budget_ms: int = BUDGET_MS,
) -> Played:
    """Play one game; with the same match it is the same game again."""
    start = time.perf_counter()
    table = Table(find_title(title), options, None, FairDice(seed_from(match.seed)))
    bots = {
        seat: make_bot(bot_of(name), table.rules, f"{match.seed} {seat}")
        for seat, name in match.seats.items()
    }
    times: dict[tuple[str, int, int], float] = {}
    cities: list[dict[str, float]] = []
    watcher = watcher_for(table.rules)
    actions, shown = 0, 0
    while (decision := table.decision) is not None and actions < LAST_ACTION:
        turn = int(getattr(table.state, "round", 0))
        if turn != shown:
            if limit and turn > limit:
                break
            shown = turn
            counted = table.rules.statistics(table.state).get("cities")
            if counted:
                cities.append(counted)
        seat = decision.seats[0]
        began = time.thread_time()
        action = bots[seat].choose(table.position.seen_by(seat), seat, budget_ms)
        spent = time.thread_time() - began
        key = (seat, turn, 0 if turn else actions)
        times[key] = times.get(key, 0.0) + spent
        if watcher is not None:
            watcher.before(table.position, action)
        table.play(action, seat)
        if watcher is not None:
            watcher.after(table.state)
        actions += 1
    played = Played(
        number=match.number,
        seats=match.seats,
        sides=match.sides,
        seed=match.seed,
        rounds=shown,
        actions=actions,
        seconds=round(time.perf_counter() - start, 2),
        cities=cities,
        standing=standing_of(table, match),
        habits=habits_of(watcher, match) if watcher is not None else {},
        record=_packed(table),
    )
    for (seat, _, _), spent in times.items():
        played.turn_ms.setdefault(match.seats[seat], []).append(round(1000 * spent))
    for seat, bot in bots.items():
        failed = getattr(bot, "failures", 0)
        if failed:
            name = match.seats[seat]
            played.failures[name] = played.failures.get(name, 0) + failed
    _judge(played, match, table)
    return played


def standing_of(table: Table, match: Match) -> dict[str, dict[str, float]]:
    """Each bot's shares of what the title counts by power, where powers belong to sides."""
    teams = {power.id: power.team for power in getattr(table.rules, "powers", ()) or ()}
    shares: dict[str, dict[str, float]] = {}
    charts = table.rules.statistics(table.state)
    for name in STANDING:
        lines = charts.get(name, {})
        total = sum(lines.values())
        if total <= 0 or not set(teams.values()) >= set(match.sides.values()):
            continue
        for bot, side in match.sides.items():
            held = sum(amount for line, amount in lines.items() if teams.get(line) == side)
            shares.setdefault(bot, {})[name] = round(held / total, 4)
    return shares


def habits_of(watcher: Watcher, match: Match) -> dict[str, dict[str, float]]:
    """Each bot's habits, over all its seats."""
    found: dict[str, dict[str, float]] = {}
    for seat, counts in watcher.by_seat().items():
        mine = found.setdefault(match.seats[seat], {"games": 1.0})
        for name, value in counts.items():
            mine[name] = mine.get(name, 0.0) + value
    return found


def _packed(table: Table) -> str:
    text = write_record(table, finished=table.result is not None)
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def _judge(played: Played, match: Match, table: Table) -> None:
    result: Any = table.result
    winners = {match.seats[seat] for seat in result.winners} if result else set()
    if len(winners) == 1:
        played.winner = winners.pop()
        played.reason = result.reason
    elif winners:
        played.reason = f"shared: {result.reason}"
    else:
        played.reason = "undecided at the limit"
    played.scores = {
        bot: 0.5 if not played.winner else float(bot == played.winner) for bot in match.bots
    }
