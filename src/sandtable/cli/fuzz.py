"""``sandtable fuzz``: cadet plays whole games; a fault leaves a record that reproduces it."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable import new
from sandtable.bots import Bot, make_bot
from sandtable.games import find_title
from sandtable.table import Malformed, Options, OptionValue, Played, Rules, Table, write_record

from .common import Json, OptionPairs, Title, pairs, say, say_error, say_json


def register(app: typer.Typer) -> None:
    app.command("fuzz")(fuzz)


def fuzz(
    title: Title,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 20,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    actions: Annotated[int, typer.Option(min=1, help="A game is left after so many.")] = 5000,
    option: OptionPairs = None,
    out: Annotated[Path, typer.Option(help="Folder for the record of a fault.")] = Path("."),
    json: Json = False,
) -> int:
    """Play random games with random options. Exit code 1 at the first fault."""
    rules = find_title(title)
    given = pairs(option, "option")
    rules.read_options(given)
    if not out.is_dir():
        raise Malformed(f"{out} is no folder")
    played = finished = 0
    start = time.perf_counter()
    for number in range(games):
        name = f"{seed}-{number}"
        table = new(title, seed=name, options=random_options(rules, random.Random(name), given))
        fault = _play(table, make_bot("cadet", rules, name), actions)
        played += sum(1 for entry in table.journal.line if isinstance(entry, Played))
        finished += table.position.pending is None
        if fault is not None:
            path = out / f"fault-{title}-{name}.txt"
            path.write_text(fault.record, encoding="utf-8")
            if json:
                say_json({"ok": False, "game": number, "fault": fault.text, "record": str(path)})
            say_error(f"game {number}: {fault.text}; 'sandtable check {path}' reproduces it")
            return 1
    seconds = time.perf_counter() - start
    if json:
        say_json({"ok": True, "games": games, "finished": finished, "actions": played})
    else:
        rate = played / seconds if seconds else 0
        say(
            f"{title}: {games} games ({finished} to the end), {played} actions, {rate:.0f} a second"
        )
    return 0


class Fault:
    """An exception that is no refusal, and the record that leads to it."""

    def __init__(self, error: Exception, table: Table, tried: str) -> None:
        self.text = f"{type(error).__name__}: {error}"
        self.record = write_record(table, finished=False) + tried


def _play(table: Table, bot: Bot, limit: int) -> Fault | None:
    length, tried = 0, ""
    try:
        for _ in range(limit):
            decision = table.decision
            if decision is None:
                break
            length, seat, tried = len(table.journal), decision.seats[-1], ""
            action = bot.choose(table.position.seen_by(seat), seat, 0)
            tried = f"{seat}: {action}\n"
            if table.rules.parse(str(action)) != action:
                raise AssertionError(f"'{action}' does not read back as itself")
            table.play(action, seat)
    except Exception as error:
        # An action that failed at the dice after it is in the journal already.
        return Fault(error, table, tried if len(table.journal) == length else "")
    return None


def random_options(
    rules: Rules[Any], rng: random.Random, given: Mapping[str, OptionValue]
) -> Options:
    """Any options that go together, with those that are given."""
    for _ in range(100):
        wanted = {option.name: rng.choice(option.choices) for option in rules.options}
        try:
            return rules.read_options({**wanted, **given})
        except Malformed:
            continue
    return rules.read_options(given)
