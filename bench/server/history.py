"""Statistics of somebody who has played 10,000 games: how long each request of the profile takes.

PYTHONPATH=src python bench/server/history.py [--games 10000] [--file /tmp/history.db]

Plays some real games with random moves, stores each many times under other ids and dates in a new
SQLite file, and then asks for the pages of the profile through the service, with every filter.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from skerry.kernel.rng import Rng
from skerry.service.history import History
from skerry.service.messages import NewTable, SeatRequest
from skerry.service.people import User
from skerry.service.table.commands import MakeMove
from skerry.service.table.creation import create
from skerry.service.table.decide import decide
from skerry.service.table.results import result_of
from skerry.service.table.state import TableState
from skerry.store.results import Filter, GameResult
from skerry.store.sqlite import SqliteStore

ANN = User("ann", "Ann")
OTHERS = 40  # people whom Ann has met
REAL_GAMES = 24
HOUR = 3600.0
TOGETHER = 250
SHAPES = [("vanuatu", 3), ("nusfjord", 3), ("nusfjord", 1), ("vanuatu", 4), ("nusfjord", 2)]


def played(number: int) -> GameResult:
    """Play a game with random moves and return its result."""
    game, players = SHAPES[number % len(SHAPES)]
    new_table = NewTable(game, [SeatRequest("me", name=f"Seat {seat}") for seat in range(players)])
    chance = random.Random(number)
    current: TableState = create(new_table, ANN, "x", 1.0, Rng(number)).after
    while current.table.status == "running":
        assert current.state is not None
        seat = current.table.turn
        move = current.game.write(current.state, chance.choice(current.state.options()))
        command = MakeMove(ANN, move, current.table.number, seat)
        current = decide(current, command, 1.0, Rng(1)).after
    result = result_of(current)
    assert result is not None
    return result


def again(result: GameResult, number: int, chance: random.Random) -> GameResult:
    """Return the same game under another id and date, against somebody else."""
    seats = [replace(seat, user="", own=False, level="steady") for seat in result.seats]
    seats[0] = replace(result.seats[0], user=ANN.id)
    people = len(seats) > 1 and number % 2 == 0
    if people:
        other = f"user{chance.randrange(OTHERS)}"
        seats[1] = replace(result.seats[1], user=other, name=other)
    company = "people" if people else "solo" if len(seats) == 1 else "bots"
    return replace(
        result,
        id=f"bench{number:06}",
        seats=seats,
        company=company,
        against="steady" if company == "bots" else "",
        rated=len(seats) > 1,
        finished=1_700_000_000 + number * HOUR,
    )


async def fill(store: SqliteStore, games: int) -> None:
    """Store the games."""
    real = [played(number) for number in range(REAL_GAMES)]
    chance = random.Random(1)
    copies = [again(real[number % len(real)], number, chance) for number in range(games)]
    for first in range(0, games, TOGETHER):  # one commit for many
        await asyncio.gather(*map(store.results.add, copies[first : first + TOGETHER]))


async def measure(store: SqliteStore, rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Ask for everything again and again, with and without filters.

    Return the milliseconds by the clock, and those of processor time, which other programs on the
    machine do not change.
    """
    history = History(store)
    owner = await history.owner(ANN, "")
    filters = {
        "all": Filter(),
        "one game": Filter(game="vanuatu"),
        "company": Filter(company="bots"),
        "deck": Filter(variant="herring"),
        "won": Filter(result="won"),
        "a year": Filter(since=1_700_000_000 + 5000 * HOUR),
        "opponent": Filter(opponent="user7"),
    }
    requests: dict[str, Callable[[Filter], Awaitable[object]]] = {
        "profile": lambda chosen: history.page(owner, chosen),
        "heads": lambda chosen: history.heads(owner, chosen),
        "games": lambda chosen: history.games(owner, chosen, ""),
        "sources": lambda chosen: history.sources(owner, chosen),
        "uses": lambda chosen: history.uses(owner, chosen),
    }
    taken: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(rounds):
        for name, chosen in filters.items():
            for request, ask in requests.items():
                began, worked = time.perf_counter(), time.process_time()
                await ask(chosen)
                ended, done = time.perf_counter(), time.process_time()
                spent = ((ended - began) * 1000, (done - worked) * 1000)
                taken[request].append(spent)
                taken[f"{request}, {name}"].append(spent)
    return taken


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--file", type=Path, default=None)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(args.file or Path(folder) / "history.db")
        began = time.perf_counter()
        await fill(store, args.games)
        print(f"{args.games} games stored in {time.perf_counter() - began:.1f} s")
        for name, times in (await measure(store, args.rounds)).items():
            clock, processor = (sorted(each) for each in zip(*times, strict=True))
            middle, late = len(clock) // 2, len(clock) * 95 // 100
            print(
                f"{name:24} p50 {clock[middle]:6.1f} ms  p95 {clock[late]:6.1f} ms"
                f"  processor p50 {processor[middle]:6.1f} ms  p95 {processor[late]:6.1f} ms"
            )
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())
