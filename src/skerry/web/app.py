"""The whole server as one ASGI application: routes, security headers, start and stop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skerry.service.bots.bot_turns import BotTurns
from skerry.service.bots.hints import Hints
from skerry.service.bots.pool import Pool
from skerry.service.cards import use_cards
from skerry.service.live.invitations import Invitations
from skerry.service.live.tables import Tables
from skerry.service.messages import Problem
from skerry.service.people import Links
from skerry.service.viewers.preview_queue import PreviewQueue
from skerry.service.viewers.table_views import TableViews
from skerry.store.sqlite import SqliteStore
from skerry.web import metrics, openapi
from skerry.web.auth import Auth
from skerry.web.call import Services
from skerry.web.endpoints import ENDPOINTS
from skerry.web.http import HttpEndpoint, send_problem
from skerry.web.limits import TokenBuckets
from skerry.web.settings import Settings
from skerry.web.socket import TableSocket
from skerry.web.static import Static

STATIC = Path(__file__).parent / "static"


def make_app(settings: Settings) -> Starlette:
    """Build the server; it opens its store when it starts."""
    if settings.cards:
        use_cards(settings.cards)
    secret = settings.secret()
    store = SqliteStore(settings.database)
    pool = Pool(settings.workers, cards=settings.cards)
    tables = Tables(store)
    BotTurns(tables, pool)  # it plays whenever a table waits for a bot
    rate = settings.rate
    services = Services(
        settings,
        Auth(settings, secret),
        tables,
        TableViews(tables),
        Invitations(tables, Links(secret)),
        Hints(tables, pool),
        requests=TokenBuckets(rate, rate * 5),
        creations=TokenBuckets(rate / 20, max(1.0, rate * 2)),
        chat_lines=TokenBuckets(rate / 20, max(1.0, rate / 2)),
        reads=TokenBuckets(rate / 2, rate * 2),
        sockets={},
    )
    previews = PreviewQueue()
    socket = TableSocket(services, previews)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        services.auth.revoked = await store.revoked()
        works = [tables.resume(), tables.keep_alive(), previews.run(), socket.beat()]
        works.append(pool.warm(after=2.0))
        tasks = [asyncio.create_task(work) for work in works]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await tables.close()
        await pool.close()
        await store.close()

    routes: list[BaseRoute] = []
    by_path: dict[str, dict[str, HttpEndpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = HttpEndpoint(services, endpoint)
    for path, methods in by_path.items():
        routes.append(Route(path, _ByMethod(methods)))
    routes.append(Route("/api/openapi.json", openapi.OpenApiEndpoint()))
    routes.append(
        Route("/metrics", metrics.MetricsEndpoint(services, store, pool, previews, socket))
    )
    routes.append(WebSocketRoute("/api/tables/{id}/socket", socket))
    routes.append(Mount("/", Static(STATIC)))
    app = Starlette(routes=routes, lifespan=lifespan)
    app.router.redirect_slashes = False
    app.add_middleware(SecurityHeaders, secure=settings.secure)
    app.state.services = services
    return app


class _ByMethod:
    """The endpoints of one path."""

    def __init__(self, methods: dict[str, HttpEndpoint]) -> None:
        self.methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"]
        endpoint = self.methods.get("GET" if method == "HEAD" else method)
        if endpoint is not None:
            await endpoint(scope, receive, send)
            return
        allow = ", ".join(self.methods)
        problem = Problem(405, "wrong_method", f"use {allow}")
        await send_problem(problem, send, [(b"allow", allow.encode())])


class SecurityHeaders:
    """What every answer says about how it may be used."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; "
            "img-src 'self' data:; font-src 'self'; "
            "connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; "
            "form-action 'self'; frame-ancestors 'none'"
        )
        self.headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"referrer-policy", b"no-referrer"),
            (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
        ]
        if secure:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        await self.app(scope, receive, sending)
