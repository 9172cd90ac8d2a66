"""What a move is worth, in points, from what its seat can see.

One long search says that its error is 0.14 points where repeated searches differ by 0.66. So a move
is judged by several short searches that know nothing of each other, and the spread between them is
its error.
"""

import math

import msgspec

from skerry.bots.engine.judging import NO_MOVE, JudgingSearch
from skerry.bots.engine.search import without_reversals
from skerry.bots.search_bot import EXPERT_VALUES, expert_settings
from skerry.bots.shared_search import MoveStatistics, merge, statistics
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

UNKNOWN = 99.0  # the error of a single search, which does not know its own


class Judgement(msgspec.Struct):
    """What one move is worth. Judge it again and the restarts add up."""

    move: str
    points: float = 0.0  # the lead over the rivals after this move; solo, the total
    error: float = UNKNOWN  # the standard error of `points`, from the spread between the restarts
    totals: list[float] = []  # each seat's expected final points
    risk: float = 0.0  # that everybody loses
    tries: int = 0  # iterations, all of them through this move
    leads: list[float] = []  # the mean lead found by each restart
    refs: dict[str, str] = {}  # what the move touches on the board

    def add(self, search: JudgingSearch) -> None:
        """Add a restart."""
        before, count = self.tries, search.iterations
        self.tries += count
        totals = search.mean_totals()
        self.risk = (self.risk * before + search.mean_risk() * count) / self.tries
        old = self.totals or [0.0] * len(totals)
        pairs = zip(old, totals, strict=True)
        self.totals = [(one * before + two * count) / self.tries for one, two in pairs]
        self.leads = [*self.leads, search.mean_lead()]
        self.points = sum(self.leads) / len(self.leads)
        self.error = standard_error(self.leads)


def standard_error(values: list[float]) -> float:
    """Return the standard error of a mean.

    >>> round(standard_error([1.0, 2.0, 3.0]), 3)
    0.577
    >>> standard_error([4.0])
    99.0
    """
    if len(values) < 2:
        return UNKNOWN
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def combined(one: Judgement, two: Judgement) -> Judgement:
    """Return two judgements of the same move, by different restarts, as one."""
    tries = one.tries + two.tries
    share = one.tries / tries
    leads = one.leads + two.leads
    return Judgement(
        move=one.move,
        points=sum(leads) / len(leads),
        error=standard_error(leads),
        totals=[share * a + (1.0 - share) * b for a, b in zip(one.totals, two.totals, strict=True)],
        risk=share * one.risk + (1.0 - share) * two.risk,
        tries=tries,
        leads=leads,
        refs=one.refs,
    )


def difference(better: Judgement, other: Judgement) -> tuple[float, float]:
    """Return by how many points one move is better than another, and the standard error of that."""
    return better.points - other.points, math.hypot(better.error, other.error)


class Judge:
    """Judges the moves of one decision, as the seat on turn could have."""

    def __init__(self, game: Game, state: State, rng: Rng) -> None:
        self.game = game
        self.state = state
        self.seat = state.turn()
        self.rng = rng
        self.values = EXPERT_VALUES[game.name]
        self.settings = expert_settings(game, state)
        self.searches: dict[str, list[JudgingSearch]] = {}  # that judged each move last

    def options(self) -> list[int]:
        """List the moves worth comparing: not those that only reverse the trade just made."""
        return without_reversals(self.values, self.state)

    def asks_the_same(self, state: State) -> bool:
        """Return whether *state* asks a question of the same kind: the next decision has come."""
        return bool(state.agenda) and type(state.agenda[-1]) is type(self.state.agenda[-1])

    def search(self) -> JudgingSearch:
        """Return a new search, which knows nothing of any other."""
        rng = Rng(self.rng.below(1 << 30))
        search = JudgingSearch(self.values, self.seat, self.game.moves, self.state.n, rng)
        self.settings.apply(search)
        return search

    def rank(self, iterations: int) -> tuple[list[MoveStatistics], Judgement]:
        """Search freely; return the moves, the most visited first, and the position's worth."""
        search = self.search()
        search.judge(self.state, NO_MOVE, iterations)
        position = Judgement("")
        position.add(search)
        return merge([statistics(search, self.game, self.state, self.options())]), position

    def judge(self, move: str, restarts: int, iterations: int) -> Judgement:
        """Judge one move by independent searches that are all forced through it."""
        number = self.game.read(self.state, move)
        judgement = Judgement(move, refs=self.game.touches(self.state, number))
        self.searches[move] = []
        self.judge_further(judgement, restarts, iterations)
        return judgement

    def judge_further(self, judgement: Judgement, restarts: int, iterations: int) -> None:
        """Add restarts to a judgement."""
        number = self.game.read(self.state, judgement.move)
        for _ in range(restarts):
            search = self.search()
            search.judge(self.state, number, iterations)
            judgement.add(search)
            self.searches[judgement.move].append(search)

    def searches_through(self, move: str, count: int, iterations: int) -> list[JudgingSearch]:
        """Return searches forced through a move: those that judged it, or new ones."""
        known = self.searches.get(move, [])
        found = [search for search in known if search.iterations >= iterations][:count]
        while len(found) < count:
            search = self.search()
            search.judge(self.state, self.game.read(self.state, move), iterations)
            found.append(search)
        return found
