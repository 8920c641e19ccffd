"""Phase III, battles: rows of stages, in the order at sea before on land (HV-086 to HV-107)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.games.axis import forces
from sandtable.games.axis import frames as family
from sandtable.games.axis import situation as at
from sandtable.games.axis.actions import Units
from sandtable.games.axis.assaults import Assaults, launching_zones
from sandtable.games.axis.battle import BreakOff, Close, Judge, NewRound
from sandtable.games.axis.casualties import CasualtiesStep, Toll
from sandtable.games.axis.combat_stages import CombatStage, Open
from sandtable.games.axis.events import BattleBegan, BattleEnded, Moved
from sandtable.games.axis.firing import Attack, Defend
from sandtable.games.axis.firing import Drop as Jump
from sandtable.games.axis.notation import Reader
from sandtable.games.axis.phases import Phase, alone
from sandtable.games.axis.raids import BombardStep
from sandtable.games.axis.retreat import origins, retreat_goals
from sandtable.games.axis.sides import in_battle
from sandtable.games.axis.stages import Row, Stage
from sandtable.games.axis.state import DROPPED, LANDED, MOVED, OUT, REPELLED, AxisState, Piece
from sandtable.table import Action, Ask, Chance, Decision, Log, Refusal

from . import flak, flights
from .conquest import HouseConqueror
from .journeys import INTERCEPTED
from .scorched import attackers

CONDUCT_COMBAT = Phase("conduct-combat", alone(family.ConductCombat), part="III")
STAYS = LANDED | DROPPED
"""Who was landed or dropped neither withdraws nor goes back (HV-105, HV-987)."""


class Occupy(Action, frozen=True):
    """Who is left in the territory that was won takes it."""

    def __str__(self) -> str:
        return "occupy"


class Back(Action, frozen=True):
    """Some of the victors go back to the space they attacked from."""

    units: Units
    space: str

    def __str__(self) -> str:
        return f"back {self.units} {self.space}"


def read_back(reader: Reader) -> Action:
    return Back(reader.unit(), reader.space())


# Stages


class Begin(Stage):
    """Where ships came from is remembered; aircraft that take no part stand aside."""

    name = "begin"
    before_guns = True
    between_rounds = True

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        battle.origins = origins(self.world, state, battle.power, battle.space)
        kind = "sea battle" if battle.sea else "battle"
        power = self.power_name(battle.power)
        log.append(BattleBegan(space=self.place(battle.space), power=power, kind=kind))
        self.on(battle)
        self._cargo_stands_aside(state, battle)
        self._too_far_off(state, battle)
        return None

    def _cargo_stands_aside(self, state: AxisState, battle: family.Battle) -> None:
        """HV-836: aircraft aboard that did not join neither fire nor can be hit."""
        for piece, count in state.units[battle.space]:
            if piece.owner == battle.power and self.world.kinds[piece.kind].domain == "air":
                if battle.sea and not flights.is_flying(self.world, piece):
                    aside = msgspec.structs.replace(piece, marks=piece.marks | OUT)
                    state.change(battle.space, piece, aside, count)

    def _too_far_off(self, state: AxisState, battle: family.Battle) -> None:
        """HV-961: carrier aircraft support no landing when their carrier is not beside it."""
        stack = state.units[battle.space]
        if not any(piece.marks & LANDED and piece.owner == battle.power for piece, _ in stack):
            return
        for piece, count in stack:
            if piece.owner == battle.power and flights.is_flying(self.world, piece):
                if not flights.supports(self.world, state, piece, battle.space):
                    away = msgspec.structs.replace(piece, marks=piece.marks | OUT)
                    state.change(battle.space, piece, away, count)
        state.flow.append(family.Homeless(battle.power))


class Flak(Stage):
    """HV-108, HV-957: batteries fire once, at each aircraft, before everything else."""

    name = "flak"
    before_guns = True
    between_rounds = True

    def planes(self, state: AxisState, battle: family.Battle) -> list[tuple[Piece, int]]:
        return [
            (piece, count)
            for piece, count in state.units[battle.space]
            if piece.owner == battle.power
            and flights.is_flying(self.world, piece)
            and in_battle(self.world, piece, battle.among)
        ]

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        dice = len(flak.salvo(self.world, state, battle.power, battle.space))
        planes = sum(count for _, count in self.planes(state, battle))
        if dice and planes and not self.world.is_sea[battle.space]:
            why = f"anti-aircraft fire, {self.place(battle.space)}"
            return Chance((6,) * dice * planes, why)
        self.on(battle)
        return None

    def rolled(
        self, state: AxisState, battle: family.Battle, faces: tuple[int, ...], log: Log
    ) -> None:
        flak.shoot(self.world, state, self.planes(state, battle), battle.space, faces, log)
        self.on(battle)


class Drop(Jump):
    """HV-991: paratroops jump before the first round and their bombers leave."""

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        super().run(state, battle, log)
        bombers = [
            (piece, count)
            for piece, count in state.units[battle.space]
            if piece.owner == battle.power
            and piece.marks & DROPPED
            and flights.is_flying(self.world, piece)
        ]
        for piece, count in bombers:
            away = msgspec.structs.replace(piece, marks=piece.marks | OUT)
            state.change(battle.space, piece, away, count)
        if bombers:
            state.flow.append(family.Homeless(battle.power))
        return None


class Volley(Attack):
    """HV-089: the attackers' hits wait until the defenders have fired too."""

    def scored(
        self, state: AxisState, battle: family.Battle, owner: int, hits: forces.Hits
    ) -> None:
        battle.struck = sum(hits)
        self.on(battle)


