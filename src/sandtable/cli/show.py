"""``sandtable show``: a position of a record, whole or one space of it."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable import Game
from sandtable.table import Played, outline

from .common import At, Json, RecordFile, open_game, say, say_json


def register(app: typer.Typer) -> None:
    app.command("show")(show)


def show(
    path: RecordFile,
    at: At = None,
    json: Json = False,
    space: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this space of the board.")
    ] = None,
    politics: Annotated[
        bool, typer.Option("--politics", help="Who is at war, who may declare war, and why not.")
    ] = False,
    seat: Annotated[
        str | None, typer.Option(help="As this seat sees it; otherwise what everybody may see.")
    ] = None,
) -> int:
    """Show the position a record leads to."""
    game = open_game(path, at)
    if seat is not None:
        game.check_seat(seat)
    if space is not None:
        found = game.rules.space(game.state, seat, space)
        if json:
            say_json(found)
        else:
            say(f"{space}\n{outline(found, '  ')}")
    elif politics:
        told = game.rules.politics(game.state)
        if json:
            say_json(told)
        else:
            say("\n".join(told) or "this title has no politics")
    elif json:
        say_json({"actions": _actions(game), "view": game.view(seat)})
    else:
        say(_headline(game))
        say(game.rules.describe(game.state, seat))
    return 0


def _actions(game: Game) -> int:
    return sum(1 for entry in game.journal.line if isinstance(entry, Played))


def _headline(game: Game) -> str:
    after = f"{game.rules.name}, after {_actions(game)} actions"
    if game.result is not None:
        return f"{after}: {game.result.reason}"
    decision = game.decision
    if decision is None:
        return f"{after}: dice are to be rolled"
    return f"{after}: {' and '.join(decision.seats)}, {decision.step}: {decision.prompt}"
