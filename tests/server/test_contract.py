"""The interface against its own description: any request gets an answer of the described shape."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.openapi import describe
from sandtable.server.routes import ENDPOINTS

from .conftest import ROOT, write_plugin
from .helpers import key
from .test_survival import server

schema = schemathesis.openapi.from_dict(describe(ENDPOINTS, "test"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


class House:
    """A running server, with games to aim at."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.games: list[tuple[str, str]] = []
        for over in (False, True):
            self.games.append(self.make())
            if over:
                self.play_out(*self.games[-1])

    def make(self) -> tuple[str, str]:
        made = self.client.post(
            "/api/games", json={"title": "toy", "seed": "3", "solo": True}
        ).json()
        tokens = made["tokens"]
        return made["id"], f"Bearer {','.join([tokens['host'], *tokens['seats'].values()])}"

    def play_out(self, game: str, bearer: str) -> None:
        url, headers = f"/api/games/{game}", {"Authorization": bearer}
        while True:
            shown = self.client.get(url, headers=headers).json()
            if shown["view"]["decision"] is None:
                return
            seat = shown["view"]["decision"]["seats"][0]
            legal = self.client.get(f"{url}/legal?seat={seat}", headers=headers).json()
            body = {"seat": seat, "action": legal["actions"][-1]["text"], "key": key()}
            body["version"] = shown["game"]["version"]
            assert self.client.post(f"{url}/actions", json=body, headers=headers).is_success


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("contract")
    write_plugin(folder / "plugin")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder / "plugin"), str(ROOT)])
    try:
        with server(Path(folder) / "games.db") as (client, _):
            yield House(client)
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
def test_every_request_gets_a_described_answer(case: Any, house: House) -> None:
    """Half of the requests go to real games with real tokens, so that they come far."""
    if "game" in (case.path_parameters or {}):
        aim = len(repr(case.body)) % 4
        if aim < 3:
            deleting = case.operation.label == "DELETE /api/games/{game}"
            game, bearer = house.make() if deleting else house.games[aim % 2]
            case.path_parameters["game"] = game
            case.headers = {**(case.headers or {}), "Authorization": bearer}
        if isinstance(case.body, dict) and aim < 2:
            _steer(case, house, game, bearer)
    if case.operation.path == "/api/games/{game}/links":
        case.query = {"role": "spectator"}
        if isinstance(case.body, dict):
            case.body["role"] = "spectator"  # a renewed seat would end this test's own tokens
    response = case.call(base_url=str(house.client.base_url))
    case.validate_response(response, checks=CHECKS)


def _steer(case: Any, house: House, game: str, bearer: str) -> None:
    """Towards what is nearly right: a known seat, the present version."""
    if "seat" in case.body:
        case.body["seat"] = "red"
    if "version" in case.body:
        shown = house.client.get(f"/api/games/{game}", headers={"Authorization": bearer})
        case.body["version"] = shown.json()["game"]["version"]


def test_the_description_is_served_and_names_every_endpoint(house: House) -> None:
    served = house.client.get("/api/openapi.json").json()
    assert {(e.path, e.method.lower()) for e in ENDPOINTS} == {
        (path, method) for path, methods in served["paths"].items() for method in methods
    }
    text = (ROOT / "docs" / "api.md").read_text()
    for endpoint in ENDPOINTS:
        written = endpoint.path.replace("{game}", "{id}")
        assert written in text, f"docs/api.md does not mention {endpoint.path}"