class Exchange(Defend):
    """Both sides have fired: hits of a bombardment count with those of the first round."""

    def done(self, state: AxisState, battle: family.Battle) -> None:
        hits, battle.hits = battle.hits, (0, 0, 0)
        struck = battle.struck + battle.bombardment
        battle.fired, battle.struck, battle.bombardment = (), 0, 0
        # The defender chooses first, so his frame lies on top.
        self.hit(state, attacker=True, hits=hits)
        self.hit(state, attacker=False, hits=(0, 0, struck))


class FlyHome(Stage):
    """HV-953: attacking aircraft fight in the first round only."""

    name = "fly-home"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        self.on(battle)
        flights.turn_home(self.world, state, battle.power, battle.space)
        return None


class FlyHomeUnfought(FlyHome):
    """There was nobody to fight."""

    name = "fly-home-unfought"


class Withdraw(BreakOff):
    """HV-099: the attacker fights on, or all that may withdraw do so together (HV-985)."""

    prompt = "attack again or withdraw"

    def goals(self, state: AxisState, battle: family.Battle) -> list[str]:
        """At sea a zone that ships came from, if there is one; on land each knows its own."""
        if any(self._may_go(battle, piece) for piece, _ in state.units[battle.space]):
            return (retreat_goals(self.world, state, battle) if battle.sea else []) or [""]
        return []

    def _may_go(self, battle: family.Battle, piece: Piece) -> bool:
        return (
            piece.owner == battle.power
            and in_battle(self.world, piece)
            and self.world.kinds[piece.kind].domain != "air"
            and not piece.marks & STAYS
        )

    def pull_back(self, state: AxisState, battle: family.Battle, goal: str) -> None:
        decks = 0
        for piece, count in state.units[battle.space]:
            if not self._may_go(battle, piece):
                continue
            decks += count * self.world.kinds[piece.kind].deck
            space = self.world.space[goal] if goal else battle.space
            space = space if battle.sea else piece.origin
            cargo = tuple(msgspec.structs.replace(c, target=-1) for c in piece.cargo)
            marks = piece.marks & ~INTERCEPTED | MOVED | (OUT if space == battle.space else 0)
            marks |= REPELLED if self.world.kinds[piece.kind].bombards else 0  # HV-104, HV-993
            gone = msgspec.structs.replace(piece, origin=-1, marks=marks, cargo=cargo)
            state.remove(battle.space, piece, count)
            state.add(space, gone, count)
        if battle.sea and goal:
            self._take_aircraft(state, battle, self.world.space[goal], decks)

    def _take_aircraft(
        self, state: AxisState, battle: family.Battle, goal: int, decks: int
    ) -> None:
        """HV-959: carriers that withdraw carry along what is aboard."""
        space, power = battle.space, battle.power
        for piece, count in flights.left_behind(self.world, state, space, power, decks):
            state.remove(space, piece, count)
            state.add(goal, msgspec.structs.replace(piece, marks=piece.marks & ~OUT), count)


