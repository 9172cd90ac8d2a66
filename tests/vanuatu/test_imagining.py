"""Imagining deals again exactly what a seat cannot see, and every deal is possible (section 15)."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.rng import Rng

TIMES = 80


def game_in(round: int, players: int = 3, **options: Any) -> Any:
    """A random game at the beginning of a round."""
    state = VANUATU.deal({"players": players, "options": options}, Rng(6))
    rng = Rng(2)
    while VANUATU.view(state, None)["round"] < round:
        options_ = state.options()
        state.play(options_[rng.below(len(options_))])
    return state


def imagined(state: Any, viewer: int = 0) -> list[Any]:
    return [state.imagine(viewer, Rng(seed)) for seed in range(TIMES)]


@pytest.mark.parametrize("round", [1, 3, 5])
def test_the_letters_of_the_tile_stack_stay_and_unseen_pairs_change(round: int) -> None:
    state = game_in(round)
    real = state.tile_pile
    seen = state.tiles_drawn
    half = len(real) // 2
    found = [twin.tile_pile for twin in imagined(state)]
    for pile in found:
        assert sorted(pile) == sorted(real)
        assert [tile // 2 for tile in pile] == [tile // 2 for tile in real], "letters are public"
        assert pile[:seen] == real[:seen]
    for at in range(half):
        partners = {(pile[at], pile[at + half]) for pile in found}
        assert len(partners) == (1 if at < seen else 2)


@pytest.mark.parametrize("round", [1, 4, 8])
def test_tourist_tiles_to_come_change_their_order(round: int) -> None:
    state = game_in(round)
    real = state.tourist_pile
    found = [twin.tourist_pile for twin in imagined(state)]
    assert all(pile[:round] == real[:round] for pile in found)
    assert all(Counter(pile) == Counter(real) for pile in found)
    if round < 8:
        assert {pile[round] for pile in found} == set(real[round:])


@pytest.mark.parametrize("round", [1, 5])
def test_the_demand_stack_and_its_reshuffles_change_their_order(round: int) -> None:
    state = game_in(round)
    twins = imagined(state)
    stack = state.demand_pile
    assert all(sorted(twin.demand_pile) == sorted(stack) for twin in twins)
    assert {twin.demand_pile[0] for twin in twins} == set(stack)
    every = list(range(10))
    for twin in twins:
        assert len(twin.reshuffles) == len(state.reshuffles) > 0
        assert all(sorted(order) == every for order in twin.reshuffles)
    assert {twin.reshuffles[0][0] for twin in twins} == set(every)


@pytest.mark.parametrize(("round", "rolled"), [(1, 0), (2, 1), (5, 2), (8, 4)])
def test_dice_not_rolled_yet_can_show_anything(round: int, rolled: int) -> None:
    state = game_in(round, rising_waters=True) if round < 3 else wet_game_in(round)
    found = [twin.dice_pile for twin in imagined(state)]
    assert all(len(dice) == 4 and dice[:rolled] == state.dice_pile[:rolled] for dice in found)
    for at in range(rolled, 4):
        assert {dice[at] for dice in found} == {1, 2, 3, 4, 5, 6}


def wet_game_in(round: int) -> Any:
    """A game with Rising Waters whose dice never bring a flood before the round."""
    for seed in range(40):
        state = VANUATU.deal({"players": 3, "options": {"rising_waters": True}}, Rng(seed))
        rng = Rng(seed)
        while state.turn() >= 0 and VANUATU.view(state, None)["round"] < round:
            options = state.options()
            state.play(options[rng.below(len(options))])
        if state.turn() >= 0:
            return state
    raise AssertionError("every game was lost to the sea")


@pytest.mark.parametrize("tiles_lie", [False, True])
def test_the_characters_not_offered_yet_are_drawn_again_without_repeats(tiles_lie: bool) -> None:
    # Round 3 begins with its tiles; its characters are offered when they lie.
    state = game_in(3, players=2)
    assert VANUATU.question(state).kind == "place_tile"
    while tiles_lie and VANUATU.question(state).kind == "place_tile":
        state.play(state.options()[0])
    offered = 3 if tiles_lie else 2
    found = [twin.pool_pile for twin in imagined(state)]
    for pools in found:
        assert len(pools) == 8 and pools[:offered] == state.pool_pile[:offered]
        for before, after in pairwise(pools):
            assert after.bit_count() == 5
            assert not before & after, "five of the six that were not on offer before"
    assert len({pools[offered] for pools in found}) == 6


def test_rest_tokens_of_others_change_and_the_own_stays() -> None:
    rng = Rng(1)
    state = VANUATU.deal({"players": 4}, Rng(1))
    while len(state.rest_order) < 3:
        texts = {VANUATU.write(state, move): move for move in state.options()}
        rest = [text for text in texts if text in ("plan rest", "perform rest")]
        moves = [texts[text] for text in rest] or list(texts.values())
        state.play(moves[rng.below(len(moves))])
    first, viewer, last = state.rest_order

    def tokens(seat: int) -> set[str]:
        return {
            str(VANUATU.view(twin, seat)["players"][seat]["rest_token"])
            for twin in imagined(state, viewer)
        }

    own = str(VANUATU.view(state, viewer)["players"][viewer]["rest_token"])
    assert tokens(viewer) == {own}
    assert len(tokens(first)) == 1, "the second to choose sees which token the first one took"
    assert len(tokens(last)) == 2
