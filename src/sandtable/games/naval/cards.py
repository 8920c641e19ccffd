"""The cards: 78 ship cards and 102 action cards, read from CSV files and checked (NB-901)."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from sandtable.table import Malformed

STANDARD = "standard"
NATIONS = ("france", "germany", "great-britain", "italy", "japan", "usa")
NATION_NAMES = {
    "france": "France",
    "germany": "Germany",
    "great-britain": "Great Britain",
    "italy": "Italy",
    "japan": "Japan",
    "usa": "United States",
}
SHIPS_PER_NATION = 13
ACTION_CARDS = 102
CALIBRES = (4, 5, 6, 8, 11, 12, 13, 14, 15, 16, 18)
CARRIER_CLASSES = ("carrier", "light carrier", "escort carrier")

Kind: TypeAlias = Literal["ship", "carrier", "submarine"]
Effect: TypeAlias = Literal[
    "primary",
    "secondary",
    "torpedo",
    "depth-charge",
    "air-raid",
    "missed",
    "armour",
    "escort",
    "light-target",
    "diversion",
    "retreat",
    "reinforcements",
    "surprise-attack",
    "planning",
]

PHASES: dict[str, tuple[str, ...]] = {
    "primary": ("attack",),
    "secondary": ("attack",),
    "torpedo": ("attack",),
    "depth-charge": ("attack",),
    "air-raid": ("attack",),
    "missed": ("prepare", "defend"),
    "armour": ("prepare", "defend"),
    "escort": ("prepare", "defend"),
    "light-target": ("defend",),
    "diversion": ("defend",),
    "retreat": ("reorganise",),
    "reinforcements": ("reorganise",),
    "surprise-attack": ("attack",),
    "planning": ("prepare",),
}
"""When a card of each effect is played (NB-016, NB-017)."""

GUNS = ("primary", "secondary")
SINGLE = (
    "missed",
    "armour",
    "escort",
    "light-target",
    "diversion",
    "retreat",
    "surprise-attack",
    "planning",
)
"""Effects that have one kind of card only, with the effect's own name as its id."""


class ShipCard(msgspec.Struct, frozen=True, kw_only=True):
    """A ship card as printed; ``torpedo`` is ``None`` without a mount (NB-977)."""

    id: str
    nation: str
    name: str
    klass: str
    year: int
    kind: Kind
    points: int
    hull: int
    primary: int | None = None
    secondary: int | None = None
    torpedo: int | None = None
    anti_air: int = 0
    raid: tuple[int, int, int] | None = None
    raids: int = 0
    cover: int = 0
    cover_roll: int = 0
    silent: int = 0

    @property
    def is_submarine(self) -> bool:
        return self.kind == "submarine"


