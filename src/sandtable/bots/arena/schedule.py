"""The pairings of an arena: every bot against every other, sides swapped, seeds fixed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import msgspec

from sandtable.table import Options, Rules


class Match(msgspec.Struct, frozen=True):
    """One game to be played: which bot holds which seat, and the seed of dice and bots."""

    number: int
    bots: tuple[str, str]
    seats: dict[str, str]
    sides: dict[str, str]
    """Bot to the side it plays, for the report."""
    seed: str


def labels(bots: Sequence[str]) -> tuple[str, ...]:
    """Names that tell two players apart who are the same bot: ``captain``, ``captain#2``."""
    seen: dict[str, int] = {}
    found = []
    for bot in bots:
        seen[bot] = seen.get(bot, 0) + 1
        found.append(bot if seen[bot] == 1 else f"{bot}#{seen[bot]}")
    return tuple(found)


def bot_of(label: str) -> str:
    return label.partition("#")[0]


def sides_of(rules: Rules[Any], options: Options) -> tuple[tuple[str, ...], ...]:
    """The seats that stand together.

    A title whose rules leave only one way to share the seats between two people has two sides;
    in any other everybody plays for himself.
    """
    seats = rules.seats(options)
    if len(seats) < 3:
        return tuple((seat,) for seat in seats)
    found: list[tuple[tuple[str, ...], ...]] = []
    for choice in product((0, 1), repeat=len(seats) - 1):
        holders = dict(zip(seats, (0, *choice), strict=True))
        if len(set(holders.values())) < 2:
            continue
        players = {seat: f"person {holder}" for seat, holder in holders.items()}
        if rules.check_players(options, players) is None:
            found.append(tuple(tuple(s for s in seats if holders[s] == h) for h in (0, 1)))
    return found[0] if len(found) == 1 else tuple((seat,) for seat in seats)


def schedule(
    rules: Rules[Any], options: Options, bots: Sequence[str], games: int, seed: str
) -> list[Match]:
    """``games`` games for each pair of bots; two games in a row have equal dice and swapped sides.

    Where everybody plays for himself, the two bots sit in turn around the table.
    """
    sides = sides_of(rules, options)
    matches: list[Match] = []
    for one, two in combinations(bots, 2):
        for game in range(games):
            pair = (one, two) if game % 2 == 0 else (two, one)
            holders = {seat: pair[index % 2] for index, side in enumerate(sides) for seat in side}
            names = _side_names(rules, options, sides, pair)
            # A bot against itself would play the same game again with its sides swapped.
            number = game if bot_of(one) == bot_of(two) else game // 2
            dice = f"{seed} {number} {one} {two}"
            matches.append(Match(len(matches), (one, two), holders, names, dice))
    return matches


def _side_names(
    rules: Rules[Any],
    options: Options,
    sides: tuple[tuple[str, ...], ...],
    pair: tuple[str, str],
) -> dict[str, str]:
    """What each bot's side is called: the team of its seats, or the first seat's name."""
    if len(sides) != 2:
        return {pair[0]: "first seats", pair[1]: "second seats"}
    teams = {power.id: power.team for power in getattr(rules, "powers", ()) or ()}
    names = [
        teams.get(side[0]) or (side[0] if len(side) == 1 else "+".join(side)) for side in sides
    ]
    return {pair[0]: names[0], pair[1]: names[1]}
