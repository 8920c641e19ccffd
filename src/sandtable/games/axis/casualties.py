"""Taking hits: what an owner may choose to lose, and what is lost if nobody is asked."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TypeAlias

import msgspec

from sandtable.table import Action, Ask, Decision, Log, Refusal

from . import forces, frames
from .actions import Lose, Units
from .events import Lost
from .sides import Group, Key, airborne, in_battle, loads, told_apart, under_fire
from .state import HURT, LANDED, AxisState, Piece
from .steps import AxisStep
from .world import World

Loss: TypeAlias = dict[Key, tuple[int, int]]
"""How many of them are lost, and how many damaged and afloat."""


def targets(world: World, side: Sequence[Group]) -> forces.Targets:
    room = [0, 0, 0, 0]
    for group in side:
        kind = world.kinds[group.kind]
        room[kind.target] += group.count * kind.hits - group.hurt
    return forces.Targets(*room)


class Toll:
    """What a number of hits does to one side: the choices its owner has."""

    def __init__(
        self, world: World, side: Sequence[Group], hits: forces.Hits, hunted: bool
    ) -> None:
        self.world = world
        self.side = side
        self.hits = hits
        self.hunted = hunted
        self.on_others, self.on_transports = forces.absorbed(hits, targets(world, side), hunted)

    @property
    def total(self) -> int:
        return self.on_others + self.on_transports

    def cost(self, group: Group, lost: int, damaged: int) -> int:
        """Hits spent: a damaged ship goes down with one more, a whole one needs all."""
        kind = self.world.kinds[group.kind]
        return damaged + lost + max(0, lost - group.hurt) * (kind.hits - 1)

    def problem(self, loss: Loss) -> tuple[str, dict[str, object]] | None:
        """Why a choice is not allowed, as a refusal's code and words."""
        taken = [0, 0, 0, 0]
        for group in self.side:
            lost, damaged = loss.get(group.key, (0, 0))
            kind = self.world.kinds[group.kind]
            whole = group.count - group.hurt - max(0, lost - group.hurt)
            if damaged > (whole if kind.hits > 1 else 0):
                return "lose-damage", {"unit": kind.id}
            taken[kind.target] += self.cost(group, lost, damaged)
        count = sum(taken)
        if count != self.total:
            return "lose-count", {"hits": self.total, "count": count}
        if taken[3] > self.on_transports:
            return "lose-transport", {}
        if not forces.fits(self.hits, (taken[0], taken[1], taken[2]), self.hunted):
            return "lose-target", {}
        return None

    def by_order(self, order: Sequence[tuple[int, int]]) -> Loss:
        """The losses of who gives up units in this order of (owner, kind); first hits come first.

        Always legal, and as many hits as possible take effect: see ``forces.fall``.
        """
        kinds = self.world.kinds
        ranked = [g for key in order for g in self.side if (g.owner, g.kind) == key]
        ranked += [group for group in self.side if group not in ranked]
        slots = forces.slots(kinds, [(g.kind, g.count, g.hurt) for g in ranked])
        classes = [kinds[ranked[slot.group].kind].target for slot in slots]
        lost, damaged = [0] * len(ranked), [0] * len(ranked)
        for slot, hit in zip(slots, forces.fall(classes, self.hits, self.hunted), strict=True):
            if hit:
                (damaged if slot.damage else lost)[slot.group] += 1
        loss: Loss = {}
        for index, group in enumerate(ranked):
            afloat = max(0, damaged[index] - max(0, lost[index] - group.hurt))
            if lost[index] or afloat:
                loss[group.key] = (lost[index], afloat)
        self._add_transports(ranked, loss)
        return loss

    def _add_transports(self, ranked: Sequence[Group], loss: Loss) -> None:
        left = self.on_transports
        for group in ranked:
            if left and self.world.kinds[group.kind].chosen_last:
                lost = min(left, group.count)
                loss[group.key] = (lost, 0)
                left -= lost

    def all_choices(self) -> Iterator[Loss]:
        """Every allowed choice."""
        slots: list[tuple[Group, bool]] = []
        for group in self.side:
            slots.append((group, False))
            if self.world.kinds[group.kind].hits > 1:
                slots.append((group, True))
        yield from self._choose(slots, {}, self.total)

    def _choose(self, slots: list[tuple[Group, bool]], loss: Loss, left: int) -> Iterator[Loss]:
        if not slots:
            if left == 0 and self.problem(loss) is None:
                yield dict(loss)
            return
        (group, damage), *rest = slots
        key = group.key
        for count in range(group.count + 1):
            lost, _ = loss.get(key, (0, 0))
            choice = (lost, count) if damage else (count, 0)
            spent = self.cost(group, *choice) - (self.cost(group, lost, 0) if damage else 0)
            if spent > left:
                break
            trial = loss if choice == (0, 0) else {**loss, key: choice}
            yield from self._choose(rest, trial, left - spent)

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        found = self.all_choices()
        next(found, None)
        return next(found, None) is None


