"""Journal and undo: free until dice or a reveal, by everybody's consent after that."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.table import (
    Action,
    Chance,
    Entry,
    FairDice,
    FixedDice,
    Illegal,
    Journal,
    Malformed,
    OutOfDice,
    Played,
    Rolled,
    Table,
    Undone,
)
from sandtable.table import (
    table as table_module,
)
from tests.toy import Outpost, asked, play_out, to_bids


def fresh(**options: int | bool | str) -> Table:
    return Table(Outpost(), options, dice=FairDice(b"u" * 32))


def bytes_of(table: Table) -> bytes:
    return msgspec.json.encode(table.state)


def test_undo_takes_back_one_action_exactly() -> None:
    table = fresh()
    before, decision = bytes_of(table), table.decision
    table.play("march 2 camp > hill")
    assert bytes_of(table) != before
    table.undo("red")
    assert bytes_of(table) == before
    assert table.decision == decision


def test_undo_is_a_new_fact_and_the_version_never_goes_down() -> None:
    table = fresh()
    table.play("march 1 camp > hill")
    version = table.version
    table.undo("red")
    assert table.version == version + 1
    assert table.journal.entries[-1] == Undone(2, "red")
    assert table.journal.entries[-2] == Played("red", "march 1 camp > hill")
    assert [type(entry) for entry in table.journal.line] == [Rolled, Rolled]


def test_undo_to_an_entry_takes_back_several() -> None:
    table = fresh()
    before = bytes_of(table)
    table.play("march 1 camp > hill")
    table.play("march 1 hill > mill")
    table.undo("red", to=2)
    assert bytes_of(table) == before


def test_no_free_undo_past_dice() -> None:
    table = to_bids(fresh())
    hands = table.state.hands
    table.play(f"bid {hands['red'][0]}", "red")
    table.play(f"bid {hands['blue'][0]}", "blue")  # reveals and clashes
    before = bytes_of(table)
    with pytest.raises(Illegal) as caught:
        table.undo("red")
    assert caught.value.refusal.code == "undo-revealed"
    assert bytes_of(table) == before


def test_no_free_undo_past_a_reveal_without_dice() -> None:
    """The last seat's bid shows both; here no dice answer, so only the reveal can forbid it."""
    table = Table(Outpost(), dice=FixedDice([1, 1]))
    table.dice = None
    to_bids(table)
    hands = table.state.hands
    table.play(f"bid {hands['red'][0]}", "red")
    floor = table.undo_floor
    table.play(f"bid {hands['blue'][0]}", "blue")
    assert table.undo_floor == len(table.journal) > floor
    with pytest.raises(Illegal, match="everybody must agree"):
        table.undo("blue")


def test_undo_past_dice_with_everybodys_consent_gives_the_same_dice_again() -> None:
    table = to_bids(fresh())
    hands = dict(table.state.hands)
    table.play(f"bid {hands['red'][0]}", "red")
    before = bytes_of(table)
    table.play(f"bid {hands['blue'][0]}", "blue")
    after = bytes_of(table)
    with pytest.raises(Illegal):
        table.undo("red", consent=["red"])
    table.undo("red", consent=["blue"])
    assert bytes_of(table) == before
    table.play(f"bid {hands['blue'][0]}", "blue")
    assert bytes_of(table) == after


def test_what_was_seen_stays_seen_after_an_undo_by_consent() -> None:
    table = to_bids(fresh())
    hands = dict(table.state.hands)
    table.play(f"bid {hands['red'][0]}", "red")
    table.play(f"bid {hands['blue'][0]}", "blue")
    table.undo("red", consent=table.seats)
    with pytest.raises(Illegal, match="everybody must agree"):
        table.undo("red")


def test_nobody_takes_back_anothers_action_alone() -> None:
    table = fresh()
    table.play("end", "red")
    table.play("march 1 camp > hill", "blue")
    with pytest.raises(Illegal) as caught:
        table.undo("red")
    assert caught.value.refusal.code == "undo-others"
    table.undo("blue")
    table.undo("red")
    assert asked(table) == ("red",)


