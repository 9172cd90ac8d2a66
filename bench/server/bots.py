"""Bots in their own processes: does each level move within half as much again as it may think?

    python bench/server/bots.py [--questions 20]

Positions from games of random moves are asked one after another, as a table asks them. The first
two rows of a game have one worker; an expert is asked once more with two workers, of which the
second thinks along.
"""

import argparse
import asyncio
import random
import sys
import time

from running import table_of_times

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.bots.bot_turns import SECONDS
from skerry.service.bots.pool import BotTask, Pool


def questions(name: str, level: str, count: int) -> list[BotTask]:
    """Return positions of games for four, spread over their length."""
    game = GAMES[name]
    rng = random.Random(3)
    state = game.deal({"players": 4}, Rng(3))
    setup = game.setup(state)
    moves: list[str] = []
    found = []
    while state.turn() >= 0:
        if len(state.options()) > 1:
            given = (f"bench {name}", name, setup, list(moves), state.turn(), level)
            found.append(BotTask(*given, seed=len(moves), seconds=SECONDS[level]))
        move = rng.choice(state.options())
        moves.append(game.write(state, move))
        state.play(move)
    return found[:: max(1, len(found) // count)][:count]


async def asked(pool: Pool, tasks: list[BotTask]) -> list[float]:
    """Ask, and return how long each answer took."""
    times = []
    for task in tasks:
        began = time.perf_counter()
        assert await pool.ask(task) is not None, "a bot answers"
        times.append(time.perf_counter() - began)
    return times


async def main() -> int:
    """Measure and print the times; return 1 if one was late."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--questions", type=int, default=20)
    args = parser.parse_args()
    rows: dict[str, list[float]] = {}
    late = 0
    for workers in (1, 2):
        pool = Pool(workers)
        await pool.warm(0)
        for name in GAMES:
            for level in ("steady", "skilled", "expert") if workers == 1 else ("expert",):
                times = await asked(pool, questions(name, level, args.questions))
                rows[f"{name}: {level}, {workers} worker(s), at most {SECONDS[level]} s"] = times
                late += sum(took > SECONDS[level] for took in times)
        await pool.close()
    print(table_of_times(rows))
    print(f"{'late':42}{late:>8}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
