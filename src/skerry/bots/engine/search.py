"""Open-loop Monte-Carlo tree search for any number of seats and hidden information.

Each iteration deals the unseen cards again (`imagine`) and walks down one tree of moves that all
deals share: open-loop search (D. Perez et al., "Open Loop Search for General Video Game Playing",
2015) over information sets (P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo
Tree Search", 2012). In the tree every seat maximises its own value by UCB1 (P. Auer,
N. Cesa-Bianchi, P. Fischer, 2002).

A move that is new in the tree starts with a prior that counts as some visits (S. Gelly, D. Silver,
"Combining Online and Offline Knowledge in UCT", 2007; one form of progressive bias, G. Chaslot et
al., 2008). The prior is the mean value of that seat's move wherever it was played (all moves as
first, AMAF, B. Bruegmann, 1993), and playouts prefer moves with a high prior (MAST, H. Finnsson,
Y. Bjornsson, 2008). They end after one or a few rounds, where the position is evaluated. The search
knows no rule of a game.
"""

import math
from typing import Final

from librt.vecs import append, vec  # packed numbers; a list would hold an object for each
from mypy_extensions import i64

from skerry.bots.engine.values import Values
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

UCB_C: Final = 0.1  # the exploration constant of UCB1, where moves have priors
PRIOR_VISITS: Final = 8.0  # the number of visits for which a move's prior counts
GREEDY_IN_16: Final = 13  # how many of 16 playout moves follow the priors; the others are random
GREEDY_DRAWS: Final = 3  # how many further moves a greedy playout move is compared with
DECAY: Final = 0.5  # the part of the move statistics that is kept from one decision to the next
TRADE_ERRORS: Final = 2.0  # a repeatable trade must be better by this many standard errors,
TRADE_POINTS: Final = 0.3  # and by this many points, because goods are evaluated roughly
TRADE_REDRAWS: Final = 3  # how often a playout draws again instead of making such a trade
MAX_PLAYOUT_MOVES: Final = 600  # the playout cap, against games that hardly end
USUAL_MOVES: Final = 128  # moves of one iteration for which room is reserved
NEUTRAL: Final = 0.5  # the prior of a move that was never played


def without_reversals(values: Values, state: State) -> list[int]:
    """Return the options without trades that only reverse the trade just made.

    Trading back and forth pushes the opponents' best answers beyond the search's horizon, so such a
    line looks better than it is.
    """
    options = state.options()
    for move in options:
        if move >= values.first_trade and values.is_reversal(state, move):
            return [each for each in options if not values.is_reversal(state, each)]
    return options


class Node:
    """A move in the tree: how often it was played and available, and its seat's values."""

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.total_squares = 0.0
        self.children: dict[int, Node] = {}

    def squared_error(self) -> float:
        """Return the square of the standard error of the mean value."""
        mean = self.total / self.visits
        return max(0.0, self.total_squares / self.visits - mean * mean) / self.visits


