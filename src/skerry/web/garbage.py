"""When the server runs the garbage collector, which frees reference cycles.

Python would run it whenever enough objects are new, and it goes through the objects of all tables:
moves would wait for up to a third of a second. Almost everything is freed without it, so it can
wait until nobody plays.
"""

import asyncio
import gc
import time
from collections.abc import Callable

LOOK_SECONDS = 1.0
IDLE_SECONDS = 300.0  # without a move; then a pause bothers nobody
MOST_SECONDS = 3600.0  # between two collections, whoever plays
MOST_NEW = 2_000_000  # objects since the last collection: some 200 MB


def disable_automatic_collection() -> None:
    """Keep Python from running the collector, and the collector from what there is now."""
    gc.freeze()
    gc.disable()


async def collect_now_and_then(moves: Callable[[], int]) -> None:
    """Collect when nobody plays, or when there may be much; *moves* counts those of all tables."""
    collected = moved = time.monotonic()
    made = moves()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = time.monotonic()
        if moves() != made:
            made, moved = moves(), now
        idle = now - max(moved, collected) > IDLE_SECONDS
        if idle or now - collected > MOST_SECONDS or gc.get_count()[0] > MOST_NEW:
            gc.collect()
            collected = now
