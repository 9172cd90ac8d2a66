"""The ways out of the server, and in which order they are tried.

One notification goes out on one channel: push, or the webhook if push is off. A turn that gets no
reaction is repeated by mail, after 15 minutes.
"""

import asyncio
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from skerry.service.errors import NotAllowed
from skerry.service.notifications.errors import DeliveryFailed
from skerry.service.notifications.guarded_http import GuardedHttp
from skerry.service.notifications.mail import MailSender
from skerry.service.notifications.push import PushSender
from skerry.service.notifications.smtp import SmtpServer
from skerry.service.notifications.webhook import WebhookSender
from skerry.service.notifications.words import Message, say
from skerry.store.notifications import (
    Channel,
    Failure,
    NotificationStore,
    OutboxItem,
    Preferences,
    PushDevice,
)

MAIL_AFTER = 15 * 60.0
CONFIRM_SECONDS = 2 * 86400
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Outside:
    """What the operator has set: where people find this server, and how it reaches others."""

    address: str = "http://localhost"
    smtp: SmtpServer | None = None
    allow_private: bool = False

    @property
    def contact(self) -> str:
        """Return how a push service can reach the operator, as RFC 8292 asks."""
        if self.smtp is not None:
            return f"mailto:operator@{self.smtp.domain}"
        if self.address.startswith("https://"):
            return self.address
        return f"mailto:operator@{urlsplit(self.address).hostname or 'localhost'}"


