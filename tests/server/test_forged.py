"""A few thousand forged requests; ``SANDTABLE_FORGED`` says how many."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from .forged import forge

COUNT = int(os.environ.get("SANDTABLE_FORGED", "1500"))


@pytest.mark.timeout(300 + COUNT // 20)
def test_nothing_forged_is_accepted_and_nothing_breaks(tmp_path: Path) -> None:
    found = asyncio.run(forge(COUNT, folder=tmp_path))
    assert not found.faults, "\n".join(found.faults)
    assert found.sent >= COUNT - 10
    refused = {"400", "401", "403", "404", "405", "413", "415", "421"}
    assert refused <= set(found.statuses), "too tame: not every kind of refusal came up"
