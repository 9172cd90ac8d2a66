"""People at the tables: guests with a name, and the links that claim a seat."""

import base64
import hashlib
import hmac
import unicodedata
from dataclasses import dataclass

from skerry.service.errors import BadRequest, NotAllowed


@dataclass(frozen=True)
class User:
    """A guest. The id is random and never shown to others; the name is."""

    id: str
    name: str


def tidy(text: str, most: int) -> str:
    """Return a name or line of chat without control characters and spare spaces.

    >>> tidy("  Ada \\u202e\\n Lovelace ", 40)
    'Ada Lovelace'
    """
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    return " ".join(kept.split())[:most]


def tidy_name(text: str) -> str:
    """Return a name as it will be shown; raises BadRequest if nothing is left of it."""
    name = tidy(text, 40)
    if not name:
        raise BadRequest("a name needs at least one letter", "bad_name")
    return name


class Links:
    """Seat links: `table-seat-issue-proof`, proved by the server's secret and stored nowhere."""

    def __init__(self, secret: bytes) -> None:
        self._key = hashlib.blake2b(b"seat links", key=secret[:64]).digest()

    def token(self, table: str, seat: int, issue: int) -> str:
        """Return the token of a seat's link."""
        name = f"{table}-{seat}-{issue}"
        proof = hmac.new(self._key, name.encode(), hashlib.sha256).digest()[:18]
        return f"{name}-{base64.urlsafe_b64encode(proof).decode()}"

    def read(self, token: str) -> tuple[str, int, int]:
        """Return table, seat and issue of a token; raises NotAllowed if it is not one of ours."""
        parts = token.split("-", 3)
        try:
            table, seat, issue = parts[0], int(parts[1]), int(parts[2])
        except (IndexError, ValueError):
            raise NotAllowed("this is not a seat link; copy the whole link", "bad_link") from None
        expected = self.token(table, seat, issue) if 0 <= seat < 10 else ""
        if not hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace")):
            raise NotAllowed("this seat link is not valid; ask the host for a new one", "bad_link")
        return table, seat, issue
