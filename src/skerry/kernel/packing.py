"""A state in well under a kilobyte, for queues, caches and far-away workers.

The position is compressed against that of a standard deal for as many seats, which both ends can
make for themselves; the first byte says how many. Packed states are for programs of one version;
keep records, not packed states.
"""

import json
import zlib

from skerry.kernel.agenda import State
from skerry.kernel.errors import BadNotation, SkerryError
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

_familiar: dict[tuple[str, int], bytes] = {}


def pack(game: Game, state: State) -> bytes:
    """Write the whole position, set-up and hidden things included."""
    packer = zlib.compressobj(9, zdict=_standard(game, state.n))
    text = json.dumps(game.position(state), separators=(",", ":"))
    return bytes([state.n]) + packer.compress(text.encode()) + packer.flush()


def unpack(game: Game, data: bytes) -> State:
    """Read a packed state back; raises BadNotation or BadSetup."""
    try:
        unpacker = zlib.decompressobj(zdict=_standard(game, data[0]))
        position = json.loads(unpacker.decompress(data[1:], 1 << 20))
    except (zlib.error, ValueError, IndexError, RecursionError, SkerryError):
        raise BadNotation("these bytes are not a packed state of this version") from None
    state: State = game.from_position(position)
    return state


def _standard(game: Game, players: int) -> bytes:
    key = (game.name, players)
    if key not in _familiar:
        state = game.deal({"players": players}, Rng(0))
        _familiar[key] = json.dumps(game.position(state), separators=(",", ":")).encode()
    return _familiar[key]
