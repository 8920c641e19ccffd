"""The contract as types: what comes in and what goes out. See docs/api.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.odds.form import BattleOdds, Fields, RaidOutlook
from sandtable.table import OptionValue, Power, Refusal, Result, TableView

from .names import check_name, check_player
from .tokens import Role

Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
SeatName = Annotated[str, Meta(max_length=64)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=60)]
TableName = Annotated[str, Meta(max_length=80)]
ActionText = Annotated[str, Meta(min_length=1, max_length=4000)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Pace = Annotated[int, Meta(ge=0, le=5000)]
Word = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\r\n]+$")]
ChatText = Annotated[str, Meta(min_length=1, max_length=1000)]
Kind = Literal["human", "bot"]


class In(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of request bodies: a field nobody knows is an error, not a surprise."""


class SeatSetup(In):
    kind: Kind = "human"
    bot: Annotated[str, Meta(max_length=64)] = "cadet"
    player: PlayerName | None = None
    mine: bool = False
    word: Word | None = None

    def __post_init__(self) -> None:
        check_player(self.player)


class NewGame(In):
    title: Annotated[str, Meta(max_length=64)]
    options: dict[str, OptionValue] = {}
    seats: dict[SeatName, SeatSetup] = {}
    solo: bool = False
    seed: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    name: TableName = ""
    bot_pace_ms: Pace = 0

    def __post_init__(self) -> None:
        check_name(self.name)


class Import(In):
    text: str
    solo: bool = False
    name: TableName = ""
    seats: dict[SeatName, SeatSetup] = {}

    def __post_init__(self) -> None:
        check_name(self.name)


class GameKey(In):
    id: Annotated[str, Meta(max_length=64)]
    tokens: Annotated[list[str], Meta(max_length=16)]


class SummariesIn(In):
    games: Annotated[list[GameKey], Meta(max_length=100)]


class ActionIn(In):
    seat: SeatName
    action: ActionText
    version: Count
    key: Key


class CheckIn(In):
    seat: SeatName
    action: ActionText


class UndoIn(In):
    seat: SeatName
    version: Count
    key: Key
    to: Count | None = None


class UndoAnswerIn(In):
    request: Count
    agree: bool


class ChatIn(In):
    seat: SeatName | None
    text: ChatText
    key: Key


class SeatIn(In):
    kind: Kind | None = None
    bot: Annotated[str, Meta(max_length=64)] | None = None
    player: PlayerName | None = None

    def __post_init__(self) -> None:
        check_player(self.player)


class JoinIn(In):
    player: PlayerName | None = None
    word: Word | None = None

    def __post_init__(self) -> None:
        check_player(self.player)


class EnterIn(In):
    token: Annotated[str, Meta(max_length=64)]


class LinkIn(In):
    role: Role
    seat: SeatName = ""


class SettingsIn(In):
    name: TableName | None = None
    bot_pace_ms: Pace | None = None

    def __post_init__(self) -> None:
        check_name(self.name)


class WordIn(In):
    seat: SeatName
    word: Word


class OddsIn(In):
    """The battle in a space: at a version (or now), after actions that are only planned."""

    space: Annotated[str, Meta(max_length=64)]
    seat: SeatName | None = None
    actions: Annotated[list[ActionText], Meta(max_length=40)] = []
    version: Count | None = None


class HintIn(In):
    """What a captain would do for a seat of yours that is asked."""

    seat: SeatName


class JobIn(In):
    kind: Annotated[str, Meta(max_length=64)]
    args: dict[str, Any] = {}


# What goes out


class OptionOut(msgspec.Struct):
    name: str
    choices: tuple[OptionValue, ...]
    text: str


class LevelOut(msgspec.Struct):
    """A bot and what to expect of it; bots of others say nothing about themselves."""

    name: str
    text: str


class TitleOut(msgspec.Struct, kw_only=True):
    id: str
    name: str
    summary: str
    stage: str
    ledger: str
    family: str
    board: str
    options: list[OptionOut]
    seats: tuple[str, ...]
    powers: list[Power]
    bots: tuple[str, ...]
    levels: list[LevelOut]
    open: bool


class ReferenceOut(msgspec.Struct):
    reference: Any


class TitlesOut(msgspec.Struct):
    titles: list[TitleOut]


class RuleOut(msgspec.Struct, kw_only=True):
    id: str
    section: str
    scope: str
    title: str
    text: str
    source: str


class LedgerOut(msgspec.Struct, kw_only=True):
    id: str
    title: str
    intro: str
    entries: list[RuleOut]


class Tokens(msgspec.Struct, kw_only=True):
    host: str
    spectator: str
    seats: dict[str, str]
    """The keys of the seats of whoever made the table; of nobody else's."""
    invitations: dict[str, str]


class NewGameOut(msgspec.Struct, kw_only=True):
    id: str
    version: int
    tokens: Tokens


