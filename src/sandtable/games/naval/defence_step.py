"""Phase 3B: the defence of one attacked fleet after the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from sandtable.table import Action, Ask, Chance, Decision, Log, Refusal

from .actions import END, Cover, End, PlayDefence, Silent, UsePrepared
from .aiming import weapon_mark
from .attack_steps import check_planning, next_defender
from .cards import ActionCard
from .core import (
    allies,
    discard,
    flag,
    from_hand,
    hand_kinds,
    needed,
    planning,
    refuse,
    settle,
    spend,
    torpedo_value,
)
from .events import AttackRedirected, AttackStopped, DefenceRolled, flagged
from .setup_steps import NavalStep, not_here
from .state import Afloat, Attack, CoverRoll, Defend, NavalState, SilentRoll

CANCELS = {"missed": "primary", "armour": "secondary"}


def live_on(state: NavalState, seat: str) -> list[tuple[int, Attack]]:
    """The attacks on a fleet that nothing has stopped yet, with their numbers."""
    return [
        (number, attack)
        for number, attack in enumerate(state.attacks, start=1)
        if attack.seat == seat and attack.status == "live"
    ]


def silent_due(state: NavalState, attack: Attack) -> bool:
    """Whether silent running is still to be rolled against this attack (NB-113, NB-954)."""
    afloat = state.fleet[attack.target]
    return afloat.line == 0 and not afloat.active and not attack.silent


class DefendStep(NavalStep[Defend]):
    """A defender makes all his defences, helped by teammates' hands, then comes the next."""

    frame = Defend

    def run(self, state: NavalState, frame: Defend, log: Log) -> Ask | None:
        if not live_on(state, frame.seat):
            next_defender(state, frame.seat)
            return None
        helpers = tuple(s for s in allies(state, frame.seat) if state.hands[s])
        asked = tuple(s for s in (frame.seat, *helpers) if s not in frame.done)
        if not asked:
            next_defender(state, frame.seat)
            return None
        fleet = flagged(frame.seat, flag(state, frame.seat))
        return Decision(asked, "Defend", f"Defend the fleet of {fleet}", {"seat": frame.seat})

    # What may be done

    def actions(self, state: NavalState, frame: Defend, seat: str) -> Iterator[Action]:
        live = live_on(state, frame.seat)
        for card in hand_kinds(self.deck(state), state, seat):
            if "defend" in card.phases:
                for number, attack in live:
                    for to in self._ways(state, card, attack):
                        yield PlayDefence(card.id, number, to)
        if seat == frame.seat:
            yield from self._own_means(state, seat, live)
        if self._check_end(state, frame, seat) is None:
            yield END

    def _own_means(
        self, state: NavalState, seat: str, live: list[tuple[int, Attack]]
    ) -> Iterator[Action]:
        """Prepared cards, air cover and silent running serve their owner only (NB-972)."""
        ready = dict.fromkeys(p.card for p in state.prepared if p.seat == seat and not p.used)
        for name in ready:
            card = self.deck(state).actions[name]
            if "defend" in card.phases:
                for number, attack in live:
                    for to in self._ways(state, card, attack):
                        yield UsePrepared(name, number, to)
        bonuses = range(planning(state, seat) + 1)
        raids = [number for number, attack in live if attack.effect == "air-raid"]
        for ship, number in itertools.product(self._covering(state, seat), raids):
            yield from (Cover(ship, number, bonus) for bonus in bonuses)
        for number, attack in live:
            if silent_due(state, attack):
                yield from (Silent(number, bonus) for bonus in bonuses)

    def _ways(self, state: NavalState, card: ActionCard, attack: Attack) -> Iterator[str]:
        """New targets if the card redirects, one empty word if it stops, nothing if it fails."""
        if card.effect == "escort":
            for ship, afloat in state.fleet.items():
                if self._escorts(state, attack, ship, afloat) is None:
                    yield ship
        elif self._stops(state, card, attack) is None:
            yield ""

    def _covering(self, state: NavalState, seat: str) -> list[str]:
        """Carriers with an air cover symbol left in this turn (NB-134, NB-952)."""
        return [
            ship
            for ship, afloat in state.fleet.items()
            if afloat.seat == seat
            and state.used.count(weapon_mark(ship, "cover")) < self.deck(state).ships[ship].cover
        ]

    # Checks

    def check(self, state: NavalState, frame: Defend, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, End):
            return self._check_end(state, frame, seat)
        if not isinstance(action, PlayDefence | UsePrepared | Cover | Silent):
            return not_here(action, "the defence step")
        attack = dict(live_on(state, frame.seat)).get(action.attack)
        if attack is None:
            text = f"there is no attack {action.attack} to stop on the fleet of {frame.seat}"
            return refuse("no-attack", "NB-943", text)
        if isinstance(action, PlayDefence):
            if action.card not in state.hands[seat]:
                text = f"you have no {action.card} in your hand"
                return refuse("not-in-hand", "NB-118", text, card=action.card)
            return self._check_card(state, action.card, attack, action.to)
        if seat != frame.seat:
            text = "a teammate helps only with Defence cards from the hand"
            return refuse("helper", "NB-972", text)
        if isinstance(action, UsePrepared):
            return self._check_prepared(state, seat, action, attack)
        if isinstance(action, Cover):
            return self._check_cover(state, seat, action, attack)
        return self._check_silent(state, seat, action, attack)

    def _check_end(self, state: NavalState, frame: Defend, seat: str) -> Refusal | None:
        if seat != frame.seat:
            return None
        for number, attack in live_on(state, seat):
            if silent_due(state, attack):
                text = f"{attack.target} still rolls its silent running against attack {number}"
                return refuse("silent-due", "NB-113", text, attack=str(number))
        return None

    def _check_card(self, state: NavalState, name: str, attack: Attack, to: str) -> Refusal | None:
        card = self.deck(state).actions[name]
        if "defend" not in card.phases:
            return refuse("no-defence", "NB-019", f"{name} is no Defence card", card=name)
        if card.effect != "escort":
            if to:
                return refuse("no-redirect", "NB-125", f"{name} does not redirect an attack")
            return self._stops(state, card, attack)
        afloat = state.fleet.get(to)
        if afloat is None:
            return refuse("no-ship", "NB-126", "name the ship that the attack is drawn to")
        return self._escorts(state, attack, to, afloat)

    def _stops(self, state: NavalState, card: ActionCard, attack: Attack) -> Refusal | None:
        if card.effect in CANCELS:
            wanted = CANCELS[card.effect]
            if attack.effect != wanted:
                rule = "NB-121" if card.effect == "missed" else "NB-123"
                return refuse("wrong-attack", rule, f"{card.id} stops only a {wanted} attack")
            return None
        if card.effect == "light-target":
            hull = self.deck(state).ships[attack.target].hull
            if hull > card.value:
                text = (
                    f"{attack.target} has a printed hull of {hull}, "
                    f"a light target has {card.value} or less"
                )
                return refuse("not-light", "NB-130", text)
            return None
        return None if card.effect == "diversion" else refuse("no-defence", "NB-019", card.name)

    def _escorts(
        self, state: NavalState, attack: Attack, ship: str, afloat: Afloat
    ) -> Refusal | None:
        target = state.fleet[attack.target]
        if target.line == 0:
            text = f"{attack.target} is a submarine: attacks on it cannot be redirected"
            return refuse("from-submarine", "NB-127", text)
        if afloat.seat != attack.seat:
            return refuse("other-fleet", "NB-945", f"{ship} is not of the attacked fleet")
        if afloat.line == 0:
            return refuse("to-submarine", "NB-128", f"{ship} is a submarine")
        if ship == attack.target:
            return refuse("same-ship", "NB-948", f"{ship} is the target already")
        if afloat.line != target.line:
            text = f"{ship} is in line {afloat.line}, the target in line {target.line}"
            return refuse("other-line", "NB-945", text)
        return None

    def _check_prepared(
        self, state: NavalState, seat: str, action: UsePrepared, attack: Attack
    ) -> Refusal | None:
        own = [p for p in state.prepared if p.seat == seat and p.card == action.card]
        if not own:
            return refuse("not-prepared", "NB-115", f"you have no {action.card} prepared")
        if all(p.used for p in own):
            text = f"your prepared {action.card} has been used in this turn"
            return refuse("used", "NB-055", text, card=action.card)
        return self._check_card(state, action.card, attack, action.to)

    def _check_cover(
        self, state: NavalState, seat: str, action: Cover, attack: Attack
    ) -> Refusal | None:
        afloat = state.fleet.get(action.ship)
        if afloat is None or afloat.seat != seat:
            return refuse("not-yours", "NB-952", f"{action.ship} is not in your fleet")
        printed = self.deck(state).ships[action.ship]
        if not printed.cover:
            return refuse("no-cover", "NB-105", f"{action.ship} gives no air cover")
        if attack.effect != "air-raid":
            return refuse("no-raid", "NB-134", "air cover works against air raids only")
        if action.ship not in self._covering(state, seat):
            text = f"{action.ship} has used its air cover in this turn"
            return refuse("used", "NB-134", text, ship=action.ship)
        return check_planning(state, seat, action.bonus)

    def _check_silent(
        self, state: NavalState, seat: str, action: Silent, attack: Attack
    ) -> Refusal | None:
        if attack.silent:
            text = f"silent running was rolled against attack {action.attack} already"
            return refuse("used", "NB-954", text)
        if not silent_due(state, attack):
            text = f"{attack.target} is no Passive submarine"
            return refuse("not-passive", "NB-113", text)
        return check_planning(state, seat, action.bonus)

    # Carrying out

    def play(self, state: NavalState, frame: Defend, seat: str, action: Action, log: Log) -> None:
        if isinstance(action, PlayDefence):
            from_hand(state, seat, action.card)
            discard(state, action.card)
            self._apply(state, seat, action, log)
        elif isinstance(action, UsePrepared):
            spend(state, seat, action.card)
            self._apply(state, seat, action, log)
        elif isinstance(action, Cover):
            spend(state, seat, "planning", action.bonus)
            state.used = (*state.used, weapon_mark(action.ship, "cover"))
            state.flow.append(CoverRoll(action.attack, action.ship, action.bonus))
        elif isinstance(action, Silent):
            spend(state, seat, "planning", action.bonus)
            state.flow.append(SilentRoll(action.attack, action.bonus))
        else:
            frame.done = (*frame.done, seat)

    def _apply(
        self, state: NavalState, seat: str, action: PlayDefence | UsePrepared, log: Log
    ) -> None:
        attack = state.attacks[action.attack - 1]
        if not action.to:
            stop(self, state, action.attack, action.card, seat, log)
            return
        attack = msgspec.structs.replace(attack, target=action.to)
        old = state.attacks[action.attack - 1].target
        state.attacks[action.attack - 1] = attack
        log.append(
            AttackRedirected(
                seat=seat,
                nation=flag(state, seat),
                number=action.attack,
                old=old,
                new=action.to,
                by=action.card,
                needed=needed(self.deck(state), state, attack),
                torpedo=torpedo_value(self.deck(state), attack),
            )
        )


