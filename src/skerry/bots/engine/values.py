"""What a position is worth to each seat, between 0 (lost) and 1 (won). One class per game."""

import math
from typing import Final

from skerry.kernel.agenda import State

# A lead of this many points at the end is worth about as much as the win itself.
MARGIN_SCALE: Final = 12.0
WIN_PART: Final = 0.5
# Before the end a lead is over half the best of the others, half their mean, which wavers less.
BEST_PART: Final = 0.5


class Values:
    """How a game's positions are judged. `totals` is the only thing a game must say."""

    trades_from: int = 1 << 30  # no lower move can wait

    def totals(self, state: State) -> list[float]:
        """Estimate the final total of each seat."""
        return [float(total) for total in state.results()]

    def risk(self, state: State) -> float:
        """Estimate the danger, 0 to 1, that everybody loses."""
        return 0.0

    def all_may_lose(self, state: State) -> bool:
        """Say whether this is a game that everybody can lose."""
        return False

    def can_wait(self, state: State, move: int) -> bool:
        """Say whether a move is a trade that stays open, as often as wanted, till much later."""
        return False

    def pointless(self, state: State, move: int) -> bool:
        """Say whether a trade takes back what was given for something a moment ago."""
        return False

    def shares(self, state: State) -> list[float]:
        """Give each seat's value of a position; at the end the win itself counts too."""
        totals = self.totals(state)
        if len(totals) == 1:
            return [self.alone(totals[0])]
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
        shares: list[float] = []
        together = sum(totals)
        others = len(totals) - 1.0
        for total in totals:
            rival = best
            if total == best and winners == 1:
                rival = second
            if not over:
                rival = BEST_PART * rival + (1.0 - BEST_PART) * (together - total) / others
            share = 1.0 / (1.0 + math.exp((rival - total) / MARGIN_SCALE))
            if over:
                won = 1.0 / winners if total == best else 0.0
                share = WIN_PART * won + (1.0 - WIN_PART) * share
            shares.append(share * safe)
        return shares

    def lead(self, share: float) -> float:
        """Give the lead in points that a share stands for; alone, the points above forty."""
        inside = min(max(share, 0.001), 0.999)
        return MARGIN_SCALE * math.log(inside / (1.0 - inside))

    def alone(self, total: float) -> float:
        """Give the value of a solo total, spread over what solo games reach."""
        return 1.0 / (1.0 + math.exp((40.0 - total) / MARGIN_SCALE))
