"""Before a plane, a carrier or the ships that clear its way may move: can everybody still land?"""

from __future__ import annotations

from sandtable.table import Refusal

from . import situation as at
from .landing import Outlook, homes, hopeless, range_left, stranded
from .plans import Plan, Shift, carry_out
from .refusals import Refuser
from .state import NONCOMBAT, AxisState
from .world import World


class Prover:
    """Refuses moves after which fewer aircraft could land than before."""

    def __init__(self, world: World, refuse: Refuser) -> None:
        self.world = world
        self.refuse = refuse

    def _name(self, space: int) -> str:
        return self.world.spaces[space].id

    def why_not(self, state: AxisState, plan: Plan, combat: bool) -> Refusal | None:
        """No move may leave an aircraft without a place to come down that it had before."""
        proofs = [shift for shift in plan.shifts if self._moves_a_proof(state, shift, combat)]
        if not proofs:
            return None
        world = self.world
        for shift in proofs if combat else ():
            if world.kinds[shift.after.kind].domain == "air":
                left = range_left(world, state, shift.after)
                away = homes(world, state, shift.after.owner)[shift.goal]
                if away > left and hopeless(world, state, shift.goal, shift.after):
                    return self.refuse("no-landing", unit=world.kinds[shift.after.kind].id)
        if not combat and self._takes_a_deck_away(state, plan):
            return self.refuse("landing-landed")
        outlook = Outlook.MOVING if combat else Outlook.LANDING
        trial = state.copy()
        carry_out(trial, plan.shifts)
        for power in {shift.after.owner for shift in proofs}:
            after = stranded(self.world, trial, power, outlook)
            if after > (0, 0) and after > stranded(self.world, state, power, outlook):
                return self._unshared(state, plan) or self._no_landing(plan, combat)
        return None

    def _takes_a_deck_away(self, state: AxisState, plan: Plan) -> bool:
        """A carrier on which a fighter has landed this turn does not sail away from under it."""
        world, start = self.world, plan.shifts[0].start
        gone = sum(
            shift.count * at.free_deck(world.kinds[shift.before.kind], shift.before)
            for shift in plan.shifts
            if world.kinds[shift.before.kind].deck
        )
        if not gone:
            return False
        power = plan.shifts[0].after.owner
        own = [
            (piece.marks, count)
            for piece, count in state.units[start]
            if piece.owner == power and world.kinds[piece.kind].carrier_capable
        ]
        landed = sum(count for marks, count in own if marks & NONCOMBAT)
        room = at.deck_room(world, state, start, power) + sum(count for _, count in own)
        return room - gone < min(landed, room)

    def _moves_a_proof(self, state: AxisState, shift: Shift, combat: bool) -> bool:
        """Whether a landing can depend on this: a plane far from land, a carrier, a battle left."""
        world = self.world
        kind = world.kinds[shift.after.kind]
        if kind.domain == "land":
            return False
        if combat and at.is_hostile_zone(world, state, shift.after.owner, shift.start):
            return True
        if kind.domain == "sea":
            return bool(kind.deck)
        left = range_left(world, state, shift.after)
        return homes(world, state, shift.after.owner)[shift.goal] > left

    def _unshared(self, state: AxisState, plan: Plan) -> Refusal | None:
        """A carrier is there, but its owner does not share it."""
        world, shift = self.world, plan.shifts[-1]
        if world.kinds[shift.after.kind].domain != "air":
            return None
        for piece, _ in state.units[shift.goal]:
            if world.kinds[piece.kind].deck:
                bar = world.access.withheld(state, shift.after.owner, at.CARRIERS, piece.owner)
                if bar is not None:
                    return self.refuse.bar(bar)
        return None

    def _no_landing(self, plan: Plan, combat: bool) -> Refusal:
        kinds = [self.world.kinds[shift.after.kind] for shift in plan.shifts]
        plane = next((kind for kind in reversed(kinds) if kind.domain == "air"), None)
        if plane is not None:
            code = "no-landing-yet" if combat else "landing-deck"
            return self.refuse(code, unit=plane.id, goal=self._name(plan.shifts[-1].goal))
        if not any(kind.deck for kind in kinds):
            return self.refuse("battle-promised", zone=self._name(plan.shifts[0].start))
        return self.refuse("carrier-promised" if combat else "landing-carrier")
