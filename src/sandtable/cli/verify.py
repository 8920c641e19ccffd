"""``sandtable verify``: whether the dice of a finished record are honest."""

from __future__ import annotations

import typer

from sandtable.games import find_title
from sandtable.table import BadRecord, verify_record

from .common import Json, RecordFile, open_record, refusal_facts, say, say_error, say_json


def register(app: typer.Typer) -> None:
    app.command("verify")(verify)


def verify(path: RecordFile, json: Json = False) -> int:
    """Compute every roll again from the revealed seed. Exit code 1 at the first that differs."""
    record = open_record(path)
    try:
        rolls = verify_record(record, find_title)
    except BadRecord as error:
        if json:
            say_json(refusal_facts(error))
        say_error(f"{path}: {error}")
        return 1
    if json:
        chosen = bool(record.seed)
        facts = {"ok": True, "rolls": rolls, "commitment": record.commitment, "chosen": chosen}
        say_json(facts)
    else:
        known = "; it was chosen, so it could be known before" if record.seed else ""
        say(f"{path}: all {rolls} rolls follow from the seed committed to before the first{known}")
    return 0
