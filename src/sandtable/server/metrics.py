"""What happened since the start, counted; in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the classes of waiting times, in seconds."""


class Times:
    """How many took how long."""

    def __init__(self) -> None:
        self.classes = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        place = next((i for i, most in enumerate(BUCKETS) if seconds <= most), len(BUCKETS))
        self.classes[place] += 1
        self.sum += seconds


class Metrics:
    def __init__(self) -> None:
        self.answers: Counter[tuple[str, str, int]] = Counter()
        self.waits: defaultdict[str, Times] = defaultdict(Times)
        self.entries: Counter[tuple[str, str]] = Counter()
        """What was played and taken back, by kind and by whom."""
        self.games: Counter[str] = Counter()
        self.lag = 0.0
        """The longest that something due had to wait for the event loop in the last second."""

    def answered(self, method: str, path: str, status: int, seconds: float) -> None:
        self.answers[method, path, status] += 1
        self.waits[f"{method} {path}"].add(seconds)

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """All of it, with what is measured at this moment: name to (help, value)."""
        lines = _family("requests_total", "Answers by endpoint and status.", "counter")
        for (method, path, status), count in sorted(self.answers.items()):
            labels = {"method": method, "path": path, "status": str(status)}
            lines.append(_line("requests_total", labels, count))
        lines += _family("request_seconds", "Time to an answer.", "histogram")
        for endpoint, times in sorted(self.waits.items()):
            lines += _histogram(endpoint, times)
        lines += _family("entries_total", "Entries of games: actions, undos.", "counter")
        for (kind, by), count in sorted(self.entries.items()):
            lines.append(_line("entries_total", {"kind": kind, "by": by}, count))
        lines += _family("games_total", "Games made, imported and deleted.", "counter")
        for what, count in sorted(self.games.items()):
            lines.append(_line("games_total", {"what": what}, count))
        for name, (about, value) in gauges.items():
            lines += _family(name, about, "counter" if name.endswith("_total") else "gauge")
            lines.append(_line(name, {}, value))
        return "\n".join(lines) + "\n"


def _histogram(endpoint: str, times: Times) -> Iterable[str]:
    method, _, path = endpoint.partition(" ")
    labels = {"method": method, "path": path}
    count = 0
    for most, number in zip((*map(str, BUCKETS), "+Inf"), times.classes, strict=True):
        count += number
        yield _line("request_seconds_bucket", {**labels, "le": most}, count)
    yield _line("request_seconds_sum", labels, times.sum)
    yield _line("request_seconds_count", labels, count)


def _family(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP sandtable_{name} {about}", f"# TYPE sandtable_{name} {kind}"]


def _line(name: str, labels: Mapping[str, str], value: float) -> str:
    inside = ",".join(f'{key}="{_escape(text)}"' for key, text in labels.items())
    shown = f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f"sandtable_{name}{{{inside}}} {shown}" if inside else f"sandtable_{name} {shown}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
