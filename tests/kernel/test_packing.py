"""A packed state is small and comes back whole; other bytes are refused in a sentence."""

import pytest

from skerry.games import GAMES
from skerry.kernel.errors import BadNotation
from skerry.kernel.packing import pack, unpack
from skerry.kernel.rng import Rng


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_packed_state_stays_under_a_kilobyte_and_comes_back(name: str, players: int) -> None:
    game = GAMES[name]
    state = game.deal({"players": players}, Rng(players))
    rng = Rng(2)
    while state.turn() >= 0:
        options = state.options()
        state.play(options[rng.below(len(options))])
        if rng.below(20) == 0:
            packed = pack(game, state)
            assert len(packed) < 1000
            assert game.position(unpack(game, packed)) == game.position(state)


@pytest.mark.parametrize("data", [b"", b"\x04", b"\x04nonsense", b"\xff\xff", b"\x00abc"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadNotation, match="not a packed state"):
        unpack(GAMES["vanuatu"], data)
