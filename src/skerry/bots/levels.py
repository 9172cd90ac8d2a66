"""The five levels, by name."""

import time
from collections.abc import Callable

from skerry.bots.engine.nusfjord_values import NusfjordValues
from skerry.bots.engine.one_ply import look_ahead
from skerry.bots.engine.search import Search
from skerry.bots.engine.values import Values
from skerry.bots.engine.vanuatu_values import VanuatuValues
from skerry.bots.protocol import Bot, Budget
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

VALUES: dict[str, Values] = {"vanuatu": VanuatuValues(), "nusfjord": NusfjordValues()}
BATCH = 16  # iterations between two looks at the clock


class RandomBot:
    """Any move will do, but nothing is sold or begged for without being asked."""

    name = "random"

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.agenda[-1].options(state)
        return options[rng.below(len(options))]

    def played(self, state: State, move: int) -> None:
        pass


class OnePlyBot:
    """Looks one move ahead and plays the round out a few times at random."""

    def __init__(self, name: str, tries: int, noise: float) -> None:
        self.name = name
        self.tries = tries
        self.noise = noise

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.options()
        if len(options) == 1:
            return options[0]
        worth = look_ahead(state, seat, VALUES[game.name], options, self.tries, rng)
        if self.noise:
            worth = [value + self.noise * rng.below(1000) / 1000 for value in worth]
        return options[worth.index(max(worth))]

    def played(self, state: State, move: int) -> None:
        pass


class SearchBot:
    """Searches for as long as its budget allows and plays the move it tried most."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self.budget = budget
        self._search: Search | None = None

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.options()
        if len(options) == 1:
            return options[0]
        search = self.think(game, state, seat, rng)
        visits = search.visits(options)
        return options[visits.index(max(visits))]

    def think(self, game: Game, state: State, seat: int, rng: Rng) -> Search:
        """Search the position and give the search, for its statistics."""
        if self._search is None:
            self._search = Search(VALUES[game.name], seat, game.moves, state.n, rng)
        search = self._search
        search.forget()
        if self.budget.iterations is not None:
            search.run(state, self.budget.iterations)
            return search
        assert self.budget.seconds is not None, "a budget is seconds or iterations"
        end = time.monotonic() + self.budget.seconds
        while time.monotonic() < end:
            search.run(state, BATCH)
        return search

    def played(self, state: State, move: int) -> None:
        if self._search is not None and len(state.options()) > 1:
            self._search.follow(move)


_LEVELS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "relaxed": lambda: OnePlyBot("relaxed", tries=1, noise=0.05),
    "steady": lambda: OnePlyBot("steady", tries=4, noise=0.0),
    "skilled": lambda: SearchBot("skilled", Budget(seconds=0.2)),
    "expert": lambda: SearchBot("expert", Budget(seconds=1.5)),
}
LEVELS = list(_LEVELS)


def make(name: str) -> Bot:
    """Make a new bot of a level; `search:500` is a search of 500 iterations a move."""
    if name.startswith("search:") and name[7:].isdigit() and int(name[7:]) > 0:
        return SearchBot(name, Budget(iterations=int(name[7:])))
    if name.startswith("look:") and name[5:].isdigit() and int(name[5:]) > 0:
        return OnePlyBot(name, int(name[5:]), 0.0)
    if name not in _LEVELS:
        raise BadSetup(f"there is no bot {name!r}; the levels are {', '.join(LEVELS)}")
    return _LEVELS[name]()
