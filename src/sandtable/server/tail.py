"""A journal of which only the end is in memory: enough to play on, and as quick as a new one."""

from __future__ import annotations

from sandtable.table import Entry, Journal

from .store import SnapshotRow


class TailJournal(Journal):
    """What came after a snapshot. ``entries`` and ``line`` hold only that end.

    Playing on needs no more: lengths, the number of rolls and the hash of all before are in the
    snapshot. Undo, records and looking back need it whole (``Hall.whole``).
    """

    def __init__(self, heading: str, base: SnapshotRow) -> None:
        super().__init__(heading)
        self.base = base
        self._digests = [bytes.fromhex(base.transcript)]

    def __len__(self) -> int:
        return self.base.line + len(self.line)

    @property
    def version(self) -> int:
        return self.base.version + len(self.entries)

    @property
    def rolls(self) -> int:
        return self.base.rolls + super().rolls

    def transcript(self, length: int | None = None) -> bytes:
        return super().transcript(None if length is None else length - self.base.line)

    def cut(self, length: int, seat: str) -> None:
        raise AssertionError("only a whole journal can be cut")

    def drop(self, length: int) -> list[Entry]:  # type: ignore[override]
        raise AssertionError("only a whole journal can be shortened")

    def since(self, version: int) -> list[Entry]:
        return self.entries[version - self.base.version :]
