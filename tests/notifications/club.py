"""A room with notifications: real receivers, and a clock that the tests move."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from skerry.service import messages as m
from skerry.service.live.live_table import LiveTable
from skerry.service.notifications.account import NotificationAccounts
from skerry.service.notifications.channels import Channels, Outside
from skerry.service.notifications.outbox import Outbox
from skerry.service.notifications.push import new_private_key
from skerry.service.notifications.smtp import read_smtp
from skerry.store.sql_store import SqlStore
from tests.notifications.receivers import (
    Browser,
    HttpReceiver,
    MailReceiver,
    mail_receiver,
    web_receiver,
)
from tests.service.tables import BEN, NoBots, Room

ADDRESS = "https://games.example.org"
MINUTE, HOUR = 60.0, 3600.0
SECRET = b"s" * 64


class Club(Room):
    """Ann and Ben, a web server that takes webhooks and pushes, a mail server."""

    def __init__(
        self, folder: Path, web: HttpReceiver, post: MailReceiver, store: SqlStore | None = None
    ) -> None:
        super().__init__(folder, NoBots(), store)
        self.web = web
        self.post = post
        self.ahead = 0.0
        smtp = read_smtp(post.url, "Skerry <games@example.org>")
        self.channels = Channels(self.store.notifications, Outside(ADDRESS, smtp, True), SECRET)
        self.channels.use_key(new_private_key())
        self.outbox = Outbox(self.tables, self.channels, self.now)
        self.accounts = NotificationAccounts(self.channels, self.outbox, self.now)

    def now(self) -> float:
        return time.time() + self.ahead

    async def later(self, seconds: float = 10.0) -> None:
        """Let time pass and the outbox work."""
        await self.settled()
        self.ahead += seconds
        await self.deliver()

    async def deliver(self) -> None:
        await self.outbox.sweep()
        while await self.outbox.deliver():
            pass

    async def settled(self) -> None:
        """Wait for what the tables do in the background."""
        while self.tables._tasks:
            await asyncio.wait(self.tables._tasks)

    async def with_push(self, name: str = "phone", user: str = BEN.id) -> Browser:
        browser = Browser(self.web, name)
        request = m.PushSubscription(**browser.subscription)
        await self.accounts.subscribe(user, f"device {name}", "Chrome, Android", request)
        return browser

    async def with_mail(self, address: str = "ben@example.org", user: str = BEN.id) -> None:
        await self.accounts.set_address(user, "en", address)
        (mail,) = self.post.mails
        self.post.mails.clear()
        await self.accounts.confirm(token_in(mail, "confirm="))

    async def with_webhook(self, kind: Any = "json", user: str = BEN.id) -> str:
        return await self.accounts.set_webhook(user, m.WebhookRequest(self.web.url, kind))

    async def bens_turn(self, live: LiveTable) -> None:
        """Let Ann move, and Ben be asked after that."""
        await self.anns_turn(live)
        while live.table.turn != 1:
            await self.step(live)
        await self.settled()

    async def anns_turn(self, live: LiveTable) -> None:
        while live.table.turn != 0:
            await self.step(live)
        await self.settled()


def token_in(mail: Any, before: str) -> str:
    """Return what follows a word in a mail, up to the end of the line."""
    text = mail.get_content()
    assert before in text, text
    return str(text.partition(before)[2].split()[0])


def in_club(folder: Path, story: Callable[[Club], Awaitable[None]]) -> None:
    async def work() -> None:
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            web = await stack.enter_async_context(web_receiver())
            post = await stack.enter_async_context(mail_receiver())
            club = Club(folder, web, post)
            try:
                await story(club)
            finally:
                await club.close()

    asyncio.run(work())
