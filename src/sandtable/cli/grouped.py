"""Commands with many options: each group of options is a struct, each field of it an option."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

import msgspec


def grouped(command: Callable[..., int]) -> Callable[..., int]:
    """A command whose parameters are structs, as a function of all their fields."""
    groups = {name: kind for name, kind in get_type_hints(command).items() if name != "return"}
    fields = {
        field.name: (group, field, get_type_hints(kind, include_extras=True)[field.name])
        for group, kind in groups.items()
        for field in msgspec.structs.fields(kind)
    }

    @wraps(command)
    def run(**given: Any) -> int:
        found = {
            group: kind(**{n: v for n, v in given.items() if fields[n][0] == group})
            for group, kind in groups.items()
        }
        return command(**found)

    run.__annotations__ = {name: hint for name, (_, _, hint) in fields.items()} | {"return": int}
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hint
            )
            for name, (_, field, hint) in fields.items()
        ]
    )
    return run
