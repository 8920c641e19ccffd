"""Phase 3A, declaring attacks, and 3C, resolving them."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

from sandtable.table import Action, Ask, Chance, Decision, Log, Refusal

from .actions import END, End, Fire, Raid, Roll, Surprise
from .aiming import WEAPONS, carriers, check_fire, check_raid, enemies, shots, weapon_mark
from .cards import ActionCard
from .core import (
    battle_score,
    clockwise,
    close_up,
    damage_of,
    deadlocked,
    discard,
    flag,
    from_hand,
    go,
    hand_kinds,
    needed,
    opponents,
    planning,
    put,
    refuse,
    score_reached,
    settle,
    side,
    spend,
    target_score,
    torpedo_value,
    update,
)
from .events import (
    AttackDeclared,
    AttackIgnored,
    AttackRolled,
    Damaged,
    Sunk,
    Surprised,
)
from .setup_steps import NavalStep, not_here
from .state import Attack, Declare, Defend, Discard, NavalState, Resolve


class DeclareStep(NavalStep[Declare]):
    """All attacks of the turn are declared before anybody defends (NB-063)."""

    frame = Declare

    def run(self, state: NavalState, frame: Declare, log: Log) -> Ask | None:
        seat = state.active
        idle = not state.hands[seat] and not carriers(self.deck(state), state, seat)
        if idle and not state.attacks:
            go(state, Discard())
            return None
        return Decision((seat,), "Declare", "Declare your attacks")

    # What may be declared

    def actions(self, state: NavalState, frame: Declare, seat: str) -> Iterator[Action]:
        yield from self._single(state, seat)
        foes = enemies(state, seat)
        for card in self._base_raids(state, seat):
            for targets in itertools.combinations_with_replacement(foes, card.raids):
                yield Raid(card.id, targets)

    def _single(self, state: NavalState, seat: str) -> Iterator[Action]:
        """All but the raids from bases, which are many."""
        for card in hand_kinds(self.deck(state), state, seat):
            if card.effect in WEAPONS:
                yield from shots(self.deck(state), state, seat, card)
            elif card.effect == "surprise-attack":
                for foe in opponents(state, seat):
                    yield Surprise(foe)
        for carrier in carriers(self.deck(state), state, seat):
            for target in enemies(state, seat):
                yield Raid(carrier, (target,))
        yield END

    def _base_raids(self, state: NavalState, seat: str) -> list[ActionCard]:
        return [c for c in hand_kinds(self.deck(state), state, seat) if c.effect == "air-raid"]

    def sample(
        self, state: NavalState, frame: Declare, seat: str, rng: random.Random
    ) -> Action | None:
        single = list(self._single(state, seat))
        foes = enemies(state, seat)
        cards = self._base_raids(state, seat)
        counts = [math.comb(len(foes) + c.raids - 1, c.raids) if foes else 0 for c in cards]
        index = rng.randrange(len(single) + sum(counts))
        if index < len(single):
            return single[index]
        card = rng.choices(cards, counts)[0]
        # A multiset is a choice without repetition among more places (stars and bars).
        places = sorted(rng.sample(range(len(foes) + card.raids - 1), card.raids))
        return Raid(card.id, tuple(foes[place - i] for i, place in enumerate(places)))

    def check(self, state: NavalState, frame: Declare, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Fire):
            return check_fire(self.deck(state), state, seat, action)
        if isinstance(action, Raid):
            return check_raid(self.deck(state), state, seat, action)
        if isinstance(action, Surprise):
            return self._check_surprise(state, seat, action)
        return None if isinstance(action, End) else not_here(action, "the attack phase")

    def _check_surprise(self, state: NavalState, seat: str, action: Surprise) -> Refusal | None:
        if "surprise-attack" not in state.hands[seat]:
            return refuse("not-in-hand", "NB-014", "you have no surprise-attack in your hand")
        if action.seat not in state.seats or action.seat == seat:
            return refuse("no-opponent", "NB-095", f"{action.seat} is no opponent of yours")
        if action.seat not in opponents(state, seat):
            return refuse("ally", "NB-975", f"{action.seat} is your teammate")
        return None

    # Declaring

    def play(self, state: NavalState, frame: Declare, seat: str, action: Action, log: Log) -> None:
        if isinstance(action, Fire):
            card = self.deck(state).actions[action.card]
            from_hand(state, seat, action.card)
            weapon = WEAPONS[card.effect]
            marks = tuple(weapon_mark(ship, weapon) for ship in action.ships)
            state.used = (*state.used, *marks)
            self._declare(state, card.effect, card.id, action.ships, (action.target,), log)
        elif isinstance(action, Raid):
            if action.source in self.deck(state).actions:
                from_hand(state, seat, action.source)
                self._declare(state, "air-raid", action.source, (), action.targets, log)
            else:
                state.used = (*state.used, weapon_mark(action.source, "raid"))
                ships = (action.source,)
                self._declare(state, "air-raid", action.source, ships, action.targets, log)
        elif isinstance(action, Surprise):
            self._surprise(state, seat, action.seat, log)
        else:
            self._leave(state)

    def _declare(
        self,
        state: NavalState,
        effect: str,
        source: str,
        ships: tuple[str, ...],
        targets: tuple[str, ...],
        log: Log,
    ) -> None:
        play = state.attacks[-1].play + 1 if state.attacks else 1
        for target in targets:
            owner = state.fleet[target].seat
            attack = Attack(play, effect, source, ships, target, owner)  # type: ignore[arg-type]
            state.attacks.append(attack)
            log.append(
                AttackDeclared(
                    seat=state.active,
                    number=len(state.attacks),
                    source=source,
                    ships=ships,
                    target=target,
                    needed=needed(self.deck(state), state, attack),
                    torpedo=torpedo_value(self.deck(state), attack),
                )
            )

    def _surprise(self, state: NavalState, seat: str, victim: str, log: Log) -> None:
        """Works at once and cannot be stopped (NB-096, NB-936, NB-938)."""
        from_hand(state, seat, "surprise-attack")
        cards = [p.card for p in state.prepared if p.seat == victim]
        cards += ["retreat"] * state.retreats.count(victim)
        state.prepared = [p for p in state.prepared if p.seat != victim]
        state.retreats = tuple(s for s in state.retreats if s != victim)
        discard(state, "surprise-attack", *cards)
        log.append(
            Surprised(
                seat=seat,
                nation=flag(state, seat),
                victim=victim,
                victim_nation=flag(state, victim),
                cards=tuple(cards),
            )
        )

    def _leave(self, state: NavalState) -> None:
        if not state.attacks:
            go(state, Discard())
        else:
            next_defender(state, state.active)


def next_defender(state: NavalState, after: str) -> None:
    """The next attacked seat clockwise from the attacker defends, then all is resolved."""
    order = clockwise(state, state.active)
    for seat in order[order.index(after) + 1 :]:
        if any(attack.seat == seat for attack in state.attacks):
            go(state, Defend(seat))
            return
    go(state, Resolve())


class ResolveStep(NavalStep[Resolve]):
    """What no defence has stopped strikes, in the order of declaration (NB-958)."""

    frame = Resolve

    def run(self, state: NavalState, frame: Resolve, log: Log) -> Ask | None:
        if frame.number > len(state.attacks):
            self._close(state, log)
            return None
        attack = state.attacks[frame.number - 1]
        if attack.status != "live":
            frame.number += 1
            return None
        if attack.target not in state.fleet:
            settle(self.deck(state), state, frame.number, "done")
            log.append(AttackIgnored(number=frame.number, target=attack.target))
            frame.number += 1
            return None
        number = needed(self.deck(state), state, attack)
        if attack.effect not in ("torpedo", "air-raid"):
            self._hit(state, frame, log)
            return None
        if not frame.ready and planning(state, state.active):
            prompt = f"Roll for attack {frame.number} at {attack.target}: {number} needed"
            args = {"n": str(frame.number), "target": attack.target, "needed": str(number)}
            return Decision((state.active,), "Resolve", prompt, args)
        by = attack.ships[0] if attack.ships else attack.source
        return Chance((6,), f"attack {frame.number}, {by} at {attack.target}")

    def actions(self, state: NavalState, frame: Resolve, seat: str) -> Iterator[Action]:
        for bonus in range(planning(state, seat) + 1):
            yield Roll(bonus)

    def check(self, state: NavalState, frame: Resolve, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, Roll):
            return not_here(action, "the resolution of attacks")
        return check_planning(state, seat, action.bonus)

    def play(self, state: NavalState, frame: Resolve, seat: str, action: Action, log: Log) -> None:
        assert isinstance(action, Roll)
        spend(state, seat, "planning", action.bonus)
        frame.bonus = action.bonus
        frame.ready = True

    def rolled(self, state: NavalState, frame: Resolve, faces: tuple[int, ...], log: Log) -> None:
        attack = state.attacks[frame.number - 1]
        number = needed(self.deck(state), state, attack)
        log.append(
            AttackRolled(
                number=frame.number,
                target=attack.target,
                face=faces[0],
                bonus=frame.bonus,
                needed=number,
                torpedo=torpedo_value(self.deck(state), attack),
            )
        )
        if faces[0] + frame.bonus >= number:
            self._hit(state, frame, log)
        else:
            settle(self.deck(state), state, frame.number, "done")
            _next(frame)

    def _hit(self, state: NavalState, frame: Resolve, log: Log) -> None:
        number = frame.number
        attack = state.attacks[number - 1]
        ship = self.deck(state).ships[attack.target]
        if attack.effect == "air-raid":
            self._sink(state, frame, log)
            return
        damage = self.deck(state).actions[attack.source].damage
        total = damage_of(self.deck(state), state.fleet[attack.target]) + damage
        log.append(
            Damaged(
                number=number,
                ship=ship.id,
                card=attack.source,
                damage=damage,
                total=total,
                hull=ship.hull,
            )
        )
        if total >= ship.hull:
            self._sink(state, frame, log)
            return
        settle(self.deck(state), state, number, "done", keep=True)
        under = state.fleet[ship.id].damage
        update(state, ship.id, damage=put(under, (attack.source,)))
        _next(frame)

    def _sink(self, state: NavalState, frame: Resolve, log: Log) -> None:
        """The attacker takes the ship card; all cards under it are discarded (NB-961)."""
        number = frame.number
        attack = state.attacks[number - 1]
        settle(self.deck(state), state, number, "done")
        sunk = state.fleet.pop(attack.target)
        discard(state, *sunk.damage)
        by = state.active
        state.prizes[by] = (*state.prizes[by], attack.target)
        state.quiet = -1  # the end of this turn counts it up to 0
        points = self.deck(state).ships[attack.target].points
        log.append(
            Sunk(
                number=number,
                ship=attack.target,
                seat=sunk.seat,
                by=by,
                points=points,
                nation=flag(state, by),
                total=battle_score(self.deck(state), state, side(state, by)),
                target=target_score(state, side(state, by)),
            )
        )
        _next(frame)
        score_reached(self.deck(state), state, by, log)

    def _close(self, state: NavalState, log: Log) -> None:
        close_up(state, log)
        state.attacks = []
        if not deadlocked(self.deck(state), state, log):
            go(state, Discard())


def _next(frame: Resolve) -> None:
    frame.number += 1
    frame.ready = False
    frame.bonus = 0


def check_planning(state: NavalState, seat: str, bonus: int) -> Refusal | None:
    have = planning(state, seat)
    if bonus > have:
        text = f"you can use {have} Planning cards this turn, not {bonus}"
        return refuse("no-planning", "NB-057", text)
    return None
