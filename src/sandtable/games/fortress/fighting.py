"""Actions 4 and 5: laser fire, battles, retreats."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.table import Action, Ask, Chance, Log, Refusal

from .acts import Fight, Fire, Retreat, Target
from .base import FortressStep, ask, pop, push, refuse, wrong
from .board import ROUGH, SPACES, N
from .events import (
    BattleBegan,
    BattleOver,
    Disengaged,
    LaserFired,
    Moved,
    Threw,
    counted,
    destroyed,
    place_id,
    place_name,
)
from .field import add, at, attackers, battles, bump, bury, drop, enemy_in, invader_in, take
from .moves import retreats
from .pieces import (
    AIR,
    ALONE_DIE,
    BOMBER,
    CLASS_NAMES,
    CLASS_OF,
    DIE,
    FOOT,
    FORCES,
    GAME,
    KINDS,
    OF_CLASS,
    USA,
    VEHICLE,
    Stack,
    kinds_in,
    minus,
    one,
    stack_text,
    sum_stacks,
)
from .state import Battle, Combat, FortressState, LaserFire, Retreating, RollNote

ORDER = (AIR, VEHICLE, FOOT)
"""The classes in the order in which they fire (FA-167)."""


# Laser fire


class LaserFireStep(FortressStep[LaserFire]):
    frame = LaserFire

    def _spaces(self, state: FortressState) -> list[int]:
        return [s for s in range(N) if s not in state.fired and invader_in(state, s) >= 0]

    def go(self, state: FortressState, frame: LaserFire, log: Log) -> Ask | None:
        kind, space = frame.aim
        if space >= 0:
            return Chance((int(GAME["laser_die"]),), f"laser, {KINDS[kind]}, {SPACES[space].id}")
        if frame.left == 0 or not self._spaces(state):
            state.fired = []
            pop(state)
            return None
        return ask(
            USA, "laser fire", f"Name a target; {counted(frame.left, 'laser')} still to fire."
        )

    def actions(self, state: FortressState, frame: LaserFire, seat: str) -> Iterator[Action]:
        for space in self._spaces(state):
            stack = at(state, invader_in(state, space), space)
            yield from (Fire(kind, space) for kind in kinds_in(stack))

    def check(
        self, state: FortressState, frame: LaserFire, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Fire):
            return wrong(action, "fire a laser")
        force, name = invader_in(state, action.space), place_name(action.space)
        if action.space in state.fired:
            return refuse("fired-at", "FA-162", f"{name} has been fired at this turn")
        if force < 0 or not at(state, force, action.space)[action.kind]:
            text = f"there is no enemy {KINDS[action.kind]} in {name}"
            return refuse("no-target", "FA-929", text)
        return None

    def play(
        self, state: FortressState, frame: LaserFire, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Fire)
        frame.aim = (action.kind, action.space)

    def rolled(
        self, state: FortressState, frame: LaserFire, faces: tuple[int, ...], log: Log
    ) -> None:
        kind, space = frame.aim
        frame.aim = (-1, -1)
        frame.left -= 1
        state.fired.append(space)
        needed = int(GAME["clear_weather_from" if state.clear_weather else "laser_hits_from"])
        hit = faces[0] >= needed
        log.append(
            LaserFired(
                unit=KINDS[kind], space=place_id(space), face=faces[0], hit=hit, needed=needed
            )
        )
        if hit:
            bury(state, invader_in(state, space), space, one(kind))


# Choosing battles


class CombatStep(FortressStep[Combat]):
    frame = Combat

    def go(self, state: FortressState, frame: Combat, log: Log) -> Ask | None:
        left = battles(state, frame.force)
        if not left:
            pop(state)
            return None
        if len(left) == 1:
            self._begin(state, frame, left[0], log)
            return None
        return ask(frame.force, "combat", "Which battle comes next?")

    def actions(self, state: FortressState, frame: Combat, seat: str) -> Iterator[Action]:
        return (Fight(space) for space in battles(state, frame.force))

    def check(
        self, state: FortressState, frame: Combat, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Fight):
            return wrong(action, "choose a battle")
        if action.space not in battles(state, frame.force):
            name = place_name(action.space)
            return refuse("no-battle", "FA-163", f"there is no battle to fight in {name}")
        return None

    def play(
        self, state: FortressState, frame: Combat, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Fight)
        self._begin(state, frame, action.space, log)

    def _begin(self, state: FortressState, frame: Combat, space: int, log: Log) -> None:
        defender = enemy_in(state, frame.force, space)
        state.fought.append(space)
        log.append(
            BattleBegan(
                space=place_id(space),
                attacker=FORCES[frame.force],
                defender=FORCES[defender],
            )
        )
        push(state, Battle(frame.force, defender, space))


# One battle


def attacking(state: FortressState, target: int) -> Stack:
    """All attackers that are neither destroyed nor disengaged."""
    return sum_stacks(stack for _, stack in attackers(state, target))


def combined_arms(stack: Stack) -> bool:
    """FA-179."""
    return all(any(stack[kind] for kind in OF_CLASS[c]) for c in (FOOT, VEHICLE, AIR))


def hits_from(rough: bool, attack: Stack | None) -> int:
    """The lowest face that destroys: the defender's column, or the attacker's (FA-177, FA-178)."""
    if attack is not None and rough and not combined_arms(attack):
        return int(GAME["column_one_hits_from"])
    return int(GAME["column_two_hits_from"])


def dice(stack: Stack, unit_class: int, weak_partisans: bool) -> tuple[int, ...]:
    """The dice of a class; a Partisan that is all its side has left rolls a bigger one."""
    alone = sum(stack) == 1 and not weak_partisans
    sides = ALONE_DIE if alone else DIE
    return tuple(sides[kind] for kind in OF_CLASS[unit_class] for _ in range(stack[kind]))


def open_kinds(stack: Stack, unit_class: int) -> list[int]:
    """The kinds that fire of a class may fall on now (FA-182 to FA-185)."""
    if unit_class == AIR:
        return list(kinds_in(stack))
    ranks = ((FOOT, VEHICLE), (AIR,)) if unit_class == VEHICLE else ((FOOT,), (VEHICLE,), (AIR,))
    for rank in ranks:
        kinds = [kind for kind in kinds_in(stack) if CLASS_OF[kind] in rank]
        if kinds:
            return kinds
    return []


class BattleStep(FortressStep[Battle]):
    frame = Battle

    def go(self, state: FortressState, frame: Battle, log: Log) -> Ask | None:
        if frame.hits or frame.ones:
            choices = list(self._victims(state, frame))
            if not choices:
                frame.hits = frame.ones = 0
                return None
            if len(choices) == 1:
                self._strike(state, frame, *choices[0], log)
                return None
            result = "is destroyed" if frame.hits else self._thrown_back(frame)
            prompt = f"{SPACES[frame.target].name}: choose a unit that {result}."
            space, fate = SPACES[frame.target].id, "destroyed" if frame.hits else "thrown back"
            return ask(self._firer(frame), "combat results", prompt, space=space, fate=fate)
        if frame.thrown:
            frame.thrown = False
            frame.stage += 1
        return self._next_class(state, frame, log)

    def _next_class(self, state: FortressState, frame: Battle, log: Log) -> Ask | None:
        attack = attacking(state, frame.target)
        defence = at(state, frame.defender, frame.target)
        if frame.stage == 6 or not any(attack) or not any(defence):
            self._finish(state, frame, attack, defence, log)
            return None
        side = defence if frame.stage < 3 else attack
        sides = dice(side, ORDER[frame.stage % 3], state.settings.weak_partisans)
        if not sides:
            frame.stage += 1
            return None
        what = "defence" if frame.stage < 3 else "attack"
        units = CLASS_NAMES[ORDER[frame.stage % 3]]
        return Chance(sides, f"{what}, {SPACES[frame.target].id}, {units}")

    def _firer(self, frame: Battle) -> int:
        return frame.defender if frame.stage < 3 else frame.force

    def _thrown_back(self, frame: Battle) -> str:
        return "is disengaged" if frame.stage < 3 else "must retreat"

    def rolled(self, state: FortressState, frame: Battle, faces: tuple[int, ...], log: Log) -> None:
        attack = attacking(state, frame.target) if frame.stage >= 3 else None
        needed = hits_from(ROUGH[frame.target], attack)
        frame.hits = sum(1 for face in faces if face >= needed)
        frame.ones = faces.count(1)
        frame.thrown = True
        unit_class = ORDER[frame.stage % 3]
        frame.rolls = (*frame.rolls, RollNote(self._firer(frame), unit_class, faces, needed))
        log.append(
            Threw(
                force=FORCES[self._firer(frame)],
                unit_class=unit_class,
                space=place_id(frame.target),
                faces=faces,
                hits=frame.hits,
                ones=frame.ones,
                needed=needed,
            )
        )

    def _victims(self, state: FortressState, frame: Battle) -> Iterator[tuple[int, int]]:
        """(kind, space) of the units that the next result may fall on."""
        unit_class = ORDER[frame.stage % 3]
        if frame.stage >= 3:
            stack = at(state, frame.defender, frame.target)
            yield from ((kind, frame.target) for kind in open_kinds(stack, unit_class))
            return
        kinds = open_kinds(attacking(state, frame.target), unit_class)
        for source, stack in attackers(state, frame.target):
            yield from ((kind, source) for kind in kinds if stack[kind])

    def actions(self, state: FortressState, frame: Battle, seat: str) -> Iterator[Action]:
        return (Target(kind, space) for kind, space in self._victims(state, frame))

    def check(
        self, state: FortressState, frame: Battle, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Target):
            return wrong(action, "choose the unit that is hit")
        if (action.kind, action.space) in self._victims(state, frame):
            return None
        unit_class = ORDER[frame.stage % 3]
        rule = {FOOT: "FA-182", VEHICLE: "FA-183", AIR: "FA-184"}[unit_class]
        text = (
            f"hits by {CLASS_NAMES[unit_class]} cannot fall on a {KINDS[action.kind]} "
            f"in {place_name(action.space)} now"
        )
        return refuse("order-of-losses", rule, text)

    def play(
        self, state: FortressState, frame: Battle, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Target)
        self._strike(state, frame, action.kind, action.space, log)

    def _strike(self, state: FortressState, frame: Battle, kind: int, space: int, log: Log) -> None:
        """One result falls on one unit: destroyed ones first (FA-186)."""
        unit = one(kind)
        defends = frame.stage < 3
        victim = frame.force if defends else frame.defender
        if defends:
            drop(state.assigned, space * N + frame.target, unit)
        if frame.hits:
            frame.hits -= 1
            bury(state, victim, space, unit)
            log.append(destroyed(victim, unit, space))
            return
        frame.ones -= 1
        if defends:
            bump(state.disengaged, space, unit)
            log.append(Disengaged(force=FORCES[victim], unit=KINDS[kind], space=place_id(space)))
        else:
            push(state, Retreating(victim, space, unit))

    def _finish(
        self, state: FortressState, frame: Battle, attack: Stack, defence: Stack, log: Log
    ) -> None:
        won = not any(defence)
        # FA-208 to FA-210, FA-937: only bombers were left to fire, so nothing can be taken.
        barred = won and sum(attack) == attack[BOMBER]
        if barred:
            state.barred.append(frame.target)
        log.append(BattleOver(space=place_id(frame.target), won=won, barred=barred))
        pop(state)


# Retreats


class RetreatingStep(FortressStep[Retreating]):
    frame = Retreating

    def _choices(self, state: FortressState, frame: Retreating) -> list[tuple[int, int]]:
        return [
            (kind, target)
            for kind in kinds_in(frame.stack)
            for target in retreats(state, frame.force, kind, frame.space)
            if target not in frame.closed
        ]

    def go(self, state: FortressState, frame: Retreating, log: Log) -> Ask | None:
        choices = self._choices(state, frame)
        if not choices:
            if any(frame.stack):  # FA-196
                bury(state, frame.force, frame.space, frame.stack)
                log.append(destroyed(frame.force, frame.stack, frame.space, "no way to retreat"))
            pop(state)
            return None
        if len(choices) == 1:
            self._go_back(state, frame, *choices[0], log)
            return None
        prompt = f"{stack_text(frame.stack)} must retreat from {SPACES[frame.space].name}."
        units, space = stack_text(frame.stack), SPACES[frame.space].id
        return ask(frame.force, "retreat", prompt, units=units, space=space)

    def actions(self, state: FortressState, frame: Retreating, seat: str) -> Iterator[Action]:
        return (Retreat(kind, frame.space, t) for kind, t in self._choices(state, frame))

    def check(
        self, state: FortressState, frame: Retreating, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Retreat) or action.source != frame.space:
            return wrong(action, f"retreat from {SPACES[frame.space].id}")
        if (action.kind, action.target) in self._choices(state, frame):
            return None
        name = place_name(action.target)
        if not frame.stack[action.kind]:
            text = f"no {KINDS[action.kind]} has to retreat"
            return refuse("not-retreating", "FA-191", text)
        if action.target in frame.closed:
            return refuse("closed", "FA-921", f"the same card drives everybody out of {name}")
        if action.target in state.declared:
            return refuse("declared", "FA-194", f"battle has been declared in {name}")
        return refuse("no-retreat", "FA-192", f"the {KINDS[action.kind]} cannot retreat to {name}")

    def play(
        self, state: FortressState, frame: Retreating, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Retreat)
        self._go_back(state, frame, action.kind, action.target, log)

    def _go_back(
        self, state: FortressState, frame: Retreating, kind: int, target: int, log: Log
    ) -> None:
        take(state, frame.force, frame.space, one(kind))
        add(state, frame.force, target, one(kind))
        frame.stack = minus(frame.stack, one(kind))
        log.append(
            Moved(
                force=FORCES[frame.force],
                units=KINDS[kind],
                source=place_id(frame.space),
                target=place_id(target),
                how="retreats its",
            )
        )
