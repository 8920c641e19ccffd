"""``sandtable odds``: what a battle will probably do, in titles of every family that has odds."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import typer

from sandtable import odds as doors
from sandtable.games import find_title, title_ids

from ..common import Fault, open_game, say, say_error, say_json
from ..grouped import grouped
from .asked import COMMON, Asked, Output, Place, Question, Raid, Shown, Terms, options_of


def register(app: typer.Typer) -> None:
    # A negative number in a force is an argument, not an option.
    app.command("odds", context_settings={"ignore_unknown_options": True})(grouped(odds))


def odds(place: Place, terms: Terms, question: Question, raid: Raid, output: Output) -> int:
    """Tell what a battle will probably do, exactly and by the rules of the game."""
    asked = Asked(place, terms, question, raid, output)
    given = place.what or []
    unknown = [word for word in given if word.startswith("--")]
    if unknown:
        raise Fault(f"there is no option {unknown[0]}; see 'sandtable odds --help'")
    if output.budget is not None and output.budget <= 0:
        raise Fault("--budget is more than 0 milliseconds")
    words = [word for word in given if word.lower() not in ("vs", "vs.", "against")]
    if len(given) == 1 and (place.space is not None or Path(given[0]).is_file()):
        asked.game = open_game(Path(given[0]), place.at)
        title = asked.game.rules.id
    elif not given or len(words) == len(given) - 1 == 2:
        asked.forces = tuple(words)
        title = _title(place.title)
    else:
        raise Fault("write ATTACKERS vs DEFENDERS, each in quotes, or RECORD --space NAME")
    asked.title = title
    family = find_title(title).family
    if family not in doors.FAMILIES:
        raise Fault(f"there are no odds for {title}")
    teller = import_module(f".{family}", __package__)
    for name in options_of(asked):
        if name not in COMMON and name not in teller.OPTIONS:
            raise Fault(f"--{name.replace('_', '-')} does not go with {title}")
    _show(teller.tell(asked), output)
    return 0


def _title(word: str) -> str:
    """A title's id; the word before its year is enough. The first title if none is named."""
    known = title_ids()
    if not word:
        return known[0]
    return next((title for title in known if title.startswith(f"{word}-")), word)


def _show(shown: Shown, output: Output) -> None:
    if output.json:
        say_json(shown.data)
    else:
        say(shown.text)
    if output.svg is not None:
        try:
            output.svg.write_text(shown.picture, encoding="utf-8")
        except OSError as error:
            raise Fault(f"cannot write {output.svg}: {error.strerror or error}") from error
    if shown.slow:
        say_error(f"computed without the compiled kernel: {shown.slow}")
