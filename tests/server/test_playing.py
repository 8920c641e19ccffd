"""Making games, acting, looking."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.table import View
from tests import toy

from .helpers import Person, Table, join, key


def test_titles_say_what_can_be_played(client: TestClient) -> None:
    titles = {title["id"]: title for title in client.get("/api/titles").json()["titles"]}
    toy = titles["toy"]
    assert toy["seats"] == ["red", "blue"]
    assert "cadet" in toy["bots"]
    assert toy["open"] is False
    assert toy["options"][0] == {
        "name": "rounds",
        "choices": [3, 1, 5],
        "text": "how many rounds",
    }
    assert client.get("/api/titles/toy?rounds=5").json()["seats"] == ["red", "blue"]
    assert client.get("/api/titles/toy?rounds=99").status_code == 400
    assert client.get("/api/titles/chess").json()["code"] == "no-title"


def test_a_ledger_comes_as_entries(client: TestClient) -> None:
    ledger = client.get("/api/rules/toy").json()
    assert ledger["title"] == "Outpost"
    entry = next(entry for entry in ledger["entries"] if entry["id"] == "TY-004")
    assert entry == {
        "id": "TY-004",
        "section": "2. Bidding",
        "scope": "X",
        "title": "One bid",
        "text": "Each seat bids once a round.",
        "source": "none",
    }
    for name in ("nothing", "..%2Ftoy", "%2e%2e"):
        assert client.get(f"/api/rules/{name}").status_code == 404


def test_an_action_is_played_and_told_to_everybody(table: Table) -> None:
    with table.blue.live() as blue, table.watcher.live() as watcher:
        before = table.red.version()
        answer = table.red.play("red", "march 2 camp > hill").json()
        assert answer["version"] == before + 1
        assert answer["entry"]["events"][0]["text"] == "red: march 2 camp > hill"
        for live in (blue, watcher):
            update = live.until("update")
            assert update["version"] == answer["version"]
            assert update["view"]["game"]["spaces"]["hill"] == {"red": 2, "blue": 0}
    assert table.red.get().json()["view"]["game"]["spaces"]["camp"]["red"] == 1


def test_a_refusal_names_its_rule_and_changes_nothing(table: Table) -> None:
    before = table.red.version()
    answer = table.red.play("red", "march 1 camp > mill")
    assert answer.status_code == 422
    assert answer.json() == {
        "code": "no-border",
        "rule": "TY-001",
        "text": "camp and mill do not touch",
        "args": {"a": "b"},
    }
    assert table.red.version() == before
    checked = table.red.post("/check", {"seat": "red", "action": "march 4 camp > hill"}).json()
    assert checked["refusal"]["rule"] == "TY-002"
    fine = table.red.post("/check", {"seat": "red", "action": "march 3 camp > hill"}).json()
    assert fine == {"refusal": None}
    assert table.red.version() == before


def test_text_that_is_no_action_is_malformed(table: Table) -> None:
    answer = table.red.play("red", "dance")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_legal_actions_come_in_pages(table: Table) -> None:
    page = table.red.get("/legal", seat="red", limit=1).json()
    assert page["actions"] == [
        {
            "text": "march 1 camp > hill",
            "kind": "March",
            "data": {"count": 1, "start": "camp", "end": "hill"},
        }
    ]
    rest = table.red.get("/legal", seat="red", after=page["next"]).json()
    assert [action["text"] for action in rest["actions"]] == ["end"]
    assert rest["next"] is None
    found = table.red.get("/legal", seat="red", prefix="en").json()
    assert [action["text"] for action in found["actions"]] == ["end"]
    assert table.blue.get("/legal", seat="blue").json()["actions"] == []


def test_a_hot_seat_shows_the_side_that_is_to_move(table: Table) -> None:
    assert table.both.get().json()["view"]["seat"] == "red"
    table.both.play("red", "end")
    assert table.both.get().json()["view"]["seat"] == "blue"
    assert table.both.get(seat="red").json()["view"]["seat"] == "red"
    you = table.both.get().json()["game"]["you"]
    seats = {"seats": ["red", "blue"], "invited": []}
    assert you == {"host": True, "spectator": False, **seats}


def test_history_and_the_board_as_it_stood(table: Table) -> None:
    table.red.play("red", "march 1 camp > hill")
    middle = table.red.version()
    table.red.play("red", "march 1 hill > mill")
    table.red.play("red", "end")
    entries = table.red.get("/history").json()["entries"]
    assert [entry["action"] for entry in entries] == [
        None,
        "march 1 camp > hill",
        "march 1 hill > mill",
        "end",
    ]
    assert entries[0]["kind"] == "open"
    first = table.red.get("/history", limit=2).json()
    assert first["next"] == entries[1]["version"]
    rest = table.red.get("/history", **{"from": first["next"]}).json()
    assert rest["entries"] == entries[2:]
    then = table.red.get(f"/at/{middle}").json()
    assert then["view"]["game"]["spaces"]["hill"]["red"] == 1
    assert then["view"]["version"] == middle
    assert table.red.get("/at/99999").json()["view"]["game"]["spaces"]["mill"]["red"] == 1
    assert table.red.get("/at/soon").status_code == 400


def test_the_board_as_it_stood_through_undos_and_snapshots(table: Table) -> None:
    """Many marches there and back with undos between: every version shows its own board."""
    seen: dict[int, object] = {}
    for turn in range(40):
        there = "march 1 camp > hill" if turn % 2 == 0 else "march 1 hill > camp"
        table.both.play("red", there)
        if turn % 7 == 3:
            seen[table.both.version()] = table.both.get(seat="red").json()["view"]["game"]
            assert table.both.undo("red").status_code == 200
            table.both.play("red", there)
        seen[table.both.version()] = table.both.get(seat="red").json()["view"]["game"]
    for version, game in seen.items():
        assert table.both.get(f"/at/{version}", seat="red").json()["view"]["game"] == game


def test_a_finished_game_opens_its_record_and_dice(table: Table) -> None:
    assert table.red.get("/record").json()["code"] == "sealed"
    assert table.host.get("/save").json()["code"] == "sealed"
    assert table.red.get().json()["game"]["dice"]["seed"] is None
    table.play_out()
    shown = table.watcher.get().json()
    assert shown["view"]["result"]["winners"]
    record = table.watcher.get("/record").text
    assert f"commitment: {shown['game']['dice']['commitment']}" in record
    assert f"reveal: {shown['game']['dice']['seed']}" in record
    job = {"kind": "verify", "args": {"record": record}}
    assert table.client.post("/api/jobs", json=job).json()["result"]["rolls"] > 6
    job["args"] = {"record": record.replace("clash", "clasp")}
    forged = record.replace("red: end", "red: march 1 camp > hill\nred: end", 1)
    job["args"] = {"record": forged}
    answer = table.client.post("/api/jobs", json=job)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-record")
    again = table.client.post("/api/games/import", json={"text": record})
    assert again.status_code == 201
    saved = table.watcher.get("/save").text
    assert table.client.post("/api/games/import", json={"text": saved}).status_code == 201
    assert table.both.undo("red").json()["code"] == "over"


def test_a_record_is_imported_and_played_on(client: TestClient) -> None:
    record = (
        "sandtable record 1\ntitle: toy\nplayer red: Anna\n\nedit: stage 2\nedit: hand red 5\n"
        "edit: hand blue 2\nred: march 1 camp > hill\nred: end\n"
    )
    answer = client.post(
        "/api/games/import", content=record, headers={"Content-Type": "text/plain"}
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    blue = join(Person(client, made["id"], made["tokens"]["invitations"]["blue"]), "blue")
    shown = blue.get().json()
    assert shown["game"]["seats"][0]["player"] == "Anna"
    assert shown["view"]["game"]["spaces"]["hill"]["red"] == 1
    texts = [e["events"][0]["text"] for e in blue.get("/history").json()["entries"][1:]]
    assert texts == ["red: march 1 camp > hill", "red: end"]
    assert blue.play("blue", "end").status_code == 200
    bad = client.post("/api/games/import", json={"text": record + "blue: bid 2\n"})
    assert bad.status_code == 422
    assert bad.json()["args"]["line"] == "10"


def test_chat_reaches_everybody_once(table: Table) -> None:
    with table.blue.live() as blue:
        body = {"seat": "red", "text": "hello there", "key": key()}
        first = table.red.post("/chat", body).json()
        assert table.red.post("/chat", body).json() == first
        heard = blue.until("chat")["message"]
        assert (heard["text"], heard["seat"], heard["kind"]) == ("hello there", "red", "chat")
        blue.send(type="chat", seat="blue", text="and to you", key=key())
        assert blue.until("chat")["message"]["text"] == "and to you"
    messages = table.watcher.get("/chat").json()["messages"]
    assert [message["text"] for message in messages] == ["hello there", "and to you"]


def test_my_games_are_listed_without_opening_them(client: TestClient, table: Table) -> None:
    keys = [
        {"id": table.id, "tokens": [table.tokens["seats"]["red"]]},
        {"id": table.id, "tokens": ["x" * 43]},
        {"id": "nothing", "tokens": []},
    ]
    mine, other, gone = client.post("/api/games/summaries", json={"games": keys}).json()["games"]
    assert mine["mine"] is True
    assert mine["asked"] == ["red"]
    assert other == {"id": table.id, "gone": True}
    assert gone["gone"] is True


def test_dice_words_only_before_the_first_roll(table: Table) -> None:
    """The toy draws cards at once, so here it is always too late."""
    answer = table.red.post("/word", {"seat": "red", "word": "swordfish"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too-late")


def test_statistics_count_public_dice(table: Table) -> None:
    table.play_out()
    stats = table.watcher.get("/stats").json()
    six = next(die for die in stats["dice"] if die["sides"] == 6)
    assert six["rolls"] == sum(six["counts"]) == 6
    assert 0 < six["p"] <= 1


def test_what_a_title_offers_beyond_its_rules(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Series over time and a reference for drawing are shown when a title has them."""
    assert client.get("/api/titles/toy/reference").json() == {"reference": None}
    assert client.get("/api/titles/chess/reference").status_code == 404
    spaces = {"spaces": list(toy.SPACES)}
    monkeypatch.setattr(toy.Outpost, "reference", lambda self: spaces)
    monkeypatch.setattr(
        toy.Outpost,
        "statistics",
        lambda self, state: {"hill": {seat: state.troops[seat][1] for seat in toy.SEATS}},
    )
    assert client.get("/api/titles/toy/reference").json() == {"reference": spaces}
    table = Table(client)
    table.red.play("red", "march 1 camp > hill")
    table.red.play("red", "end")
    table.blue.play("blue", "march 2 camp > hill")
    series = table.watcher.get("/stats").json()["series"]
    assert [point["values"] for point in series["hill"]] == [
        {"red": 0, "blue": 0},
        {"red": 1, "blue": 0},
        {"red": 1, "blue": 2},
    ]


