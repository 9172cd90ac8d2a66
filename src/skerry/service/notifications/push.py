"""Push messages to browsers: encrypted for one device (RFC 8291), signed by us (RFC 8292)."""

import base64
import binascii
import hashlib
import os
import time
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from skerry.service.errors import BadRequest
from skerry.service.notifications.guarded_http import GuardedHttp
from skerry.store.notifications import PushDevice

TOKEN_SECONDS = 12 * 3600.0
LIFE_SECONDS = 24 * 3600  # how long the push service tries


def new_private_key() -> str:
    """Return a new key of a server, as it is stored."""
    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _packed(value.to_bytes(32))


class PushSender:
    """Sends push messages under the key of this server."""

    def __init__(self, http: GuardedHttp, private_key: str, contact: str) -> None:
        self._http = http
        self._contact = contact  # how a push service finds the operator: mailto: or https:
        self._vapid = Vapid02.from_raw(private_key.encode())
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public_key = _packed(point)

    async def send(self, device: PushDevice, body: bytes, topic: str, urgent: bool) -> None:
        """Send a message; raises DeliveryFailed."""
        parts = urlsplit(device.endpoint)
        signed = self._vapid.sign(
            {
                "sub": self._contact,
                "aud": f"{parts.scheme}://{parts.netloc}",
                "exp": int(time.time() + TOKEN_SECONDS),
            }
        )
        encrypted = http_ece.encrypt(
            body,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=unpacked(device.key),
            auth_secret=unpacked(device.auth),
            version="aes128gcm",
        )
        headers = {
            "Authorization": signed["Authorization"],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFE_SECONDS),
            "Urgency": "high" if urgent else "normal",
            # A later message about the same thing replaces one that has not arrived yet.
            "Topic": _packed(hashlib.sha256(topic.encode()).digest()[:24]),
        }
        await self._http.post(device.endpoint, headers, encrypted)


def check_keys(key: str, auth: str) -> None:
    """Raise BadRequest if a browser's keys are not keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key))
        right = len(unpacked(auth)) == 16
    except (ValueError, binascii.Error):
        right = False
    if not right:
        raise BadRequest("these are not the keys of a push subscription", "bad_subscription")


def _packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """Return the bytes of URL-safe base64 without padding."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
