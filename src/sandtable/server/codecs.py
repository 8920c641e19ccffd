"""Decoders, each built once and before it is shared.

msgspec finds out what a type is made of when it is first decoded. Two threads that do so for
the same type at the same time can crash the process, so nothing in the server decodes into a
type by name: it takes the decoder from here, and all titles' are built before a thread starts.
"""

from __future__ import annotations

import logging
import threading
from typing import Any, TypeVar, overload

import msgspec

from sandtable.games import find_title, title_ids
from sandtable.table import Rules

log = logging.getLogger("sandtable.codecs")

T = TypeVar("T")

_building = threading.Lock()
_built: dict[Any, msgspec.json.Decoder[Any]] = {}


@overload
def decoder(shape: type[T]) -> msgspec.json.Decoder[T]: ...


@overload
def decoder(shape: Any) -> msgspec.json.Decoder[Any]: ...


def decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    """The one decoder for values of this type."""
    found = _built.get(shape)
    if found is None:
        with _building:
            found = _built.setdefault(shape, msgspec.json.Decoder(shape))
    return found


def state_decoder(rules: Rules[Any]) -> msgspec.json.Decoder[Any]:
    return decoder(rules.state_type)


def prepare() -> None:
    """Builds what the titles need; called before there is a second thread."""
    for title in title_ids():
        try:
            state_decoder(find_title(title))
        except Exception:
            # A title of another package may be broken: the others are played all the same.
            log.exception("the title %s cannot be used", title)
