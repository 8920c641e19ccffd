"""Who is to sit where at a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.table import FairDice, Malformed

from .problems import Problem
from .shapes import Import, NewGame, SeatSetup
from .store import SeatRow


@dataclass(frozen=True)
class Plan:
    seats: dict[str, SeatSetup]
    """Every seat of the table, in its order."""

    @classmethod
    def of(cls, wish: NewGame | Import, order: tuple[str, ...], bots: tuple[str, ...]) -> Plan:
        given = wish.seats
        for seat, one in given.items():
            if seat not in order:
                raise Malformed(f"there is no seat {seat}; there are {', '.join(order)}")
            if one.kind == "bot" and one.bot not in bots:
                raise Malformed(f"there is no bot {one.bot}; there are {', '.join(bots)}")
            if one.kind == "bot" and (one.mine or one.word):
                raise Malformed(f"a bot plays {seat}, so it cannot be yours")
            if one.word and not (one.mine or wish.solo):
                raise Malformed(f"the word of {seat} is for whoever sits there to choose")
        plan = cls({seat: given.get(seat, SeatSetup()) for seat in order})
        for one in plan.seats.values():
            one.mine = one.mine or (wish.solo and one.kind == "human")
        return plan

    @property
    def mine(self) -> list[str]:
        """The seats of whoever makes the table."""
        return [seat for seat, one in self.seats.items() if one.mine]

    @property
    def others(self) -> list[str]:
        """The seats that other people are invited to."""
        return [seat for seat, one in self.seats.items() if one.kind == "human" and not one.mine]

    @property
    def bots_only(self) -> bool:
        return all(one.kind == "bot" for one in self.seats.values())

    @property
    def solo(self) -> bool:
        return not self.others

    def require_solo(self) -> None:
        if not self.solo:
            text = (
                "a chosen seed tells the dice to come: it is for studies and for tables at which "
                f"one person plays, and {', '.join(self.others)} would be somebody else"
            )
            raise Problem(422, "seed-needs-solo", text)

    def mix_words(self, dice: FairDice) -> None:
        for seat, one in self.seats.items():
            if one.word:
                dice.contribute(seat, one.word)

    def rows(self, players: Mapping[str, str]) -> dict[str, SeatRow]:
        return {
            seat: SeatRow(kind=one.kind, bot=one.bot, player=one.player or players[seat])
            for seat, one in self.seats.items()
        }
