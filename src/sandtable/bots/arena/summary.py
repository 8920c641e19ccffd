"""What an arena has shown: shares with intervals, ratings, lengths, decision times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median

import msgspec

from .match import Played
from .rating import mean_interval, ratings, wilson


class Share(msgspec.Struct):
    """Wins out of games, with the 95 % interval."""

    bot: str
    against: str
    side: str
    """The side the bot played; empty for all."""
    games: int
    won: int
    undecided: int
    low: float
    high: float


class BotLine(msgspec.Struct):
    bot: str
    games: int
    won: int
    undecided: int
    rating: float
    plus_minus: float
    turn_ms_median: float
    turn_ms_p95: float
    turn_ms_max: float


class Standing(msgspec.Struct):
    """A bot's mean share of income and units at the end of a game, over pairs of games.

    The two games of a pair have the same dice and swapped sides, so even is 0.5.
    """

    bot: str
    against: str
    pairs: int
    mean: float
    low: float
    high: float


class SideLine(msgspec.Struct):
    """How often a side won, whoever played it."""

    side: str
    games: int
    won: int
    low: float
    high: float


class Summary(msgspec.Struct):
    games: int
    undecided: int
    rounds_mean: float
    rounds_median: float
    """Of the games that ended."""
    bots: list[BotLine]
    shares: list[Share]
    standings: list[Standing]
    habits: dict[str, dict[str, float]]
    """For each bot what was counted of how it plays, by game or by turn."""
    failures: dict[str, int]
    """Games in which a bot's program failed."""
    sides: list[SideLine]
    cities: list[dict[str, float]]
    """Mean city counts at the beginning of each round, over the games that got there."""


def summarise(bots: Sequence[str], games: Sequence[Played]) -> Summary:
    rated = ratings(bots, (g.scores for g in games)) if games else {}
    ended = [g.rounds for g in games if g.winner]
    return Summary(
        games=len(games),
        undecided=sum(not g.winner for g in games),
        rounds_mean=sum(ended) / len(ended) if ended else 0.0,
        rounds_median=float(median(ended)) if ended else 0.0,
        bots=[_bot_line(bot, games, rated.get(bot, (0.0, 0.0))) for bot in bots],
        shares=_shares(bots, games),
        standings=_standings(bots, games),
        habits=_habits(bots, games),
        failures=dict(Counter(bot for game in games for bot in game.failures)),
        sides=_sides(games),
        cities=_cities(games),
    )


def _bot_line(bot: str, games: Sequence[Played], rating: tuple[float, float]) -> BotLine:
    mine = [g for g in games if bot in g.sides]
    times = sorted(ms for g in mine for ms in g.turn_ms.get(bot, ()))
    return BotLine(
        bot=bot,
        games=len(mine),
        won=sum(g.winner == bot for g in mine),
        undecided=sum(not g.winner for g in mine),
        rating=round(rating[0], 1),
        plus_minus=round(rating[1], 1),
        turn_ms_median=float(median(times)) if times else 0.0,
        turn_ms_p95=float(times[int(0.95 * (len(times) - 1))]) if times else 0.0,
        turn_ms_max=float(times[-1]) if times else 0.0,
    )


def _shares(bots: Sequence[str], games: Sequence[Played]) -> list[Share]:
    found: list[Share] = []
    for bot in bots:
        for other in bots:
            if other == bot:
                continue
            met = [g for g in games if bot in g.sides and other in g.sides]
            for side in ("", *dict.fromkeys(g.sides[bot] for g in met)):
                those = [g for g in met if not side or g.sides[bot] == side]
                won = sum(g.winner == bot for g in those)
                undecided = sum(not g.winner for g in those)
                low, high = wilson(won, len(those))
                share = Share(bot, other, side, len(those), won, undecided, low, high)
                found.append(share)
    return found


def _standings(bots: Sequence[str], games: Sequence[Played]) -> list[Standing]:
    found: list[Standing] = []
    for bot in bots:
        for other in bots:
            if other == bot:
                continue
            by_dice: dict[str, list[float]] = {}
            for game in games:
                if bot in game.standing and other in game.standing:
                    by_dice.setdefault(game.seed, []).append(fmean(game.standing[bot].values()))
            # A pair whose second game has not been played says more about the sides than the bots.
            pairs = [fmean(shares) for shares in by_dice.values() if len(shares) == 2]
            if pairs:
                found.append(Standing(bot, other, len(pairs), *mean_interval(pairs)))
    return found


def _habits(bots: Sequence[str], games: Sequence[Played]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for bot in bots:
        counts: Counter[str] = Counter()
        for game in games:
            counts.update(game.habits.get(bot, {}))
        if counts:
            from sandtable.bots.axis.habits import averages  # see ``watch``: not at start-up

            found[bot] = averages(counts)
    return found


def _sides(games: Sequence[Played]) -> list[SideLine]:
    names = dict.fromkeys(side for g in games for side in sorted(g.sides.values()))
    lines = []
    for side in names:
        those = [g for g in games if side in g.sides.values()]
        won = sum(bool(g.winner) and g.sides[g.winner] == side for g in those)
        low, high = wilson(won, len(those))
        lines.append(SideLine(side, len(those), won, low, high))
    return lines


def _cities(games: Sequence[Played]) -> list[dict[str, float]]:
    longest = max((len(g.cities) for g in games), default=0)
    lines = []
    for number in range(longest):
        seen = [g.cities[number] for g in games if len(g.cities) > number]
        lines.append({name: round(sum(s[name] for s in seen) / len(seen), 2) for name in seen[0]})
    return lines
