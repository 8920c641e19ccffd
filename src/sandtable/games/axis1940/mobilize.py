"""Phase 5 of the 1940 titles: refunds, promised carriers, and the end of an upgrade."""

from __future__ import annotations

from sandtable.games.axis import frames
from sandtable.games.axis.actions import End
from sandtable.games.axis.landing import carriers_to_come
from sandtable.games.axis.mobilize import Due, MobilizeStep, purse_of
from sandtable.games.axis.state import AxisState
from sandtable.games.axis.units import Kind
from sandtable.table import Action, Ask, Event, Log, Refusal

from .promises import kept
from .state import State1940
from .yards import finish_upgrades


class Refunded(Event, frozen=True):
    """Units for which there was no place are given back."""

    power: str
    what: str
    cost: int

    def __str__(self) -> str:
        return f"{self.power} gives back {self.what} for {self.cost} IPCs"


class Mobilize1940Step(MobilizeStep):
    """What cannot be placed is refunded; nothing is kept for a later turn (G40-304, G40-974)."""

    def run(self, state: AxisState, frame: frames.Mobilize, log: Log) -> Ask | None:
        ask = super().run(state, frame, log)
        if ask is None:
            self._close(state, frame, log)
        return ask

    def play(
        self, state: AxisState, frame: frames.Mobilize, seat: str, action: Action, log: Log
    ) -> None:
        super().play(state, frame, seat, action, log)
        if isinstance(action, End):
            self._close(state, frame, log)

    def _close(self, state: AxisState, frame: frames.Mobilize, log: Log) -> None:
        for power in frame.powers:
            purse = purse_of(frame, power)
            self._refund(state, power, purse, log)
            finish_upgrades(self.world, state, power, purse)
            if purse == self.world.purses_of[power][-1]:
                assert isinstance(state, State1940)
                state.promised = ()

    def dues(self, state: AxisState, frame: frames.Mobilize, power: int) -> list[Due]:
        found, promised = super().dues(state, frame, power), state.promised_zones()
        return [*found, Due("place-promised", promised[0], self._broken)] if promised else found

    def _broken(self, state: AxisState, frame: frames.Mobilize, power: int) -> int:
        """How many promised carriers cannot come any more (G40-157)."""
        _, sure = carriers_to_come(self.world, state, power, self._spent(frame))
        return len(state.promised_zones()) - len(sure)

    def _put(
        self,
        state: AxisState,
        frame: frames.Mobilize,
        power: int,
        kind: Kind,
        space: int,
        zone: int | None,
        count: int,
    ) -> None:
        super()._put(state, frame, power, kind, space, zone, count)
        for _ in range(count if kind.deck else 0):
            kept(state, zone)

    def _refund(self, state: AxisState, power: int, purse: int, log: Log) -> None:
        left = state.pool[purse]
        if not left:
            return
        price = self.world.arsenal(state.techs[power]).cost
        cost = sum(price[kind] * count for kind, count in left)
        what = ", ".join(f"{count} {self.world.kinds[kind].id}" for kind, count in left)
        state.money[purse] += cost
        state.pool[purse] = ()
        log.append(Refunded(power=self.world.purses[purse].id, what=what, cost=cost))

    def _check_facility(
        self, state: AxisState, power: int, kind: Kind, space: int, zone: int | None, count: int
    ) -> Refusal | None:
        refusal = super()._check_facility(state, power, kind, space, zone, count)
        if refusal is None or refusal.code != "place-factory-value":
            return refusal
        assert kind.building is not None
        if kind.building.original_owner_only:
            return self.refuse("place-major-value", **refusal.args)
        return refusal
