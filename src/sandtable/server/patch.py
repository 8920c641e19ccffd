"""Views as differences: what changed between two views of the same seat.

A view is cut into its fields and, where a field is a dict or a list, into that one's entries:
two levels find nearly everything that stays as it was, and cost little more than encoding it. Of
an entry that is an object only the fields that changed are told.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import msgspec

from .codecs import decoder

MUTABLE = (list, dict)
LASTING = (tuple, str, int, bool, type(None))
SHORT = 4
"""Lists up to this length are told whole."""


class Parts(msgspec.Struct, frozen=True):
    """A dict or a list in pieces: key (or index) to the encoded value."""

    is_list: bool
    items: dict[str, bytes]

    def whole(self) -> bytes:
        if self.is_list:
            return b"[" + b",".join(self.items.values()) + b"]"
        pairs = (_encode(key) + b":" + value for key, value in self.items.items())
        return b"{" + b",".join(pairs) + b"}"

    def fits(self, old: Parts) -> bool:
        """Whether it can be told entry by entry: a list only while its length stays."""
        return self.is_list == old.is_list and (
            not self.is_list or len(self.items) == len(old.items)
        )


Flat: TypeAlias = dict[str, bytes | Parts]
Fields: TypeAlias = dict[str, msgspec.Raw]
"""Some fields of an object, encoded."""
FIELDS = "fields"

_encode = msgspec.json.Encoder().encode
_decode = decoder(Fields).decode


@cache
def _names(view: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, field.encode_name) for field in msgspec.structs.fields(view))


class Cuts:
    """What was cut into pieces lately.

    Views that share a value share its pieces, and a tuple in which most elements are the very same
    as last time needs only the others encoded. Lists and dicts may be a state's own, which change
    as it is played on: of those nothing is kept from one version to the next (``forget``).
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[Any, bytes | Parts]] = {}

    def cut(self, name: str, value: Any) -> bytes | Parts:
        last = self._last.get(name)
        if last is not None and last[0] is value:
            return last[1]
        found = _cut(value, *(last or (None, None)))
        self._last[name] = (value, found)
        return found

    def forget(self) -> None:
        """The table has moved, or will."""
        self._last = {name: last for name, last in self._last.items() if type(last[0]) in LASTING}


def flatten(view: msgspec.Struct, cuts: Cuts | None = None) -> Flat:
    cuts = Cuts() if cuts is None else cuts
    return {name: cuts.cut(name, getattr(view, field)) for field, name in _names(type(view))}


def _cut(value: Any, before: Any = None, parts: bytes | Parts | None = None) -> bytes | Parts:
    if isinstance(value, dict) and all(type(key) is str for key in value):
        return Parts(False, {key: _encode(part) for key, part in value.items()})
    if not isinstance(value, list | tuple) or len(value) <= SHORT:
        return _encode(value)
    if not (isinstance(parts, Parts) and type(before) is tuple and len(before) == len(value)):
        return Parts(True, {str(index): _encode(part) for index, part in enumerate(value)})
    pieces = zip(parts.items.items(), before, value, strict=True)
    return Parts(
        True,
        {
            key: data if old is new and type(new) not in MUTABLE else _encode(new)
            for (key, data), old, new in pieces
        },
    )


Known: TypeAlias = dict[tuple[int, int], tuple[Any, Any, list[Any]]]
"""What two parts differ in, found by their identity; it keeps both, so that ids stay theirs."""


def difference(old: Flat, new: Flat, known: Known | None = None) -> list[Any]:
    """The changes in the form of the contract: ``[path, value]`` to set, ``[path]`` to delete,
    ``[path, {entry: {field: value}}, "fields"]`` to set some fields of some entries.

    With ``known``, seats that saw the same and see the same are compared once.
    """
    changes: list[Any] = [[[name]] for name in old if name not in new]
    for name, value in new.items():
        before = old.get(name)
        if before is value:
            continue
        if known is None or not isinstance(value, Parts):
            changes += _change(name, before, value)
        else:
            pair = (id(before), id(value))
            if pair not in known:
                known[pair] = (before, value, _change(name, before, value))
            changes += known[pair][2]
    return changes


def _change(name: str, before: bytes | Parts | None, value: bytes | Parts) -> list[Any]:
    if before == value:
        return []
    if isinstance(value, Parts) and isinstance(before, Parts) and value.fits(before):
        return _entries(name, before.items, value.items)
    whole = value.whole() if isinstance(value, Parts) else value
    return [[[name], msgspec.Raw(whole)]]


def _entries(name: str, old: dict[str, bytes], new: dict[str, bytes]) -> list[Any]:
    changes: list[Any] = [[[name, key]] for key in old if key not in new]
    fields: dict[str, Fields] = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        changed = None if before is None else _fields(before, value)
        if changed is None:
            changes.append([[name, key], msgspec.Raw(value)])
        else:
            fields[key] = changed
    return [*changes, [[name], fields, FIELDS]] if fields else changes


def _fields(old: bytes, new: bytes) -> Fields | None:
    """What changed in an entry; ``None`` if it is told whole: no object, or a field is gone."""
    if not (old.startswith(b"{") and new.startswith(b"{")):
        return None
    before, after = _decode(old), _decode(new)
    if not before.keys() <= after.keys():
        return None
    return {name: value for name, value in after.items() if before.get(name) != value}
