"""``sandtable play``: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable import Game, new
from sandtable.bots import bot_names, make_bot
from sandtable.bots.levels import budget_for
from sandtable.table import Rules

from .common import Fault, OptionPairs, complete_title, open_game, pairs
from .terminal import Guest, Terminal

BUDGET_MS = 1000
"""What a bot may take for a turn, unless its level needs more."""


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    title: Annotated[
        str | None,
        typer.Argument(help="A title's id; see 'sandtable games'.", autocompletion=complete_title),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Seed of dice and bots: the same game every time.")
    ] = None,
    option: OptionPairs = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=NAME", help="Who sits where; may be repeated."),
    ] = None,
    word: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=TEXT", help="What a player mixes into the dice."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=WHO",
            help="'human' (the default) or a bot, such as cadet; 'all' means every other seat.",
        ),
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a save or a record.")
    ] = None,
) -> int:
    """Play in the terminal: type actions, or 'help'."""
    options, players = pairs(option, "option"), pairs(player, "player")
    words = pairs(word, "word")
    if load is not None:
        if title or options or players or words:
            raise Fault("--load brings its own title, options, players and words")
        game = open_game(load)
    elif title is None:
        raise Fault("name a title, or --load FILE; 'sandtable games' lists the titles")
    else:
        game = new(title, seed=seed, options=options, players=players, words=words)
    bots = _bots(game, pairs(seat, "seat"), seed)
    return Terminal(game, bots, sys.stdin).run()


def _bots(game: Game, wanted: dict[str, str], seed: str | None) -> dict[str, Guest]:
    everyone = wanted.pop("all", "human")
    for seat in wanted:
        game.check_seat(seat)
    bots = {}
    for seat in game.seats:
        who = wanted.get(seat, everyone)
        if who != "human":
            name = _bot_name(game.rules, who)
            bot = make_bot(name, game.rules, _seed(seed, seat))
            bots[seat] = Guest(bot, budget_for(name, BUDGET_MS))
    return bots


def _bot_name(rules: Rules[Any], who: str) -> str:
    return bot_names(rules)[0] if who == "bot" else who


def _seed(seed: str | None, seat: str) -> str | None:
    return None if seed is None else f"{seed} {seat}"
