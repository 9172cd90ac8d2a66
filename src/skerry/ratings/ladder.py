"""The bots' levels as fixed points of the scale, from the games they were measured in.

A step of the ladder is one stronger bot against three weaker ones. If it wins the share *s* of
its games, the odds against each of the others are s / ((1 - s) / 3), and their logarithm, times
the width of the model for four players, is the distance between the two levels. Replace a share
when it was measured anew (docs/bots.md), then let the operator compute all ratings again.
"""

import functools
import math

from skerry.ratings.model import AVERAGE, width

PLAYERS = 4  # at the tables where the levels were measured
LADDER = ["relaxed", "steady", "skilled", "expert"]
# The share of games that each level won against three of the level below (docs/bots.md).
SHARES: dict[str, list[float]] = {
    "vanuatu": [0.750, 0.917, 0.55],
    "nusfjord": [0.717, 0.938, 0.54],
}


@functools.cache
def anchors(game: str) -> dict[str, float]:
    """Return the rating of each level; it never moves. Empty for a game that was not measured.

    The four levels together have the average of the scale.

    >>> {level: round(rating) for level, rating in anchors("vanuatu").items()}
    {'relaxed': 1202, 'steady': 1378, 'skilled': 1658, 'expert': 1762}
    """
    if game not in SHARES:
        return {}
    heights = [0.0]
    for share in SHARES[game]:
        odds = (PLAYERS - 1) * share / (1 - share)
        heights.append(heights[-1] + width(PLAYERS) * math.log(odds))
    base = AVERAGE - sum(heights) / len(heights)
    return {level: base + height for level, height in zip(LADDER, heights, strict=True)}
