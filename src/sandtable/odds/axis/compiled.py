"""Battles for the compiled kernel: its questions in numbers, and its answers as odds.

The kernel knows battles that are fought to the end. Everything else, and whatever it gives back
unanswered, is for ``land`` and ``sea``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from operator import itemgetter
from struct import Struct, iter_unpack

import numpy as np

from sandtable.odds.kernel import Question, Solved, kernel

from .answer import WIN, Block, Counts, Ends, Odds
from .battle import Battle, Choices, Start, arms, check
from .dice import Bools, Ints, chance
from .side import Side, make_side
from .table import Table, tables

WISHES = {"battleships-late": 1, "aircraft-last": 2, "keep-land-unit": 4}
STEPS_PER_MS = 200_000.0
"""Steps of the kernel in a millisecond, so that it gives up where a budget will not do."""
ENDLESS = 1e15
HEADER = 13
"""Numbers that come before those of units."""
ENDING = Struct("<dII")
SORT = np.dtype([("chance", "<f8"), ("one", "<u4"), ("two", "<u4")])
SMALL = 64
"""Up to so many endings are read without arrays."""
KIND_BIT, ROW_BITS = 28, (1 << 28) - 1
"""Where in an ending it stands how it ended."""


def solve(
    battle: Battle, *, budget_ms: float | None = None, starts: Sequence[Start] | None = None
) -> Odds | None:
    """The odds, if the kernel is there and knows battles of this sort."""
    found = kernel()
    asked = question(battle, starts) if found is not None else None
    if found is None or asked is None:
        return None
    if budget_ms is not None:
        asked[0][5] = STEPS_PER_MS * budget_ms
    solved = found.solve(asked)
    if solved is None:
        return None
    answer = solved.answer
    figures = {
        "win": answer.win,
        "take": answer.take,
        "draw": answer.draw,
        "lose": answer.lose,
        "standoff": answer.standoff,
        "retreat": 0.0,
        "absent": 0.0,
        "total": answer.total,
    }
    return Odds(CompiledEnds(battle, asked, solved), answer.rounds, figures=figures)


# Questions


def question(battle: Battle, starts: Sequence[Start] | None = None) -> Question | None:
    """A battle in numbers, as ``read_battle`` in kernel.c takes them; nothing for battles that
    it does not know."""
    if arms(battle.title).rules.one_sortie:
        return None
    party, defenders = battle.attacker, battle.defenders
    attack, defence, title, sea = battle.attack, battle.defence, battle.title, battle.sea
    powers = tuple([power.techs for power in defenders])
    one, two = tables(title, sea, party.techs, powers, attack.losses, defence.losses)
    ours, theirs = one.counted((party,)), two.counted(defenders)
    if ours is None or theirs is None or not _simple(battle) or not any(ours):
        check(battle)  # which says what is wrong
    if ours is None or theirs is None or not (one.known and two.known):
        return None
    if party.dropped or battle.retreat.when != "never":
        return None
    numbers = [0.0, sea, attack.submerge + 2 * defence.submerge, 0.0, 0, ENDLESS, 0, 0]
    numbers += (_wishes(attack), _wishes(defence), len(battle.bombard), 0, 0)
    numbers += ours
    numbers += theirs
    if two.shoots(defenders) and not battle.fired:
        hit, numbers[4] = arms(title).gunfire(defenders)
        numbers[3] = chance(hit)
    if sea:
        damaged = one.damaged((party,)) + two.damaged(defenders)
        numbers[12] = len(damaged) // 3
        numbers += damaged
    if battle.bombard:
        kinds = arms(battle.title)
        for name, count in battle.bombard.items():
            numbers += [chance(kinds.kinds[kinds.kind[name]].bombards), count]
    if starts is not None:
        numbers[11] = len(starts)
        for start in starts:
            numbers += [start.chance, 0.0, *_force(one, start)]
    numbers[0] = len(numbers)
    return numbers, one, two


def _simple(battle: Battle) -> bool:
    """Whether numbers of units are all that could be wrong with it."""
    attack, defence, party = battle.attack, battle.defence, battle.attacker
    return not (
        battle.bombard
        or party.landed
        or party.dropped
        or attack.losses
        or attack.wishes
        or defence.losses
        or defence.wishes
        or battle.retreat.when != "never"
    )


def _wishes(choices: Choices) -> int:
    return sum(WISHES.get(wish, 0) for wish in choices.wishes) if choices.wishes else 0


def _force(attackers: Table, start: Start) -> list[float]:
    counts = [0.0] * attackers.groups
    for name, count in start.units.items():
        counts[attackers.places[0][name]] = count
    return counts


# Answers


class CompiledEnds(Ends):
    """Endings as the kernel gives them, read when they are asked for."""

    def __init__(self, battle: Battle, asked: Question, solved: Solved) -> None:
        self.battle = battle
        self.asked = asked
        self.solved = solved

    def _side(self, attacking: bool) -> Side:
        battle = self.battle
        techs = arms(battle.title).techs(battle.attacker.techs)
        parties = (battle.attacker,) if attacking else battle.defenders
        choices = battle.attack if attacking else battle.defence
        return make_side(arms(battle.title), parties, choices, techs, attacking=attacking)

    @cached_property
    def attacker(self) -> Side:  # type: ignore[override]
        return self._side(True)

    @cached_property
    def defender(self) -> Side:  # type: ignore[override]
        return self._side(False)

    @cached_property
    def initial(self) -> tuple[Counts, Counts]:  # type: ignore[override]
        return self.attacker.counts, self.defender.counts

    def _groups(self, attacking: bool) -> int:
        """How many the kernel's table has."""
        _, one, two = self.asked
        return one.groups if attacking else two.groups

    def _present(self, attacking: bool) -> list[int]:
        """Those of them that are there at all."""
        numbers, one, _ = self.asked
        first = HEADER if attacking else HEADER + one.groups
        return [group for group in range(self._groups(attacking)) if numbers[first + group]]

    def spread(self, attackers: bool) -> dict[Counts, float]:
        solved = self.solved
        present = self._present(attackers)
        if len(solved.endings) > SMALL * ENDING.size:
            rows, sums = self._summed(attackers)
        else:
            groups = self._groups(attackers)
            raw = solved.attackers if attackers else solved.defenders
            rows = iter_unpack(f"<{groups}H", raw)
            sums = [0.0] * (len(raw) // (2 * groups))
            for share, one, two in ENDING.iter_unpack(solved.endings):
                sums[one if attackers else two & ROW_BITS] += share
        found: dict[Counts, float] = {}
        if len(present) == 1:
            only = present[0]
            picked: Iterator[Counts] = ((row[only],) for row in rows)
        else:
            picked = map(itemgetter(*present), rows) if present else repeat(())
        for counts, share in zip(picked, sums, strict=False):
            if share:
                found[counts] = found.get(counts, 0.0) + share
        return found

    def _summed(self, attackers: bool) -> tuple[Iterable[Sequence[int]], list[float]]:
        """Rows of survivors that may be left, and the chance of each."""
        endings = np.frombuffer(self.solved.endings, dtype=SORT)
        which = endings["one"] if attackers else endings["two"] & ROW_BITS
        raw = self.solved.attackers if attackers else self.solved.defenders
        groups = self._groups(attackers)
        rows = np.frombuffer(raw, dtype="<u2").reshape(-1, groups)
        sums = np.bincount(which, endings["chance"], len(rows))
        some = sums.nonzero()[0]
        return rows[some].tolist(), sums[some].tolist()

    @cached_property
    def blocks(self) -> Sequence[Block]:  # type: ignore[override]
        solved = self.solved
        endings = np.frombuffer(solved.endings, dtype=SORT)
        ours, theirs = self._rows(True), self._rows(False)
        kinds = endings["two"] >> KIND_BIT
        held = [group for group, kind in self.attacker.kinds_here() if kind.takes_land]
        holds: Bools | None = None if self.battle.sea else ours[:, held].sum(axis=1) > 0
        blocks = []
        for kind in np.unique(kinds).tolist():
            some = endings[kinds == kind]
            rows = some["one"].astype(np.int64), (some["two"] & ROW_BITS).astype(np.int64)
            holding = holds if kind == WIN else None
            blocks.append(
                Block(kind, some["chance"].copy(), ours, rows[0], theirs, rows[1], holding)
            )
        return blocks

    def _rows(self, attacking: bool) -> Ints:
        groups = self._groups(attacking)
        raw = self.solved.attackers if attacking else self.solved.defenders
        rows = np.frombuffer(raw, dtype="<u2").reshape(-1, groups)
        return rows[:, self._present(attacking)].astype(np.int64)
