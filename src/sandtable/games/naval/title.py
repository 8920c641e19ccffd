"""Naval Battles: the title."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from sandtable.table import Action, Malformed, Option, Options, OptionValue, Result, Rules

from . import edits as edit_lines
from .actions import parse_action
from .attack_steps import DeclareStep, ResolveStep
from .cards import STANDARD, Deck, load_deck, standard_deck
from .core import set_up
from .defence_step import CoverRollStep, DefendStep, SilentRollStep
from .describe import describe
from .reference import NavalReference, reference_of
from .setup_steps import DealStep, FirstPlayerStep, FleetsStep, NationsStep, PlaceStep
from .state import NavalState
from .turn_steps import DiscardStep, DrawStep, PrepareStep, ReorganiseStep
from .view import NavalView, blind, ship_view, view_of

DECK_VARIABLE = "SANDTABLE_NAVAL_DECK"
"""A host that names folders here offers the decks in them besides the standard one."""

TEAM_COUNTS = {"off": 0, "two": 2, "three": 3}
TEAM_NAMES = ("red", "blue", "green")


class Naval(Rules[NavalState]):
    """Hands of cards, secret fleets, two to six players, teams."""

    id = "naval"
    name = "Naval Battles"
    ledger = "naval-battles"
    family = "naval"
    stage = "complete"
    summary = "A card game of Second World War fleets for two to six players"
    state_type = NavalState
    step_types = (
        NationsStep,
        FleetsStep,
        FirstPlayerStep,
        PlaceStep,
        DealStep,
        ReorganiseStep,
        PrepareStep,
        DeclareStep,
        DefendStep,
        CoverRollStep,
        SilentRollStep,
        ResolveStep,
        DiscardStep,
        DrawStep,
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option("players", (2, 3, 4, 5, 6), "How many play (NB-001)"),
        Option("teams", ("off", "two", "three"), "Teams of two or three players (NB-156)"),
        Option(
            "team_target",
            ("teams", "members"),
            "A team's target: 25 for each team at the table, or for each of its members (NB-971)",
        ),
        Option("linked_battles", (False, True), "Battles are linked up to 75 points (NB-152)"),
        Option(
            "prep_expiry",
            ("next_turn", "end_of_turn"),
            "When prepared cards leave: as the owner's next turn begins, or as his own ends "
            "(NB-920)",
        ),
        Option(
            "prep_blocks_raid",
            (False, True),
            "Whether a carrier that prepared a card makes no raid (NB-922)",
        ),
        Option("deck", (STANDARD,), "The cards in play; a host may offer more decks (NB-902)"),
    )

    def __init__(self, *decks: Deck) -> None:
        """With these decks to choose from besides the standard one."""
        super().__init__()
        folders = filter(None, os.environ.get(DECK_VARIABLE, "").split(os.pathsep))
        known = (standard_deck(), *decks, *map(load_deck, folders))
        self.decks = {deck.tag: deck for deck in known}
        if len(self.decks) > 1:
            choice = msgspec.structs.replace(type(self).options[-1], choices=tuple(self.decks))
            self.options = (*type(self).options[:-1], choice)  # type: ignore[misc]

    def deck_of(self, state: NavalState) -> Deck:
        return self.decks[str(state.options["deck"])]

    def read_options(self, given: Mapping[str, OptionValue]) -> Options:
        wanted = str(given.get("deck", STANDARD))
        if wanted not in self.decks:
            raise Malformed(
                f"this needs the deck {wanted}, and only {', '.join(self.decks)} is at hand; "
                f"docs/naval.md says how to load a deck"
            )
        options = super().read_options(given)
        players, teams = int(options["players"]), TEAM_COUNTS[str(options["teams"])]
        if teams and not 2 * teams <= players <= 3 * teams:
            raise Malformed(f"{players} players do not make {teams} teams of two or three (NB-156)")
        return options

    def seats(self, options: Options) -> tuple[str, ...]:
        return tuple(f"p{n}" for n in range(1, int(options["players"]) + 1))

    def setup(self, options: Options, players: Mapping[str, str]) -> NavalState:
        seats = self.seats(options)
        count = TEAM_COUNTS[str(options["teams"])]
        # Teams sit alternately (NB-974).
        teams = {seat: TEAM_NAMES[i % count] for i, seat in enumerate(seats)} if count else {}
        state = NavalState(
            seats=seats,
            teams=teams,
            options=dict(options),
            totals=dict.fromkeys(seats, 0),
            deck=(),
            hands={},
            reserve={},
            prizes={},
        )
        set_up(self.deck_of(state), state)
        return state

    def parse(self, text: str) -> Action:
        return parse_action(text)

    def view(self, state: NavalState, seat: str | None) -> NavalView:
        return view_of(self.deck_of(state), state, seat)

    def reference(self) -> NavalReference:
        return reference_of(standard_deck())

    def describe(self, state: NavalState, seat: str | None) -> str:
        return describe(self.view(state, seat))

    def space(self, state: NavalState, seat: str | None, name: str) -> Any:
        """There is no board: a ship card or an action card as everybody may see it."""
        deck = self.deck_of(state)
        if name in deck.ships:
            return ship_view(deck, state, name, state.fleet.get(name))
        if name in deck.actions:
            return deck.actions[name]
        near = difflib.get_close_matches(name, (*deck.ships, *deck.actions), n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise Malformed(f"there is no card {name}{hint}")

    def blind(self, state: NavalState, seat: str) -> NavalState:
        return blind(state, seat)

    def result(self, state: NavalState) -> Result | None:
        return state.outcome

    def edit(self, state: NavalState, line: str) -> None:
        edit_lines.edit(self.deck_of(state), state, line)

    def edits(self, state: NavalState) -> list[str]:
        return edit_lines.edits(self.deck_of(state), state)