class Occupation(Stage):
    """HV-987: the victors hold the land with all or some; none of the landed goes back."""

    name = "occupy"
    prompt = "occupy the territory; who is not needed goes back first"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        if self._won(state, battle) and self._free(state, battle):
            return Decision((self.world.powers[battle.power].seat,), "Occupy", self.prompt)
        self.on(battle)
        return None

    def _won(self, state: AxisState, battle: family.Battle) -> bool:
        return not self.side(state, battle, False) and at.is_hostile_land(
            self.world, state, battle.power, battle.space
        )

    def _free(self, state: AxisState, battle: family.Battle) -> dict[tuple[int, int], int]:
        """Who may go back: (kind, where it came from) and how many."""
        found: dict[tuple[int, int], int] = {}
        for piece, count in state.units[battle.space]:
            if piece.owner == battle.power and self.world.kinds[piece.kind].takes_land:
                if not piece.marks & STAYS:
                    key = (piece.kind, piece.origin)
                    found[key] = found.get(key, 0) + count
        return found

    def check(
        self, state: AxisState, battle: family.Battle, seat: str, action: Action
    ) -> Refusal | None:
        if isinstance(action, Occupy):
            return None
        if not isinstance(action, Back):
            return self.wrong()
        key = (self.world.kind[action.units.kind], self.world.space[action.space])
        if action.units.count > self._free(state, battle).get(key, 0):
            return self.refuse("back-none", unit=action.units.kind, space=action.space)
        return None

    def play(
        self, state: AxisState, battle: family.Battle, seat: str, action: Action, log: Log
    ) -> None:
        if isinstance(action, Occupy):
            self.on(battle)
            return
        assert isinstance(action, Back)
        kind, goal = self.world.kind[action.units.kind], self.world.space[action.space]
        left = action.units.count
        for piece, count in state.units[battle.space]:
            if (piece.owner, piece.kind, piece.origin) == (battle.power, kind, goal):
                going = 0 if piece.marks & STAYS else min(left, count)
                if going:
                    state.remove(battle.space, piece, going)
                    state.add(goal, msgspec.structs.replace(piece, origin=-1), going)
                    left -= going
        route = (self.place(battle.space), action.space)
        power = self.power_name(battle.power)
        log.append(Moved(power=power, what=str(action.units), route=route))

    def candidates(self, state: AxisState, battle: family.Battle, seat: str) -> Iterator[Action]:
        yield Occupy()
        for (kind, origin), count in self._free(state, battle).items():
            for number in range(1, count + 1):
                units = Units(number, self.world.kinds[kind].id)
                yield Back(units, self.place(origin))


class Conclude(Stage):
    """Who fought is used; land that was won is taken, a neutral that held turns (HV-937)."""

    name = "end"

    def run(self, state: AxisState, battle: family.Battle, log: Log) -> Ask | None:
        world, power, space = self.world, battle.power, battle.space
        attackers, defenders = self.side(state, battle, True), self.side(state, battle, False)
        fought = battle.round > 0
        state.rewrite(space, lambda piece: self._settled(battle, piece))
        winner = self.power_name(power) if attackers and not defenders else ""
        if defenders and not attackers:
            winner = self.power_name(defenders[0].owner)
        log.append(BattleEnded(space=self.place(space), winner=winner or "nobody has won"))
        state.flow.remove(battle)
        conqueror = self.axis.conqueror
        assert isinstance(conqueror, HouseConqueror)
        if battle.sea or not at.is_hostile_land(world, state, power, space):
            pass
        elif not defenders and any(world.kinds[g.kind].takes_land for g in attackers):
            conqueror.take(state, power, space, log)
        elif fought and state.owner[space] in world.neutral:
            conqueror.turn_away(state, power, space, log)
        state.flow.append(family.Homeless(power))
        return None

    def _settled(self, battle: family.Battle, piece: Piece) -> Piece:
        """Aircraft that stayed aboard are not used by that (HV-808)."""
        if piece.owner != battle.power:
            return piece
        marks = piece.marks & ~(OUT | INTERCEPTED | STAYS)
        aboard = battle.sea and self.world.kinds[piece.kind].domain == "air"
        if not aboard and self.world.kinds[piece.kind].fights:
            return msgspec.structs.replace(piece, origin=-1, marks=marks | MOVED)
        return msgspec.structs.replace(piece, marks=marks)


ROUND = (NewRound, Judge, Volley, Exchange, FlyHome, Close, Withdraw)
BATTLES_HOUSE = {
    "land": Row(
        before=(Begin, Flak, Drop), rounds=ROUND, after=(FlyHomeUnfought, Occupation, Conclude)
    ),
    "sea": Row(before=(Begin,), rounds=ROUND, after=(FlyHomeUnfought, Conclude)),
}


# The order of battles


