"""Random games of the Axis titles, and what is timed of them."""

from __future__ import annotations

import time
import tracemalloc
from typing import TypeAlias

import sandtable
from benchmarks.measure import Bench
from sandtable.bots import make_bot
from sandtable.games import find_title
from sandtable.table import Action, Played, Position

ROUNDS = 5

Line: TypeAlias = "tuple[str, Action | tuple[int, ...]]"
"""A seat and its action, or no seat and the faces of a roll."""


def random_game(title: str, seed: int, rounds: int = ROUNDS, actions: int = 0) -> sandtable.Game:
    """Played to the end of some rounds, or for some actions."""
    game = sandtable.new(title, seed=seed)
    bot = make_bot("cadet", game.rules, seed)
    played = 0
    while game.decision is not None:
        if played == actions if actions else game.state.round > rounds:
            break
        seat = game.decision.seats[0]
        game.play(bot.choose(game.position, seat, 0), seat)
        played += 1
    return game


def script(title: str, seed: int) -> list[Line]:
    """The actions and rolls of a random game, to be played again without choosing."""
    game = random_game(title, seed)
    return [
        (entry.seat, game.rules.parse(entry.action))
        if isinstance(entry, Played)
        else ("", entry.faces)
        for entry in game.journal.line
    ]


def play_script(title: str, lines: list[Line]) -> None:
    rules = find_title(title)
    options = rules.read_options({})
    seats = rules.seats(options)
    position = Position(rules, rules.setup(options, {seat: seat for seat in seats}))
    for seat, step in lines:
        if isinstance(step, tuple):
            position.resolve(step)
        else:
            position.play(seat, step)


def combat_moves(title: str) -> sandtable.Game:
    """A new game in which the first power has bought nothing and may now move to attack."""
    game = sandtable.new(title, seed=1)
    while game.decision is not None and game.decision.step != "CombatMove":
        game.play("end")
    return game


def measure_game(bench: Bench, title: str, mover: str) -> sandtable.Game:
    """The figures that every title has; returns the opening before the first combat move of
    ``mover``, who begins the game."""
    lines = script(title, 5)
    actions = sum(1 for seat, _ in lines if seat)
    bench.measure(
        "check and apply, per action of random play",
        lambda: play_script(title, lines),
        operations=actions,
    )
    opening = combat_moves(title)
    legal = opening.legal_actions()
    bench.measure(f"list {mover}'s opening combat moves", lambda: list(legal))
    bench.measure("copy a state", opening.state.copy, number=2000)
    bench.measure("view of a seat", lambda: opening.view(legal.seat), number=20)
    bench.measure(f"a random game of {ROUNDS} rounds", lambda: random_game(title, 5), repeat=3)
    return opening


def tell_memory(title: str) -> None:
    tracemalloc.start()
    start = time.perf_counter()
    kept = random_game(title, 7)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    print(f"memory of a game after {ROUNDS} rounds: {size / 1e6:.2f} MB", end=" ")
    print(f"({len(kept.journal)} entries, {time.perf_counter() - start:.1f} s with tracing)")
