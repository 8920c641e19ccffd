"""Strategic raids, rockets, and ships that bombard a coast."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.table import Action, Ask, Chance, Decision, Log, Refusal

from . import facilities, frames
from . import situation as at
from .actions import Fire, Hold, Lose, Units
from .assaults import bombarders
from .events import Bombed, Fired, Lost, Shot
from .forces import choices
from .state import MOVED, OUT, RAIDER, REPELLED, AxisState, Piece
from .steps import AxisStep


class RaidStep(AxisStep[frames.RaidRoll]):
    """Anti-aircraft fire at the bombers, then dice of damage for each that comes through."""

    frame = frames.RaidRoll

    def bombers(self, state: AxisState, frame: frames.RaidRoll) -> list[tuple[Piece, int]]:
        left = dict(frame.party)
        found = []
        for piece, count in sorted(state.units[frame.space], key=lambda item: item[0].spent):
            if piece.owner != frame.power or not piece.marks & RAIDER or piece.marks & OUT:
                continue
            if frame.party:
                count = min(count, left.get(piece.kind, 0))
                left[piece.kind] = left.get(piece.kind, 0) - count
            if count and self.world.kinds[piece.kind].raids:
                found.append((piece, count))
        return found

    def target(self, state: AxisState, frame: frames.RaidRoll) -> int:
        """The kind of facility that is bombed: the one named, or the first that can be."""
        if frame.target >= 0:
            return frame.target
        kind = self.world.kinds[self.bombers(state, frame)[0][0].kind]
        return facilities.raidable(self.world, state, frame.space, kind)[0].kind

    def gun(self, state: AxisState, frame: frames.RaidRoll) -> int:
        """The number at which bombers are hit: by the facility's own fire, or by a gun there."""
        owner = state.owner[frame.space]
        own = self.world.arsenal(state.techs[owner]).built_in_aa[self.target(state, frame)]
        return own or at.aa_gun(self.world, state, frame.power, frame.space)

    def run(self, state: AxisState, frame: frames.RaidRoll, log: Log) -> Ask | None:
        count = sum(n for _, n in self.bombers(state, frame))
        space = self.name(frame.space)
        if frame.stage == "aa":
            if self.gun(state, frame):
                return Chance((6,) * count, f"anti-aircraft fire, {space}")
            frame.stage = "damage"
        if frame.hits:
            if len({piece.kind for piece, _ in self.bombers(state, frame)}) > 1:
                seat = self.world.powers[frame.power].seat
                return Decision((seat,), "Casualties", self.prompt)
            self._shoot_down(state, frame, self._first_bombers(state, frame), log)
            return None
        if frame.stage == "damage" and count:
            dice = sum(each * n for each, _, _, n in self._loads(state, frame))
            return Chance((6,) * dice, f"bombing of {space}")
        self._leave(state, frame)
        state.flow.pop()
        return None

    def _loads(self, state: AxisState, frame: frames.RaidRoll) -> list[tuple[int, int, int, int]]:
        """What the bombers drop: (dice of each, of which the best of so many, bonus, bombers)."""
        arsenal = self.world.arsenal(state.techs[frame.power])
        found = []
        for piece, count in self.bombers(state, frame):
            raid = self.world.kinds[piece.kind].raid
            assert raid is not None
            best = arsenal.best_of[piece.kind]
            dice = raid.count * arsenal.dice[piece.kind] * best
            found.append((dice, best, raid.bonus, count))
        return found

    def rolled(
        self, state: AxisState, frame: frames.RaidRoll, faces: tuple[int, ...], log: Log
    ) -> None:
        space = self.name(frame.space)
        power = self.power_name(frame.power)
        if frame.stage == "aa":
            frame.stage = "damage"
            needed = self.gun(state, frame)
            hits = sum(face <= needed for face in faces)
            unit = self.unit_name(self.bombers(state, frame)[0][0])
            shot = Shot("", unit, needed, faces, hits)
            log.append(Fired(space=space, what="anti-aircraft fire", shots=(shot,)))
            frame.hits = hits
            return
        target = self.target(state, frame)
        points, rest = 0, list(faces)
        for dice, best, bonus, count in self._loads(state, frame):
            rolled, rest = rest[: dice * count], rest[dice * count :]
            points += bonus * count
            points += sum(max(rolled[i : i + best]) for i in range(0, len(rolled), best))
        frame.stage = "over"
        damage = facilities.add_damage(self.world, state, frame.space, target, points)
        log.append(Bombed(power=power, space=space, faces=faces, damage=damage))

    # Bombers that were hit: the attacker chooses where there are several kinds

    prompt = "choose the bombers that are lost"

    def _first_bombers(self, state: AxisState, frame: frames.RaidRoll) -> dict[int, int]:
        (kind,) = {piece.kind for piece, _ in self.bombers(state, frame)}
        return {kind: frame.hits}

    def _shoot_down(
        self, state: AxisState, frame: frames.RaidRoll, lost: dict[int, int], log: Log
    ) -> None:
        """Those with the shortest way left are missed least."""
        frame.hits = 0
        for kind, hits in lost.items():
            what = f"{hits} {self.world.kinds[kind].id}"
            power, space = self.power_name(frame.power), self.name(frame.space)
            log.append(Lost(power=power, what=what, space=space))
            left = hits
            for piece, count in self.bombers(state, frame)[::-1]:
                gone = min(left, count) if piece.kind == kind else 0
                if gone:
                    state.remove(frame.space, piece, gone)
                    left -= gone
        if frame.party:
            frame.party = tuple((kind, count - lost.get(kind, 0)) for kind, count in frame.party)

    def _named(self, action: Lose) -> dict[int, int]:
        lost: dict[int, int] = {}
        for units in action.units:
            kind = self.world.kind[units.kind]
            lost[kind] = lost.get(kind, 0) + units.count
        return lost

    def check(
        self, state: AxisState, frame: frames.RaidRoll, seat: str, action: Action
    ) -> Refusal | None:
        if not isinstance(action, Lose) or action.damaged:
            return self.wrong()
        there: dict[int, int] = {}
        for piece, count in self.bombers(state, frame):
            there[piece.kind] = there.get(piece.kind, 0) + count
        lost = self._named(action)
        for kind, count in lost.items():
            if count > there.get(kind, 0):
                unit, space = self.world.kinds[kind].id, self.name(frame.space)
                return self.refuse("no-units", unit=unit, space=space)
        if sum(lost.values()) != frame.hits:
            return self.refuse("lose-count", hits=frame.hits, count=sum(lost.values()))
        return None

    def play(
        self, state: AxisState, frame: frames.RaidRoll, seat: str, action: Action, log: Log
    ) -> None:
        assert isinstance(action, Lose)
        self._shoot_down(state, frame, self._named(action), log)

    def candidates(self, state: AxisState, frame: frames.RaidRoll, seat: str) -> Iterator[Action]:
        there: dict[int, int] = {}
        for piece, count in self.bombers(state, frame):
            there[piece.kind] = there.get(piece.kind, 0) + count
        for counts in choices(list(there.values()), frame.hits):
            yield Lose(
                tuple(
                    Units(n, self.world.kinds[kind].id)
                    for kind, n in zip(there, counts, strict=True)
                    if n
                )
            )

    def usual(self, state: AxisState, frame: frames.RaidRoll, seat: str) -> Action | None:
        return next(self.actions(state, frame, seat), None)

    def _leave(self, state: AxisState, frame: frames.RaidRoll) -> None:
        for piece, count in self.bombers(state, frame):
            out = msgspec.structs.replace(piece, marks=piece.marks | OUT)
            state.change(frame.space, piece, out, count)


