"""The model behind the ratings: Plackett-Luce for games of several players (openskill).

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011). The parameters put the
bots' levels between about 1200 and 1770, so that a newcomer's band covers nearly all of them.
"""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

AVERAGE = 1500.0
UNKNOWN = 200.0  # the standard deviation of somebody who has not played yet
LUCK = 40.0  # how much one result varies: openskill's beta
CHANGE = 2.0  # what a player may have learnt or forgotten since the last game: openskill's tau
FIXED = 1e-3  # the standard deviation of a bot, whose rating is known
GAMES_NEEDED = 10  # until a rating is shown
SURE = 1.96  # standard deviations to either side hold 95 %


class Rating(NamedTuple):
    """A rating: its mean and its standard deviation."""

    mean: float
    deviation: float

    @property
    def band(self) -> float:
        """How far the 95 % band reaches to either side."""
        return SURE * self.deviation


NEW = Rating(AVERAGE, UNKNOWN)


def width(players: int) -> float:
    """Return the difference of ratings that multiplies the odds between two players by e.

    It grows with the number of players, as it does in openskill.
    """
    return LUCK * math.sqrt(players)


def rate(before: Sequence[Rating | float], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a game; a plain number is a bot's and stays as it is.

    Places are 1 for the winners; players with the same place have drawn.

    >>> won, lost = rate([NEW, NEW], [1, 2])
    >>> won.mean > NEW.mean > lost.mean, won.deviation < NEW.deviation
    (True, True)
    """
    model = _model()
    ratings = [one if isinstance(one, Rating) else Rating(one, FIXED) for one in before]
    teams = [[model.rating(mu=one.mean, sigma=one.deviation)] for one in ratings]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(team[0].mu, team[0].sigma) if isinstance(was, Rating) else Rating(was, FIXED)
        for was, team in zip(before, after, strict=True)
    ]


@functools.cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=AVERAGE, sigma=UNKNOWN, beta=LUCK, tau=CHANGE)