def stop(
    step: NavalStep[Defend] | NavalStep[CoverRoll] | NavalStep[SilentRoll],
    state: NavalState,
    number: int,
    by: str,
    seat: str,
    log: Log,
    cover: str = "",
) -> None:
    target = state.attacks[number - 1].target
    settle(step.deck(state), state, number, "stopped")
    nation = flag(state, seat)
    log.append(
        AttackStopped(seat=seat, nation=nation, number=number, target=target, by=by, cover=cover)
    )


class CoverRollStep(NavalStep[CoverRoll]):
    """The raid has been named; now the die (NB-135, NB-136)."""

    frame = CoverRoll

    def run(self, state: NavalState, frame: CoverRoll, log: Log) -> Ask | None:
        return Chance((6,), f"air cover of {frame.ship} against attack {frame.attack}")

    def rolled(self, state: NavalState, frame: CoverRoll, faces: tuple[int, ...], log: Log) -> None:
        state.flow.pop()
        seat = state.attacks[frame.attack - 1].seat
        value = self.deck(state).ships[frame.ship].cover_roll
        log.append(
            DefenceRolled(
                seat=seat,
                ship=frame.ship,
                number=frame.attack,
                face=faces[0],
                bonus=frame.bonus,
                needed=value,
            )
        )
        if faces[0] + frame.bonus >= value:
            stop(self, state, frame.attack, "air-cover", seat, log, cover=frame.ship)


class SilentRollStep(NavalStep[SilentRoll]):
    """A passive submarine slips away on its number or more (NB-114)."""

    frame = SilentRoll

    def run(self, state: NavalState, frame: SilentRoll, log: Log) -> Ask | None:
        ship = state.attacks[frame.attack - 1].target
        return Chance((6,), f"silent running of {ship} against attack {frame.attack}")

    def rolled(
        self, state: NavalState, frame: SilentRoll, faces: tuple[int, ...], log: Log
    ) -> None:
        state.flow.pop()
        attack = msgspec.structs.replace(state.attacks[frame.attack - 1], silent=True)
        state.attacks[frame.attack - 1] = attack
        value = self.deck(state).ships[attack.target].silent
        log.append(
            DefenceRolled(
                seat=attack.seat,
                ship=attack.target,
                number=frame.attack,
                face=faces[0],
                bonus=frame.bonus,
                needed=value,
            )
        )
        if faces[0] + frame.bonus >= value:
            stop(self, state, frame.attack, "silent-running", attack.seat, log)