def test_a_title_may_make_the_views_of_several_seats_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def views(
        self: toy.Outpost, state: toy.OutpostState, seats: list[str | None], known: Any = None
    ) -> list[View]:
        calls.append(len(seats))
        return [self.view(state, seat) for seat in seats]

    monkeypatch.setattr(toy.Outpost, "views", views)
    with table.red.live() as red, table.blue.live() as blue, table.watcher.live() as watcher:
        table.red.play("red", "march 1 camp > hill")
        for live, person in ((red, table.red), (blue, table.blue), (watcher, table.watcher)):
            assert live.until("update")["view"] == person.get().json()["view"]
    assert 3 in calls


def test_names_of_seats_and_tables(table: Table) -> None:
    assert table.red.post("/seats/red", {"player": "Rosa"}).status_code == 200
    assert table.red.post("/seats/blue", {"player": "Rosa"}).status_code == 403
    assert table.host.post("/seats/blue", {"player": "Rosa"}).json()["code"] == "not-your-seat"
    assert table.host.post("/seats/green", {"player": "Rosa"}).status_code == 404
    info = table.host.post("/settings", {"name": "Friday", "bot_pace_ms": 10}).json()
    assert (info["name"], info["seats"][0]["player"]) == ("Friday", "Rosa")
    assert table.red.post("/settings", {"name": "Mine"}).json()["code"] == "not-host"
