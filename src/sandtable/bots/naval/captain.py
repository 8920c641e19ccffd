"""Captain plays Naval Battles by estimating points, from what its seat may see and no more."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.games.naval import ActionCard, Naval, NavalState, standard_deck
from sandtable.games.naval.actions import (
    END,
    ChooseFleet,
    ChooseNation,
    Cover,
    DiscardCards,
    Fire,
    MoveShip,
    PlayDefence,
    PrepareCard,
    Raid,
    Reinforce,
    Repair,
    Retreat,
    Roll,
    Silent,
    Surprise,
    Trim,
    UsePrepared,
)
from sandtable.games.naval.aiming import WEAPONS, enemies, shots
from sandtable.games.naval.core import (
    FLEET_POINTS,
    chance_to_hit,
    damage_of,
    fleet_of,
    hand_kinds,
    needed,
    planning,
)
from sandtable.games.naval.defence_step import live_on
from sandtable.games.naval.state import Attack, Defend, Resolve
from sandtable.table import Action, Position, Rules

from ..remarks import Remark
from .worth import (
    answers,
    best_fleet,
    can_fire,
    danger,
    enemy_submarines,
    gain,
    prey,
    relief,
    ship_worth,
    useful,
)

NATIONS = {
    "usa": 8,
    "japan": 8,
    "great-britain": 8,
    "italy": 6,
    "france": 1,
    "germany": 1,
}
"""How gladly each is taken: those that win more often in duels of captains, more often."""

WORTH_A_SHOT = 0.05
WORTH_A_CARD = 0.7
WORTH_A_HELP = 1.2
"""Points that an attack must threaten before a defence card, or a teammate's, is spent on it."""
KEPT_DEFENCES = 3
GUARDS = ("diversion", "missed", "armour", "light-target", "escort")
"""Defence cards, best first."""


