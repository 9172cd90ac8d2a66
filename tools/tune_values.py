"""Fit the weights of the bots' evaluations to self-play, and print them as Python tables.

Usage: python tools/tune_values.py GAME BOT GAMES [JOBS] [name=value ...]

Each game is played by four copies of BOT. At the beginning of every round the features of each
seat are noted, and at the end how many points the seat still made; a ridge regression over the
differences between the seats of a game gives the points per unit. Weights of neighbouring rounds
are held together, because each has few observations.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from skerry.bots.engine import nusfjord_values, vanuatu_values
from skerry.bots.levels import make_bot
from skerry.games import GAMES
from skerry.kernel.rng import Rng

SEATS = 4
MODULES = {"vanuatu": vanuatu_values, "nusfjord": nusfjord_values}
ROUNDS = {"vanuatu": 8, "nusfjord": 7}
RIDGE = 4.0
TOGETHER = 30.0

Row = tuple[int, list[float], float]


def play(job: tuple[str, str, int, dict[str, object]]) -> list[Row]:
    """Return (rounds left, features, points still made) of a game, as differences to the mean."""
    name, bot, seed, options = job
    game = GAMES[name]
    state = game.deal({"players": SEATS, "options": options}, Rng(seed))
    bots = [make_bot(bot) for _ in range(SEATS)]
    rngs = [Rng(seed * 31 + seat) for seat in range(SEATS)]
    noted = []
    round_ = 0
    while state.turn() >= 0:
        if state.round != round_:
            round_ = state.round
            rows = [MODULES[name].features(state, seat) for seat in range(SEATS)]
            noted.append((ROUNDS[name] - round_ + 1, rows, state.results()))
        seat = state.turn()
        move = bots[seat].choose(game, state, seat, rngs[seat])
        for other in bots:
            other.observe(state, move)
        state.play(move)
    final = np.array(state.results(), float)
    found: list[Row] = []
    for left, rows, totals in noted:
        made = final - np.array(totals, float)
        features = np.array(rows, float)
        features -= features.mean(axis=0)
        made -= made.mean()
        found += [(left, list(features[seat]), float(made[seat])) for seat in range(SEATS)]
    return found


def fit(rows: list[Row], rounds: int) -> np.ndarray:
    """Solve for a weight per feature and number of rounds left."""
    width = len(rows[0][1])
    size = rounds * width
    left = np.eye(size) * RIDGE
    right = np.zeros(size)
    for rounds_left, features, made in rows:
        at = (rounds_left - 1) * width
        x = np.array(features)
        left[at : at + width, at : at + width] += np.outer(x, x)
        right[at : at + width] += x * made
    for k in range(rounds - 1):
        for i in range(width):
            a, b = k * width + i, (k + 1) * width + i
            left[a, a] += TOGETHER
            left[b, b] += TOGETHER
            left[a, b] -= TOGETHER
            left[b, a] -= TOGETHER
    return np.linalg.solve(left, right).reshape(rounds, width)


def main() -> None:
    numbers = all(word.isascii() and word.isdigit() and int(word) > 0 for word in sys.argv[3:5])
    if len(sys.argv) < 4 or sys.argv[1] not in MODULES or not numbers:
        raise SystemExit(__doc__)
    name, bot, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
    jobs = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    options = {k: json.loads(v) for k, v in (arg.split("=") for arg in sys.argv[5:])}
    rows: list[Row] = []
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(play, [(name, bot, seed, options) for seed in range(games)]):
            rows += found
    weights = fit(rows, ROUNDS[name])
    columns = list(MODULES[name].FEATURES)
    if options.get("rising_waters"):
        columns += vanuatu_values.RISING_WATERS_FEATURES
    print(f"# {games} games of four {bot}; columns: {', '.join(columns)}")
    print(f"    [{', '.join(['0.0'] * weights.shape[1])}],")
    for row in weights:
        print(f"    [{', '.join(f'{w:.2f}' for w in row)}],")


if __name__ == "__main__":
    main()
