"""``sandtable serve`` in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx

ROOT = Path(__file__).parents[2]


def bots(*seats: str, bot: str = "cadet") -> dict[str, dict[str, str]]:
    return {seat: {"kind": "bot", "bot": bot} for seat in seats}


class Server:
    """Starts, dies and starts again on the same port and database."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        options = ["--no-browser", "--port", str(self.port), "--database", str(self.database)]
        options += ["--requests-per-second", "500"]
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "sandtable.cli", "serve", *options],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http" in line, f"the server did not start: {line}"
        self.url = next(word for word in line.split() if word.startswith("http"))
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """As with kill -9."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def new_game(self, title: str, **body: object) -> dict[str, Any]:
        """Solo: the answer has the key of every person's seat, for a test to hand out."""
        wish = {"title": title, "solo": True, **body}
        answer = httpx.post(f"{self.url}api/games", json=wish, timeout=30)
        return self._made(answer)

    def open_record(self, text: str, **body: object) -> dict[str, Any]:
        wish = {"text": text, "solo": True, **body}
        answer = httpx.post(f"{self.url}api/games/import", json=wish, timeout=30)
        return self._made(answer)

    def act(self, game: dict[str, Any], seat: str, action: str) -> None:
        """An action of a seat, as soon as it is asked for."""
        place = f"{self.url}api/games/{game['id']}"
        headers = {"Authorization": f"Bearer {game['tokens']['seats'][seat]}"}
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            version = httpx.get(place, headers=headers, timeout=30).json()["game"]["version"]
            body = {"seat": seat, "action": action, "version": version, "key": f"key-{version:08}"}
            answer = httpx.post(f"{place}/actions", json=body, headers=headers, timeout=30)
            if answer.status_code == 200:
                return
            time.sleep(0.05)
        raise AssertionError(answer.text)

    def wait_for_the_end(self, game: dict[str, Any]) -> None:
        token = game["tokens"]["host"]
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            answer = httpx.get(
                f"{self.url}api/games/{game['id']}",
                headers={"Authorization": f"Bearer {token}"},
                timeout=30,
            )
            if answer.json()["view"]["result"]:
                return
            time.sleep(0.1)
        raise AssertionError("the game never ended")

    def forget(self, game: dict[str, Any]) -> None:
        """Bots who play among themselves would go on for all the other tests."""
        headers = {"Authorization": f"Bearer {game['tokens']['host']}"}
        httpx.delete(f"{self.url}api/games/{game['id']}", headers=headers, timeout=30)

    def history(self, game: dict[str, Any]) -> list[dict[str, Any]]:
        """Everything that happened, as the host may know it."""
        token = game["tokens"]["host"]
        entries: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            answer = httpx.get(
                f"{self.url}api/games/{game['id']}/history",
                params={"from": after},
                headers={"Authorization": f"Bearer {token}"},
                timeout=30,
            ).json()
            entries += answer["entries"]
            after = answer["next"]
        return entries

    @staticmethod
    def _made(answer: Any) -> dict[str, Any]:
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made
