"""``sandtable games``: what can be played."""

from __future__ import annotations

from typing import Any

import typer

from sandtable import title_ids
from sandtable.games import find_title
from sandtable.table import Option, Rules, write_option

from .common import Json, say, say_error, say_json


def register(app: typer.Typer) -> None:
    app.command("games")(games)


def games(json: Json = False) -> int:
    """List the titles with their seats and options."""
    titles = _titles()
    if json:
        say_json([_facts(rules) for rules in titles])
        return 0
    for rules in titles:
        say(f"{rules.id}  {rules.name} ({rules.stage})")
        if rules.summary:
            say(f"    {rules.summary}")
        say(f"    seats: {', '.join(rules.seats(rules.read_options({})))}")
        for option in rules.options:
            say(f"    --option {option.name}={_choices(option)}: {option.text}")
    return 0


def _choices(option: Option) -> str:
    """The default first; a long run of numbers is shortened."""
    numbers = sorted(choice for choice in option.choices if type(choice) is int)
    if len(numbers) == len(option.choices) > 5 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{option.default} ({numbers[0]} to {numbers[-1]})"
    return ", ".join(write_option(choice) for choice in option.choices)


def _titles() -> list[Rules[Any]]:
    """Those that load; one that another package installed badly does not hide the rest."""
    found = []
    for title in title_ids():
        try:
            found.append(find_title(title))
        except (ImportError, AttributeError) as error:
            say_error(f"{title} cannot be loaded: {error}")
    return found


def _facts(rules: Rules[Any]) -> dict[str, Any]:
    return {
        "id": rules.id,
        "name": rules.name,
        "stage": rules.stage,
        "summary": rules.summary,
        "ledger": rules.ledger,
        "seats": rules.seats(rules.read_options({})),
        "options": [
            {
                "name": option.name,
                "choices": option.choices,
                "default": option.default,
                "text": option.text,
            }
            for option in rules.options
        ],
    }
