"""What ``sandtable odds`` can be asked: its options in groups, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from sandtable import Game

from ..common import Json

COMMON = frozenset(("what", "title", "space", "at", "json"))
"""Options that every family takes."""


class Place(msgspec.Struct):
    """Which forces, or which battle on which table."""

    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar='"3 infantry, 1 tank" vs "2 infantry" | RECORD',
            help="Attackers vs defenders, in quotes; or a record or save, with --space.",
            show_default=False,
        ),
    ] = None
    title: Annotated[
        str, typer.Option(metavar="TITLE", help="Whose rules; the first title if none is named.")
    ] = ""
    space: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Of a record: the battle in this space, or this ship."),
    ] = None
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Of a record: after its first N actions.")
    ] = None
    power: Annotated[
        str | None, typer.Option(help="Of a record: who attacks, if not who is to move.")
    ] = None
    reach: Annotated[
        bool, typer.Option("--reach", help="Of a record: with all that could still move in.")
    ] = False
    reaction: Annotated[
        list[str] | None,
        typer.Option(
            "--if",
            metavar="ACTION",
            help="Of a record: if others do so before the battle; may be repeated.",
        ),
    ] = None


class Terms(msgspec.Struct):
    """How the battle is fought."""

    sea: Annotated[bool, typer.Option("--sea", help="A battle at sea.")] = False
    bombard: Annotated[
        str, typer.Option(metavar="SHIPS", help="Ships that bombard before a landing.")
    ] = ""
    landed: Annotated[
        str, typer.Option(metavar="UNITS", help="Which attackers come by sea (no retreat).")
    ] = ""
    dropped: Annotated[
        int, typer.Option(metavar="N", min=0, help="Infantry that comes by air, besides.")
    ] = 0
    radar: Annotated[
        str,
        typer.Option(metavar="HOW", help="House variant: radar batteries, two_dice or hit_on_2."),
    ] = ""
    attacker_tech: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An advance; may be repeated.")
    ] = None
    defender_tech: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An advance; may be repeated.")
    ] = None
    losses: Annotated[
        str, typer.Option(metavar="UNITS", help="The attacker's order of loss: infantry, tank.")
    ] = ""
    defender_losses: Annotated[
        str, typer.Option(metavar="UNITS", help="The defender's order of loss.")
    ] = ""
    wish: Annotated[
        list[str] | None,
        typer.Option(help="keep-land-unit, aircraft-last or battleships-late; of the attacker."),
    ] = None
    submerge: Annotated[
        str, typer.Option(metavar="WHO", help="Whose submarines dive: attacker, defender, both.")
    ] = ""
    retreat: Annotated[
        str,
        typer.Option(help="never, 'after 2', 'below 3', 'chance 0.4', 'value' or 'value 3'."),
    ] = "never"
    rough: Annotated[
        bool, typer.Option("--rough", help="Fortress America: in a city or mountains.")
    ] = False
    weak: Annotated[bool, typer.Option("--weak", help="Fortress America: with weak Partisans.")] = (
        False
    )
    no_escape: Annotated[
        bool, typer.Option("--no-escape", help="Fortress America: no way to retreat.")
    ] = False
    line: Annotated[
        int, typer.Option(min=1, max=3, help="Naval Battles: the line of the ship.")
    ] = 1


class Question(msgspec.Struct):
    """What is asked about it, if not simply how it ends."""

    rounds: Annotated[
        int, typer.Option(min=0, max=1000, help="Also say how it stands after so many rounds.")
    ] = 0
    win: Annotated[
        float | None,
        typer.Option(metavar="P", help="Ask for the fewest attackers that win with this chance."),
    ] = None
    cheapest: Annotated[
        bool, typer.Option("--cheapest", help="With --win: the cheapest instead of the fewest.")
    ] = False
    hold: Annotated[
        float | None,
        typer.Option(metavar="P", help="Ask for the cheapest units that let the defence hold."),
    ] = None
    add: Annotated[
        str, typer.Option(metavar="UNITS", help="With --hold: what may be added: infantry, tank.")
    ] = ""
    most: Annotated[
        int, typer.Option(metavar="MONEY", min=0, help="With --hold: no more than this money.")
    ] = 200
    then: Annotated[
        list[str] | None,
        typer.Option(metavar="UNITS", help="An ally attacks after that; may be repeated."),
    ] = None


class Raid(msgspec.Struct):
    """A raid or a rocket instead of a battle."""

    raid: Annotated[
        str, typer.Option(metavar="BOMBERS", help="A strategic raid: --raid '3 bomber' --on 10.")
    ] = ""
    rocket: Annotated[bool, typer.Option("--rocket", help="A rocket: --rocket --on 10.")] = False
    on: Annotated[
        str,
        typer.Option(metavar="VALUE", help="Of a raid or rocket: a territory's value or name."),
    ] = ""
    damaged: Annotated[
        int, typer.Option(min=0, help="Of a raid, a rocket or a ship: the damage that is there.")
    ] = 0
    no_gun: Annotated[
        bool, typer.Option("--no-gun", help="Of a raid: no anti-aircraft gun fires.")
    ] = False
    facility: Annotated[
        str, typer.Option(metavar="KIND", help="Of a raid or rocket: what is bombed: airbase.")
    ] = ""
    batteries: Annotated[
        int, typer.Option(min=0, help="House variant: AA batteries against a raid or bomb.")
    ] = 1
    bomb: Annotated[
        str, typer.Option(metavar="NAME", help="House variant: a flying bomb, v1 or v2.")
    ] = ""
    diplomacy: Annotated[
        str, typer.Option(metavar="SPACE", help="House variant: a die for this neutral.")
    ] = ""
    interceptors: Annotated[
        int, typer.Option(min=0, help="Of a raid: fighters that rise against it.")
    ] = 0
    convoys: Annotated[
        str,
        typer.Option(
            metavar="SHIPS",
            help="What they take from convoys: '3 submarine' --on 8; of a record: whose.",
        ),
    ] = ""


class Output(msgspec.Struct):
    budget: Annotated[
        float | None,
        typer.Option(metavar="MS", help="Milliseconds: rather be on time than exact."),
    ] = None
    json: Json = False
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw a histogram into a file.")
    ] = None


class Asked(msgspec.Struct):
    """Everything together; ``forces`` as they were written, or the ``game`` in a file."""

    place: Place
    terms: Terms
    question: Question
    raid: Raid
    output: Output
    title: str = ""
    forces: tuple[str, ...] = ()
    game: Game | None = None


class Shown(msgspec.Struct):
    """An answer as data and in words, its picture, and why the kernel did not help."""

    data: Any
    text: str
    picture: str = ""
    slow: str = ""


def options_of(asked: Asked) -> Iterator[str]:
    """Names of the options that were given."""
    for group in (asked.place, asked.terms, asked.question, asked.raid, asked.output):
        for field in msgspec.structs.fields(group):
            if getattr(group, field.name) not in (field.default, None, []):
                yield field.name
