"""A title of the family: its tables, its steps, and the order they come in.

A title is made by naming its data package, its rule ids and, where its rulebook differs, the
steps it replaces. Nothing here asks which title it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from sandtable.table import (
    Action,
    Frame,
    Log,
    Malformed,
    Option,
    Options,
    Power,
    Refusal,
    Result,
    Rules,
    Step,
    View,
)

from . import facilities, frames, relations
from . import situation as at
from .access import Access
from .actions import Order
from .advantages import grant_bids
from .arsenal import Bomb
from .battle import BATTLES, BattleStep
from .capture import Conqueror
from .casualties import CasualtiesStep
from .combat import COMBAT, ConductCombatStep
from .combat_move import CombatMoveStep
from .combat_stages import CombatStage
from .describe import describe, statistics
from .edit import EDITS, Edit, Editor
from .homeless import HomelessStep
from .income import CollectIncomeStep
from .mobilize import MobilizeStep
from .movement import Mover
from .noncombat_move import NoncombatMoveStep
from .notation import VERBS, Notation, Verb
from .notes import Note
from .orders import OrderStep
from .paratroopers import Paratroopers
from .phases import TURN, Phase, Rotation, Turn, TurnByTurn
from .politics import AT_WAR
from .prospects import relations_told
from .purchase import PurchaseStep
from .raids import BombardStep, RaidStep, RocketStep
from .reactions import Reaction, ReactStep
from .reference import AxisReference, make_reference
from .refusals import TEXTS, Refuser
from .research import ResearchStep
from .stages import Row
from .state import EMPTY, AxisState, Cargo, Facility, Orders, Piece, cargo_key, plain
from .topics import TOPICS, Topic
from .traits import EFFECTS, FLAGS
from .transports import Shipper
from .turn import TurnStep, begin
from .victory import Goal, Victory
from .view import AxisView, make_view, offered_topics
from .world import World

STEPS: tuple[type[Step[Any, Any]], ...] = (
    TurnStep,
    ResearchStep,
    PurchaseStep,
    CombatMoveStep,
    ConductCombatStep,
    ReactStep,
    RaidStep,
    RocketStep,
    BombardStep,
    BattleStep,
    CasualtiesStep,
    HomelessStep,
    NoncombatMoveStep,
    MobilizeStep,
    CollectIncomeStep,
)


class AxisRules(Rules[AxisState]):
    """What all titles of the family share."""

    family = "axis"
    symbols: ClassVar[tuple[str, ...]] = ()
    """Printed marks of sea zones that mean something to its rules."""
    version = 2
    world_type: ClassVar[type[World]] = World
    package: ClassVar[str]
    scenario: ClassVar[str]
    tables: ClassVar[str] = ""
    """The folder of its own tables, where a package holds several boards."""
    rule_ids: ClassVar[Mapping[str, str]]
    """The ledger id behind each refusal's code."""
    texts: ClassVar[Mapping[str, str]] = TEXTS
    aliases: ClassVar[Mapping[str, str]] = {}
    flags: ClassVar[Mapping[str, str]] = FLAGS
    """The words of ``units.csv`` and ``techs.csv``; a title adds its own, see ``traits``."""
    effects: ClassVar[Mapping[str, str]] = EFFECTS
    verbs: ClassVar[Mapping[str, Verb]] = VERBS
    """How actions are written; a title adds verbs for actions of its own."""
    deeds: ClassVar[tuple[str, ...]] = ()
    """What its own rules remember of the past, besides what its tables ask for."""
    topics: ClassVar[Mapping[str, Topic]] = TOPICS
    """What standing orders can be about."""
    battles: ClassVar[Mapping[str, Row]] = BATTLES
    """The stages of battles on land and at sea; a title swaps some or adds rows."""
    combat: ClassVar[tuple[type[CombatStage], ...]] = COMBAT
    """The stages of the combat phase."""
    reactions: ClassVar[tuple[type[Reaction], ...]] = ()
    """What other seats may do before battles; a title that has any puts the stage ``Reactions``
    into ``combat``."""
    edit_verbs: ClassVar[Mapping[str, Edit]] = EDITS
    """How positions are set up; a title with state of its own adds an edit for it."""
    turn: ClassVar[Turn] = TURN
    """The sequence of play, see ``phases``; ``rotation``: how powers take turns with it."""
    rotation: ClassVar[Rotation] = TurnByTurn()
    victory: ClassVar[tuple[Goal, ...]] = ()
    """How the sides win, see ``victory``."""
    victory_type: ClassVar[type[Victory]] = Victory
    options: ClassVar[tuple[Option, ...]] = (
        Option("research", (False, True), "researcher tokens and advances"),
        Option("objectives", (False, True), "bonus income for national objectives"),
    )
    partners: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Seats the rulebook advises to give to one person when not everybody has his own."""
    step_types = STEPS
    anytime_types = (OrderStep,)
    conqueror_type: ClassVar[type[Conqueror]] = Conqueror
    access_type: ClassVar[type[Access]] = Access
    paratroopers_type: ClassVar[type[Paratroopers]] = Paratroopers
    mover_type: ClassVar[type[Mover]] = Mover
    shipper_type: ClassVar[type[Shipper]] = Shipper
    one_sortie: ClassVar[bool] = False
    """Attacking aircraft fight in the first round and fly home; every hit can fall on all."""
    bombs: ClassVar[Mapping[str, Bomb]] = {}
    """Flying bombs that are fired in a title's own phase, by name."""
    persuasion: ClassVar[tuple[int, int] | None] = None
    """What a die for a neutral costs, and what it costs the neutral's friends; it wins a neutral
    that is worth less than it shows."""
    currency: ClassVar[str] = "IPCs"
    """What the rulebook calls money."""
    guests_are_cargo: ClassVar[bool] = True
    """Allied aircraft on a power's decks are its carriers' cargo while it is on turn."""

    def __init__(self) -> None:
        self.world = self.world_type(
            self.package,
            self.scenario,
            self.flags,
            self.effects,
            board=self.tables,
            phases=self.phases,
        )
        self.world.access = self.access_type(self.world)
        self.world.own_deeds = frozenset(self.deeds)
        self.world.currency = self.currency
        self.world.victory = self.victory_type(self.world, self.victory)
        self.refuse = Refuser(self.rule_ids, self.texts, self.currency)
        self.mover = self.mover_type(self.world, self.refuse)
        self.shipper = self.shipper_type(self.mover)
        self.paratroopers = self.paratroopers_type(self.mover)
        self.conqueror = self.conqueror_type(self.world)
        self.notation = Notation(self.world, self.aliases, self.verbs, self.topics)
        self.editor = Editor(self)
        self.powers = tuple(
            Power(power.id, power.name, power.colour, power.side) for power in self.world.powers
        )
        super().__init__()

    # Seats and set-up

    def seats(self, options: Options) -> tuple[str, ...]:
        return self.world.seats

    def check_players(self, options: Options, players: Mapping[str, str]) -> Refusal | None:
        """A person may hold several powers, all of one side; at least two people play."""
        sides: dict[str, set[str]] = {}
        for seat, player in players.items():
            side = self.world.powers[self.world.power[seat]].side
            sides.setdefault(player, set()).add(side)
        for player, held in sides.items():
            if len(held) > 1:
                return self.refuse("players-side", player=player)
        return None

    def setup(self, options: Options, players: Mapping[str, str]) -> AxisState:
        world = self.world
        count = len(world.powers)
        state: AxisState = self.state_type(
            units=[EMPTY] * len(world.spaces),
            owner=list(world.controllers),
            facilities={},
            money=[purse.money for purse in world.purses],
            tokens=[0] * count,
            techs=[0] * count,
            pool=[()] * len(world.purses),
            foe=self.wars_at_start(options),
            ally=relations.allied(world.powers),
            turns=[0] * count,
            options=dict(options),
            players=dict(players),
        )
        for line in world.setup:
            if world.kinds[line.kind].building:
                facilities.put(state, line.space, Facility(line.kind))
            elif not line.cargo:
                state.add(line.space, plain(line.kind, line.power), line.count)
        for line in world.setup:
            if line.cargo:
                for _ in range(line.count):
                    self._put_aboard(state, line.space, line.kind, line.power)
        grant_bids(world, state)
        begin(self, state, world.order[0])
        return state

    def wars_at_start(self, options: Options) -> relations.Table:
        """Who is at war with whom when the game begins."""
        policies = self.world.politics
        wars = [
            frozenset((row.power, target))
            for row in policies
            if row.kind == AT_WAR
            for target in row.targets
        ]
        return relations.opposing(self.world.powers, wars if policies else None)

    def _put_aboard(self, state: AxisState, zone: int, kind: int, owner: int) -> None:
        """Heavy units take the emptiest transport, infantry fill up what is left."""
        found = [
            piece
            for piece, _ in state.units[zone]
            if piece.owner == owner
            and self.world.kinds[piece.kind].transport
            and self.mover.landings.has_room(piece, kind)
        ]
        transport = min(found, key=lambda piece: len(piece.cargo))
        cargo = tuple(sorted((*transport.cargo, Cargo(kind, owner)), key=cargo_key))
        state.change(zone, transport, Piece(transport.kind, owner, cargo=cargo))

    # The turn

    def rotation_of(self, state: AxisState) -> Rotation:
        """How powers take turns in this game."""
        return self.rotation

    @cached_property
    def phases(self) -> tuple[str, ...]:
        return tuple(phase.name for phase in self.turn)

    def open_phase(self, state: AxisState, phase: Phase, power: int, log: Log) -> list[Frame]:
        """The frames of a phase, the first to be played last; empty when it is skipped."""
        if phase.option and not state.options.get(phase.option):
            return []
        if phase.needs_capital and at.capital_lost(self.world, state, power):
            return []
        if not self.world.access.has_phase(state, power, phase.name):
            return []
        return phase.opens(self, state, power, log)

    def suppose(
        self, state: AxisState, power: int, action: Action
    ) -> list[tuple[float, AxisState]]:
        """Where a reaction to a power's attacks would lead: positions with their chances."""
        raise Malformed(f"nobody answers attacks with '{action}' in {self.id}")

    def flak(self, state: AxisState, power: int, space: int) -> tuple[int, ...]:
        """Where every gun fires at every aircraft: what each die at one of the power's hits at."""
        return ()

    def battery_dice(self, radar: str) -> tuple[int, ...]:
        """What the dice of one battery at one aircraft hit at; ``radar`` as options name it."""
        return ()

    # Text, views, results

    def parse(self, text: str) -> Action:
        return self.notation.parse(text)

    def view(self, state: AxisState, seat: str | None) -> AxisView:
        return make_view(self, state, seat)

    def views(
        self, state: AxisState, seats: Sequence[str | None], known: dict[str, Any] | None = None
    ) -> list[View]:
        """All see the same board; only the orders differ, and what they can be about."""
        board = make_view(self, state, None, known)
        return [
            msgspec.structs.replace(
                board,
                orders=state.orders.get(seat or "", Orders()),
                topics=offered_topics(self, state, seat),
            )
            for seat in seats
        ]

    def withheld(self, state: AxisState, power: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What a power does not share with allies, by the orders that all know of."""
        data = self.world.powers[power]
        orders = state.orders.get(data.seat) if data.plays else None
        found = orders.more if orders else ()
        return tuple((topic, words[1:]) for topic, words in found if self.topics[topic].public)

    def hides(self, action: Action) -> bool:
        return isinstance(action, Order) and not self.topics[action.topic].public

    def remarks(self, state: AxisState) -> tuple[Note, ...]:
        """What a title tells of a position besides what the family shows."""
        return ()

    def describe(self, state: AxisState, seat: str | None) -> str:
        return describe(self, state, seat)

    def politics(self, state: AxisState) -> list[str]:
        return relations_told(self.world, state)

    def statistics(self, state: AxisState) -> dict[str, dict[str, float]]:
        return statistics(self, state)

    def reference(self) -> AxisReference:
        return make_reference(self)

    def blind(self, state: AxisState, seat: str) -> AxisState:
        """Secret are standing orders, and what other defenders have proposed to lose."""
        twin = state.copy()
        known = {name for name, topic in self.topics.items() if topic.public}
        twin.orders = {
            other: orders if other == seat else orders.only(known)
            for other, orders in twin.orders.items()
            if other == seat or orders.only(known).more
        }
        for frame in twin.flow:
            if isinstance(frame, frames.Casualties):
                frame.proposals = self.known_proposals(frame, seat)
        return twin

    def known_proposals(self, frame: frames.Casualties, seat: str) -> tuple[tuple[str, str], ...]:
        """Defenders propose in secret, so that nobody only follows."""
        return tuple(item for item in frame.proposals if item[0] == seat)

    def result(self, state: AxisState) -> Result | None:
        if not state.winner:
            return None
        world = self.world
        side = world.members[state.winner]
        winners = tuple(seat for seat in world.seats if world.power[seat] in side)
        scores = {seat: float(seat in winners) for seat in world.seats}
        aims = [aim for aim in world.victory.aims(state) if aim.side == state.winner]
        reached = next((aim for aim in aims if aim.have >= aim.need), aims[0])
        reason = f"the {state.winner} hold {reached.need} {reached.text}"
        args = {"side": state.winner, "n": str(reached.need), "text": reached.text}
        return Result(winners, reason, scores, "goal", args)

    def edit(self, state: AxisState, line: str) -> None:
        self.editor.edit(state, line)

    def edits(self, state: AxisState) -> list[str]:
        return self.editor.describe(state)
