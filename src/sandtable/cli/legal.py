"""``sandtable legal``: what may be played where a record stands."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import At, Json, RecordFile, open_game, say, say_json


def register(app: typer.Typer) -> None:
    app.command("legal")(legal)


def legal(
    path: RecordFile,
    at: At = None,
    seat: Annotated[
        str | None, typer.Option(help="Only for this seat; otherwise all that are asked.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    json: Json = False,
) -> int:
    """List the legal actions, piece by piece, as lines that a record could go on with."""
    game = open_game(path, at)
    if seat is not None:
        game.check_seat(seat)
    asked = game.decision.seats if game.decision else ()
    found = {
        who: [str(action) for action in game.legal_actions(who)]
        for who in asked
        if seat in (None, who)
    }
    if json:
        counts = {who: len(actions) for who, actions in found.items()}
        say_json({"decision": game.decision, "legal": counts if count else found})
    elif count:
        for who, actions in found.items():
            say(f"{who}: {len(actions)}")
    else:
        for who, actions in found.items():
            for action in actions:
                say(f"{who}: {action}")
    return 0
