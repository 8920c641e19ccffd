"""How long a random game of Fortress America takes, and the parts that matter to bots.

Run: python benchmarks/bench_fortress.py
"""

from __future__ import annotations

import random
import statistics
import time

import sandtable
from sandtable.games.fortress.pieces import read_stack
from sandtable.odds.fortress import battle

GAMES = 10
LIMIT = 1.0
"""Seconds a random game to the end of round 8 may take on one core."""


def random_game(seed: int) -> int:
    """Plays to the end of round 8; returns how many actions that were."""
    rng = random.Random(seed)
    game = sandtable.new("fortress", seed=seed)
    actions = 0
    while game.result is None and game.state.round <= 8:
        assert game.decision is not None
        seat = game.decision.seats[0]
        action = game.legal_actions(seat).sample(rng)
        assert action is not None
        game.play(action, seat)
        actions += 1
    return actions


def main() -> None:
    times, actions = [], 0
    for seed in range(GAMES):
        start = time.process_time()
        actions += random_game(seed)
        times.append(time.process_time() - start)
    middle = statistics.median(times)
    print(f"random game to round 8: median {middle:.2f} s, worst {max(times):.2f} s")
    print(f"actions per second: {actions / sum(times):.0f}")
    start = time.process_time()
    for number in range(20):
        battle.__wrapped__(
            read_stack(f"{number % 5 + 3} infantry, 2 tank, 1 bomber"),
            read_stack("2 infantry, 1 tank, 1 helicopter"),
            True,
        )
    print(f"exact battle odds: {(time.process_time() - start) / 20 * 1000:.1f} ms")
    print("within the limit" if middle < LIMIT else "TOO SLOW")


if __name__ == "__main__":
    main()
