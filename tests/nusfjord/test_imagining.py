"""Imagining deals again exactly what a seat cannot see, and every deal is possible."""

from typing import Any

import pytest

from skerry.games import GAMES
from skerry.kernel.rng import Rng

GAME = GAMES["nusfjord"]
TIMES = 60


def position_in(round: int, players: int = 5) -> Any:
    """A random game at the beginning of a round."""
    state = GAME.deal({"players": players}, Rng(4))
    rng = Rng(8)
    while GAME.view(state, None)["round"] < round:
        options = state.options()
        state.play(options[rng.below(len(options))])
    return state


def imagined(state: Any, viewer: int) -> list[dict[str, Any]]:
    return [GAME.position(state.imagine(viewer, Rng(seed))) for seed in range(TIMES)]


@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_pile_keeps_its_cards_in_any_order(letter: str) -> None:
    state = position_in(2)
    real = GAME.position(state)["piles"][letter]
    found = [position["piles"][letter] for position in imagined(state, 0)]
    assert all(sorted(pile) == sorted(real) for pile in found)
    assert {pile[0] for pile in found} == set(real), "any of them can be the next"


@pytest.mark.parametrize("viewer", [0, 3])
def test_the_hands_of_others_come_from_all_c_cards_not_seen(viewer: int) -> None:
    state = position_in(4)
    real = GAME.position(state)
    hands = [player["hand"] for player in real["players"]]
    assert all(hands)
    unseen = set(real["piles"]["C"]).union(*(hands[s] for s in range(5) if s != viewer))
    held: set[str] = set()
    for position in imagined(state, viewer):
        dealt = [player["hand"] for player in position["players"]]
        assert dealt[viewer] == hands[viewer]
        assert [len(hand) for hand in dealt] == [len(hand) for hand in hands]
        others = [card for seat in range(5) if seat != viewer for card in dealt[seat]]
        assert sorted(others + position["piles"]["C"]) == sorted(unseen)
        held.update(others)
    assert held == unseen


def test_covered_elders_change_places_and_uncovered_ones_stay() -> None:
    state = GAME.deal({"players": 5}, Rng(4))
    position = GAME.position(state)
    position["stacks"][2] = [position["stacks"][2][0], 0, 0]  # its face-down elder lies open now
    for seat, elders in ((0, (3,)), (1, (9,))):
        position["players"][seat]["elders"] = [
            {"elder": elder, "fish": 0, "since": 0} for elder in elders
        ]
    state = GAME.from_position(position)
    below: list[set[int]] = [set() for _ in range(6)]
    for found in imagined(state, 0):
        for stack, (hidden, lower, upper) in enumerate(found["stacks"]):
            below[stack].add(hidden)
            assert [lower, upper] == position["stacks"][stack][1:]
    open_one = position["stacks"][2][0]
    assert below[2] == {open_one}
    covered = set(range(13, 19)) - {open_one}
    assert all(below[stack] == covered for stack in range(6) if stack != 2)


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    state = position_in(3)
    for seed in range(5):
        twin = state.imagine(1, Rng(seed))
        rng = Rng(seed)
        while twin.turn() >= 0:
            options = twin.options()
            twin.play(options[rng.below(len(options))])
