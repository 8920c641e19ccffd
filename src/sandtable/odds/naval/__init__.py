"""What a declared set of attacks will probably do, exactly.

The defence is what everybody can see: silent running, which is rolled in any case, and, if
wished, air cover and prepared cards, used so as to lose the fewest points on average. Cards in
the defenders' hands are hidden and left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from sandtable.games.naval import Deck, Naval, NavalState
from sandtable.games.naval.core import (
    LINKED_FACTOR,
    battle_score,
    chance_to_hit,
    damage_of,
    needed,
    side,
    target_score,
    total_score,
)
from sandtable.games.naval.defence_step import silent_due
from sandtable.games.naval.state import Attack
from sandtable.table import Action, Illegal, Position

Plan = tuple[str, ...]
"""For each attack its present target, or an empty word once it is stopped."""


class AttackOdds(msgspec.Struct, frozen=True):
    """One attack: the chance that no defence stops it, and that it strikes in the end."""

    number: int
    target: str
    unstopped: float
    strikes: float


class TargetOdds(msgspec.Struct, frozen=True):
    """One ship card under attack: the chance that it is sunk."""

    ship: str
    seat: str
    points: int
    sunk: float


class Odds(msgspec.Struct, frozen=True):
    """``points[n]`` is the chance to score exactly n; ``wins`` that the target is reached.

    All attacks are counted, also those that a victory would cut short (NB-966).
    """

    attacks: tuple[AttackOdds, ...]
    targets: tuple[TargetOdds, ...]
    points: tuple[float, ...]
    expected: float
    wins: float


def attack_odds(
    rules: Naval,
    state: NavalState,
    *,
    open_defence: bool = True,
    planning: Mapping[int, int] | None = None,
) -> Odds:
    """The odds of the attacks that are declared in this state and not yet stopped.

    ``planning`` gives attack numbers the Planning cards that the attacker means to use.
    """
    deck = rules.deck_of(state)
    live = [(n, a) for n, a in enumerate(state.attacks, 1) if a.status == "live"]
    live = [(n, a) for n, a in live if a.target in state.fleet]
    points: tuple[float, ...] = (1.0,)
    attacks: list[AttackOdds] = []
    sunk: dict[str, float] = {}
    for seat in dict.fromkeys(attack.seat for _, attack in live):
        mine = [(n, a) for n, a in live if a.seat == seat]
        fleet = _Fleet(deck, state, seat, mine, planning or {})
        outcome = fleet.outcome(open_defence)
        points = _convolve(points, outcome.points)
        sunk.update(outcome.sunk)
        attacks += outcome.attacks
    ships = deck.ships
    targets = tuple(
        TargetOdds(ship, state.fleet[ship].seat, ships[ship].points, chance)
        for ship, chance in sunk.items()
    )
    short = _short_of_winning(deck, state)
    return Odds(
        attacks=tuple(sorted(attacks, key=lambda odds: odds.number)),
        targets=targets,
        points=points,
        expected=sum(n * chance for n, chance in enumerate(points)),
        wins=sum(points[short:]) if short > 0 else 1.0,
    )


def odds_after(
    rules: Naval, state: NavalState, seat: str, *actions: Action, open_defence: bool = True
) -> Odds:
    """The odds if the seat declared these attacks as well; nothing is declared by asking."""
    position = Position(rules, state.copy())
    for action in actions:
        refusal = position.check(seat, action)
        if refusal is not None:
            raise Illegal(refusal)
        position.play(seat, action)
    return attack_odds(rules, position.state, open_defence=open_defence)


def sink_chance(
    hull: int, damages: tuple[tuple[int, float], ...], raids: tuple[float, ...]
) -> float:
    """That hits (damage, chance) take this much hull, or one of the raids succeeds."""
    afloat = {0: 1.0}
    for damage, chance in damages:
        after: dict[int, float] = {}
        for total, share in afloat.items():
            after[total] = after.get(total, 0.0) + share * (1 - chance)
            if total + damage < hull:
                after[total + damage] = after.get(total + damage, 0.0) + share * chance
        afloat = after
    survives = sum(afloat.values())
    for chance in raids:
        survives *= 1 - chance
    return 1 - survives


def _short_of_winning(deck: Deck, state: NavalState) -> int:
    """Points the attacker's side still needs to win the battle or the linked game."""
    own = side(state, state.active)
    target = target_score(state, own)
    short = target - battle_score(deck, state, own)
    if state.options["linked_battles"]:
        short = min(short, LINKED_FACTOR * target - total_score(deck, state, own))
    return short


