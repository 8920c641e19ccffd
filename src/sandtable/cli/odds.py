"""``sandtable odds``: what a battle will probably do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.table import Malformed

from .common import Fault, Json, open_game, say, say_json

if TYPE_CHECKING:
    from sandtable.odds.axis import Answer, Choices, Retreat


def register(app: typer.Typer) -> None:
    # A negative number in a force is an argument, not an option.
    app.command("odds", context_settings={"ignore_unknown_options": True})(odds)


def odds(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar='"3 infantry, 1 tank" vs "2 infantry" | RECORD',
            help="Attackers vs defenders, in quotes; or a record or save, with --space.",
            show_default=False,
        ),
    ],
    title: Annotated[str, typer.Option(help="Whose rules.")] = "anniversary-1941",
    space: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of a record: the battle in this space.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Of a record: after its first N actions.")
    ] = None,
    power: Annotated[
        str | None, typer.Option(help="Of a record: who attacks, if not who is to move.")
    ] = None,
    reach: Annotated[
        bool, typer.Option("--reach", help="Of a record: with all that could still move in.")
    ] = False,
    sea: Annotated[bool, typer.Option("--sea", help="A battle at sea.")] = False,
    bombard: Annotated[
        str, typer.Option(metavar="SHIPS", help="Ships that bombard before a landing.")
    ] = "",
    landed: Annotated[
        str, typer.Option(metavar="UNITS", help="Which attackers come by sea (no retreat).")
    ] = "",
    attacker_tech: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An advance; may be repeated.")
    ] = None,
    defender_tech: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An advance; may be repeated.")
    ] = None,
    losses: Annotated[
        str, typer.Option(metavar="UNITS", help="The attacker's order of loss: infantry, tank.")
    ] = "",
    defender_losses: Annotated[
        str, typer.Option(metavar="UNITS", help="The defender's order of loss.")
    ] = "",
    wish: Annotated[
        list[str] | None,
        typer.Option(help="keep-land-unit, aircraft-last or battleships-late; of the attacker."),
    ] = None,
    submerge: Annotated[
        str, typer.Option(metavar="WHO", help="Whose submarines dive: attacker, defender, both.")
    ] = "",
    retreat: Annotated[
        str,
        typer.Option(help="never, 'after 2', 'below 3', 'chance 0.4', 'value' or 'value 3'."),
    ] = "never",
    rounds: Annotated[
        int, typer.Option(min=0, max=1000, help="Also say how it stands after so many rounds.")
    ] = 0,
    budget: Annotated[
        float | None,
        typer.Option(metavar="MS", help="Milliseconds: rather be on time than exact."),
    ] = None,
    json: Json = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw a histogram into a file.")
    ] = None,
) -> int:
    """Tell what a battle will probably do, exactly and by the rules of the game."""
    from sandtable.odds.axis import arms

    unknown = [word for word in what if word.startswith("--")]
    if unknown:
        raise Fault(f"there is no option {unknown[0]}; see 'sandtable odds --help'")
    found = arms(title)
    policy = {
        "attack": _choices(found, losses, wish or [], submerge, "attacker"),
        "defence": _choices(found, defender_losses, [], submerge, "defender"),
        "retreat": _retreat(retreat),
    }
    if budget is not None and budget <= 0:
        raise Fault("--budget is more than 0 milliseconds")
    words = [word for word in what if word.lower() not in ("vs", "vs.", "against")]
    if len(words) == len(what) - 1 == 2:
        answer = _written(
            (words[0], words[1]),
            policy,
            title=title,
            sea=sea,
            bombard=bombard,
            landed=landed,
            attacker_techs=tuple(attacker_tech or ()),
            defender_techs=tuple(defender_tech or ()),
            rounds=rounds,
            budget_ms=budget,
        )
        parts, name = [("", sea, answer)], f"{words[0]} against {words[1]}"
    elif len(what) == 1 and space is not None:
        parts = _placed(Path(what[0]), at, space, power, reach, rounds, budget, policy)
        name = f"Battle in {space}"
    else:
        raise Fault("write ATTACKERS vs DEFENDERS, each in quotes, or RECORD --space NAME")
    _show(parts, name, json, svg)
    return 0


def _written(forces: tuple[str, str], policy: dict[str, Any], **options: Any) -> Answer:
    from sandtable.odds import axis

    attackers, defenders = forces
    return axis.odds(attackers, defenders, **policy, **options).answer()


def _placed(
    path: Path,
    at: int | None,
    space: str,
    power: str | None,
    reach: bool,
    rounds: int,
    budget: float | None,
    policy: dict[str, Any],
) -> list[tuple[str, bool, Answer]]:
    from sandtable.odds.axis.assault import Assault

    game = open_game(path, at)
    found = game.odds(space, power=power, reach=reach, rounds=rounds, budget_ms=budget, **policy)
    if isinstance(found, Assault):
        seas = [("at sea", True, odds.answer()) for odds in found.seas]
        return [*seas, ("ashore", False, found.land.answer())]
    return [("", found.sea, found.answer())]


def _choices(found: Any, losses: str, wishes: list[str], submerge: str, who: str) -> Choices:
    from sandtable.odds.axis import Choices

    if submerge not in ("", "attacker", "defender", "both"):
        raise Fault("--submerge takes attacker, defender or both")
    order = tuple(found.rules.notation.kind(word.strip()) for word in losses.split(",") if word)
    return Choices(order, tuple(wishes), submerge in (who, "both"))  # type: ignore[arg-type]


def _retreat(words: str) -> Retreat:
    from sandtable.odds.axis import Retreat

    when, _, limit = words.strip().partition(" ")
    try:
        number = float(limit) if limit else 0.0
    except ValueError:
        raise Fault(f"--retreat {when} takes a number, not '{limit}'") from None
    if when == "value":
        return Retreat("value", 0, number)
    if when in ("after", "below", "chance") and limit:
        return Retreat(when, number)  # type: ignore[arg-type]
    if when == "never" and not limit:
        return Retreat()
    raise Fault("--retreat takes never, 'after N', 'below N', 'chance P', 'value' or 'value IPCS'")


def _show(parts: list[tuple[str, bool, Answer]], name: str, json: bool, svg: Path | None) -> None:
    from sandtable.odds.axis import chart

    if json:
        whole: Any = parts[0][2] if len(parts) == 1 else {head: a for head, _, a in parts}
        say_json(whole)
    else:
        for number, (head, sea, answer) in enumerate(parts):
            if head:
                say(f"{'' if number == 0 else chr(10)}{head}")
            say(chart.text(answer, sea=sea))
    if svg is not None:
        try:
            svg.write_text(chart.svg(parts[-1][2], name), encoding="utf-8")
        except OSError as error:
            raise Malformed(f"cannot write {svg}: {error.strerror or error}") from error
