"""Workers and schedulers that are killed in the middle of a move: nobody notices but the clock."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest
from msgspec.structs import replace

from skerry.service.bots.cluster import BotCluster
from skerry.service.bots.pool import Pool
from tests.scale.clusters import two_workers
from tests.service.test_bots import task

pytestmark = pytest.mark.heavy
EXPERT = replace(task(2.25), level="expert")


@contextlib.asynccontextmanager
async def pool_on(address: str, threads: int) -> Any:
    pool = Pool(1)
    remote = BotCluster(address, pool)
    watching = asyncio.create_task(remote.run())
    try:
        async with asyncio.timeout(120):
            await usable(remote, threads)
            await pool.ask(task(20.0))  # the first question starts a process on the worker
        yield pool, remote
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await pool.close()


async def usable(remote: BotCluster, threads: int) -> None:
    while remote.threads != threads:
        await asyncio.sleep(0.05)


async def busy_worker(client: Any) -> str:
    """Return the address of a worker that has something to do."""
    while True:
        processing = await asyncio.to_thread(client.processing)
        for address, keys in processing.items():
            if keys:
                return str(address)
        await asyncio.sleep(0.01)


def test_a_worker_killed_in_the_middle_of_an_experts_move() -> None:
    async def story(cluster: Any) -> None:
        with distributed.Client(cluster, set_as_default=False) as client:
            pids = await asyncio.to_thread(client.run, os.getpid)
            async with pool_on(cluster.scheduler_address, 2) as (pool, _):
                # Both threads at once, so that each has its process and the expert thinks alone.
                await asyncio.gather(pool.ask(task(20.0)), pool.ask(task(20.0)))
                thinking = asyncio.create_task(pool.ask(EXPERT))
                address = await busy_worker(client)
                assert not thinking.done()
                os.kill(pids[address], signal.SIGKILL)
                async with asyncio.timeout(120):
                    assert await thinking is not None
                assert pool.replaced == 0

    with two_workers() as cluster:
        asyncio.run(story(cluster))


def test_all_workers_killed_in_the_middle_of_an_experts_move() -> None:
    async def story(cluster: Any) -> None:
        with distributed.Client(cluster, set_as_default=False) as client:
            pids = await asyncio.to_thread(client.run, os.getpid)
            async with pool_on(cluster.scheduler_address, 2) as (pool, _):
                thinking = asyncio.create_task(pool.ask(EXPERT))
                await busy_worker(client)
                for pid in pids.values():
                    os.kill(pid, signal.SIGKILL)
                async with asyncio.timeout(45):  # not until the question's own limit, 90 seconds
                    assert await thinking is not None, "asked again, here or on new workers"
                assert pool.asked_again >= 1 and pool.replaced == 0

    with two_workers() as cluster:
        asyncio.run(story(cluster))


class Daemons:
    """A scheduler and a worker as an operator starts them."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: Any = None
        self.worker: Any = None

    def start(self) -> None:
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        run: list[str] = [sys.executable, "-m"]
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
        self.scheduler = subprocess.Popen([*run, "distributed.cli.dask_scheduler", *where], **quiet)
        options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder)]
        self.worker = subprocess.Popen(
            [*run, "distributed.cli.dask_worker", self.address, *options], **quiet
        )

    def stop(self) -> None:
        for process in (self.worker, self.scheduler):
            if process is not None and process.poll() is None:
                process.terminate()
        for process in (self.worker, self.scheduler):
            if process is not None:
                process.wait(60)


@pytest.fixture
def daemons(tmp_path: Path) -> Iterator[Daemons]:
    found = Daemons(tmp_path)
    found.start()
    yield found
    found.stop()


def test_a_scheduler_killed_in_the_middle_of_a_move_and_started_again(daemons: Daemons) -> None:
    async def story() -> None:
        async with pool_on(daemons.address, 1) as (pool, remote):
            thinking = asyncio.create_task(pool.ask(EXPERT))
            await asyncio.sleep(0.3)
            daemons.scheduler.kill()
            async with asyncio.timeout(60):
                assert await thinking is not None, "asked again in an own process"
                await usable(remote, 0)
            assert pool.asked_again >= 1 and pool.replaced == 0 and remote.lost == 1
            assert await pool.ask(task(20.0)) is not None
            daemons.stop()
            daemons.start()
            before = len(pool._all)
            async with asyncio.timeout(120):
                await usable(remote, 1)
                assert await pool.ask(task(20.0)) is not None
            assert len(pool._all) == before and pool.replaced == 0

    asyncio.run(story())


def test_an_arena_goes_on_when_a_worker_is_killed_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    with two_workers() as cluster, distributed.Client(cluster, set_as_default=False) as client:
        pids = client.run(os.getpid)
        out = tmp_path / "arena"
        words = ["arena", "nusfjord", "--bots", "random,random", "--games", "100000"]
        words += ["--out", str(out), "--dask", cluster.scheduler_address]
        command = [sys.executable, "-m", "skerry.cli", *words]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        ) as arena:
            wait_for_games(out, 5)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
            done = len(list(out.glob("*.game")))
            wait_for_games(out, done + 200)
            arena.send_signal(signal.SIGINT)
            said = arena.communicate(timeout=60)[1].decode()
        assert "the same command continues" in said
        assert "Traceback" not in said


def wait_for_games(folder: Path, count: int) -> None:
    until = time.monotonic() + 200
    while time.monotonic() < until:
        if len(list(folder.glob("*.game"))) >= count:
            return
        time.sleep(0.1)
    raise AssertionError(f"fewer than {count} games")
