"""The client's types are those of the server."""

from __future__ import annotations

from tools import client_types


def test_the_clients_types_are_the_servers() -> None:
    """When this fails: ``.venv/bin/python -m tools.client_types`` writes them anew."""
    wanted = client_types.files()
    found = {path.name: path.read_text() for path in client_types.FOLDER.glob("*.ts")}
    assert found == wanted
