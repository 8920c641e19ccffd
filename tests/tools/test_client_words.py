"""The client is told of every code of the rules."""

from __future__ import annotations

from tools import client_words


def test_the_list_of_what_the_client_says_is_written() -> None:
    """When this fails: ``python -m tools.client_words``, then the words in ``web/src/lib/i18n``."""
    assert client_words.FILE.read_text() == client_words.text()
