"""``sandtable arena``: bots against bots, with ratings and intervals."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from sandtable.bots import collector, make_bot
from sandtable.bots.arena import (
    BUDGET_MS,
    Header,
    Match,
    Played,
    Results,
    Summary,
    bot_of,
    labels,
    open_results,
    play_match,
    read_results,
    schedule,
    summarise,
)
from sandtable.games import find_title
from sandtable.table import OptionValue

from .common import Fault, Json, OptionPairs, pairs, say, say_json


def register(app: typer.Typer) -> None:
    app.command("arena")(arena)


def arena(
    what: Annotated[
        list[str],
        typer.Argument(metavar="TITLE BOT BOT…", help="A title and two or more bots."),
    ],
    games: Annotated[int, typer.Option(min=1, help="Games for each pair of bots.")] = 20,
    pairs_of: Annotated[
        int,
        typer.Option("--pairs", min=0, help="Pairs of games, sides swapped, instead of --games."),
    ] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 means one for each core.")] = 0,
    rounds: Annotated[int, typer.Option(min=0, help="Leave a game after so many; 0: never.")] = 25,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    budget: Annotated[
        int, typer.Option(min=50, metavar="MS", help="Thinking time for each decision.")
    ] = BUDGET_MS,
    option: OptionPairs = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="JSON lines, one a game; an interrupted run goes on."),
    ] = None,
    record: Annotated[
        int | None,
        typer.Option(metavar="N", help="Write game N of a results file (given as TITLE)."),
    ] = None,
    json: Json = False,
) -> int:
    """Let bots play each other, sides swapped, and rate them."""
    if record is not None:
        return _write_record(what, record, out)
    if len(what) < 3:
        raise Fault("arena takes a title and at least two bots")
    title, bots = what[0], labels(what[1:])
    games = 2 * pairs_of or games
    rules = find_title(title)
    options = rules.read_options(pairs(option, "option"))
    for bot in bots:
        make_bot(bot_of(bot), rules, 0)
    header = Header(
        arena=title,
        bots=bots,
        games=games,
        rounds=rounds,
        seed=seed,
        options=dict(options),
        budget_ms=budget,
    )
    results = open_results(header, out)
    matches = [
        match
        for match in schedule(rules, options, bots, games, seed)
        if match.number not in results.games
    ]
    _run(header, matches, results, jobs or os.cpu_count() or 1, quiet=json)
    summary = summarise(bots, results.list())
    if json:
        say_json({"arena": header, "summary": summary})
    else:
        _show(header, summary)
    return 0


def _write_record(what: list[str], number: int, out: Path | None) -> int:
    if len(what) != 1:
        raise Fault("--record N takes the results file and nothing else")
    results = read_results(Path(what[0]))
    if number not in results.games:
        raise Fault(f"{what[0]} has no game {number}; it has {len(results.games)} games")
    text = results.games[number].record_text()
    if out is None:
        print(text, end="")
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise Fault(f"cannot write {out}: {error.strerror or error}") from error
    return 0


# Playing


def _run(header: Header, matches: list[Match], results: Results, jobs: int, *, quiet: bool) -> None:
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=quiet or not console.is_terminal,
    ) as progress:
        done = len(results.games)
        task = progress.add_task(header.arena, total=done + len(matches), completed=done)
        for played in _played(header, matches, jobs):
            results.add(played)
            progress.advance(task)


def _played(header: Header, matches: list[Match], jobs: int) -> Iterator[Played]:
    options: dict[str, OptionValue] = header.options
    if jobs == 1 or len(matches) < 2:
        for match in matches:
            yield play_match(header.arena, options, match, header.rounds, header.budget_ms)
        return
    context = multiprocessing.get_context("spawn")
    count = min(jobs, len(matches))
    with ProcessPoolExecutor(count, mp_context=context, initializer=collector.ease) as pool:
        waiting: set[Any] = set()
        rest = iter(matches)
        try:
            while True:
                for match in rest:
                    waiting.add(
                        pool.submit(
                            play_match,
                            header.arena,
                            options,
                            match,
                            header.rounds,
                            header.budget_ms,
                        )
                    )
                    if len(waiting) >= 2 * jobs:
                        break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# Showing


def _show(header: Header, summary: Summary) -> None:
    say(
        f"{header.arena}: {summary.games} games, {summary.undecided} undecided"
        + (f" after {header.rounds} rounds" if header.rounds else "")
        + f"; games that ended took {summary.rounds_mean:.1f} rounds"
    )
    console = Console(width=110)
    grid = Grid("bot", "games", "won", "undecided", "rating", "turn ms: median", "95 %", "max")
    for line in summary.bots:
        grid.add_row(
            line.bot,
            str(line.games),
            str(line.won),
            str(line.undecided),
            f"{line.rating:.0f} ± {line.plus_minus:.0f}",
            f"{line.turn_ms_median:.0f}",
            f"{line.turn_ms_p95:.0f}",
            f"{line.turn_ms_max:.0f}",
        )
    console.print(grid)
    grid = Grid("bot", "against", "as", "won", "of", "share", "95 % interval")
    for share in summary.shares:
        percent = 100 * share.won / share.games if share.games else 0.0
        grid.add_row(
            share.bot,
            share.against,
            share.side or "any side",
            str(share.won),
            str(share.games),
            f"{percent:.0f} %",
            f"{100 * share.low:.1f} to {100 * share.high:.1f} %",
        )
    console.print(grid)
    for held in summary.standings:
        say(
            f"{held.bot} against {held.against}: share of income and units at the end "
            f"{held.mean:.3f} ({held.low:.3f} to {held.high:.3f}), {held.pairs} pairs"
        )
    if summary.habits:
        titles = list(next(iter(summary.habits.values())))
        grid = Grid("habits", *titles)
        for bot, counted in summary.habits.items():
            grid.add_row(bot, *(f"{counted[title]:g}" for title in titles))
        console.print(grid)
    if summary.failures:
        names = ", ".join(f"{bot} {count}" for bot, count in summary.failures.items())
        say(f"games in which a bot's program failed, and another moved for it: {names}")
    for side in summary.sides:
        say(
            f"{side.side}: won {side.won} of {side.games} "
            f"({100 * side.low:.1f} to {100 * side.high:.1f} %)"
        )
    for number, cities in enumerate(summary.cities, 1):
        say(f"cities before round {number}: " + ", ".join(f"{k} {v}" for k, v in cities.items()))
