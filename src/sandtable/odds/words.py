"""Chances and forces in words and bars, for a terminal."""

from __future__ import annotations

WIDTH = 30


def percent(chance: float) -> str:
    """With two digits after the point, and never 0 or 100 when it is neither."""
    if 0 < chance < 0.00005:
        return "<0.01%"
    if 0.99995 <= chance < 1 - 1e-12:
        return ">99.99%"
    return f"{chance * 100:.2f}%"


def bar(chance: float, width: int = WIDTH) -> str:
    eighths = round(chance * width * 8)
    whole, part = divmod(eighths, 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[part] if part else "")


def listed(units: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in units.items()) or "nothing"
