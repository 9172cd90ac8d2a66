"""What a finished game shows of its hidden things: `Game.hidden`."""

import random

import pytest

from skerry.games import GAMES
from skerry.games.vanuatu.engine.components import REST_NAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game, Hidden
from skerry.kernel.rng import Rng


def of(game: Game, state: State) -> dict[tuple[str, int | None], list[str]]:
    found: list[Hidden] = game.hidden(state)
    return {(one.what, one.seat): one.things for one in found}


def play_on(state: State, rng: random.Random) -> list[Event]:
    """Make one random move."""
    state.journal = []
    state.play(rng.choice(state.options()))
    return state.journal


@pytest.mark.parametrize("seed", range(4))
def test_the_next_tiles_of_vanuatu_are_those_that_come(seed: int) -> None:
    game, rng = GAMES["vanuatu"], random.Random(seed)
    state = game.deal({"players": 3, "options": {"rising_waters": True}}, Rng(seed))
    seen = 0
    while state.options():
        before = of(game, state)
        for event in play_on(state, rng):
            if event.kind == "tiles_revealed":
                assert event.data["tiles"] == before["tiles", None]
                seen += 1
    assert seen >= 3
    assert of(game, state) == {}, "nothing is to come after the end"


def test_rest_tokens_are_shown_with_their_holder() -> None:
    game, rng = GAMES["vanuatu"], random.Random(1)
    state = game.deal({"players": 4}, Rng(1))
    held = 0
    while state.options():
        play_on(state, rng)
        tokens = {
            seat: tokens for (what, seat), tokens in of(game, state).items() if what == "rest"
        }
        assert tokens == {
            seat: [REST_NAMES[token] for token in state.rest_of(seat)]
            for seat in range(4)
            if state.agenda and seat in state.rest_order
        }
        held += bool(tokens)
    assert held


@pytest.mark.parametrize("seed", range(3))
def test_the_buildings_of_nusfjord_that_come_were_shown(seed: int) -> None:
    game, rng = GAMES["nusfjord"], random.Random(seed)
    state = game.deal({"players": 4}, Rng(seed))
    came = {"a": 0, "b": 0}
    while state.options():
        before, shown = of(game, state), state.round
        play_on(state, rng)
        for what, display in (("a", state.display_a), ("b", state.display_b)):
            coming = before.get((what, None), [])
            names = [state.cards.cards[slot].name for slot in display]
            if shown != state.round:
                came[what] += sum(name in coming for name in names)
            else:
                assert not set(coming) & set(names)
        for player in range(4):
            hand = [state.cards.cards[slot].name for slot in state.players[player].hand]
            assert of(game, state).get(("hand", player), []) == hand
    assert came["a"] or came["b"]
