"""Setting up any position: the edit lines of studies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sandtable.table import Malformed

from . import facilities, relations
from . import situation as at
from .actions import Units
from .deeds import PEOPLES
from .movement import cargo_label
from .notation import Reader
from .state import (
    EMPTY,
    HURT,
    MOVED,
    NONCOMBAT,
    AxisState,
    Cargo,
    Facility,
    Piece,
    cargo_key,
    plain,
)
from .turn import begin
from .units import Kind
from .world import NOBODY

if TYPE_CHECKING:
    from .rules import AxisRules


class Edit(NamedTuple):
    """How an edit line is read, and which lines of the kind a position needs."""

    read: Callable[[Editor, AxisState, Reader], None]
    lines: Callable[[Editor, AxisState], list[str]] | None = None


class Editor:
    """Reads edit lines; docs/notation.md lists them."""

    def __init__(self, rules: AxisRules) -> None:
        self.rules = rules
        self.world = rules.world
        self.verbs: dict[str, Edit] = {
            **rules.edit_verbs,
            **{
                kind.id: Edit(partial(Editor._facility, kind=kind))
                for kind in self.world.kinds
                if kind.building
            },
        }

    def edit(self, state: AxisState, line: str) -> None:
        reader = Reader(self.rules.notation, line)
        verb = reader.take("an edit")
        if verb not in self.verbs:
            raise Malformed(f"'{verb}' is no edit; there are {', '.join(self.verbs)}")
        self.verbs[verb].read(self, state, reader)
        reader.finish()

    def power(self, reader: Reader) -> int:
        return self.world.power[self.rules.notation.power(reader.take("a power"))]

    def purse(self, reader: Reader) -> int:
        word = reader.take("a purse")
        found = self.world.purse.get(word)
        return self.world.power[self.rules.notation.power(word)] if found is None else found

    def _clear(self, state: AxisState, reader: Reader) -> None:
        """``clear``: no unit anywhere; ``clear SPACE``: none there."""
        if reader.tokens:
            state.units[self.world.space[reader.space()]] = EMPTY
        else:
            state.units[:] = [EMPTY] * len(self.world.spaces)

    def _pieces(self, reader: Reader) -> tuple[list[tuple[Piece, int]], int]:
        found = []
        for units in reader.units():
            if not units.owner:
                some = self.world.powers[0].id
                raise Malformed(f"say whose {units.kind} it is: place 1 {some} {units.kind} …")
            owner, kind = self.world.power[units.owner], self.world.kind[units.kind]
            if self.world.kinds[kind].building:
                raise Malformed(f"a {units.kind} is set with: {units.kind} SPACE DAMAGE")
            found.append((Piece(kind, owner, cargo=self._cargo(units.cargo, owner)), units.count))
        space = self.world.space[reader.space()]
        for piece, _ in found:
            self._check_place(piece, space)
        return found, space

    def _cargo(self, names: tuple[str, ...], owner: int) -> tuple[Cargo, ...]:
        cargo = []
        for name in names:
            power, _, kind = name.rpartition(" ")
            whose = self.world.power[power] if power else owner
            cargo.append(Cargo(self.world.kind[kind], whose))
        return tuple(sorted(cargo, key=cargo_key))

    def _check_place(self, piece: Piece, space: int) -> None:
        kind = self.world.kinds[piece.kind]
        name = self.world.spaces[space].id
        if self.world.closed[space]:
            raise Malformed(f"{name} is neutral and holds no units")
        if kind.domain != "air" and (kind.domain == "sea") != self.world.is_sea[space]:
            raise Malformed(f"a {kind.id} cannot be in {name}")
        carried = Piece(piece.kind, piece.owner)
        for cargo in piece.cargo:
            aboard = self.world.kinds[cargo.kind]
            fits = kind.transport
            if kind.deck:
                fits = aboard.carrier_capable and self.rules.guests_are_cargo
            if not fits or (kind.transport and aboard.domain != "land"):
                raise Malformed(f"a {kind.id} cannot carry that")
            if not self._has_room(kind, carried, cargo):
                raise Malformed(f"a {kind.id} cannot carry so much")
            carried = Piece(piece.kind, piece.owner, cargo=(*carried.cargo, cargo))

    def _has_room(self, kind: Kind, carried: Piece, cargo: Cargo) -> bool:
        if kind.deck:
            return len(carried.cargo) < kind.deck
        return self.rules.mover.landings.has_room(carried, cargo.kind)

    def _place(self, state: AxisState, reader: Reader) -> None:
        found, space = self._pieces(reader)
        for piece, count in found:
            state.add(space, piece, count)

    def _remove(self, state: AxisState, reader: Reader) -> None:
        found, space = self._pieces(reader)
        for piece, count in found:
            if dict(state.units[space]).get(piece, 0) < count:
                name = self.world.spaces[space].id
                raise Malformed(f"there are not {count} of these in {name} to remove")
            state.remove(space, piece, count)

    # What units have done this turn

    def _moved(self, state: AxisState, reader: Reader) -> None:
        """``moved UNITS SPACE``: these have moved in the combat move, or fought."""
        self._mark(state, reader, lambda piece: _marked(piece, MOVED))

    def _landed(self, state: AxisState, reader: Reader) -> None:
        """``landed UNITS SPACE``: these have made their noncombat move."""
        self._mark(state, reader, lambda piece: _marked(piece, MOVED | NONCOMBAT))

    def _hurt(self, state: AxisState, reader: Reader) -> None:
        """``hurt UNITS SPACE``: these ships carry damage that lasts."""
        for units in self._mark(state, reader, lambda piece: _marked(piece, HURT)):
            if not self.world.kinds[self.world.kind[units.kind]].damage_lasts:
                raise Malformed(f"damage to a {units.kind} does not last")

    def _spent(self, state: AxisState, reader: Reader) -> None:
        """``spent N UNITS SPACE``: these have used so much of their movement."""
        spent = reader.number()
        self._mark(state, reader, lambda piece: msgspec.structs.replace(piece, spent=spent))

    def _mark(
        self, state: AxisState, reader: Reader, change: Callable[[Piece], Piece]
    ) -> list[Units]:
        """Changes units that are there, those of them first that are not like that yet."""
        named = self._named(reader)
        for wanted, space in named:
            count = wanted.count
            for piece, number in state.units[space]:
                if not self._is_meant(piece, wanted) or change(piece) == piece:
                    continue
                changing = min(number, count)
                if changing:
                    state.change(space, piece, change(piece), changing)
                    count -= changing
            if count:
                name = self.world.spaces[space].id
                raise Malformed(f"there are not {wanted} in {name} to change")
        return [units for units, _ in named]

    def _named(self, reader: Reader) -> list[tuple[Units, int]]:
        listed = reader.units()
        space = self.world.space[reader.space()]
        for units in listed:
            if not units.owner:
                raise Malformed(
                    f"say whose {units.kind} it is: 1 {self.world.powers[0].id} {units.kind} …"
                )
        return [(units, space) for units in listed]

    def _is_meant(self, piece: Piece, units: Units) -> bool:
        return (
            self.world.kinds[piece.kind].id == units.kind
            and self.world.powers[piece.owner].id == units.owner
            and cargo_label(self.world, piece) == units.cargo
        )

    def _control(self, state: AxisState, reader: Reader) -> None:
        """``control SPACE POWER``."""
        space = self.world.space[reader.space()]
        if self.world.is_sea[space] or self.world.closed[space]:
            raise Malformed(f"nobody controls {self.world.spaces[space].id}")
        state.owner[space] = self.power(reader)

    def _war(self, state: AxisState, reader: Reader) -> None:
        """``war POWER POWER``: the two are at war; ``peace POWER POWER``: they are not."""
        self._set_war(state, reader, True)

    def _peace(self, state: AxisState, reader: Reader) -> None:
        self._set_war(state, reader, False)

    def _deed(self, state: AxisState, reader: Reader) -> None:
        """``deed WORD POWER SPACE`` (or POWER): this has happened earlier in the game."""
        word = reader.take("a deed")
        known = sorted(self.world.watched)
        if word not in known:
            raise Malformed(f"there is no deed '{word}'; there are {', '.join(known)}")
        power = self.power(reader)
        if word in PEOPLES:
            found = self.power(reader)
        else:
            found = self.world.space[reader.space()]
        if (word, power, found) not in state.deeds:
            state.deeds = (*state.deeds, (word, power, found))

    def _describe_deeds(self, state: AxisState) -> list[str]:
        powers, spaces = self.world.powers, self.world.spaces
        return [
            f"deed {word} {powers[power].id} "
            + (powers[target].id if word in PEOPLES else spaces[target].id)
            for word, power, target in state.deeds
        ]

    def _paid(self, state: AxisState, reader: Reader) -> None:
        """``paid POWER N``: the Nth of its objectives, paid once in a game, has been paid."""
        power, number = self.world.powers[self.power(reader)].id, reader.number()
        own = [o.index for o in self.world.objectives if o.power == power]
        if not 1 <= number <= len(own):
            raise Malformed(f"{power} has {len(own)} objectives")
        if own[number - 1] not in state.paid:
            state.paid = (*state.paid, own[number - 1])

    def _describe_paid(self, state: AxisState) -> list[str]:
        lines = []
        for index in state.paid:
            power = self.world.objectives[index].power
            own = [o.index for o in self.world.objectives if o.power == power]
            lines.append(f"paid {power} {own.index(index) + 1}")
        return lines

    def _set_war(self, state: AxisState, reader: Reader, war: bool) -> None:
        one, other = self.power(reader), self.power(reader)
        if at.allies(state, one)[other]:
            names = self.world.powers
            raise Malformed(f"{names[one].id} and {names[other].id} are on one side")
        relations.set_war(state, one, other, war)

    def _facility(self, state: AxisState, reader: Reader, kind: Kind) -> None:
        """``factory SPACE DAMAGE``, ``factory SPACE none``: so for each kind of facility."""
        world = self.world
        space = world.space[reader.space()]
        name = world.spaces[space].id
        assert kind.building is not None
        if not world.is_sea[space] and reader.took("none"):
            facilities.take_away(state, space, kind.index)
            return
        if world.is_sea[space] or world.value[space] < kind.building.least_value:
            raise Malformed(f"{name} can have no {kind.id}")
        damage = reader.number() if reader.tokens else 0
        most = facilities.limit(world, space, kind)
        if damage > most:
            raise Malformed(f"damage is at most {most} there")
        for rival in facilities.rivals(world, state, space, kind):
            if rival.kind != kind.index:
                facilities.take_away(state, space, rival.kind)
        facilities.put(state, space, Facility(kind.index, damage))

    def _money(self, state: AxisState, reader: Reader) -> None:
        """``money PURSE N``; a power's name stands for its own purse."""
        purse = self.purse(reader)
        state.money[purse] = reader.number()

    def _tokens(self, state: AxisState, reader: Reader) -> None:
        power = self.power(reader)
        state.tokens[power] = reader.number()

    def _tech(self, state: AxisState, reader: Reader) -> None:
        """``tech POWER ADVANCE`` adds one, ``tech POWER none`` takes all away."""
        power = self.power(reader)
        word = reader.take("an advance")
        if word == "none":
            state.techs[power] = 0
            return
        tech = next((t for t in self.world.techs if t.id == word), None)
        if tech is None:
            known = ", ".join(t.id for t in self.world.techs)
            raise Malformed(f"there is no advance '{word}'; there are {known}")
        state.techs[power] |= 1 << tech.index

    def _pool(self, state: AxisState, reader: Reader) -> None:
        """``pool PURSE UNITS``: units bought and waiting; ``pool PURSE none``."""
        purse = self.purse(reader)
        if reader.took("none"):
            state.pool[purse] = ()
            return
        for units in reader.units():
            state.pool_add(purse, self.world.kind[units.kind], units.count)

    def _round(self, state: AxisState, reader: Reader) -> None:
        state.round = max(1, reader.number())

    def _turn(self, state: AxisState, reader: Reader) -> None:
        """``turn POWER [PHASE]``: the turn begins with the board as edited so far."""
        power = self.power(reader)
        if power not in self.world.order:
            raise Malformed(f"{self.world.powers[power].id} has no turn of its own")
        phases = self.rules.phases
        name = reader.take("a phase") if reader.tokens else phases[0]
        if name not in phases:
            raise Malformed(f"there is no phase '{name}'; there are {', '.join(phases)}")
        state.flow.clear()
        place = self.world.powers[power].turn
        for other in self.world.powers:
            state.turns[other.index] = state.round - (other.turn >= place) if other.plays else 0
        begin(self.rules, state, power, phases.index(name), new=True)

    # The other way round

    def describe(self, state: AxisState) -> list[str]:
        """Edit lines for this position; movement made this turn is not kept."""
        world = self.world
        lines = ["clear"]
        for space, owner in enumerate(state.owner):
            if owner != world.controllers[space] and owner != NOBODY:
                lines.append(f"control {world.spaces[space].id} {world.powers[owner].id}")
        start = {(line.space, line.kind) for line in world.setup if world.kinds[line.kind].building}
        now = {(space, f.kind): f.damage for space, row in state.facilities.items() for f in row}
        for space, kind in sorted(start - now.keys()):
            lines.append(f"{world.kinds[kind].id} {world.spaces[space].id} none")
        for (space, kind), damage in sorted(now.items()):
            if damage or (space, kind) not in start:
                lines.append(f"{world.kinds[kind].id} {world.spaces[space].id} {damage}")
        lines += self._describe_wars(state)
        for power in world.powers:
            lines += self._describe_power(state, power.index)
        for space, stack in enumerate(state.units):
            for piece, count in stack:
                lines += self._describe_piece(piece, count, world.spaces[space].id)
        for edit in self.verbs.values():
            lines += edit.lines(self, state) if edit.lines else []
        turn = next((f for f in state.flow if type(f).__name__ == "Turn"), None)
        phase = getattr(turn, "phase", 0)
        name = self.rules.phases[max(0, phase - 1)]
        lines += [f"round {state.round}", f"turn {world.powers[state.turn].id} {name}"]
        return lines

    def _describe_wars(self, state: AxisState) -> list[str]:
        """Where relations are not those of the opening."""
        powers = self.world.powers
        opening = self.rules.wars_at_start(state.options)
        return [
            f"{'war' if enemy else 'peace'} {powers[one].id} {powers[other].id}"
            for one in range(len(powers))
            for other, enemy in enumerate(at.foes(state, one)[: len(powers)])
            if one < other and enemy != opening[one][other]
        ]

    def _describe_power(self, state: AxisState, power: int) -> list[str]:
        world = self.world
        name = world.powers[power].id
        purses = [world.purses[purse] for purse in world.purses_of[power]]
        lines = [f"money {purse.id} {state.money[purse.index]}" for purse in purses]
        if state.tokens[power]:
            lines.append(f"tokens {name} {state.tokens[power]}")
        lines += [f"tech {name} {t.id}" for t in world.techs if state.techs[power] >> t.index & 1]
        for purse in purses:
            if state.pool[purse.index]:
                waiting = state.pool[purse.index]
                units = ", ".join(f"{count} {world.kinds[k].id}" for k, count in waiting)
                lines.append(f"pool {purse.id} {units}")
        return lines

    def _describe_piece(self, piece: Piece, count: int, space: str) -> list[str]:
        """A piece with its cargo; guests on a deck from which they can rise stand beside it."""
        world = self.world
        kind, damaged = world.kinds[piece.kind], bool(piece.marks & HURT)
        guests = piece.cargo if kind.deck and (kind.deck_when_hurt or not damaged) else ()
        names = sorted(
            world.kinds[c.kind].id
            if c.owner == piece.owner
            else f"{world.powers[c.owner].id} {world.kinds[c.kind].id}"
            for c in (() if guests else piece.cargo)
        )
        cargo = f"[{'+'.join(names)}]" if names else ""
        what = f"{count} {world.powers[piece.owner].id} {kind.id}{cargo} {space}"
        lines = [f"place {what}"]
        if damaged and kind.damage_lasts:
            lines.append(f"hurt {what}")
        for guest in guests:
            lines += self._describe_piece(plain(guest.kind, guest.owner), count, space)
        return lines


def _marked(piece: Piece, marks: int) -> Piece:
    return msgspec.structs.replace(piece, marks=piece.marks | marks)


EDITS: dict[str, Edit] = {
    "clear": Edit(Editor._clear),
    "place": Edit(Editor._place),
    "remove": Edit(Editor._remove),
    "moved": Edit(Editor._moved),
    "landed": Edit(Editor._landed),
    "hurt": Edit(Editor._hurt),
    "spent": Edit(Editor._spent),
    "control": Edit(Editor._control),
    "war": Edit(Editor._war),
    "peace": Edit(Editor._peace),
    "deed": Edit(Editor._deed, Editor._describe_deeds),
    "paid": Edit(Editor._paid, Editor._describe_paid),
    "money": Edit(Editor._money),
    "tokens": Edit(Editor._tokens),
    "tech": Edit(Editor._tech),
    "pool": Edit(Editor._pool),
    "round": Edit(Editor._round),
    "turn": Edit(Editor._turn),
}
"""The edits of the family (and one for each kind of facility, named like it)."""
