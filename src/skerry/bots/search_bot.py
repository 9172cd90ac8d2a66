"""The bot that searches, and how it searches each game."""

import time
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from skerry.bots.engine.nusfjord_values import NusfjordValues
from skerry.bots.engine.search import PRIOR_VISITS, UCB_C, Search, without_reversals
from skerry.bots.engine.values import Values
from skerry.bots.engine.vanuatu_values import VanuatuValues
from skerry.bots.protocol import Budget
from skerry.bots.search_time import SearchTime
from skerry.bots.shared_search import MoveStatistics, merge, statistics
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

VALUES: dict[str, Values] = {"vanuatu": VanuatuValues(), "nusfjord": NusfjordValues()}
# With Rising Waters an expert leaves more dikes to its opponents and counts the open sides to come;
# trials in docs/lab/rising-waters.md.
EXPERT_VALUES: dict[str, Values] = VALUES | {
    "vanuatu": VanuatuValues(dikes_by_others=2 / 3, future_sides=True)
}
SURVIVAL_VALUES: dict[str, Values] = VALUES | {"vanuatu": VanuatuValues(future_sides=True)}

HELPER_TIMEOUT = 1.25  # how many times its budget a bot waits for its helper
HELPER_TIMEOUT_WITHOUT_CLOCK = 75.0  # seconds, where the budget is in iterations
BATCH = 16  # iterations between two looks at the clock


class SearchSettings(NamedTuple):
    """How `Search` searches a game; the attributes are explained there."""

    rounds_ahead: int
    ucb_c: float
    prior_visits: float
    opponents_search: bool = True
    early_weight: float = 0.0

    def apply(self, search: Search) -> None:
        """Make *search* search in this way."""
        search.rounds_ahead = self.rounds_ahead
        search.ucb_c = self.ucb_c
        search.prior_visits = self.prior_visits
        search.opponents_search = self.opponents_search
        search.early_weight = self.early_weight


# Trials in docs/lab/search.md. A search without priors must explore more.
UCB_C_WITHOUT_PRIORS = 0.35
UCB_C_SOLO = 0.3
EARLY_WEIGHT = 0.5
SKILLED = {
    "vanuatu": SearchSettings(1, UCB_C_WITHOUT_PRIORS, 0.0),
    "nusfjord": SearchSettings(1, UCB_C, PRIOR_VISITS),
}
EXPERT = {
    "vanuatu": SearchSettings(2, UCB_C, PRIOR_VISITS, early_weight=EARLY_WEIGHT),
    "nusfjord": SearchSettings(3, UCB_C, PRIOR_VISITS),
}
# Where everybody may lose, as with Rising Waters.
EXPERT_IF_ALL_MAY_LOSE = SearchSettings(2, UCB_C_WITHOUT_PRIORS, 0.0, early_weight=EARLY_WEIGHT)
# In a solo game no opponent's answers lead the search to other moves, so it must explore more.
EXPERT_SOLO = SearchSettings(3, UCB_C_SOLO, PRIOR_VISITS)
SURVIVAL = SearchSettings(
    2, UCB_C_WITHOUT_PRIORS, 0.0, opponents_search=False, early_weight=EARLY_WEIGHT
)


def expert_settings(game: Game, state: State) -> SearchSettings:
    """Return how an expert searches the game."""
    if state.n == 1:
        return EXPERT_SOLO
    all_may_lose = VALUES[game.name].all_may_lose(state)
    return EXPERT_IF_ALL_MAY_LOSE if all_may_lose else EXPERT[game.name]


class SearchHelper(Protocol):
    """Searches the same position at the same time (`skerry.bots.search_helper`)."""

    def search(
        self, game: Game, state: State, seat: int, budget: Budget, seed: int
    ) -> "Future[list[MoveStatistics]]": ...


class SearchBot:
    """Searches for as long as its budget allows and plays the most visited move."""

    def __init__(self, name: str, budget: Budget, helper: SearchHelper | None = None) -> None:
        self.name = name
        self.budget = budget
        self.helper = helper
        self.found: list[MoveStatistics] = []  # by the search for the last move, if there was one
        self._search: Search | None = None
        self._time = SearchTime(budget)

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = without_reversals(self.values(game), state)
        self.found = []
        if len(options) == 1:
            return options[0]
        if self.helper is None:
            self.found = self.statistics(game, state, seat, rng)
        else:
            self.found = self._search_together(self.helper, game, state, seat, rng)
        return game.read(state, merge([self.found])[0].move)

    def _search_together(
        self, helper: SearchHelper, game: Game, state: State, seat: int, rng: Rng
    ) -> list[MoveStatistics]:
        timeout = HELPER_TIMEOUT_WITHOUT_CLOCK
        if self.budget.seconds is not None:
            timeout = HELPER_TIMEOUT * self.budget.seconds
        latest = time.monotonic() + timeout
        answer = helper.search(game, state, seat, self.budget, rng.below(1 << 30))
        own = self.statistics(game, state, seat, rng)
        try:
            return merge([own, answer.result(timeout=max(0.0, latest - time.monotonic()))])
        except (TimeoutError, RuntimeError):
            self.helper = None  # busy or gone: search alone from now on
            return own

    def statistics(self, game: Game, state: State, seat: int, rng: Rng) -> list[MoveStatistics]:
        """Search the position and return the statistics of its moves."""
        search = self.search(game, state, seat, rng)
        return statistics(search, game, state, without_reversals(search.values, state))

    def search(self, game: Game, state: State, seat: int, rng: Rng) -> Search:
        """Search the position and return the search."""
        search = self._search or self.new_search(game, state, seat, rng)
        search.decay()
        began = time.monotonic()
        done, spent = 0, 0.0
        while self._time.goes_on(search, done, spent):
            most = self.budget.iterations
            batch = BATCH if most is None else min(BATCH, most - done)
            search.run(state, batch)
            done += batch
            spent = time.monotonic() - began
        self._time.end(spent)
        return search

    def new_search(self, game: Game, state: State, seat: int, rng: Rng) -> Search:
        """Return a new search with this bot's settings, which it keeps for the game."""
        search = self._search = Search(self.values(game), seat, game.moves, state.n, rng)
        self.settings(game, state).apply(search)
        return search

    def values(self, game: Game) -> Values:
        """Return how this bot evaluates the game's positions."""
        return (EXPERT_VALUES if self.budget.expert else VALUES)[game.name]

    def settings(self, game: Game, state: State) -> SearchSettings:
        """Return how this bot searches the game."""
        return expert_settings(game, state) if self.budget.expert else SKILLED[game.name]

    def observe(self, state: State, move: int) -> None:
        search = self._search
        if search is None:
            return
        if state.turn() != search.viewer:
            search.reset_tree()
            return
        options = without_reversals(search.values, state)
        if move not in options:
            search.reset_tree()  # an opponent's move out of turn
        elif len(options) > 1:
            search.advance(move)

    def tree_size(self) -> int:
        """Return about how many nodes the tree of the search has: no more than its visits."""
        return self._search.root.visits if self._search is not None else 0

    def drop_tree(self) -> None:
        """Free the memory of the tree; the statistics of moves stay."""
        if self._search is not None:
            self._search.reset_tree()


class SurvivalSearchBot(SearchBot):
    """Searches for a way to keep everybody from losing, with opponents who move at random."""

    def values(self, game: Game) -> Values:
        return SURVIVAL_VALUES[game.name]

    def settings(self, game: Game, state: State) -> SearchSettings:
        return SURVIVAL
