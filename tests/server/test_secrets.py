"""What one seat may not know never leaves the server for it: not in a view, not in any message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.importing import carry
from sandtable.table import Action, Rules
from tests.toy import SEATS, Bid, Outpost

from .helpers import Person, Table
from .test_floods import app_of


def everything(person: Person) -> str:
    """All that somebody can fetch."""
    paths = ("", "/history", "/chat", "/stats", "/record", "/save")
    shown = [person.get(path).text for path in paths]
    shown += [person.get(f"/at/{version}").text for version in range(person.version() + 1)]
    return "\n".join(shown)


def hand(person: Person) -> list[int]:
    cards: list[int] = person.get().json()["view"]["game"]["hand"]
    return cards


def test_no_other_seat_ever_receives_a_hand_or_a_bid(table: Table) -> None:
    """Two tables equal but for red's secrets look the same to everybody else, byte for byte."""
    shown: dict[int, list[Any]] = {}
    for seed in range(60):
        twin = Table(table.client, seed=str(seed))
        red, blue = hand(twin.red), hand(twin.blue)
        if blue != [3] or red[0] in shown:
            continue
        with twin.blue.live() as live, twin.watcher.live(patches=True) as watcher:
            twin.red.play("red", "end")
            twin.blue.play("blue", "end")
            twin.red.play("red", f"bid {red[0]}")
            for heard in (live, watcher):
                while heard.until("update")["version"] != twin.red.version():
                    pass
            traffic = [live.heard, watcher.heard]
        fetched = [everything(twin.blue), everything(twin.watcher)]
        text = json.dumps([traffic, fetched]).replace(twin.id, "ID")
        commitment = twin.host.get().json()["game"]["dice"]["commitment"]
        shown[red[0]] = [_without_times(text.replace(commitment, "C")), red[0]]
        if len(shown) == 3:
            break
    texts = {text for text, _ in shown.values()}
    assert len(shown) == 3
    assert len(texts) == 1


def _without_times(text: str) -> str:
    import re

    text = re.sub(r'(\\*"(?:at|created|updated)\\*": ?)\d+', r"\1T", text)
    return re.sub(r"test-key-\d+", "K", text)


def test_own_actions_and_draws_are_known_to_the_seat_alone(table: Table) -> None:
    (card,) = hand(table.red)
    table.red.play("red", "end")
    table.blue.play("blue", "end")
    table.red.play("red", f"bid {card}")
    own = table.red.get("/history").json()["entries"]
    assert own[-1]["action"] == f"bid {card}"
    assert own[0]["events"][0]["text"] == f"red draws a {card}"
    for person in (table.blue, table.watcher, table.host):
        entries = person.get("/history").json()["entries"]
        assert entries[-1]["action"] is None
        assert entries[-1]["seat"] == "red"
        assert not any("red draws" in str(entry) for entry in entries)
        draws = entries[0]["rolls"]
        assert draws[0]["faces"] is None


def test_all_is_shown_once_the_game_is_over(table: Table) -> None:
    table.play_out()
    entries = table.watcher.get("/history").json()["entries"]
    assert all(entry["action"] for entry in entries[1:])
    assert entries[0]["rolls"][0]["faces"]


def test_the_seed_is_nowhere_before_the_end(table: Table) -> None:
    house = table.client.app.state.house  # type: ignore[attr-defined]
    seed = house.hall.desks[table.id].table.dice.seed.hex() if house.hall.desks else None
    table.red.play("red", "end")
    seed = house.hall.desks[table.id].table.dice.seed.hex()
    for person in (table.red, table.blue, table.watcher, table.host, table.both):
        assert seed not in everything(person)


def test_a_bot_is_told_only_what_its_seat_knows(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told.jsonl"
    monkeypatch.setenv("SPY_FILE", str(told))
    game = Table(table.client, seats={"blue": {"kind": "bot", "bot": "spy"}})
    (card,) = hand(game.red)
    with game.red.live() as live:
        game.red.play("red", "end")
        while "blue" not in str(live.until("update")["entry"]["seat"]):
            pass
        game.red.play("red", f"bid {card}")
        while live.until("update")["view"]["game"]["round"] < 2:
            pass
    states = [json.loads(line) for line in told.read_text().splitlines()]
    assert len(states) >= 2
    for state in states:
        assert set(state["hands"]["red"]) <= {0}
        assert set(state["deck"]) == {0}
        assert state["bids"].get("red", 0) == 0
    assert states[0]["hands"]["blue"] != [0]


def test_a_record_is_open_until_it_holds_a_secret(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The title says which actions are secret; others are told to everybody, the record too."""
    monkeypatch.setattr(Outpost, "hides", _hides)

    async def here(kind: str, args: dict[str, Any], *_: Any, **__: Any) -> Any:
        return carry(args)  # a worker's process would know nothing of the patch above

    monkeypatch.setattr(app_of(table.client).job_pool, "run", here)
    monkeypatch.setattr(Outpost, "blind", Rules.blind)
    study = (
        "sandtable record 1\ntitle: toy\nedit: stage 2\nedit: hand red 5\nedit: hand blue 2\n"
        "red: end\nblue: march 1 camp > hill\n"
    )
    made = table.client.post("/api/games/import", json={"text": study, "solo": True}).json()
    red, blue = (Person(table.client, made["id"], made["tokens"]["seats"][s]) for s in SEATS)
    assert blue.get("/record").text.endswith("blue: march 1 camp > hill\n")
    assert red.get("/history").json()["entries"][-1]["action"] == "march 1 camp > hill"
    blue.play("blue", "end")
    red.play("red", "bid 5")
    assert [p.get("/record").status_code for p in (red, blue)] == [200, 403]
    assert [p.get().json()["game"]["record"] for p in (red, blue)] == [True, False]
    assert blue.get("/history").json()["entries"][-1]["action"] is None
    house = table.client.app.state.house  # type: ignore[attr-defined]
    house.hall.desks.clear()
    assert [p.get("/record").status_code for p in (red, blue)] == [200, 403]
    assert red.undo("red").status_code == 200
    assert [p.get("/record").status_code for p in (red, blue)] == [200, 200]


def test_the_record_of_a_study_shows_no_hands(table: Table) -> None:
    """Its edits deal them: only who sits at every seat may read it before the end."""
    study = "sandtable record 1\ntitle: toy\nedit: stage 2\nedit: hand red 5\nedit: hand blue 2\n"
    made = table.client.post("/api/games/import", json={"text": study, "solo": True}).json()
    tokens = made["tokens"]
    red, blue, both, host, watcher = (
        Person(table.client, made["id"], *held)
        for held in (
            [tokens["seats"]["red"]],
            [tokens["seats"]["blue"]],
            tokens["seats"].values(),
            [tokens["host"]],
            [tokens["spectator"]],
        )
    )
    for person in (red, blue, host, watcher):
        assert person.get("/record").json()["code"] == "sealed"
        assert person.get().json()["game"]["record"] is False
        assert "hand blue" not in everything(person)
    assert "edit: hand blue 2" in both.get("/record").text
    both.play("red", "bid 5")
    both.play("blue", "bid 2")
    while decision := both.get().json()["view"]["decision"]:
        seat = decision["seats"][0]
        legal = both.get("/legal", seat=seat).json()["actions"]
        assert both.play(seat, legal[-1]["text"]).status_code == 200
    assert "edit: hand blue 2" in watcher.get("/record").text


def _hides(self: Outpost, action: Action) -> bool:
    return isinstance(action, Bid)