class You(msgspec.Struct, kw_only=True):
    host: bool
    spectator: bool
    seats: tuple[str, ...]
    invited: tuple[str, ...]


class SeatOut(msgspec.Struct, kw_only=True):
    seat: str
    kind: Kind
    bot: str
    player: str
    taken: bool
    online: bool
    asked: bool
    thinking: bool
    stuck: bool


class UndoRequest(msgspec.Struct, kw_only=True):
    id: int
    seat: str
    to: int
    agreed: list[str]
    waiting: list[str]


class DiceOut(msgspec.Struct, kw_only=True):
    commitment: str
    words: dict[str, str]
    rolled: bool
    chosen: bool
    seed: str | None


class GameInfo(msgspec.Struct, kw_only=True):
    id: str
    name: str
    title: str
    family: str
    board: str
    ledger: str
    options: dict[str, OptionValue]
    created: int
    updated: int
    version: int
    line: int
    undo_floor: int
    open: bool
    record: bool
    seats: list[SeatOut]
    spectators: int
    undo: UndoRequest | None
    dice: DiceOut
    bot_pace_ms: int
    you: You


class Summary(msgspec.Struct, kw_only=True):
    id: str
    gone: Literal[False] = False
    name: str
    title: str
    version: int
    asked: list[str]
    mine: bool
    result: Result | None
    created: int
    updated: int
    you: You


class Gone(msgspec.Struct, kw_only=True):
    id: str
    gone: Literal[True] = True


class SummariesOut(msgspec.Struct):
    games: list[Any]


class TableOut(msgspec.Struct):
    game: GameInfo
    view: TableView


class RollOut(msgspec.Struct):
    why: str
    sides: tuple[int, ...]
    faces: tuple[int, ...] | None


class EventOut(msgspec.Struct):
    type: str
    text: str
    data: dict[str, Any]


class Said(msgspec.Struct, frozen=True):
    """What a bot said about its choice: one sentence, and what it is made of if that is known."""

    text: str = ""
    code: str = ""
    args: dict[str, Any] = {}


class EntryOut(msgspec.Struct, kw_only=True):
    version: int
    before: int
    line: int
    kind: Literal["open", "play", "undo"]
    seat: str | None
    by: Literal["human", "bot", "table"]
    action: str | None
    rolls: list[RollOut]
    events: list[EventOut]
    remark: Said
    undone: bool
    at: int


class ActionOut(msgspec.Struct):
    version: int
    entry: EntryOut
    repeated: bool = False


class CheckOut(msgspec.Struct):
    refusal: Refusal | None


class LegalAction(msgspec.Struct):
    text: str
    kind: str
    data: Any


class LegalOut(msgspec.Struct, kw_only=True):
    version: int
    seat: str
    actions: list[LegalAction]
    next: int | None


class UndoOut(msgspec.Struct, kw_only=True):
    version: int
    entry: EntryOut | None
    request: UndoRequest | None


class HistoryOut(msgspec.Struct):
    entries: list[EntryOut]
    next: int | None


class AtOut(msgspec.Struct):
    version: int
    view: TableView


class SeriesPoint(msgspec.Struct):
    version: int
    values: dict[str, float]


class DiceCount(msgspec.Struct, kw_only=True):
    sides: int
    rolls: int
    counts: list[int]
    p: float


class StatsOut(msgspec.Struct):
    series: dict[str, list[SeriesPoint]]
    dice: list[DiceCount]


class Message(msgspec.Struct, kw_only=True):
    id: int
    at: int
    kind: Literal["chat", "note"]
    seat: str | None
    player: str
    text: str
    code: str = ""
    args: dict[str, str] = {}
    version: int = 0


class ChatOut(msgspec.Struct):
    messages: list[Message]
    next: int | None


class LinkOut(msgspec.Struct):
    token: str


class OddsOut(msgspec.Struct):
    version: int
    odds: BattleOdds | None
    raid: RaidOutlook | None
    refusal: Refusal | None


class HintOut(msgspec.Struct):
    version: int
    bot: str
    actions: tuple[str, ...]
    remark: Said


class FieldsOut(msgspec.Struct):
    version: int
    fields: Fields | None


class PassOut(msgspec.Struct):
    token: str
    until: int


class EnterOut(msgspec.Struct):
    tokens: list[str]


class JobOut(msgspec.Struct):
    result: Any


# The socket


class Hello(msgspec.Struct, tag="hello"):
    tokens: Annotated[list[str], Meta(max_length=16)]
    version: Count | None = None
    seat: SeatName | None = None
    patches: bool = False


class Ping(msgspec.Struct, tag="ping"):
    id: Count | None = None


class Watch(msgspec.Struct, tag="watch"):
    seat: SeatName | None = None


class Say(msgspec.Struct, tag="chat"):
    seat: SeatName | None
    text: ChatText
    key: Key


FromClient = Hello | Ping | Watch | Say


class Pong(msgspec.Struct, tag="pong"):
    id: int | None = None
