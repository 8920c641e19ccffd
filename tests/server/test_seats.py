"""Whose seat it is: a key is made for the person who sits down, and for nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import keys
from sandtable.server import tokens as tk

from .conftest import Opener
from .helpers import Json, Person, Table, join, key
from .test_threats import end_of
from .test_together import notes


class Invited:
    """A table with a host who plays red, and an invitation to blue."""

    def __init__(self, client: TestClient, **wish: Any) -> None:
        wish = {"title": "toy", "seats": {"red": {"mine": True}}, **wish}
        made = client.post("/api/games", json=wish)
        assert made.status_code == 201, made.text
        self.answer: Json = made.json()
        tokens = self.answer["tokens"]
        self.id: str = self.answer["id"]
        self.host = Person(client, self.id, tokens["host"])
        self.red = Person(client, self.id, *tokens["seats"].values())
        self.guest = Person(client, self.id, *tokens["invitations"].values())


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_the_host_gets_the_keys_of_the_own_seats_alone(client: TestClient) -> None:
    table = Invited(client)
    assert list(table.answer["tokens"]["seats"]) == ["red"]
    assert list(table.answer["tokens"]["invitations"]) == ["blue"]
    bots = {"red": {"kind": "bot", "bot": "sleeper"}, "blue": {"kind": "bot", "bot": "sleeper"}}
    watched = Invited(client, seats=bots)
    assert watched.answer["tokens"]["seats"] == {}
    assert watched.answer["tokens"]["invitations"] == {}


def test_an_invitation_shows_no_hand_and_plays_nothing(client: TestClient) -> None:
    """Neither the host, who made it, nor whoever finds it learns anything by having it."""
    table = Invited(client)
    public = table.host.get().json()["view"]
    shown = table.guest.get().json()
    assert shown["view"] == public
    assert shown["view"]["seat"] is None
    assert shown["game"]["you"] == {
        "host": False, "spectator": True, "seats": [], "invited": ["blue"],
    }  # fmt: skip
    for person in (table.host, table.guest):
        assert code_of(person.play("blue", "end")) == (403, "not-your-seat")
        assert person.get(seat="blue").status_code == 403
        assert code_of(person.post("/links", {"role": "seat", "seat": "blue"})) == (
            403, "not-your-seat",
        )  # fmt: skip


def test_who_sits_down_gets_a_key_that_nobody_else_has(client: TestClient) -> None:
    table = Invited(client)
    with table.red.live() as red:
        blue = join(table.guest, "blue", player="Bea")
        while not red.until("table")["game"]["seats"][1]["taken"]:
            pass
        note = red.until("chat")["message"]
    assert (note["code"], note["text"]) == ("seat-joined", "Bea sits down at blue")
    shown = blue.get().json()
    assert shown["game"]["you"]["seats"] == ["blue"]
    assert shown["game"]["seats"][1]["player"] == "Bea"
    assert shown["view"]["game"]["hand"]
    assert table.guest.get().status_code == 401, "an invitation is used once"
    assert code_of(table.host.post("/seats/blue/join", {})) == (409, "seat-taken")
    invited = table.host.post("/links", {"role": "invite", "seat": "blue"})
    assert code_of(invited) == (409, "seat-taken")
    assert code_of(table.host.post("/links", {"role": "seat", "seat": "blue"})) == (
        403, "not-your-seat",
    )  # fmt: skip
    assert table.host.delete("/links", role="seat", seat="blue").status_code == 400


def test_nobody_sits_down_uninvited(client: TestClient) -> None:
    table = Invited(client)
    watcher = Person(client, table.id, table.answer["tokens"]["spectator"])
    for person in (watcher, table.red):
        assert code_of(person.post("/seats/blue/join", {})) == (403, "not-invited")
    assert table.guest.post("/seats/green/join", {}).status_code == 404
    assert code_of(table.guest.post("/seats/red/join", {})) == (409, "seat-taken")
    assert table.host.delete("/links", role="invite", seat="blue").status_code == 204
    assert table.guest.get().status_code == 401


def test_two_who_take_the_same_seat_at_once(client: TestClient) -> None:
    from concurrent.futures import ThreadPoolExecutor

    table = Invited(client)
    with ThreadPoolExecutor(8) as pool:
        work = [pool.submit(table.guest.post, "/seats/blue/join", {}) for _ in range(8)]
        codes = sorted(done.result().status_code for done in work)
    assert codes.count(200) == 1
    assert set(codes) <= {200, 401, 409}


def test_the_host_frees_a_seat_and_all_see_it_and_the_host_reads_nothing(
    client: TestClient,
) -> None:
    table = Invited(client)
    blue = join(table.guest, "blue", player="Bea")
    hand = blue.get().json()["view"]["game"]["hand"]
    assert code_of(blue.post("/seats/red/free", {})) == (403, "not-host")
    with table.red.live() as red, blue.live() as live:
        assert table.host.post("/seats/blue/free", {}).status_code == 204
        assert end_of(live.socket) == 4401
        while (note := red.until("chat")["message"])["code"] != "seat-freed":
            pass
    assert note["text"] == "the host freed blue, where Bea sat"
    assert blue.get().status_code == 401
    assert code_of(table.host.post("/seats/blue/free", {})) == (409, "seat-free")
    assert code_of(table.host.post("/seats/blue/join", {})) == (403, "seat-freed")
    table.host.post("/seats/blue", {"kind": "bot", "bot": "sleeper"})
    table.host.post("/seats/blue", {"kind": "human"})
    assert code_of(table.host.post("/seats/blue/join", {})) == (403, "seat-freed")
    invitation = table.host.post("/links", {"role": "invite", "seat": "blue"}).json()["token"]
    heir = join(Person(client, table.id, invitation), "blue", player="Cleo")
    assert heir.get().json()["view"]["game"]["hand"] == hand
    told = ["seat-joined", "seat-freed", "seat-bot", "seat-human", "invited", "seat-joined"]
    assert notes(table.red) == told


def test_a_player_gives_up_a_seat(client: TestClient) -> None:
    table = Invited(client)
    blue = join(table.guest, "blue", player="Bea")
    assert blue.post("/seats/blue/free", {}).status_code == 204
    assert blue.get().status_code == 401
    assert notes(table.red)[-1] == "seat-left"
    assert not table.red.get().json()["game"]["seats"][1]["taken"]
    assert code_of(table.host.post("/seats/blue/join", {})) == (403, "seat-freed")
    both = Person(client, table.id, *table.host.tokens, *table.red.tokens)
    assert both.post("/seats/red/free", {}).status_code == 204
    assert join(table.host, "red").get().json()["view"]["game"]["hand"]


def test_nobody_waits_for_the_yes_of_an_empty_seat(client: TestClient) -> None:
    table = Invited(client)
    table.red.play("red", "end")
    blue = join(table.guest, "blue")
    blue.play("blue", "march 1 camp > hill")
    assert table.red.undo("red").json()["request"]["waiting"] == ["blue"]
    table.host.post("/seats/blue/free", {})
    assert table.red.get().json()["game"]["undo"] is None
    assert table.red.undo("red").json()["entry"]["kind"] == "undo"


# Other devices


def test_a_pass_opens_another_device_once(client: TestClient) -> None:
    table = Invited(client)
    blue = join(table.guest, "blue")
    made = blue.post("/pass", {}).json()
    stranger = Person(client, table.id, made["token"])
    assert stranger.get().status_code == 401, "a pass is no key"
    entered = client.post(f"/api/games/{table.id}/enter", json={"token": made["token"]})
    (token,) = entered.json()["tokens"]
    phone = Person(client, table.id, token)
    assert phone.get().json()["view"] == blue.get().json()["view"]
    again = client.post(f"/api/games/{table.id}/enter", json={"token": made["token"]})
    assert code_of(again) == (401, "bad-token")
    fresh = phone.post("/links", {"role": "seat", "seat": "blue"}).json()["token"]
    assert blue.get().status_code == phone.get().status_code == 401
    assert Person(client, table.id, fresh).get().status_code == 200


def test_a_pass_carries_all_the_rights_it_was_made_with(client: TestClient) -> None:
    table = Invited(client)
    both = Person(client, table.id, *table.host.tokens, *table.red.tokens)
    made = both.post("/pass", {}).json()["token"]
    tokens = client.post(f"/api/games/{table.id}/enter", json={"token": made}).json()["tokens"]
    you = Person(client, table.id, *tokens).get().json()["game"]["you"]
    assert (you["host"], you["seats"]) == (True, ["red"])
    assert code_of(table.guest.post("/pass", {})) == (403, "spectator")


def test_a_pass_ends(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """With time, with the key it came from, and it does not open the seat of a successor."""
    table = Invited(client)
    path = f"/api/games/{table.id}/enter"
    blue = join(table.guest, "blue")
    late = blue.post("/pass", {}).json()
    with monkeypatch.context() as clock:
        clock.setattr(keys, "now", lambda: late["until"] + 1)
        assert client.post(path, json={"token": late["token"]}).status_code == 401
    stale = blue.post("/pass", {}).json()["token"]
    table.host.post("/seats/blue/free", {})
    invitation = table.host.post("/links", {"role": "invite", "seat": "blue"}).json()["token"]
    join(Person(client, table.id, invitation), "blue")
    assert client.post(path, json={"token": stale}).status_code == 401


def test_a_seat_has_only_so_many_keys(client: TestClient) -> None:
    table = Invited(client)
    path = f"/api/games/{table.id}/enter"
    for _ in range(tk.MOST_KEYS - 1):
        made = table.red.post("/pass", {}).json()["token"]
        assert client.post(path, json={"token": made}).status_code == 200
    made = table.red.post("/pass", {}).json()["token"]
    assert code_of(client.post(path, json={"token": made})) == (409, "too-many-keys")


def test_guessing_passes_is_slowed_down(opener: Opener) -> None:
    client = opener(bad_tokens_burst=5)
    table = Invited(client)
    path = f"/api/games/{table.id}/enter"
    codes = [client.post(path, json={"token": "x" * 43}).status_code for _ in range(7)]
    assert codes == [401] * 5 + [429] * 2


def test_keys_outlive_the_server(opener: Opener) -> None:
    table = Invited(opener())
    blue = join(table.guest, "blue", word="swordfish")
    made = blue.post("/pass", {}).json()["token"]
    table.host.client.__exit__(None, None, None)
    client = opener()
    assert Person(client, table.id, *blue.tokens).get().status_code == 200
    assert Person(client, table.id, *table.guest.tokens).get().status_code == 401
    entered = client.post(f"/api/games/{table.id}/enter", json={"token": made})
    assert entered.status_code == 200


# The dice


def test_a_chosen_seed_is_not_for_tables_with_people(client: TestClient) -> None:
    wish: Json = {"title": "toy", "seed": "7"}
    assert code_of(client.post("/api/games", json=wish)) == (422, "seed-needs-solo")
    wish["seats"] = {"red": {"mine": True}}
    assert code_of(client.post("/api/games", json=wish)) == (422, "seed-needs-solo")
    wish["seats"] = {"red": {"mine": True}, "blue": {"kind": "bot", "bot": "sleeper"}}
    assert client.post("/api/games", json=wish).status_code == 201


def test_a_chosen_seed_is_shown_to_all(client: TestClient) -> None:
    made = client.post("/api/games", json={"title": "toy", "seed": "7", "solo": True}).json()
    host = Person(client, made["id"], made["tokens"]["host"])
    watcher = Person(client, made["id"], made["tokens"]["spectator"])
    dice = watcher.get().json()["game"]["dice"]
    assert dice["chosen"]
    assert len(dice["seed"]) == 64
    assert notes(watcher) == ["seed-chosen"]
    both = Person(client, made["id"], *made["tokens"]["seats"].values())
    assert f"\nseed: {dice['seed']}\n" in both.get("/record").text
    assert both.post("/seats/blue/free", {}).status_code == 204
    invited = host.post("/links", {"role": "invite", "seat": "blue"})
    assert code_of(invited) == (403, "seed-chosen")


def test_a_drawn_seed_is_shown_to_nobody(client: TestClient) -> None:
    table = Invited(client)
    for person in (table.host, table.red, table.guest):
        dice = person.get().json()["game"]["dice"]
        assert (dice["chosen"], dice["seed"]) == (False, None)
    assert notes(table.red) == []


def test_a_save_that_goes_on_brings_no_known_dice_to_a_table_with_people(
    client: TestClient, toys: None
) -> None:
    import sandtable
    from sandtable.table import dump

    game = sandtable.new("toy", seed=7)
    seed = game.dice.seed.hex()  # type: ignore[union-attr]
    text = dump(game).decode()
    shared = client.post("/api/games/import", json={"text": text}).json()
    guest = Person(client, shared["id"], shared["tokens"]["invitations"]["blue"])
    dice = guest.get().json()["game"]["dice"]
    assert (dice["chosen"], dice["seed"]) == (False, None)
    assert dice["commitment"] != game.dice.commitment  # type: ignore[union-attr]
    alone = client.post("/api/games/import", json={"text": text, "solo": True}).json()
    watcher = Person(client, alone["id"], alone["tokens"]["spectator"])
    dice = watcher.get().json()["game"]["dice"]
    assert (dice["chosen"], dice["seed"]) == (True, seed)
    assert notes(watcher) == ["seed-chosen"]


def test_words_are_mixed_in_until_the_first_roll(client: TestClient) -> None:
    """Nobody waits for a word; whoever sits down before the first roll brings one along."""
    red = {"red": {"mine": True, "word": "swordfish"}}
    study = "sandtable record 1\ntitle: toy\nedit: stage 2\nedit: hand red 5\nedit: hand blue 2\n"
    made = client.post("/api/games/import", json={"text": study, "seats": red}).json()
    guest = Person(client, made["id"], made["tokens"]["invitations"]["blue"])
    early = join(guest, "blue", word="borscht")
    words = {"red": "swordfish", "blue": "borscht"}
    assert early.get().json()["game"]["dice"]["words"] == words
    dealt = Invited(client, seats=red)
    late = join(dealt.guest, "blue", word="too late")
    assert late.get().json()["game"]["dice"]["words"] == {"red": "swordfish"}
    for seats in ({"red": {"word": "x"}}, {"red": {"mine": True, "word": "a #b"}}):
        answer = client.post("/api/games", json={"title": "toy", "seats": seats})
        assert code_of(answer) == (400, "malformed")


def test_a_finished_record_verifies_with_the_words_of_all(client: TestClient) -> None:
    from sandtable.games import find_title
    from sandtable.table import read_record, verify_record

    seats = {seat: {"mine": True, "word": f"word of {seat}"} for seat in ("red", "blue")}
    table = Table(client, seats=seats)
    table.play_out()
    record = table.watcher.get("/record").text
    assert "word red: word of red" in record
    assert "seed:" not in record
    assert verify_record(read_record(record), find_title) > 0


def test_the_key_of_a_request_is_no_key_to_a_seat(client: TestClient) -> None:
    table = Invited(client)
    body = {"token": key()}
    assert client.post(f"/api/games/{table.id}/enter", json=body).status_code == 401
