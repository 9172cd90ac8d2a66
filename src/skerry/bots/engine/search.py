"""Monte-Carlo tree search for games with hidden things, any number of seats, and one engine.

Each iteration deals the unseen things again (`imagine`), walks down a tree of moves shared by all
deals (open loop), plays one or a few rounds out with moves that did well before, judges the
position, and tells every move on the way how its seat fared. Nothing here knows a rule.
"""

import math
from typing import Final

from librt.vecs import append, vec  # numbers side by side, where a list holds an object for each
from mypy_extensions import i64

from skerry.bots.engine.values import Values
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

EXPLORE: Final = 0.1  # how much an untried move is worth trying
GREEDY_IN_16: Final = 13  # rollouts follow the move statistics this often
HABIT_TRIES: Final = 8.0  # a move new to the tree counts as tried so often with its habit
FORGET: Final = 0.5  # how much of the move statistics is kept between decisions
PATIENCE: Final = 2.0  # by how many errors a trade that can wait must be better than all else,
WORTH_TRADING: Final = 0.3  # and by how many points, since goods are judged roughly
DRAWN_AGAIN: Final = 3  # how often a rollout draws again rather than make such a trade
LONGEST_ROLLOUT: Final = 600
USUAL_MOVES: Final = 128  # of one iteration


def sensible(values: Values, state: State) -> list[int]:
    """List the options but those that only undo the last: trading to and fro pushes the others'
    best answers out of a search's sight, so it looks better than it is.
    """
    options = state.options()
    for move in options:
        if move >= values.trades_from and values.pointless(state, move):
            return [each for each in options if not values.pointless(state, each)]
    return options


class Node:
    """A move in the tree: how often it was tried and open, and how its seat fared."""

    def __init__(self) -> None:
        self.visits = 0
        self.open = 0
        self.total = 0.0
        self.squares = 0.0
        self.kids: dict[int, Node] = {}

    def doubt(self) -> float:
        """Give the square of the error of the mean."""
        mean = self.total / self.visits
        return max(0.0, self.squares / self.visits - mean * mean) / self.visits


