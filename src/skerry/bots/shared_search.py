"""Several processes search one position and add up their visits (root parallelisation, G. Chaslot,
M. Winands and H. van den Herik, "Parallel Monte-Carlo Tree Search", 2008).

The terminal (`bots.search_helper`) and the table server (`service.bots.pool`) start the processes
in their own ways; how seeds are split and results merged is written here once.
"""

from collections.abc import Iterable

import msgspec

from skerry.bots.engine.search import Search
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game


class MoveStatistics(msgspec.Struct):
    """What a search found out about one move."""

    move: str
    visits: int = 1
    lead: float = 0.0  # in points, at the horizon of the search


def split_seed(seed: int, processes: int) -> list[int]:
    """Return a seed for each process; the first one keeps the seed it would have alone.

    >>> split_seed(8, 2)
    [8, 9]
    """
    return [seed ^ number for number in range(processes)]


def statistics(
    search: Search, game: Game, state: State, options: list[int]
) -> list[MoveStatistics]:
    """Return the statistics of the options that count, in the order of the options."""
    visits = counted_visits(search, state, options)
    found = [
        MoveStatistics(game.write(state, move), count, search.values.points_ahead(mean))
        for move, count, mean in zip(options, visits, search.means(options), strict=True)
        if count
    ]
    return found or [MoveStatistics(game.write(state, options[0]), 0)]


def counted_visits(search: Search, state: State, options: list[int]) -> list[int]:
    """Return the visits of each option, 0 for a repeatable trade that is not worth making.

    Skip repeatable trades unless better by two standard errors than the best other option: a trade
    that stays available can wait, and its value hardly differs from that of waiting.
    """
    visits = search.visits(options)
    trades = [search.values.is_repeatable_trade(state, move) for move in options]
    others = [count for count, trade in zip(visits, trades, strict=True) if not trade]
    if len(others) == len(options) or not any(others):
        return visits
    best = next(i for i in range(len(options)) if not trades[i] and visits[i] == max(others))
    return [
        0 if trades[i] and not search.clearly_better(options[i], options[best]) else visits[i]
        for i in range(len(options))
    ]


def merge(results: Iterable[list[MoveStatistics]]) -> list[MoveStatistics]:
    """Return the statistics of several searches as one, the most visited move first.

    >>> one, two = [MoveStatistics("sail", 6, 1.0)], [MoveStatistics("sail", 2, 5.0)]
    >>> merge([one, two, []])
    [MoveStatistics(move='sail', visits=8, lead=2.0)]
    """
    merged: dict[str, MoveStatistics] = {}
    for result in results:
        for one in result:
            total = merged.setdefault(one.move, MoveStatistics(one.move, 0))
            visits = total.visits + one.visits
            if visits:
                total.lead = (total.lead * total.visits + one.lead * one.visits) / visits
            total.visits = visits
    return sorted(merged.values(), key=lambda total: -total.visits)
