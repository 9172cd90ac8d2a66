"""A commitment to a deal: published before the first move, opened when the game is over.

It is the SHA-256 of a 32-byte salt followed by the canonical JSON of the complete set-up (keys
sorted, no spaces, UTF-8). Whoever has the record can compute it again; see docs/fairness.md.

>>> commitment("00" * 32, {"players": 2, "piles": {"first": 1}})[:16]
'c999319115916f85'
"""

import hashlib
import json
from typing import Any

from skerry.kernel.events import Json
from skerry.kernel.rng import Chance

SALT_BYTES = 32


def new_salt(chance: Chance) -> str:
    """Draw a salt, written in hexadecimal digits."""
    return bytes(chance.below(256) for _ in range(SALT_BYTES)).hex()


def plain(setup: Json) -> Json:
    """Return a set-up as it is after being written and read as JSON."""
    read: dict[str, Any] = json.loads(json.dumps(setup))
    return read


def canonical(setup: Json) -> bytes:
    """Return the one way to write a set-up."""
    whole = {"piles": {}, **plain(setup)}  # a record has no line for no piles
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(salt: str, setup: Json) -> str:
    """Return the commitment to a set-up, in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(salt) + canonical(setup)).hexdigest()
