"""What a seat may know, as typed data for clients: everything but others' standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq, is_
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from sandtable.table import View

from . import facilities, forces, frames
from . import situation as at
from .budget import Budget, Talk, Threat
from .casualties import CasualtiesStep
from .combat import ConductCombatStep
from .income import CollectIncomeStep
from .landing import range_left
from .movement import cargo_label
from .notes import Note
from .prospects import Prospect, prospects
from .sides import Group, groups
from .state import (
    HURT,
    MOVED,
    NONCOMBAT,
    RAIDER,
    UNLOADED,
    AxisState,
    Facility,
    Orders,
    Piece,
    Stack,
)
from .steps import AxisStep
from .victory import Aim
from .world import World

if TYPE_CHECKING:
    from .rules import AxisRules


class UnitView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Some equal pieces: ``left`` is the movement they still have. What is so of few is told of
    those alone."""

    owner: str
    unit: str
    count: int
    left: int
    moved: bool = False
    """Has had its move."""
    hurt: bool = False
    raiding: bool = False
    cargo: tuple[str, ...] = ()
    landing: str = ""
    """Where its cargo is to storm ashore."""


class FacilityView(msgspec.Struct, frozen=True, gc=False):
    """A facility: its damage, the most it can carry, and whether it is in action."""

    unit: str
    damage: int
    limit: int
    works: bool


class SpaceView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    owner: str
    facilities: tuple[FacilityView, ...]
    units: tuple[UnitView, ...]
    factory: bool = False
    """Whether new units come in here, with the factory's damage and what it can still place."""
    damage: int = 0
    output: int = 0


class PurseView(msgspec.Struct, frozen=True, gc=False):
    """Money of a power, or of one part of it."""

    id: str
    money: int
    income: int
    waiting: tuple[tuple[int, str], ...]
    closed: bool
    """Its capital is lost: it gets and spends nothing."""


class PowerView(msgspec.Struct, frozen=True, gc=False):
    id: str
    side: str
    seat: str
    plays: bool
    """Has turns of its own; others only own land, or stand for neutrals."""
    money: int
    """In all its purses."""
    purses: tuple[PurseView, ...]
    income: int
    tokens: int
    advances: tuple[str, ...]
    waiting: tuple[tuple[int, str], ...]
    """Units bought and not yet placed."""
    capital_lost: bool
    objectives: tuple[tuple[int, str], ...]
    """The objectives it would be paid for now."""
    threats: tuple[Threat, ...]
    """Where enemies will take some of its income."""
    foes: tuple[str, ...]
    allies: tuple[str, ...]
    """Powers it is at war with, and others of its side; it is at peace with the rest."""
    withholds: tuple[tuple[str, tuple[str, ...]], ...]
    """What it does not share, and with which allies (none named: with none of them)."""


class GroupView(msgspec.Struct, frozen=True):
    """Units of one kind and power in a battle."""

    count: int
    owner: str
    unit: str
    dice: tuple[tuple[int, int], ...] = ()
    """What they roll in a round: (hits at or below, how many dice)."""
    hurt: int = 0
    """How many of them have taken a hit already."""
    sturdy: int = 0
    """How many of them can take a hit and fight on."""


class BattleView(msgspec.Struct, frozen=True):
    space: str
    power: str
    sea: bool
    round: int
    stage: str
    attackers: tuple[GroupView, ...]
    defenders: tuple[GroupView, ...]
    dying: tuple[GroupView, ...]
    """Defending casualties that still fire this round."""
    hits: int = 0
    """Hits that are being taken now."""
    taking: Literal["", "attackers", "defenders"] = ""
    """The side that takes them."""
    suggestion: str = ""
    """Losses a sensible player would choose, as an action."""


class AxisView(View):
    round: int
    turn: str
    phase: str
    powers: tuple[PowerView, ...]
    spaces: tuple[SpaceView, ...]
    victory: tuple[Aim, ...]
    """How far each side is with each of its goals."""
    politics: tuple[Prospect, ...]
    """Wars that powers may or may not begin, and why."""
    battle: BattleView | None
    ahead: tuple[str, ...]
    """Where something is to be resolved after the combat moves planned so far."""
    bombarded: str
    """The coast that ships are asked to bombard now."""
    budget: Budget | None
    """What may be spent now."""
    prices: dict[str, int]
    """What the power whose turn it is pays for a unit."""
    remarks: tuple[Note, ...]
    """What else the title has to tell."""
    talks: tuple[Talk, ...]
    """Neutrals that can be won over by a die now."""
    orders: Orders
    topics: tuple[str, ...]
    """What the seat has reason to leave orders about."""
    options: dict[str, bool | int | str]
    winner: str


def offered_topics(rules: AxisRules, state: AxisState, seat: str | None) -> tuple[str, ...]:
    if seat is None:
        return ()
    topics = rules.topics.values()
    return tuple(topic.name for topic in topics if topic.concerns(rules.world, state, seat))


