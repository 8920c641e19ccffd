"""Whether a condition of a title's tables holds now, and which spaces a set means."""

from __future__ import annotations

from collections.abc import Iterable

from . import situation as at
from .conditions import ANY_OF, CITIES, NEUTRAL_LANDS, SELF, THIS, Call, Items
from .state import AxisState
from .world import NOBODY, World


class Judge:
    """Asked for a power (the conditions' ``self``) and, in some rows, about a space (``this``)."""

    def __init__(self, world: World, state: AxisState, power: int, this: int = NOBODY) -> None:
        self.world = world
        self.state = state
        self.power = power
        self.this = this

    def holds(self, call: Call) -> bool:
        return self.times(call) > 0

    def times(self, call: Call) -> int:
        """How often a bonus for the condition is paid: ``each`` counts spaces, others 0 or 1."""
        args = call.args
        match call.name:
            case "and":
                parts = [self.times(_call(arg)) for arg in args]
                return max(parts) if all(parts) else 0
            case "or":
                return max(self.times(_call(arg)) for arg in args)
            case "not":
                return int(not self.holds(_call(args[0])))
            case "once":
                return self.times(_call(args[0]))
            case "each":
                return self._controlled(args[0], args[1])
            case "at-least":
                return int(self._controlled(args[1], args[2]) >= int(str(args[0][0])))
            case "all-of":
                spaces = self.spaces(args[1])
                return int(self._controlled(args[0], args[1]) == len(spaces))
        return int(self._on_board(call) if call.name in _ON_BOARD else self._between_powers(call))

    def _on_board(self, call: Call) -> bool:
        args, kinds = call.args, self.world.kinds
        match call.name:
            case "no-enemy-surface-warships":
                ally = at.allies(self.state, self.power)
                return not any(
                    kinds[piece.kind].surface_warship
                    and not ally[piece.owner]
                    and not at.is_neutral(self.world, self.state, piece.owner)
                    for zone in self.spaces(args[0])
                    for piece, _ in self.state.units[zone]
                )
            case "no-warships":
                who, zones = self.who(args[0]), self.spaces(args[1])
                return not any(
                    piece.owner in who and kinds[piece.kind].warship
                    for zone in zones
                    for piece, _ in self.state.units[zone]
                )
            case "no-units":
                who, spaces = self.who(args[0]), self.spaces(args[1])
                return not any(
                    piece.owner in who for space in spaces for piece, _ in self.state.units[space]
                )
            case "land-unit":
                who, spaces = self.who(args[0]), self.spaces(args[1])
                return any(
                    piece.owner in who and kinds[piece.kind].domain == "land"
                    for space in spaces
                    for piece, _ in self.state.units[space]
                )
        leaning = self.world.power[str(args[1][0])]
        return all(self.state.owner[space] == leaning for space in self.spaces(args[0]))

    def _between_powers(self, call: Call) -> bool:
        args, state = call.args, self.state
        match call.name:
            case "at-war":
                return self._at_war(args[0], args[1])
            case "not-at-war":
                return not self._at_war(args[0], args[1])
            case "neutral-power":
                return all(at.is_neutral(self.world, state, power) for power in self.who(args[0]))
            case "turn-at-least":
                return all(state.turns[p] >= int(str(args[1][0])) for p in self.who(args[0]))
            case "liberated":
                spaces = self.spaces(args[0])
                return any(d == call.name and target in spaces for d, _, target in state.deeds)
            case "attacked" | "captured" | "entered":
                who, spaces = self.who(args[0]), self.spaces(args[1])
                return self._done(call.name, who, spaces)
            case "declared-war" | "unprovoked-war":
                return self._done(call.name, self.who(args[0]), self.who(args[1]))
        raise AssertionError(f"{call.name} has no meaning")

    def _controlled(self, who: Items, spaces: Items) -> int:
        """How many of the spaces they control."""
        powers, owner = self.who(who), self.state.owner
        return sum(owner[space] in powers for space in self.spaces(spaces))

    def _at_war(self, one: Items, others: Items) -> bool:
        powers = self.world.powers
        return any(
            powers[other].plays and at.foes(self.state, power)[other]
            for power in self.who(one)
            for other in self.who(others)
        )

    def _done(self, deed: str, who: frozenset[int], targets: frozenset[int]) -> bool:
        return any(
            d == deed and power in who and target in targets
            for d, power, target in self.state.deeds
        )

    # Who

    def who(self, items: Items) -> frozenset[int]:
        """The powers that a name means."""
        world, name = self.world, items[0]
        if isinstance(name, Call):
            assert name.name == ANY_OF
            return frozenset(world.power[str(power)] for power in name.args[0])
        if name == SELF:
            return frozenset((self.power,))
        if name in world.power:
            return frozenset((world.power[name],))
        if name in world.coalitions:
            return world.coalitions[name]
        if name in world.members:
            return world.members[name]
        prefix, _, side = name.partition("-")
        return world.members[side] - ({self.power} if prefix == "other" else set())

    def holders(self, name: str) -> frozenset[int]:
        """The powers that a word in place of a holder means; neutral land has no holder."""
        world, state, mine = self.world, self.state, self.power
        if name in world.power:
            return frozenset((world.power[name],))
        powers = [p.index for p in world.powers if p.index != mine and p.index not in world.neutral]
        if name == "others":
            return frozenset(powers)
        if name == "neutral-powers":
            return frozenset(
                p for p in powers if world.powers[p].plays and at.is_neutral(world, state, p)
            )
        foe, ally = at.foes(state, mine), at.allies(state, mine)
        return frozenset(p for p in powers if not foe[p] and not ally[p])

    # Where

    def spaces(self, items: Items) -> frozenset[int]:
        """The spaces that a list means."""
        fixed = self.world.fixed_sets.get(items)
        if fixed is not None:
            return fixed
        found = frozenset(space for item in items for space in self._set(item))
        if is_fixed(items):
            self.world.fixed_sets[items] = found
        return found

    def covers(self, items: Items, space: int) -> bool:
        """Whether a list means a space."""
        return any(self._covers(item, space) for item in items)

    def _covers(self, item: str | Call, space: int) -> bool:
        if isinstance(item, Call) and item.name in _CHANGING:
            powers = frozenset(p for name in item.args[0] for p in self.holders(str(name)))
            if item.name == "controlled":
                return self.state.owner[space] in powers
            return not self.world.is_sea[space] and any(
                piece.owner in powers for piece, _ in self.state.units[space]
            )
        return space in self.spaces((item,))

    def _set(self, item: str | Call) -> Iterable[int]:
        return self._word(item) if isinstance(item, str) else self._form(item)

    def _word(self, name: str) -> Iterable[int]:
        if name == THIS:
            return (self.this,)
        if name == CITIES:
            return self.world.cities
        if name == NEUTRAL_LANDS:
            neutral = self.world.neutral
            return (s for s, owner in enumerate(self.state.owner) if owner in neutral)
        return (self.world.space[name],)

    def _form(self, item: Call) -> Iterable[int]:
        world, state = self.world, self.state
        names = [str(name) for name in item.args[0]]
        match item.name:
            case "original":
                return (space for name in names for space in world.original_lands(name))
            case "controlled":
                powers = frozenset(p for name in names for p in self.holders(name))
                return (s for s, owner in enumerate(state.owner) if owner in powers)
            case "holding":
                powers = frozenset(p for name in names for p in self.holders(name))
                return (
                    space
                    for space, stack in enumerate(state.units)
                    if not world.is_sea[space] and any(p.owner in powers for p, _ in stack)
                )
            case "neutral":
                leanings = {world.power[name] for name in names}
                return (space.index for space in world.spaces if space.neutral in leanings)
            case "group":
                return (space.index for space in world.spaces if space.group in names)
            case "half":
                return (space.index for space in world.spaces if space.half in names)
            case "region":
                return (space for name in names for space in world.regions[name])
            case "cities-in":
                return self.spaces(item.args[0]).intersection(world.cities)
        return {zone for land in self.spaces(item.args[0]) for zone in world.sea_near[land]}


_ON_BOARD = ("no-enemy-surface-warships", "no-warships", "no-units", "land-unit", "attitude")
_CHANGING, _NESTED = ("controlled", "holding"), ("seas-next-to", "cities-in")


def is_fixed(items: Items) -> bool:
    """Whether a list means the same spaces throughout the game."""
    return all(
        item not in (THIS, NEUTRAL_LANDS)
        if isinstance(item, str)
        else item.name not in _CHANGING and (item.name not in _NESTED or is_fixed(item.args[0]))
        for item in items
    )


def depends_on_asker(who: Items) -> bool:
    """Whether a name means others for each power that asks."""
    name = who[0]
    return isinstance(name, str) and (name == SELF or name.startswith("other-"))


def _call(items: Items) -> Call:
    call = items[0]
    assert isinstance(call, Call)
    return call