def test_one_person_with_both_seats_speaks_for_both() -> None:
    players = {"red": "Ann", "blue": "Ann"}
    table = Table(Outpost(), None, players, FairDice(b"u" * 32))
    table.play("end", "red")
    table.play("march 1 camp > hill", "blue")
    table.undo("red")
    length = len(table.journal)
    table.play("end", "blue")
    for seat in table.seats:
        table.play(f"bid {table.state.hands[seat][0]}", seat)
    assert table.undo_floor > length
    table.undo("red")
    assert asked(table) == ("blue",)


def test_bad_wishes() -> None:
    table = fresh()
    with pytest.raises(Malformed, match="nothing has been played"):
        table.undo("red")
    with pytest.raises(Malformed, match="there is no seat green"):
        table.undo("green")
    table.play("end")
    for entry in (-1, 3, 99):
        with pytest.raises(Malformed, match="nothing to take back"):
            table.undo("red", to=entry)
    with pytest.raises(Malformed, match="entry 2 is a roll"):
        table.undo("red", to=1, consent=table.seats)


def test_a_long_game_is_undone_from_a_near_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the game, an undo replays at most the entries since the last snapshot."""
    monkeypatch.setattr(table_module, "SNAPSHOT_EVERY", 8)
    table = fresh(rounds=5)
    states = []
    for number in range(60):
        states.append(bytes_of(table))
        table.play("march 1 camp > hill" if number % 2 == 0 else "march 1 hill > camp")
    parsed: list[str] = []
    original = Outpost.parse

    def parse(self: Outpost, text: str) -> Action:
        parsed.append(text)
        return original(self, text)

    monkeypatch.setattr(Outpost, "parse", parse)
    table.undo("red")
    assert bytes_of(table) == states[-1]
    assert len(parsed) < 10
    for number in range(58, -1, -1):
        table.undo("red")
        assert bytes_of(table) == states[number]


def test_snapshots_are_kept_even_when_rolls_fill_the_multiples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_module, "SNAPSHOT_EVERY", 4)
    table = play_out(fresh(rounds=5))
    gaps = [b - a for a, b in zip(table._snapshots, list(table._snapshots)[1:], strict=False)]
    assert len(gaps) > 3
    assert max(gaps) <= 8


def test_an_action_whose_dice_are_missing_has_not_happened() -> None:
    table = Table(Outpost(), dice=FixedDice([1, 1]))
    to_bids(table)
    table.play("bid 1", "red")
    before, transcript, version = bytes_of(table), table.journal.transcript(), table.version
    floor = table.undo_floor
    with pytest.raises(OutOfDice):
        table.play("bid 1", "blue")
    assert bytes_of(table) == before
    assert (table.version, table.undo_floor) == (version, floor)
    assert table.journal.transcript() == transcript
    assert isinstance(table.dice, FixedDice)
    table.dice.add([6, 1])
    with pytest.raises(OutOfDice):  # the clash is rolled, then the next round's cards are missing
        table.play("bid 1", "blue")
    assert table.dice.queue == [6, 1]
    assert (bytes_of(table), table.undo_floor) == (before, floor)
    table.dice.add([2, 2])
    table.play("bid 1", "blue")
    assert table.state.points == {"red": 1, "blue": 0}


def test_a_journal_hashes_its_heading_and_every_entry() -> None:
    line: list[Entry] = [Played("red", "end"), Rolled(Chance((6,), "why"), (3,))]
    journal = Journal.of(line, "toy")
    full = journal.transcript()
    assert journal.transcript(1) != full
    assert Journal.of(line, "other").transcript() != full
    assert Journal.of([Played("red", "bid 1"), line[1]], "toy").transcript() != full
    assert Journal.of([line[0], Rolled(Chance((6,), "why"), (4,))], "toy").transcript() != full
    journal.add(Played("blue", "end"))
    journal.cut(2, "blue")
    assert journal.transcript() == full
    assert journal.rolls == 1