def _in_combat_move(state: AxisState) -> bool:
    return any(isinstance(frame, frames.CombatMove) for frame in state.flow)


def _everywhere(state: AxisState) -> tuple[Any, ...]:
    """What the look of a space depends on besides its own stack, owner and facilities."""
    return tuple(state.techs), _in_combat_move(state)


def unit_view(rules: AxisRules, state: AxisState, piece: Piece, count: int) -> UnitView:
    world = rules.world
    kind = world.kinds[piece.kind]
    moved = bool(piece.marks & (NONCOMBAT if kind.domain == "air" else MOVED))
    left = max(0, range_left(world, state, piece))
    if kind.transport and _in_combat_move(state):
        # Ships that load on their way sail on as far as they can.
        moved = moved and (not left or bool(piece.marks & UNLOADED))
    target = next((c.target for c in piece.cargo if c.target >= 0), -1)
    return UnitView(
        owner=world.powers[piece.owner].id,
        unit=kind.id,
        count=count,
        left=left,
        moved=moved,
        hurt=bool(piece.marks & HURT),
        raiding=bool(piece.marks & RAIDER),
        cargo=cargo_label(world, piece),
        landing=world.spaces[target].id if target >= 0 else "",
    )


def space_view(rules: AxisRules, state: AxisState, space: int) -> SpaceView:
    world = rules.world
    owner = state.owner[space]
    factory = facilities.factory(world, state, space)
    return SpaceView(
        id=world.spaces[space].id,
        owner=world.powers[owner].id if owner >= 0 else "",
        factory=factory is not None,
        damage=factory.damage if factory else 0,
        output=at.output_left(world, state, owner, space) if factory and owner >= 0 else 0,
        facilities=tuple(
            FacilityView(
                world.kinds[f.kind].id,
                f.damage,
                facilities.limit(world, space, world.kinds[f.kind]),
                facilities.works(world, f),
            )
            for f in state.facilities.get(space, ())
        ),
        units=tuple(unit_view(rules, state, piece, count) for piece, count in state.units[space]),
    )


class Seen(msgspec.Struct, frozen=True):
    """The spaces as they were last shown, and what that was made from."""

    everywhere: tuple[Any, ...]
    units: tuple[Stack, ...]
    owners: tuple[int, ...]
    built: dict[int, tuple[Facility, ...]]
    views: dict[int, SpaceView]

    def changed(self, state: AxisState) -> set[int]:
        """Stacks are replaced, never changed, so the very same one needs no second look."""
        same = map(is_, state.units, self.units)
        found = {space for space, is_same in enumerate(same) if not is_same}
        same = map(eq, state.owner, self.owners)
        found |= {space for space, is_same in enumerate(same) if not is_same}
        if state.facilities != self.built:
            spaces = state.facilities.keys() | self.built.keys()
            found |= {n for n in spaces if state.facilities.get(n) != self.built.get(n)}
        return found


def _space_views(
    rules: AxisRules, state: AxisState, known: dict[str, Any] | None
) -> tuple[SpaceView, ...]:
    """All spaces; one whose stack, owner and facilities are those of last time looks the same."""
    everywhere = _everywhere(state)
    last: Seen | None = known.get("spaces") if known is not None else None
    shown = rules.world.open_spaces
    if last is not None and last.everywhere == everywhere:
        changed = last.changed(state) & shown
        views = {**last.views, **{n: space_view(rules, state, n) for n in changed}}
    else:
        views = {n: space_view(rules, state, n) for n in sorted(shown)}
    if known is not None:
        units, owners, built = tuple(state.units), tuple(state.owner), dict(state.facilities)
        known["spaces"] = Seen(everywhere, units, owners, built, views)
    return tuple(views.values())


def _power_views(
    rules: AxisRules, state: AxisState, known: dict[str, Any] | None
) -> tuple[PowerView, ...]:
    """All powers; those that are as they were are the same values, so that nobody looks again."""
    incomes = at.productions(rules.world, state)
    made = [_power_view(rules, state, p.index, incomes[p.index]) for p in rules.world.powers]
    if known is None:
        return tuple(made)
    last = known.get("powers", made)
    found = tuple(b if a == b else a for a, b in zip(made, last, strict=True))
    known["powers"] = found
    return found


def _purse_view(world: World, state: AxisState, purse: int, income: int) -> PurseView:
    """``income`` is that of the whole power."""
    data = world.purses[purse]
    if len(world.purses_of[data.power]) > 1:
        income = at.production(world, state, data.power, purse)
    return PurseView(
        id=data.id,
        money=state.money[purse],
        income=income,
        waiting=tuple((count, world.kinds[kind].id) for kind, count in state.pool[purse]),
        closed=at.purse_closed(world, state, purse),
    )


