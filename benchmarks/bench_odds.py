"""How long exact odds take: ``python -m benchmarks.bench_odds [--other FOLDER]``.

Four battles, each solved with the distributions of survivors on both sides: with the compiled
kernel and with NumPy, warm (the least of many) and cold (the first question of a new process, with
everything that has to be loaded for it). At sea there is also a figure for fleets that were never
met before. Then a batch of 1,000 battles of ten against ten, the figures alone.

``--other``: a checkout of the best public exact calculator (aacalc2, TypeScript), built with its
own ``tsc``; it is measured in the same run, warm and cold, in processor time as all the rest.
Nothing of it is part of this project. Without it, the report says that it was not there.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sandtable.odds import axis
from sandtable.odds.axis.fleet import kept
from sandtable.odds.axis.meter import Meter
from sandtable.odds.axis.sea import verdicts
from sandtable.odds.axis.solver import with_arrays
from sandtable.odds.kernel import OFF, absence

Force = dict[str, int]
BATTLES: tuple[tuple[str, Force, Force, bool], ...] = (
    (
        "5 against 3 on land",
        {"infantry": 3, "artillery": 1, "tank": 1},
        {"infantry": 3},
        False,
    ),
    (
        "26 against 20 and a gun",
        {"infantry": 10, "artillery": 4, "tank": 6, "fighter": 4, "bomber": 2},
        {"infantry": 12, "artillery": 3, "tank": 3, "fighter": 2, "aa-gun": 1},
        False,
    ),
    (
        "17 against 16 at sea",
        {"submarine": 3, "destroyer": 4, "cruiser": 2, "carrier": 2, "fighter": 4, "battleship": 2},
        {
            "submarine": 2,
            "destroyer": 3,
            "cruiser": 1,
            "carrier": 2,
            "fighter": 4,
            "battleship": 2,
            "transport": 2,
        },
        True,
    ),
    (
        "72 against 66 and guns",
        {"infantry": 30, "artillery": 10, "tank": 20, "fighter": 8, "bomber": 4},
        {"infantry": 40, "artillery": 10, "tank": 10, "fighter": 6, "aa-gun": 3},
        False,
    ),
)
TITLE = "anniversary-1941"
LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
SEA = ("submarine", "destroyer", "cruiser", "carrier", "fighter", "battleship", "transport")
MANY, EACH = 1000, 10
SECONDS = 0.5
"""Of processor time for each figure."""


def text(force: Force) -> str:
    return ", ".join(f"{count} {unit}" for unit, count in force.items())


def forget() -> None:
    """Throw away all that NumPy keeps of fleets; the kernel keeps nothing of them."""
    kept.cache_clear()
    verdicts.cache_clear()


def compiled(attackers: str, defenders: str, sea: bool) -> axis.Odds:
    found = axis.odds(attackers, defenders, title=TITLE, sea=sea)
    assert found.attackers
    assert found.defenders
    return found


def arrays(attackers: str, defenders: str, sea: bool, new: bool = False) -> axis.Odds:
    if new:
        forget()
    found = with_arrays(axis.written(attackers, defenders, title=TITLE, sea=sea), Meter())
    assert found.attackers
    assert found.defenders
    return found


def warm(once: Callable[[], object]) -> float:
    """Milliseconds of processor time, the least of several batches."""
    once()
    start = time.process_time()
    once()
    number = max(1, int(0.02 / max(1e-7, time.process_time() - start)))
    least, end = float("inf"), time.process_time() + SECONDS
    while time.process_time() < end:
        start = time.process_time()
        for _ in range(number):
            once()
        least = min(least, (time.process_time() - start) / number)
    return least * 1000


def cold(attackers: str, defenders: str, sea: bool, kernel: bool) -> float:
    """Milliseconds of processor time of the first question, with all that it loads; not Python's
    own start."""
    code = (
        "import time; start = time.process_time()\n"
        "from sandtable.odds import axis\n"
        f"found = axis.odds({attackers!r}, {defenders!r}, title={TITLE!r}, sea={sea})\n"
        "found.attackers, found.defenders; print((time.process_time() - start) * 1000)"
    )
    environment = {**os.environ} if kernel else {**os.environ, OFF: "off"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    return float(done.stdout)


# The other calculator

NAMES = {
    **{"infantry": "inf", "artillery": "art", "tank": "arm", "fighter": "fig", "bomber": "bom"},
    **{"aa-gun": "aa", "submarine": "sub", "destroyer": "des", "cruiser": "cru"},
    **{"carrier": "acc", "battleship": "bat", "transport": "tra"},
}
OTHER = """
import { multiwaveExternal } from '%s/dist/index.js';
const battles = %s, results = [];
const spent = (from) => { const c = process.cpuUsage(from); return (c.user + c.system) / 1000; };
for (const { units, sea, order } of battles) {
  const side = (u, ool) => ({ units: u, ool, takes: 0, aaLast: false });
  const input = { wave_info: [{ attack: side(units[0], order[0]), defense: side(units[1], order[1]),
    att_submerge: false, def_submerge: false, att_dest_last: false, def_dest_last: false,
    is_crash_fighters: false, rounds: 100, retreat_threshold: 0 }], debug: false,
    prune_threshold: 1e-12, report_prune_threshold: 1e-12, is_naval: sea, in_progress: false,
    num_runs: 1, verbose_level: 0, diceMode: 'standard', sortMode: 'unit_count' };
  let from = process.cpuUsage(); multiwaveExternal(input); const cold = spent(from);
  from = process.cpuUsage(); multiwaveExternal(input);
  const number = Math.max(1, Math.floor(20 / Math.max(0.01, spent(from))));
  let least = Infinity, sum = 0;
  while (sum < 1500) {
    from = process.cpuUsage();
    for (let i = 0; i < number; i++) multiwaveExternal(input);
    const took = spent(from); sum += took; least = Math.min(least, took / number);
  }
  results.push({ cold, warm: least });
}
console.log(JSON.stringify(results));
"""
LAND_ORDER = [["inf", "art", "arm", "fig", "bom"], ["aa", "inf", "art", "arm", "bom", "fig"]]
SEA_ORDER = ["bat", "sub", "des", "fig", "cru", "acc", "bat1", "tra"]


def other(folder: Path) -> list[dict[str, float]]:
    """Its figures for our battles; each battle is cold in a process of its own."""
    found = []
    for _, one, two, sea in BATTLES:
        units = [{NAMES[unit]: count for unit, count in force.items()} for force in (one, two)]
        order = [SEA_ORDER, SEA_ORDER] if sea else LAND_ORDER
        battles = json.dumps([{"units": units, "sea": sea, "order": order}])
        script = OTHER % (folder.resolve().as_posix(), battles)
        done = subprocess.run(
            ["node", "--input-type=module", "-e", script],
            capture_output=True,
            text=True,
            check=True,
        )
        found += json.loads(done.stdout)
    return found


# The batch


def ten_against_ten(seed: int, sea: bool) -> axis.Battle:
    chance = random.Random(seed)
    kinds = SEA if sea else LAND
    one, two = ([chance.choice(kinds) for _ in range(EACH)] for _ in range(2))
    defenders = {kind: two.count(kind) for kind in kinds if kind in two}
    if not sea and chance.random() < 0.3:
        defenders["aa-gun"] = 1
    attackers = {kind: one.count(kind) for kind in kinds if kind in one}
    return axis.Battle(axis.Party(attackers), (axis.Party(defenders),), title=TITLE, sea=sea)


def batch() -> dict[str, float]:
    """Microseconds for each battle; mixed as captain asks about them: one in seven at sea."""
    land = [ten_against_ten(seed, False) for seed in range(MANY)]
    sea = [ten_against_ten(seed, True) for seed in range(MANY)]
    mixed = [(sea if n % 7 == 0 else land)[n] for n in range(MANY)]
    sorts = {"on land": land, "at sea": sea, "mixed": mixed}
    return {
        name: warm(partial(axis.solve_many, battles)) * 1000 / MANY
        for name, battles in sorts.items()
    }


def report(rows: list[tuple[str, str, float, float]], theirs: list[dict[str, float]]) -> None:
    print(f"{'battle':<26}{'how':<12}{'warm ms':>10}{'cold ms':>10}{'times as fast':>15}")
    for number, (name, *_) in enumerate(BATTLES):
        if theirs:
            known = theirs[number]
            print(f"{name:<26}{'other':<12}{known['warm']:>10.3f}{known['cold']:>10.1f}")
        for which, how, hot, first in rows:
            if which == name:
                times = f"{theirs[number]['warm'] / hot:.1f}" if theirs else ""
                print(f"{name:<26}{how:<12}{hot:>10.3f}{first:>10.1f}{times:>15}")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, add_help=True)
    reader.add_argument("--other", type=Path, help="a built checkout of aacalc2")
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    theirs: list[dict[str, float]] = []
    if given.other is None or shutil.which("node") is None:
        print("the other calculator is not on this machine: only our own figures", file=sys.stderr)
    else:
        theirs = other(given.other)
    rows = []
    for name, one, two, sea in BATTLES:
        asked = (text(one), text(two), sea)
        if not absence():
            rows.append((name, "kernel", warm(partial(compiled, *asked)), cold(*asked, True)))
        rows.append((name, "NumPy", warm(partial(arrays, *asked)), cold(*asked, False)))
        if sea:
            rows.append((name, "new fleets", warm(partial(arrays, *asked, True)), 0.0))
    each = batch()
    if given.json:
        print(json.dumps({"battles": rows, "other": theirs, "batch_us": each}))
        return
    report(rows, theirs)
    print()
    for name, figure in each.items():
        print(f"{MANY} battles of {EACH} against {EACH} {name}: {figure:.1f} µs each")


if __name__ == "__main__":
    main()