class Captain:
    """Builds a strong fleet, hides what cannot fire, matches cards to guns, guards what counts."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        assert isinstance(rules, Naval)
        self.rules = rules
        self.deck = standard_deck()
        self.rng = rng
        self.remark: str = ""

    def choose(self, position: Position[Any], seat: str, budget_ms: int = 0) -> Action:
        self.remark = ""
        decision = position.decision
        assert decision is not None
        state: NavalState = position.state
        self.deck = self.rules.deck_of(state)
        plan = getattr(self, f"_{decision.step.lower()}")
        action: Action = plan(state, seat, position)
        return action

    # Setting up

    def _nations(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        taken = set(state.nations.values())
        free = {nation: weight for nation, weight in NATIONS.items() if nation not in taken}
        return ChooseNation(self.rng.choices(list(free), list(free.values()))[0])

    def _fleets(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        fleet = best_fleet(self.deck, state.nations[seat], FLEET_POINTS, self.rng)
        self.remark = Remark("fleet", f"A fleet of {len(fleet)} ship cards.", count=len(fleet))
        return ChooseFleet(fleet)

    def _place(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        return self.arrange(state, seat) or END

    # Phase 1

    def _reorganise(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        effects = {card.effect for card in hand_kinds(self.deck, state, seat)}
        if "reinforcements" in effects and prey(state, seat):
            arrivals = [a for a in position.legal_actions(seat) if isinstance(a, Reinforce)]
            if arrivals:
                return max(arrivals, key=self.arrival_worth)
        if state.repairs:
            repairs = [a for a in position.legal_actions(seat) if isinstance(a, Repair)]
            if repairs:
                return max(repairs, key=lambda repair: self._repair_worth(state, repair))
        if "retreat" in effects and self._should_retreat(state, seat):
            self.remark = Remark("wounds", "Time to lick our wounds.")
            return Retreat()
        return self.arrange(state, seat) or END

    def arrival_worth(self, action: Reinforce) -> float:
        return sum(ship_worth(self.deck.ships[ship]) for ship in action.ships)

    def _repair_worth(self, state: NavalState, action: Repair) -> float:
        card = self.deck.ships[action.ship]
        left = card.hull - damage_of(self.deck, state.fleet[action.ship])
        return self.deck.actions[action.card].damage * card.points / card.hull / left

    def _should_retreat(self, state: NavalState, seat: str) -> bool:
        """A Retreat costs an attack phase: worth it for much damage and few shots."""
        own = fleet_of(state, seat)
        cards = sorted(
            (self.deck.actions[c].damage for a in own.values() for c in a.damage), reverse=True
        )
        shooting = sum(self._any_shooter(state, seat, card) for card in state.hands[seat])
        return sum(cards[:3]) >= 5 + 2 * shooting

    def _any_shooter(self, state: NavalState, seat: str, card: str) -> bool:
        action = self.deck.actions[card]
        if action.effect not in WEAPONS:
            return action.effect == "air-raid"
        own = fleet_of(state, seat)
        return sum(can_fire(action, self.deck.ships[ship]) for ship in own) >= action.ships

    def arrange(self, state: NavalState, seat: str) -> Action | None:
        """The next move towards the wanted formation, or nothing."""
        wanted = self._formation(state, seat)
        for ship, line in wanted.items():
            if state.fleet[ship].line != line:
                return MoveShip(line, ship)
        torpedoes = any(c.effect == "torpedo" for c in hand_kinds(self.deck, state, seat))
        for ship, afloat in fleet_of(state, seat).items():
            if afloat.line == 0 and afloat.active != torpedoes:
                return Trim(ship, torpedoes)
        return None

    def _formation(self, state: NavalState, seat: str) -> dict[str, int]:
        """Who fires stands where the card allows it; all others as far back as can be."""
        own = {ship: a for ship, a in fleet_of(state, seat).items() if a.line}
        wanted = dict.fromkeys(own, 3)
        free = set(own)
        for card in self._by_damage(state, seat):
            able = sorted(
                (ship for ship in free if can_fire(card, self.deck.ships[ship])),
                key=lambda ship: self._toughness(state, ship),
                reverse=True,
            )
            if len(able) < card.ships:
                continue
            for ship in able[: card.ships]:
                wanted[ship] = min(wanted[ship], max(card.attacker_lines))
                free.discard(ship)
        # Two ships at least have to stand before the third line: the toughest.
        behind = sorted(own, key=lambda ship: self._toughness(state, ship), reverse=True)
        for line in (1, 2):
            if line not in wanted.values():
                movable = [ship for ship in behind if wanted[ship] > line]
                if movable:
                    wanted[movable[0]] = line
        return wanted

    def _by_damage(self, state: NavalState, seat: str) -> list[ActionCard]:
        """The cards in hand that ships fire, each as often as it is held, heaviest first."""
        cards = [self.deck.actions[card] for card in state.hands[seat]]
        boats = enemy_submarines(state, seat)
        fired = [
            card
            for card in cards
            if card.effect in WEAPONS and (card.effect != "depth-charge" or boats)
        ]
        return sorted(fired, key=lambda card: (-card.damage, card.id))

    def _toughness(self, state: NavalState, ship: str) -> tuple[float, str]:
        card = self.deck.ships[ship]
        left = card.hull - damage_of(self.deck, state.fleet[ship])
        carrier = 0.3 if card.raid else 1.0
        return carrier * left / (1 + 0.2 * card.points), ship

    # Phase 2

    def _prepare(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        if seat in state.retreats:
            return END  # nothing strikes us before these cards are gone again
        options = [a for a in position.legal_actions(seat) if isinstance(a, PrepareCard)]
        if not options:
            return END
        shooting = self.shooting(state, seat)
        idle = [action for action in options if action.ship not in shooting]
        for action in idle:
            if action.card == "planning" and useful(
                self.deck, state, seat, self.deck.actions["planning"]
            ):
                return action
        held = sum("defend" in self.deck.actions[c].phases for c in state.hands[seat])
        gone = state.options["prep_expiry"] == "end_of_turn"
        if not gone and (len(state.seats) > 2 or held > KEPT_DEFENCES):
            for action in idle:
                card = self.deck.actions[action.card]
                if action.card != "planning" and answers(self.deck, state, seat, card):
                    return action
        return END

    def shooting(self, state: NavalState, seat: str) -> set[str]:
        """The ship cards that have a shot."""
        cards = [c for c in hand_kinds(self.deck, state, seat) if c.effect in WEAPONS]
        found = (shot for card in cards for shot in shots(self.deck, state, seat, card))
        return {ship for shot in found for ship in shot.ships}

    # Phase 3A

    def _declare(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        return max([(WORTH_A_SHOT, END), *self.strikes(state, seat, position)], key=_first)[1]

    def strikes(
        self, state: NavalState, seat: str, position: Position[Any]
    ) -> Iterator[tuple[float, Action]]:
        """What may be declared, and what each adds in points; of a base raid only the best."""
        foes = enemies(state, seat)
        legal = position.legal_actions(seat)
        known: dict[tuple[str, ...], float] = {}
        for card in hand_kinds(self.deck, state, seat):
            if card.effect in WEAPONS:
                for shot in shots(self.deck, state, seat, card):
                    # Only a torpedo hangs on who fires it.
                    by = shot.ships if card.effect == "torpedo" else ()
                    key = (card.id, shot.target, *by)
                    if key not in known:
                        known[key] = self._shot_worth(state, shot)
                    yield known[key], shot
            elif card.effect == "air-raid" and foes:
                action = self._base_raid(state, seat, card, foes)
                yield self._gain(state, card.id, (), action.targets[0]), action
            elif card.effect == "surprise-attack":
                yield self._surprise(state, legal)
        for ship in fleet_of(state, seat):
            if foes and Raid(ship, (foes[0],)) in legal:
                for foe in foes:
                    yield self._gain(state, ship, (ship,), foe), Raid(ship, (foe,))

    def _shot_worth(self, state: NavalState, shot: Fire) -> float:
        worth = self._gain(state, shot.card, shot.ships, shot.target)
        return worth / math.sqrt(len(shot.ships))

    def _gain(self, state: NavalState, source: str, ships: tuple[str, ...], target: str) -> float:
        card = self.deck.actions.get(source)
        effect: Any = card.effect if card is not None else "air-raid"
        attack = Attack(0, effect, source, ships, target, state.fleet[target].seat)
        return gain(self.deck, state, attack)

    def _base_raid(self, state: NavalState, seat: str, card: ActionCard, foes: list[str]) -> Raid:
        """Each raid of the card at the target where it adds most, given those before."""
        trial = state.copy()
        targets: list[str] = []
        for _ in range(card.raids):
            target = max(foes, key=lambda foe: self._gain(trial, card.id, (), foe))
            owner = state.fleet[target].seat
            trial.attacks.append(Attack(0, "air-raid", card.id, (), target, owner))
            targets.append(target)
        return Raid(card.id, tuple(targets))

    def _surprise(self, state: NavalState, legal: Any) -> tuple[float, Action]:
        """Worth its card against prepared cards, more against a fleet that hides."""
        worths: dict[str, float] = {}
        for prepared in state.prepared:
            if Surprise(prepared.seat) in legal:
                worths[prepared.seat] = worths.get(prepared.seat, 0.0) + 1.0
        for hiding in state.retreats:
            if Surprise(hiding) in legal:
                worths[hiding] = worths.get(hiding, 0.0) + 3.0
        if not worths:
            return 0.0, END
        victim = max(worths, key=lambda foe: (worths[foe], foe))
        return 10 + worths[victim], Surprise(victim)  # before the attacks it helps

    # Phase 3B

    def _defend(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        legal = list(position.legal_actions(seat))
        frame = state.flow[-1]
        assert isinstance(frame, Defend)
        saved = {n: danger(self.deck, state, n) for n, _ in live_on(state, frame.seat)}
        rolls = [a for a in legal if isinstance(a, Silent | Cover) and a.bonus == 0]
        for roll in rolls:
            if isinstance(roll, Silent):  # due in any case, and perhaps no card is needed after it
                return self._with_planning(state, seat, roll, rolls, saved)
        if rolls:
            cover = max(rolls, key=lambda a: (saved[a.attack], str(a)))
            if saved[cover.attack] > 0.01:
                return self._with_planning(state, seat, cover, rolls, saved)
        return self._best_card(state, seat, frame.seat, legal, saved)

    def _with_planning(
        self,
        state: NavalState,
        seat: str,
        roll: Silent | Cover,
        rolls: list[Silent | Cover],
        saved: dict[int, float],
    ) -> Action:
        """The roll, with all Planning at hand if none of the other rolls needs it more."""
        have = planning(state, seat)
        if not have:
            return roll
        helped = {other: self._help(state, other, have) * saved[other.attack] for other in rolls}
        if helped[roll] <= 0 or helped[roll] < max(helped.values()):
            return roll
        spare = min(have, self._face(state, roll) - 1)  # a 1 needs no help
        return msgspec.structs.replace(roll, bonus=spare)

    def _face(self, state: NavalState, roll: Silent | Cover) -> int:
        if isinstance(roll, Cover):
            return self.deck.ships[roll.ship].cover_roll
        return self.deck.ships[state.attacks[roll.attack - 1].target].silent

    def _help(self, state: NavalState, roll: Silent | Cover, bonus: int) -> float:
        face = self._face(state, roll)
        return chance_to_hit(max(face - bonus, 1)) - chance_to_hit(max(face, 1))

    def _best_card(
        self,
        state: NavalState,
        seat: str,
        attacked: str,
        legal: list[Action],
        saved: dict[int, float],
    ) -> Action:
        best: tuple[float, Action] = (0.0, END)
        for action in legal:
            if not isinstance(action, PlayDefence | UsePrepared):
                continue
            worth = saved[action.attack]
            if action.to:
                worth = relief(self.deck, state, action.attack, action.to)
            least = 0.01
            if isinstance(action, PlayDefence):
                least = WORTH_A_CARD if seat == attacked else WORTH_A_HELP
                # A Diversion stops anything: it goes last, and only for something big.
                least += 0.8 if action.card == "diversion" else 0.0
            if worth >= least and worth - least > best[0]:
                best = (worth - least, action)
        return best[1]

    # Phase 3C to 5

    def _resolve(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        """Planning goes to the die where it helps most; each +1 is a sixth at best."""
        frame = state.flow[-1]
        assert isinstance(frame, Resolve)
        have = planning(state, seat)
        worths = {}
        for number, attack in enumerate(state.attacks, start=1):
            later = number >= frame.number and attack.status == "live"
            if later and attack.effect in ("torpedo", "air-raid") and attack.target in state.fleet:
                face = needed(self.deck, state, attack)
                more = chance_to_hit(max(face - have, 1)) - chance_to_hit(max(face, 1))
                worths[number] = more * self.deck.ships[attack.target].points
        if worths[frame.number] > 0 and worths[frame.number] >= max(worths.values()):
            return Roll(have)
        return Roll(0)

    def _discard(self, state: NavalState, seat: str, position: Position[Any]) -> Action:
        """Away with what nobody can use and with more defences than the hand has room for."""
        hand = state.hands[seat]
        kept = [c for c in hand if useful(self.deck, state, seat, self.deck.actions[c])]
        guards = [card for card in GUARDS for held in kept if held == card]
        for card in guards[KEPT_DEFENCES:]:
            kept.remove(card)
        useless = list(hand)
        for card in kept:
            useless.remove(card)
        return DiscardCards(tuple(useless)) if useless else END


def _first(pair: tuple[float, Action]) -> float:
    return pair[0]
