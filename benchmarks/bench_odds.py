"""How long exact odds take: ``python -m benchmarks.bench_odds``.

Four battles, each set up and solved from scratch with the distributions of survivors on both
sides, after import. ``--json`` prints figures for programs. For the larger ones the best public
exact calculator's time is given beside ours; it was measured elsewhere, so its ratio is only as
good as the likeness of the machines, which is why the yardstick's ratio stands there too.
"""

from __future__ import annotations

import sys

from benchmarks.measure import Bench
from sandtable.odds import axis

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


def work(attackers: str, defenders: str, sea: bool) -> axis.Odds:
    found = axis.odds(attackers, defenders, sea=sea)
    assert found.attackers
    assert found.defenders
    return found


def main() -> None:
    bench = Bench()
    rows = []
    for name, attackers, defenders, sea, public in BATTLES:
        found = work(attackers, defenders, sea)
        number = 50 if public < 10 else 5
        repeat = 40 if public < 100 else 10

        def once(a: str = attackers, d: str = defenders, s: bool = sea) -> axis.Odds:
            return work(a, d, s)

        figure = bench.measure(name, once, number=number, repeat=repeat)
        rows.append((figure.seconds * 1000, public, found))
    bench.report()
    if "--json" not in sys.argv[1:]:
        print()
        for (name, *_), (ours, public, found) in zip(BATTLES, rows, strict=True):
            print(
                f"{name:<24} {ours:8.2f} ms, public {public:6.1f} ms: {public / ours:5.1f} times "
                f"as fast; {found.method}, left out {found.error:.0e}, win {found.win:.6f}"
            )


if __name__ == "__main__":
    main()
