"""A search that judges one move: every iteration begins with it, and the totals are kept.

A bot needs to know which move is best; a coach needs to know by how many points. The mean value in
the tree cannot say that: near the end it contains the win itself, and one long search is surer of
itself than it should be. So several short searches are forced through the same move, and each
returns the mean of the totals where its iterations end (docs/coach.md).
"""

from typing import Final

from skerry.bots.engine.search import Search
from skerry.bots.engine.values import BEST_WEIGHT, Values
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

NO_MOVE: Final = -1
# The lead that counts for everybody when the sea has won: like losing by this many points.
ALL_LOST: Final = -20.0


def lead(totals: list[float], seat: int) -> float:
    """Return how far *seat* is ahead of half the best and half the mean rival; solo, its total."""
    own = totals[seat]
    if len(totals) == 1:
        return own
    best = -1e9
    sum_of_rivals = 0.0
    for other in range(len(totals)):
        if other != seat:
            sum_of_rivals += totals[other]
            if totals[other] > best:
                best = totals[other]
    mean = sum_of_rivals / (len(totals) - 1)
    return own - BEST_WEIGHT * best - (1.0 - BEST_WEIGHT) * mean


class JudgingSearch(Search):
    """A search whose iterations all begin with one move, or with any if none is given."""

    def __init__(self, values: Values, viewer: int, moves: int, seats: int, rng: Rng) -> None:
        super().__init__(values, viewer, moves, seats, rng)
        self.iterations = 0
        self.total_sums: list[float] = [0.0] * seats
        self.risk_sum = 0.0
        self.lead_sum = 0.0
        # The iteration under way, and the moves of one that is being traced.
        self.totals: list[float] = [0.0] * seats
        self.risk = 0.0
        self.weight = 0.0
        self.trace: list[int] | None = None

    def judge(self, state: State, move: int, iterations: int) -> None:
        """Run iterations that begin with *move*, or with any move if it is NO_MOVE."""
        horizon = state.round + self.rounds_ahead
        for _ in range(iterations):
            imagined = state.imagine(self.viewer, self.rng)
            if move != NO_MOVE:
                imagined.play(move)
            self._count(imagined, horizon)

    def continuation(self, state: State, move: int) -> tuple[State, list[int]]:
        """Run one more iteration; return the deal it imagined and all its moves after *move*.

        Played on the deal, the moves lead to where the iteration ended.
        """
        imagined = state.imagine(self.viewer, self.rng)
        imagined.play(move)
        dealt = imagined.copy()
        self.trace = []
        self._count(imagined, state.round + self.rounds_ahead)
        moves = self.trace
        self.trace = None
        return dealt, moves

    def mean_totals(self) -> list[float]:
        """Return each seat's mean total where the iterations ended."""
        return [total / self.iterations for total in self.total_sums]

    def mean_risk(self) -> float:
        """Return the mean risk, where the iterations ended, that everybody loses."""
        return self.risk_sum / self.iterations

    def mean_lead(self) -> float:
        """Return the viewer's mean lead in points; a game that everybody loses is ALL_LOST."""
        return self.lead_sum / self.iterations

    def _count(self, state: State, horizon: int) -> None:
        for seat in range(len(self.totals)):
            self.totals[seat] = 0.0
        self.risk = 0.0
        self._iterate(state, horizon)
        self.iterations += 1
        for seat in range(len(self.totals)):
            self.total_sums[seat] += self.totals[seat]
        self.risk_sum += self.risk
        ahead = lead(self.totals, self.viewer)
        self.lead_sum += ahead + self.risk * (ALL_LOST - ahead)

    def _play(self, state: State, move: int) -> None:
        if self.trace is not None:
            self.trace.append(move)
        state.play(move)

    def _evaluate(self, state: State, weight: float) -> list[float]:
        totals = self.values.totals(state)
        for seat in range(len(totals)):
            self.totals[seat] += weight * totals[seat]
        self.risk += weight * self.values.risk(state)
        return self.values.values_of(state, totals)
