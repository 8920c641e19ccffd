"""What a captain might have done instead: a few plans for each kind of decision."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.games.naval import NavalState
from sandtable.games.naval.actions import (
    END,
    Cover,
    DiscardCards,
    Fire,
    MoveShip,
    PlayDefence,
    PrepareCard,
    Raid,
    Reinforce,
    Retreat,
    Roll,
    Silent,
    Surprise,
    Trim,
    UsePrepared,
)
from sandtable.games.naval.aiming import enemies
from sandtable.games.naval.core import fleet_of, planning
from sandtable.table import Action, Position

from .captain import Captain
from .rehearsal import Plan
from .worth import danger, relief

MOST = 8
"""So many plans there are at most besides the captain's own and that to stop."""
ARRIVALS = 4
"""So many groups of ship cards are thought of that a Reinforcements card could bring."""


class Alternatives:
    """The captain's own plan comes first; whatever follows can be played by what the seat knows."""

    def __init__(self, captain: Captain, rng: random.Random) -> None:
        self.captain = captain
        self.rng = rng

    def plans(self, position: Position[Any], seat: str, own: Action) -> list[Plan]:
        decision = position.decision
        assert decision is not None
        think = getattr(self, f"_{decision.step.lower()}", None)
        if think is None:
            return [(own,)]
        found: Iterable[Plan] = dict.fromkeys(think(position, seat, own))
        return [plan for plan in found if _possible(position, seat, plan)]

    def _reorganise(self, position: Position[Any], seat: str, own: Action) -> Iterator[Plan]:
        """Cards first, formations after them: a formation ends the phase."""
        state: NavalState = position.state
        if state.repairs or seat in state.retreats:
            yield (own,)
            return
        usual = self._formation(position, seat)
        if isinstance(own, Reinforce | Retreat):
            yield (own,)
        yield usual
        legal = list(position.legal_actions(seat))
        arrivals = [action for action in legal if isinstance(action, Reinforce)]
        arrivals.sort(key=self.captain.arrival_worth, reverse=True)
        yield from ((action,) for action in arrivals[:ARRIVALS])
        if Retreat() in legal and any(a.damage for a in fleet_of(state, seat).values()):
            yield (Retreat(),)
        others = list(self._formations(position, seat, usual))
        yield from self.rng.sample(others, min(MOST, len(others)))

    def _formation(self, position: Position[Any], seat: str) -> Plan:
        """How the captain would stand, without any card."""
        trial = position.copy()
        actions: list[Action] = []
        while (action := self.captain.arrange(trial.state, seat)) is not None:
            trial.play(seat, action)
            actions.append(action)
        return (*actions, END)

    def _formations(self, position: Position[Any], seat: str, usual: Plan) -> Iterator[Plan]:
        """As the ships stand, and as the captain wants them but for one."""
        ended = position.copy()
        for action in usual[:-1]:
            ended.play(seat, action)
        yield (END,)
        for ship, afloat in fleet_of(ended.state, seat).items():
            lines = [line for line in (1, 2, 3) if afloat.line not in (0, line)]
            changes: list[MoveShip | Trim] = [MoveShip(line, ship) for line in lines]
            for change in changes or [Trim(ship, not afloat.active)]:
                yield (*_merged(position.state, usual[:-1], change), END)

    def _prepare(self, position: Position[Any], seat: str, own: Action) -> Iterator[Plan]:
        yield from ((own,), (END,))
        found = [a for a in position.legal_actions(seat) if isinstance(a, PrepareCard)]
        shooting = self.captain.shooting(position.state, seat)
        found.sort(key=lambda action: action.ship in shooting)
        yield from ((action,) for action in found[:MOST])

    def _declare(self, position: Position[Any], seat: str, own: Action) -> Iterator[Plan]:
        """The best way to strike each target with each card, and to strike no more."""
        yield from ((own,), (END,))
        state: NavalState = position.state
        best: dict[object, tuple[float, Action]] = {}
        for worth, action in self.captain.strikes(state, seat, position):
            if action != END and worth > best.get(_aim(action), (0.0, END))[0]:
                best[_aim(action)] = (worth, action)
        ranked = sorted(best.values(), key=lambda pair: pair[0], reverse=True)
        yield from ((action,) for _, action in ranked[:MOST])
        if isinstance(own, Raid) and len(own.targets) > 1:
            for foe in enemies(state, seat)[:MOST]:
                yield (Raid(own.source, (foe,) * len(own.targets)),)

    def _defend(self, position: Position[Any], seat: str, own: Action) -> Iterator[Plan]:
        yield (own,)
        legal = list(position.legal_actions(seat))
        if END in legal:
            yield (END,)
        state: NavalState = position.state
        have = planning(state, seat)

        def saved(action: PlayDefence | UsePrepared | Cover | Silent) -> float:
            to = getattr(action, "to", "")
            deck = self.captain.deck
            return (
                relief(deck, state, action.attack, to) if to else danger(deck, state, action.attack)
            )

        found = [
            action
            for action in legal
            if isinstance(action, PlayDefence | UsePrepared)
            or (isinstance(action, Cover | Silent) and action.bonus in (0, have))
        ]
        found.sort(key=saved, reverse=True)
        yield from ((action,) for action in found[:MOST])

    def _resolve(self, position: Position[Any], seat: str, own: Action) -> Iterator[Plan]:
        yield (own,)
        yield from ((Roll(n),) for n in range(planning(position.state, seat) + 1))

    def _discard(self, position: Position[Any], seat: str, own: Action) -> Iterator[Plan]:
        """One card more or fewer than the captain throws away, everything or nothing."""
        hand = position.state.hands[seat]
        gone = own.cards if isinstance(own, DiscardCards) else ()
        yield _thrown(gone)
        yield _thrown(())
        for card in dict.fromkeys(hand):
            if hand.count(card) > gone.count(card):
                yield _thrown((*gone, card))
            if card in gone:
                rest = list(gone)
                rest.remove(card)
                yield _thrown(tuple(rest))
        yield _thrown(hand)


def _possible(position: Position[Any], seat: str, plan: Plan) -> bool:
    """Whether a plan can be carried out as far as the seat knows."""
    trial = position.copy()
    for action in plan:
        if trial.check(seat, action) is not None:
            return False
        trial.play(seat, action, advance=False)
    return True


def _thrown(cards: tuple[str, ...]) -> Plan:
    return (DiscardCards(tuple(sorted(cards))), END) if cards else (END,)


def _aim(action: Action) -> object:
    """What makes two ways to strike different enough."""
    if isinstance(action, Fire):
        return action.card, action.target
    if isinstance(action, Surprise):
        return action
    assert isinstance(action, Raid)
    return "raid", action.source, action.targets


def _merged(state: NavalState, usual: Plan, change: MoveShip | Trim) -> Plan:
    """The usual moves with one ship's replaced; nothing for a ship that stays where it is."""
    kept = [a for a in usual if getattr(a, "ship", "") != change.ship]
    afloat = state.fleet[change.ship]
    stays = (
        afloat.line == change.line
        if isinstance(change, MoveShip)
        else afloat.active == change.active
    )
    return (*kept,) if stays else (*kept, change)
