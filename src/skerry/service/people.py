"""People at the tables: guests with a name, and the links that claim a seat."""

import base64
import hashlib
import hmac
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from confusable_homoglyphs import confusables

from skerry.service.errors import BadRequest, NotAllowed

# Letters that show nothing, and accents piled up until they cover other lines.
_BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{4}")


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
    """Return a name as it will be shown; raises BadRequest.

    Refused are names that nobody can see, or that pass for another by letters of two alphabets
    (Unicode's list of confusable characters), such as Ada with a Cyrillic A.
    """
    name = tidy(text, 40)
    if not any(unicodedata.category(char)[0] in "LN" and char not in _BLANK for char in name):
        raise BadRequest("a name needs at least one letter or digit", "bad_name")
    if any(char in _BLANK for char in name) or _MARKS.search(unicodedata.normalize("NFD", name)):
        raise BadRequest("this name has characters that cannot be read; leave them out", "bad_name")
    for word in name.split():
        if confusables.is_dangerous(word):
            raise BadRequest(
                f"{word!r} mixes alphabets so that it looks like another name; use one alphabet",
                "confusable_name",
            )
    return name


@lru_cache(maxsize=10_000)
def _common_form(char: str) -> str:
    """Return the Latin letter or digit that a character can be taken for, or itself.

    >>> [_common_form(char) for char in ("\u0421", "I", "1", "l", "0", "\u5b57")]
    ['C', 'l', 'l', 'l', 'O', '\u5b57']
    """
    found = confusables.is_confusable(char, greedy=True) or []
    alike = {each["c"] for one in found for each in one["homoglyphs"]} | {char}
    plain = [each for each in alike if each.isascii() and each.isalnum() and len(each) == 1]
    return max(plain, default=char)


def look_alike(name: str, other: str) -> bool:
    """Return whether two names can be taken for each other.

    >>> look_alike("Ian", "lan"), look_alike("Ace", "\u0410\u0441\u0435"), look_alike("Ann", "Ben")
    (True, True, False)
    """
    forms = []
    for text in (name, other):
        plain = unicodedata.normalize("NFKC", text)
        common = "".join(map(_common_form, plain)).casefold().replace("rn", "m")
        forms.append({plain.casefold(), common})
    return bool(forms[0] & forms[1])


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