def _power_view(rules: AxisRules, state: AxisState, power: int, income: int) -> PowerView:
    world = rules.world
    data = world.powers[power]
    income_step = rules.steps[frames.CollectIncome]
    assert isinstance(income_step, CollectIncomeStep)
    met = income_step.bonuses(state, power) if state.options.get("objectives") else ()
    foe, ally = at.foes(state, power), at.allies(state, power)
    return PowerView(
        id=data.id,
        side=data.side,
        seat=data.seat,
        plays=data.plays,
        money=sum(state.money[purse] for purse in world.purses_of[power]),
        purses=tuple(_purse_view(world, state, purse, income) for purse in world.purses_of[power]),
        income=income,
        tokens=state.tokens[power],
        advances=tuple(t.id for t in world.techs if state.techs[power] >> t.index & 1),
        waiting=tuple(
            (count, world.kinds[kind].id)
            for purse in world.purses_of[power]
            for kind, count in state.pool[purse]
        ),
        capital_lost=at.capital_lost(world, state, power),
        objectives=met,
        threats=income_step.threats(state, power),
        foes=tuple(p.id for p in world.powers if foe[p.index]),
        allies=tuple(p.id for p in world.powers if ally[p.index] and p.index != power),
        withholds=rules.withheld(state, power),
    )


def _battle_view(rules: AxisRules, state: AxisState) -> BattleView | None:
    world = rules.world
    battle = next((f for f in reversed(state.flow) if isinstance(f, frames.Battle)), None)
    if battle is None:
        return None
    top = state.flow[-1]
    hits, suggestion = 0, ""
    taking: Literal["", "attackers", "defenders"] = ""
    if isinstance(top, frames.Casualties):
        step = rules.steps[frames.Casualties]
        assert isinstance(step, CasualtiesStep)
        hits, suggestion = sum(top.hits), str(step.suggestion(state, top))
        taking = "attackers" if top.attacker else "defenders"
    return BattleView(
        space=world.spaces[battle.space].id,
        power=world.powers[battle.power].id,
        sea=battle.sea,
        round=battle.round,
        stage=battle.stage,
        attackers=_side_view(rules, state, groups(world, state, battle, True), True),
        defenders=_side_view(rules, state, groups(world, state, battle, False), False),
        dying=_side_view(rules, state, [Group(o, k, n, 0) for o, k, n in battle.dead], False),
        hits=hits,
        taking=taking,
        suggestion=suggestion,
    )


def _side_view(
    rules: AxisRules, state: AxisState, side: Sequence[Group], attacker: bool
) -> tuple[GroupView, ...]:
    world = rules.world
    dice: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
    for owner in {group.owner for group in side}:
        force = {group.kind: group.count for group in side if group.owner == owner}
        volleys = forces.attack_volleys if attacker else forces.defence_volleys
        for volley in volleys(world.kinds, world.arsenal(state.techs[owner]), force):
            key = owner, volley.kind
            dice[key] = (*dice.get(key, ()), (volley.needed, volley.count))
    return tuple(
        GroupView(
            count=group.count,
            owner=world.powers[group.owner].id,
            unit=world.kinds[group.kind].id,
            dice=dice.get((group.owner, group.kind), ()),
            hurt=group.hurt,
            sturdy=group.count - group.hurt if world.kinds[group.kind].hits > 1 else 0,
        )
        for group in side
    )


def _ahead(rules: AxisRules, state: AxisState) -> tuple[str, ...]:
    step = rules.steps[frames.ConductCombat]
    assert isinstance(step, ConductCombatStep)
    planning = next((f for f in state.flow if isinstance(f, frames.CombatMove)), None)
    if planning is None:
        return ()
    return tuple(rules.world.spaces[n].id for n in step.ahead(state, planning.power))


def make_view(
    rules: AxisRules, state: AxisState, seat: str | None, known: dict[str, Any] | None = None
) -> AxisView:
    world = rules.world
    phases = [type(frame).__name__ for frame in state.flow]
    top = state.flow[-1] if state.flow else None
    step = rules.steps[type(top)] if top is not None else None
    assert step is None or isinstance(step, AxisStep)
    budget = step.budget(state, top) if step else None
    # Who spends need not be on turn.
    payer = world.purses[world.purse[budget.purse]].power if budget else state.turn
    arsenal = world.arsenal(state.techs[payer])
    return AxisView(
        round=state.round,
        turn=world.powers[state.turn].id,
        phase=phases[1] if len(phases) > 1 else "",
        powers=_power_views(rules, state, known),
        spaces=_space_views(rules, state, known),
        victory=world.victory.aims(state),
        politics=prospects(world, state),
        battle=_battle_view(rules, state),
        ahead=_ahead(rules, state),
        bombarded=world.spaces[top.space].id if isinstance(top, frames.Bombard) else "",
        budget=budget,
        prices={kind.id: arsenal.cost[kind.index] for kind in world.kinds},
        remarks=rules.remarks(state),
        talks=step.talks(state, top) if step else (),
        orders=state.orders.get(seat or "", Orders()),
        topics=offered_topics(rules, state, seat),
        options=state.options,
        winner=state.winner,
    )
