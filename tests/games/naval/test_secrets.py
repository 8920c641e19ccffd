"""Nobody learns what only another seat may know (NB-910)."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.games import find_title
from sandtable.games.naval import Naval, standard_deck
from sandtable.games.naval.state import UNKNOWN
from sandtable.table import Event, Position, Refusal, Rolled, Table
from tests.games.naval.tools import game_of, mix_secrets, play_on

TRIES = (
    "end",
    "retreat",
    "fire heavy-4 yamato > bismarck",
    "raid base-raid-1 > bismarck",
    "defend missed 1",
    "defend diversion 2",
    "use missed 1",
    "surprise p1",
    "discard missed",
    "nation japan",
    "prepare missed hood",
    "reinforce reinforcements-3 > kagero",
)


def rules() -> Naval:
    found = find_title("naval")
    assert isinstance(found, Naval)
    return found


def seen(table: Table, seat: str | None) -> bytes:
    return msgspec.json.encode(table.view(seat))


def twin_of(table: Table, seat: str, rng: random.Random) -> Table:
    """A table that differs from another only in what the seat may not know."""
    naval = rules()
    twin = Table(naval, table.options, table.players, table.dice)
    state = mix_secrets(naval, table.state, seat, rng)
    twin.resume(table.journal, Position(naval, state), table.undo_floor)
    return twin


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10_000), moves=st.integers(0, 400), mix=st.integers(0, 10_000))
def test_states_that_differ_in_secrets_look_and_refuse_alike(
    seed: int, moves: int, mix: int
) -> None:
    table = game_of(seed)
    for _ in play_on(table, random.Random(seed), moves):
        pass
    rng = random.Random(mix)
    for seat in table.seats:
        twin = twin_of(table, seat, rng)
        assert seen(table, seat) == seen(twin, seat)
        assert seen(table, None) == seen(twin, None)
        assert table.rules.blind(table.state, seat) == table.rules.blind(twin.state, seat)
        for text in TRIES:
            assert table.check(text, seat) == twin.check(text, seat)
        if table.position.asks(seat):
            legal = table.legal_actions(seat)
            assert legal.sample(random.Random(mix)) == twin.legal_actions(seat).sample(
                random.Random(mix)
            )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10_000), moves=st.integers(0, 300), mix=st.integers(0, 10_000))
def test_the_same_action_tells_the_same_story(seed: int, moves: int, mix: int) -> None:
    """Of a seat's own action, the seat sees no event that depends on others' secrets."""
    table = game_of(seed)
    for _ in play_on(table, random.Random(seed), moves):
        pass
    rng = random.Random(mix)
    if table.decision is None:
        return
    seat = rng.choice(table.decision.seats)
    action = table.legal_actions(seat).sample(rng)
    assert action is not None
    if len(table.decision.seats) == 1 and table.decision.step == "Nations":
        return  # the last choice shows everybody's, and may need dice
    stories = []
    for other in (table, twin_of(table, seat, rng)):
        position = other.position.copy()
        events = position.play(seat, action)
        visible = [str(e) for e in events if not e.reveals and (e.seats is None or seat in e.seats)]
        stories.append((visible, position.pending))
    assert stories[0] == stories[1]


def hidden_words(table: Table, seat: str) -> set[str]:
    """Cards that are nowhere in sight of the seat, by their ids."""
    open_cards = {
        *table.state.discard,
        *table.state.hands[seat],
        *(p.card for p in table.state.prepared),
        *(a.source for a in table.state.attacks),
        *(card for afloat in table.state.fleet.values() for card in afloat.damage),
    }
    held = {c for other in table.seats if other != seat for c in table.state.hands[other]}
    return held - open_cards


@pytest.mark.parametrize("seed", range(6))
def test_no_hidden_card_is_named_in_a_view(seed: int) -> None:
    table = game_of(seed)
    for number, _ in enumerate(play_on(table, random.Random(seed), 400)):
        if number % 20:
            continue
        for seat in table.seats:
            text = seen(table, seat).decode()
            for card in hidden_words(table, seat):
                assert f'"{card}"' not in text
            for other in set(table.seats) - {seat}:
                pick = table.state.picks.get(other, ())
                shown = {ship for ship in pick if f'"{ship}"' in text}
                own = {*table.state.reserve[seat], *table.state.nations.values()}
                assert shown <= own


def test_events_of_dealing_and_choosing_name_nothing_hidden() -> None:
    table = game_of(1)
    told: list[Event] = [*table.opening]
    for events in play_on(table, random.Random(3), 12):
        told += events
    ships = set(standard_deck().ships)
    for event in told:
        if type(event).__name__ == "Chose":
            assert not any(ship in str(event) for ship in ships)
        if type(event).__name__ == "HandDrawn":
            assert event.seats is not None
            assert len(event.seats) == 1
    for entry in table.journal.line:
        if isinstance(entry, Rolled) and "cards for" in entry.chance.why:
            assert entry.chance.seats is not None
            assert not any(card in entry.chance.why for card in standard_deck().actions)


def test_undo_gives_a_secret_choice_back_unseen() -> None:
    game = sandtable.new("naval", seed=4)
    game.play("nation japan", "p1")
    game.play("nation usa", "p2")
    before = seen(game, "p2")
    game.play("fleet yamato, kagero", "p1")
    game.undo("p1")
    # The version counts on, all else is as it was: p2 cannot tell what had been chosen.
    after = msgspec.json.decode(seen(game, "p2"))
    first = msgspec.json.decode(before)
    first.pop("version")
    after.pop("version")
    assert first == after
    game.play("fleet yamato", "p1")
    game.play("fleet iowa", "p2")
    with pytest.raises(sandtable.Illegal) as refused:
        game.undo("p2")
    assert isinstance(refused.value.refusal, Refusal)


def test_what_a_bot_gets_holds_no_secret() -> None:
    game = game_of(4)
    for _ in play_on(game, random.Random(9), 300):
        pass
    blind = game.position.seen_by("p1").state
    assert set(blind.deck) <= {UNKNOWN}
    for seat in game.seats[1:]:
        assert set(blind.hands[seat]) <= {UNKNOWN}
        assert len(blind.hands[seat]) == len(game.state.hands[seat])
        assert set(blind.reserve[seat]) <= {UNKNOWN}
    assert blind.hands["p1"] == game.state.hands["p1"]
