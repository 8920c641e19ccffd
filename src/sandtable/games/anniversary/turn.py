"""The turn as Anniversary plays it: China acts in the turn of the United States (AN-053)."""

from __future__ import annotations

from sandtable.games.axis import frames
from sandtable.games.axis import situation as at
from sandtable.games.axis.events import Received
from sandtable.games.axis.phases import TURN, Opening, Phase, swap
from sandtable.games.axis.rules import AxisRules
from sandtable.games.axis.state import AxisState
from sandtable.table import Frame, Log

from .china import CombatOrder, free_infantry, full_territories

HOST, GUEST, RECRUIT = "usa", "china", "infantry"


def guest_of(rules: AxisRules, power: int) -> int | None:
    """The power that acts in this power's turn, if there is one."""
    return rules.world.power[GUEST] if rules.world.powers[power].id == HOST else None


def purchase(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """The guest's recruits come free, whether or not the host can buy anything (AN-058)."""
    guest = guest_of(rules, power)
    if guest is not None:
        count = free_infantry(rules.world, state, guest)
        if count:
            state.pool_add(guest, rules.world.kind[RECRUIT], count)
            log.append(Received(power=GUEST, what=f"{count} {RECRUIT}"))
    return [] if at.capital_lost(rules.world, state, power) else [frames.Purchase(power)]


def combat(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """Each of two powers moves and fights before the other begins (AN-054)."""
    guest = guest_of(rules, power)
    if guest is not None and any(True for _ in state.pieces(guest)):
        return [CombatOrder(power, guest)]
    if guest is not None:
        return [frames.ConductCombat(power), frames.CombatMove(power)]
    return [frames.CombatMove(power)]


def conduct(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """With a guest, battles were opened together with the combat moves."""
    return [frames.ConductCombat(power)] if guest_of(rules, power) is None else []


def noncombat(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    guest = guest_of(rules, power)
    return [frames.NoncombatMove((power,) if guest is None else (power, guest))]


def mobilize(rules: AxisRules, state: AxisState, power: int, log: Log) -> list[Frame]:
    """The guest needs no capital."""
    guest = guest_of(rules, power)
    lost = at.capital_lost(rules.world, state, power)
    if guest is None:
        return [] if lost else [frames.Mobilize((power,))]
    closed = full_territories(rules.world, state, guest)
    return [frames.Mobilize((guest,) if lost else (power, guest), closed=closed)]


_SHARED: dict[str, Opening] = {
    "purchase": purchase,
    "combat-move": combat,
    "conduct-combat": conduct,
    "noncombat-move": noncombat,
    "mobilize": mobilize,
}
SHARED_TURN = swap(TURN, {name: Phase(name, opens) for name, opens in _SHARED.items()})
