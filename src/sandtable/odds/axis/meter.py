"""Keeps a computation within its budget and accounts for what it leaves out."""

from __future__ import annotations

import time

FINEST = 1e-16
"""Smaller chances are always left out: they are lost in the rounding of the sums they join."""
COARSEST = 1e-3


class Meter:
    """``grain``: chances below it are dropped. Without a budget it never grows."""

    def __init__(self, budget_ms: float | None = None) -> None:
        self.start = time.perf_counter()
        self.budget = budget_ms / 1000 if budget_ms is not None else None
        self.grain = FINEST

    def tick(self, done: float) -> None:
        """``done``: how much of the work is behind us. Behind time, look less closely."""
        if self.budget is None or done <= 0:
            return
        spent = time.perf_counter() - self.start
        late = spent > self.budget
        if (late or spent / done > self.budget) and self.grain < COARSEST:
            self.grain = COARSEST if late else max(self.grain * 100, 1e-12)

    @property
    def left(self) -> float | None:
        """Milliseconds that are left of the budget."""
        if self.budget is None:
            return None
        return max(0.0, (self.budget - (time.perf_counter() - self.start)) * 1000)

    @property
    def bounded(self) -> bool:
        return self.grain > FINEST
