"""The pictures of docs/images: each table as the page shows it, in a real Chromium.

``.venv/bin/python -m tools.pictures [NAME ...]`` makes them anew (all, or those named). The client
must be built.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import FLAGS
from tests.web.desk import MAP, Desk
from tests.web.house import Server, bots
from tools.png8 import png8

FOLDER = Path(__file__).parents[1] / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
FRANCE = (
    "move 3 infantry, 1 artillery, 4 mech-infantry western-germany > france",
    "move 4 infantry, 2 artillery, 3 tank, 1 fighter holland-belgium > france",
    "move 6 infantry, 2 artillery greater-southern-germany > yugoslavia",
)


@dataclass(frozen=True)
class Scene:
    """A position by its record, whose eyes we look through, and what is opened or looked at."""

    title: str
    seat: str
    edits: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    tab: str = ""
    around: tuple[str, ...] = ()
    then: Callable[[Desk], None] | None = None

    @property
    def record(self) -> str:
        lines = [*(f"edit: {line}" for line in self.edits), *self.moves]
        return "\n".join(["sandtable record 1", f"title: {self.title}", *lines, ""])


def played(seat: str, *actions: str) -> tuple[str, ...]:
    return tuple(f"{seat}: {action}" for action in actions)


def declare(me: Desk) -> None:
    """An invader has set up his forces and says where he will fight."""
    me.press_main()
    for city in ("portland", "seattle"):
        me.click(city)
        if me.question.count():
            me.question.get_by_role("button", name="Declare a battle").click()
        me.settle()


SCENES = {
    "anniversary": Scene(
        "anniversary-1941",
        "germany",
        moves=played(
            "germany",
            "end",
            "move 4 infantry, 1 artillery, 2 tank, 1 fighter poland > east-poland",
            "move 3 infantry, 1 artillery, 2 tank bulgaria-romania > ukraine",
            "move 2 submarine sz-7 > sz-2",
        ),
        tab="battle",
        around=("northwestern-europe", "finland", "ukraine", "italy"),
    ),
    "europe": Scene(
        "europe-1940",
        "germany",
        moves=played("germany", "end", "end", *FRANCE),
        tab="battle",
        around=("united-kingdom", "france", "yugoslavia", "poland"),
    ),
    "pacific": Scene(
        "pacific-1940",
        "japan",
        moves=played(
            "japan",
            "end",
            "end",
            "move 3 infantry, 1 artillery kwangsi > hunan",
            "move 3 infantry, 1 artillery kiangsi > hunan",
        ),
        tab="battle",
        around=("szechwan", "japan", "philippines", "burma"),
    ),
    "global": Scene(
        "global-1940",
        "germany",
        moves=played("germany", "end"),
        around=("eastern-united-states", "japan", "union-of-south-africa", "norway"),
    ),
    "house": Scene(
        "house-1940",
        "germany",
        edits=("money germany 9", "turn germany diplomacy"),
        around=("united-kingdom", "sweden", "turkey", "france"),
    ),
    "fortress": Scene(
        "fortress",
        "west",
        then=declare,
        around=("west-washington", "denver", "los-angeles"),
    ),
    "naval": Scene(
        "naval",
        "p2",
        edits=(
            *("nation p1 usa", "nation p2 germany"),
            *("ship pennsylvania 1", "ship atlanta 1", "ship alaska 2"),
            *("ship enterprise 3", "ship fletcher 3"),
            *("ship bismarck 1", "ship scharnhorst 1", "ship prinz-eugen 1", "ship u-47 active"),
            "hand p1 heavy-4, medium-3, missed, light-2, armour",
            "hand p2 heavy-3, light-2, missed, escort, torpedo-4",
            *("first p1", "active p1", "turn 2", "phase reorganise"),
        ),
        moves=played(
            "p1",
            "end",
            "end",
            "fire heavy-4 pennsylvania > bismarck",
            "fire light-2 atlanta > scharnhorst",
            "raid enterprise > bismarck",
            "end",
        ),
    ),
}
PIXELS = """async file => {
  const bytes = Uint8Array.from(atob(file), letter => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let i = 0; i < data.length; i += 8192)
    text += String.fromCharCode(...data.subarray(i, i + 8192));
  return btoa(text);
}"""
"""The browser reads its own screenshot."""
OTHERS = {"fortress": ("south", "east", "usa")}
"""Bots where the scene is played on in the page."""


def picture(me: Desk, name: str) -> None:
    file = FOLDER / f"{name}.png"
    me.page.mouse.move(2, 2)
    me.painted()
    # What has just happened is told for a moment.
    me.page.wait_for_timeout(900)
    me.painted()
    seen = base64.b64encode(me.page.screenshot()).decode()
    raw = base64.b64decode(me.page.evaluate(PIXELS, seen))
    rgba = np.frombuffer(raw, np.uint8).reshape(SIZE["height"], SIZE["width"], 4)
    file.write_bytes(png8(rgba[..., :3]))
    print(f"{name}: {file.stat().st_size // 1024} kB")


def show(browser: Browser, server: Server, name: str) -> None:
    me = Desk(browser, server.url, width=SIZE["width"], height=SIZE["height"])
    scene = SCENES.get(name)
    if scene is None:
        me.home()
        me.page.wait_for_load_state("networkidle")
    else:
        me.sit(server.open_record(scene.record, seats=bots(*OTHERS.get(name, ()))), scene.seat)
        if scene.then:
            scene.then(me)
        if scene.tab:
            me.tab(scene.tab)
        if scene.around:
            me.page.evaluate(f"ids => {MAP}.engine.frameSpaces(ids)", list(scene.around))
    picture(me, name)
    me.context.close()


def main() -> None:
    names = [*SCENES, "home"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    wanted = parser.parse_args().names or names
    server = Server(Path(tempfile.mkdtemp()) / "pictures.db")
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            for name in wanted:
                show(browser, server, name)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
