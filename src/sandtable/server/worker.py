"""A worker process: reads jobs from its standard input, answers on its standard output.

Each message is four bytes of length and then JSON. The process ends when its input does, so
none outlives the server. Nothing here can see a table: a bot's job carries only what its seat
may know.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from sandtable import odds
from sandtable.bots import Bot, collector, make_bot
from sandtable.bots.hint import hint
from sandtable.bots.remarks import said
from sandtable.games import find_title
from sandtable.odds.planned import planned
from sandtable.table import (
    BadRecord,
    Malformed,
    Rules,
    SandtableError,
    read_record,
    verify_record,
)

from .codecs import decoder
from .importing import carry
from .tables import read_position


class Job(msgspec.Struct):
    kind: str
    args: dict[str, Any]


class Answer(msgspec.Struct):
    """``error`` is empty when it went well; ``code`` tells a user's fault from a bug."""

    result: Any = None
    error: str = ""
    code: str = ""
    rule: str = ""
    args: dict[str, str] = {}


MEMORY = "too-large"
"""The code of a job that needed too much memory; its worker is not used again."""
REMEMBERED = 200
"""So many bots a worker keeps; who plans a whole turn at once need not plan it anew each move."""
_bots: dict[str, Bot] = {}


def bot_of(args: dict[str, Any], rules: Rules[Any]) -> Bot:
    """The bot of this table and seat, with its memory if this worker has had it before."""
    key = f"{args['table']}|{args['seat']}|{args['bot']}"
    bot = _bots.pop(key, None) or make_bot(args["bot"], rules, args["seed"])
    _bots[key] = bot
    while len(_bots) > REMEMBERED:
        del _bots[next(iter(_bots))]
    return bot


def play_bot(args: dict[str, Any]) -> Any:
    rules = find_title(args["title"])
    position = read_position(rules, args["state"].encode())
    bot = bot_of(args, rules)
    action = bot.choose(position, args["seat"], args["budget_ms"])
    return {"action": str(action), "remark": said(bot.remark)}


def verify(args: dict[str, Any]) -> Any:
    text = args.get("record")
    if not isinstance(text, str):
        raise Malformed("verify needs the text of a record")
    return {"rolls": verify_record(read_record(text), find_title)}


def plan(args: dict[str, Any]) -> Any:
    """The odds of a battle on somebody's table, as that person knows it."""
    position = read_position(find_title(args["title"]), args["state"].encode())
    return planned(position, args["seat"], args["space"], args["actions"])


def fields(args: dict[str, Any]) -> Any:
    """Who would fight in each space of somebody's table, for a client that computes odds itself."""
    return odds.fields(read_position(find_title(args["title"]), args["state"].encode()))


def advise(args: dict[str, Any]) -> Any:
    """What a captain would do at somebody's table, as that person knows it."""
    position = read_position(find_title(args["title"]), args["state"].encode())
    return hint(position, args["seat"], args["seed"], args["budget_ms"])


JOBS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "bot": play_bot,
    "fields": fields,
    "hint": advise,
    "import": carry,
    "odds": odds.ask,
    "plan": plan,
    "verify": verify,
}
PUBLIC = frozenset({"odds", "verify"})
"""The kinds that anybody may ask for; ``bot`` is the server's own."""


def answer(data: bytes) -> Answer:
    try:
        job = decoder(Job).decode(data)
        return Answer(result=JOBS[job.kind](job.args))
    except BadRecord as error:
        args = {"line": str(error.line), "reason": error.reason}
        rule = error.refusal.rule if error.refusal else ""
        return Answer(error=str(error), code="bad-record", rule=rule, args=args)
    except SandtableError as error:
        return Answer(error=str(error), code="malformed")
    except MemoryError:
        return Answer(error="this would take more memory than there is for it", code=MEMORY)
    except Exception as error:
        traceback.print_exc()
        return Answer(error=f"{type(error).__name__}: {error}", code="bug")


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    _send(sink, msgspec.json.encode(Answer(result="ready")))
    while len(head := source.read(4)) == 4:
        data = source.read(int.from_bytes(head, "big"))
        _send(sink, msgspec.json.encode(answer(data)))


def _send(sink: BinaryIO, data: bytes) -> None:
    sink.write(len(data).to_bytes(4, "big") + data)
    sink.flush()


def limit(memory_mb: int, nice: int) -> None:
    """Less important than the tables, and never more memory than that (where systems know how)."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    if not memory_mb:
        return
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        size = memory_mb * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def main() -> None:
    limit(int(sys.argv[1]), int(sys.argv[2]))
    collector.ease()
    sink = os.fdopen(os.dup(1), "wb")
    # What a bot prints must not end up between the answers.
    os.dup2(2, 1)
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
