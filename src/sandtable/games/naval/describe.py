"""A battle in a few lines, for a terminal; made from a view, so it holds no more than that."""

from __future__ import annotations

from .view import AttackView, CardView, NavalView, SeatView, ShipView


def describe(view: NavalView) -> str:
    lines = [
        f"Battle {view.battle}, turn {view.turn}" + (f", {view.active}" if view.active else "")
    ]
    piles = f"draw pile {view.deck_count}"
    lines.append(f"{piles}, discard pile: {_cards(view.discard)}" if view.discard else piles)
    targets = {seat: side.target for side in view.sides for seat in side.seats}
    for player in view.players:
        lines += _player(player, targets[player.seat])
    lines += [_attack(attack) for attack in view.attacks if attack.status == "live"]
    if view.choice:
        lines.append(f"your choice: {', '.join(view.choice)}")
    if view.hand:
        lines.append(f"your hand: {_cards(view.hand)}")
    if view.reserve:
        reserve = ", ".join(f"{ship.id} {ship.points}" for ship in view.reserve)
        lines.append(f"your reserve: {reserve}")
    return "\n".join(lines)


def _player(player: SeatView, target: int) -> list[str]:
    team = f", {player.team}" if player.team else ""
    earlier = f" ({player.total} in all)" if player.total != player.points else ""
    head = f"{player.seat} {player.nation_name}".rstrip() + team
    lines = [f"{head}: {player.points} of {target} points{earlier}, hand {player.hand_count}"]
    if player.retreated:
        lines.append("  retreated")
    for number, line in enumerate(player.lines, start=1):
        if line:
            lines.append(f"  line {number}: {', '.join(map(_ship, line))}")
    if player.submarines:
        lines.append(f"  submarines: {', '.join(map(_ship, player.submarines))}")
    for prepared in player.prepared:
        used = ", used" if prepared.used else ""
        lines.append(f"  prepared: {prepared.card} ({prepared.ship}{used})")
    if player.prizes:
        lines.append(f"  sunk: {', '.join(player.prizes)}")
    return lines


def _ship(ship: ShipView) -> str:
    side = (" active" if ship.active else " passive") if ship.kind == "submarine" else ""
    return f"{ship.id}{side} {ship.hull - ship.damage}/{ship.hull}"


def _attack(attack: AttackView) -> str:
    by = " and ".join(attack.ships) or attack.source
    card = f" with {attack.source}" if attack.source not in (by, *attack.ships) else ""
    chance = f": {attack.needed} needed, {attack.chance:.0%}" if attack.needed else ""
    return f"attack {attack.number}: {by}{card} at {attack.target}{chance}"


def _cards(cards: tuple[CardView, ...]) -> str:
    return ", ".join(f"{c.count} {c.id}" if c.count > 1 else c.id for c in cards)
