"""One battle, from the first shot to who holds the ground.

The stages follow the rulebook: on land anti-aircraft fire, then rounds of attack and defence;
at sea submerging and surprise strikes before the others fire. Every stage is one short method
that either asks for something or names the next stage.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.table import Action, Ask, Chance, Decision, Log, Refusal

from . import deeds, diplomacy, forces, frames
from . import situation as at
from .actions import Continue, Hold, Retreat, Submerge, Units
from .casualties import Group, destroy, groups, in_battle, with_dead
from .events import BattleBegan, BattleEnded, Fired, Retreated, Shot, Submerged
from .retreat import ordered_back, origins, pull_back, retreat_goals, why_not_retreat
from .state import DROPPED, MOVED, OUT, AxisState, Piece
from .steps import AxisStep
from .units import SUBMARINE


class BattleStep(AxisStep[frames.Battle]):
    """Runs the stages of a battle."""

    frame = frames.Battle
    prompt = "continue the battle or retreat"

    def run(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        match battle.stage:
            case "begin":
                return self._begin(state, battle, log)
            case "aa":
                return self._aa(state, battle, log)
            case "round":
                return self._round(state, battle)
            case "submerge-attacker" | "submerge-defender":
                return self._submerge(state, battle, log)
            case "judge":
                return self._judge(state, battle, log)
            case "strike-attacker" | "strike-defender":
                return self._strike(state, battle)
            case "attack":
                return self._attack(state, battle, log)
            case "defend":
                return self._defend(state, battle)
            case "close":
                return self._close(state, battle, log)
            case "retreat" | "part":
                return self._ask_retreat(state, battle, log)
        self._end(state, battle, log)
        return None

    # The sides

    def _side(self, state: AxisState, battle: frames.Battle, attacker: bool) -> list[Group]:
        return groups(self.world, state, battle, attacker)

    def _has_destroyer(self, side: list[Group]) -> bool:
        return any(self.world.kinds[g.kind].hunts_submarines for g in side)

    def _only_transports(self, *sides: list[Group]) -> bool:
        """Whether each of the sides consists of transports alone."""
        return all(forces.only_transports(self.world.kinds, [g.kind for g in s]) for s in sides)

    # Before the first round

    def _begin(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        battle.origins = origins(self.world, state, battle.power, battle.space)
        kind = "sea battle" if battle.sea else "battle"
        log.append(
            BattleBegan(
                space=self.name(battle.space), power=self.power_name(battle.power), kind=kind
            )
        )
        if not battle.sea:
            diplomacy.notice(self.world, state, deeds.ATTACKED, battle.power, battle.space, log)
        battle.stage = "round" if battle.sea else "aa"
        if battle.bombardment:
            hits = (0, 0, battle.bombardment)
            state.flow.append(frames.Casualties(False, hits, False, True))
        return None

    def _aa(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        planes = self._planes(state, battle)
        if planes and at.aa_gun(self.world, state, battle.power, battle.space):
            dice = sum(planes.values())
            return Chance((6,) * dice, f"anti-aircraft fire, {self.name(battle.space)}")
        self._jump(state, battle)
        battle.stage = "round"
        return None

    def _planes(self, state: AxisState, battle: frames.Battle) -> dict[int, int]:
        """Attacking aircraft by kind."""
        return {
            g.kind: g.count
            for g in self._side(state, battle, True)
            if self.world.kinds[g.kind].domain == "air"
        }

    def _aa_rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        needed = at.aa_gun(self.world, state, battle.power, battle.space)
        shots, hits, rest = [], {}, list(faces)
        for kind, count in self._planes(state, battle).items():
            rolled, rest = tuple(rest[:count]), rest[count:]
            hits[kind] = sum(face <= needed for face in rolled)
            unit = self.world.kinds[kind].id
            shots.append(Shot("", unit, needed, rolled, hits[kind]))
        space = self.name(battle.space)
        log.append(Fired(space=space, what="anti-aircraft fire", shots=tuple(shots)))
        for kind, count in hits.items():
            if count:
                destroy(self.world, state, battle.space, battle.power, kind, count, log)
        self._jump(state, battle)
        battle.stage = "round"

    def _jump(self, state: AxisState, battle: frames.Battle) -> None:
        """Paratroopers leave the bombers that came through."""
        for piece, count in state.units[battle.space]:
            if piece.owner == battle.power and piece.marks & DROPPED and piece.cargo:
                state.change(battle.space, piece, msgspec.structs.replace(piece, cargo=()), count)
                for cargo in piece.cargo:
                    jumper = Piece(cargo.kind, cargo.owner, 0, -1, MOVED | DROPPED)
                    state.add(battle.space, jumper, count)

    # A round

    def _round(self, state: AxisState, battle: frames.Battle) -> Ask | None:
        attackers = self._side(state, battle, True)
        defenders = self._side(state, battle, False)
        battle.round += 1
        battle.asked = ()
        battle.destroyers = (self._has_destroyer(attackers), self._has_destroyer(defenders))
        battle.stage = "submerge-attacker" if battle.sea else "judge"
        return None

    def _submerge(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        """Each owner of submarines that face no destroyer may take them down."""
        attacker = battle.stage == "submerge-attacker"
        faced = battle.destroyers[1 if attacker else 0]
        if not faced and self._side(state, battle, not attacker):
            for group in self._side(state, battle, attacker):
                if not self.world.kinds[group.kind].submerges or group.owner in battle.asked:
                    continue
                seat = self.world.powers[group.owner].seat
                orders = state.orders.get(seat)
                if orders is None or not orders.submerge:
                    return Decision((seat,), "Submerge", "submerge submarines, or hold to fight on")
                battle.asked = (*battle.asked, group.owner)
                if orders.submerge == "always":
                    self._take_down(state, battle, group.owner, group.count, log)
        battle.stage = "submerge-defender" if attacker else "judge"
        return None

    def _submerger(self, state: AxisState, battle: frames.Battle, seat: str) -> Group | None:
        attacker = battle.stage == "submerge-attacker"
        for group in self._side(state, battle, attacker):
            if (
                self.world.kinds[group.kind].submerges
                and group.owner not in battle.asked
                and self.world.powers[group.owner].seat == seat
            ):
                return group
        return None

    def _take_down(
        self, state: AxisState, battle: frames.Battle, owner: int, count: int, log: Log
    ) -> None:
        log.append(
            Submerged(power=self.power_name(owner), count=count, space=self.name(battle.space))
        )
        for piece, number in state.units[battle.space]:
            if piece.owner != owner or not self.world.kinds[piece.kind].submerges:
                continue
            if count and in_battle(self.world, piece):
                down = min(count, number)
                marks = piece.marks | OUT
                state.change(battle.space, piece, msgspec.structs.replace(piece, marks=marks), down)
                count -= down

    def _judge(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        """Is there anybody left to fight, and could anybody hit anybody?"""
        attackers = self._side(state, battle, True)
        # Casualties of a bombardment still fire in the first round.
        defenders = with_dead(battle, self._side(state, battle, False))
        if not attackers or not defenders:
            battle.stage = "end"
        elif self._sink_transports(state, battle, log):
            battle.stage = "judge"
        elif not self._can_hit(state, attackers, defenders):
            both = self._only_transports(attackers, defenders)
            battle.stage = "part" if both else "end"
        else:
            battle.stage = "strike-attacker" if battle.sea else "attack"
        return None

    def _defenceless(self, attackers: list[Group], defenders: list[Group]) -> bool:
        return forces.defenceless(
            self.world.kinds, [g.kind for g in attackers], [g.kind for g in defenders]
        )

    def _sink_transports(self, state: AxisState, battle: frames.Battle, log: Log) -> bool:
        """Sinks defenceless transports as soon as they are; says whether there were any."""
        attackers = self._side(state, battle, True)
        defenders = self._side(state, battle, False)
        if not battle.sea or not self._defenceless(attackers, defenders):
            return False
        for group in defenders:
            if self.world.kinds[group.kind].lone_destroyed:
                kind, count = group.kind, group.count
                destroy(self.world, state, battle.space, group.owner, kind, count, log)
        return True

    def _can_hit(self, state: AxisState, attackers: list[Group], defenders: list[Group]) -> bool:
        kinds = self.world.kinds
        hunters = (self._has_destroyer(attackers), self._has_destroyer(defenders))
        attack = self._attack_volleys(state, attackers)
        defend = [
            v for o in {g.owner for g in defenders} for v in self._defence(state, defenders, o)
        ]
        return forces.can_hit(
            kinds, attack, [g.kind for g in defenders], hunters[0]
        ) or forces.can_hit(kinds, defend, [g.kind for g in attackers], hunters[1])

    # Firing

    def _attack_volleys(self, state: AxisState, side: list[Group]) -> list[forces.Volley]:
        if not side:
            return []
        arsenal = self.world.arsenal(state.techs[side[0].owner])
        return forces.attack_volleys(self.world.kinds, arsenal, {g.kind: g.count for g in side})

    def _defence(self, state: AxisState, side: list[Group], owner: int) -> list[forces.Volley]:
        arsenal = self.world.arsenal(state.techs[owner])
        force = {g.kind: g.count for g in side if g.owner == owner}
        return forces.defence_volleys(self.world.kinds, arsenal, force)

    def _volleys(self, state: AxisState, battle: frames.Battle) -> tuple[int, list[forces.Volley]]:
        """What fires in this stage, and for which power."""
        kinds = self.world.kinds
        attackers = self._side(state, battle, True)
        defenders = self._side(state, battle, False)
        strikes = forces.strikes(battle.destroyers) if battle.sea else (False, False)
        if battle.stage in ("strike-attacker", "attack"):
            opening = battle.stage == "strike-attacker"
            found = [
                v
                for v in self._attack_volleys(state, attackers)
                if (kinds[v.kind].strikes and strikes[0]) == opening
            ]
            targets = [g.kind for g in defenders]
            return battle.power, forces.useful(kinds, found, targets, battle.destroyers[0])
        opening = battle.stage == "strike-defender"
        firing = defenders if opening else with_dead(battle, defenders)
        for owner in sorted({g.owner for g in firing} - set(battle.fired)):
            found = [
                v
                for v in self._defence(state, firing, owner)
                if (kinds[v.kind].strikes and strikes[1]) == opening
            ]
            targets = [g.kind for g in attackers]
            found = forces.useful(kinds, found, targets, battle.destroyers[1])
            if found:
                return owner, found
        return -1, []

    def _chance(self, battle: frames.Battle, owner: int, volleys: list[forces.Volley]) -> Chance:
        what = {
            "strike-attacker": "surprise strike",
            "strike-defender": "surprise strike in defence",
            "attack": "attack",
            "defend": "defence",
        }[battle.stage]
        dice = sum(v.dice for v in volleys)
        where = f"{self.name(battle.space)}, round {battle.round}"
        return Chance((6,) * dice, f"{what} of {self.power_name(owner)}, {where}")

    def _strike(self, state: AxisState, battle: frames.Battle) -> Ask | None:
        owner, volleys = self._volleys(state, battle)
        if volleys:
            return self._chance(battle, owner, volleys)
        if battle.stage == "strike-attacker":
            battle.stage = "strike-defender"
        else:
            battle.stage = "attack"
            battle.fired = ()
            # The defender chooses first, so his frame lies on top.
            if any(battle.hits):
                state.flow.append(frames.Casualties(True, battle.hits, False, False))
            if battle.struck:
                state.flow.append(frames.Casualties(False, (battle.struck, 0, 0), False, False))
            battle.hits, battle.struck = (0, 0, 0), 0
        return None

    def _attack(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        self._sink_transports(state, battle, log)
        owner, volleys = self._volleys(state, battle)
        if volleys:
            return self._chance(battle, owner, volleys)
        battle.stage = "defend"
        return None

    def _defend(self, state: AxisState, battle: frames.Battle) -> Ask | None:
        owner, volleys = self._volleys(state, battle)
        if volleys:
            return self._chance(battle, owner, volleys)
        battle.stage = "close"
        battle.fired = ()
        if any(battle.hits):
            hunted = battle.destroyers[1]
            state.flow.append(frames.Casualties(True, battle.hits, hunted, False))
        battle.hits = (0, 0, 0)
        return None

    def rolled(
        self, state: AxisState, battle: frames.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        if battle.stage == "aa":
            self._aa_rolled(state, battle, faces, log)
            return
        owner, volleys = self._volleys(state, battle)
        hits = self._count(battle, owner, volleys, faces, log)
        if battle.stage == "strike-attacker":
            battle.struck = hits[SUBMARINE]
            battle.stage = "strike-defender"
        elif battle.stage == "attack":
            battle.stage = "defend"
            if any(hits):
                state.flow.append(frames.Casualties(False, hits, battle.destroyers[0], True))
        else:
            old = battle.hits
            battle.hits = (old[0] + hits[0], old[1] + hits[1], old[2] + hits[2])
            battle.fired = (*battle.fired, owner)

    def _count(
        self,
        battle: frames.Battle,
        owner: int,
        volleys: list[forces.Volley],
        faces: tuple[int, ...],
        log: Log,
    ) -> forces.Hits:
        hits = [0, 0, 0]
        shots, rest = [], list(faces)
        for volley in volleys:
            rolled, rest = tuple(rest[: volley.dice]), rest[volley.dice :]
            kind = self.world.kinds[volley.kind]
            good = volley.hits(rolled)
            hits[kind.source] += good
            shots.append(Shot(self.power_name(owner), kind.id, volley.needed, rolled, good))
        what = self._chance(battle, owner, volleys).why.partition(",")[0]
        space = self.name(battle.space)
        log.append(Fired(space=space, what=f"{what}, round {battle.round}", shots=tuple(shots)))
        return (hits[0], hits[1], hits[2])

    def _close(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        battle.dead = ()
        self._sink_transports(state, battle, log)
        attackers = self._side(state, battle, True)
        defenders = self._side(state, battle, False)
        battle.stage = "retreat" if attackers and defenders else "end"
        if self._only_transports(attackers, defenders):
            battle.stage = "part"
        return None

    # Breaking off

    def _ask_retreat(self, state: AxisState, battle: frames.Battle, log: Log) -> Ask | None:
        going_on = "end" if battle.stage == "part" else "round"
        goals = retreat_goals(self.world, state, battle)
        if not goals:
            battle.stage = going_on
            return None
        seat = self.world.powers[battle.power].seat
        orders = state.orders.get(seat)
        if orders is None or not orders.retreat:
            return Decision((seat,), "Retreat", self.prompt)
        units = sum(group.count for group in self._side(state, battle, True))
        if ordered_back(orders, battle.round, units):
            self._retreat(state, battle, goals[0], log)
        else:
            battle.stage = going_on
        return None

    def _retreat(self, state: AxisState, battle: frames.Battle, goal: str, log: Log) -> None:
        log.append(
            Retreated(power=self.power_name(battle.power), space=self.name(battle.space), goal=goal)
        )
        pull_back(self.world, state, battle, goal)
        left = self._side(state, battle, True)
        battle.stage = "round" if left and battle.stage != "part" else "end"

    # The end

    def _end(self, state: AxisState, battle: frames.Battle, log: Log) -> None:
        world, power = self.world, battle.power
        attackers = self._side(state, battle, True)
        defenders = self._side(state, battle, False)
        holds_ground = any(world.kinds[g.kind].takes_land for g in attackers)
        foe = at.foes(state, power)

        def settled(piece: Piece) -> Piece:
            marks = piece.marks & ~(OUT | world.mended[piece.kind])
            if (piece.owner == power and in_battle(world, piece)) or (
                piece.owner == power and piece.marks & OUT
            ):
                marks |= MOVED
            elif not foe[piece.owner]:
                return piece
            return msgspec.structs.replace(piece, marks=marks)

        state.rewrite(battle.space, settled)
        winner = self.power_name(power) if attackers and not defenders else ""
        if defenders and not attackers:
            winner = self.power_name(defenders[0].owner)
        log.append(BattleEnded(space=self.name(battle.space), winner=winner or "nobody has won"))
        state.flow.pop()
        if not battle.sea and holds_ground and not defenders:
            if at.is_hostile_land(world, state, power, battle.space):
                self.axis.conqueror.take(state, power, battle.space, log)

    # Decisions

    def check(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        if battle.stage.startswith("submerge"):
            return self._check_submerge(state, battle, seat, action)
        if isinstance(action, Continue):
            return None
        if isinstance(action, Retreat):
            goals = retreat_goals(self.world, state, battle)
            if action.space in goals:
                return None
            code = why_not_retreat(self.world, battle, goals, action.space)
            return self.refuse(code, space=action.space)
        return self.wrong()

    def _check_submerge(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Hold):
            return None
        if not isinstance(action, Submerge):
            return self.wrong()
        group = self._submerger(state, battle, seat)
        assert group is not None
        count = 0
        for units in action.units:
            if not self.world.kinds[self.world.kind[units.kind]].submerges:
                return self.refuse("submerge-kind")
            count += units.count
        if count > group.count:
            return self.refuse("no-units", unit=action.units[0].kind, space=self.name(battle.space))
        return None

    def play(
        self, state: AxisState, battle: frames.Battle, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Submerge | Hold):
            group = self._submerger(state, battle, seat)
            assert group is not None
            battle.asked = (*battle.asked, group.owner)
            if isinstance(action, Submerge):
                count = sum(units.count for units in action.units)
                self._take_down(state, battle, group.owner, count, log)
        elif isinstance(action, Retreat):
            self._retreat(state, battle, action.space, log)
        else:
            battle.stage = "end" if battle.stage == "part" else "round"

    def candidates(self, state: AxisState, battle: frames.Battle, seat: str) -> Iterator[Action]:
        if battle.stage.startswith("submerge"):
            yield Hold()
            group = self._submerger(state, battle, seat)
            if group is not None:
                unit = self.world.kinds[group.kind].id
                for count in range(1, group.count + 1):
                    yield Submerge((Units(count, unit),))
            return
        yield Continue()
        for goal in retreat_goals(self.world, state, battle):
            yield Retreat(goal)
