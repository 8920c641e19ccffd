"""What a game of Naval Battles costs: ``python -m benchmarks.bench_naval``.

The aim is a random two-player game in under 0.2 s on one core.
"""

from __future__ import annotations

import itertools

import sandtable
from benchmarks.measure import Bench
from sandtable.bots import make_bot
from sandtable.games.naval import Naval
from sandtable.odds.naval import attack_odds
from sandtable.table import OptionValue, Table, dump, restore

GAMES = 10


def random_game(seed: int, **options: OptionValue) -> Table:
    """Cadets look at nothing but their legal actions, so they need no view of their own."""
    game = sandtable.new("naval", seed=seed, options=options)
    bot = make_bot("cadet", game.rules, seed)
    while game.decision is not None:
        seat = game.decision.seats[0]
        game.play(bot.choose(game.position, seat, 0), seat)
    return game


def play_out(bot: str, seed: int, **options: OptionValue) -> Table:
    game = sandtable.new("naval", seed=seed, options=options)
    bots = {seat: make_bot(bot, game.rules, f"{seed} {seat}") for seat in game.seats}
    while game.decision is not None:
        seat = game.decision.seats[0]
        game.play(bots[seat].choose(game.position.seen_by(seat), seat, 0), seat)
    return game


def declared() -> Table:
    """A turn with seven attacks on a fleet with air cover, for the odds."""
    ships = ["yamato 1", "mikuma 1", "kagero 1", "kashii 2", "shokaku 3"]
    ships += ["graf-zeppelin 3", "bismarck 1", "z23 1", "t13 2"]
    edits = ["nation p1 japan", "nation p2 germany", "first p1", "active p1"]
    edits += [f"ship {ship}" for ship in ships]
    edits += ["hand p1 heavy-4, medium-2, torpedo-4, base-raid-3, missed", "phase declare"]
    table = Table(sandtable.new("naval").rules, edits=edits)
    for action in (
        "fire heavy-4 yamato > bismarck",
        "fire medium-2 mikuma > z23",
        "fire torpedo-4 kagero > bismarck",
        "raid base-raid-3 > z23, t13, bismarck",
        "raid shokaku > t13",
    ):
        table.play(action)
    return table


def main() -> None:
    bench = Bench()
    seeds = itertools.cycle(range(GAMES))
    bench.measure(
        "random game, 2 players", lambda: random_game(next(seeds)), number=GAMES, repeat=3
    )
    bench.measure(
        "random game, 6 players",
        lambda: random_game(next(seeds), players=6),
        number=GAMES,
        repeat=1,
    )
    bench.measure(
        "captains' game, 2 players",
        lambda: play_out("captain", next(seeds)),
        number=GAMES,
        repeat=1,
    )
    table = declared()
    rules = table.rules
    assert isinstance(rules, Naval)
    bench.measure("odds of seven attacks", lambda: attack_odds(rules, table.state), number=20)
    bench.measure("view of a seat", lambda: table.view("p1"), number=200)
    game = play_out("captain", 1)
    data = dump(game)
    bench.measure("opening a finished game", lambda: restore(data, lambda _: rules), number=5)
    bench.report()


if __name__ == "__main__":
    main()
