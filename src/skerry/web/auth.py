"""Who is calling: a cookie for browsers, a bearer token for programs.

Both are signed and name a device in the store. Whether it still acts for its person, until when,
and under which name is read from there, so that signing a device out ends everything it was given.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadData, URLSafeSerializer

from skerry.service.errors import NotAllowed, Refused, Stale
from skerry.service.people import User
from skerry.store.accounts import AccountStore, Device, Person
from skerry.store.protocol import StoreUnavailable, WriteConflict
from skerry.web.settings import Settings

COOKIE = "skerry_guest"
YEAR = 365 * 86400.0
CACHE_SECONDS = 2.0  # how late another process may hear that a device was signed out
TOUCH_SECONDS = 600.0  # between two notes that a device is in use
RENEW_SECONDS = 30 * 86400.0  # a cookie in use is renewed this often
MAX_CACHED = 20_000


class NotSignedIn(Refused):
    """The caller has not signed in."""

    status = 401
    code = "no_name"


@dataclass(frozen=True)
class Caller:
    """Who calls, from which device, and whether by cookie (so that the origin matters)."""

    user: User | None
    by_cookie: bool
    device: Device | None = None  # None for strangers, and for cookies of the first version
    revoked: float = 0.0  # for those of the first version: when it was checked, what was void


class Auth:
    """Signs and reads cookies and tokens, and checks where a request comes from."""

    def __init__(self, settings: Settings, secret: bytes, accounts: AccountStore) -> None:
        self.settings = settings
        self.accounts = accounts
        self._cookies = URLSafeSerializer(secret, salt="device cookie")
        self._tokens = URLSafeSerializer(secret, salt="device token")
        self._first_cookies = URLSafeSerializer(secret, salt="guest cookie")
        self._first_tokens = URLSafeSerializer(secret, salt="api token")
        self._cache: dict[str, tuple[Device | None, float]] = {}
        self._on_end: list[Callable[[set[str]], None]] = []

    def on_end(self, listener: Callable[[set[str]], None]) -> None:
        """Call *listener* with the devices that were signed out, here or by another process."""
        self._on_end.append(listener)

    # -- signing in

    async def sign_in(self, name: str, agent: str, address: str) -> tuple[User, str]:
        """Make a guest with a device; return it and its cookie."""
        user = User(secrets.token_hex(16), name)
        return user, await self.new_cookie(user, agent, address)

    async def new_cookie(
        self, user: User, agent: str, address: str, revoked: float | None = None
    ) -> str:
        """Store a browser of a person, who may be new, and return its cookie.

        For a cookie of the first version *revoked* is as in `_sign_in`.
        """
        device = _new_browser(user, agent, address)
        await self._sign_in(user, device, revoked)
        return self.cookie(device)

    async def _sign_in(self, user: User, device: Device, revoked: float | None) -> None:
        """Store a device of a person, and the person unless known.

        What the first version gave names no device. *revoked* is what was void of it when it was
        checked: it brings nobody back who has signed out, or was deleted, since then.
        """
        person = Person(user.id, user.name, device.made, device.made)
        try:
            await self.accounts.sign_in(person, device, revoked)
        except WriteConflict as conflict:
            raise NotSignedIn(str(conflict), "old_token") from None

    async def join(self, user: User, agent: str, address: str) -> str:
        """Store a further browser of a person, unless they were deleted; return its cookie."""
        device = _new_browser(user, agent, address)
        if not await self.accounts.join(device):
            raise Stale("this person was deleted meanwhile; begin again", "ticket_gone")
        return self.cookie(device)

    def cookie(self, device: Device) -> str:
        """Return the Set-Cookie header of a device."""
        return self._set_cookie(str(self._cookies.dumps([device.user, device.id])), int(YEAR))

    def no_cookie(self) -> str:
        """Return the Set-Cookie header that makes a browser forget its cookie."""
        return self._set_cookie("", 0)

    def _set_cookie(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self.settings.secure else ""
        path = self.settings.path or "/"
        return f"{COOKIE}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"

    async def rename(self, caller: Caller, name: str) -> None:
        """Change the name of a person on all of their devices."""
        assert caller.user is not None
        await self.accounts.rename(caller.user.id, name)
        for id, (device, _) in list(self._cache.items()):
            if device is not None and device.user == caller.user.id:
                del self._cache[id]

    async def new_token(
        self, caller: Caller, label: str, expires: float, address: str
    ) -> tuple[str, float]:
        """Return a token for a program, and until when it is valid.

        It ends with the device that asked for it. A token of a token lasts no longer than that one.
        """
        assert caller.user is not None
        now = time.time()
        parent = caller.device
        if parent is not None and parent.kind == "program":
            expires = min(expires, parent.expires)
        device = Device(secrets.token_hex(16), caller.user.id, "program", label, now, now, expires)
        device.address = address
        device.parent = "" if parent is None else parent.id
        revoked = caller.revoked if not device.parent else None
        await self._sign_in(caller.user, device, revoked)
        return str(self._tokens.dumps([device.user, device.id])), expires

    # -- reading

    async def caller(self, headers: Mapping[str, str], address: str = "") -> Caller:
        """Return who calls; raises NotSignedIn if a token is not valid."""
        bearer = headers.get("authorization", "")
        if bearer:
            kind, _, token = bearer.partition(" ")
            if kind.lower() != "bearer":
                raise NotSignedIn("use Authorization: Bearer TOKEN", "bad_token")
            return await self._by_token(token.strip(), address)
        text = read_cookie(headers, COOKIE)
        if not text:
            return Caller(None, True)
        try:
            user, id = self._cookies.loads(text)
        except (BadData, ValueError, TypeError):
            return await self._by_first_cookie(text)
        device = await self.device(str(id), address)
        if device is None or device.user != user or device.kind != "browser":
            return Caller(None, True)  # signed out: a stranger
        return Caller(User(device.user, device.name), True, device)

    async def _by_token(self, text: str, address: str) -> Caller:
        try:
            user, id = self._tokens.loads(text)
        except (BadData, ValueError, TypeError):
            return await self._by_first_token(text)
        device = await self.device(str(id), address)
        if device is None or device.user != user or device.kind != "program":
            raise NotSignedIn("this token is no longer valid; ask for a new one", "old_token")
        return Caller(User(device.user, device.name), False, device)

    async def _by_first_cookie(self, text: str) -> Caller:
        """Read a cookie of the first version; `GET /api/me` exchanges it for one with a device."""
        try:
            id, name = self._first_cookies.loads(text)
        except (BadData, ValueError, TypeError):
            return Caller(None, True)  # an old or foreign cookie is no cookie
        late = time.time() > await self.accounts.first_cookies_until()
        if late or await self.accounts.revoked_at(str(id)):
            return Caller(None, True)
        return Caller(User(str(id), str(name)), True)

    async def _by_first_token(self, text: str) -> Caller:
        try:
            id, name, issued, expires = self._first_tokens.loads(text)
        except (BadData, ValueError, TypeError):
            raise NotSignedIn(
                "this token is not valid; check that it is complete", "bad_token"
            ) from None
        revoked = await self.accounts.revoked_at(str(id))
        if time.time() > expires or issued < revoked:
            raise NotSignedIn("this token is no longer valid; ask for a new one", "old_token")
        kept = Device("", str(id), "program", "", issued, issued, expires)
        return Caller(User(str(id), str(name)), False, kept, revoked)

    async def device(self, id: str, address: str = "") -> Device | None:
        """Return a device that may still act, None if it has ended or expired."""
        now = time.time()
        known = self._cache.get(id)
        if known is None or time.monotonic() - known[1] > CACHE_SECONDS:
            try:
                found = await self.accounts.device(id)
            except StoreUnavailable:
                if known is None:
                    raise
                found = known[0]
            if len(self._cache) > MAX_CACHED:
                self._cache.clear()
            self._cache[id] = (found, time.monotonic())
        else:
            found = known[0]
        if found is None or found.ended or found.expires < now:
            return None
        if now - found.seen > TOUCH_SECONDS:
            found.seen, found.address = now, address
            with contextlib.suppress(StoreUnavailable):
                await self.accounts.touch(id, now, address, found.expires)
        return found

    async def renewed(self, device: Device) -> str:
        """Return a cookie that lasts a year again, or nothing while the last is new enough."""
        now = time.time()
        if device.kind != "browser" or device.expires > now + YEAR - RENEW_SECONDS:
            return ""
        device.expires = now + YEAR
        await self.accounts.touch(device.id, now, device.address, device.expires)
        return self.cookie(device)

    # -- signing out

    async def end(self, device: str) -> None:
        """Sign a device out, and all that were derived from it."""
        self._tell(set(await self.accounts.end(device, time.time())))

    async def end_all(self, user: str, but: str = "", programs_only: bool = False) -> float:
        """Sign out the devices of a person, apart from one; return when, as the store has it."""
        now = time.time()
        ended = await self.accounts.end_all(user, now, but, programs_only)
        self._tell(set(ended))
        return now

    def _tell(self, ended: set[str]) -> None:
        for id in ended:
            self._cache.pop(id, None)
        for listener in self._on_end:
            listener(ended)

    async def watch(self) -> None:
        """Tell the listeners what other processes have signed out."""
        since = time.time()
        heard: set[str] = set()
        while True:
            await asyncio.sleep(CACHE_SECONDS)
            began = time.time()
            with contextlib.suppress(StoreUnavailable):
                # A little more than since the last time: the clocks of two machines may differ.
                ended = set(await self.accounts.ended_since(since - 5))
                if ended - heard:
                    self._tell(ended - heard)
                heard = ended
                since = began

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
            allowed = {self.settings.origin}
        if origin not in allowed:
            raise NotAllowed(
                "the request comes from another site; use the page of this server", "bad_origin"
            )


def _new_browser(user: User, agent: str, address: str) -> Device:
    now = time.time()
    id, label = secrets.token_hex(16), describe_agent(agent)
    return Device(id, user.id, "browser", label, now, now, now + YEAR, address=address)


def read_cookie(headers: Mapping[str, str], name: str) -> str:
    """Return the value of a cookie, empty if there is none."""
    try:
        jar = SimpleCookie(headers.get("cookie", "")[:4096])
    except CookieError:
        return ""
    return jar[name].value if name in jar else ""


# In this order: Edge also says Chrome, Chrome also says Safari, Android also says Linux.
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "", "FxiOS": "Firefox", "Chrome": ""}
_BROWSERS |= {"CriOS": "Chrome", "Safari": ""}
_SYSTEMS = {"Android": "", "iPhone": "", "iPad": "", "Windows": "", "CrOS": "ChromeOS"}
_SYSTEMS |= {"Mac OS": "macOS", "Linux": ""}


def describe_agent(agent: str) -> str:
    """Return browser and system of a User-Agent header, for its owner to recognise.

    >>> describe_agent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = []
    for names in (_BROWSERS, _SYSTEMS):
        found += [short or name for name, short in names.items() if name in agent][:1]
    return ", ".join(found)
