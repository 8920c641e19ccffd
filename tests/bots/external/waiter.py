"""A bot that knows nothing but the protocol: it plays the first legal action that is no move.

Its argument makes it misbehave, for tests of what a table does then.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def hear() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message: dict[str, Any] = json.loads(line)
    return message


def choose(asked: int) -> None:
    say(type="legal")
    actions = hear()["actions"]
    wanted = next((a for a in actions if not a.startswith("move")), actions[0])
    say(type="check", action=wanted)
    assert hear()["refusal"] is None
    say(type="check", action="conquer everything")
    assert hear()["refusal"]["code"] == "malformed"
    say(type="play", action=wanted, remark=f"question {asked}")


def main(habit: str) -> None:
    asked = 0
    while True:
        message = hear()
        if message["type"] == "refused":
            say(type="play", action="buy 99 battleship")
        elif message["type"] == "choose":
            asked += 1
            if habit == "dies" or (habit == "dies-once" and asked == 3):
                sys.exit(3)
            elif habit == "hangs":
                time.sleep(3600)
            elif habit == "babbles":
                print("I think, therefore I am", flush=True)
            elif habit == "cheats":
                say(type="play", action="buy 99 battleship")
            else:
                choose(asked)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "good")
