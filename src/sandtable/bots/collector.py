"""Python's garbage collector in processes that only think."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 50_000, 20, 50


def ease() -> None:
    """Look for cycles less often: a bot makes millions of small values and hardly a cycle.

    A turn of captain's takes a fourteenth less.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
