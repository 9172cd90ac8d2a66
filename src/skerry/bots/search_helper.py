"""A second process that searches the same position, for a terminal game with a free core."""

import signal
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from skerry.bots.operating_system import free_cores
from skerry.bots.protocol import Budget
from skerry.bots.search_bot import SearchBot
from skerry.bots.shared_search import MoveStatistics
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


def search_position(
    name: str, state: State, seat: int, budget: Budget, seed: int
) -> list[MoveStatistics]:
    """Search a position and return the statistics of its moves."""
    return SearchBot("helper", budget).statistics(GAMES[name], state, seat, Rng(seed))


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's process handles it


class HelperProcess:
    """One helping process (a `SearchHelper`); it starts with the first search."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _ignore_ctrl_c)

    def search(
        self, game: Game, state: State, seat: int, budget: Budget, seed: int
    ) -> "Future[list[MoveStatistics]]":
        """Start to search a position."""
        # A copy, because the pool pickles it later, in a thread of its own.
        return self._pool.submit(search_position, game.name, state.copy(), seat, budget, seed)

    def close(self) -> None:
        """End the process without waiting for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def helper_if_core_free() -> HelperProcess | None:
    """Return a helper if this machine has a second core that is not busy."""
    return HelperProcess() if free_cores() > 0 else None
