"""How good a position is for a seat, and a one-turn look ahead that maximises it.

Values are in tenths of a point: the score as it stands, plus what goods, haul, elders and
abilities should still bring in the rounds that are left.
"""

from typing import Final

from skerry.bots.engine.values import Values
from skerry.games.nusfjord.engine import counts, scoring
from skerry.games.nusfjord.engine.cards import WHEN_EVENT
from skerry.games.nusfjord.engine.rounds import TakeTurn
from skerry.games.nusfjord.engine.state import State as Nusfjord
from skerry.games.nusfjord.engine.triggers import UseAnytime
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

POINT: Final = 10
_DEEPEST: Final = 6
_WORST: Final = -100000

# Worth of goods in hand by rounds still to come (0: this is the last round); gold on top of
# its point, wood beyond the first eight at half.
_WOOD: Final = [2, 4, 4, 4, 4, 4, 4]
_FISH: Final = [1, 3, 3, 3, 3, 3, 3]
_GOLD: Final = [0, 2, 3, 3, 3, 3, 3]
_RESERVE: Final = [0, 1, 2, 2, 2, 2, 2]
# Worth for each round still to come.
_HAUL: Final = 4
_ELDER: Final = 2
_WHENEVER: Final = 2
_ANYTIME: Final = 1


def value(state: Nusfjord, seat: int) -> int:
    """Give the worth of the position to *seat*, in tenths of a point."""
    worth = scoring.total(state, seat) * POINT
    if not state.agenda:
        return worth
    player = state.players[seat]
    left = state.table.rounds - state.round
    few = min(player.wood, 8)
    worth += few * _WOOD[left] + (player.wood - few) * _WOOD[left] // 2
    worth += player.fish * _FISH[left] + min(player.gold, 8) * _GOLD[left]
    worth += player.reserve_fish * _RESERVE[left] + player.reserve_wood * _RESERVE[left]
    worth += counts.haul(state, player) * _HAUL * left
    # A Share brings a fish a round; an own one elsewhere costs its owner one.
    worth += counts.total(player.shares) * 2 * left
    worth -= counts.count(state, seat, 17) * 2 * left
    worth += min(len(player.elders), 3) * _ELDER * left
    abilities = state.table.cards.abilities
    for number in player.abilities:
        ability = abilities[number]
        worth += left * (_WHENEVER if ability.when == WHEN_EVENT else _ANYTIME)
    # Forests are wood to come, and a place kept from counting as empty.
    worth += min(player.forests, 6) * min(left, 3)
    return worth


def choose(state: Nusfjord) -> int:
    """Give the move that leads to the best position at the end of the own turn."""
    seat = state.turn()
    dealt = state.imagine(seat, Rng(0))  # what lies face down stays unseen
    best = _WORST
    chosen = -1
    for move in dealt.options():
        trial = dealt.copy()
        trial.play(move)
        reached = _look_ahead(trial, seat, _DEEPEST)
        if reached > best:
            best = reached
            chosen = move
    return chosen


def _look_ahead(state: Nusfjord, seat: int, depth: int) -> int:
    """Answer the rest of the own turn as well as possible."""
    if depth == 0 or state.turn() != seat:
        return value(state, seat)
    task = state.agenda[-1]
    if isinstance(task, (TakeTurn, UseAnytime)):
        return value(state, seat)
    best = _WORST
    for move in state.options():
        trial = state.copy()
        trial.play(move)
        best = max(best, _look_ahead(trial, seat, depth - 1))
    return best


class NusfjordValues(Values):
    """Judges Nusfjord."""

    def rounds_ahead(self, state: State) -> int:
        """Two: what a building or an elder is good for shows a round later."""
        return 2

    def totals(self, state: State) -> list[float]:
        assert isinstance(state, Nusfjord)
        return [value(state, seat) / POINT for seat in range(state.n)]
