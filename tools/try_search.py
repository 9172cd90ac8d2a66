"""Try a search against another, two seats each at tables of four, on the same deals.

Usage: python tools/try_search.py GAME GAMES ITERATIONS [name=number ...] [against name=number ...]

The names are attributes of `Search` (ucb_c, greedy_in_16, prior_visits, early_weight, rounds_ahead)
and iterations. Both sides change seats on every deal. Example, one round more with half as many
iterations:

    python tools/try_search.py vanuatu 40 1000 rounds_ahead=2 iterations=500
"""

import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from skerry.bots.protocol import Budget
from skerry.bots.search_bot import SearchBot
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
}

Settings = dict[str, float]
Job = tuple[str, int, int, tuple[Settings, Settings], int]


class ChangedBot(SearchBot):
    """A search bot with some settings changed."""

    def __init__(self, iterations: int, changes: Settings) -> None:
        super().__init__("changed", Budget(iterations=int(changes.get("iterations", iterations))))
        self.changes = {name: value for name, value in changes.items() if name != "iterations"}

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        if self._search is None:
            search = self.new_search(game, state, seat, rng)
            for name, value in self.changes.items():
                setattr(search, name, value)
        return super().choose(game, state, seat, rng)


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
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = list(pool.map(play, jobs))
    wins = sum(won for won, _ in played) / games
    lead = sum(points for _, points in played) / games
    spread = math.sqrt(sum((points - lead) ** 2 for _, points in played)) / games
    print(f"{name}: {games} games, wins {wins:.1%}, lead {lead:+.2f} points, error {spread:.2f}")


if __name__ == "__main__":
    main()
