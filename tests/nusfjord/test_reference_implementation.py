"""The engine against the reference implementation: random games, side by side.

Before every move the two must ask the same seat, offer the same moves and show the same table.
"""

import msgspec
import pytest

from skerry.bots.engine.nusfjord_values import choose
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.rng import Rng
from tests.nusfjord.reference_implementation import ReferenceGame, differences

TABLES = [
    {"players": 1, "options": {"deck": "herring"}},
    {"players": 1, "options": {"deck": "mackerel", "solo": "advanced"}},
    {"players": 2, "options": {"deck": "codfish"}},
    {"players": 3, "options": {"deck": "mixed", "mixed_deck": "mackerel"}},
    {"players": 4, "options": {"deck": "mackerel"}},
    {"players": 5, "options": {"deck": "codfish"}},
    {"players": 5, "options": {"deck": "mixed", "mixed_deck": "codfish"}},
]
_STOPS = ("pass", "decline", "done")


def side_by_side(setup, seed, skill=0, game=NUSFJORD):
    """Play a game with both: at random, or *skill* of ten moves a bot's choice.

    Bots build what random players cannot pay for, so a mix sees more of the cards.
    """
    rng = Rng(seed)
    state = game.deal(setup, rng)
    reference = ReferenceGame(game.setup(state))
    asking = reference.play()
    asked = next(asking)
    played: list[str] = []
    for _ in range(3000):
        where = f"{setup} seed {seed}: {' / '.join(played[-8:])}"
        view = msgspec.to_builtins(game.view(state, None))
        hands = [game.view(state, seat)["players"][seat]["hand"] for seat in range(state.n)]
        found = list(differences(reference, view, hands))
        assert not found, f"{found} after {where}"
        if asked is None or state.turn() < 0:
            assert asked is None and state.turn() < 0, where
            return
        seat, options = asked
        moves = {game.write(state, move): move for move in state.options()}
        assert (state.turn(), sorted(moves)) == (seat, sorted(options)), where
        affordable = game.view(state, seat)["players"][seat]["affordable"]
        assert sorted(affordable) == sorted(reference.buildable(seat, {})), where
        text = options[rng.below(len(options))]
        if text in _STOPS and rng.below(4):
            text = options[rng.below(len(options))]
        if rng.below(10) < skill:
            text = game.write(state, choose(state))
        played.append(f"{seat} {text}")
        state.play(moves[text])
        try:
            asked = asking.send(text)
        except StopIteration:
            asked = None
    raise AssertionError(f"no end: {where}")


@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_both_implementations_play_the_same_game(setup):
    side_by_side(setup, 1)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 130))
@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_both_implementations_play_many_games(setup, seed):
    side_by_side(setup, seed, skill=seed % 3 * 3)
