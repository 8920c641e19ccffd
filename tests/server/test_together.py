"""Several people at one table: sockets, presence, undo by consent, bots."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest

from sandtable.bots.levels import Level

from .conftest import Opener
from .helpers import Json, Person, Table, apply_change, join, key


def wait_for(person: Person, path: str, test: Any, seconds: float = 20.0) -> Json:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        shown: Json = person.get(path).json()
        if test(shown):
            return shown
        time.sleep(0.05)
    raise AssertionError(f"it did not happen: {shown}")


def notes(person: Person) -> list[str]:
    return [m["code"] for m in person.get("/chat").json()["messages"] if m["kind"] == "note"]


# Sockets


def test_presence_is_seen(table: Table) -> None:
    with table.red.live() as red:
        with table.blue.live(), table.watcher.live():
            while not (game := red.until("table")["game"])["spectators"]:
                pass
            assert [seat["online"] for seat in game["seats"]] == [True, True]
        while (game := red.until("table")["game"])["seats"][1]["online"] or game["spectators"]:
            pass


def test_who_comes_back_gets_what_was_missed(table: Table) -> None:
    with table.blue.live() as blue:
        seen = blue.welcome["view"]["version"]
        assert blue.welcome["missed"] == []
    table.red.play("red", "march 1 camp > hill")
    table.red.play("red", "end")
    with table.blue.live(version=seen) as blue:
        missed = blue.welcome["missed"]
        assert [entry["events"][0]["text"] for entry in missed] == [
            "red: march 1 camp > hill",
            "red: end",
        ]
        assert blue.welcome["view"]["version"] == missed[-1]["version"]


def apply_patch(view: Json, patch: Json) -> Json:
    """As a client does it."""
    assert patch["base"] == view["version"]
    game = copy.deepcopy(view["game"])
    for change in patch["game"]:
        apply_change(game, change)
    return {**patch["head"], "game": game}


def test_patches_lead_to_the_same_views(table: Table) -> None:
    with table.red.live(patches=True) as red, table.both.live(patches=True) as both:
        views = [red.welcome["view"], both.welcome["view"]]
        patched = 0
        for _ in range(30):
            decision = table.both.get().json()["view"]["decision"]
            if decision is None:
                break
            seat = decision["seats"][-1]
            legal = table.both.get("/legal", seat=seat).json()["actions"]
            table.both.play(seat, legal[-1]["text"])
            for index, live in enumerate((red, both)):
                update = live.until("update")
                if "patch" in update:
                    patched += 1
                    views[index] = apply_patch(views[index], update["patch"])
                else:
                    views[index] = update["view"]
            assert views[0] == table.red.get().json()["view"]
            assert views[1] == table.both.get().json()["view"]
        assert patched > 10


def told(game: Json, message: Json) -> Json:
    """What a client knows of the table after a message."""
    if message["type"] not in ("update", "table"):
        return game
    return message["game"] if "game" in message else {**game, **message["changes"]}


def test_of_the_table_only_what_changed_is_told(table: Table) -> None:
    with table.red.live(patches=True) as red, table.both.live() as both:
        for action in ("march 1 camp > hill", "march 1 hill > mill"):
            table.red.play("red", action)
            update = red.until("update")
            # The same seat is asked again: nothing of the seats is told.
            assert "game" not in update
            assert not {"seats", "options", "you"} & update["changes"].keys()
            # Who asks for no differences is told all.
            assert both.until("update")["game"]["seats"]
        table.red.play("red", "end")
        assert "seats" in red.until("update")["changes"]
        table.host.post("/settings", {"name": "A new name"})
        assert red.until("table")["changes"]["name"] == "A new name"
        game: Json = red.welcome["game"]
        for message in red.heard:
            game = told(game, message)
        assert game == table.red.get().json()["game"]


def test_watching_another_seat_of_mine(table: Table) -> None:
    with table.both.live(seat="blue") as live:
        assert live.welcome["view"]["seat"] == "blue"
        live.send(type="watch", seat="red")
        assert live.until("view")["view"]["seat"] == "red"
        live.send(type="watch")
        table.both.play("red", "end")
        assert live.until("update")["view"]["seat"] == "blue"
        live.send(type="ping", id=5)
        assert live.until("pong") == {"type": "pong", "id": 5}


# Undo


def test_undo_is_free_until_somebody_else_acts(table: Table) -> None:
    table.red.play("red", "march 1 camp > hill")
    table.red.play("red", "march 1 hill > mill")
    with table.blue.live() as blue:
        answer = table.red.undo("red").json()
        assert answer["entry"]["kind"] == "undo"
        update = blue.until("update")
        assert update["view"]["game"]["spaces"]["hill"]["red"] == 1
    undone = [entry["undone"] for entry in table.red.get("/history").json()["entries"]]
    assert undone == [False, False, True, False]
    start = table.red.get("/history").json()["entries"][0]["line"]
    assert table.red.undo("red", to=start).status_code == 200
    assert table.red.get().json()["view"]["game"]["spaces"]["camp"]["red"] == 3
    assert table.red.undo("red").json()["code"] == "undo-nothing"
    assert table.red.undo("red", to=77).json()["code"] == "undo-nothing"


def test_undo_over_another_person_needs_their_yes(table: Table) -> None:
    table.red.play("red", "end")
    table.blue.play("blue", "march 1 camp > hill")
    request = table.red.undo("red").json()["request"]
    assert request["waiting"] == ["blue"]
    assert table.watcher.get().json()["game"]["undo"] == request
    answer = {"request": request["id"], "agree": True}
    assert table.red.post("/undo/answer", answer).status_code == 403
    assert table.watcher.post("/undo/answer", answer).status_code == 403
    done = table.blue.post("/undo/answer", answer).json()
    assert done["entry"]["kind"] == "undo"
    view = table.red.get().json()["view"]
    assert (view["asked"], view["game"]["spaces"]["hill"]["blue"]) == (True, 0)
    assert table.blue.post("/undo/answer", answer).json()["code"] == "no-request"


def test_a_no_or_a_new_move_closes_the_request(table: Table) -> None:
    table.red.play("red", "end")
    table.blue.play("blue", "march 1 camp > hill")
    request = table.red.undo("red").json()["request"]
    before = table.red.version()
    refused = table.blue.post("/undo/answer", {"request": request["id"], "agree": False})
    assert refused.json() == {"version": before, "entry": None, "request": None}
    table.red.undo("red")
    table.blue.play("blue", "march 1 hill > camp")
    assert table.red.get().json()["game"]["undo"] is None
    assert "undo-asked" in notes(table.red)
    assert "undo-refused" in notes(table.red)


def test_undo_past_dice_needs_everybody(table: Table) -> None:
    for seat in ("red", "blue"):
        table.both.play(seat, "end")
    for seat in ("red", "blue"):
        legal = table.both.get("/legal", seat=seat).json()["actions"]
        table.both.play(seat, legal[0]["text"])
    assert table.red.undo("red").json()["request"]["waiting"] == ["blue"]
    assert table.both.undo("red").json()["entry"]["kind"] == "undo"


def test_an_undo_replayed_changes_nothing(table: Table) -> None:
    table.red.play("red", "march 1 camp > hill")
    body = {"seat": "red", "version": table.red.version(), "key": key()}
    first = table.red.post("/undo", body).json()
    assert table.red.post("/undo", body).json() == first
    assert table.red.version() == first["version"]


# Bots


def test_bots_answer_and_a_game_of_bots_ends(opener: Opener) -> None:
    client = opener()
    table = Table(client, seats={"blue": {"kind": "bot", "bot": "cadet"}})
    table.red.play("red", "end")
    shown = wait_for(table.red, "", lambda t: t["view"]["asked"])
    assert shown["game"]["seats"][1]["bot"] == "cadet"
    entries = table.red.get("/history").json()["entries"]
    assert {entry["by"] for entry in entries if entry["seat"] == "blue"} == {"bot"}
    assert table.host.post("/seats/blue/join", {}).json()["code"] == "seat-is-bot"
    table.host.post("/seats/red", {"kind": "bot"})
    assert table.red.play("red", "end").json()["code"] in ("seat-is-bot", "over")
    wait_for(table.host, "", lambda t: t["view"]["result"])


def test_a_seat_is_taken_back_from_a_bot(table: Table) -> None:
    game = Table(table.client, seats={"red": {"kind": "bot"}}, bot_pace_ms=5000)
    game.host.post("/seats/red", {"kind": "human"})
    red = join(game.host, "red")
    assert red.play("red", "end").status_code == 200
    assert notes(red) == ["seat-human", "seat-joined"]


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        ("crasher", "bot-failed"),
        ("quitter", "bot-failed"),
        ("cheat", "bot-failed"),
        ("sleeper", "bot-late"),
        ("babbler", None),
    ],
)
def test_a_bot_that_fails_passes_to_a_simpler_one(
    opener: Opener, bot: str, code: str | None
) -> None:
    client = opener(bot_deadline=1.0)
    table = Table(client, seats={"red": {"kind": "bot", "bot": bot}}, options={"rounds": 1})
    wait_for(table.blue, "", lambda t: "blue" in (t["view"]["decision"] or {}).get("seats", []))
    said = set(notes(table.blue))
    assert said == ({code} if code else set())
    if code:
        note = table.blue.get("/chat").json()["messages"][0]
        assert note["args"] == {"seat": "red", "bot": bot}
        assert "cadet moves instead" in note["text"]


ODDS = {
    "kind": "odds",
    "args": {"title": "anniversary-1941", "attackers": "1 tank", "defenders": "1 infantry"},
}


def test_a_bot_that_thinks_holds_up_nobody(opener: Opener) -> None:
    """The only worker for bots is asleep all the while, as the last line proves."""
    client = opener(bot_deadline=50.0, workers=1)
    table = Table(client, seats={"red": {"kind": "bot", "bot": "sleeper"}})
    other = Table(client)
    wait_for(table.blue, "", lambda t: t["game"]["seats"][0]["thinking"])
    with table.blue.live() as blue:
        said = {"seat": "blue", "text": "take your time", "key": key()}
        assert table.blue.post("/chat", said).status_code == 200
        assert blue.until("chat")["message"]["text"] == "take your time"
    assert table.blue.get("/legal", seat="blue").json()["actions"] == []
    assert table.blue.play("blue", "end").json()["code"] == "not-asked"
    assert table.host.post("/settings", {"name": "Friday"}).status_code == 200
    assert other.red.play("red", "march 1 camp > hill").status_code == 200
    assert other.red.undo("red").status_code == 200
    assert client.post("/api/jobs", json=ODDS).json()["result"]["win"] > 0
    assert table.host.get().json()["game"]["seats"][0]["thinking"]
    assert table.host.post("/seats/red", {"kind": "human"}).status_code == 200
    assert join(table.host, "red").play("red", "end").status_code == 200


def test_a_bot_that_may_think_for_long_holds_up_no_other_bot(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its processes are its own, and its deadline is as long as its budget."""
    thinker = Level("sleeper", "", budget_ms=5000)
    levels = {"sleeper": thinker}.get
    monkeypatch.setattr("sandtable.bots.levels.level", levels)
    client = opener(bot_deadline=0.3, bot_budget_ms=50, workers=1)
    sleeping = Table(client, seats={"red": {"kind": "bot", "bot": "sleeper"}})
    wait_for(sleeping.blue, "", lambda t: t["game"]["seats"][0]["thinking"])
    table = Table(client, seats={"blue": {"kind": "bot", "bot": "babbler"}})
    assert table.red.play("red", "end").status_code == 200
    wait_for(table.red, "/history", lambda h: h["entries"][-1]["seat"] == "blue")
    assert sleeping.host.get().json()["game"]["seats"][0]["thinking"]
    assert notes(sleeping.blue) == []


def test_odds_hold_up_neither_bots_nor_tables(opener: Opener) -> None:
    client = opener(job_wait=0.1, job_workers=1)
    house = client.app.state.house  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(house.job_pool.turns.enter, "somebody")
    busy = client.post("/api/jobs", json=ODDS)
    assert (busy.status_code, busy.json()["code"]) == (503, "busy")
    table = Table(client, seats={"blue": {"kind": "bot", "bot": "babbler"}})
    assert table.red.play("red", "end").status_code == 200
    wait_for(table.red, "/history", lambda h: h["entries"][-1]["seat"] == "blue")
    client.portal.call(house.job_pool.turns.leave, "somebody")
    assert client.post("/api/jobs", json=ODDS).status_code == 200


def test_bots_agree_to_undo(opener: Opener) -> None:
    client = opener()
    table = Table(client, seats={"blue": {"kind": "bot", "bot": "babbler"}})
    table.red.play("red", "end")
    wait_for(table.red, "/history", lambda h: h["entries"][-1]["seat"] == "blue")
    while table.red.undo("red").status_code == 409:
        pass
    shown = table.red.get().json()
    assert shown["view"]["decision"]["seats"] == ["red"]
    assert shown["game"]["undo"] is None
