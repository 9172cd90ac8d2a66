"""Try a search against another, two seats each at tables of four, on the same deals.

Usage: python tools/try_search.py GAME GAMES ITERATIONS [name=number ...] [against name=number ...]

The names are attributes of `Search` (ucb_c, greedy_in_16, prior_visits, early_weight, rounds_ahead)
and iterations; expert=1 searches as an expert does; restarts=N lets N independent searches, each
with its part of the iterations, add up their visits; lower_bound=Z chooses the move with the best
mean less Z standard errors, among those with a tenth of the most visits. Both sides change seats on
every deal. Example, one round more with half as many iterations:

    python tools/try_search.py vanuatu 40 1000 rounds_ahead=2 iterations=500

JOBS=1 in the environment plays one game at a time.
"""

import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from skerry.bots.engine.search import without_reversals
from skerry.bots.protocol import Budget
from skerry.bots.search_bot import SearchBot
from skerry.bots.shared_search import counted_visits, merge
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

SEATS = 4
FIRST_SEED = 500
SETTINGS = {
    "ucb_c": float,
    "greedy_in_16": int,
    "prior_visits": float,
    "early_weight": float,
    "rounds_ahead": int,
    "iterations": int,
    "expert": int,
    "restarts": int,
    "lower_bound": float,
}
OWN = ("iterations", "expert", "restarts", "lower_bound")  # all others are attributes of `Search`

Settings = dict[str, float]
Job = tuple[str, int, int, tuple[Settings, Settings], int]


class ChangedBot(SearchBot):
    """A search bot with some settings changed."""

    def __init__(self, iterations: int, changes: Settings) -> None:
        expert = bool(changes.get("expert", 0))
        total = int(changes.get("iterations", iterations))
        super().__init__("changed", Budget(iterations=total, expert=expert))
        self.changes = {name: value for name, value in changes.items() if name not in OWN}
        self.lower_bound = changes.get("lower_bound", 0.0)
        parts = int(changes.get("restarts", 1))
        part = {**changes, "iterations": total // parts, "restarts": 1}
        self.restarts = [ChangedBot(iterations, part) for _ in range(parts)] if parts > 1 else []

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        if self.restarts:
            return self._vote(game, state, seat, rng)
        if self._search is None:
            search = self.new_search(game, state, seat, rng)
            for name, value in self.changes.items():
                setattr(search, name, value)
        if self.lower_bound:
            return self._best_bound(game, state, seat, rng)
        return super().choose(game, state, seat, rng)

    def _vote(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        for bot in self.restarts:
            chosen = bot.choose(game, state, seat, Rng(rng.below(1 << 30)))
        found = [bot.found for bot in self.restarts]
        return game.read(state, merge(found)[0].move) if any(found) else chosen

    def _best_bound(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = without_reversals(self.values(game), state)
        if len(options) == 1:
            return options[0]
        search = self.search(game, state, seat, rng)
        visits = counted_visits(search, state, options)
        nodes = search.root.children
        bounds = {}
        for move, count in zip(options, visits, strict=True):
            if count and 10 * count >= max(visits):
                node = nodes[move]
                error = math.sqrt(node.squared_error())
                bounds[move] = node.total / node.visits - self.lower_bound * error
        return max(bounds, key=lambda move: bounds[move]) if bounds else options[0]

    def observe(self, state: State, move: int) -> None:
        super().observe(state, move)
        for bot in self.restarts:
            bot.observe(state, move)


def play(job: Job) -> tuple[float, float]:
    """Play one game; return the first side's part of the win and its lead in points."""
    name, iterations, seed, sides, rotation = job
    game = GAMES[name]
    state = game.deal({"players": SEATS, "options": {}}, Rng(seed))
    side = [(seat + rotation) % 2 for seat in range(SEATS)]
    bots = [ChangedBot(iterations, sides[which]) for which in side]
    rngs = [Rng(seed * 31 + seat) for seat in range(SEATS)]
    while state.turn() >= 0:
        seat = state.turn()
        move = bots[seat].choose(game, state, seat, rngs[seat])
        for bot in bots:
            bot.observe(state, move)
        state.play(move)
    scores = game.scores(state)
    winners = [side[score.seat] for score in scores if score.place == 1]
    points = [sum(score.total for score in scores if side[score.seat] == k) / 2 for k in (0, 1)]
    return winners.count(0) / len(winners), points[0] - points[1]


def read_settings(words: list[str]) -> Settings:
    """Read `name=number` words."""
    found: Settings = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in SETTINGS:
            raise SystemExit(f"{name}: there is no such setting; there are {', '.join(SETTINGS)}")
        try:
            found[name] = SETTINGS[name](number)
        except ValueError:
            raise SystemExit(f"{word}: {name} needs a number, for example {name}=1") from None
    return found


def main() -> None:
    numbers = all(word.isascii() and word.isdigit() and int(word) > 0 for word in sys.argv[2:4])
    if len(sys.argv) < 4 or sys.argv[1] not in GAMES or not numbers:
        raise SystemExit(__doc__)
    name, games, iterations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    words = sys.argv[4:]
    cut = words.index("against") if "against" in words else len(words)
    sides = (read_settings(words[:cut]), read_settings(words[cut + 1 :]))
    jobs = [(name, iterations, FIRST_SEED + i // 2, sides, i % 2) for i in range(games)]
    with ProcessPoolExecutor(int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
        played = list(pool.map(play, jobs))
    wins = sum(won for won, _ in played) / games
    lead = sum(points for _, points in played) / games
    spread = math.sqrt(sum((points - lead) ** 2 for _, points in played)) / games
    print(f"{name}: {games} games, wins {wins:.1%}, lead {lead:+.2f} points, error {spread:.2f}")


if __name__ == "__main__":
    main()
