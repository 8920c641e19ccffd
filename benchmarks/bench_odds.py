"""How long exact odds take: ``python -m benchmarks.bench_odds``.

Four battles, each solved with the distributions of survivors on both sides, after import. Tables
of dice and of single fleets are kept from one question to the next, as they are in use; for the
sea battle there is also a figure for fleets that were never seen before, with all that is kept of
fleets thrown away. ``--json`` prints figures for programs. Beside ours, in processor time, stands
the time of the best public exact calculator; it was measured elsewhere, so its ratio is only as
good as the likeness of the machines, which is why the yardstick's ratio stands there too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

from benchmarks.measure import Bench
from sandtable.odds import axis
from sandtable.odds.axis.fleet import kept
from sandtable.odds.axis.sea import verdicts

BATTLES = (
    (
        "5 against 3 on land",
        "3 infantry, 1 artillery, 1 tank",
        "3 infantry",
        False,
        1.8,
    ),
    (
        "26 against 20 and a gun",
        "10 infantry, 4 artillery, 6 tank, 4 fighter, 2 bomber",
        "12 infantry, 3 artillery, 3 tank, 2 fighter, 1 aa-gun",
        False,
        16.0,
    ),
    (
        "17 against 16 at sea",
        "3 submarine, 4 destroyer, 2 cruiser, 2 carrier, 4 fighter, 2 battleship",
        "2 submarine, 3 destroyer, 1 cruiser, 2 carrier, 4 fighter, 2 battleship, 2 transport",
        True,
        27.0,
    ),
    (
        "72 against 66 and guns",
        "30 infantry, 10 artillery, 20 tank, 8 fighter, 4 bomber",
        "40 infantry, 10 artillery, 10 tank, 6 fighter, 3 aa-gun",
        False,
        280.0,
    ),
)


NEW = "the same, new fleets"


def forget() -> None:
    """Throw away all that is kept of fleets."""
    kept.cache_clear()
    verdicts.cache_clear()


def work(attackers: str, defenders: str, sea: bool, new: bool = False) -> axis.Odds:
    if new:
        forget()
    found = axis.odds(attackers, defenders, sea=sea)
    assert found.attackers
    assert found.defenders
    return found


def cpu(once: Callable[[], axis.Odds], repeat: int, new: bool) -> float:
    """Milliseconds of processor time, the least of several."""
    least = float("inf")
    for _ in range(repeat):
        if new:
            forget()
        start = time.process_time()
        once()
        least = min(least, time.process_time() - start)
    return least * 1000


def main() -> None:
    bench = Bench()
    rows = []
    for name, attackers, defenders, sea, public in BATTLES:
        repeat = 300 if public < 100 else 40
        for new in (False, True) if sea else (False,):
            once = partial(work, attackers, defenders, sea, new)
            found = once()
            title = NEW if new else name
            bench.measure(title, once, repeat=repeat)
            rows.append((title, cpu(once, repeat, new), public, found))
    bench.report()
    if "--json" not in sys.argv[1:]:
        print()
        for name, ours, public, found in rows:
            print(
                f"{name:<24} {ours:8.2f} ms, public {public:6.1f} ms: {public / ours:5.1f} times "
                f"as fast; {found.method}, left out {found.error:.0e}, win {found.win:.6f}"
            )


if __name__ == "__main__":
    main()
