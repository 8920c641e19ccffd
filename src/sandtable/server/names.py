"""Names that people give: one line of letters that are seen, and nothing that bends the rest."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but some scripts and many emoji are written with them."""
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control characters, the ones that turn the direction of writing, halves of pairs, new lines."""


def check_name(name: str | None) -> None:
    """Raises ``ValueError`` when the name would break a line or show something it is not.

    >>> check_name("Zoë of زینب‌آباد")
    >>> check_name("white\\nblack")
    Traceback (most recent call last):
        ...
    ValueError: a name is one line of visible letters; U+000A is not one
    """
    for letter in name or "":
        if unicodedata.category(letter) in HIDDEN and letter not in JOINERS:
            code = f"U+{ord(letter):04X}"
            raise ValueError(f"a name is one line of visible letters; {code} is not one")


def check_player(name: str | None) -> None:
    """A player's name also begins and ends with a letter."""
    check_name(name)
    if name is not None and name != name.strip():
        raise ValueError("a player's name has no spaces before or after it")
