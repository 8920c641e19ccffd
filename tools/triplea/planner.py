"""One phase of the other program's player, carried out on a trial board and returned as actions."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.bots.axis.battle import Tactician
from sandtable.bots.axis.outlook import estimator, key_of
from sandtable.games.anniversary.china import First
from sandtable.games.axis import frames
from sandtable.games.axis.actions import (
    Buy,
    Continue,
    End,
    Land,
    Move,
    Repair,
    Retreat,
    Units,
)
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import LANDED, AxisState
from sandtable.table import Action, Position, Refusal

from .names import KIND_OF, Names
from .peer import Peer, written
from .readings import Order, Readings, joined, size

LAST_RESORT = 40
"""So many times what the rules still demand is done in the plainest way before a phase ends."""


class Rehearsal(NamedTuple):
    """What became of a list of orders on a trial board."""

    board: Position[AxisState]
    accepted: list[Action]
    refused: int
    end: Refusal | None
    """Why the phase could not end after these orders."""


class Planner:
    """Asks the peer about one phase and finds the actions that say the same."""

    def __init__(
        self, rules: AxisRules, peer: Peer, position: Position[AxisState], seat: str
    ) -> None:
        self.rules = rules
        self.world = rules.world
        self.names = Names(self.world)
        self.readings = Readings(self.world, self.names)
        self.peer = peer
        self.board = position.copy()
        self.seat = seat
        self.actions: list[Action] = []

    def plan(self) -> list[Action]:
        """The actions of the phase, or none where the peer is not the one to decide."""
        frame = self.board.state.flow[-1]
        match frame:
            case frames.Purchase():
                self._purchase(frame.power)
            case frames.CombatMove():
                self._moves((frame.power,), "combat")
            case frames.NoncombatMove():
                self._moves(frame.powers, "noncombat")
            case frames.Mobilize():
                for power in frame.powers:
                    self._mobilize(power)
            case frames.Battle() if not frame.stage.startswith("submerge"):
                return [self._go_on(frame)]
            case _:
                return self._own_first()
        self._finish()
        return self.actions

    def _own_first(self) -> list[Action]:
        """Where two powers of a seat can fight in either order, the one whose turn it is begins."""
        own = First(self.world.powers[self.board.state.turn].id)
        asked = any(isinstance(action, First) for action in self.board.legal_actions(self.seat))
        return [own] if asked else []

    def _ask(self, power: int, phase: str) -> list[dict[str, Any]]:
        lines = written(self.world, self.board.state, self.names, power)
        return self.peer.ask(lines, self.world.powers[power].id, phase)

    def _try(self, action: Action) -> Refusal | None:
        refusal = self.board.check(self.seat, action)
        if refusal is None:
            self.board.play(self.seat, action)
            self.actions.append(action)
        return refusal

    def _purchase(self, power: int) -> None:
        for item in self._ask(power, "purchase"):
            if item["kind"] == "repair":
                for name, count in item["spaces"].items():
                    self._try(Repair(((count, self.names.ours[name], ""),)))
                continue
            units = tuple(Units(n, KIND_OF[t]) for t, n in item["units"].items() if n)
            if units:
                self._try(Buy(units))

    # Moves

    def _moves(self, powers: tuple[int, ...], phase: str) -> None:
        for power in powers:
            if not any(True for _ in self.board.state.pieces(power)):
                continue
            orders = joined(self._ask(power, phase))
            if phase == "noncombat":  # decks first, then who lands on them
                orders.sort(key=lambda o: all(u["type"] != "carrier" for u in o["units"]))
            rehearsal = self._rehearse(power, orders)
            # Moves among friendly spaces that are made early over there: the player decides
            # about these units again in the noncombat move.
            while phase == "combat" and rehearsal.end is not None:
                better = self._without_one(power, orders, rehearsal.end)
                if better is None:
                    break
                orders, rehearsal = better
            self.board = rehearsal.board
            self.actions += rehearsal.accepted

    def _rehearse(self, power: int, orders: list[Order]) -> Rehearsal:
        """Carry the orders out on a copy, coming back to those refused at first."""
        board, accepted = self.board.copy(), list[Action]()
        waiting = [{**o, "units": [dict(u) for u in o["units"]]} for o in orders]
        progress = True
        while waiting and progress:
            progress = False
            for order in waiting:
                before = size(order)
                self._carry_out(board, accepted, power, order)
                progress |= size(order) < before
            waiting = [order for order in waiting if order["units"]]
        left = sum(map(size, waiting))
        return Rehearsal(board, accepted, left, board.check(self.seat, End()))

    def _without_one(
        self, power: int, orders: list[Order], end: Refusal
    ) -> tuple[list[Order], Rehearsal] | None:
        """The orders without the one that had best be left out so that the phase can end."""
        space = end.args.get("space") or end.args.get("goal") or ""
        best: tuple[tuple[int, int], list[Order], Rehearsal] | None = None
        for index, order in enumerate(orders):
            if self.names.ours[order["route"][-1]] != space:
                continue
            rest = orders[:index] + orders[index + 1 :]
            rehearsal = self._rehearse(power, rest)
            cost = (rehearsal.refused + (3 if rehearsal.end == end else 0), -index)
            if best is None or cost < best[0]:
                best = (cost, rest, rehearsal)
        return None if best is None else best[1:]

    def _carry_out(
        self, board: Position[AxisState], accepted: list[Action], power: int, order: Order
    ) -> None:
        """As much of an order as is allowed; what is not stays in it."""
        if self._units_go(board, accepted, power, order, order["units"]):
            order["units"] = []
            return
        rest = []
        for units in order["units"]:
            left = units["count"]
            for count in range(left, 0, -1):
                if count == left and len(order["units"]) == 1:
                    continue
                some = [{**units, "count": count}]
                if self._units_go(board, accepted, power, order, some):
                    left -= count
                    break
            if left:
                rest.append({**units, "count": left})
        order["units"] = rest

    def _units_go(
        self,
        board: Position[AxisState],
        accepted: list[Action],
        power: int,
        order: Order,
        units: list[dict[str, Any]],
    ) -> bool:
        for action in self.readings.of_move(board.state, power, order, units):
            if board.check(self.seat, action) is None:
                board.play(self.seat, action)
                accepted.append(action)
                return True
        return False

    # Placing, and ending a phase

    def _mobilize(self, power: int) -> None:
        if not self._mobilizing() or not self.board.state.pool[power]:
            return
        orders = [
            (KIND_OF[kind], count, item["at"])
            for item in self._ask(power, "place")
            for kind, count in item["units"].items()
        ]
        orders.sort(key=lambda order: order[0] != "carrier")  # fighters may wait for them
        for kind, count, where in orders:
            for _ in range(count):
                readings = self.readings.of_placing(self.board.state, power, kind, where)
                if not self._mobilizing() or all(self._try(action) for action in readings):
                    break

    def _mobilizing(self) -> bool:
        """The phase ends by itself with the last unit, and the game may end with it."""
        flow = self.board.state.flow
        return bool(flow) and isinstance(flow[-1], frames.Mobilize) and self.board.asks(self.seat)

    def _finish(self) -> None:
        """End the phase; what the rules still demand is done in the plainest way."""
        frame = type(self.board.state.flow[-1]) if self.board.state.flow else None
        for _ in range(LAST_RESORT):
            flow = self.board.state.flow
            if not flow or type(flow[-1]) is not frame or not self.board.asks(self.seat):
                return
            refusal = self.board.check(self.seat, End())
            if refusal is None:
                self.actions.append(End())
                return
            action = self._plainest(refusal)
            if action is None:
                return
            self._try(action)

    def _plainest(self, refusal: Refusal) -> Action | None:
        state = self.board.state
        space = refusal.args.get("space") or refusal.args.get("goal") or ""
        best: Action | None = None
        most = -1
        for action in self.board.legal_actions(self.seat):
            value = -1
            if refusal.code == "must-come-down" and isinstance(action, Move):
                unit = action.units[0]
                if action.route[0] == space and unit.kind == refusal.args.get("unit"):
                    goal = self.world.space[action.route[-1]]
                    value = sum(n for _, n in state.units[goal])
            elif refusal.code in ("must-land", "transport-purpose"):
                if isinstance(action, Land) and action.zone == space:
                    value = 2
                elif isinstance(action, Move) and action.route[0] == space:
                    value = 1 if action.units[0].kind == "transport" else -1
            if value > most:
                best, most = action, value
        return best

    def _go_on(self, frame: frames.Battle) -> Action:
        """Another round or not, by its own rule: expected swing in unit value plus the ground."""
        world, state = self.world, self.board.state
        retreats = [a for a in self.board.legal_actions(self.seat) if isinstance(a, Retreat)]
        landed = any(
            p.owner == frame.power and p.marks & LANDED for p, _ in state.units[frame.space]
        )
        if not retreats or landed:
            return Continue()
        tactician = Tactician(self.rules, foresight=True)
        attackers = tactician.counted(state, frame, True)
        defenders = tactician.counted(state, frame, False)
        outlook = estimator(self.rules, state.techs[frame.power], 0).estimate(
            key_of(attackers), key_of(defenders)
        )
        gain = outlook.defender_loss - outlook.attacker_loss
        if any(world.kinds[k].takes_land for k in attackers) and not frame.sea:
            worth = 2 * world.value[frame.space] * (1 + (frame.space in state.facilities))
            gain += outlook.win * worth * (1 + (world.spaces[frame.space].capital_of >= 0))
        return Continue() if gain >= 0 else retreats[0]
