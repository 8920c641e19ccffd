"""Lists what the client must be able to say: ``python -m tools.client_words``.

Refusals, events, steps and names have codes; their sentences in Italian and German stand in
``web/src/lib/i18n``. This writes the codes to ``web/tests/codes.json``, and the client's own tests
compare. A test fails when the file is not what this would write.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec

from sandtable import bots, games
from sandtable.games import find_title, title_ids
from sandtable.games.axis.rules import AxisRules
from sandtable.games.fortress import Fortress
from sandtable.games.fortress.board import SPACES
from sandtable.table import Event, Rules

FILE = Path(__file__).parents[1] / "web/tests/codes.json"
LAYERS = {"axis": ("axis", "axis1940", "anniversary", "house1940")}
"""The packages that a family's events stand in, if not its own alone."""
GAP = re.compile(r"\{(\w+)\}")
Codes = dict[str, list[str]]


def titles() -> Iterator[Rules[Any]]:
    for title in title_ids():
        yield find_title(title)


def calls(package: str, names: Iterable[str]) -> Iterator[ast.Call]:
    """Calls of functions with one of these names, in the modules of a package."""
    wanted = set(names)
    for path in sorted(Path(package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in wanted:
                    yield node


def coded(package: str, names: Iterable[str]) -> Codes:
    """The first argument of such calls, with the names of the others that stand at every place."""
    found: dict[str, set[str]] = {}
    for call in calls(package, names):
        code = call.args[0] if call.args else None
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            given = {word.arg for word in call.keywords if word.arg}
            found[code.value] = found.get(code.value, given) & given
    return {code: sorted(args) for code, args in sorted(found.items())}


def folder(family: str) -> str:
    return str(Path(games.__path__[0]) / family)


def refusals() -> dict[str, Codes]:
    found = {name: coded(folder(name), ["refuse"]) for name in ("fortress", "naval")}
    axis: Codes = {}
    for title in titles():
        if isinstance(title, AxisRules):
            axis.update({code: sorted(set(GAP.findall(t))) for code, t in title.texts.items()})
    return {**found, "axis": dict(sorted(axis.items()))}


def events() -> dict[str, Codes]:
    found: dict[str, Codes] = {}
    for family in ("axis", "fortress", "naval"):
        for layer in LAYERS.get(family, (family,)):
            package = import_module(f"{games.__name__}.{layer}")
            for module in walk_packages(package.__path__, f"{package.__name__}."):
                for thing in vars(import_module(module.name)).values():
                    if isinstance(thing, type) and issubclass(thing, Event) and thing is not Event:
                        names = [field.name for field in msgspec.structs.fields(thing)]
                        kinds = found.setdefault(family, {})
                        known = kinds.get(thing.__name__, [])
                        kinds[thing.__name__] = sorted({*known, *names})
    return {family: dict(sorted(codes.items())) for family, codes in found.items()}


def steps() -> list[str]:
    """What is asked, by the names that decisions have."""
    found: set[str] = set()
    for title in titles():
        if isinstance(title, AxisRules):
            found.update(step.frame.__name__ for step in title.steps.values() if asks(step))
            found.update(reaction.name for reaction in title.reactions if reaction.prompt)
    for call in calls(games.__path__[0], ["Decision", "ask"]):
        step = call.args[1] if len(call.args) > 1 else None
        if isinstance(step, ast.Constant) and isinstance(step.value, str):
            found.add(step.value)
    return sorted(found)


def asks(step: object) -> bool:
    return bool(getattr(step, "prompt", ""))


def names() -> dict[str, dict[str, str]]:
    """What stands in the tables of the Axis titles, by id."""
    units: dict[str, str] = {}
    powers: dict[str, str] = {}
    techs: dict[str, str] = {}
    for title in titles():
        if isinstance(title, AxisRules):
            world = title.world
            units.update({kind.id: kind.id for kind in world.kinds})
            powers.update({power.id: power.id for power in world.powers})
            techs.update({tech.id: tech.name for tech in world.techs})
    return {"units": units, "powers": powers, "techs": techs}


def spaces() -> dict[str, dict[str, str]]:
    """Names on each board; sea zones that only have a number are named by the client."""
    found = {Fortress.board: {space.id: space.name for space in SPACES}}
    for title in titles():
        if isinstance(title, AxisRules):
            board = found.setdefault(title.board or title.ledger, {})
            for space in title.world.spaces:
                if not re.fullmatch(r"(Sea Zone )?\d+", space.name):
                    board[space.id] = space.name
    return found


def cities() -> list[str]:
    """Victory cities, by the name they have on the boards."""
    found: set[str] = set()
    for title in titles():
        if isinstance(title, AxisRules):
            found.update(space.city for space in title.reference().spaces if space.city)
    return sorted(found)


def aims() -> list[str]:
    """What sides have to hold to win."""
    return sorted({g.text for t in titles() if isinstance(t, AxisRules) for g in t.victory})


def canals() -> list[str]:
    worlds = [title.world for title in titles() if isinstance(title, AxisRules)]
    return sorted({gate.name for world in worlds for gate in world.board.gates.values()})


def options() -> list[str]:
    return sorted({option.name for title in titles() for option in title.options})


def text() -> str:
    words = {
        "refusals": refusals(),
        "events": events(),
        "remarks": coded(bots.__path__[0], ["Remark"]),
        "steps": steps(),
        "spaces": spaces(),
        "cities": cities(),
        "options": options(),
        "aims": aims(),
        "canals": canals(),
        **names(),
    }
    return json.dumps(words, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
