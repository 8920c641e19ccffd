"""The arena: who plays whom, the same games for the same seed, results that can be trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import games
from sandtable.bots.arena import (
    Header,
    Results,
    bot_of,
    labels,
    open_results,
    play_match,
    read_results,
    schedule,
    sides_of,
    summarise,
)
from sandtable.bots.arena.rating import ratings, wilson
from sandtable.games import find_title
from sandtable.table import Malformed, play_record, read_record


def test_sides_are_found_from_who_may_share_seats() -> None:
    axis = find_title("anniversary-1941")
    assert sides_of(axis, axis.read_options({})) == (
        ("germany", "japan", "italy"),
        ("ussr", "uk", "usa"),
    )
    fortress = find_title("fortress")
    sides = {frozenset(side) for side in sides_of(fortress, fortress.read_options({}))}
    assert frozenset({"usa"}) in sides or frozenset({"us"}) in sides
    assert len(sides) == 2
    naval = find_title("naval")
    options = naval.read_options({"players": 4})
    assert sides_of(naval, options) == tuple((seat,) for seat in naval.seats(options))


def test_sides_are_swapped_with_equal_dice() -> None:
    rules = find_title("anniversary-1941")
    matches = schedule(rules, rules.read_options({}), ("a", "b", "c"), 4, "7")
    assert [m.number for m in matches] == list(range(12))
    first, second = matches[:2]
    assert first.seed == second.seed
    assert first.seats["germany"] == "a" == second.seats["uk"]
    assert first.seats["uk"] == "b" == second.seats["germany"]
    assert first.sides == {"a": "axis", "b": "allies"}
    assert len({m.seed for m in matches}) == 6


def test_a_bot_can_play_itself() -> None:
    names = labels(["captain", "captain", "cadet"])
    assert names == ("captain", "captain#2", "cadet")
    assert [bot_of(name) for name in names] == ["captain", "captain", "cadet"]


@pytest.fixture
def header() -> Header:
    return Header(arena="toy", bots=("cadet", "cadet#2"), games=4, rounds=0, seed="5")


@pytest.mark.usefixtures("toys")
def test_a_match_is_the_same_twice_and_its_record_opens(header: Header) -> None:
    rules = find_title("toy")
    match = schedule(rules, rules.read_options({}), header.bots, 2, "5")[1]
    one, two = (play_match("toy", {}, match, 0) for _ in range(2))
    assert one.record == two.record
    assert one.winner == two.winner
    assert one.actions > 0
    table = play_record(read_record(one.record_text()), find_title)
    assert table.result is not None
    assert games.find_title("toy") is table.rules


@pytest.mark.usefixtures("toys")
def test_an_interrupted_run_goes_on(header: Header, tmp_path: Path) -> None:
    rules = find_title("toy")
    matches = schedule(rules, rules.read_options({}), header.bots, 4, "5")
    path = tmp_path / "results.jsonl"
    results = open_results(header, path)
    for match in matches[:2]:
        results.add(play_match("toy", {}, match, 0))
    with path.open("ab") as file:
        file.write(b'{"number": 2, "sea')  # cut off in the middle of a line
    again = open_results(header, path)
    assert sorted(again.games) == [0, 1]
    again.add(play_match("toy", {}, matches[2], 0))
    assert sorted(read_results(path).games) == [0, 1, 2]


@pytest.mark.usefixtures("toys")
def test_another_arena_does_not_get_into_the_file(header: Header, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    open_results(header, path)
    with pytest.raises(Malformed, match="another arena"):
        open_results(Header(arena="toy", bots=("x", "y"), games=1, rounds=0, seed="5"), path)


@pytest.mark.usefixtures("toys")
def test_the_summary_counts_games(header: Header) -> None:
    rules = find_title("toy")
    results = Results(header)
    for match in schedule(rules, rules.read_options({}), header.bots, 6, "5"):
        results.add(play_match("toy", {}, match, 0))
    summary = summarise(header.bots, results.list())
    assert summary.games == 6
    assert sum(line.won for line in summary.bots) + summary.undecided == 6
    whole = [share for share in summary.shares if not share.side]
    assert [share.games for share in whole] == [6, 6]
    by_side = [s for s in summary.shares if s.bot == "cadet" and s.side]
    assert [share.games for share in by_side] == [3, 3]


def test_ratings_follow_results() -> None:
    scores = [{"a": 1.0, "b": 0.0}] * 8 + [{"a": 0.0, "b": 1.0}] * 2
    scores += [{"b": 1.0, "c": 0.0}] * 5 + [{"b": 0.0, "c": 1.0}] * 5
    rated = ratings(("a", "b", "c"), scores)
    assert rated["a"][0] > rated["b"][0]
    assert abs(rated["b"][0] - rated["c"][0]) < 60
    assert all(0 < half < 600 for _, half in rated.values())


def test_a_clean_sweep_has_a_finite_rating() -> None:
    rated = ratings(("a", "b"), [{"a": 1.0, "b": 0.0}] * 50)
    assert 200 < rated["a"][0] - rated["b"][0] < 2000


def test_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(70, 100)
    assert 0.60 < low < 0.61
    assert 0.78 < high < 0.79


def test_captain_against_cadet_in_the_arena() -> None:
    """The title with cities: they are counted round by round, and turns are timed."""
    rules = find_title("anniversary-1941")
    match = schedule(rules, rules.read_options({}), ("captain", "cadet"), 1, "2")[0]
    played = play_match("anniversary-1941", {}, match, 2)
    assert played.rounds == 2
    assert played.reason == "undecided at the limit"
    assert played.scores == {"captain": 0.5, "cadet": 0.5}
    assert [sum(line.values()) for line in played.cities] == [18, 18]
    assert len(played.turn_ms["captain"]) == 6
    assert max(played.turn_ms["captain"]) < 2000