class ActionCard(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of action card; cards of a kind are all alike, ``count`` of them are in the deck."""

    id: str
    name: str
    effect: Effect
    phases: tuple[str, ...]
    count: int
    calibres: tuple[int, ...] = ()
    ships: int = 1
    damage: int = 0
    attacker_lines: tuple[int, ...] = ()
    target_lines: tuple[int, ...] = ()
    roll: tuple[int, int, int] | None = None
    roll_submarine: int = 0
    raids: int = 0
    value: int = 0
    text: str = ""


class Deck(msgspec.Struct, frozen=True):
    """All cards of a game. ``tag`` tells decks apart in options and records."""

    ships: dict[str, ShipCard]
    actions: dict[str, ActionCard]
    tag: str

    def nation(self, nation: str) -> tuple[str, ...]:
        """The ship cards of a nation, in the order of the file."""
        return tuple(ship.id for ship in self.ships.values() if ship.nation == nation)

    def all_actions(self) -> tuple[str, ...]:
        """Every action card, kind by kind."""
        return tuple(card.id for card in self.actions.values() for _ in range(card.count))

    @property
    def best_reinforcements(self) -> int:
        """The most points that a single card can bring into play."""
        values = [c.value for c in self.actions.values() if c.effect == "reinforcements"]
        return max(values, default=0)


SHIP_FIELDS = (
    *("id", "nation", "name", "class", "year", "kind", "points", "hull"),
    *("primary", "secondary", "torpedo", "anti_air"),
    *("raid_line1", "raid_line2", "raid_line3", "raids", "cover", "cover_roll", "silent"),
)
ACTION_FIELDS = (
    *("id", "name", "effect", "phases", "calibres", "ships", "damage"),
    *("attacker_lines", "target_lines"),
    *("roll_line1", "roll_line2", "roll_line3", "roll_submarine", "raids"),
    *("value", "count", "text"),
)

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_SHOWN = 12


class _Row:
    """One line of a deck file; collects what is wrong with it."""

    def __init__(self, where: str, cells: dict[str, str], problems: list[str]) -> None:
        self.where = where
        self.cells = cells
        self.problems = problems

    def wrong(self, what: str) -> None:
        self.problems.append(f"{self.where}: {what}")

    def text(self, field: str) -> str:
        return self.cells[field].strip()

    def word(self, field: str, choices: Iterable[str]) -> str:
        value = self.text(field)
        if value not in choices:
            self.wrong(f"{field} is one of {', '.join(choices)}, not '{value}'")
        return value

    def number(self, field: str, low: int, high: int) -> int | None:
        """The cell as a number, ``None`` if it is empty."""
        value = self.text(field)
        if not value:
            return None
        if not re.fullmatch(r"-?\d+", value) or not low <= int(value) <= high:
            self.wrong(f"{field} is a whole number from {low} to {high}, not '{value}'")
            return low
        return int(value)

    def needed(self, field: str, low: int, high: int) -> int:
        value = self.number(field, low, high)
        if value is None:
            self.wrong(f"{field} is missing")
            return low
        return value

    def numbers(self, field: str, choices: tuple[int, ...]) -> tuple[int, ...]:
        cell = self.text(field)
        parts = cell.split("|") if cell else []
        found = [int(part) for part in parts if part.strip().isdigit()]
        if len(found) < len(parts) or any(value not in choices for value in found):
            offered = ", ".join(map(str, choices))
            self.wrong(f"{field} is a list like 1|2 out of {offered}, not '{cell}'")
        if len(set(found)) < len(found):
            self.wrong(f"{field} names a value twice")
        return tuple(found)

    def triple(self, prefix: str) -> tuple[int, int, int] | None:
        first, second, third = (self.number(f"{prefix}_line{n}", 1, 12) for n in (1, 2, 3))
        if first is None and second is None and third is None:
            return None
        if first is None or second is None or third is None:
            self.wrong(f"{prefix}_line1 to {prefix}_line3 are given all three or not at all")
            return None
        return first, second, third

    def empty(self, why: str, *fields: str) -> None:
        for field in fields:
            if self.text(field):
                self.wrong(f"{field} must be empty: {why}")


def _rows(name: str, text: str, fields: tuple[str, ...], problems: list[str]) -> list[_Row]:
    reader = csv.DictReader(io.StringIO(text))
    header = list(reader.fieldnames or [])
    for field in header:
        if field not in fields:
            problems.append(f"{name} line 1: there is no field '{field}'")
    for field in fields:
        if field not in header:
            problems.append(f"{name} line 1: the field '{field}' is missing")
    if problems:
        return []
    rows = []
    for cells in reader:
        where = f"{name} line {reader.line_num}"
        if None in cells or None in cells.values():
            problems.append(f"{where}: {len(fields)} fields are needed, no more and no fewer")
        else:
            rows.append(_Row(where, cells, problems))
    return rows


def _ship(row: _Row) -> ShipCard:
    kind = row.word("kind", ("ship", "carrier", "submarine"))
    card = ShipCard(
        id=row.text("id"),
        nation=row.word("nation", NATIONS),
        name=row.text("name"),
        klass=row.text("class"),
        year=row.needed("year", 1850, 1960),
        kind=kind,  # type: ignore[arg-type]
        points=row.needed("points", 1, 25),
        hull=row.needed("hull", 1, 40),
        primary=_calibre(row, "primary"),
        secondary=_calibre(row, "secondary"),
        torpedo=row.number("torpedo", 0, 5),
        anti_air=row.number("anti_air", 0, 6) or 0,
        raid=row.triple("raid"),
        raids=row.number("raids", 1, 6) or 0,
        cover=row.number("cover", 1, 6) or 0,
        cover_roll=row.number("cover_roll", 1, 9) or 0,
        silent=row.number("silent", 1, 9) or 0,
    )
    if kind == "carrier":
        row.word("class", CARRIER_CLASSES)
        if card.raid is None or not card.cover or not card.cover_roll:
            row.wrong("a carrier needs raid numbers, cover and cover_roll")
        card = msgspec.structs.replace(card, raids=card.raids or 1)
    else:
        row.empty("only carriers fly", "raid_line1", "raids", "cover", "cover_roll")
    if kind == "submarine":
        row.empty("a submarine is in no line", "primary", "secondary")
        if card.torpedo is None or not card.silent:
            row.wrong("a submarine needs a torpedo value and a silent running value")
    else:
        row.empty("only submarines run silent", "silent")
    return card


def _calibre(row: _Row, field: str) -> int | None:
    value = row.number(field, CALIBRES[0], CALIBRES[-1])
    if value is not None and value not in CALIBRES:
        row.wrong(f"{field}: no gun has {value} inches; there are {', '.join(map(str, CALIBRES))}")
    return value


def _action(row: _Row) -> ActionCard:
    effect = row.word("effect", PHASES)
    phases = tuple(row.text("phases").split("|"))
    if effect in PHASES and phases != PHASES[effect]:
        row.wrong(f"phases of {effect} must be {'|'.join(PHASES[effect])}")
    card = ActionCard(
        id=row.text("id"),
        name=row.text("name"),
        effect=effect,  # type: ignore[arg-type]
        phases=phases,
        count=row.needed("count", 1, ACTION_CARDS),
        calibres=row.numbers("calibres", CALIBRES),
        ships=row.number("ships", 1, 2) or 1,
        damage=row.number("damage", 1, 20) or 0,
        attacker_lines=row.numbers("attacker_lines", (1, 2, 3)),
        target_lines=row.numbers("target_lines", (1, 2, 3)),
        roll=row.triple("roll"),
        roll_submarine=row.number("roll_submarine", 1, 12) or 0,
        raids=row.number("raids", 1, 3) or 0,
        value=row.number("value", 1, 25) or 0,
        text=row.text("text"),
    )
    _check_action(row, card)
    return card


def _check_action(row: _Row, card: ActionCard) -> None:
    """Each effect needs its own numbers and no others."""
    gun = card.effect in GUNS
    hits = gun or card.effect in ("torpedo", "depth-charge")
    wants = {
        "calibres": gun,
        "ships": gun,
        "damage": hits,
        "attacker_lines": hits,
        "target_lines": gun or card.effect == "torpedo",
        "roll_line1": card.effect in ("torpedo", "air-raid"),
        "roll_submarine": card.effect == "air-raid",
        "raids": card.effect == "air-raid",
        "value": card.effect in ("light-target", "retreat", "reinforcements"),
    }
    if card.effect in SINGLE and card.id != card.effect:
        row.wrong(f"the card of effect {card.effect} has the id {card.effect}, not '{card.id}'")
    for field, wanted in wants.items():
        if wanted and not row.text(field):
            row.wrong(f"a card of effect {card.effect} needs {field}")
        elif not wanted:
            row.empty(f"{card.effect} does not use it", field)


def _by_id(rows: list[_Row], cards: Sequence[ShipCard | ActionCard], taken: set[str]) -> None:
    for row, card in zip(rows, cards, strict=True):
        if not _ID.fullmatch(card.id):
            row.wrong(f"id '{card.id}' is not lower-case letters and digits joined by hyphens")
        if card.id in taken:
            row.wrong(f"id '{card.id}' is given twice")
        if not card.name:
            row.wrong("name is missing")
        taken.add(card.id)


def _count(ships: list[ShipCard], actions: list[ActionCard], problems: list[str]) -> None:
    for nation in NATIONS:
        found = sum(ship.nation == nation for ship in ships)
        if found != SHIPS_PER_NATION:
            problems.append(
                f"ships.csv: {nation} has {found} ship cards, {SHIPS_PER_NATION} are needed"
            )
    total = sum(card.count for card in actions)
    if total != ACTION_CARDS:
        problems.append(f"actions.csv: the counts add up to {total}, not {ACTION_CARDS}")


def read_deck(ships_csv: str, actions_csv: str) -> Deck:
    """A deck from the text of its two files; raises ``Malformed`` with all that is wrong."""
    problems: list[str] = []
    ship_problems: list[str] = []
    ship_rows = _rows("ships.csv", ships_csv, SHIP_FIELDS, ship_problems)
    action_rows = _rows("actions.csv", actions_csv, ACTION_FIELDS, problems)
    problems[:0] = ship_problems
    for row in ship_rows + action_rows:
        row.problems = problems
    headers_ok = not problems
    ships = [_ship(row) for row in ship_rows]
    actions = [_action(row) for row in action_rows]
    taken: set[str] = set()
    _by_id(ship_rows, ships, taken)
    _by_id(action_rows, actions, taken)
    if headers_ok:
        _count(ships, actions, problems)
    if problems:
        more = len(problems) - _MOST_SHOWN
        shown = problems[:_MOST_SHOWN] + ([f"and {more} more"] if more > 0 else [])
        raise Malformed("the deck cannot be used:\n" + "\n".join(shown))
    content = msgspec.json.encode((ships, actions))
    return Deck(
        ships={ship.id: ship for ship in ships},
        actions={card.id: card for card in actions},
        tag=hashlib.sha256(content).hexdigest()[:16],
    )


def load_deck(folder: str | Path) -> Deck:
    """A deck from a folder with ``ships.csv``, ``actions.csv`` or both.

    A file that is not there is taken from the standard deck.
    """
    folder = Path(folder)
    if not any((folder / name).is_file() for name in ("ships.csv", "actions.csv")):
        raise Malformed(f"{folder} holds neither ships.csv nor actions.csv")
    deck = read_deck(*_both(lambda name: _file_or_standard(folder, name)))
    standard = standard_deck()
    same = deck.ships == standard.ships and deck.actions == standard.actions
    return standard if same else deck


def _both(read: Callable[[str], str]) -> tuple[str, str]:
    return read("ships.csv"), read("actions.csv")


def _file_or_standard(folder: Path, name: str) -> str:
    path = folder / name
    if not path.is_file():
        return _standard_text(name)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"cannot read {path}: {error}") from error


def _standard_text(name: str) -> str:
    return resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8")


@cache
def standard_deck() -> Deck:
    """The deck the program comes with; its tag is ``standard``."""
    return msgspec.structs.replace(read_deck(*_both(_standard_text)), tag=STANDARD)
