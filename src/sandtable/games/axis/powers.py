"""Powers, their purses and alliances, as a board's tables give them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from .tables import FIRST_LINE, BadTable, Tables, known, listed, number

PLAYS = ("yes", "no", "neutral")
POWERS, PURSES, COALITIONS = "powers.csv", "purses.csv", "coalitions.csv"


class PowerData(msgspec.Struct, frozen=True, kw_only=True):
    """A power: its side, its colour, who is asked for it and where its capital is."""

    index: int
    id: str
    name: str
    side: str
    colour: str
    seat: str
    turn: int
    """Its place in the order of play; 0: it has no turn."""
    money: int
    capital: int
    has_money: bool
    """Collects income; a power without a starting sum has no economy."""
    confined: str
    """The region its units may not leave; empty: they go anywhere."""
    plays: bool
    """Has turns, alone or within another's; others only own land."""
    neutral: bool
    """Stands for neutral lands of one leaning, and their armies."""


class Purse(msgspec.Struct, frozen=True):
    """Money and purchases of a power, or of one part of it.

    A power has the purse of its own index; further purses of a power come after those.
    """

    index: int
    id: str
    power: int
    capital: int
    """The space whose loss empties and closes the purse; -1: none."""
    money: int


def read_powers(
    tables: Tables, scenario: str, space: Mapping[str, int], regions: Collection[str]
) -> tuple[PowerData, ...]:
    found: list[PowerData] = []
    rows = tables.rows(POWERS)
    seats = {row["power"] for row in rows}
    for line, row in enumerate(rows, FIRST_LINE):
        capital = row["capital_spaces"]
        if capital:
            known(POWERS, line, capital, space, "space")
        money = row[f"starting_ipc_{scenario}"]
        plays = known(POWERS, line, row["plays"], PLAYS, "answer")
        turn = number(POWERS, line, row[f"turn_order_{scenario}"])
        if (plays == "yes") != bool(turn):
            raise BadTable(POWERS, line, "a power plays if it has a place in the order of play")
        found.append(
            PowerData(
                index=len(found),
                id=row["power"],
                name=row["name"],
                side=row["side"],
                colour=row["player_colour"],
                seat=known(POWERS, line, row["seat"] or row["power"], seats, "power"),
                turn=turn,
                money=number(POWERS, line, money),
                capital=space[capital] if capital else -1,
                has_money=bool(money),
                confined=row["confined"]
                and known(POWERS, line, row["confined"], regions, "region"),
                plays=plays == "yes",
                neutral=plays == "neutral",
            )
        )
    return tuple(found)


def read_purses(
    tables: Tables, scenario: str, powers: tuple[PowerData, ...], space: Mapping[str, int]
) -> tuple[Purse, ...]:
    """One for each power, unless the board's table tells of more."""
    purses = {p.index: Purse(p.index, p.id, p.index, p.capital, p.money) for p in powers}
    index = {power.id: power.index for power in powers}
    told: set[int] = set()
    for line, row in enumerate(tables.rows(PURSES, optional=True), FIRST_LINE):
        power = index[known(PURSES, line, row["power"], index, "power")]
        capital = row["capital"]
        if capital:
            known(PURSES, line, capital, space, "space")
        place = len(purses) if power in told else power
        told.add(power)
        purses[place] = Purse(
            place,
            row["purse"],
            power,
            space[capital] if capital else -1,
            number(PURSES, line, row[f"starting_ipc_{scenario}"]),
        )
    return tuple(purses[place] for place in range(len(purses)))


def read_coalitions(tables: Tables, power: Mapping[str, int]) -> dict[str, frozenset[int]]:
    """Names for several powers that conditions use."""
    found = {}
    for line, row in enumerate(tables.rows(COALITIONS, optional=True), FIRST_LINE):
        names = listed(row["powers"])
        found[row["coalition"]] = frozenset(
            power[known(COALITIONS, line, name, power, "power")] for name in names
        )
    return found
