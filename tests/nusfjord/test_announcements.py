"""What is to come, told in advance: buildings, sets of workers, totals that change the rank."""

from typing import Any

import pytest

from skerry.games import GAMES
from skerry.games.nusfjord.campaign import Campaign, SoloCampaign, _json, new_rank
from skerry.games.nusfjord.catalogue import load
from skerry.kernel.rng import Rng

NUSFJORD = GAMES["nusfjord"]


def views_by_round(players: int) -> dict[int, Any]:
    """Play the first option again and again; return the last view of each round."""
    state = NUSFJORD.deal({"players": players}, Rng(1))
    views = {}
    while NUSFJORD.question(state) is not None:
        views[state.round] = NUSFJORD.view(state, None)
        state.play(state.options()[0])
    return views


def test_buildings_are_announced_until_they_come() -> None:
    arrivals = {at: view["arrivals"] for at, view in views_by_round(3).items()}
    assert [arrivals[at]["A"] for at in range(1, 8)] == [3, 3, None, None, None, None, None]
    assert [arrivals[at]["B"] for at in range(1, 8)] == [5, 5, 5, 5, None, None, None]
    assert [arrivals[at]["C"] for at in range(1, 8)] == [6, 6, 6, 6, 6, None, None]


@pytest.mark.parametrize(("players", "colors"), [(1, [0, 1, 0, 1, 0, 1, 0]), (3, [])])
def test_alone_the_sets_of_workers_take_turns(players: int, colors: list[int]) -> None:
    views = views_by_round(players)
    assert views[1]["round_colors"] == colors
    for at, color in enumerate(colors, start=1):
        assert views[at]["worker_color"] == color


@pytest.mark.parametrize("rank", [0, 4, 12])
def test_a_campaign_tells_which_totals_change_the_rank(rank: int) -> None:
    summary = SoloCampaign(load()).summary(_json(Campaign("herring", rank=rank)))
    assert new_rank(rank, summary["rank_rises_above"]) == rank
    assert new_rank(rank, summary["rank_rises_above"] + 1) == rank + 1
    assert new_rank(rank, summary["rank_falls_at"]) == max(0, rank - 1)
    assert new_rank(rank, summary["rank_falls_at"] + 1) == rank
    assert summary["missing"] == 101