class Search:
    """The search of one seat in one game; it keeps its tree and statistics between decisions."""

    def __init__(self, values: Values, viewer: int, moves: int, seats: int, rng: Rng) -> None:
        self.values: Final = values
        self.viewer: Final = viewer
        self.moves: Final = moves
        self.rng: Final = rng
        self.rounds_ahead = 1  # 1: to the end of this round
        self.trusting = True  # others move as well as they can; else at random
        self.explore = EXPLORE
        self.greedy = GREEDY_IN_16
        self.habit_tries = HABIT_TRIES
        self.early = 0.0  # how much of what is left to judge is judged when a round ends
        self.root = Node()
        # How each seat's moves did, wherever they were made; the place is seat * moves + move.
        self.sums = vec[float]([0.0] * (moves * seats))
        self.counts = vec[float]([0.0] * (moves * seats))
        self.habits = vec[float]([0.5] * (moves * seats))
        self.path: list[Node] = []
        self.path_seats: list[int] = []
        self.played = vec[i64]()  # the places of this iteration's moves
        self.judge_at = 0  # the round at whose beginning this iteration is judged next
        self.judged: list[float] = [0.0] * seats  # what earlier rounds' ends gave each seat
        self.unjudged = 1.0

    def follow(self, move: int) -> None:
        """Keep the part of the tree under an own move."""
        kid = self.root.kids.get(move)
        self.root = kid if kid is not None else Node()

    def begin_anew(self) -> None:
        """Drop the tree: somebody else moved, and how may be secret."""
        self.root = Node()

    def forget(self) -> None:
        """Let the move statistics fade before a new decision."""
        for place in range(len(self.counts)):
            if self.counts[place] > 0.0:
                self.sums[place] *= FORGET
                self.counts[place] *= FORGET
                self._form_habit(place)

    def run(self, state: State, iterations: int) -> None:
        """Do so many iterations from *state*."""
        for _ in range(iterations):
            self._iterate(state.imagine(self.viewer, self.rng))

    def visits(self, options: list[int]) -> list[int]:
        """Give how often each option was tried."""
        kids = self.root.kids
        counts: list[int] = []
        for move in options:
            kid = kids.get(move)
            counts.append(kid.visits if kid is not None else 0)
        return counts

    def lead(self) -> int:
        """Give by how many tries the most tried move is ahead of the next."""
        best = 0
        second = 0
        for kid in self.root.kids.values():
            if kid.visits > best:
                second = best
                best = kid.visits
            elif kid.visits > second:
                second = kid.visits
        return best - second

    def means(self, options: list[int]) -> list[float]:
        """Give how each option did on average; 0 where untried."""
        kids = self.root.kids
        means: list[float] = []
        for move in options:
            kid = kids.get(move)
            tried = kid is not None and kid.visits > 0
            means.append(kid.total / kid.visits if kid is not None and tried else 0.0)
        return means

    def clearly_better(self, move: int, other: int) -> bool:
        """Say whether *move* did better than *other*, by more than chance or a judgement's whim."""
        one = self.root.kids.get(move)
        two = self.root.kids.get(other)
        if one is None or two is None or not one.visits or not two.visits:
            return False
        at_least = one.total / one.visits - PATIENCE * math.sqrt(one.doubt() + two.doubt())
        gained = self.values.lead(at_least) - self.values.lead(two.total / two.visits)
        return gained > WORTH_TRADING

    # -- one iteration

    def _iterate(self, state: State) -> None:
        self.path.clear()
        self.path_seats.clear()
        self.played = vec[i64](capacity=USUAL_MOVES)
        node = self.root
        agenda = state.agenda
        last_round = state.round + self.rounds_ahead
        self.judge_at = state.round + 1 if self.early > 0.0 else last_round
        self.unjudged = 1.0
        while agenda and state.round < last_round:
            if state.round >= self.judge_at:
                self._judge_early(state)
            seat = agenda[-1].seat
            options = sensible(self.values, state)
            if len(options) == 1:
                state.play(options[0])  # nothing to learn where nothing can be chosen
                continue
            if seat != self.viewer and not self.trusting:
                state.play(options[self.rng.below(len(options))])
                continue
            move = self._select(state, node, options, seat)
            kid = node.kids.get(move)
            if kid is None:
                kid = Node()
                node.kids[move] = kid
            self.path.append(kid)
            self.path_seats.append(seat)
            self.played = append(self.played, seat * self.moves + move)
            state.play(move)
            node = kid
            if kid.visits == 0:
                break
        self._roll_out(state, last_round)
        shares = self.values.shares(state)
        if self.unjudged < 1.0:
            for i in range(len(shares)):
                shares[i] = self.judged[i] + self.unjudged * shares[i]
        self._learn(shares)

    def _judge_early(self, state: State) -> None:
        """Judge a part of this iteration now: what comes later wavers more."""
        shares = self.values.shares(state)
        part = self.early * self.unjudged
        for i in range(len(shares)):
            before = self.judged[i] if self.unjudged < 1.0 else 0.0
            self.judged[i] = before + part * shares[i]
        self.unjudged -= part
        self.judge_at = state.round + 1

    def _select(self, state: State, node: Node, options: list[int], seat: int) -> int:
        kids = node.kids
        base: i64 = seat * self.moves
        habits = self.habits
        habit_tries = self.habit_tries
        best = -1.0
        chosen = options[0]
        start = self.rng.below(len(options))  # ties fall to nobody in particular
        spread = math.log(node.visits + 2.0) / (habit_tries + 1.0)
        for i in range(len(options)):
            move = options[(start + i) % len(options)]
            kid = kids.get(move)
            habit = habits[base + move]
            if self._can_wait(state, move):
                habit = self._usual_habit(state, options, base, habit)
            if kid is None:
                worth = habit + self.explore * math.sqrt(spread)
            else:
                kid.open += 1
                tried = kid.visits + habit_tries
                worth = (kid.total + habit_tries * habit) / tried
                worth += self.explore * math.sqrt(math.log(kid.open + 2.0) / tried)
            if worth > best:
                best = worth
                chosen = move
        return chosen

    def _usual_habit(self, state: State, options: list[int], base: i64, habit: float) -> float:
        # Who has much to trade with does well, whether it trades or not: a trade's own habit would
        # flatter it. Its likes are what else can be done.
        total = 0.0
        count = 0
        for move in options:
            if not self._can_wait(state, move):
                total += self.habits[base + move]
                count += 1
        return total / count if count else habit

    def _roll_out(self, state: State, last_round: int) -> None:
        agenda = state.agenda
        rng = self.rng
        for _ in range(LONGEST_ROLLOUT):
            if not agenda or state.round >= last_round:
                return
            if state.round >= self.judge_at:
                self._judge_early(state)
            question = agenda[-1]
            options = question.options(state)
            count = len(options)
            if count == 1:
                state.play(options[0])
                continue
            base: i64 = question.seat * self.moves
            move = self._draw(state, options)
            if question.seat != self.viewer and not self.trusting:
                state.play(move)
                continue
            if rng.below(16) < self.greedy:
                move = self._likely(state, options, base, move)
            self.played = append(self.played, base + move)
            state.play(move)

    def _draw(self, state: State, options: list[int]) -> int:
        # Seldom one that can wait: who trades at random ends with nothing.
        move = options[self.rng.below(len(options))]
        for _ in range(DRAWN_AGAIN):
            if not self._can_wait(state, move):
                break
            move = options[self.rng.below(len(options))]
        return move

    def _can_wait(self, state: State, move: int) -> bool:
        return move >= self.values.trades_from and self.values.can_wait(state, move)

    def _likely(self, state: State, options: list[int], base: i64, move: int) -> int:
        # The better of a few: cheaper than looking at all, and it leaves room for surprises.
        rng = self.rng
        habits = self.habits
        count = len(options)
        worth = habits[base + move]
        for _ in range(min(3, count - 1)):
            other = options[rng.below(count)]
            found = habits[base + other]
            if found > worth and not self._can_wait(state, other):
                worth = found
                move = other
        return move

    def _learn(self, shares: list[float]) -> None:
        self.root.visits += 1
        for i in range(len(self.path)):
            node = self.path[i]
            node.visits += 1
            share = shares[self.path_seats[i]]
            node.total += share
            node.squares += share * share
        moves: i64 = self.moves
        for place in self.played:
            self.sums[place] += shares[place // moves]
            self.counts[place] += 1.0
            self._form_habit(place)

    def _form_habit(self, place: i64) -> None:
        self.habits[place] = (self.sums[place] + 0.5) / (self.counts[place] + 1.0)
