"""How a server is run: every setting is a flag of `skerry serve` and an environment variable."""

import contextlib
import hashlib
import hmac
import ipaddress
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from skerry.kernel.errors import BadSetup
from skerry.service.live.tables import CACHED_TABLES
from skerry.service.notifications.smtp import SmtpServer, read_smtp
from skerry.store.open_store import check_address, kept_key

MIN_KEY_LENGTH = 32
_NEW_SECRET = "delete it from the table settings: then everybody is signed out"


@dataclass
class Settings:
    """Sensible defaults for one small machine."""

    host: str = "127.0.0.1"
    port: int = 8017
    data: Path = Path("skerry-data")
    database: str = ""  # of PostgreSQL; without it everything is in the directory
    base_url: str = ""  # as players see it, for example https://games.example.org
    cards: str = ""  # a directory of corrected card files
    daily: str = "common"  # the series of daily challenges: "common" to all servers, or our "own"
    bots: str = ""  # bots of the operator's own, separated by commas
    workers: int = os.cpu_count() or 1  # processes for bots
    dask: str = ""  # the address of a Dask scheduler; bots run on its cluster then
    smtp: str = ""  # smtp://USER:PASSWORD@HOST:PORT; without it no mail is sent
    mail_from: str = ""  # the address mails come from
    allow_private_webhooks: bool = False  # webhooks may reach this machine and its network
    rate: float = 20.0  # requests a second for each client; 0 for no limit
    trusted_proxies: str = ""  # addresses whose X-Forwarded-For is believed
    body_limit: int = 65_536
    frame_limit: int = 16_384
    body_seconds: float = 15.0
    send_seconds: float = 30.0
    sockets_per_client: int = 50
    cached_tables: int = CACHED_TABLES
    beat_seconds: float = 15.0

    @property
    def file(self) -> Path:
        return self.data / "skerry.db"

    @property
    def secure(self) -> bool:
        return self.base_url.startswith("https://")

    @property
    def address(self) -> str:
        """Return where people find the server."""
        host = "localhost" if self.host == "127.0.0.1" else self.host
        host = f"[{host}]" if ":" in host else host
        return self.base_url or f"http://{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Return the base address as browsers name its origin, empty without one.

        >>> Settings(base_url="https://Games.Example.org:443/skerry").origin
        'https://games.example.org'
        """
        if not self.base_url:
            return ""
        parts = urlsplit(self.base_url)
        host = (parts.hostname or "").encode("idna").decode()
        host = f"[{host}]" if ":" in host else host
        usual = parts.port in (None, 443 if parts.scheme == "https" else 80)
        return f"{parts.scheme}://{host}" if usual else f"{parts.scheme}://{host}:{parts.port}"

    @property
    def path(self) -> str:
        """Return the path of the base address without the last slash, empty for a whole host."""
        return urlsplit(self.base_url).path.rstrip("/")

    def check(self) -> None:
        """Raise BadSetup if a setting is not one."""
        if self.daily not in ("common", "own"):
            raise BadSetup(f"--daily {self.daily!r} is not a series; write common or own")
        if self.smtp_server() is not None and not self.base_url:
            raise BadSetup("--smtp needs --base-url: the links in mails lead there")
        for proxy in filter(None, map(str.strip, self.trusted_proxies.split(","))):
            _check_proxy(proxy)
        if self.database:
            check_address(self.database)
        if self.base_url and not _is_site(self.base_url):
            raise BadSetup(
                f"--base-url {self.base_url!r} is not an address; write it as"
                " https://games.example.org or https://club.org/skerry"
            )

    def smtp_server(self) -> SmtpServer | None:
        """Return where mails are handed in, None if none are sent; raises BadSetup."""
        return read_smtp(self.smtp, self.mail_from)

    def daily_secret(self, secret: bytes) -> bytes:
        """Return the secret of the daily challenges; none if they are those of every server."""
        if self.daily == "common":
            return b""
        return hmac.new(secret, b"daily challenges", hashlib.sha256).digest()

    def make_data_directory(self) -> None:
        """Make the directory of the data, readable by its owner only."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with contextlib.suppress(OSError):  # somebody else's directory: they decide
            self.data.chmod(0o700)

    def secret(self) -> bytes:
        """Return the server's secret, made at the first start.

        It is in a file that only its user can read, or in the database, so that all servers on it
        have the same.
        """
        if self.database:
            return _checked_key(self._key_in_database("secret"), "secret", _NEW_SECRET)
        self.make_data_directory()
        return _kept_key(
            self.data / "secret",
            "restore it from a backup, or delete it: then everybody is signed out",
        )

    def admin_key(self) -> str:
        """Return the key of the operator, made at the first start like the secret."""
        if self.database:
            key = self._key_in_database("admin_key")
            return _checked_key(key, "admin_key", "delete it from the table settings").decode()
        self.make_data_directory()
        return _kept_key(
            self.data / "admin-key", "delete it: the next start makes a new one"
        ).decode()

    def _key_in_database(self, name: str) -> str:
        return kept_key(self.database, name, secrets.token_hex(32))


def _is_site(url: str) -> bool:
    """Return whether this is a host, perhaps with a port and a path."""
    try:
        parts = urlsplit(url)
        _ = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        return False
    steps = set(parts.path.split("/"))
    plain = re.fullmatch(r"(/[A-Za-z0-9._~-]+)*", parts.path) and not steps & {".", ".."}
    more = parts.query or parts.fragment or parts.username is not None
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bool(plain) and not more


def _check_proxy(text: str) -> None:
    """Raise BadSetup for anything but an address or a network: a name would never match."""
    try:
        if text != "*":
            ipaddress.ip_network(text)
    except ValueError:
        raise BadSetup(
            f"--trusted-proxies {text!r} is not an address; write them as 127.0.0.1,10.0.0.0/8"
        ) from None


def _kept_key(path: Path, remedy: str) -> bytes:
    """Return the key in a file; make it if there is none. Raises BadSetup if it is too short."""
    if not path.exists():
        _write_once(path, secrets.token_hex(32))
    with contextlib.suppress(OSError):
        path.chmod(0o600)
    return _checked_key(path.read_text(encoding="ascii", errors="replace"), str(path), remedy)


def _checked_key(text: str, name: str, remedy: str) -> bytes:
    key = text.strip().encode()
    if len(key) < MIN_KEY_LENGTH:
        size = "empty" if not key else f"only {len(key)} characters long"
        raise BadSetup(f"{name} is {size}, which is not safe; {remedy}")
    return key


def _write_once(path: Path, text: str) -> None:
    """Write a file whole or not at all, also when the disk is full or the power fails."""
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        with os.fdopen(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w"
        ) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not path.exists():  # another process may have been quicker
            os.replace(temporary, path)
        _sync_directory(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _sync_directory(path: Path) -> None:
    if os.name == "nt":
        return  # Windows cannot open a directory
    directory = os.open(path, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
