"""Odds of the Axis family on the command line: battles, the other way round, raids and rockets."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.odds.axis import (
    Answer,
    Battle,
    Choices,
    Party,
    Retreat,
    arms,
    ask,
    chart,
    missions,
    solve,
    written,
)
from sandtable.odds.axis import raid as raids
from sandtable.odds.axis.assault import Assault
from sandtable.odds.axis.battle import Arms
from sandtable.odds.axis.door import mixed, whole
from sandtable.odds.axis.position import odds_at, odds_if, read
from sandtable.odds.axis1940 import convoys
from sandtable.odds.kernel import absence

from ..common import Fault
from .asked import Asked, Output, Place, Question, Raid, Shown, Terms

OPTIONS = frozenset(
    field.name
    for group in (Place, Terms, Question, Raid, Output)
    for field in msgspec.structs.fields(group)
) - {"rough", "weak", "no_escape", "line"}

Part = tuple[str, bool, Answer]
"""A heading, whether it is at sea, and the answer."""


def tell(asked: Asked) -> Shown:
    found = arms(asked.title)
    kind = _question(asked)
    if kind in ("bomb", "diplomacy") or (kind == "raid" and found.rules.one_sortie):
        return _mission(found, asked, kind)
    if kind in ("raid", "rocket"):
        return _bomb(found, asked, kind)
    if kind == "convoys":
        return _convoys(found, asked)
    policy = _policy(found, asked.terms)
    if kind == "if":
        return _supposed(asked, policy)
    if not kind:
        shown = _parts(asked, policy, found.rules.currency)
    else:
        shown = _otherwise(found, asked, kind, _battle(asked, policy))
    shown.slow = absence()
    return shown


def _question(asked: Asked) -> str:
    """Which question is asked; none means the odds of a battle."""
    question, raid = asked.question, asked.raid
    given = {
        "win": question.win is not None,
        "hold": question.hold is not None,
        "then": bool(question.then),
        "raid": bool(raid.raid),
        "rocket": raid.rocket,
        "convoys": bool(raid.convoys),
        "if": bool(asked.place.reaction),
        "bomb": bool(raid.bomb),
        "diplomacy": bool(raid.diplomacy),
    }
    kinds = [name for name, wanted in given.items() if wanted]
    if len(kinds) > 1:
        raise Fault(f"--{kinds[0]} and --{kinds[1]} are two questions; ask one at a time")
    kind = kinds[0] if kinds else ""
    _only(kind, ("win",), cheapest=question.cheapest)
    _only(kind, ("hold",), add=question.add, most=question.most != Question().most)
    _only(kind, ("raid", "rocket", "convoys"), on=raid.on)
    _only(kind, ("raid", "rocket"), damaged=raid.damaged)
    _only(kind, ("raid", "rocket"), facility=raid.facility)
    _only(kind, ("raid",), no_gun=raid.no_gun, interceptors=raid.interceptors)
    _only(kind, ("raid", "bomb"), batteries=raid.batteries != Raid().batteries)
    _only(kind, ("",), rounds=question.rounds, svg=asked.output.svg)
    return kind


def _only(kind: str, where: tuple[str, ...], **given: Any) -> None:
    """Options that go with some questions only."""
    for name, value in given.items():
        if value and kind not in where:
            option = f"--{name.replace('_', '-')}"
            if where == ("",):
                raise Fault(f"{option} does not go with --{kind}")
            raise Fault(f"{option} goes with {' or '.join(f'--{word}' for word in where)}")


# Raids and rockets


def _bomb(found: Arms, asked: Asked, kind: str) -> Shown:
    given = asked.raid
    if asked.forces or asked.game is not None:
        raise Fault(f"--{kind} takes no forces; write --{kind} ... --on VALUE")
    if not given.on:
        raise Fault("--on says what is bombed: a territory's value or its name")
    value = int(given.on) if given.on.isdecimal() else raids.value_of(found, given.on)
    if kind == "raid":
        raiders = raids.raiders_of(found, given.raid)
        answer = raids.raid(
            raiders.bombers,
            title=found.rules.id,
            value=value,
            damaged=given.damaged,
            gun=not given.no_gun,
            raider=raiders.kind,
            facility=given.facility,
            escorts=raiders.escorts,
            interceptors=given.interceptors,
            attacker_techs=tuple(asked.terms.attacker_tech or ()),
            defender_techs=tuple(asked.terms.defender_tech or ()),
        )
    else:
        answer = raids.rocket(
            title=found.rules.id, value=value, damaged=given.damaged, facility=given.facility
        )
    return Shown(answer, chart.bombing(answer, coin=found.rules.currency))


def _convoys(found: Arms, asked: Asked) -> Shown:
    wanted, on = asked.raid.convoys, asked.raid.on
    if asked.game is not None:
        answer = convoys.convoys_of(asked.game.position, wanted)
    elif on.isdecimal():
        answer = convoys.convoys(wanted, title=found.rules.id, value=int(on))
    else:
        raise Fault("--on says what the territories beside the zone are worth")
    return Shown(answer, convoys.told(answer, coin=found.rules.currency))


# What others may do before the battle


def _supposed(asked: Asked, policy: dict[str, Any]) -> Shown:
    if asked.game is None:
        raise Fault("--if is asked about a record or save, with --space")
    ways = odds_if(
        asked.game.position,
        _space(asked),
        asked.place.reaction or (),
        power=asked.place.power,
        budget_ms=asked.output.budget,
        **policy,
    )
    answer = mixed([(chance, whole(odds)) for chance, odds in ways])
    return Shown(answer, chart.battle(answer))


def _mission(found: Arms, asked: Asked, kind: str) -> Shown:
    """What a title does outside its battles, in a phase of its own."""
    given, title = asked.raid, found.rules.id
    if asked.forces or asked.game is not None:
        raise Fault(f"--{kind} takes no forces")
    if kind == "diplomacy":
        neutral = missions.diplomacy(given.diplomacy, title=title)
        return Shown(neutral, chart.persuading(neutral))
    guns = 0 if given.no_gun else given.batteries
    flak = found.rules.battery_dice(asked.terms.radar) * guns
    if kind == "bomb":
        answer = missions.bomb(given.bomb, title=title, flak=flak)
        return Shown(answer, chart.bombing(answer, "shot down", coin=found.rules.currency))
    raiders = raids.raiders_of(found, given.raid)
    answer = missions.bombing(
        raiders.bombers, title=title, facility=given.facility, damaged=given.damaged, flak=flak
    )
    return Shown(answer, chart.bombing(answer, coin=found.rules.currency))


# How the sides choose


def _policy(found: Arms, terms: Terms) -> dict[str, Any]:
    return {
        "attack": _choices(found, terms.losses, terms.wish or [], terms.submerge, "attacker"),
        "defence": _choices(found, terms.defender_losses, [], terms.submerge, "defender"),
        "retreat": _retreat(terms.retreat),
    }


def _kinds(found: Arms, text: str) -> tuple[str, ...]:
    return tuple(found.rules.notation.kind(word.strip()) for word in text.split(",") if word)


def _choices(found: Arms, losses: str, wishes: list[str], submerge: str, who: str) -> Choices:
    if submerge not in ("", "attacker", "defender", "both"):
        raise Fault("--submerge takes attacker, defender or both")
    return Choices(_kinds(found, losses), tuple(wishes), submerge in (who, "both"))  # type: ignore[arg-type]


def _retreat(words: str) -> Retreat:
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
    raise Fault("--retreat takes never, 'after N', 'below N', 'chance P', 'value' or 'value MONEY'")


# Battles


def _space(asked: Asked) -> str:
    if asked.place.space is None:
        raise Fault("write ATTACKERS vs DEFENDERS, each in quotes, or RECORD --space NAME")
    return asked.place.space


def _battle(asked: Asked, policy: dict[str, Any]) -> Battle:
    """The battle as it is written, or as the table has it."""
    place, terms = asked.place, asked.terms
    if asked.game is not None:
        space = _space(asked)
        found = read(asked.game.position, space, power=place.power, reach=place.reach)
        if found.crossings:
            raise Fault(
                f"a combat at sea comes before the landing in {space}; ask about each alone"
            )
        return msgspec.structs.replace(found.battle, **policy)
    if not asked.forces:
        raise Fault("write ATTACKERS vs DEFENDERS, each in quotes, or RECORD --space NAME")
    return written(
        *asked.forces,
        title=asked.title,
        sea=terms.sea,
        bombard=terms.bombard,
        landed=terms.landed,
        dropped=terms.dropped,
        radar=terms.radar,
        attacker_techs=tuple(terms.attacker_tech or ()),
        defender_techs=tuple(terms.defender_tech or ()),
        **policy,
    )


def _parts(asked: Asked, policy: dict[str, Any], coin: str) -> Shown:
    """How it ends; before a landing also at sea."""
    rounds, budget, place = asked.question.rounds, asked.output.budget, asked.place
    parts: list[Part]
    if asked.game is None:
        battle = _battle(asked, policy)
        parts = [("", battle.sea, solve(battle, rounds=rounds, budget_ms=budget).answer())]
        name = " against ".join(asked.forces)
    else:
        name = f"Battle in {_space(asked)}"
        found = odds_at(
            asked.game.position,
            _space(asked),
            power=place.power,
            reach=place.reach,
            rounds=rounds,
            budget_ms=budget,
            **policy,
        )
        if isinstance(found, Assault):
            parts = [("at sea", True, odds.answer()) for odds in found.seas]
            parts.append(("ashore", False, found.land.answer()))
        else:
            parts = [("", found.sea, found.answer())]
    data: Any = parts[0][2] if len(parts) == 1 else {head: answer for head, _, answer in parts}
    texts = [
        f"{head}\n" * bool(head) + chart.text(answer, sea=sea, coin=coin)
        for head, sea, answer in parts
    ]
    return Shown(data, "\n\n".join(texts), chart.svg(parts[-1][2], name, coin=coin))


def _otherwise(found: Arms, asked: Asked, kind: str, battle: Battle) -> Shown:
    """The questions the other way round."""
    question, budget, coin = asked.question, asked.output.budget, found.rules.currency
    answer: Any
    if kind == "win" and question.win is not None:
        by: Literal["cost", "units"] = "cost" if question.cheapest else "units"
        answer = ask.smallest_attack(battle, question.win, by=by, budget_ms=budget)
        return Shown(answer, chart.enough(answer, question.win, ask.goal_of(battle), coin=coin))
    if kind == "hold" and question.hold is not None:
        offered = _kinds(found, question.add)
        most = question.most
        answer = ask.reinforcement(
            battle, question.hold, units=offered, most=most, budget_ms=budget
        )
        return Shown(answer, chart.holding(answer, question.hold, coin=coin))
    techs = battle.attacker.techs
    later = [
        msgspec.structs.replace(battle, attacker=Party(found.read(f), techs=techs), bombard={})
        for f in question.then or ()
    ]
    answer = ask.waves([battle, *later])
    return Shown(answer, chart.in_turn(answer, sea=battle.sea, coin=coin))
