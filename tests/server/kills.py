"""Kills a server with -9 again and again while people play, and looks what is left each time.

``python -m tests.server.kills 1000`` does so a thousand times; a test does it a few times. Each
table has somebody who plays both sides, takes back, talks and makes new tables, and who writes
down what was asked and what was answered. After each kill the server must know exactly that:
every acknowledged action once, in its order, and of the one that was on its way all or nothing.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import httpx2 as httpx

from . import run_server
from .conftest import ROOT, write_plugin
from .helpers import Json, key

TABLES = 6
PATIENCE = 20.0
EARLY = 0.1
"""Share of kills that come before the server has even answered."""


class Lost(AssertionError):
    """The server does not know what it has acknowledged, or knows it twice."""


class Player:
    """Somebody at a table of the own, over all lives of the server."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)
        self.game: Json | None = None
        self.line: list[tuple[str, str | None, str | None]] = []
        self.said: list[str] = []
        self.asked: tuple[str, Json] | None = None
        """What was sent and not answered."""
        self.version = 0
        self.acknowledged = 0
        self.finished: list[tuple[Json, list[tuple[str, str | None, str | None]]]] = []
        self.trouble: BaseException | None = None

    def live(self, url: str) -> None:
        """One life of the server: look whether all is there, then go on until it dies."""
        try:
            with httpx.Client(base_url=url, timeout=30) as client:
                self.client = client
                if self.game is not None:
                    self.recover()
                while True:
                    self.step()
        except (httpx.TransportError, httpx.DecodingError):
            return
        except BaseException as error:
            self.trouble = error

    # Asking

    def get(self, path: str = "", **query: Any) -> Json:
        assert self.game is not None
        answer = self.client.get(
            f"/api/games/{self.game['id']}{path}", params=query, headers=self._bearer()
        )
        if answer.status_code != 200:
            raise Lost(f"{path}: {answer.status_code} {answer.text}")
        found: Json = answer.json()
        return found

    def _bearer(self) -> dict[str, str]:
        assert self.game is not None
        tokens = [self.game["tokens"]["host"], *self.game["tokens"]["seats"].values()]
        return {"Authorization": "Bearer " + ",".join(tokens)}

    def send(self, path: str, body: Json) -> Json:
        """Writes down that it was asked before asking, and that it was answered after."""
        assert self.game is not None
        self.asked = (path, body)
        answer = self.client.post(
            f"/api/games/{self.game['id']}{path}", json=body, headers=self._bearer()
        )
        if answer.status_code != 200:
            raise Lost(f"{path} {body}: {answer.status_code} {answer.text}")
        self.asked = None
        self.acknowledged += 1
        found: Json = answer.json()
        if path == "/chat":
            self.said.append(body["text"])
        else:
            kind = "undo" if path == "/undo" else "play"
            self.line.append((kind, body["seat"], body.get("action")))
            self.version = found["version"]
        return found

    # Playing

    def step(self) -> None:
        if self.game is None:
            self.make()
        shown = self.get()
        decision = shown["view"]["decision"]
        self.version = shown["game"]["version"]
        if decision is None:
            assert self.game is not None
            self.finished.append((self.game, self.line))
            self.game, self.line, self.said = None, [], []
            return
        seat = self.rng.choice(decision["seats"])
        chance = self.rng.random()
        if chance < 0.1:
            self.send("/chat", {"seat": seat, "text": f"move {len(self.line)}", "key": key()})
        elif chance < 0.25 and self.line and self.line[-1][0] == "play":
            last = self.line[-1][1]
            self.send("/undo", {"seat": last, "version": self.version, "key": key()})
        else:
            legal = self.get("/legal", seat=seat)["actions"]
            marches = [a["text"] for a in legal if a["text"] != "end"]
            ending = not marches or self.rng.random() < 0.4
            action = "end" if ending and len(marches) < len(legal) else self.rng.choice(marches)
            body = {"seat": seat, "action": action, "version": self.version, "key": key()}
            self.send("/actions", body)

    def make(self) -> None:
        wish = {"title": "toy", "solo": True, "options": {"rounds": 3}}
        answer = self.client.post("/api/games", json=wish)
        if answer.status_code != 201:
            raise Lost(f"no new table: {answer.text}")
        self.game = answer.json()
        self.version = self.game["version"]

    # Looking

    def recover(self) -> None:
        """All that was acknowledged is there once; what was on its way is asked again."""
        before = self.history()
        if self.asked is not None:
            path, body = self.asked
            answer = self.send(path, body)
            if path == "/actions":
                stored = len(before) == len(self.line)
                if answer["repeated"] != stored:
                    raise Lost(f"{body} was stored: {stored}; the server says {answer}")
        after = self.history()
        if after != self.line:
            raise Lost(f"played: {self.line}\nstored: {after}")
        said = [m["text"] for m in self.get("/chat")["messages"] if m["kind"] == "chat"]
        if said != self.said:
            raise Lost(f"said: {self.said}\nstored: {said}")
        shown = self.get()
        then = self.get(f"/at/{shown['game']['version']}")
        if then["view"] != shown["view"]:
            raise Lost("the board is not what its own history leads to")

    def history(self) -> list[tuple[str, str | None, str | None]]:
        entries = self.get("/history", limit=1000)["entries"]
        edges = [(entry["before"], entry["version"]) for entry in entries]
        if any(one[1] != other[0] for one, other in itertools.pairwise(edges)):
            raise Lost(f"the history has a gap: {edges}")
        found = [(entry["kind"], entry["seat"], entry["action"]) for entry in entries[1:]]
        if found[: len(self.line)] != self.line or len(found) > len(self.line) + 1:
            raise Lost(f"acknowledged: {self.line}\nstored: {found}")
        return found


