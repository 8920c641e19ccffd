"""What a game of Anniversary costs: ``python -m benchmarks.anniversary``."""

from __future__ import annotations

import time
import tracemalloc

import sandtable
from benchmarks.measure import Bench
from sandtable.bots import make_bot
from sandtable.games import find_title
from sandtable.table import Action, Played, Position, dump, restore

ROUNDS = 5
LONG = 2000


def random_game(seed: int, rounds: int = ROUNDS) -> sandtable.Game:
    game = sandtable.new("anniversary-1941", seed=seed)
    bot = make_bot("cadet", game.rules, seed)
    while game.decision is not None and game.state.round <= rounds:
        seat = game.decision.seats[0]
        game.play(bot.choose(game.position, seat, 0), seat)
    return game


def script(seed: int) -> list[tuple[str, Action | tuple[int, ...]]]:
    """The actions and rolls of a random game, to be played again without choosing."""
    game = random_game(seed)
    lines: list[tuple[str, Action | tuple[int, ...]]] = []
    for entry in game.journal.line:
        if isinstance(entry, Played):
            lines.append((entry.seat, game.rules.parse(entry.action)))
        else:
            lines.append(("", entry.faces))
    return lines


def play_script(lines: list[tuple[str, Action | tuple[int, ...]]]) -> None:
    rules = find_title("anniversary-1941")
    options = rules.read_options({})
    seats = rules.seats(options)
    position = Position(rules, rules.setup(options, {seat: seat for seat in seats}))
    for seat, step in lines:
        if isinstance(step, tuple):
            position.resolve(step)
        else:
            position.play(seat, step)


def long_game() -> sandtable.Game:
    game = sandtable.new("anniversary-1941", seed=11)
    bot = make_bot("cadet", game.rules, 11)
    actions = 0
    while game.decision is not None and actions < LONG:
        seat = game.decision.seats[0]
        game.play(bot.choose(game.position, seat, 0), seat)
        actions += 1
    return game


def main() -> None:
    bench = Bench()
    lines = script(5)
    actions = sum(1 for seat, _ in lines if seat)
    bench.measure(
        "check and apply, per action of random play", lambda: play_script(lines), operations=actions
    )
    opening = sandtable.new("anniversary-1941", seed=1)
    opening.play("end")
    legal = opening.legal_actions()
    bench.measure("list Germany's opening combat moves", lambda: list(legal))
    bench.measure("copy a state", opening.state.copy, number=2000)
    bench.measure("view of a seat", lambda: opening.view("germany"), number=20)
    bench.measure(f"a random game of {ROUNDS} rounds", lambda: random_game(5), repeat=3)
    saga = long_game()
    data = dump(saga)
    bench.measure(f"open a save of {LONG} actions", lambda: restore(data, find_title))
    bench.report()
    tracemalloc.start()
    start = time.perf_counter()
    kept = random_game(7)
    size = tracemalloc.get_traced_memory()[0]
    print(f"memory of a game after {ROUNDS} rounds: {size / 1e6:.2f} MB", end=" ")
    print(f"({len(kept.journal)} entries, {time.perf_counter() - start:.1f} s with tracing)")


if __name__ == "__main__":
    main()
