"""What happens to a territory and its owner when it is taken or freed."""

from __future__ import annotations

import msgspec

from sandtable.table import Log

from . import deeds, diplomacy, facilities
from . import situation as at
from .events import Captured, Looted, Lost, Returned
from .powers import Purse
from .state import MOVED, AxisState, Piece
from .world import World


class Conqueror:
    """Carries out captures; a title overrides ``new_owner`` for its own exceptions."""

    def __init__(self, world: World) -> None:
        self.world = world

    def new_owner(self, state: AxisState, power: int, space: int) -> int:
        """The captor, or the ally it is liberated for (unless that ally's capital is lost)."""
        world = self.world
        original = world.original[space]
        if original == power or not at.allies(state, power)[original]:
            return power
        purse = world.purse_at(original, space)
        if world.purses[purse].capital == space:
            return original
        return power if at.purse_closed(world, state, purse) else original

    def take(self, state: AxisState, power: int, space: int, log: Log) -> None:
        world = self.world
        loser = state.owner[space]
        owner = self.new_owner(state, power, space)
        state.owner[space] = owner
        state.taken = (*state.taken, space)
        freed = owner == world.original[space]
        deed = deeds.LIBERATED if freed else deeds.CAPTURED
        diplomacy.notice(world, state, deeds.ATTACKED, power, space, log)
        diplomacy.notice(world, state, deed, power, space, log)
        names = world.powers
        log.append(
            Captured(
                space=world.spaces[space].id,
                power=names[power].id,
                owner=names[owner].id,
                loser=names[loser].id,
            )
        )
        facilities.captured(world, state, space)
        self._clear_out(state, space, owner, log)
        self._hand_over_guns(state, space, owner)
        for index in world.purses_at_stake.get(space, ()):
            purse = world.purses[index]
            if not at.allies(state, owner)[purse.power]:
                self._loot(state, owner, purse, log)
            elif loser != purse.power:
                self._give_back(state, purse, log)

    def _clear_out(self, state: AxisState, space: int, owner: int, log: Log) -> None:
        """Enemy units that do not hold ground by themselves are lost with it."""
        kinds, names, ally = self.world.kinds, self.world.powers, at.allies(state, owner)
        for piece, count in state.units[space]:
            if kinds[piece.kind].lost_with_land and not ally[piece.owner]:
                state.remove(space, piece, count)
                what = f"{count} {kinds[piece.kind].id}"
                where = self.world.spaces[space].id
                log.append(Lost(power=names[piece.owner].id, what=what, space=where))

    def _hand_over_guns(self, state: AxisState, space: int, owner: int) -> None:
        """AA guns belong to whoever holds the ground, and stay put this turn."""
        kinds, ally = self.world.kinds, at.allies(state, owner)

        def handed(piece: Piece) -> Piece:
            if kinds[piece.kind].capturable and not ally[piece.owner]:
                return msgspec.structs.replace(piece, owner=owner, marks=piece.marks | MOVED)
            return piece

        state.rewrite(space, handed)

    def _pass_on_guns(self, state: AxisState, space: int, owner: int, heir: int) -> None:
        kinds = self.world.kinds

        def passed(piece: Piece) -> Piece:
            if kinds[piece.kind].capturable and piece.owner == owner:
                return msgspec.structs.replace(piece, owner=heir)
            return piece

        state.rewrite(space, passed)

    def _loot(self, state: AxisState, power: int, purse: Purse, log: Log) -> None:
        """The captor gets the money; units waiting and researcher tokens are lost."""
        world = self.world
        amount = state.money[purse.index]
        state.money[world.purse_at(power, purse.capital)] += amount
        state.money[purse.index] = 0
        state.pool[purse.index] = ()
        if purse.index == purse.power:
            state.tokens[purse.power] = 0
        whose, coin = world.powers[power].id, world.currency
        log.append(Looted(power=whose, loser=purse.id, amount=amount, currency=coin))

    def _give_back(self, state: AxisState, purse: Purse, log: Log) -> None:
        """A freed capital gets back the lands of its purse that allies were holding.

        Guns there stay with who has them, but for those captured in this very turn: they go to
        whoever holds the ground at its end.
        """
        world, power = self.world, purse.power
        ally = at.allies(state, power)
        for space, owner in enumerate(state.owner):
            if world.purse_at(power, space) != purse.index:
                continue
            if world.original[space] == power != owner and ally[owner]:
                state.owner[space] = power
                if space in state.taken:
                    self._pass_on_guns(state, space, owner, power)
                log.append(Returned(space=world.spaces[space].id, owner=world.powers[power].id))
