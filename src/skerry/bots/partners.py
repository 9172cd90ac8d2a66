"""A second process that searches the same position, for a bot whose host has a core to spare."""

import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from skerry.bots.engine.search import sensible
from skerry.bots.levels import SearchBot, votes
from skerry.bots.protocol import Budget
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.packing import pack, unpack
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


def votes_of(name: str, packed: bytes, seat: int, budget: Budget, seed: int) -> list[int]:
    """Search a packed position; give the votes for each of its sensible options."""
    game = GAMES[name]
    state = unpack(game, packed)
    search = SearchBot("partner", budget).think(game, state, seat, Rng(seed))
    return votes(search, state, sensible(search.values, state))


def _leave_ctrl_c_to_the_host() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Partner:
    """One helping process; it starts with the first question and ends with `close`."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _leave_ctrl_c_to_the_host)

    def ask(
        self, game: Game, state: State, seat: int, budget: Budget, seed: int
    ) -> "Future[list[int]]":
        """Begin to search; the answer lists votes in the order of `sensible`."""
        return self._pool.submit(votes_of, game.name, pack(game, state), seat, budget, seed)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def partner_if_free() -> Partner | None:
    """Give a partner if this machine has a second core that is not busy."""
    cores = os.cpu_count() or 1
    return Partner() if cores > 1 and os.getloadavg()[0] < cores - 0.5 else None
