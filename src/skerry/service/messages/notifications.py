"""Notifications: how somebody wants to hear that it is their turn."""

from typing import Literal

from skerry.service.messages.values import Request, Response
from skerry.store.notifications import Channel, WebhookKind


class NotificationProblem(Response):
    """Why something was not delivered."""

    code: str
    detail: str
    at: float


class PushDeviceInfo(Response):
    """A browser that takes push messages."""

    id: str
    label: str
    added: float
    here: bool
    problem: NotificationProblem | None


class PushInfo(Response):
    """Push messages to browsers."""

    on: bool
    key: str  # the server's public key, for the browser; empty while it is being made
    devices: list[PushDeviceInfo]


class MailInfo(Response):
    """Mails."""

    available: bool  # the operator has set up an SMTP server
    on: bool
    address: str
    confirmed: bool
    problem: NotificationProblem | None


class WebhookInfo(Response):
    """A webhook, and how it answered the last time."""

    on: bool
    kind: WebhookKind
    url: str
    status: int
    at: float
    problem: NotificationProblem | None
    secret: str = ""  # shown once, when it was made


class Hours(Response):
    """Hours of the day without notifications."""

    on: bool
    start: str
    end: str


class DailyDigest(Response):
    """One summary a day instead of single notifications."""

    on: bool
    at: str


class GivenUp(Response):
    """A notification that could not be delivered on any channel."""

    event: Literal["turn", "ended", "invited", "daily"]
    table: str
    problem: NotificationProblem


class NotificationSettings(Response):
    """What you are notified of, and how."""

    push: PushInfo
    mail: MailInfo
    webhook: WebhookInfo
    turn: bool
    ended: bool
    invited: bool
    daily: bool
    quiet: Hours
    digest: DailyDigest
    zone: str
    given_up: list[GivenUp]


class ChangeNotifications(Request):
    """Change what you are notified of; what is left out stays as it is."""

    push: bool | None = None
    mail: bool | None = None
    webhook: bool | None = None
    turn: bool | None = None
    ended: bool | None = None
    invited: bool | None = None
    daily: bool | None = None
    quiet: Hours | None = None
    digest: DailyDigest | None = None
    zone: str | None = None
    language: str | None = None


class PushSubscription(Request):
    """A browser's subscription, as its push manager gives it."""

    endpoint: str
    key: str  # p256dh
    auth: str


class EndPush(Request):
    """Stop sending to a device, by the id in the list."""

    device: str


class MailAddress(Request):
    """Where mails go; a link in a first mail confirms it. The same again sends it again."""

    address: str


class MailLink(Request):
    """The proof in a link from a mail of ours."""

    token: str


class MailLinkUsed(Response):
    """What a link from a mail has done."""

    address: str
    refused: bool = False  # no mail at all is sent to this address any more


class WebhookRequest(Request):
    """An address to be called; empty to forget it."""

    url: str
    kind: WebhookKind = "json"
    new_secret: bool = False


class NotificationTest(Request):
    """Send a test; push goes to the device that asks."""

    channel: Channel


class NotificationTestResult(Response):
    """How a test went."""

    ok: bool
    ms: int
    id: str  # of the message, by which the browser recognises its arrival
    status: int = 0
    problem: NotificationProblem | None = None
