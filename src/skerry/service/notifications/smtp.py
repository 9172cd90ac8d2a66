"""Where the operator's mails are handed in: `--smtp` and `--mail-from`."""

import re
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

from skerry.kernel.errors import BadSetup

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


@dataclass(frozen=True)
class SmtpServer:
    """Where mails are handed in, and who they come from."""

    host: str
    port: int
    sender: str  # "Skerry <games@example.org>"
    tls: bool = False  # from the first byte
    user: str = ""
    password: str = ""

    @property
    def domain(self) -> str:
        return parseaddr(self.sender)[1].rpartition("@")[2]


def read_smtp(url: str, sender: str) -> SmtpServer | None:
    """Return the SMTP server of `--smtp` and `--mail-from`, None without one; raises BadSetup.

    >>> read_smtp("smtp://ada:se%3Acret@mail.example.org", "games@example.org").password
    'se:cret'
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadSetup("--smtp: the port is not a number") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadSetup(
            "--smtp is not an address; write it as smtp://USER:PASSWORD@mail.example.org:587,"
            " or smtps:// for TLS from the start (port 465)"
        )
    if not ADDRESS.fullmatch(parseaddr(sender)[1]):
        raise BadSetup(
            "--smtp needs --mail-from: the address mails come from, such as"
            " 'Skerry <games@example.org>'"
        )
    tls = parts.scheme == "smtps"
    return SmtpServer(
        parts.hostname,
        port or (465 if tls else 587),
        sender,
        tls,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )
