"""The title: seats, options, set-up, and how it all hangs together."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.table import (
    Action,
    Option,
    Options,
    Power,
    Refusal,
    Result,
    Rules,
)

from . import acts, edits, view
from .assigning import AssignStep
from .board import IS_ZONE, OWNER, N
from .cardplay import PlayCardStep
from .cards import CARDS
from .fighting import BattleStep, CombatStep, LaserFireStep, RetreatingStep
from .moving import DeclareStep, FirstMoveStep, SecondMoveStep
from .pieces import EAST, EMPTY, FORCES, GAME, INVADERS, POOL, SOUTH, US_POOL, USA, WEST
from .reinforcing import DrawCardsStep, PlaceLaserStep, ReinforceStep
from .setting_up import SetUpInvaderStep, SetUpUSStep, first_frames
from .state import FortressState, Settings, Turn
from .turn import ConcedeStep, TurnStep
from .view import FortressReference, FortressView

POWERS = tuple(
    Power(force, row["name"], row["colour"], row["team"]) for force, row in GAME["forces"].items()
)
_TARGETS = (18, *(number for number in range(10, 31) if number != 18))


class Fortress(Rules[FortressState]):
    """Fortress America (1986): three invaders against the United States."""

    id = "fortress"
    name = "Fortress America (1986)"
    ledger = "fortress-america"
    family = "fortress"
    board = "fortress-america"
    stage = "complete"
    summary = "Three invaders land on the coasts of the United States; hold 13 of its 30 cities."
    options = (
        Option("slow-reinforcement", (False, True), "Invaders bring in 5 units for 8 turns."),
        Option("overflight", (True, False), "Bombers may attack from above their target."),
        Option("weak-partisans", (False, True), "Partisans roll a six-sided die even alone."),
        Option("bonus-cards", (True, False), "The US earns a card for each city it regains."),
        Option("early-lasers", tuple(range(13)), "Lasers on the board from the start."),
        Option("city-target", _TARGETS, "Cities the invaders need at the end of a US turn."),
        Option(
            "strategist-plays-us",
            (False, True),
            "Seating advice: the best strategist takes the US. It changes no rule.",
        ),
    )
    state_type = FortressState
    step_types = (
        SetUpUSStep,
        SetUpInvaderStep,
        TurnStep,
        ReinforceStep,
        PlaceLaserStep,
        DrawCardsStep,
        PlayCardStep,
        DeclareStep,
        FirstMoveStep,
        AssignStep,
        LaserFireStep,
        CombatStep,
        BattleStep,
        RetreatingStep,
        SecondMoveStep,
    )
    anytime_types = (ConcedeStep,)
    powers = POWERS

    def seats(self, options: Options) -> tuple[str, ...]:
        return FORCES

    def check_players(self, options: Options, players: Mapping[str, str]) -> Refusal | None:
        """FA-002 to FA-006."""
        west, south, east, usa = (players[force] for force in FORCES)
        if usa in (west, south, east):
            text = "whoever runs the United States runs no invader"
            return Refusal("us-alone", "FA-003", text)
        people = len({west, south, east})
        if people == 2 and west != east:
            text = "with three players the Western and Eastern invaders go together"
            return Refusal("three-players", "FA-005", text)
        return None

    def setup(self, options: Options, players: Mapping[str, str]) -> FortressState:
        people = list(dict.fromkeys(players[force] for force in FORCES))
        return FortressState(
            flow=[Turn(WEST), *first_frames()],
            settings=read_settings(options),
            owners=tuple(people.index(players[force]) for force in FORCES),
            units=[EMPTY] * (4 * N),
            control=[OWNER[space] if IS_ZONE[space] else USA for space in range(N)],
            reserve=[POOL, POOL, POOL, US_POOL],
            lost=[EMPTY] * 4,
            laser_stock=int(GAME["lasers"]),
            taken=[0] * len(INVADERS),
            deck=list(range(len(CARDS))),
        )

    def parse(self, text: str) -> Action:
        return acts.parse(text)

    def view(self, state: FortressState, seat: str | None) -> FortressView:
        return view.look(state, seat)

    def reference(self) -> FortressReference:
        return view.reference()

    def result(self, state: FortressState) -> Result | None:
        if state.outcome is None:
            return None
        winners = state.outcome.winners
        people = len({state.owners[force] for force in winners})
        share = 1.0 if state.last_round is False else 1 / people
        scores = {name: share if force in winners else 0.0 for force, name in enumerate(FORCES)}
        seats, end = tuple(FORCES[force] for force in winners), state.outcome
        return Result(seats, end.reason, scores, end.code, end.args)

    def edit(self, state: FortressState, line: str) -> None:
        edits.apply(state, line)

    def edits(self, state: FortressState) -> list[str]:
        return edits.describe(state)


def read_settings(options: Options) -> Settings:
    return Settings(
        slow_reinforcement=bool(options["slow-reinforcement"]),
        overflight=bool(options["overflight"]),
        weak_partisans=bool(options["weak-partisans"]),
        bonus_cards=bool(options["bonus-cards"]),
        early_lasers=int(options["early-lasers"]),
        city_target=int(options["city-target"]),
    )


PLAYERS_TWO = {FORCES[WEST]: "invader", FORCES[SOUTH]: "invader", FORCES[EAST]: "invader"}
"""A two-player game: one person runs all three invaders (FA-004)."""
PLAYERS_THREE = {FORCES[WEST]: "coasts", FORCES[EAST]: "coasts"}
"""A three-player game (FA-005)."""
