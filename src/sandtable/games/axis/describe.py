"""A position as a few lines of text, for terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import situation as at
from .movement import cargo_label
from .state import AxisState
from .view import make_view
from .world import NOBODY

if TYPE_CHECKING:
    from .rules import AxisRules


def describe(rules: AxisRules, state: AxisState, seat: str | None) -> str:
    """Whose turn it is, each power's means, and every space that holds units."""
    world = rules.world
    view = make_view(rules, state, seat)
    goals: dict[tuple[str, int], list[str]] = {}
    for aim in view.victory:
        goals.setdefault((aim.text, aim.need), []).append(f"{aim.side} {aim.have}")
    held = "".join(f"; {text} {', '.join(who)} ({need})" for (text, need), who in goals.items())
    lines = [f"round {view.round}, {view.turn}: {view.phase}{held}"]
    lines += [f"  {remark.text}" for remark in view.remarks]
    coin = rules.currency.removesuffix("s")  # behind a number in a table: 31 IPC
    for power in view.powers:
        waiting = ", ".join(f"{count} {unit}" for count, unit in power.waiting)
        extra = f"; to place: {waiting}" if waiting else ""
        advances = f"; {', '.join(power.advances)}" if power.advances else ""
        means = f"{power.money:3} {coin}, income {power.income:2}"
        lines.append(f"  {power.id:8} {means}{extra}{advances}")
    for space in range(len(world.spaces)):
        text = describe_space(rules, state, space)
        if text:
            lines.append(f"  {text}")
    return "\n".join(lines)


def describe_space(rules: AxisRules, state: AxisState, space: int) -> str:
    """One space with its owner and units; empty for a space without units or factory."""
    world = rules.world
    by_power: dict[int, list[str]] = {}
    for piece, count in state.units[space]:
        cargo = cargo_label(world, piece)
        aboard = f"[{'+'.join(cargo)}]" if cargo else ""
        name = f"{count} {world.kinds[piece.kind].id}{aboard}"
        by_power.setdefault(piece.owner, []).append(name)
    if not by_power and space not in state.facilities:
        return ""
    owner = state.owner[space]
    name = world.spaces[space].id
    if owner != NOBODY:
        name += f" ({world.powers[owner].id}, {world.value[space]})"
    units = "; ".join(f"{world.powers[p].id} {', '.join(names)}" for p, names in by_power.items())
    for facility in state.facilities.get(space, ()):
        damage = f" with {facility.damage} damage" if facility.damage else ""
        units += f"{'; ' if units else ''}{world.kinds[facility.kind].id}{damage}"
    return f"{name}: {units}"


def statistics(rules: AxisRules, state: AxisState) -> dict[str, dict[str, float]]:
    """What charts show over time: income, money, unit value and victory cities."""
    world = rules.world
    kinds, value = world.kinds, [0] * len(world.powers)
    for stack in state.units:
        for piece, count in stack:
            value[piece.owner] += count * kinds[piece.kind].cost
            for cargo in piece.cargo:
                value[cargo.owner] += count * kinds[cargo.kind].cost
    return {
        "income": {
            p.id: float(income)
            for p, income in zip(world.powers, at.productions(world, state), strict=True)
        },
        "money": {
            p.id: float(sum(state.money[i] for i in world.purses_of[p.index])) for p in world.powers
        },
        "units": {p.id: float(value[p.index]) for p in world.powers},
        "cities": {side: float(at.cities_held(world, state, side)) for side in world.sides},
    }
