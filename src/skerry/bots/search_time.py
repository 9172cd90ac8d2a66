"""How long a bot searches for a move: its budget, a minimum on busy machines, and saved time.

A search ends early when no other move can catch up any more. The seconds saved in this way are
added to later decisions that are still close when their own time is over.
"""

from skerry.bots.engine.search import Search
from skerry.bots.protocol import Budget

STRETCH = 4.0  # how many times its seconds a bot searches at most to reach its least iterations
EXTRA = 0.35  # the part of its seconds by which saved time prolongs a close decision at most
MOST_SAVED = 10.0  # how many times its seconds a bot can have saved


class SearchTime:
    """Decides when a bot stops searching; it lasts as long as the bot, and so does saved time."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.saved = 0.0  # seconds

    def goes_on(self, search: Search, done: int, spent: float) -> bool:
        """Return whether to search on after *done* iterations in *spent* seconds."""
        budget = self.budget
        ahead = search.visit_lead()
        if budget.iterations is not None and done + ahead >= budget.iterations:
            return False
        if budget.seconds is None or not done:
            return True
        left = budget.seconds - spent
        if left <= 0.0:
            left += min(self.saved, EXTRA * budget.seconds)
        possible = done * left / max(spent, 1e-9)
        if spent < STRETCH * budget.seconds:
            possible = max(possible, budget.least_iterations - done)
        return possible > ahead

    def end(self, spent: float) -> None:
        """Note how long the search for a move took."""
        if self.budget.seconds is not None:
            most = MOST_SAVED * self.budget.seconds
            self.saved = min(most, max(0.0, self.saved + self.budget.seconds - spent))
