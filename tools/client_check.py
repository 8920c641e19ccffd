"""The client's own checks: svelte-check (strict) and its unit tests, with the Node of the build.

``python -m tools.client_check``; ``SANDTABLE_NO_WEB=1`` skips them, as it skips the build.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import hatch_build

WEB = Path(__file__).parents[1] / "web"
INSTALLED = WEB / "node_modules" / ".package-lock.json"


def main() -> int:
    if os.environ.get("SANDTABLE_NO_WEB") == "1":
        print("SANDTABLE_NO_WEB=1: the browser client is not checked")
        return 0
    lock = WEB / "package-lock.json"
    if not INSTALLED.is_file() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        hatch_build.install(WEB)
    failed = [what for what in ("check", "test") if hatch_build.npm(WEB, "run", "--silent", what)]
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
