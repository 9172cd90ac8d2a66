"""Who may act as the operator: whoever has the key, or signed in with it in a browser."""

import hashlib
import hmac
import secrets
import time

from itsdangerous import BadData, URLSafeSerializer
from starlette.datastructures import Headers

from skerry.service.errors import NotAllowed
from skerry.store.accounts import OPERATOR, Device
from skerry.store.peers import PeerStore
from skerry.web.auth import Auth, NotSignedIn, describe_agent, read_cookie
from skerry.web.limits import TokenBuckets
from skerry.web.settings import Settings

ADMIN_COOKIE = "skerry_admin"
SIGNED_IN_SECONDS = 12 * 3600.0


class OperatorAuth:
    """Checks the key and the cookies that were given for it."""

    def __init__(
        self, settings: Settings, secret: bytes, auth: Auth, peers: PeerStore | None = None
    ) -> None:
        self.settings = settings
        self.auth = auth
        self._key = settings.admin_key().encode()
        # With the key in the salt, a new key ends all that was given for the old one.
        digest = hashlib.sha256(self._key).hexdigest()
        self._cookies = URLSafeSerializer(secret, salt=f"operator {digest}")
        self._failures = TokenBuckets(1 / 12, 5, "operator", peers)

    async def _check_key(self, key: str, client: str) -> None:
        if not hmac.compare_digest(key.encode("utf-8", "replace"), self._key):
            await self._failures.take(client)
            raise NotAllowed("this is not the operator's key", "bad_key")

    async def sign_in(self, key: str, agent: str, client: str) -> str:
        """Return the cookie for a key."""
        await self._check_key(key.strip(), client)
        now = time.time()
        label, end = describe_agent(agent), now + SIGNED_IN_SECONDS
        device = Device(secrets.token_hex(16), OPERATOR, "operator", label, now, now, end)
        device.address = client
        await self.auth.accounts.add(device)
        return self._cookie(str(self._cookies.dumps(device.id)), int(SIGNED_IN_SECONDS))

    async def sign_out(self, headers: Headers) -> str:
        """End a cookie; return the header that makes the browser forget it."""
        device = await self._device(headers)
        if device is not None:
            await self.auth.end(device.id)
        return self._cookie("", 0)

    def _cookie(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self.settings.secure else ""
        path = f"{self.settings.path}/api/admin"
        return (
            f"{ADMIN_COOKIE}={value}; Path={path}; Max-Age={seconds}; HttpOnly;"
            f" SameSite=Strict{secure}"
        )

    async def _device(self, headers: Headers) -> Device | None:
        try:
            id = self._cookies.loads(read_cookie(headers, ADMIN_COOKIE))
        except (BadData, ValueError, TypeError):
            return None
        device = await self.auth.device(str(id))
        return device if device is not None and device.kind == "operator" else None

    async def check(self, headers: Headers, client: str, changes: bool) -> None:
        """Let the operator pass; raises NotSignedIn and NotAllowed."""
        bearer = headers.get("authorization", "")
        if bearer:
            kind, _, key = bearer.partition(" ")
            await self._check_key(key.strip() if kind.lower() == "bearer" else "", client)
            return
        if await self._device(headers) is None:
            raise NotSignedIn("sign in with the key of the operator", "no_key")
        if changes:
            self.auth.check_origin(headers, must=False)
