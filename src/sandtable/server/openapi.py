"""The OpenAPI description, made from the endpoints themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from .http import Endpoint
from .problems import ProblemBody

REF = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    types: list[Any] = [ProblemBody]
    for endpoint in endpoints:
        types += [endpoint.query]
        types += [shape for shape in (endpoint.body, endpoint.answer) if shape is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    queue = iter(schemas)
    problem = next(queue)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        query = _resolve(next(queue), components)
        body = next(queue) if endpoint.body is not None else None
        answer = next(queue) if endpoint.answer is not None else None
        operation = _operation(endpoint, query, body, answer, problem)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sandtable",
            "version": version,
            "description": "Tables of area-movement wargames. The live part is a WebSocket at "
            "/api/games/{game}/live; see the project's docs/api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}},
        },
    }


def _resolve(schema: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = components[schema["$ref"].rpartition("/")[2]]
    return found


def _operation(
    endpoint: Endpoint, query: dict[str, Any], body: Any, answer: Any, problem: Any
) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _path_schema(name)}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    required = query.get("required", [])
    parameters += [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in query.get("properties", {}).items()
    ]
    good: dict[str, Any] = {"description": "done"}
    if answer is not None:
        good["content"] = {endpoint.media: {"schema": answer}}
    bad = {
        "description": "a problem",
        "content": {"application/json": {"schema": problem}},
    }
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.run.__name__,
        "parameters": parameters,
        "responses": {str(endpoint.status): good, "4XX": bad, "5XX": bad},
    }
    if body is not None:
        content = {"application/json": {"schema": body}}
        if endpoint.plain:
            content["text/plain"] = {"schema": {"type": "string"}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.at_table:
        operation["security"] = [{"link": []}]
    return operation


def _path_schema(name: str) -> dict[str, Any]:
    if name == "version":
        return {"type": "integer", "minimum": 0}
    return {"type": "string", "minLength": 1}
