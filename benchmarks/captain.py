"""How long captain thinks: whole games against itself, the time of every turn and every round.

python -m benchmarks.captain [--games N] [--rounds N] [--profile]
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from collections.abc import Sequence
from statistics import median

from sandtable.bots.arena import play_match, schedule
from sandtable.games import find_title

BOTS = ("captain", "captain#2")


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[int(share * (len(ordered) - 1))]


def measure(title: str, games: int, rounds: int) -> tuple[list[int], list[float]]:
    """Milliseconds of each turn, and of each round on average over a game."""
    rules = find_title(title)
    turns: list[int] = []
    a_round: list[float] = []
    for match in schedule(rules, rules.read_options({}), BOTS, games, "benchmark"):
        played = play_match(title, {}, match, rounds)
        spent = [ms for times in played.turn_ms.values() for ms in times]
        turns += spent
        a_round.append(sum(spent) / max(1, played.rounds))
    return turns, a_round


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    for title in ("anniversary-1941", "anniversary-1942"):
        profile = cProfile.Profile()
        if given.profile:
            profile.enable()
        turns, rounds = measure(title, given.games, given.rounds)
        profile.disable()
        print(
            f"{title}: turn median {median(turns):.0f} ms, 95 % {percentile(turns, 0.95):.0f} ms, "
            f"max {max(turns)} ms; round mean {sum(rounds) / len(rounds):.0f} ms "
            f"({len(turns)} turns)"
        )
        if given.profile:
            pstats.Stats(profile).sort_stats("cumulative").print_stats(25)


if __name__ == "__main__":
    main()
