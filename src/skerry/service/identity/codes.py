"""Recovery codes and claim codes: how they are made, read and hashed.

A recovery code is four of 2048 words and a number from 10 to 99: 4 x 11 + 6.5 = 50.5 bits. It is
stored as scrypt with a key of the server, so that neither the database alone nor the key alone
tells it, and both together only at a price for each guess. A claim code is six of 32 characters,
30 bits, and lives for ten minutes; a keyed hash does.
"""

import asyncio
import hashlib
import hmac
import re
import secrets
from functools import cache
from importlib.resources import files

from skerry.service.errors import NotAllowed

CLAIM_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, O, 1 and I
CLAIM_LENGTH = 6
WORDS_IN_CODE = 4
_SCRYPT = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # 16 MB, about 50 ms


class BadCode(NotAllowed):
    """A code that opens nothing."""

    code = "bad_code"


@cache
def words() -> tuple[str, ...]:
    """Return the words of recovery codes."""
    text = (files("skerry.service.identity") / "words.txt").read_text(encoding="ascii")
    return tuple(line for line in text.split("\n") if line and not line.startswith("#"))


def new_recovery_code() -> str:
    """Return a code to write down: "otter salt maple river 19"."""
    chosen = [secrets.choice(words()) for _ in range(WORDS_IN_CODE)]
    return " ".join([*chosen, str(10 + secrets.randbelow(90))])


def tidy_recovery_code(text: str) -> str:
    """Return a code as it was shown, however it was typed; raises BadCode.

    >>> tidy_recovery_code(" Abacus - abdomen, ABILITY·ablaze 19")
    'abacus abdomen ability ablaze 19'
    """
    parts = re.findall(r"[a-z]+|[0-9]+", text.lower())
    if len(parts) != WORDS_IN_CODE + 1 or not re.fullmatch("[1-9][0-9]", parts[-1]):
        raise BadCode("a recovery code is four words and a number of two digits", "no_code")
    known = set(words())
    for part in parts[:-1]:
        if part not in known:
            raise BadCode(
                f"{part[:20]!r} is not a word of our codes; check its letters", "unknown_word"
            )
    return " ".join(parts)


def new_claim_code() -> str:
    """Return a code to type on another device."""
    return "".join(secrets.choice(CLAIM_LETTERS) for _ in range(CLAIM_LENGTH))


def tidy_claim_code(text: str) -> str:
    """Return a claim code without what people put between; raises BadCode.

    >>> tidy_claim_code("k7 4m-2q")
    'K74M2Q'
    """
    code = re.sub(r"[\s.·-]", "", text).upper()
    if len(code) != CLAIM_LENGTH or any(letter not in CLAIM_LETTERS for letter in code):
        raise BadCode(
            "a code is six letters and digits, without 0, O, 1 and I; check it", "no_code"
        )
    return code


class CodeHashes:
    """Hashes of codes, with a key that only this server's secret gives."""

    def __init__(self, secret: bytes) -> None:
        self._key = hashlib.blake2b(b"codes of identities", key=secret[:64]).digest()

    async def recovery(self, code: str) -> str:
        """Return the slow hash of a recovery code."""
        return await asyncio.to_thread(self._slow, code)

    def _slow(self, code: str) -> str:
        return hashlib.scrypt(code.encode(), salt=self._key, **_SCRYPT).hex()

    def fast(self, kind: str, code: str) -> str:
        """Return the keyed hash of something short-lived."""
        return hmac.new(self._key, f"{kind} {code}".encode(), hashlib.sha256).hexdigest()
