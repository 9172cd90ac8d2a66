"""The whole server as one ASGI application: routes, security headers, start and stop."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skerry.bots.offer import offer_bots
from skerry.service.bots.bot_turns import BotTurns
from skerry.service.bots.cluster import BotCluster
from skerry.service.bots.forecasts import Forecasts
from skerry.service.bots.hints import Hints
from skerry.service.bots.pool import Pool
from skerry.service.bots.reviews import Reviews
from skerry.service.cards import use_cards
from skerry.service.daily import DailyChallenges
from skerry.service.history import History
from skerry.service.home import Home
from skerry.service.identity.joining import Joining
from skerry.service.identity.leaving import Leaving
from skerry.service.live.invitations import Invitations
from skerry.service.live.other_servers import OtherServers
from skerry.service.live.tables import Tables
from skerry.service.messages import Problem
from skerry.service.moderation import Moderation
from skerry.service.notifications.account import NotificationAccounts
from skerry.service.notifications.channels import Channels, Outside
from skerry.service.notifications.outbox import Outbox
from skerry.service.people import Links
from skerry.service.results import keep_complete
from skerry.service.sandbox.exercises import Exercises
from skerry.service.sandbox.what_if import WhatIfs
from skerry.service.viewers.preview_queue import PreviewQueue
from skerry.service.viewers.table_views import TableViews
from skerry.service.wall_clock import WallClock
from skerry.store.open_store import open_store
from skerry.store.protocol import StoreUnavailable
from skerry.store.sql_store import SqlStore
from skerry.web import openapi
from skerry.web.account_data import AccountData
from skerry.web.auth import Auth
from skerry.web.call import Services
from skerry.web.endpoints import ENDPOINTS
from skerry.web.games_csv import GamesCsv
from skerry.web.garbage import collect_now_and_then
from skerry.web.http import HttpEndpoint, send_problem
from skerry.web.learning import Lessons
from skerry.web.limits import TokenBuckets
from skerry.web.metrics import Metrics, p95
from skerry.web.one_click import OneClickUnsubscribe
from skerry.web.operating_system import peak_memory
from skerry.web.operator import OperatorAuth
from skerry.web.passkeys import Passkeys
from skerry.web.position_picture import PositionPicture
from skerry.web.settings import Settings
from skerry.web.socket import TableSocket
from skerry.web.static import Static

log = logging.getLogger("skerry.app")
STATIC = Path(__file__).parent / "static"


def make_app(settings: Settings) -> Starlette:
    """Build the server; it opens its store when it starts."""
    if settings.cards:
        use_cards(settings.cards)
    offer_bots(settings.bots)
    secret = settings.secret()
    store = open_store(settings.file, settings.database)
    pool = Pool(settings.workers, cards=settings.cards)
    cluster = BotCluster(settings.dask, pool, settings.cards) if settings.dask else None
    tables = Tables(store, settings.cached_tables)
    metrics = Metrics(settings)
    BotTurns(tables, pool)  # it plays whenever a table waits for a bot
    rate = settings.rate
    auth = Auth(settings, secret, store.accounts)
    moderation = Moderation(tables, store.moderation)
    reviews = Reviews(tables, pool)
    joining, leaving = Joining(tables, secret), Leaving(tables)
    daily = DailyChallenges(tables, settings.daily_secret(secret), settings.cards)
    outside = Outside(settings.address, settings.smtp_server(), settings.allow_private_webhooks)
    channels = Channels(store.notifications, outside, secret)
    outbox = Outbox(tables, channels)
    notifications = NotificationAccounts(channels, outbox)
    auth.on_end(notifications.devices_ended)
    others = OtherServers(tables)
    views = TableViews(tables, others)
    services = Services(
        settings,
        auth,
        tables,
        views,
        Invitations(tables, Links(secret)),
        Hints(tables, pool),
        reviews,
        Exercises(pool, reviews),
        WhatIfs(tables, pool),
        Forecasts(pool),
        Lessons(store, tables),
        daily,
        History(store),
        Home(tables, views),
        requests=TokenBuckets(rate, max(1.0, rate * 5), "requests", store.peers),
        creations=TokenBuckets(rate / 20, max(1.0, rate * 2), "creations", store.peers),
        chat_lines=TokenBuckets(rate / 20, max(1.0, rate / 2), "chat", store.peers),
        reads=TokenBuckets(rate / 2, max(1.0, rate * 2), "reads", store.peers),
        sockets={},
        metrics=metrics,
        moderation=moderation,
        operator=OperatorAuth(settings, secret, auth, store.peers),
        passkeys=Passkeys(settings, store.identity),
        joining=joining,
        leaving=leaving,
        # Also with --rate 0: a code of six characters needs a limit.
        tries=TokenBuckets(1 / 12, 10, "tries", store.peers),
        all_tries=TokenBuckets(1.0, 200, "all tries", store.peers),
        notifications=notifications,
        tests=TokenBuckets(rate / 100, max(1.0, rate / 2), "tests", store.peers),
        cluster=cluster,
    )
    clock = WallClock()
    previews = PreviewQueue()
    socket = TableSocket(services, previews)
    _measure(metrics, services, store, pool, previews)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        works = [tables.resume(), tables.keep_alive(), previews.run(), socket.beat()]
        works += [services.auth.watch(), metrics.sample(), _look_after(store, clock)]
        works += [tables.presence.keep(tables.live), tables.notice_announced(), others.share()]
        works += [moderation.watch(), moderation.keep_tidy(clock), daily.keep_prepared()]
        works += [pool.warm(after=2.0), _measure_database(store, metrics), keep_complete(store)]
        works.append(_look_after_people(services, clock))
        works += [outbox.run(), collect_now_and_then(lambda: tables.moves)]
        if cluster is not None:
            works.append(cluster.run())
        tasks = [asyncio.create_task(work) for work in works]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await tables.close()
        daily.close()
        await pool.close()
        await store.close()

    routes: list[BaseRoute] = []
    by_path: dict[str, dict[str, HttpEndpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = HttpEndpoint(services, endpoint)
    for path, methods in by_path.items():
        routes.append(Route(path, _ByMethod(methods)))
    routes.append(Route("/api/openapi.json", openapi.OpenApiEndpoint()))
    routes.append(Route("/metrics", metrics))
    routes.append(Route("/p/{game}", PositionPicture(services)))
    routes.append(Route("/api/account/data", AccountData(services)))
    routes.append(Route("/api/profile/games.csv", GamesCsv(services)))
    unsubscribe = "/api/notifications/unsubscribe/{token}"
    routes.append(Route(unsubscribe, OneClickUnsubscribe(services)))
    routes.append(WebSocketRoute("/api/tables/{id}/socket", socket))
    routes.append(Mount("/", Static(STATIC, settings.path)))
    app = Starlette(routes=routes, lifespan=lifespan)
    app.router.redirect_slashes = False
    app.add_middleware(SecurityHeaders, secure=settings.secure)
    if settings.path:
        app.add_middleware(UnderPath, path=settings.path)
    app.state.services = services
    return app


async def _look_after(store: SqlStore, clock: WallClock) -> None:
    """Once a day: check the store for damage, forget devices not used for long."""
    await asyncio.sleep(60)
    while True:
        if clock.trusted():
            with contextlib.suppress(StoreUnavailable):
                await store.accounts.tidy(time.time())
        await store.check_file()
        await asyncio.sleep(86400)


async def _look_after_people(services: Services, clock: WallClock) -> None:
    """Every minute: finish merges, delete who asked for it a week ago, drop what has expired."""
    while True:
        await asyncio.sleep(60)
        try:
            await look_after_people(services, clock)
        except StoreUnavailable:
            pass  # in a minute again
        except Exception:
            log.exception("looking after people failed")


async def look_after_people(services: Services, clock: WallClock) -> None:
    """Do it once."""
    await services.joining.finish_merges()
    if clock.trusted():
        await services.leaving.delete_due(time.time())
    await services.tables.store.identity.tidy(time.time())


async def _measure_database(store: SqlStore, metrics: Metrics) -> None:
    """Measure the size of the database now and then."""
    while True:
        with contextlib.suppress(StoreUnavailable):
            metrics.database_bytes = float(await store.size())
        await asyncio.sleep(60)


def _measure(
    metrics: Metrics, services: Services, store: SqlStore, pool: Pool, previews: PreviewQueue
) -> None:
    """Register the figures that other objects count."""
    tables, outbox = services.tables, services.notifications.outbox
    pool.on_wait = metrics.bot_wait.observe
    pool.on_answer = metrics.bot
    tables.on_stored = metrics.move

    def sockets() -> float:
        return sum(services.sockets.values())

    counters: list[tuple[str, str, str, Callable[[], float]]] = [
        ("counter", "skerry_moves", "Moves made.", lambda: tables.moves),
        ("counter", "skerry_commits", "Transactions.", lambda: store.commits),
        ("counter", "skerry_writes", "Writes stored.", lambda: store.writes),
        ("counter", "skerry_writes_refused", "Writes not stored.", lambda: store.refused),
        ("gauge", "skerry_tables_in_memory", "Tables.", lambda: len(tables.live)),
        ("gauge", "skerry_sockets", "Open sockets.", sockets),
        ("counter", "skerry_bots_answered", "Moves of bots.", lambda: pool.answered),
        ("counter", "skerry_bots_replaced", "Bots that failed.", lambda: pool.replaced),
        ("counter", "skerry_bots_asked_again", "Lost by a cluster.", lambda: pool.asked_again),
        ("gauge", "skerry_bots_waiting", "Questions that wait.", lambda: pool.waiting),
        ("counter", "skerry_details", "Previews computed.", lambda: previews.computed),
        ("counter", "skerry_details_dropped", "Previews dropped.", lambda: previews.dropped),
        ("counter", "skerry_notifications", "Notifications sent.", lambda: outbox.sent),
        ("counter", "skerry_notifications_failed", "Given up.", lambda: outbox.failed),
        ("gauge", "skerry_disk_free_bytes", "Free disk.", lambda: metrics.disk()[1]),
        ("gauge", "skerry_data_bytes", "Database.", lambda: metrics.disk()[2]),
        ("gauge", "skerry_peak_memory_bytes", "Most memory.", lambda: peak_memory() or 0),
    ]
    if (cluster := services.cluster) is not None:
        counters += [
            ("gauge", "skerry_cluster_threads", "Cluster's threads.", lambda: cluster.threads),
            ("counter", "skerry_cluster_lost", "Broken connections.", lambda: cluster.lost),
        ]
    for counter in counters:
        metrics.value(*counter)
    metrics.sampled = {
        "online": sockets,
        "tables": lambda: len(tables.live),
        "move": lambda: p95(metrics.recent_moves),
        "bot": lambda: p95(metrics.recent_bots),
        "disk": lambda: metrics.disk()[2],
    }


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


class UnderPath:
    """Removes the path prefix, if the proxy has left it there."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path == self.path and scope["type"] == "http":
            headers = [(b"location", f"{self.path}/".encode()), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 308, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        if path.startswith(self.path + "/"):
            path = path[len(self.path) :]
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self.app(scope, receive, send)


class SecurityHeaders:
    """Security headers of every response."""

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
