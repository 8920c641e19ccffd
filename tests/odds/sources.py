"""A fingerprint of the kernel's sources and of what was built from them."""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "kernel"
BINARY = ROOT / "src" / "sandtable" / "odds" / "kernel.wasm"


def fingerprint() -> str:
    """Lines of hashes; ``kernel/built`` has them as they were when the kernel was built."""
    files = [ROOT / "scripts" / "kernel", *sorted(SOURCES.glob("*.[ch]")), BINARY]
    hashes = [(hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in files]
    return "".join(f"{digest}  {name}\n" for digest, name in hashes)


if __name__ == "__main__":
    print(fingerprint(), end="")
