"""Notifications in a store: what each person wants, where it goes, and the outbox.

The outbox holds what is still to be sent. A row is claimed for a while by one server, sent, and
then marked; a server that dies in between leaves it to the next one.
"""

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

Channel = Literal["push", "mail", "webhook"]
Event = Literal["turn", "ended", "invited", "daily"]
WebhookKind = Literal["discord", "slack", "matrix", "json"]
State = Literal["waiting", "sent", "dropped", "failed"]


class Failure(msgspec.Struct, omit_defaults=True):
    """Why something was not delivered; the page has a sentence for each code."""

    code: str
    at: float
    detail: str = ""


class Mail(msgspec.Struct, omit_defaults=True):
    """An address, and whether its owner has confirmed it."""

    on: bool = False
    address: str = ""
    confirmed: bool = False
    failure: Failure | None = None


class Webhook(msgspec.Struct, omit_defaults=True):
    """An address that is called, and how it answered the last time."""

    on: bool = False
    kind: WebhookKind = "json"
    url: str = ""
    secret: str = ""
    status: int = 0
    at: float = 0
    failure: Failure | None = None


class TimeSpan(msgspec.Struct, omit_defaults=True):
    """Hours of the day without notifications."""

    on: bool = False
    start: str = "22:00"
    end: str = "08:00"


class Digest(msgspec.Struct, omit_defaults=True):
    """One summary a day instead of single notifications."""

    on: bool = False
    at: str = "18:00"


class Preferences(msgspec.Struct, omit_defaults=True):
    """What a person wants to be notified of, and how."""

    user: str
    language: str = "en"
    zone: str = "UTC"
    push: bool = False
    mail: Mail = msgspec.field(default_factory=Mail)
    webhook: Webhook = msgspec.field(default_factory=Webhook)
    turn: bool = True
    ended: bool = True
    invited: bool = True
    daily: bool = False
    quiet: TimeSpan = msgspec.field(default_factory=TimeSpan)
    digest: Digest = msgspec.field(default_factory=Digest)
    since: float = 0  # when the first channel was switched on; what happened before is not sent

    @property
    def active(self) -> bool:
        """Whether any channel is on."""
        return self.push or (self.mail.on and self.mail.confirmed) or self.webhook.on


class PushDevice(msgspec.Struct, omit_defaults=True):
    """A browser that takes push messages."""

    endpoint: str
    user: str
    device: str  # as the accounts know it; it goes when that one is signed out
    key: str  # its public key, p256dh
    auth: str
    label: str
    added: float
    failure: Failure | None = None


class OutboxItem(msgspec.Struct, omit_defaults=True):
    """Something to be sent to one person, once."""

    id: str
    user: str
    event: Event
    made: float
    due: float
    table: str = ""
    number: int = 0  # of the table's log: where the turn or the table's end began
    day: str = ""  # of a daily challenge
    by: str = ""  # who moved or invited
    state: State = "waiting"
    in_digest: bool = False
    sent_on: list[Channel] = []
    sent_at: float = 0
    failed_on: list[Channel] = []
    tries: int = 0
    failure: Failure | None = None


class NotificationStore(Protocol):
    """Preferences, push devices and the outbox."""

    async def preferences(self, user: str) -> Preferences | None:
        """Return what a person wants; None if nothing was ever chosen."""

    async def change(
        self, user: str, change: Callable[[Preferences], Preferences | None]
    ) -> Preferences:
        """Change what a person wants, without losing what others change at the same time."""

    async def subscribers(self) -> set[str]:
        """Return everybody with a channel switched on."""

    async def daily_subscribers(self) -> list[Preferences]:
        """Return everybody who wants to hear of the daily challenge."""

    async def add_device(self, device: PushDevice, most: int) -> None:
        """Store a device, in place of what had its endpoint; beyond *most* the oldest goes."""

    async def devices(self, user: str) -> list[PushDevice]:
        """List a person's push devices, oldest first."""

    async def remove_device(self, endpoint: str) -> None:
        """Forget a push device."""

    async def remove_signed_out(self, devices: set[str]) -> None:
        """Forget the push devices that belong to devices which were signed out."""

    async def fail_device(self, endpoint: str, failure: Failure | None) -> None:
        """Note that a device could not be reached, or can be again."""

    async def add(self, items: list[OutboxItem]) -> int:
        """Put items into the outbox; those it has or had already are left as they are."""

    async def claim(self, owner: str, now: float, until: float, users: int) -> list[OutboxItem]:
        """Claim all that is due for some people; nobody else gets it before *until*."""

    async def settle(self, owner: str, items: list[OutboxItem]) -> None:
        """Store what has become of claimed items, unless another server has them now."""

    async def failures(self, user: str, limit: int) -> list[OutboxItem]:
        """List what was given up for a person, newest first."""

    async def tidy(self, before: float) -> None:
        """Remove what was settled and made before a time."""

    async def last_of_others(self, table: str, seat: int) -> tuple[int, int]:
        """Return number and seat of the last entry that is not of a seat; (0, -1) if none is."""

    async def tables_since(self, updated: float) -> list[str]:
        """List tables of subscribers that have changed since a time, the oldest first."""

    async def may_confirm(self, address: str, day: str, most: int) -> bool:
        """Count a mail that asks to confirm an address; False beyond *most* a day, or if its
        owner does not want any.
        """

    async def refuse_mail(self, address: str) -> None:
        """Never write to an address again that somebody has entered for somebody else."""
