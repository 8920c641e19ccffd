"""The table: seats, decisions, actions, chance, journal, views. It knows no game."""

from .chance import Chance, Dice, FairDice, FixedDice, OutOfDice, seed_from
from .errors import BadRecord, Illegal, Malformed, Refusal, SandtableError, Stuck
from .journal import Entry, Journal, Played, Rolled, Undone
from .position import LegalActions, Position
from .record import MAGIC, Record, play_record, read_record, verify_record, write_record
from .rules import Option, Options, OptionValue, Power, Rules, View, outline, write_option
from .save import dump, restore
from .step import (
    Action,
    AnytimeStep,
    Ask,
    Decision,
    Event,
    Frame,
    Log,
    Result,
    State,
    Step,
)
from .table import Table, TableView

__all__ = [
    "MAGIC",
    "Action",
    "AnytimeStep",
    "Ask",
    "BadRecord",
    "Chance",
    "Decision",
    "Dice",
    "Entry",
    "Event",
    "FairDice",
    "FixedDice",
    "Frame",
    "Illegal",
    "Journal",
    "LegalActions",
    "Log",
    "Malformed",
    "Option",
    "OptionValue",
    "Options",
    "OutOfDice",
    "Played",
    "Position",
    "Power",
    "Record",
    "Refusal",
    "Result",
    "Rolled",
    "Rules",
    "SandtableError",
    "State",
    "Step",
    "Stuck",
    "Table",
    "TableView",
    "Undone",
    "View",
    "dump",
    "outline",
    "play_record",
    "read_record",
    "restore",
    "seed_from",
    "verify_record",
    "write_option",
    "write_record",
]