class CasualtiesStep(AxisStep[frames.Casualties]):
    """The owner of the units that were hit chooses which are lost."""

    frame = frames.Casualties
    prompt = "choose your losses"

    def run(self, state: AxisState, frame: frames.Casualties, log: Log) -> Ask | None:
        battle = state.innermost(frames.Battle)
        toll = self._toll(state, frame, battle)
        if toll.total == 0:
            state.flow.pop()
            return None
        everything = sum(g.count * self.world.kinds[g.kind].hits - g.hurt for g in toll.side)
        if toll.total >= everything or len(toll.side) == 1 or toll.forced:
            self._suffer(state, frame, battle, toll.by_order(()), log)
            return None
        seats = self.choosers(state, frame, battle, toll)
        waiting = []
        for seat in seats:
            # Orders are about one's own units, not about the enemies one chooses in a dispute.
            orders = None if frame.disputed else state.orders.get(seat)
            if orders is not None and orders.losses:
                loss = toll.by_order(self._ranked(toll, orders.losses))
                self._propose(state, frame, battle, toll, seat, loss, log)
                if not state.flow or state.flow[-1] is not frame:
                    return None
            elif seat not in dict(frame.proposals):
                waiting.append(seat)
        if waiting:
            now = self.asked_now(frame, seats, waiting)
            return Decision(tuple(now), "Casualties", self.prompt)
        return None

    def asked_now(
        self, frame: frames.Casualties, seats: list[str], waiting: list[str]
    ) -> list[str]:
        """Who of those that have not chosen yet is asked first: all at once."""
        return waiting

    def _toll(self, state: AxisState, frame: frames.Casualties, battle: frames.Battle) -> Toll:
        if frame.air_only:
            side = under_fire(self.world, state, battle)
        else:
            side = told_apart(self.world, state, battle, frame.attacker)
        return Toll(self.world, side, frame.hits, frame.hunted)

    def choosers(
        self, state: AxisState, frame: frames.Casualties, battle: frames.Battle, toll: Toll
    ) -> list[str]:
        """One seat for each person who owns units that were hit; in a dispute the attacker."""
        powers = self.world.powers
        if frame.attacker or frame.disputed:
            return [powers[battle.power].seat]
        found: dict[str, str] = {}
        for group in toll.side:
            seat = powers[group.owner].seat
            found.setdefault(state.players.get(seat, seat), seat)
        return list(found.values())

    def _ranked(self, toll: Toll, kinds: Sequence[str]) -> list[tuple[int, int]]:
        ranks = [self.world.kind[kind] for kind in kinds]
        found = ((g.owner, kind) for kind in ranks for g in toll.side if g.kind == kind)
        return list(dict.fromkeys(found))

    # Choosing

    def check(
        self, state: AxisState, frame: frames.Casualties, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Lose):
            return self.wrong()
        battle = state.innermost(frames.Battle)
        toll = self._toll(state, frame, battle)
        loss = self._read(toll, seat, action, battle.space)
        if isinstance(loss, Refusal):
            return loss
        problem = toll.problem(loss)
        return None if problem is None else self.refuse(problem[0], **problem[1])

    def play(
        self, state: AxisState, frame: frames.Casualties, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Lose)
        battle = state.innermost(frames.Battle)
        toll = self._toll(state, frame, battle)
        loss = self._read(toll, seat, action, battle.space)
        assert not isinstance(loss, Refusal)
        self._propose(state, frame, battle, toll, seat, loss, log)

    def _read(self, toll: Toll, seat: str, action: Lose, space: int) -> Loss | Refusal:
        loss: Loss = {}
        for damaged, listed in ((False, action.units), (True, action.damaged)):
            for units in listed:
                left = units.count
                for group in self._meant(toll, seat, units):
                    lost, hurt = loss.get(group.key, (0, 0))
                    number = min(left, group.count - (hurt if damaged else lost))
                    if number:
                        here = (lost, hurt + number) if damaged else (lost + number, hurt)
                        loss[group.key] = here
                        left -= number
                if left:
                    unit = str(units).split(" ", 1)[1]
                    return self.refuse("no-units", unit=unit, space=self.name(space))
        return loss

    def _meant(self, toll: Toll, seat: str, units: Units) -> list[Group]:
        """Whose units are meant: the named power's, one's own, or the only ones there.

        Ships named without what they carry are those that are missed least.
        """
        kind = self.world.kind[units.kind]
        same = [g for g in toll.side if g.kind == kind]
        if units.owner:
            same = [g for g in same if self.power_name(g.owner) == units.owner]
        else:
            own = [g for g in same if self.world.powers[g.owner].seat == seat]
            same = [g for g in own or same if g.owner == (own or same)[0].owner]
        if units.cargo:
            bare = tuple(sorted(name.partition(">")[0] for name in units.cargo))
            exact = [g for g in same if g.cargo == units.cargo]
            return exact or [g for g in same if _without_coasts(g.cargo) == bare == units.cargo]
        return same

    def _propose(
        self,
        state: AxisState,
        frame: frames.Casualties,
        battle: frames.Battle,
        toll: Toll,
        seat: str,
        loss: Loss,
        log: Log,
    ) -> None:
        """Defenders who agree get their choice; if they differ, the attacker chooses."""
        seats = self.choosers(state, frame, battle, toll)
        text = str(self._written(toll, loss))
        proposals = dict(frame.proposals) | {seat: text}
        frame.proposals = tuple(proposals.items())
        if any(other not in proposals for other in seats):
            return
        if len(set(proposals.values())) == 1 or frame.disputed:
            self._suffer(state, frame, battle, loss, log)
        else:
            frame.disputed = True
            frame.proposals = ()

    def _written(self, toll: Toll, loss: Loss) -> Lose:
        several = len({g.owner for g in toll.side}) > 1
        lost, damaged = [], []
        for (owner, kind, cargo), (down, hurt) in sorted(loss.items()):
            name = self.power_name(owner) if several else ""
            named = cargo if self._has_to_be_said(toll, owner, kind) else ()
            if down:
                lost.append(Units(down, self.world.kinds[kind].id, name, named))
            if hurt:
                damaged.append(Units(hurt, self.world.kinds[kind].id, name, named))
        return Lose(tuple(lost), tuple(damaged))

    def _has_to_be_said(self, toll: Toll, owner: int, kind: int) -> bool:
        """Whether ships of this kind are told apart by their cargo."""
        return sum((g.owner, g.kind) == (owner, kind) for g in toll.side) > 1

    def candidates(self, state: AxisState, frame: frames.Casualties, seat: str) -> Iterator[Action]:
        toll = self._toll(state, frame, state.innermost(frames.Battle))
        for loss in toll.all_choices():
            yield self._written(toll, loss)

    def suggestion(self, state: AxisState, frame: frames.Casualties) -> Lose:
        """What a sensible player would lose: the cheapest first, ships' first hits before all."""
        battle = state.innermost(frames.Battle)
        toll = self._toll(state, frame, battle)
        arsenal = self.world.arsenal(state.techs[battle.power])
        order = forces.loss_order(self.world.kinds, arsenal, attacking=frame.attacker)
        names = [self.world.kinds[kind].id for kind in order]
        return self._written(toll, toll.by_order(self._ranked(toll, names)))

    # Losing

    def _suffer(
        self,
        state: AxisState,
        frame: frames.Casualties,
        battle: frames.Battle,
        loss: Loss,
        log: Log,
    ) -> None:
        labels = loads(self.world, state, battle, frame.attacker)
        for (owner, kind, cargo), (lost, damaged) in sorted(loss.items()):
            power, unit = self.power_name(owner), self.world.kinds[kind].id
            space = self.name(battle.space)
            if lost:
                alike = {piece for piece, label in labels.items() if label == cargo}
                only = alike if cargo else None
                if frame.air_only:
                    here = (piece for piece, _ in state.units[battle.space])
                    only = {piece for piece in here if airborne(self.world, piece)}
                destroy(self.world, state, battle.space, owner, kind, lost, log, only, battle.among)
                if frame.still_fire:
                    battle.dead = (*battle.dead, (owner, kind, lost))
            if damaged:
                self._damage(state, battle.space, owner, kind, damaged)
                what = f"{damaged} {unit}"
                log.append(Lost(power=power, what=what, space=space, damaged=True))
        state.flow.remove(frame)

    def _damage(self, state: AxisState, space: int, owner: int, kind: int, count: int) -> None:
        for piece, number in state.units[space]:
            if (piece.owner, piece.kind) == (owner, kind) and not piece.marks & HURT:
                if not in_battle(self.world, piece):
                    continue
                hit = min(count, number)
                hurt = msgspec.structs.replace(piece, marks=piece.marks | HURT)
                state.change(space, piece, hurt, hit)
                count -= hit
                if not count:
                    return


