"""The value of a position to each seat, between 0 (lost) and 1 (won). One class per game."""

import math
from typing import Final

from skerry.kernel.agenda import State

# The value is a logistic function of the lead in points; at this lead it is 1 / (1 + 1/e) = 0.73.
MARGIN_SCALE: Final = 12.0
WIN_WEIGHT: Final = 0.5  # at the end of a game; the margin has the rest
# Before the end the lead is over half the best opponent and half their mean, which varies less.
BEST_WEIGHT: Final = 0.5
SOLO_PAR: Final = 40.0  # the solo total of value 0.5


class Values:
    """How a game's positions are evaluated. A game defines `totals_at` and `rounds_left`."""

    first_trade: int = 1 << 30  # no lower move is a repeatable trade

    def totals(self, state: State) -> list[float]:
        """Return the estimated final total of each seat."""
        return self.totals_at(state, self.rounds_left(state))

    def totals_at(self, state: State, left: int) -> list[float]:
        """Return the estimated totals as if *left* rounds were still to play, this one included."""
        return [float(total) for total in state.results()]

    def rounds_left(self, state: State) -> int:
        """Return how many rounds are still to play, this one included; 0 at the end."""
        return 0

    def risk(self, state: State) -> float:
        """Return the estimated risk, 0 to 1, that everybody loses."""
        return 0.0

    def all_may_lose(self, state: State) -> bool:
        """Return whether this is a game that everybody can lose."""
        return False

    def is_repeatable_trade(self, state: State, move: int) -> bool:
        """Return whether a move is a trade without limit, which stays available for long."""
        return False

    def is_reversal(self, state: State, move: int) -> bool:
        """Return whether a trade reverses one made just before."""
        return False

    def seat_values(self, state: State) -> list[float]:
        """Return the value of a position to each seat; at the end the win itself counts too."""
        return self.values_of(state, self.totals(state))

    def values_of(self, state: State, totals: list[float]) -> list[float]:
        """Return the value to each seat of a position whose `totals` are known."""
        if len(totals) == 1:
            return [self.solo_value(totals[0])]
        over = not state.agenda
        safe = 1.0 - self.risk(state)
        best = max(totals)
        winners = 0
        second = -1e9
        for total in totals:
            if total == best:
                winners += 1
            elif total > second:
                second = total
        values: list[float] = []
        sum_of_totals = sum(totals)
        opponents = len(totals) - 1.0
        for total in totals:
            rival = best
            if total == best and winners == 1:
                rival = second
            if not over:
                mean = (sum_of_totals - total) / opponents
                rival = BEST_WEIGHT * rival + (1.0 - BEST_WEIGHT) * mean
            value = 1.0 / (1.0 + math.exp((rival - total) / MARGIN_SCALE))
            if over:
                won = 1.0 / winners if total == best else 0.0
                value = WIN_WEIGHT * won + (1.0 - WIN_WEIGHT) * value
            values.append(value * safe)
        return values

    def points_ahead(self, value: float) -> float:
        """Return the lead in points that a value stands for; solo, the points above SOLO_PAR."""
        inside = min(max(value, 0.001), 0.999)
        return MARGIN_SCALE * math.log(inside / (1.0 - inside))

    def solo_value(self, total: float) -> float:
        """Return the value of a solo total."""
        return 1.0 / (1.0 + math.exp((SOLO_PAR - total) / MARGIN_SCALE))