def _convolve(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    total = [0.0] * (len(one) + len(other) - 1)
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            total[i + j] += left * right
    return tuple(total)


class _Outcome(msgspec.Struct):
    points: tuple[float, ...]
    sunk: dict[str, float]
    attacks: list[AttackOdds]


class _Fleet:
    """The attacks on one fleet and its open defences."""

    def __init__(
        self,
        deck: Deck,
        state: NavalState,
        seat: str,
        live: list[tuple[int, Attack]],
        planning: Mapping[int, int],
    ) -> None:
        self.deck = deck
        self.state = state
        self.seat = seat
        self.live = live
        self.bonus = [planning.get(number, 0) for number, _ in live]
        self.raids = [i for i, (_, a) in enumerate(live) if a.effect == "air-raid"]
        unused = [p.card for p in state.prepared if p.seat == seat and not p.used]
        self.cards = tuple(unused.count(name) for name in ("missed", "armour", "escort"))
        self.covers = tuple(
            sorted(
                chance_to_hit(deck.ships[ship].cover_roll)
                for ship, afloat in state.fleet.items()
                if afloat.seat == seat
                for _ in range(deck.ships[ship].cover - state.used.count(f"{ship} cover"))
            )
        )
        # Memory of this calculation only: the methods' answers depend on nothing else.
        self.best_cover = cache(self._best_cover)
        self.best_cards = cache(self._best_cards)
        self.hit = cache(self._hit)
        self.loss = cache(self._loss)

    def outcome(self, open_defence: bool) -> _Outcome:
        leaves: dict[Plan, float] = {}
        for plan, chance in self._after_silence():
            for leaf, share in self._leaves(plan, open_defence):
                leaves[leaf] = leaves.get(leaf, 0.0) + chance * share
        points = [0.0]
        sunk: dict[str, float] = {}
        unstopped = [0.0] * len(self.live)
        strikes = [0.0] * len(self.live)
        for leaf, chance in leaves.items():
            found: tuple[float, ...] = (1.0,)
            for ship in dict.fromkeys(filter(None, leaf)):
                lost = self._sunk(leaf, ship)
                sunk[ship] = sunk.get(ship, 0.0) + chance * lost
                worth = self.deck.ships[ship].points
                found = _convolve(found, (1 - lost, *(0.0,) * (worth - 1), lost))
            points += [0.0] * (len(found) - len(points))
            for n, share in enumerate(found):
                points[n] += chance * share
            for i, target in enumerate(leaf):
                if target:
                    unstopped[i] += chance
                    strikes[i] += chance * self.hit(i, target)
        attacks = [
            AttackOdds(number, attack.target, unstopped[i], strikes[i])
            for i, (number, attack) in enumerate(self.live)
        ]
        for _, attack in self.live:
            sunk.setdefault(attack.target, 0.0)
        return _Outcome(tuple(points), sunk, attacks)

    def _after_silence(self) -> Iterator[tuple[Plan, float]]:
        """Silent running is rolled against every attack on a passive submarine (NB-113)."""
        choices: list[list[tuple[str, float]]] = []
        for _, attack in self.live:
            if silent_due(self.state, attack):
                away = chance_to_hit(self.deck.ships[attack.target].silent)
                choices.append([("", away), (attack.target, 1 - away)])
            else:
                choices.append([(attack.target, 1.0)])
        for combination in itertools.product(*choices):
            share = 1.0
            for _, chance in combination:
                share *= chance
            if share:
                yield tuple(target for target, _ in combination), share

    def _leaves(self, plan: Plan, open_defence: bool) -> Iterator[tuple[Plan, float]]:
        """Where the best defence leads, with the dice of air cover."""
        if not open_defence:
            yield plan, 1.0
            return
        yield from self._covered(plan, self.covers)

    def _covered(self, plan: Plan, covers: tuple[float, ...]) -> Iterator[tuple[Plan, float]]:
        _, raid, at = self.best_cover(plan, covers)
        if raid < 0:
            _, leaf = self.best_cards(plan, self.cards)
            yield leaf, 1.0
            return
        chance, rest = covers[at], covers[:at] + covers[at + 1 :]
        for after, share in ((_stopped(plan, raid), chance), (plan, 1 - chance)):
            if share:
                for leaf, part in self._covered(after, rest):
                    yield leaf, share * part

    def _best_cover(self, plan: Plan, covers: tuple[float, ...]) -> tuple[float, int, int]:
        """Points lost on average, the raid to cover next (-1: none) and the symbol for it."""
        best = (self.best_cards(plan, self.cards)[0], -1, 0)
        for at, chance in enumerate(covers):
            if at and chance == covers[at - 1]:
                continue
            rest = covers[:at] + covers[at + 1 :]
            failed = self.best_cover(plan, rest)[0]
            for raid in self.raids:
                if plan[raid]:
                    stopped = self.best_cover(_stopped(plan, raid), rest)[0]
                    value = chance * stopped + (1 - chance) * failed
                    if value < best[0] - 1e-12:
                        best = (value, raid, at)
        return best

    def _best_cards(self, plan: Plan, cards: tuple[int, ...]) -> tuple[float, Plan]:
        """Prepared cards are played last, when all dice of the defence are known."""
        best = (self.loss(plan), plan)
        missed, armour, escort = cards
        for i, (_, attack) in enumerate(self.live):
            if not plan[i]:
                continue
            options: list[tuple[Plan, tuple[int, ...]]] = []
            if missed and attack.effect == "primary":
                options.append((_stopped(plan, i), (missed - 1, armour, escort)))
            if armour and attack.effect == "secondary":
                options.append((_stopped(plan, i), (missed, armour - 1, escort)))
            if escort:
                left = (missed, armour, escort - 1)
                options += [(_moved(plan, i, ship), left) for ship in self._beside(plan[i])]
            for after, left_cards in options:
                value = self.best_cards(after, left_cards)
                if value[0] < best[0] - 1e-12:
                    best = value
        return best

    def _beside(self, ship: str) -> list[str]:
        line = self.state.fleet[ship].line
        return [
            other
            for other, afloat in self.state.fleet.items()
            if line and other != ship and afloat.seat == self.seat and afloat.line == line
        ]

    def _hit(self, index: int, target: str) -> float:
        attack = msgspec.structs.replace(self.live[index][1], target=target)
        if attack.effect not in ("torpedo", "air-raid"):
            return 1.0
        number = needed(self.deck, self.state, attack) - self.bonus[index]
        return chance_to_hit(max(number, 1))

    def _sunk(self, plan: Plan, ship: str) -> float:
        aimed = [i for i, target in enumerate(plan) if target == ship]
        raids = tuple(self.hit(i, ship) for i in aimed if i in self.raids)
        hits = tuple(
            (self.deck.actions[self.live[i][1].source].damage, self.hit(i, ship))
            for i in aimed
            if i not in self.raids
        )
        left = self.deck.ships[ship].hull - damage_of(self.deck, self.state.fleet[ship])
        return sink_chance(left, hits, raids)

    def _loss(self, plan: Plan) -> float:
        ships = dict.fromkeys(filter(None, plan))
        return sum(self.deck.ships[ship].points * self._sunk(plan, ship) for ship in ships)


def _stopped(plan: Plan, index: int) -> Plan:
    return (*plan[:index], "", *plan[index + 1 :])


def _moved(plan: Plan, index: int, target: str) -> Plan:
    return (*plan[:index], target, *plan[index + 1 :])
