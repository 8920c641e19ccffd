"""The net in its everyday mesh: some hundred random positions, and every fault it ever caught."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable.table import read_record
from tests.positions.net import HOOKS, hook_of, replay, run

COUNT = int(os.environ.get("SANDTABLE_POSITIONS", "300"))
"""Positions in all; a title's share is the same for each."""
PART = 10
FAULTS = sorted((Path(__file__).parent / "faults").glob("*.txt"))


def parts() -> list[tuple[str, int]]:
    share = -(-COUNT // len(HOOKS))
    return [(title, first) for title in HOOKS for first in range(0, share, PART)]


@pytest.mark.parametrize(("title", "first"), parts())
def test_random_positions(title: str, first: int) -> None:
    hook = hook_of(title)
    for number in range(first, first + PART):
        run(hook, f"net {title} {number}", compare=number % 3 == 0)


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_a_fault_once_caught_stays_mended(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    replay(hook_of(read_record(text).title), text)
