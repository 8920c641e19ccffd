"""Who gets land that is taken, and what comes with it (HV-013, HV-929, HV-942)."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import facilities
from sandtable.games.axis.capture import Conqueror
from sandtable.games.axis.events import Looted, Lost
from sandtable.games.axis.frames import Homeless
from sandtable.games.axis.powers import Purse
from sandtable.games.axis.state import AxisState, Piece
from sandtable.games.axis1940.events import Swayed
from sandtable.table import Log

from .buildings import PLATFORM, destroy
from .turn import house, lose


class HouseConqueror(Conqueror):
    """The family's, without looting by default; platforms are never captured (HV-180)."""

    def take(self, state: AxisState, power: int, space: int, log: Log) -> None:
        platform = self.world.kind[PLATFORM]
        if facilities.find(state, space, platform):
            destroy(self.world, state, space, platform)
            where, whose = self.world.spaces[space].id, self.world.powers[state.owner[space]].id
            log.append(Lost(power=whose, what=f"1 {PLATFORM}", space=where))
        lose(state, state.owner[space], space)
        super().take(state, power, space, log)
        state.flow.append(Homeless(power))  # HV-816: bystanders leave

    def _loot(self, state: AxisState, power: int, purse: Purse, log: Log) -> None:
        """HV-927, HV-837: only with the option, and only the points; what is bought is kept."""
        if state.options["capital_plunder"] and purse.power not in state.without_capital:
            amount = state.money[purse.index]
            state.money[power] += amount
            state.money[purse.index] = 0
            house(state).late.pop(purse.power, None)
            name = self.world.powers[power].id
            coin = self.world.currency
            log.append(Looted(power=name, loser=purse.id, amount=amount, currency=coin))

    def turn_away(self, state: AxisState, power: int, space: int, log: Log) -> None:
        """HV-937: a neutral that held out sympathises with the attacker's opponents."""
        mine, owner = self.world.powers[power].side, state.owner[space]
        other = next(side for side in self.world.sides if side != mine)
        leaning = self.world.power[f"pro-{other}"]
        if leaning == owner:
            return

        def turned(piece: Piece) -> Piece:
            if piece.owner != owner:
                return piece
            return msgspec.structs.replace(piece, owner=leaning)

        state.owner[space] = leaning
        state.rewrite(space, turned)
        name = self.world.spaces[space].id
        log.append(Swayed(spaces=(name,), leaning=self.world.powers[leaning].id))