class Channels:
    """Sends messages by push, mail and webhook."""

    def __init__(self, store: NotificationStore, outside: Outside, secret: bytes) -> None:
        self.store = store
        self.outside = outside
        self.http = GuardedHttp(outside.allow_private)
        self.mail = None if outside.smtp is None else MailSender(outside.smtp)
        self.webhook = WebhookSender(self.http)
        self.push: PushSender | None = None  # once the key was read from the store
        self._unsubscribing = URLSafeSerializer(secret, salt="unsubscribe")
        self._confirming = URLSafeTimedSerializer(secret, salt="confirm mail")

    def use_key(self, private_key: str) -> None:
        """Sign push messages with a key."""
        self.push = PushSender(self.http, private_key, self.outside.contact)

    # -- which, and when

    async def next_for(
        self, item: OutboxItem, wanted: Preferences, now: float
    ) -> tuple[Channel | None, float]:
        """Return on which channel an item goes next, and when; None if there is none left."""
        usable = await self.usable(wanted)
        left = [c for c in usable if c not in item.failed_on and c not in item.sent_on]
        first = [c for c in left if c != "mail"]
        if not item.sent_on and first:
            return first[0], now
        if "mail" not in left or (item.sent_on and item.event != "turn"):
            return None, now
        if item.event != "turn" or item.in_digest:
            return ("mail", now) if not item.sent_on else (None, now)
        return "mail", max(item.made, item.sent_at) + MAIL_AFTER

    async def usable(self, wanted: Preferences) -> list[Channel]:
        """List the channels that a person has switched on and that work, in their order."""
        found: list[Channel] = []
        if wanted.push and await self.store.devices(wanted.user):
            found.append("push")
        if wanted.webhook.on:
            found.append("webhook")
        if self.mail is not None and wanted.mail.on and wanted.mail.confirmed:
            found.append("mail")
        return found

    # -- sending

    async def send(
        self, channel: Channel, wanted: Preferences, message: Message, at: float
    ) -> None:
        """Send a message on a channel and note how that went; raises DeliveryFailed."""
        match channel:
            case "push":
                await self._push_to_all(wanted.user, message, at)
            case "webhook":
                await self.call_webhook(wanted, message, at)
            case "mail":
                await self.write(wanted, message, at)

    async def _push_to_all(self, user: str, message: Message, at: float) -> None:
        """Send to all of a person's devices: one that takes it is enough."""
        devices = await self.store.devices(user)
        # All at once: a slow one does not hold up the others.
        results = await asyncio.gather(
            *(self.push_to(device, message, at) for device in devices), return_exceptions=True
        )
        if any(result is None for result in results):
            return
        wrong = [error for error in results if not isinstance(error, DeliveryFailed)]
        if wrong and wrong[0] is not None:
            raise wrong[0]
        left = [e for e in results if isinstance(e, DeliveryFailed) and not e.gone]
        raise left[0] if left else DeliveryFailed("no_device", lasting=True)

    async def push_to(self, device: PushDevice, message: Message, at: float) -> None:
        """Send to one device; one that does not exist any more is forgotten."""
        assert self.push is not None, "the key is read before anything is sent"
        body = _encode(
            {
                "title": message.title,
                "body": "\n".join(message.lines),
                "url": message.url,
                "tag": message.topic,
                "id": message.id,
            }
        )
        try:
            await self.push.send(device, body, message.topic, message.event == "turn")
        except DeliveryFailed as error:
            if error.gone:
                await self.store.remove_device(device.endpoint)
            else:
                failure = Failure(error.code, at, error.detail)
                await self.store.fail_device(device.endpoint, failure)
            raise
        if device.failure is not None:
            await self.store.fail_device(device.endpoint, None)

    async def call_webhook(self, wanted: Preferences, message: Message, at: float) -> int:
        """Call a person's webhook; return the status of its answer."""
        status, failure, raised = 0, None, None
        try:
            status = await self.webhook.send(wanted.webhook, message, at)
        except DeliveryFailed as error:
            status, raised = error.status, error
            failure = Failure(error.code, at, error.detail)
        url = wanted.webhook.url

        def note(now: Preferences) -> Preferences | None:
            if now.webhook.url != url:
                return None  # it was changed meanwhile
            now.webhook.status, now.webhook.at, now.webhook.failure = status, at, failure
            return now

        await self.store.change(wanted.user, note)
        if raised is not None:
            raise raised
        return status

    async def write(self, wanted: Preferences, message: Message, at: float) -> None:
        """Send a mail to a person's confirmed address."""
        if self.mail is None:
            raise DeliveryFailed("no_smtp", lasting=True)
        language, to = wanted.language, wanted.mail.address
        token = self.unsubscribe_token(wanted.user, to)
        lines = [*message.lines, "", message.url, "", "-- ", say(language, "mail.footer")]
        lines.append(self.unsubscribe_page(token))
        failure: Failure | None = None
        try:
            await self.mail.send(
                to, message.title, "\n".join(lines), message.id, at, self.one_click(token)
            )
        except DeliveryFailed as error:
            failure = Failure(error.code, at, error.detail)
            raise
        finally:
            if failure is not None or wanted.mail.failure is not None:
                await self._note_mail(wanted.user, to, failure)

    async def _note_mail(self, user: str, address: str, failure: Failure | None) -> None:
        def note(now: Preferences) -> Preferences | None:
            if now.mail.address != address:
                return None
            now.mail.failure = failure
            return now

        await self.store.change(user, note)

    async def ask_to_confirm(self, user: str, address: str, language: str, at: float) -> None:
        """Send the mail with the link that confirms an address; raises DeliveryFailed."""
        if self.mail is None:
            raise DeliveryFailed("no_smtp", lasting=True)
        token = str(self._confirming.dumps([user, address]))
        refuse = self.unsubscribe_token(user, address)
        lines = [
            say(language, "confirm.text", address=self.outside.address),
            "",
            say(language, "confirm.link"),
            f"{self.outside.address}/notices?confirm={token}",
            "",
            say(language, "confirm.not_you"),
            self.unsubscribe_page(refuse),
        ]
        subject = say(language, "confirm.title")
        id = f"confirm {user} {address} {at}"
        await self.mail.send(address, subject, "\n".join(lines), id, at, self.one_click(refuse))

    # -- links in mails

    def read_confirmation(self, token: str) -> tuple[str, str]:
        """Return person and address of a link; raises NotAllowed."""
        try:
            user, address = self._confirming.loads(token, max_age=CONFIRM_SECONDS)
        except (BadData, ValueError, TypeError):
            raise NotAllowed(
                "this link is not valid any more; ask for a new mail", "old_link"
            ) from None
        return str(user), str(address)

    def unsubscribe_token(self, user: str, address: str) -> str:
        """Return what proves that somebody has a mail of ours."""
        return str(self._unsubscribing.dumps([user, address]))

    def read_unsubscribe(self, token: str) -> tuple[str, str]:
        """Return person and address of such a proof; raises NotAllowed."""
        try:
            user, address = self._unsubscribing.loads(token)
        except (BadData, ValueError, TypeError):
            raise NotAllowed(
                "this link is not complete; copy the whole link from the mail", "bad_link"
            ) from None
        return str(user), str(address)

    def unsubscribe_page(self, token: str) -> str:
        """Return the address of the page that switches mails off."""
        return f"{self.outside.address}/notices?off={token}"

    def one_click(self, token: str) -> str:
        """Return the address for RFC 8058: mail programs post to it."""
        return f"{self.outside.address}/api/notifications/unsubscribe/{token}"
