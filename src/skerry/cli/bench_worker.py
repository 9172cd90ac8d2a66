"""One run of `skerry bench --against`: a script for the interpreter of either installation.

The other installation may be older, so this script uses only names that every version has: `GAMES`,
`deal`, `setup`, `Rng`, and `options`, `play`, `turn` and `copy` of a state.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

PLAYERS = 4
DEALS = 12
WHOLE_GAME = 1_000_000  # more decisions than any game has
COMPILED_LOOP = "decisions/s, compiled loop"


def main() -> None:
    """Answer one task, a JSON object on standard input, with a JSON object on standard output."""
    task = json.load(sys.stdin)
    if task["path"]:
        sys.path.insert(0, task["path"])
    from skerry.games import GAMES

    games: dict[str, Any] = dict(GAMES)
    if task["setups"] is None:
        answer = {name: deal_setups(game) for name, game in games.items()}
    else:
        answer = {
            name: measure(games[name], setups, task["seconds"])
            for name, setups in task["setups"].items()
            if name in games
        }
    json.dump(answer, sys.stdout)


def deal_setups(game: Any) -> Any:
    """Return set-ups with every pile written out, so that both installations deal the same."""
    from skerry.kernel.rng import Rng

    return [game.setup(game.deal({"players": PLAYERS}, Rng(seed))) for seed in range(DEALS)]


def measure(game: Any, setups: list[Any], seconds: float) -> dict[str, float]:
    """Measure one game, each figure of speed for *seconds* of CPU time."""
    from skerry.kernel.rng import Rng

    deals = [game.deal(setup, Rng(0)) for setup in setups]
    positions = [position for deal in deals for position in _positions(deal)]
    figures = {
        "decisions/s": _per_second(deals, seconds, lambda state, seed: _play(state, seed)),
        "options, us": sum(_microseconds(state.options, 40) for state in positions)
        / len(positions),
        "copy, us": sum(_microseconds(state.copy, 100) for state in positions) / len(positions),
    }
    try:
        from skerry.bots.engine.playouts import play_out
    except ImportError:
        return figures
    rng = Rng(11)
    figures[COMPILED_LOOP] = _per_second(deals, seconds, lambda state, seed: play_out(state, rng))
    return figures


def _play(state: Any, seed: int, most: int = WHOLE_GAME) -> int:
    """Make at most *most* random moves; return how many were made."""
    made = 0
    while made < most and state.turn() >= 0:
        options = state.options()
        # Not `Rng`: another version may give other numbers for the same seed.
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        state.play(options[(seed >> 8) % len(options)])
        made += 1
    return made


def _positions(deal: Any) -> list[Any]:
    """Return eight positions spread over one random game."""
    length = _play(deal.copy(), seed=7)
    positions = [deal.copy() for _ in range(8)]
    for part, state in enumerate(positions):
        _play(state, 7, length * part // len(positions))
    return positions


def _per_second(deals: list[Any], seconds: float, play: Callable[[Any, int], int]) -> float:
    """Return decisions per second of CPU time over whole games, copies of the deals included."""
    decisions = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for deal in deals:
            games += 1
            decisions += play(deal.copy(), games)
    return decisions / spent


def _microseconds(call: Callable[[], object], times: int) -> float:
    """Return the mean CPU time of *call* in the best of three series."""
    series = []
    for _ in range(3):
        start = time.process_time_ns()
        for _ in range(times):
            call()
        series.append((time.process_time_ns() - start) / times / 1000)
    return min(series)


if __name__ == "__main__":
    main()