class Search:
    """The search of one seat in one game; tree and move statistics stay between decisions."""

    def __init__(self, values: Values, viewer: int, moves: int, seats: int, rng: Rng) -> None:
        self.values: Final = values
        self.viewer: Final = viewer
        self.moves: Final = moves
        self.rng: Final = rng
        self.rounds_ahead = 1  # 1: to the end of this round
        self.opponents_search = True  # opponents maximise their values; else they move at random
        self.ucb_c = UCB_C
        self.prior_visits = PRIOR_VISITS
        self.greedy_in_16 = GREEDY_IN_16
        self.early_weight = 0.0  # the part of the remaining weight evaluated at each round's end
        self.root = Node()
        # Statistics of each seat's moves, wherever they were played: [seat * moves + move].
        self.move_totals = vec[float]([0.0] * (moves * seats))
        self.move_visits = vec[float]([0.0] * (moves * seats))
        self.move_priors = vec[float]([NEUTRAL] * (moves * seats))
        # One iteration: the nodes passed, the seats that chose them, the moves played (as above),
        self.path: list[Node] = []
        self.path_seats: list[int] = []
        self.played = vec[i64]()
        # and its evaluations so far, with the weight that is left for the next ones.
        self.next_evaluation = 0  # the round at whose beginning the position is evaluated
        self.early_values: list[float] = [0.0] * seats
        self.weight_left = 1.0

    def advance(self, move: int) -> None:
        """Keep the part of the tree below an own move."""
        child = self.root.children.get(move)
        self.root = child if child is not None else Node()

    def reset_tree(self) -> None:
        """Drop the tree, after an opponent's move: it may be secret."""
        self.root = Node()

    def decay(self) -> None:
        """Reduce the weight of the move statistics before a new decision."""
        for index in range(len(self.move_visits)):
            if self.move_visits[index] > 0.0:
                self.move_totals[index] *= DECAY
                self.move_visits[index] *= DECAY
                self._update_prior(index)

    def run(self, state: State, iterations: int) -> None:
        """Run a number of iterations from *state*."""
        horizon = state.round + self.rounds_ahead
        for _ in range(iterations):
            self._iterate(state.imagine(self.viewer, self.rng), horizon)

    def visits(self, options: list[int]) -> list[int]:
        """Return the visits of each option."""
        children = self.root.children
        counts: list[int] = []
        for move in options:
            child = children.get(move)
            counts.append(child.visits if child is not None else 0)
        return counts

    def visit_lead(self) -> int:
        """Return how many visits more the most visited move has than the next."""
        best = 0
        second = 0
        for child in self.root.children.values():
            if child.visits > best:
                second = best
                best = child.visits
            elif child.visits > second:
                second = child.visits
        return best - second

    def means(self, options: list[int]) -> list[float]:
        """Return the mean value of each option; 0 for one without visits."""
        children = self.root.children
        means: list[float] = []
        for move in options:
            child = children.get(move)
            visited = child is not None and child.visits > 0
            means.append(child.total / child.visits if child is not None and visited else 0.0)
        return means

    def clearly_better(self, move: int, other: int) -> bool:
        """Return whether *move* is better than *other* by TRADE_ERRORS and by TRADE_POINTS."""
        one = self.root.children.get(move)
        two = self.root.children.get(other)
        if one is None or two is None or not one.visits or not two.visits:
            return False
        error = math.sqrt(one.squared_error() + two.squared_error())
        lower_bound = one.total / one.visits - TRADE_ERRORS * error
        gain = self.values.points_ahead(lower_bound)
        gain -= self.values.points_ahead(two.total / two.visits)
        return gain > TRADE_POINTS

    # -- one iteration

    def _iterate(self, state: State, horizon: int) -> None:
        self.path.clear()
        self.path_seats.clear()
        self.played = vec[i64](capacity=USUAL_MOVES)
        node = self.root
        agenda = state.agenda
        self.next_evaluation = (
            horizon - self.rounds_ahead + 1 if self.early_weight > 0.0 else horizon
        )
        self.weight_left = 1.0
        while agenda and state.round < horizon:
            if state.round >= self.next_evaluation:
                self._evaluate_early(state)
            seat = agenda[-1].seat
            options = without_reversals(self.values, state)
            if len(options) == 1:
                self._play(state, options[0])  # a forced move needs no node
                continue
            if seat != self.viewer and not self.opponents_search:
                self._play(state, options[self.rng.below(len(options))])
                continue
            move = self._select(state, node, options, seat)
            child = node.children.get(move)
            if child is None:
                child = Node()
                node.children[move] = child
            self.path.append(child)
            self.path_seats.append(seat)
            self.played = append(self.played, seat * self.moves + move)
            self._play(state, move)
            node = child
            if child.visits == 0:
                break
        self._play_out(state, horizon)
        values = self._evaluate(state, self.weight_left)
        if self.weight_left < 1.0:
            for i in range(len(values)):
                values[i] = self.early_values[i] + self.weight_left * values[i]
        self._back_up(values)

    def _play(self, state: State, move: int) -> None:
        state.play(move)

    def _evaluate(self, state: State, weight: float) -> list[float]:
        # *weight* is this evaluation's part of the iteration, for searches that keep more of it.
        return self.values.seat_values(state)

    def _evaluate_early(self, state: State) -> None:
        # The end of a nearer round varies less than that of a later one, so it counts too.
        weight = self.early_weight * self.weight_left
        values = self._evaluate(state, weight)
        for i in range(len(values)):
            before = self.early_values[i] if self.weight_left < 1.0 else 0.0
            self.early_values[i] = before + weight * values[i]
        self.weight_left -= weight
        self.next_evaluation = state.round + 1

    def _select(self, state: State, node: Node, options: list[int], seat: int) -> int:
        # UCB1 over visits and prior together. Not every deal allows every move, so the exploration
        # term counts how often this move was available (Cowling et al.), not its parent's visits.
        children = node.children
        base: i64 = seat * self.moves
        priors = self.move_priors
        prior_visits = self.prior_visits
        best = -1.0
        chosen = options[0]
        start = self.rng.below(len(options))  # no option is preferred in a tie
        unvisited = math.log(node.visits + 2.0) / (prior_visits + 1.0)
        for i in range(len(options)):
            move = options[(start + i) % len(options)]
            child = children.get(move)
            prior = priors[base + move]
            if self._is_repeatable_trade(state, move):
                prior = self._mean_prior(state, options, base, prior)
            if child is None:
                bound = prior + self.ucb_c * math.sqrt(unvisited)
            else:
                child.available += 1
                visits = child.visits + prior_visits
                bound = (child.total + prior_visits * prior) / visits
                bound += self.ucb_c * math.sqrt(math.log(child.available + 2.0) / visits)
            if bound > best:
                best = bound
                chosen = move
        return chosen

    def _mean_prior(self, state: State, options: list[int], base: i64, prior: float) -> float:
        # A seat with many goods does well whether it trades or not, so a trade's own prior is too
        # high. It takes the mean prior of the options that are not such trades.
        total = 0.0
        count = 0
        for move in options:
            if not self._is_repeatable_trade(state, move):
                total += self.move_priors[base + move]
                count += 1
        return total / count if count else prior

    def _play_out(self, state: State, horizon: int) -> None:
        agenda = state.agenda
        rng = self.rng
        for _ in range(MAX_PLAYOUT_MOVES):
            if not agenda or state.round >= horizon:
                return
            if state.round >= self.next_evaluation:
                self._evaluate_early(state)
            question = agenda[-1]
            options = question.options(state)
            count = len(options)
            if count == 1:
                self._play(state, options[0])
                continue
            base: i64 = question.seat * self.moves
            move = self._random_move(state, options)
            if question.seat != self.viewer and not self.opponents_search:
                self._play(state, move)
                continue
            if rng.below(16) < self.greedy_in_16:
                move = self._greedy_move(state, options, base, move)
            self.played = append(self.played, base + move)
            self._play(state, move)

    def _random_move(self, state: State, options: list[int]) -> int:
        # Repeatable trades are drawn seldom: a seat that trades at random loses all its goods.
        move = options[self.rng.below(len(options))]
        for _ in range(TRADE_REDRAWS):
            if not self._is_repeatable_trade(state, move):
                break
            move = options[self.rng.below(len(options))]
        return move

    def _is_repeatable_trade(self, state: State, move: int) -> bool:
        return move >= self.values.first_trade and self.values.is_repeatable_trade(state, move)

    def _greedy_move(self, state: State, options: list[int], base: i64, move: int) -> int:
        # The best prior of a few random moves: cheaper than comparing all, and more varied.
        rng = self.rng
        priors = self.move_priors
        count = len(options)
        best = priors[base + move]
        for _ in range(min(GREEDY_DRAWS, count - 1)):
            other = options[rng.below(count)]
            prior = priors[base + other]
            if prior > best and not self._is_repeatable_trade(state, other):
                best = prior
                move = other
        return move

    def _back_up(self, values: list[float]) -> None:
        self.root.visits += 1
        for i in range(len(self.path)):
            node = self.path[i]
            node.visits += 1
            value = values[self.path_seats[i]]
            node.total += value
            node.total_squares += value * value
        moves: i64 = self.moves
        for index in self.played:
            self.move_totals[index] += values[index // moves]
            self.move_visits[index] += 1.0
            self._update_prior(index)

    def _update_prior(self, index: i64) -> None:
        self.move_priors[index] = (self.move_totals[index] + NEUTRAL) / (
            self.move_visits[index] + 1.0
        )