class SeaBattles(CombatStage):
    """HV-980, HV-990: who was intercepted, is to land or has sent aircraft has to fight."""

    name = "sea-battles"
    comes_first = "sea-first"

    def open(self, state: AxisState, frame: family.ConductCombat) -> Open:
        world, power = self.world, frame.power
        found: Open = ([], [])
        for zone in dict.fromkeys(space for space, _, _ in state.pieces(power)):
            if not world.is_sea[zone] or zone in frame.fought:
                continue
            sent = list(attackers(world, state, power, zone))
            hostile = at.is_hostile_zone(world, state, power, zone)
            bound = any(
                zone in launching_zones(world, state, power, coast)
                for coast in world.land_near[zone]
            )
            if any(flights.is_flying(world, piece) for piece in sent) or (
                hostile and (bound or any(piece.marks & INTERCEPTED for piece in sent))
            ):
                found[0].append(zone)
            elif hostile and zone not in frame.skipped and self._has_ship(state, power, zone):
                found[1].append(zone)
        return found

    def _has_ship(self, state: AxisState, power: int, zone: int) -> bool:
        return any(
            piece.owner == power and self.world.kinds[piece.kind].domain == "sea"
            for piece, _ in state.units[zone]
        )

    def start(self, state: AxisState, frame: family.ConductCombat, space: int) -> None:
        frame.fought = (*frame.fought, space)
        state.flow.append(family.Battle(frame.power, space, True))


class LandBattles(Assaults):
    """Attacks by land, from the sea and from the air; a landing is bombarded first (HV-126)."""

    name = "land-battles"

    def open(self, state: AxisState, frame: family.ConductCombat) -> Open:
        world, power = self.world, frame.power
        found = set(super().open(state, frame)[0])
        for space in dict.fromkeys(space for space, _, _ in state.pieces(power)):
            if world.is_sea[space] or space in frame.fought:
                continue
            hostile = at.is_hostile_land(world, state, power, space)
            if any(
                hostile or flights.is_flying(world, piece)
                for piece in attackers(world, state, power, space)
            ):
                found.add(space)
        return sorted(found), []

    def _to_land(self, state: AxisState, power: int, coast: int) -> int:
        """HV-993: for each transport that lands troops one battleship and one cruiser."""
        world = self.world
        return sum(
            count
            for zone in world.sea_near[coast]
            if not at.is_hostile_zone(world, state, power, zone)
            for piece, count in state.units[zone]
            if any(c.owner == power and c.target == coast for c in piece.cargo)
        )

    def _go_ashore(self, state: AxisState, frame: family.ConductCombat) -> None:
        coast = frame.assault
        self._bind(state, frame.power, coast)
        super()._go_ashore(state, frame)
        landed = any(piece.owner == frame.power for piece, _ in state.units[coast])
        if landed and coast not in frame.fought:
            frame.fought = (*frame.fought, coast)
            state.flow.append(family.Battle(frame.power, coast, False))

    def _bind(self, state: AxisState, power: int, coast: int) -> None:
        """HV-829, HV-077: whom else a transport lands in this round, it lands here."""

        def bound(piece: Piece) -> Piece:
            if any(c.owner == power and c.target == coast for c in piece.cargo):
                return msgspec.structs.replace(piece, origin=coast)
            return piece

        for zone in self.world.sea_near[coast]:
            if not at.is_hostile_zone(self.world, state, power, zone):
                state.rewrite(zone, bound)


COMBAT_HOUSE = (SeaBattles, LandBattles)


class HouseBombardStep(BombardStep):
    """HV-126: for each landing transport of the zone one ship of each kind."""

    def _limit(self, state: AxisState, frame: family.Bombard) -> int:
        return sum(
            count
            for piece, count in state.units[frame.zone]
            if any(c.owner == frame.power and c.target == frame.space for c in piece.cargo)
        )

    def why_too_many(
        self, state: AxisState, frame: family.Bombard, ships: dict[int, int]
    ) -> Refusal | None:
        limit = self._limit(state, frame)
        most = max(ships.values(), default=0)
        return self.refuse("bombard-limit", limit=limit) if most > limit else None


class HouseCasualties(CasualtiesStep):
    """HV-997: when owners disagree, who holds the land or has most ships settles it."""

    def choosers(
        self, state: AxisState, frame: family.Casualties, battle: family.Battle, toll: Toll
    ) -> list[str]:
        if frame.attacker or not frame.disputed:
            return super().choosers(state, frame, battle, toll)
        powers, holder = self.world.powers, state.owner[battle.space]
        if holder >= 0:
            return [powers[holder].seat]
        ships: dict[int, int] = {}
        for group in toll.side:
            afloat = self.world.kinds[group.kind].domain == "sea"
            ships[group.owner] = ships.get(group.owner, 0) + group.count * afloat
        chief = min(ships, key=lambda power: (-ships[power], powers[power].turn))
        return [powers[chief].seat]
