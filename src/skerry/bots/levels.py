"""The five levels, by name."""

import math
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

from skerry.bots.engine import nusfjord_values
from skerry.bots.engine.nusfjord_values import NusfjordValues
from skerry.bots.engine.one_ply import look_ahead
from skerry.bots.engine.search import EXPLORE, HABIT_TRIES, Search, sensible
from skerry.bots.engine.values import Values
from skerry.bots.engine.vanuatu_values import VanuatuValues
from skerry.bots.protocol import Bot, Budget
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

# The move that looks best after the own turn, without playouts: for thousands of games.
QUICK_CHOICE: dict[str, Callable[[Any], int]] = {"nusfjord": nusfjord_values.choose}
VALUES: dict[str, Values] = {"vanuatu": VanuatuValues(), "nusfjord": NusfjordValues()}
# At sea an expert leaves more of the dikes to the others and looks at the coast to come, as does
# who watches it; trials in docs/bots.md.
EXPERT_VALUES: dict[str, Values] = VALUES | {
    "vanuatu": VanuatuValues(dikes_of_others=2 / 3, foresees=True)
}
WATCH_VALUES: dict[str, Values] = VALUES | {"vanuatu": VanuatuValues(foresees=True)}
LATEST = 1.25  # how many times its budget a bot waits for its partner
BATCH = 16  # iterations between two looks at the clock


class Style(NamedTuple):
    """How a search goes about a game."""

    rounds_ahead: int  # 1: to the end of this round
    explore: float
    habit_tries: float
    trusting: bool = True  # the others move as well as they can, else at random
    early: float = 0.0  # how much is judged at the end of a round before the last


# Trials in docs/bots.md. Without habits a search must explore more.
EXPLORE_MORE = 0.35
EARLY = 0.5
SKILLED_STYLE = {"vanuatu": Style(1, EXPLORE_MORE, 0.0), "nusfjord": Style(1, EXPLORE, HABIT_TRIES)}
EXPERT_STYLE = {
    "vanuatu": Style(2, EXPLORE, HABIT_TRIES, early=EARLY),
    "nusfjord": Style(3, EXPLORE, HABIT_TRIES),
}
# "At sea" is where everybody may lose: Rising Waters.
EXPERT_AT_SEA = Style(2, EXPLORE_MORE, 0.0, early=EARLY)
# Alone nobody's answers drive a search on to other moves: it must look around more by itself.
EXPERT_ALONE = Style(3, 0.3, HABIT_TRIES)
WATCH = Style(2, EXPLORE_MORE, 0.0, trusting=False, early=EARLY)
ALARM = 0.3  # the danger (`Values.risk`) that makes a watchful bot think


class Look(NamedTuple):
    """How a bot looks one move ahead."""

    tries: int  # rounds played out for each move
    noise: float = 0.0  # up to so much is added to what they are worth


RELAXED = Look(1, noise=0.05)
RELAXED_AT_SEA = Look(1, noise=0.1)
STEADY = Look(8)
STEADY_AT_SEA = Look(32)


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

    def __init__(self, name: str, ashore: Look, at_sea: Look | None = None) -> None:
        self.name = name
        self.ashore = ashore
        self.at_sea = at_sea or ashore

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.options()
        if len(options) == 1:
            return options[0]
        values = VALUES[game.name]
        tries, noise = self.at_sea if values.all_may_lose(state) else self.ashore
        worth = look_ahead(state, seat, values, options, tries, rng)
        if noise:
            worth = [value + noise * rng.below(1000) / 1000 for value in worth]
        return options[worth.index(max(worth))]

    def played(self, state: State, move: int) -> None:
        pass


def votes(search: Search, state: State, options: list[int]) -> list[int]:
    """Give how often each option was tried; a trade that can wait has no vote unless it is clearly
    better than whatever else can be done.
    """
    visits = search.visits(options)
    waits = [search.values.can_wait(state, move) for move in options]
    others = [tries for tries, later in zip(visits, waits, strict=True) if not later]
    if len(others) == len(options) or not any(others):
        return visits
    best = next(i for i in range(len(options)) if not waits[i] and visits[i] == max(others))
    return [
        0 if waits[i] and not search.clearly_better(options[i], options[best]) else visits[i]
        for i in range(len(options))
    ]


class SecondMind(Protocol):
    """Somebody who searches the same position at the same time (`skerry.bots.partners`)."""

    def ask(
        self, game: Game, state: State, seat: int, budget: Budget, seed: int
    ) -> "Future[list[int]]": ...


