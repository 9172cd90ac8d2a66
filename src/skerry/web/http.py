"""One request from bytes to bytes: limits, caller, body, handler, answer or reason."""

import asyncio
import logging
import time
from typing import Any

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope, Send

from skerry.kernel.errors import BadNotation, BadSetup, SkerryError
from skerry.service.errors import BadRequest, Refused
from skerry.service.messages import Problem, Snapshot, close_code
from skerry.store.protocol import StoreUnavailable, WriteConflict
from skerry.web.addresses import client_name
from skerry.web.auth import Caller, NotSignedIn
from skerry.web.call import Call, Services
from skerry.web.endpoint import Endpoint
from skerry.web.endpoints import DECODERS

log = logging.getLogger("skerry.http")
encode = msgspec.json.Encoder().encode


# Also for those who are excluded, and for the operator's own browser.
OPEN_TO_ALL = ("health", "announcements", "admin_sign_in")


class TooLarge(Refused):
    """A body beyond the limit."""

    status = 413
    code = "too_large"


class TooSlow(Refused):
    """A body that does not arrive."""

    status = 408
    code = "too_slow"


class WrongType(Refused):
    """A body that is not JSON."""

    status = 415
    code = "wrong_type"


def client_of(scope: Scope) -> str:
    """Return the client a request came from."""
    client = scope.get("client")
    return client_name(str(client[0])) if client else "local"


def problem_of(error: Exception) -> Problem:
    """Put an error into words a client can act on."""
    match error:
        case Refused():
            return Problem(error.status, error.code, str(error))
        case WriteConflict():
            return Problem(409, "stale", str(error))
        case StoreUnavailable():
            return Problem(503, "unkept", error.message)
        case BadNotation():
            return Problem(400, "bad_notation", str(error))
        case BadSetup():
            return Problem(422, "bad_setup", str(error))
        case SkerryError():
            return Problem(422, "refused", str(error))
    log.error("unexpected error in a request", exc_info=error)
    return Problem(500, "unexpected", "something went wrong on the server; nothing has changed")


async def send_problem(
    problem: Problem, send: Send, more: list[tuple[bytes, bytes]] | None = None
) -> None:
    """Answer with a reason."""
    body = encode(problem)
    headers = [(b"content-type", b"application/json"), *(more or [])]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def deny(scope: Scope, send: Send, problem: Problem) -> None:
    """Refuse a socket with a status and a reason, before it is opened."""
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"content-type", b"application/json")]
        start = "websocket.http.response.start"
        await send({"type": start, "status": problem.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": encode(problem)})
    else:
        await send({"type": "websocket.close", "code": close_code(problem.status)})


class HttpEndpoint:
    """An endpoint as an ASGI application."""

    def __init__(self, services: Services, endpoint: Endpoint) -> None:
        self.services = services
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        call: Call | None = None
        answer: Any
        try:
            call = await self._read(scope, receive)
            if not self.endpoint.polled:
                await call.show_up()
            answer = await self.endpoint.handler(call)
            status = call.status or self.endpoint.status
        except Exception as error:
            answer = problem_of(error)
            status = answer.status
            if status == 409 and call is not None and call.who is not None:
                answer.table = await self._fresh(call)
        body = encode(answer)
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        headers.append((b"content-length", str(len(body)).encode()))
        if call is not None and call.cookie:
            headers.append((b"set-cookie", call.cookie.encode()))
        if status in (429, 503):
            headers.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        self.services.metrics.request(self.endpoint.name, status, time.perf_counter() - began)
        log.info(
            self.endpoint.name,
            extra={
                "status": status,
                "method": self.endpoint.method,
                "ms": round((time.perf_counter() - began) * 1000, 1),
                "table": scope.get("path_params", {}).get("id", ""),
            },
        )

    async def _fresh(self, call: Call) -> Snapshot | None:
        """Show the table as it is to a caller who was too late."""
        try:
            return await call.snapshot(await call.live())
        except (SkerryError, KeyError):
            return None

    async def _read(self, scope: Scope, receive: Receive) -> Call:
        services = self.services
        client = client_of(scope)
        headers = Headers(scope=scope)
        if self.endpoint.operator:
            await services.requests.take(client)
            await services.operator.check(headers, client, self.endpoint.method != "GET")
            caller = Caller(None, False)
        elif self.endpoint.name in OPEN_TO_ALL:
            await services.requests.take(client)
            caller = Caller(None, True)
        else:
            caller = await identify(services, headers, client)
        body: Any = None
        if self.endpoint.request is not None:
            if caller.by_cookie:
                services.auth.check_origin(headers, must=False)
            body = await self._body(headers, receive)
        return Call(
            services,
            client,
            caller,
            headers,
            scope.get("path_params", {}),
            QueryParams(scope["query_string"]),
            body,
        )

    async def _body(self, headers: Headers, receive: Receive) -> Any:
        assert self.endpoint.request is not None
        limit = self.services.settings.body_limit
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise WrongType("send the body as application/json")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:20]) > limit:
            raise TooLarge(f"the body is larger than {limit} bytes")
        try:
            async with asyncio.timeout(self.services.settings.body_seconds):
                body = await read_body(receive, limit)
        except TimeoutError:
            raise TooSlow("the body did not arrive in time") from None
        try:
            return DECODERS[self.endpoint.request].decode(body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRequest(str(error)[:300]) from None


async def identify(services: Services, headers: Headers, client: str) -> Caller:
    """Return who calls. Raises TooFast, NotSignedIn; a token that is not valid counts as well."""
    try:
        caller = await services.auth.caller(headers, client)
    except NotSignedIn:
        await services.requests.take(client)
        raise
    await services.requests.take(client if caller.user is None else caller.user.id)
    services.moderation.check_access("" if caller.user is None else caller.user.id, client)
    return caller


async def read_body(receive: Receive, limit: int) -> bytes:
    """Read a body that says nothing about its length."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest("the connection was closed before the request was complete", "gone")
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            raise TooLarge(f"the body is larger than {limit} bytes")
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)