class Life:
    """A server process. A copy of this one starts at once; a cold one as it does for people."""

    def __init__(self, database: Path, *, cold: bool) -> None:
        reading, writing = os.pipe()
        self.told = os.fdopen(reading)
        self.process: subprocess.Popen[bytes] | None = None
        if cold:
            command = [sys.executable, "-m", "tests.server.run_server", str(database)]
            self.process = subprocess.Popen(command, stdout=writing, cwd=ROOT)
            self.pid = self.process.pid
        else:
            self.pid = os.fork()
            if self.pid == 0:
                _serve(database, writing)
        os.close(writing)
        self.dead = False

    def address(self) -> str:
        address = self.told.readline().strip()
        if not address.startswith("http"):
            raise Lost("the server did not start again")
        return address

    def kill(self) -> None:
        if not self.dead:
            self.dead = True
            os.kill(self.pid, signal.SIGKILL)
            if self.process is None:
                os.waitpid(self.pid, 0)
            else:
                self.process.wait()

    def __enter__(self) -> Life:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.told.close()


def _serve(database: Path, told: int) -> NoReturn:
    """In the copy: serves until it is killed."""
    try:
        os.dup2(told, 1)
        sys.stdout = os.fdopen(1, "w")
        sys.argv[1:] = [str(database)]
        run_server.main()
    finally:
        os._exit(1)


def check_file(database: Path) -> None:
    """The file itself: sound, and every head where its entries end."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            raise Lost(f"the database is damaged: {sound}")
        torn = connection.execute(
            "SELECT id FROM games WHERE json_extract(CAST(head AS TEXT), '$.version')"
            " IS NOT (SELECT max(version) FROM entries WHERE game=id)"
        ).fetchall()
        if torn:
            raise Lost(f"half applied: {torn}")


def run(
    kills: int, database: Path, seed: int = 9, *, cold: float = 1.0, say: bool = False
) -> dict[str, int]:
    """``cold`` is the share of lives that begin with a new interpreter."""
    rng = random.Random(seed)
    players = [Player(number) for number in range(TABLES)]
    begun = time.monotonic()
    for number in range(kills):
        fresh = rng.random() < cold
        with Life(database, cold=fresh) as server:
            if rng.random() < EARLY:
                time.sleep(rng.random() * (2 if fresh else 0.5))
            else:
                one_life(server, players, rng.random())
        if number % 20 == 0:
            check_file(database)
        if say and number % 50 == 49:
            done = sum(player.acknowledged for player in players)
            spent = time.monotonic() - begun
            print(f"{number + 1} kills, {done} acknowledged, {spent:.0f} s", flush=True)
    with Life(database, cold=True) as server:
        look_at_all(server, players)
    check_file(database)
    return {
        "kills": kills,
        "acknowledged": sum(player.acknowledged for player in players),
        "finished": sum(len(player.finished) for player in players),
    }


def one_life(server: Life, players: list[Player], seconds: float) -> None:
    """From the start to the kill, which comes while all of them play."""
    address = server.address()
    threads = [threading.Thread(target=player.live, args=(address,)) for player in players]
    before = sum(player.acknowledged for player in players)
    for thread in threads:
        thread.start()
    # On a busy machine too they are in the middle of it when the end comes.
    late = time.monotonic() + PATIENCE
    while sum(player.acknowledged for player in players) == before and time.monotonic() < late:
        time.sleep(0.01)
    time.sleep(seconds)
    server.kill()
    for thread in threads:
        thread.join()
    for player in players:
        if player.trouble is not None:
            raise player.trouble


def look_at_all(server: Life, players: list[Player]) -> None:
    """At the end: the tables that go on, and every finished game of any life."""
    with httpx.Client(base_url=server.address(), timeout=60) as client:
        for player in players:
            player.client = client
            if player.game is not None:
                player.recover()
            player.asked = None
            for game, line in player.finished:
                player.game, player.line = game, line
                if player.history() != line:
                    raise Lost(f"a finished game has changed: {game['id']}")


def main() -> None:
    kills = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        write_plugin(Path(folder) / "plugin")
        paths = [str(Path(folder) / "plugin"), str(ROOT), str(ROOT / "src")]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
        sys.path.insert(0, paths[0])
        print(run(kills, Path(folder) / "games.db", cold=0.1, say=True))


if __name__ == "__main__":
    main()
