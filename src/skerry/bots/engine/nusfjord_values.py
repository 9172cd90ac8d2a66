"""The expected final total of a Nusfjord position: the score so far and what goods, elders and
abilities will still earn; and a one-turn look-ahead that maximises it.
"""

from typing import Final

from skerry.bots.engine.values import Values
from skerry.games.nusfjord.engine.anytime import UseAnytime, goods_in, trade_of
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.moves import USE
from skerry.games.nusfjord.engine.rounds import TakeTurn
from skerry.games.nusfjord.engine.ships import haul
from skerry.games.nusfjord.engine.state import State as Nusfjord
from skerry.games.nusfjord.engine.words import ANYTIME, bits, total
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

_MAX_DEPTH: Final = 6
_WORST: Final = -1000.0
_OWN_SHARES_OUT: Final = COUNTERS["own_shares_out"]

FEATURES: Final[list[str]] = [
    "wood",
    "fish",
    "gold",
    "reserve_fish",
    "haul",
    "shares",
    "shares_out",
    "elders",
    "whenever",
    "anytime",
    "forests",
    "empty",
]
# Points per unit, row by row for 0, 1, ... 7 rounds still to play: the mean of weights set by hand
# and of a fit to self-play, which was stronger than either (docs/lab/evaluation.md).
WEIGHTS: Final[list[list[float]]] = [
    [0.0] * 12,
    [0.25, 0.09, 0.00, -0.00, 0.05, 0.04, 0.21, 0.33, 0.31, 0.86, 0.15, 1.29],
    [0.36, 0.21, 0.06, 0.04, 0.33, 0.15, -0.00, 0.61, 0.56, 1.06, 0.06, 1.15],
    [0.36, 0.22, 0.14, 0.16, 0.52, 0.22, -0.34, 0.95, 0.95, 1.24, 0.13, 0.75],
    [0.35, 0.17, -0.06, 0.15, 0.47, 0.15, -0.76, 1.34, 1.00, 1.55, 0.26, 0.50],
    [0.32, 0.17, -0.07, 0.22, 0.59, 0.18, -0.79, 1.65, 1.02, 1.71, 0.38, 0.46],
    [0.27, 0.18, -0.20, 0.15, 0.78, 0.19, -0.75, 1.78, 0.91, 1.56, 0.63, 0.63],
    [0.26, 0.17, -0.16, 0.15, 1.01, 0.33, -0.82, 1.73, 0.96, 1.46, 0.57, 0.56],
]


def features(state: Nusfjord, seat: int) -> list[int]:
    """Return the counts of what will still earn points, in the order of FEATURES."""
    player = state.players[seat]
    abilities = state.cards.abilities
    whenever = 0
    for number in player.abilities:
        if abilities[number].listens != ANYTIME:
            whenever += 1
    return [
        min(player.wood, 8),
        player.fish,
        min(player.gold, 8),
        player.reserve_fish,
        haul(state, player),
        total(player.shares),
        _OWN_SHARES_OUT.count(state, seat),
        min(len(player.elders), 3),
        whenever,
        len(player.abilities) - whenever,
        min(player.forests, 6),
        bits(player.free),
    ]


def rounds_left(state: Nusfjord) -> int:
    """Return how many rounds are still to play, this one included; 0 at the end."""
    return state.board.rounds - state.round + 1 if state.agenda else 0


def value(state: Nusfjord, seat: int, weights: list[float]) -> float:
    """Return the estimated final total of a seat, with the weights of some number of rounds."""
    expected = float(total(state.score_items(seat)))
    found = features(state, seat)
    for i in range(len(found)):
        expected += found[i] * weights[i]
    return expected


def choose(state: Nusfjord) -> int:
    """Return the move that leads to the best position at the end of the own turn."""
    seat = state.turn()
    dealt = state.imagine(seat, Rng(0))  # what lies face down stays unseen
    best = _WORST
    chosen = -1
    for move in dealt.options():
        trial = dealt.copy()
        trial.play(move)
        reached = _look_ahead(trial, seat, _MAX_DEPTH)
        if reached > best:
            best = reached
            chosen = move
    return chosen


def _look_ahead(state: Nusfjord, seat: int, depth: int) -> float:
    """Return the best value that the rest of the own turn can reach."""
    if depth == 0 or state.turn() != seat or isinstance(state.agenda[-1], (TakeTurn, UseAnytime)):
        return value(state, seat, WEIGHTS[rounds_left(state)])
    best = _WORST
    for move in state.options():
        trial = state.copy()
        trial.play(move)
        best = max(best, _look_ahead(trial, seat, depth - 1))
    return best


class NusfjordValues(Values):
    """Evaluates Nusfjord."""

    first_trade = USE

    def __init__(self) -> None:
        self.weights = WEIGHTS

    def rounds_left(self, state: State) -> int:
        assert isinstance(state, Nusfjord)
        return rounds_left(state)

    def totals_at(self, state: State, left: int) -> list[float]:
        assert isinstance(state, Nusfjord)
        weights = self.weights[left]
        return [value(state, seat, weights) for seat in range(state.n)]

    def is_repeatable_trade(self, state: State, move: int) -> bool:
        assert isinstance(state, Nusfjord)
        return trade_of(state, move) is not None

    def is_reversal(self, state: State, move: int) -> bool:
        assert isinstance(state, Nusfjord)
        trade = trade_of(state, move)
        if trade is None:
            return False
        wanted = [trade.wood, trade.fish, trade.gold]
        held = state.window  # the goods before and after each trade of this any-time window
        for i in range(1, len(held)):
            before = goods_in(held[i - 1])
            after = goods_in(held[i])
            pays_back = False
            takes_back = False
            for good in range(len(wanted)):
                changed = after[good] - before[good]
                if wanted[good] < 0 < changed:
                    pays_back = True
                elif wanted[good] > 0 > changed:
                    takes_back = True
            if pays_back and takes_back:
                return True
        return False
