"""The OpenAPI description, written from the table of endpoints and the message types."""

import re
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from skerry import __version__
from skerry.games import GAMES
from skerry.service.messages import Command, Frame, Problem
from skerry.web.endpoint import Endpoint
from skerry.web.endpoints import ENDPOINTS

_REF = "#/components/schemas/{name}"
_PARAMETERS: dict[str, dict[str, Any]] = {
    "id": {"type": "string", "pattern": "^[a-z0-9]{6,16}$"},
    "game": {"enum": list(GAMES)},
    "chapter": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
    "language": {"type": "string", "maxLength": 20},
    "status": {"enum": ["open", "running", "finished"]},
    "ref": {"type": "string", "minLength": 1, "maxLength": 80},
    "page": {"type": "string", "maxLength": 60},
    "words": {"type": "string", "maxLength": 60},
    "number": {"type": "integer", "minimum": 0},
    "seat": {"type": "integer", "minimum": 0, "maximum": 9},
}
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
REASONS = {
    "400": "The request has the wrong shape.",
    "401": "Choose a name first, or the token is not valid.",
    "403": "Only somebody else may do this.",
    "404": "There is nothing of that name.",
    "405": "The path does not know this method.",
    "408": "The body did not arrive in time.",
    "409": "Somebody moved first; `table` shows the table now.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "422": "The rules, or the state of the table, do not allow this.",
    "429": "Too many requests.",
    "503": "The store cannot read or write now; nothing has changed. Try again later.",
}


def describe() -> dict[str, Any]:
    """Write the description."""
    types: list[Any] = [Problem, Command, Frame]
    for endpoint in ENDPOINTS:
        types += [t for t in (endpoint.request, endpoint.response) if t is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    paths: dict[str, dict[str, Any]] = {}
    place = 3
    for endpoint in ENDPOINTS:
        request = None
        if endpoint.request is not None:
            request = schemas[place]
            place += 1
        response = schemas[place]
        place += 1
        operation = _operation(endpoint, request, response, schemas[0])
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Skerry",
            "version": __version__,
            "description": "Tables of Vanuatu and Nusfjord. Live updates come over the websocket "
            "/api/tables/{id}/socket?after=NUMBER; see docs/api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "guest": {"type": "apiKey", "in": "cookie", "name": "skerry_guest"},
            },
        },
        "security": [{"token": []}, {"guest": []}, {}],
    }


def _operation(endpoint: Endpoint, request: Any, response: Any, problem: Any) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _PARAMETERS[name]}
        for name in names
    ]
    parameters += [
        {"name": name, "in": "query", "schema": _PARAMETERS.get(name, _NUMBER)}
        for name in endpoint.query
    ]
    responses = {str(endpoint.status): {"description": "Done.", "content": _json(response)}}
    for status, words in REASONS.items():
        responses[status] = {"description": words, "content": _json(problem)}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": responses,
    }
    if request is not None:
        operation["requestBody"] = {"required": True, "content": _json(request)}
    return operation


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


class OpenApiEndpoint:
    """`GET /api/openapi.json`."""

    def __init__(self) -> None:
        self.body = msgspec.json.encode(describe())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(self.body)).encode()),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})
