"""``python -m tests.positions TITLE --count 20000``: the net for long, with records of faults."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.positions.net import HOOKS, Caught, Tally, hook_of, run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=sorted(HOOKS))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="net", help="another seed gives other positions")
    parser.add_argument("--out", type=Path, help="folder for the records of faults")
    parser.add_argument("--stop", type=int, default=20, help="stop after so many faults")
    asked = parser.parse_args()
    hook = hook_of(asked.title)
    tally = Tally()
    for number in range(asked.first, asked.first + asked.count):
        name = f"{asked.seed} {asked.title} {number}"
        try:
            tally.add(run(hook, name))
        except Caught as fault:
            tally.positions += 1
            tally.faults += 1
            print(f"{number}: {fault}", flush=True)
            if asked.out is not None:
                asked.out.mkdir(parents=True, exist_ok=True)
                path = asked.out / f"{asked.title}-{asked.seed}-{number}.txt"
                path.write_text(f"{fault.record}# {fault}\n", encoding="utf-8")
            if tally.faults >= asked.stop:
                break
        if number % 500 == 499:
            print(tally, flush=True)
    print(tally)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
