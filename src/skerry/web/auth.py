"""Who is calling: a signed cookie for browsers, a bearer token for programs."""

import secrets
import time
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from itsdangerous import BadData, URLSafeSerializer

from skerry.service.errors import NotAllowed, Refused
from skerry.service.people import User
from skerry.web.settings import Settings

COOKIE = "skerry_guest"
_YEAR = 365 * 86400


class NotSignedIn(Refused):
    """The caller has not signed in."""

    status = 401
    code = "no_name"


class Auth:
    """Signs and reads cookies and tokens, and checks where a request comes from."""

    def __init__(self, settings: Settings, secret: bytes) -> None:
        self.settings = settings
        self._cookies = URLSafeSerializer(secret, salt="guest cookie")
        self._tokens = URLSafeSerializer(secret, salt="api token")
        self.revoked: dict[str, float] = {}  # user: tokens issued before this time are void

    def new_user(self, name: str) -> User:
        """Make a guest."""
        return User(secrets.token_hex(16), name)

    def cookie(self, user: User) -> str:
        """Return the Set-Cookie header of a guest."""
        value = self._cookies.dumps([user.id, user.name])
        secure = "; Secure" if self.settings.secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"

    def token(self, user: User, expires: float) -> str:
        """Return a token that lets a program act for the guest until a time."""
        return str(self._tokens.dumps([user.id, user.name, time.time(), expires]))

    def caller(self, headers: Mapping[str, str]) -> tuple[User | None, bool]:
        """Return who calls, and whether by cookie (so that the origin matters)."""
        bearer = headers.get("authorization", "")
        if bearer:
            kind, _, token = bearer.partition(" ")
            if kind.lower() != "bearer":
                raise NotSignedIn("use Authorization: Bearer TOKEN", "bad_token")
            return self._read_token(token.strip()), False
        try:
            jar = SimpleCookie(headers.get("cookie", "")[:4096])
        except CookieError:
            return None, True
        if COOKIE not in jar:
            return None, True
        try:
            id, name = self._cookies.loads(jar[COOKIE].value)
        except (BadData, ValueError, TypeError):
            return None, True  # an old or foreign cookie is no cookie
        return User(str(id), str(name)), True

    def _read_token(self, text: str) -> User:
        try:
            id, name, issued, expires = self._tokens.loads(text)
        except (BadData, ValueError, TypeError):
            raise NotSignedIn(
                "this token is not valid; check that it is complete", "bad_token"
            ) from None
        if time.time() > expires or issued < self.revoked.get(id, 0.0):
            raise NotSignedIn("this token is no longer valid; ask for a new one", "old_token")
        return User(id, name)

    def check_origin(self, headers: Mapping[str, str], must: bool) -> None:
        """Refuse requests that another site makes in a player's name.

        With *must* an Origin is needed, as browsers always send one when they open a socket.
        """
        origin = headers.get("origin")
        if origin is None:
            site = headers.get("sec-fetch-site", "none")
            if must or site not in ("none", "same-origin"):
                raise NotAllowed(
                    "the request comes from another site; use the page of this server", "bad_origin"
                )
            return
        allowed = {f"{scheme}://{headers.get('host', '')}" for scheme in ("http", "https")}
        if self.settings.base_url:
            parts = urlsplit(self.settings.base_url)
            allowed = {f"{parts.scheme}://{parts.netloc}"}
        if origin not in allowed:
            raise NotAllowed(
                "the request comes from another site; use the page of this server", "bad_origin"
            )
