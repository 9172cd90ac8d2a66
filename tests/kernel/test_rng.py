"""Chance is repeatable and fair, and neighbouring seeds have nothing to do with each other.

Every bound is one that a fair generator passes in 999 of 1,000 tests. The seeds are fixed, so no
test fails by chance.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng, mix

SEEDS = range(2000)
# Chi-square values below which 99.9 % lie, by degrees of freedom.
LIMIT = {1: 10.83, 3: 16.27, 5: 20.52, 11: 31.26, 17: 40.79, 24: 51.18, 99: 148.23}


def chi_square(found: Sequence[int], cells: int) -> float:
    """Return how far the numbers found are from being equally likely below *cells*."""
    counts = Counter(found)
    expected = len(found) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_the_same_seed_draws_the_same_numbers() -> None:
    one, other = Rng(42), Rng(42)
    assert [one.below(100) for _ in range(50)] == [other.below(100) for _ in range(50)]


def test_these_numbers_never_change() -> None:
    """Old seeds must deal old games for ever; a change here breaks them."""
    for seed, numbers in (
        (7, [511, 390, 830, 622, 672, 252, 870, 858]),
        (-7, [293, 654, 358, 811, 62, 510, 635, 375]),
        (2**63 + 7, [516, 41, 792, 45, 154, 262, 816, 643]),
        (2**64 + 7, [511, 390, 830, 622, 672, 252, 870, 858]),
    ):
        rng = Rng(seed)
        assert [rng.below(1000) for _ in numbers] == numbers


def test_seeds_are_mixed_by_splitmix64() -> None:
    """Its authors' reference implementation begins so with the seed 1234567."""
    gamma = 0x9E3779B97F4A7C15
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [mix(1234567 + i * gamma) for i in range(3)] == published


@pytest.mark.parametrize("cells", [2, 4, 6, 100])
def test_the_first_draws_of_consecutive_seeds_are_uniform(cells: int) -> None:
    for draw in range(3):
        found = []
        for seed in SEEDS:
            rng = Rng(seed)
            found.append([rng.below(cells) for _ in range(draw + 1)][draw])
        assert chi_square(found, cells) < LIMIT[cells - 1]


@pytest.mark.parametrize("distance", [1, 2, 3, 31, 7919, 2**31, 2**32, 2**62])
def test_the_first_draws_of_two_seeds_are_independent(distance: int) -> None:
    """All pairs are equally likely, and in the long run neither follows the other."""
    pairs = [Rng(seed).below(5) * 5 + Rng(seed + distance).below(5) for seed in SEEDS]
    assert chi_square(pairs, 25) < LIMIT[24]
    half = 500_000
    for draw in range(6):
        products = 0
        for seed in SEEDS:
            one, other = Rng(seed), Rng(seed + distance)
            for _ in range(draw):
                one.below(2)
                other.below(2)
            products += (one.below(2 * half) - half) * (other.below(2 * half) - half)
        correlation = products / len(SEEDS) / (half * half / 3)
        assert abs(correlation) < 3.3 / sqrt(len(SEEDS))  # its standard error is 1/sqrt(n)


@pytest.mark.parametrize(("name", "pile"), [("vanuatu", "first"), ("nusfjord", "starter")])
def test_the_starting_players_of_neighbouring_seeds_are_independent(name: str, pile: str) -> None:
    starts = [piles(name, seed)[pile] for seed in range(1000)]
    changes = [(after - before) % 4 for before, after in pairwise(starts)]
    assert chi_square(starts, 4) < LIMIT[3]
    assert chi_square(changes, 4) < LIMIT[3]


@pytest.mark.parametrize(("display", "cards"), [("a_display", 18), ("b_display", 12)])
def test_every_building_is_equally_likely_in_the_opening_display(display: str, cards: int) -> None:
    """Half of the buildings of a letter are shown, so a game's draws are not independent:
    the variance of a count is games/4, and the counts' covariance gives the factor (n-1)/n.
    """
    games = 400
    counts = Counter(
        card for seed in range(1, games + 1) for card in piles("nusfjord", seed)[display]
    )
    assert len(counts) == cards
    spread = sum((count - games / 2) ** 2 for count in counts.values()) / (games / 4)
    assert spread * (cards - 1) / cards < LIMIT[cards - 1]


def piles(name: str, seed: int) -> Any:
    """Return the piles of a four-player game."""
    game = GAMES[name]
    return GameRecord.of(game, game.deal({"players": 4}, Rng(seed))).setup["piles"]


def test_every_number_comes_about_as_often() -> None:
    rng = Rng(1)
    assert chi_square([rng.below(6) for _ in range(6000)], 6) < LIMIT[5]


def test_a_shuffle_keeps_everything() -> None:
    items = list(range(30))
    Rng(3).shuffle(items)
    assert items != list(range(30))
    assert sorted(items) == list(range(30))


def test_shuffles_of_consecutive_seeds_reach_every_order_equally() -> None:
    orders = []
    for seed in SEEDS:
        items = [0, 1, 2]
        Rng(seed).shuffle(items)
        orders.append(items[0] * 2 + (items[1] > items[2]))
    assert chi_square(orders, 6) < LIMIT[5]


def test_a_copy_draws_on_alike_and_alone() -> None:
    rng = Rng(5)
    rng.below(10)
    twin = rng.copy()
    drawn = [twin.below(10) for _ in range(20)]
    assert [rng.below(10) for _ in range(20)] == drawn


def test_any_whole_number_is_a_seed() -> None:
    seeds = [0, 1, -1, -(2**62), 2**31, 2**62, 2**63, 2**64 - 2, 10**9, 3**100]
    starts = {(int(rng.a), int(rng.b)) for rng in map(Rng, seeds)}
    assert len(starts) == len(seeds)
    assert all(0 < a < 2147483563 and 0 < b < 2147483399 for a, b in starts)


def test_no_two_of_many_seeds_begin_alike() -> None:
    starts = {(int(rng.a), int(rng.b)) for rng in map(Rng, range(-10_000, 10_000))}
    assert len(starts) == 20_000
