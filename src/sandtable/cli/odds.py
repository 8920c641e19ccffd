"""``sandtable odds``: what a battle will probably do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sandtable.table import Malformed

from .common import Fault, Json, open_game, say, say_json

if TYPE_CHECKING:
    from sandtable.odds.axis import Answer, Battle, Choices, Retreat


def register(app: typer.Typer) -> None:
    # A negative number in a force is an argument, not an option.
    app.command("odds", context_settings={"ignore_unknown_options": True})(odds)


def odds(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar='"3 infantry, 1 tank" vs "2 infantry" | RECORD',
            help="Attackers vs defenders, in quotes; or a record or save, with --space.",
            show_default=False,
        ),
    ] = None,
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
    win: Annotated[
        float | None,
        typer.Option(metavar="P", help="Ask for the fewest attackers that win with this chance."),
    ] = None,
    cheapest: Annotated[
        bool, typer.Option("--cheapest", help="With --win: the cheapest instead of the fewest.")
    ] = False,
    hold: Annotated[
        float | None,
        typer.Option(metavar="P", help="Ask for the cheapest units that let the defence hold."),
    ] = None,
    add: Annotated[
        str, typer.Option(metavar="UNITS", help="With --hold: what may be added: infantry, tank.")
    ] = "",
    most: Annotated[
        int, typer.Option(metavar="IPCS", min=0, help="With --hold: no more than this money.")
    ] = 200,
    then: Annotated[
        list[str] | None,
        typer.Option(metavar="UNITS", help="An ally attacks after that; may be repeated."),
    ] = None,
    raid: Annotated[
        str, typer.Option(metavar="BOMBERS", help="A strategic raid: --raid '3 bomber' --on 10.")
    ] = "",
    rocket: Annotated[bool, typer.Option("--rocket", help="A rocket: --rocket --on 10.")] = False,
    on: Annotated[
        str,
        typer.Option(metavar="VALUE", help="Of a raid or rocket: a territory's value or name."),
    ] = "",
    damaged: Annotated[
        int, typer.Option(min=0, help="Of a raid or rocket: the damage that is there already.")
    ] = 0,
    no_gun: Annotated[
        bool, typer.Option("--no-gun", help="Of a raid: no anti-aircraft gun fires.")
    ] = False,
    json: Json = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw a histogram into a file.")
    ] = None,
) -> int:
    """Tell what a battle will probably do, exactly and by the rules of the game."""
    from sandtable.odds.axis import arms

    given = what or []
    unknown = [word for word in given if word.startswith("--")]
    if unknown:
        raise Fault(f"there is no option {unknown[0]}; see 'sandtable odds --help'")
    if budget is not None and budget <= 0:
        raise Fault("--budget is more than 0 milliseconds")
    found = arms(title)
    question = _question(
        win=win is not None, hold=hold is not None, then=then, raid=raid, rocket=rocket
    )
    _only(question, ("win",), cheapest=cheapest)
    _only(question, ("hold",), add=add, most=most != 200)
    _only(question, ("raid", "rocket"), on=on, damaged=damaged)
    _only(question, ("raid",), no_gun=no_gun)
    _only(question, ("",), rounds=rounds, svg=svg)
    techs = (tuple(attacker_tech or ()), tuple(defender_tech or ()))
    if question in ("raid", "rocket"):
        if given:
            raise Fault(f"--{question} takes no forces; write --{question} ... --on VALUE")
        _bomb(found, raid, on, damaged, not no_gun, techs, json)
        return 0
    policy = {
        "attack": _choices(found, losses, wish or [], submerge, "attacker"),
        "defence": _choices(found, defender_losses, [], submerge, "defender"),
        "retreat": _retreat(retreat),
    }
    words = [word for word in given if word.lower() not in ("vs", "vs.", "against")]
    if len(words) == len(given) - 1 == 2:
        name = f"{words[0]} against {words[1]}"
        options = {"title": title, "sea": sea, "bombard": bombard, "landed": landed, **policy}
        options |= {"attacker_techs": techs[0], "defender_techs": techs[1]}
        battle = _written(words[0], words[1], options)
        if not question:
            parts = [("", sea, _solved(battle, rounds, budget))]
    elif len(given) == 1 and space is not None:
        name = f"Battle in {space}"
        if question:
            battle = _read(Path(given[0]), at, space, power, reach, policy)
        else:
            parts = _placed(Path(given[0]), at, space, power, reach, rounds, budget, policy)
    else:
        raise Fault("write ATTACKERS vs DEFENDERS, each in quotes, or RECORD --space NAME")
    if win is not None:
        _enough(battle, win, cheapest, budget, json)
    elif hold is not None:
        _hold(battle, hold, _kinds(found, add), most, budget, json)
    elif then:
        _then(battle, [found.read(force) for force in then], json)
    else:
        _show(parts, name, json, svg)
    return 0


def _question(**given: Any) -> str:
    """Which question is asked; none means the odds of a battle."""
    asked = [name for name, value in given.items() if value]
    if len(asked) > 1:
        raise Fault(f"--{asked[0]} and --{asked[1]} are two questions; ask one at a time")
    return asked[0] if asked else ""


def _only(question: str, where: tuple[str, ...], **given: Any) -> None:
    """Options that go with some questions only."""
    for name, value in given.items():
        if value and question not in where:
            option = f"--{name.replace('_', '-')}"
            if where == ("",):
                raise Fault(f"{option} does not go with --{question}")
            raise Fault(f"{option} goes with {' or '.join(f'--{word}' for word in where)}")


def _bomb(
    found: Any,
    raid: str,
    on: str,
    damaged: int,
    gun: bool,
    techs: tuple[tuple[str, ...], tuple[str, ...]],
    json: bool,
) -> None:
    from sandtable.odds.axis import chart
    from sandtable.odds.axis import raid as raids

    if not on:
        raise Fault("--on says what is bombed: a territory's value or its name")
    title = found.rules.id
    value = int(on) if on.isdecimal() else raids.value_of(found, on)
    if raid:
        bombers = raids.bombers_of(found, raid)
        answer = raids.raid(
            bombers,
            title=title,
            value=value,
            damaged=damaged,
            gun=gun,
            attacker_techs=techs[0],
            defender_techs=techs[1],
        )
    else:
        answer = raids.rocket(title=title, value=value, damaged=damaged)
    if json:
        say_json(answer)
    else:
        say(chart.bombing(answer))


def _enough(battle: Battle, win: float, cheapest: bool, budget: float | None, json: bool) -> None:
    from sandtable.odds.axis import ask, chart

    by: Literal["cost", "units"] = "cost" if cheapest else "units"
    answer = ask.smallest_attack(battle, win, by=by, budget_ms=budget)
    if json:
        say_json(answer)
    else:
        say(chart.enough(answer, win, ask.goal_of(battle)))


def _hold(
    battle: Battle,
    hold: float,
    units: tuple[str, ...],
    most: int,
    budget: float | None,
    json: bool,
) -> None:
    from sandtable.odds.axis import ask, chart

    answer = ask.reinforcement(battle, hold, units=units, most=most, budget_ms=budget)
    if json:
        say_json(answer)
    else:
        say(chart.holding(answer, hold))


def _then(battle: Battle, forces: list[dict[str, int]], json: bool) -> None:
    import msgspec

    from sandtable.odds.axis import Party, ask, chart

    techs = battle.attacker.techs
    later = [
        msgspec.structs.replace(battle, attacker=Party(force, techs=techs), bombard={})
        for force in forces
    ]
    answer = ask.waves([battle, *later])
    if json:
        say_json(answer)
    else:
        say(chart.in_turn(answer, sea=battle.sea))


def _read(
    path: Path, at: int | None, space: str, power: str | None, reach: bool, policy: dict[str, Any]
) -> Battle:
    import msgspec

    from sandtable.odds.axis.position import read

    found = read(open_game(path, at).position, space, power=power, reach=reach)
    if found.crossings:
        raise Fault(f"a combat at sea comes before the landing in {space}; ask about each alone")
    return msgspec.structs.replace(found.battle, **policy)


def _written(attackers: str, defenders: str, options: dict[str, Any]) -> Battle:
    from sandtable.odds import axis

    return axis.written(attackers, defenders, **options)


def _solved(battle: Battle, rounds: int, budget: float | None) -> Answer:
    from sandtable.odds import axis

    return axis.solve(battle, rounds=rounds, budget_ms=budget).answer()


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


def _kinds(found: Any, text: str) -> tuple[str, ...]:
    return tuple(found.rules.notation.kind(word.strip()) for word in text.split(",") if word)


def _choices(found: Any, losses: str, wishes: list[str], submerge: str, who: str) -> Choices:
    from sandtable.odds.axis import Choices

    if submerge not in ("", "attacker", "defender", "both"):
        raise Fault("--submerge takes attacker, defender or both")
    return Choices(_kinds(found, losses), tuple(wishes), submerge in (who, "both"))  # type: ignore[arg-type]


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
