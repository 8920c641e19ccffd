"""Whether a condition of a title's tables holds now."""

from __future__ import annotations

from . import situation as at
from .conditions import Call, Term
from .state import AxisState
from .world import World


class Judge:
    """Says whether a condition holds for a power in a state."""

    def __init__(self, world: World, state: AxisState, power: int) -> None:
        self.world = world
        self.state = state
        self.power = power

    def holds(self, call: Call) -> bool:
        args = call.args
        match call.name:
            case "and":
                return all(self.holds(arg) for arg in args if isinstance(arg, Call))
            case "all-of":
                return all(self._held(args[0], space) for space in self._spaces(args[1]))
            case "at-least":
                held = sum(self._held(args[1], space) for space in self._spaces(args[2]))
                return held >= int(str(args[0]))
            case "no-enemy-surface-warships":
                return not any(self._enemy_warship(zone) for zone in self._spaces(args[0]))
            case "no-units":
                return not any(self._visitor(space) for space in self._spaces(args[1]))
        raise ValueError(f"unknown condition {call.name}")

    def _held(self, who: Term, space: int) -> bool:
        world, owner = self.world, self.state.owner[space]
        if who in world.members:
            return owner in world.members[str(who)]
        return owner == world.power[str(who)]

    def _spaces(self, term: Term) -> tuple[int, ...]:
        if isinstance(term, tuple):
            return tuple(space for part in term for space in self._spaces(part))
        if isinstance(term, Call):
            power = self.world.power[str(term.args[0])]
            owners = self.world.original if term.name == "original" else self.state.owner
            return tuple(space for space, owner in enumerate(owners) if owner == power)
        return (self.world.space[term],)

    def _enemy_warship(self, zone: int) -> bool:
        return at.is_hostile_zone(self.world, self.state, self.power, zone)

    def _visitor(self, space: int) -> bool:
        """A unit of another power of the same side (the form's ``other-allies``)."""
        ally = at.allies(self.state, self.power)
        return any(
            piece.owner != self.power and ally[piece.owner] for piece, _ in self.state.units[space]
        )
