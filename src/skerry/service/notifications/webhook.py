"""Webhooks: a message in the form that Discord, Slack and Matrix take, or signed JSON.

Signed JSON follows the Standard Webhooks specification (https://www.standardwebhooks.com), so that
existing libraries can check it. The id stays the same when a message is sent again.
"""

import base64
import hashlib
import hmac
import secrets

import msgspec

from skerry.service.notifications.guarded_http import GuardedHttp
from skerry.service.notifications.words import Message
from skerry.store.notifications import Webhook

_encode = msgspec.json.Encoder().encode


def new_secret() -> str:
    """Return a secret for signing."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def sign(secret: str, id: str, at: int, body: bytes) -> str:
    """Return the signature of a message."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    proof = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(proof).decode()


class WebhookSender:
    """Calls webhooks."""

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    async def send(self, hook: Webhook, message: Message, at: float) -> int:
        """Send a message and return the status of the answer; raises DeliveryFailed."""
        headers = {"Content-Type": "application/json", "User-Agent": "Skerry"}
        match hook.kind:
            case "discord":
                # Names of tables and players cannot call anybody.
                body = _encode({"content": message.text(), "allowed_mentions": {"parse": []}})
            case "slack":
                body = _encode({"text": _escaped(message.text())})
            case "matrix":
                body = _encode({"text": message.text()})
            case "json":
                body = _encode({"id": message.id, "at": int(at), **message.facts()})
                headers["webhook-id"] = message.id
                headers["webhook-timestamp"] = str(int(at))
                headers["webhook-signature"] = sign(hook.secret, message.id, int(at), body)
        return await self._http.post(hook.url, headers, body)


def _escaped(text: str) -> str:
    """Return text in which Slack sees no commands.

    >>> _escaped("<!channel> & more")
    '&lt;!channel&gt; &amp; more'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