class SearchBot:
    """Searches for as long as its budget allows and plays the move it tried most."""

    def __init__(self, name: str, budget: Budget, partner: SecondMind | None = None) -> None:
        self.name = name
        self.budget = budget
        self.partner = partner
        self._search: Search | None = None

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = sensible(self.values(game), state)
        if len(options) == 1:
            return options[0]
        answer = None
        latest = time.monotonic() + LATEST * (self.budget.seconds or 60.0)
        if self.partner is not None:
            answer = self.partner.ask(game, state, seat, self.budget, rng.below(1 << 30))
        mine = votes(self.think(game, state, seat, rng), state, options)
        if answer is not None:
            try:
                others = answer.result(timeout=max(0.0, latest - time.monotonic()))
                mine = [one + other for one, other in zip(mine, others, strict=True)]
            except (TimeoutError, RuntimeError):
                self.partner = None  # busy or gone: think alone from now on
        return options[mine.index(max(mine))]

    def begin(self, game: Game, state: State, seat: int, rng: Rng) -> Search:
        """Make the search that will think in this game."""
        search = self._search = Search(self.values(game), seat, game.moves, state.n, rng)
        style = self.style(game, state)
        search.rounds_ahead = style.rounds_ahead
        search.explore = style.explore
        search.habit_tries = style.habit_tries
        search.trusting = style.trusting
        search.early = style.early
        return search

    def values(self, game: Game) -> Values:
        """Choose how to judge this game's positions."""
        return (EXPERT_VALUES if self.budget.expert else VALUES)[game.name]

    def style(self, game: Game, state: State) -> Style:
        """Choose how to search this game."""
        if not self.budget.expert:
            return SKILLED_STYLE[game.name]
        if state.n == 1:
            return EXPERT_ALONE
        at_sea = VALUES[game.name].all_may_lose(state)
        return EXPERT_AT_SEA if at_sea else EXPERT_STYLE[game.name]

    def think(self, game: Game, state: State, seat: int, rng: Rng) -> Search:
        """Search the position and give the search, for its statistics."""
        search = self._search or self.begin(game, state, seat, rng)
        search.forget()
        began = time.monotonic()
        end = began + (self.budget.seconds or math.inf)
        if self.budget.iterations is not None:
            left = self.budget.iterations
            # Till no other move can catch up.
            while left > search.lead() and time.monotonic() < end:
                search.run(state, min(left, BATCH))
                left -= BATCH
            return search
        assert self.budget.seconds is not None, "a budget is seconds or iterations"
        now = began
        done = 0
        while now < end and (not done or done * (end - now) > search.lead() * (now - began)):
            search.run(state, BATCH)
            done += BATCH
            now = time.monotonic()
        return search

    def played(self, state: State, move: int) -> None:
        if self._search is None:
            return
        if state.turn() != self._search.viewer:
            self._search.begin_anew()
        elif len(sensible(self._search.values, state)) > 1:
            self._search.follow(move)


class Watch(SearchBot):
    """A search for a way out, in which the others move at random."""

    def values(self, game: Game) -> Values:
        return WATCH_VALUES[game.name]

    def style(self, game: Game, state: State) -> Style:
        return WATCH


class WatchfulBot:
    """Plays as *calm* does, but thinks of a way out while everybody is in danger of losing."""

    def __init__(self, calm: Bot, budget: Budget) -> None:
        self.name = calm.name
        self.calm = calm
        self.watch = Watch(calm.name, budget)

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        alarmed = WATCH_VALUES[game.name].risk(state) >= ALARM
        return (self.watch if alarmed else self.calm).choose(game, state, seat, rng)

    def played(self, state: State, move: int) -> None:
        self.watch.played(state, move)


WATCHING = Budget(seconds=0.2, iterations=800)
SKILLED = Budget(seconds=0.2)
EXPERT = Budget(seconds=1.5, expert=True)
LEVELS = ["random", "relaxed", "steady", "skilled", "expert"]


def make(name: str, partner: SecondMind | None = None) -> Bot:
    """Make a new bot of a level. An expert shares its thinking with a *partner* if it has one.

    For trials, `search:500` searches 500 iterations a move as skilled does, `deep:500` as
    an expert does, and `look:8` looks ahead 8 times.
    """
    kind, _, number = name.partition(":")
    if number.isascii() and number.isdigit() and int(number) > 0:
        if kind == "search":
            return SearchBot(name, Budget(iterations=int(number)))
        if kind == "deep":
            return SearchBot(name, Budget(iterations=int(number), expert=True))
        if kind == "look":
            return OnePlyBot(name, Look(int(number)))
    if name == "random":
        return RandomBot()
    if name == "relaxed":
        return WatchfulBot(OnePlyBot(name, RELAXED, RELAXED_AT_SEA), WATCHING)
    if name == "steady":
        return OnePlyBot(name, STEADY, STEADY_AT_SEA)
    if name == "skilled":
        return SearchBot(name, SKILLED)
    if name == "expert":
        return SearchBot(name, EXPERT, partner)
    raise BadSetup(f"there is no bot {name[:40]!r}; the levels are {', '.join(LEVELS)}")