def _without_coasts(cargo: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name.partition(">")[0] for name in cargo))


def destroy(
    world: World,
    state: AxisState,
    space: int,
    owner: int,
    kind: int,
    count: int,
    log: Log,
    only: Container[Piece] | None = None,
    among: int = 0,
) -> None:
    """Take away units of a kind with what they carry, first those an owner misses least.

    Damaged ships before whole ones, empty before loaded, units that cannot retreat before
    those that can, aircraft with the shortest way left.
    """
    found = [
        (piece, number)
        for piece, number in state.units[space]
        if (piece.owner, piece.kind) == (owner, kind)
        and in_battle(world, piece, among)
        and (only is None or piece in only)
    ]
    found.sort(
        key=lambda item: (
            not item[0].marks & HURT,
            len(item[0].cargo),
            not item[0].marks & LANDED,
            -item[0].spent,
        )
    )
    toll = {(owner, kind): count}
    for piece, number in found:
        gone = min(count, number)
        state.remove(space, piece, gone)
        for cargo in piece.cargo if gone else ():
            key = (cargo.owner, cargo.kind)
            toll[key] = toll.get(key, 0) + gone
        count -= gone
    assert count == 0, "more units were lost than are there"
    for (whose, what), number in toll.items():
        log.append(
            Lost(
                power=world.powers[whose].id,
                what=f"{number} {world.kinds[what].id}",
                space=world.spaces[space].id,
            )
        )
