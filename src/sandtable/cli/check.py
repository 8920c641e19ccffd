"""``sandtable check``: whether a record can be played, and if not, where and why."""

from __future__ import annotations

import typer

from sandtable.games import find_title
from sandtable.table import BadRecord, play_record

from .common import Json, RecordFile, open_record, refusal_facts, say, say_error, say_json


def register(app: typer.Typer) -> None:
    app.command("check")(check)


def check(path: RecordFile, json: Json = False) -> int:
    """Replay a record. Exit code 1 at the first illegal action, 2 if it cannot be read."""
    record = open_record(path)
    try:
        table = play_record(record, find_title)
    except BadRecord as error:
        if json:
            say_json(refusal_facts(error))
        say_error(f"{path}: {error}")
        return 1 if error.refusal else 2
    result = table.result
    if json:
        facts = {"ok": True, "title": record.title, "actions": record.actions, "result": result}
        say_json(facts)
    else:
        end = result.reason if result else "the game goes on"
        say(f"{path}: {record.title}, {record.actions} actions, all legal; {end}")
    return 0
