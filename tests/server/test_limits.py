"""Limits on what one address may ask for, and what no request may contain."""

from __future__ import annotations

import contextlib

import pytest
from starlette.testclient import TestClient

from sandtable import table as game
from sandtable.games import find_title
from sandtable.server import limits
from sandtable.server.limits import Rate, address_of
from sandtable.server.problems import Problem

from .conftest import Opener
from .helpers import Table

RATHER_LONG = "9" * 5000
BENT = [
    "two\nlines",
    "nul\x00",
    "\u202eEvil",
    "a\u2066b",
    "\u200eleft",
    "b\u2028c",
    "\x1b[31m",
    "\ufeff",
]


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("sandtable.server.limits.time.monotonic", lambda: self.now)


def taken(rate: Rate, address: str) -> bool:
    try:
        rate.take(address)
    except Problem:
        return False
    return True


# Rates


def test_a_bucket_fills_again_as_time_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    rate = Rate(per_second=2, burst=3)
    assert [taken(rate, "a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert taken(rate, "b")
    clock.now += 0.5
    assert [taken(rate, "a") for _ in range(2)] == [True, False]
    clock.now += 100
    assert [taken(rate, "a") for _ in range(4)] == [True] * 3 + [False]


def test_what_costs_more_takes_more(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    rate = Rate(per_second=1, burst=10)
    rate.take("a", 7)
    with pytest.raises(Problem) as refused:
        rate.take("a", 7)
    assert refused.value.retry == 4
    rate.take("a", 3)
    rate.take("b", 1000)
    with pytest.raises(Problem):
        rate.check("b")


def test_many_addresses_cost_neither_time_nor_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgetting is done for twenty thousand at once, not again for each request."""
    clock = Clock(monkeypatch)
    rate = Rate(per_second=1, burst=2)
    assert taken(rate, "guest")
    assert taken(rate, "guest")
    for number in range(limits.MOST_REMEMBERED):
        rate.take(f"{number}")
    assert not taken(rate, "guest"), "still known after that many others"
    for number in range(3 * limits.MOST_REMEMBERED):
        rate.take(f"again {number}")
    halves = rate._fresh, rate._older
    assert all(len(half) <= limits.MOST_REMEMBERED for half in halves)
    rate.take("one more")
    assert (rate._fresh, rate._older) == halves
    assert rate._fresh is halves[0]
    clock.now += 10
    rate.take("later")
    clock.now += 10
    rate.take("later still")
    assert len(rate._fresh) + len(rate._older) == 2


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert address_of(("2001:db8:1:2:3:4:5:6", 1)) == address_of(("2001:db8:1:2::9", 2))
    assert address_of(("2001:db8:1:2::1", 1)) != address_of(("2001:db8:1:3::1", 1))
    assert address_of(("fe80::1%eth0", 1)) == address_of(("fe80::2", 1))
    assert address_of(("::ffff:192.0.2.7", 1)) == address_of(("192.0.2.7", 5)) == "192.0.2.7"
    assert address_of(("192.0.2.8", 1)) != address_of(("192.0.2.7", 1))
    assert address_of(("testclient", 50000)) == "testclient"
    assert address_of(None) == "unknown"


def test_a_list_of_games_is_no_way_to_guess_tokens(opener: Opener) -> None:
    client = opener(bad_tokens_burst=5)
    table = Table(client)
    guess = {"games": [{"id": table.id, "tokens": ["x" * 43]}] * 3}
    codes = [client.post("/api/games/summaries", json=guess).status_code for _ in range(3)]
    assert codes == [200, 429, 429]
    right = {"games": [{"id": table.id, "tokens": table.red.tokens}]}
    assert client.post("/api/games/summaries", json=right).status_code == 429


def test_games_that_are_gone_are_no_guesses(opener: Opener) -> None:
    """Somebody who keeps a long list of games that ended long ago is not slowed down."""
    client = opener(bad_tokens_burst=5)
    table = Table(client)
    keys = [{"id": f"old{n}", "tokens": ["x" * 43]} for n in range(50)]
    keys.append({"id": table.id, "tokens": table.red.tokens})
    for _ in range(3):
        told = client.post("/api/games/summaries", json={"games": keys}).json()["games"]
        assert [game["gone"] for game in told] == [True] * 50 + [False]


# Numbers


def test_a_number_of_too_many_digits_is_refused_politely(table: Table, client: TestClient) -> None:
    """Python turns no more than 4300 digits into a number, and says so by an exception."""
    red = table.red
    for path in (f"/at/{RATHER_LONG}", "/at/-1", "/at/²", f"/at/-{'9' * 30}", "/at/1e3"):
        assert red.get(path).status_code == 400, path
    for name in ("from", "limit"):
        for number in (RATHER_LONG, "-" + RATHER_LONG, "9" * 30, "1e5000", "²"):
            assert red.get("/history", **{name: number}).status_code == 400
            assert red.get("/chat", **{name: number}).status_code == 400
    assert red.get("/legal", seat="red", after=RATHER_LONG).status_code == 400
    for body in (
        '{"seat": "red", "action": "end", "key": "12345678", "version": %s}',
        '{"seat": "red", "action": "march %s camp > hill", "key": "12345678", "version": 0}',
    ):
        answer = client.post(
            f"/api/games/{table.id}/actions",
            content=(body % RATHER_LONG).encode(),
            headers={**red.headers, "Content-Type": "application/json"},
        )
        assert answer.status_code in (400, 422)
    length = {"Content-Type": "application/json", "Content-Length": RATHER_LONG}
    assert client.post("/api/games", content=b"{}", headers=length).status_code == 413


@pytest.mark.parametrize("title", ["anniversary-1942", "fortress", "naval"])
def test_no_title_stumbles_over_digits(title: str) -> None:
    rules = find_title(title)
    table = game.Table(rules)
    lines = [
        "buy {} infantry",
        "move {} a > b",
        "{}",
        "line {} bismarck",
        "silent {} +{}",
        "roll +{}",
    ]
    for line in [*lines, "cover {} {} {}", "play 1 {}", "place {} a", "round {}", "money uk {}"]:
        for digits in ("9" * 3900, "٣" * 1500, "²" * 9):
            text = line.replace("{}", digits, 1).replace("{}", "1")
            with contextlib.suppress(game.SandtableError):
                table.check(text, table.seats[0])
            with contextlib.suppress(game.SandtableError):
                rules.edit(table.state.copy(), text)


# Names


@pytest.mark.parametrize("name", BENT)
def test_names_are_one_line_of_visible_letters(table: Table, client: TestClient, name: str) -> None:
    refused = [
        client.post("/api/games", json={"title": "toy", "name": name}),
        client.post("/api/games", json={"title": "toy", "seats": {"red": {"player": name}}}),
        client.post("/api/games/import", json={"text": "", "name": name}),
        table.red.post("/seats/red", {"player": name}),
        table.host.post("/settings", {"name": name}),
    ]
    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert "one line of visible letters" in answer.json()["text"]


@pytest.mark.parametrize("name", ["Zoë", "میـ‌خواهم", "👩‍👧", "<b>O'Neill</b>", "日本語 太郎"])
def test_names_of_all_the_world_are_taken(table: Table, name: str) -> None:
    answer = table.red.post("/seats/red", {"player": name})
    assert answer.json()["seats"][0]["player"] == name
    assert table.host.post("/settings", {"name": name}).json()["name"] == name


def test_a_record_brings_no_such_name_in(table: Table, client: TestClient) -> None:
    table.play_out()
    text = table.red.get("/record").text
    for name, status in (("Ann", 201), *((f"A{bent}B", 400) for bent in BENT)):
        named = text.replace("title: toy\n", f"title: toy\nplayer red: {name}\n")
        answer = client.post("/api/games/import", json={"text": named})
        assert answer.status_code == status or (status == 400 and answer.status_code == 422)
