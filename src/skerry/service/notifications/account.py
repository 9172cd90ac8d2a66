"""What people do with their notifications: switch them on, add addresses, test them."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotFound, Refused, TooFast
from skerry.service.notifications import push, webhook
from skerry.service.notifications.channels import Channels
from skerry.service.notifications.errors import DeliveryFailed
from skerry.service.notifications.mail import check_address
from skerry.service.notifications.outbox import Outbox
from skerry.service.notifications.timing import check_time, check_zone
from skerry.service.notifications.words import LANGUAGES, Message, say
from skerry.store.notifications import (
    Digest,
    Failure,
    Mail,
    Preferences,
    PushDevice,
    TimeSpan,
    Webhook,
)

MOST_DEVICES = 10  # push devices of one person
MOST_CONFIRMATIONS = 3  # mails a day that ask one address to confirm
GIVEN_UP_SHOWN = 3
EVENTS = ("turn", "ended", "invited", "daily")


class NotificationAccounts:
    """Everybody's choices."""

    def __init__(
        self, channels: Channels, outbox: Outbox, now: Callable[[], float] = time.time
    ) -> None:
        self.channels = channels
        self.outbox = outbox
        self.store = channels.store
        self.now = now
        self._ending: set[asyncio.Task[None]] = set()

    # -- reading

    async def settings(
        self, user: str, device: str = "", secret: str = ""
    ) -> m.NotificationSettings:
        """Return what a person has chosen, as seen from one of their devices."""
        wanted = await self.store.preferences(user) or Preferences(user)
        devices = await self.store.devices(user)
        given_up = await self.store.failures(user, GIVEN_UP_SHOWN)
        mail, hook = wanted.mail, wanted.webhook
        return m.NotificationSettings(
            push=m.PushInfo(
                wanted.push,
                "" if self.channels.push is None else self.channels.push.public_key,
                [_device_info(one, device) for one in devices],
            ),
            mail=m.MailInfo(
                self.channels.mail is not None,
                mail.on,
                mail.address,
                mail.confirmed,
                _problem(mail.failure),
            ),
            webhook=m.WebhookInfo(
                hook.on, hook.kind, hook.url, hook.status, hook.at, _problem(hook.failure), secret
            ),
            turn=wanted.turn,
            ended=wanted.ended,
            invited=wanted.invited,
            daily=wanted.daily,
            quiet=m.Hours(wanted.quiet.on, wanted.quiet.start, wanted.quiet.end),
            digest=m.DailyDigest(wanted.digest.on, wanted.digest.at),
            zone=wanted.zone,
            given_up=[
                m.GivenUp(item.event, item.table, problem)
                for item in given_up
                if (problem := _problem(item.failure)) is not None
            ],
        )

    # -- changing

    async def change(self, user: str, changes: m.ChangeNotifications) -> None:
        """Change what a person is notified of; raises BadRequest."""
        if changes.zone is not None:
            check_zone(changes.zone)
        if changes.quiet is not None:
            check_time(changes.quiet.start), check_time(changes.quiet.end)
        if changes.digest is not None:
            check_time(changes.digest.at)

        def changed(wanted: Preferences) -> Preferences:
            if changes.push is not None:
                wanted.push = changes.push
            if changes.mail is not None:
                if changes.mail and not wanted.mail.address:
                    raise BadRequest("enter a mail address first", "no_address")
                wanted.mail.on = changes.mail
            if changes.webhook is not None:
                if changes.webhook and not wanted.webhook.url:
                    raise BadRequest("enter an address first", "no_webhook")
                wanted.webhook.on = changes.webhook
            for name in EVENTS:
                if (value := getattr(changes, name)) is not None:
                    setattr(wanted, name, value)
            if changes.quiet is not None:
                wanted.quiet = TimeSpan(changes.quiet.on, changes.quiet.start, changes.quiet.end)
            if changes.digest is not None:
                wanted.digest = Digest(changes.digest.on, changes.digest.at)
            wanted.zone = changes.zone or wanted.zone
            if changes.language in LANGUAGES:
                wanted.language = changes.language
            return wanted

        await self._change(user, changed)

    async def _change(
        self, user: str, change: Callable[[Preferences], Preferences | None]
    ) -> Preferences:
        now = self.now()

        def dated(wanted: Preferences) -> Preferences | None:
            was_active = wanted.active
            after = change(wanted)
            if after is not None and after.active and not was_active:
                after.since = now
            return after

        stored = await self.store.change(user, dated)
        await self.outbox.refresh()
        return stored

    # -- push

    async def subscribe(
        self, user: str, device: str, label: str, subscription: m.PushSubscription
    ) -> None:
        """Add the browser that asks, and switch push on; raises BadRequest."""
        push.check_keys(subscription.key, subscription.auth)
        await self.channels.http.check_target(subscription.endpoint)
        key, auth = subscription.key, subscription.auth
        added = PushDevice(subscription.endpoint, user, device, key, auth, label, self.now())
        await self.store.add_device(added, MOST_DEVICES)

        def on(wanted: Preferences) -> Preferences:
            wanted.push = True
            return wanted

        await self._change(user, on)

    async def unsubscribe_device(self, user: str, id: str) -> None:
        """Stop sending to a device; raises NotFound."""
        for device in await self.store.devices(user):
            if _device_id(device) == id:
                await self.store.remove_device(device.endpoint)
                return
        raise NotFound("you have no such device", "no_device")

    def devices_ended(self, ended: set[str]) -> None:
        """Forget the push devices among those that were signed out."""
        task = asyncio.get_running_loop().create_task(self.store.remove_signed_out(ended))
        self._ending.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._ending.discard(task)
        if not task.cancelled():
            task.exception()  # the push service will say that it is gone

    # -- mail

    async def set_address(self, user: str, language: str, text: str) -> None:
        """Enter an address and ask its owner to confirm it; raises Refused."""
        if self.channels.mail is None:
            raise Refused("this server sends no mail: its operator has set up none", "no_smtp")
        address = check_address(text)
        known = await self.store.preferences(user)
        if known is not None and known.mail.address == address and known.mail.confirmed:
            return
        day = datetime.fromtimestamp(self.now(), UTC).date().isoformat()
        if not await self.store.may_confirm(address.lower(), day, MOST_CONFIRMATIONS):
            raise TooFast(
                "no more mails are sent to this address today, or its owner refuses them;"
                " look into the folder for spam",
                "mail_limit",
            )

        def entered(wanted: Preferences) -> Preferences:
            wanted.mail = Mail(True, address)
            if language in LANGUAGES:
                wanted.language = language
            return wanted

        stored = await self._change(user, entered)
        try:
            await self.channels.ask_to_confirm(user, address, stored.language, self.now())
        except DeliveryFailed as error:
            failure = Failure(error.code, self.now(), error.detail)

            def failed(wanted: Preferences) -> Preferences:
                wanted.mail.failure = failure
                return wanted

            await self.store.change(user, failed)

    async def forget_address(self, user: str) -> None:
        """Remove a person's address."""

        def forgotten(wanted: Preferences) -> Preferences:
            wanted.mail = Mail()
            return wanted

        await self._change(user, forgotten)

    async def confirm(self, token: str) -> m.MailLinkUsed:
        """Note that an address belongs to a person; raises NotAllowed."""
        user, address = self.channels.read_confirmation(token)

        def confirmed(wanted: Preferences) -> Preferences | None:
            if wanted.mail.address != address:
                raise Refused("another address was entered meanwhile", "other_address")
            wanted.mail = Mail(True, address, True)
            return wanted

        await self._change(user, confirmed)
        return m.MailLinkUsed(address)

    async def unsubscribe(self, token: str) -> m.MailLinkUsed:
        """Switch mails off for whoever has one of ours; raises NotAllowed.

        Before the address was confirmed, somebody else has entered it: then it is never used again.
        """
        user, address = self.channels.read_unsubscribe(token)
        refused = False

        def off(wanted: Preferences) -> Preferences | None:
            nonlocal refused
            refused = False
            if wanted.mail.address != address:
                return None
            refused = not wanted.mail.confirmed
            wanted.mail = Mail() if refused else Mail(False, address, True)
            return wanted

        await self._change(user, off)
        if refused:
            await self.store.refuse_mail(address.lower())
        return m.MailLinkUsed(address, refused)

    # -- webhook

    async def set_webhook(self, user: str, hook: m.WebhookRequest) -> str:
        """Enter an address to be called, or forget it; return a new secret, if there is one."""
        url = hook.url.strip()
        if url:
            await self.channels.http.check_target(url)
        made = ""

        def entered(wanted: Preferences) -> Preferences:
            nonlocal made
            made = ""
            before = wanted.webhook
            secret = before.secret
            if url and hook.kind == "json" and (hook.new_secret or not secret):
                made = secret = webhook.new_secret()
            wanted.webhook = Webhook(bool(url), hook.kind, url, secret if url else "")
            if url == before.url and hook.kind == before.kind:
                wanted.webhook.status, wanted.webhook.at = before.status, before.at
                wanted.webhook.failure = before.failure
            return wanted

        await self._change(user, entered)
        return made

    # -- tests

    async def test(self, user: str, device: str, channel: str) -> m.NotificationTestResult:
        """Send a test on one channel, to the device that asks if it is push."""
        wanted = await self.store.preferences(user) or Preferences(user)
        id = f"test-{secrets.token_hex(8)}"
        address = self.channels.outside.address
        title, line = say(wanted.language, "test.title"), say(wanted.language, "test.text")
        said = Message(id, title, [line], f"{address}/account", "test", "test")
        began, now = time.monotonic(), self.now()
        status = 0
        try:
            match channel:
                case "push":
                    devices = await self.store.devices(user)
                    here = next((one for one in devices if one.device == device), None)
                    if here is None:
                        raise DeliveryFailed("no_device")
                    await self.channels.push_to(here, said, now)
                case "mail":
                    if not wanted.mail.confirmed:
                        raise DeliveryFailed("unconfirmed")
                    await self.channels.write(wanted, said, now)
                case _:
                    if not wanted.webhook.url:
                        raise DeliveryFailed("no_webhook")
                    status = await self.channels.call_webhook(wanted, said, now)
        except DeliveryFailed as error:
            problem = m.NotificationProblem(error.code, error.detail, now)
            return m.NotificationTestResult(False, _since(began), id, error.status, problem)
        return m.NotificationTestResult(True, _since(began), id, status)


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _device_id(device: PushDevice) -> str:
    return hashlib.sha256(device.endpoint.encode()).hexdigest()[:16]


def _device_info(device: PushDevice, here: str) -> m.PushDeviceInfo:
    own = bool(here) and device.device == here
    problem = _problem(device.failure)
    return m.PushDeviceInfo(_device_id(device), device.label, device.added, own, problem)


def _problem(failure: Failure | None) -> m.NotificationProblem | None:
    if failure is None:
        return None
    return m.NotificationProblem(failure.code, failure.detail, failure.at)
