"""Positions on the 1940 boards for tests of the family: a title with nothing but the tables."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from sandtable.games.axis.frames import AxisFrame
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.world import World
from sandtable.table import Options

PACKAGE, YEAR = "sandtable.games.board1940", "1940"
BOARDS = ("global", "europe", "pacific")


class BoardState(AxisState, kw_only=True):
    flow: list[AxisFrame] = []


class BoardRules(AxisRules):
    """No title: the family's rules with a board's tables."""

    id = name = "board-1940"
    ledger = ""
    package = PACKAGE
    scenario = YEAR
    rule_ids: ClassVar[dict[str, str]] = {}
    state_type = BoardState


class Global(BoardRules):
    tables = "global"


class Europe(BoardRules):
    tables = "europe"


class Pacific(BoardRules):
    tables = "pacific"


RULES: dict[str, type[BoardRules]] = {"global": Global, "europe": Europe, "pacific": Pacific}


@cache
def rules(board: str) -> BoardRules:
    return RULES[board]()


def world(board: str) -> World:
    return rules(board).world


def opening(board: str) -> AxisState:
    title = rules(board)
    options: Options = title.read_options({})
    return title.setup(options, {})
