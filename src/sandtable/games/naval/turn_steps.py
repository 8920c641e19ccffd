"""The quiet phases of a turn: reorganise, prepare, discard, draw."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sandtable.table import Action, Ask, Decision, Log, Refusal

from .actions import (
    END,
    DiscardCards,
    End,
    MoveShip,
    PrepareCard,
    Reinforce,
    Repair,
    Retreat,
    Trim,
)
from .cards import ActionCard
from .core import (
    HAND,
    discard,
    end_turn,
    flag,
    from_hand,
    go,
    hand_kinds,
    holds,
    lines_in_order,
    refuse,
    take,
    update,
)
from .events import CardPrepared, Discarded, Reinforced, Repaired, Reshuffled, Retreated
from .setup_steps import (
    NavalStep,
    arrange,
    arrangements,
    check_arrangement,
    check_lines,
    draw_cards,
    draw_chance,
    not_here,
)
from .state import Afloat, Declare, Discard, Draw, NavalState, Prepare, Prepared, Reorganise


def not_in_hand(card: str) -> Refusal:
    return refuse("not-in-hand", "NB-014", f"you have no {card} in your hand", card=card)


class ReorganiseStep(NavalStep[Reorganise]):
    """Phase 1: move ships, turn submarines, play Retreat and Reinforcements."""

    frame = Reorganise

    def run(self, state: NavalState, frame: Reorganise, log: Log) -> Ask | None:
        return Decision((state.active,), "Reorganise", "Reorganise your fleet")

    def actions(self, state: NavalState, frame: Reorganise, seat: str) -> Iterator[Action]:
        yield from arrangements(state, seat)
        for card in hand_kinds(self.deck(state), state, seat):
            if card.effect == "retreat":
                yield Retreat()
            elif card.effect == "reinforcements":
                yield from self._reinforcements(state, seat, card)
        if state.repairs:
            for ship, afloat in state.fleet.items():
                if afloat.seat == seat:
                    for damage in dict.fromkeys(afloat.damage):
                        yield Repair(ship, damage)
        if lines_in_order(state, seat):
            yield END

    def _reinforcements(
        self, state: NavalState, seat: str, card: ActionCard
    ) -> Iterator[Reinforce]:
        ships = self.deck(state).ships
        affordable = [s for s in state.reserve[seat] if ships[s].points <= card.value]
        for size in range(1, card.value + 1):
            for group in itertools.combinations(affordable, size):
                if sum(ships[ship].points for ship in group) <= card.value:
                    yield Reinforce(card.id, group)

    def check(
        self, state: NavalState, frame: Reorganise, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, MoveShip | Trim):
            return check_arrangement(state, seat, action)
        if isinstance(action, End):
            return check_lines(state, seat)
        if isinstance(action, Retreat):
            return None if "retreat" in state.hands[seat] else not_in_hand("retreat")
        if isinstance(action, Repair):
            return self._check_repair(state, seat, action)
        if isinstance(action, Reinforce):
            return self._check_reinforce(state, seat, action)
        return not_here(action, "the reorganise phase")

    def _check_repair(self, state: NavalState, seat: str, action: Repair) -> Refusal | None:
        if not state.repairs:
            most = (
                self.deck(state).actions["retreat"].value
                if "retreat" in self.deck(state).actions
                else 0
            )
            return refuse(
                "no-repairs", "NB-041", f"only a Retreat repairs, and {most} damage cards at most"
            )
        afloat = state.fleet.get(action.ship)
        if afloat is None or afloat.seat != seat:
            return refuse("not-yours", "NB-917", f"{action.ship} is not in your fleet")
        if action.card not in afloat.damage:
            return refuse("no-damage", "NB-917", f"no {action.card} lies under {action.ship}")
        return None

    def _check_reinforce(self, state: NavalState, seat: str, action: Reinforce) -> Refusal | None:
        card = self.deck(state).actions.get(action.card)
        if card is None or card.effect != "reinforcements":
            text = f"{action.card} is no Reinforcements card"
            return refuse("wrong-card", "NB-045", text, card=action.card)
        if action.card not in state.hands[seat]:
            return not_in_hand(action.card)
        if not action.ships or not holds(state.reserve[seat], action.ships):
            text = "name one or more ship cards of your reinforcement pile"
            return refuse("not-in-reserve", "NB-046", text)
        total = sum(self.deck(state).ships[ship].points for ship in action.ships)
        if total > card.value:
            text = f"these are worth {total} points, the card brings {card.value}"
            return refuse("too-dear", "NB-046", text, points=str(total))
        return None

    def play(
        self, state: NavalState, frame: Reorganise, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, MoveShip | Trim):
            arrange(state, seat, action, log)
        elif isinstance(action, Retreat):
            from_hand(state, seat, "retreat")
            state.retreats = (*state.retreats, seat)
            state.repairs += self.deck(state).actions["retreat"].value
            log.append(Retreated(seat=seat, nation=flag(state, seat)))
        elif isinstance(action, Repair):
            state.repairs -= 1
            damage = take(state.fleet[action.ship].damage, (action.card,))
            update(state, action.ship, damage=damage)
            discard(state, action.card)
            log.append(
                Repaired(seat=seat, nation=flag(state, seat), ship=action.ship, card=action.card)
            )
        elif isinstance(action, Reinforce):
            self._reinforce(state, seat, action, log)
        else:
            state.repairs = 0
            go(state, Prepare())

    def _reinforce(self, state: NavalState, seat: str, action: Reinforce, log: Log) -> None:
        from_hand(state, seat, action.card)
        discard(state, action.card)
        state.reserve[seat] = take(state.reserve[seat], action.ships)
        left = self.deck(state).actions[action.card].value
        for ship in action.ships:
            card = self.deck(state).ships[ship]
            left -= card.points
            # New ships join line 1 and may be moved on at once (NB-048, NB-914).
            state.fleet[ship] = Afloat(seat, 0 if card.is_submarine else 1)
        log.append(
            Reinforced(
                seat=seat, nation=flag(state, seat), card=action.card, ships=action.ships, lost=left
            )
        )


class PrepareStep(NavalStep[Prepare]):
    """Phase 2: ships and active submarines lay down one Prepare card each."""

    frame = Prepare

    def run(self, state: NavalState, frame: Prepare, log: Log) -> Ask | None:
        if not state.hands[state.active]:
            self._leave(state)
            return None
        return Decision((state.active,), "Prepare", "Prepare cards, one a ship card")

    def actions(self, state: NavalState, frame: Prepare, seat: str) -> Iterator[Action]:
        ships = [s for s, a in state.fleet.items() if a.seat == seat and self._able(state, s, a)]
        for card in hand_kinds(self.deck(state), state, seat):
            if "prepare" in card.phases:
                for ship in ships:
                    yield PrepareCard(card.id, ship)
        yield END

    def _able(self, state: NavalState, ship: str, afloat: Afloat) -> bool:
        return ship not in state.drilled and (afloat.line > 0 or afloat.active)

    def check(self, state: NavalState, frame: Prepare, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, End):
            return None
        if not isinstance(action, PrepareCard):
            return not_here(action, "the prepare phase")
        if action.card not in state.hands[seat]:
            return not_in_hand(action.card)
        if "prepare" not in self.deck(state).actions[action.card].phases:
            text = f"{action.card} cannot be prepared"
            return refuse("not-prepared", "NB-056", text, card=action.card)
        afloat = state.fleet.get(action.ship)
        if afloat is None or afloat.seat != seat:
            return refuse("not-yours", "NB-049", f"{action.ship} is not in your fleet")
        if afloat.line == 0 and not afloat.active:
            return refuse("passive", "NB-112", f"{action.ship} is Passive and cannot prepare")
        if action.ship in state.drilled:
            text = f"{action.ship} has prepared a card already this turn"
            return refuse("prepared-already", "NB-050", text, ship=action.ship)
        return None

    def play(self, state: NavalState, frame: Prepare, seat: str, action: Action, log: Log) -> None:
        if isinstance(action, PrepareCard):
            from_hand(state, seat, action.card)
            state.prepared.append(Prepared(seat, action.card, action.ship))
            state.drilled = (*state.drilled, action.ship)
            log.append(
                CardPrepared(
                    seat=seat, nation=flag(state, seat), card=action.card, ship=action.ship
                )
            )
        else:
            self._leave(state)

    def _leave(self, state: NavalState) -> None:
        """A retreating player has no attack phase (NB-042)."""
        go(state, Discard() if state.active in state.retreats else Declare())


class DiscardStep(NavalStep[Discard]):
    """Phase 4: as many cards as the player likes."""

    frame = Discard

    def run(self, state: NavalState, frame: Discard, log: Log) -> Ask | None:
        if not state.hands[state.active]:
            go(state, Draw())
            return None
        return Decision((state.active,), "Discard", "Discard what you do not want to keep")

    def actions(self, state: NavalState, frame: Discard, seat: str) -> Iterator[Action]:
        for card in dict.fromkeys(state.hands[seat]):
            yield DiscardCards((card,))
        yield END

    def check(self, state: NavalState, frame: Discard, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, End):
            return None
        if not isinstance(action, DiscardCards):
            return not_here(action, "the discard phase")
        for card in action.cards:
            if state.hands[seat].count(card) < action.cards.count(card):
                return not_in_hand(card)
        return None

    def play(self, state: NavalState, frame: Discard, seat: str, action: Action, log: Log) -> None:
        if isinstance(action, DiscardCards):
            from_hand(state, seat, *action.cards)
            discard(state, *action.cards)
            log.append(Discarded(seat=seat, nation=flag(state, seat), cards=action.cards))
        else:
            go(state, Draw())


class DrawStep(NavalStep[Draw]):
    """Phase 5: refill the hand to seven; the discard pile is the next draw pile."""

    frame = Draw

    def run(self, state: NavalState, frame: Draw, log: Log) -> Ask | None:
        seat = state.active
        wanted = HAND - len(state.hands[seat])
        if wanted > 0 and not state.deck and state.discard:
            state.deck, state.discard = state.discard, ()
            log.append(Reshuffled(count=len(state.deck)))
        count = min(wanted, len(state.deck))
        if count > 0:
            return draw_chance(state, seat, count)
        end_turn(self.deck(state), state, log)
        return None

    def rolled(self, state: NavalState, frame: Draw, faces: tuple[int, ...], log: Log) -> None:
        draw_cards(state, state.active, faces, log)