class RocketStep(AxisStep[frames.RocketRoll]):
    """One die of damage."""

    frame = frames.RocketRoll

    def run(self, state: AxisState, frame: frames.RocketRoll, log: Log) -> Ask | None:
        return Chance((6,), f"rocket at {self.name(frame.target)}")

    def rolled(
        self, state: AxisState, frame: frames.RocketRoll, faces: tuple[int, ...], log: Log
    ) -> None:
        kind = frame.kind
        if kind < 0:
            kind = state.facilities[frame.target][0].kind
        damage = facilities.add_damage(self.world, state, frame.target, kind, faces[0])
        log.append(
            Bombed(
                power=self.power_name(frame.power),
                space=self.name(frame.target),
                faces=faces,
                damage=damage,
                rocket=True,
            )
        )
        state.flow.pop()


class BombardStep(AxisStep[frames.Bombard]):
    """Battleships and cruisers may fire once at a coast where troops land."""

    frame = frames.Bombard
    prompt = "choose ships to bombard, or hold"

    def _ships(self, state: AxisState, frame: frames.Bombard) -> dict[int, int]:
        """Ships in the zone that have not bombarded yet this turn, by kind."""
        combat = state.innermost(frames.ConductCombat)
        ships = bombarders(self.world, state, frame.power, frame.zone)
        for zone, kind, count in combat.fired:
            if zone == frame.zone:
                ships[kind] -= count
        return {kind: count for kind, count in ships.items() if count > 0}

    def _limit(self, state: AxisState, frame: frames.Bombard) -> int:
        """One ship for each unit put ashore, those of other zones counted too."""
        combat = state.innermost(frames.ConductCombat)
        return frame.limit - combat.bombarding

    def _dice_of_each(self, state: AxisState, frame: frames.Bombard) -> tuple[int, ...]:
        return self.world.arsenal(state.techs[frame.power]).dice

    def why_too_many(
        self, state: AxisState, frame: frames.Bombard, ships: dict[int, int]
    ) -> Refusal | None:
        """Whether so many ships of each kind may fire at the coast together."""
        limit = self._limit(state, frame)
        return self.refuse("bombard-limit", limit=limit) if sum(ships.values()) > limit else None

    def run(self, state: AxisState, frame: frames.Bombard, log: Log) -> Ask | None:
        space = self.name(frame.space)
        if frame.dice:
            each = self._dice_of_each(state, frame)
            dice = sum(count * each[kind] for kind, count in frame.dice)
            return Chance((6,) * dice, f"bombardment of {space} from {self.name(frame.zone)}")
        if self._ships(state, frame) and self._limit(state, frame) > 0:
            seat = self.world.powers[frame.power].seat
            return Decision((seat,), "Bombard", self.prompt)
        state.flow.pop()
        return None

    def rolled(
        self, state: AxisState, frame: frames.Bombard, faces: tuple[int, ...], log: Log
    ) -> None:
        combat = state.innermost(frames.ConductCombat)
        shots, rest = [], list(faces)
        each = self._dice_of_each(state, frame)
        for kind, count in frame.dice:
            dice = count * each[kind]
            rolled, rest = tuple(rest[:dice]), rest[dice:]
            needed = self.world.kinds[kind].bombards
            hits = sum(face <= needed for face in rolled)
            unit = self.world.kinds[kind].id
            shots.append(Shot(self.power_name(frame.power), unit, needed, rolled, hits))
            combat.landing_hits += hits
        what = f"bombardment from {self.name(frame.zone)}"
        log.append(Fired(space=self.name(frame.space), what=what, shots=tuple(shots)))
        state.flow.pop()

    def check(
        self, state: AxisState, frame: frames.Bombard, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Hold):
            return None
        if not isinstance(action, Fire):
            return self.wrong()
        ships, firing = self._ships(state, frame), dict[int, int]()
        for units in action.units:
            kind = self.world.kind[units.kind]
            if not self.world.kinds[kind].bombards:
                return self.refuse("bombard-kind", unit=units.kind)
            owner = self.power_name(frame.power)
            if units.count > ships.get(kind, 0) or units.owner not in ("", owner):
                return self.refuse(
                    "bombard-absent", unit=units.kind, power=owner, zone=self.name(frame.zone)
                )
            ships[kind] -= units.count
            firing[kind] = firing.get(kind, 0) + units.count
        return self.why_too_many(state, frame, firing)

    def play(
        self, state: AxisState, frame: frames.Bombard, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Hold):
            state.flow.pop()
            return
        assert isinstance(action, Fire)
        combat = state.innermost(frames.ConductCombat)
        dice: dict[int, int] = {}
        for units in action.units:
            kind = self.world.kind[units.kind]
            dice[kind] = dice.get(kind, 0) + units.count
        frame.dice = tuple(sorted(dice.items()))
        combat.fired = (*combat.fired, *((frame.zone, kind, n) for kind, n in frame.dice))
        combat.bombarding += sum(dice.values())
        for kind, _ in frame.dice:
            fired = sum(n for zone, k, n in combat.fired if (zone, k) == (frame.zone, kind))
            self._tire(state, frame, kind, fired)

    def _tire(self, state: AxisState, frame: frames.Bombard, kind: int, count: int) -> None:
        """Ships that fired have fought and stay; the owner means those that moved, if any.

        ``count``: all of the kind that have fired from the zone, at other coasts too.
        """
        ships = [
            (p, n)
            for p, n in state.units[frame.zone]
            if (p.owner, p.kind) == (frame.power, kind) and not p.marks & REPELLED
        ]
        for piece, number in sorted(ships, key=lambda item: not item[0].marks & MOVED):
            firing = min(number, count)
            if firing and not piece.marks & MOVED:
                tired = msgspec.structs.replace(piece, marks=piece.marks | MOVED)
                state.change(frame.zone, piece, tired, firing)
            count -= firing

    def candidates(self, state: AxisState, frame: frames.Bombard, seat: str) -> Iterator[Action]:
        yield Hold()
        ships = self._ships(state, frame)
        for total in range(1, sum(ships.values()) + 1):
            for counts in choices(list(ships.values()), total):
                yield Fire(
                    tuple(
                        Units(n, self.world.kinds[kind].id)
                        for kind, n in zip(ships, counts, strict=True)
                        if n
                    )
                )
