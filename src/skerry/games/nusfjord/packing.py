"""A position in well under a kilobyte, for keeping many: its JSON, compressed with words known."""

import zlib
from functools import cache

import msgspec

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.position import read_position, write_position
from skerry.games.nusfjord.questions import TASKS
from skerry.games.nusfjord.setup import deal
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng

_LARGEST = 1_000_000  # bytes of a position; a real one has about 6,000


@cache
def _words(catalogue: Catalogue) -> bytes:
    """Give a text that looks like many positions, so that only differences need space."""
    tasks = " ".join(TASKS).encode()
    samples = [
        deal(catalogue, {"players": n, "options": {"deck": deck}}, Rng(1))
        for n, deck in ((5, "codfish"), (2, "mackerel"), (4, "herring"))
    ]
    texts = [msgspec.json.encode(write_position(state, catalogue, 1)) for state in samples]
    return (tasks + b"".join(texts))[-32768:]


def pack(state: State, catalogue: Catalogue, rules: int) -> bytes:
    """Give a position as few bytes."""
    packer = zlib.compressobj(9, zdict=_words(catalogue))
    text = msgspec.json.encode(write_position(state, catalogue, rules))
    return packer.compress(text) + packer.flush()


def unpack(packed: bytes, catalogue: Catalogue, rules: int) -> State:
    """Read a packed position back; raises BadSetup."""
    try:
        unpacker = zlib.decompressobj(zdict=_words(catalogue))
        position = msgspec.json.decode(unpacker.decompress(packed, _LARGEST))
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadSetup("packed position: it is damaged, or made with other card files") from None
    return read_position(position, catalogue, rules)
