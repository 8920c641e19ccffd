"""What may stand on one line of a record."""

from __future__ import annotations

LONGEST_LINE = 4000
"""Letters in a line of a record, an action or an edit: nobody's real one comes near."""


def is_line(text: str) -> bool:
    """Whether a record can hold the text as it is and read it back the same.

    >>> is_line("Anna"), is_line("two\\nlines"), is_line("a #comment"), is_line(" ")
    (True, False, False, False)
    """
    return (
        bool(text)
        and text == text.strip()
        and len(text.splitlines()) == 1
        and not text.startswith("#")
        and not any(word.startswith("#") for word in text.split())
    )
