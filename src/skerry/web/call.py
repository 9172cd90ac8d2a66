"""What the endpoints share, and one request as they get it: read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skerry.service import messages as m
from skerry.service.bots.hints import Hints
from skerry.service.errors import BadRequest
from skerry.service.live.invitations import Invitations
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.people import User
from skerry.service.table import commands, seats
from skerry.service.viewers.table_views import TableViews
from skerry.web.auth import Auth, NotSignedIn
from skerry.web.limits import TokenBuckets
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
    requests: TokenBuckets  # per client
    creations: TokenBuckets  # per client: tables and guests
    chat_lines: TokenBuckets  # per user and table
    sockets: dict[str, int]  # open sockets per client
    reads: TokenBuckets  # per client: costly reads


@dataclass
class Call:
    """One request, read and checked."""

    services: Services
    client: str
    who: User | None
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    cookie: str = ""  # to be set with the answer

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
        return await self.tables.get(self.path["id"])

    async def execute(self, command: commands.Command) -> m.Snapshot:
        """Carry out a command at the table of the path and return the table after it."""
        live, _ = await self.tables.execute(self.path["id"], command)
        return await self.snapshot(live)

    async def snapshot(self, live: LiveTable, seat: int | None = None) -> m.Snapshot:
        """Return a table as the caller sees it now."""
        seat = seats.viewing(live.table, self.anybody, seat, outside=False)
        return await self.views.snapshot(live, self.anybody, seat, live.table.number, 0)

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
