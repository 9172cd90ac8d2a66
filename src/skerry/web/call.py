"""What the endpoints share, and one request as they get it: read and checked."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers

from skerry.service import messages as m
from skerry.service.bots.cluster import BotCluster
from skerry.service.bots.forecasts import Forecasts
from skerry.service.bots.hints import Hints
from skerry.service.bots.reviews import Reviews
from skerry.service.daily import DailyChallenges
from skerry.service.errors import BadRequest, NotFound
from skerry.service.history import History
from skerry.service.home import Home
from skerry.service.identity.joining import Joining
from skerry.service.identity.leaving import Leaving
from skerry.service.live.invitations import Invitations
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.moderation import Moderation
from skerry.service.notifications.account import NotificationAccounts
from skerry.service.people import User
from skerry.service.sandbox.exercises import Exercises
from skerry.service.sandbox.what_if import WhatIfs
from skerry.service.table import commands, seats
from skerry.service.viewers.table_views import TableViews
from skerry.store.protocol import StoreUnavailable
from skerry.web.auth import Auth, Caller, NotSignedIn
from skerry.web.learning import Lessons
from skerry.web.limits import TokenBuckets
from skerry.web.metrics import Metrics
from skerry.web.operator import OperatorAuth
from skerry.web.passkeys import Passkeys
from skerry.web.settings import Settings


@dataclass
class Services:
    """What the endpoints share."""

    settings: Settings
    auth: Auth
    tables: Tables
    views: TableViews
    invitations: Invitations
    hints: Hints
    reviews: Reviews
    exercises: Exercises
    what_ifs: WhatIfs
    forecasts: Forecasts
    lessons: Lessons
    daily: DailyChallenges
    history: History
    home: Home
    requests: TokenBuckets  # per client
    creations: TokenBuckets  # per client: tables and guests
    chat_lines: TokenBuckets  # per user and table
    sockets: dict[str, int]  # open sockets per client
    reads: TokenBuckets  # per client: costly reads
    metrics: Metrics
    moderation: Moderation
    operator: OperatorAuth
    passkeys: Passkeys
    joining: Joining
    leaving: Leaving
    tries: TokenBuckets  # per client: guesses at codes
    all_tries: TokenBuckets  # guesses at codes of all clients together
    notifications: NotificationAccounts
    tests: TokenBuckets  # per user: what sends something to an address they have entered
    cluster: BotCluster | None = None  # where bots run, if not here


@dataclass
class Call:
    """One request, read and checked."""

    services: Services
    client: str
    caller: Caller
    headers: Headers
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    cookie: str = ""  # to be set with the answer
    status: int = 0  # of the answer, if it is not the usual one
    compared: bool = False  # the table in memory has all that was stored before the request

    @property
    def agent(self) -> str:
        return self.headers.get("user-agent", "")

    @property
    def who(self) -> User | None:
        return self.caller.user

    @property
    def user(self) -> User:
        """Return the caller; raises NotSignedIn for a stranger."""
        if self.who is None:
            raise NotSignedIn("choose a name first: POST /api/guests")
        return self.who

    @property
    def anybody(self) -> User:
        """Return the caller, or a stranger who may only look."""
        return self.who or User("", "")

    @property
    def tables(self) -> Tables:
        return self.services.tables

    @property
    def views(self) -> TableViews:
        return self.services.views

    async def live(self) -> LiveTable:
        """Return the table of the path, compared with the store once in a request."""
        live = await self.tables.get(self.path["id"], fresh=not self.compared)
        self.compared = True
        return live

    async def show_up(self) -> None:
        """Note that the caller is here: at the table of the path, else wherever they are missed."""
        if self.who is None:
            return
        if "id" in self.path:
            with suppress(NotFound):
                await self.tables.presence.note(await self.live(), self.who)
        else:
            with suppress(NotFound, StoreUnavailable):
                await self.tables.presence.note_anywhere(self.who)

    async def execute(self, command: commands.Command) -> m.Snapshot:
        """Carry out a command at the table of the path and return the table after it."""
        live, _ = await self.tables.execute(self.path["id"], command)
        return await self.snapshot(live)

    async def snapshot(self, live: LiveTable, seat: int | None = None) -> m.Snapshot:
        """Return a table as the caller sees it now."""
        seat = seats.viewing(live.table, self.anybody, seat, outside=False)
        return await self.views.snapshot(live, self.anybody, seat, live.table.number, 0)

    @property
    def number(self) -> int:
        return _number("number", self.path["number"], 10**9 - 1)

    @property
    def seat(self) -> int:
        return _number("seat", self.path["seat"], 9)

    def query_number(self, name: str, most: int = 1_000_000) -> int | None:
        """Return a number of the query, None if it is not there; raises BadRequest."""
        return _number(name, self.query[name], most) if name in self.query else None


def _number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        raise BadRequest(f"{name} must be a number from 0 to {most}", "bad_number")
    return int(text)
