"""Bots on a Dask cluster: each thread of the cluster is one more worker of the pool.

While the cluster cannot be reached the pool uses its own processes, and the cluster is tried again.
The fair queue decides as before what comes next, and never has more under way than the cluster has
threads; a lost worker's question is run again by Dask, a lost cluster's by the pool.
"""

import asyncio
import contextlib
import logging
import os
from concurrent.futures import Future, InvalidStateError
from typing import Any

from skerry.bots.plugins.command import SECONDS as BOT_SECONDS
from skerry.executors.cluster import Cluster, ClusterLost, ClusterWorker, WorkersLost
from skerry.games.packed_cards import pack
from skerry.kernel.errors import BadSetup, SkerryError
from skerry.service.bots import cluster_worker
from skerry.service.bots.pool import Pool, Slot

log = logging.getLogger("skerry.cluster")
LOOK_SECONDS = 1.0  # between two looks at which workers there are
RETRY_SECONDS = 5.0  # until a lost cluster is tried again
GRACE_SECONDS = 5.0  # for the way to the cluster and back


class BotCluster:
    """Keeps the connection to a cluster, and the pool's slots on it."""

    def __init__(self, address: str, pool: Pool, cards: str = "") -> None:
        self.address = address
        self.pool = pool
        self.cards = pack(cards)
        self.environment = {k: v for k, v in os.environ.items() if k == BOT_SECONDS}
        self.lost = 0  # times that the connection broke
        self.connection: Cluster | None = None
        self.waiting: set[Future[Any]] = set()
        self._slots: dict[str, list[Slot]] = {}  # by the worker's address
        self._refused: set[str] = set()  # workers that cannot do our work
        self._said = ""

    @property
    def threads(self) -> int:
        """The threads of the cluster that answer questions; 0 while it cannot be used."""
        return sum(map(len, self._slots.values()))

    async def run(self) -> None:
        """Connect, follow the cluster's workers, and connect again when it is lost."""
        while True:
            try:
                self.connection = await asyncio.to_thread(Cluster, self.address)
                while True:
                    await self._look(self.connection)
                    await asyncio.sleep(LOOK_SECONDS)
            except (BadSetup, ClusterLost) as error:
                self._say(f"{error}; bots run in this server's own processes")
            finally:
                await self._let_go()
            await asyncio.sleep(RETRY_SECONDS)

    async def _look(self, connection: Cluster) -> None:
        """Take up the workers that have come, and let go of those that have left."""
        present = {each.address: each for each in await asyncio.to_thread(connection.workers)}
        gone = self._slots.keys() - present.keys()
        all_gone = bool(gone) and gone == self._slots.keys()
        for address in gone:
            for slot in self._slots.pop(address):
                self.pool.retire(slot)
        if all_gone:
            # Dask would let the question of its last worker wait for that one, which never returns.
            self._ask_again(WorkersLost(f"the cluster at {self.address} lost all its workers"))
        self._refused &= present.keys()
        new = [present[a] for a in present.keys() - self._slots.keys() - self._refused]
        await asyncio.gather(*(self._take_up(connection, worker) for worker in new))
        if self.threads:
            self._say(f"bots run on the cluster at {self.address}", logging.INFO)
        else:
            self._say(
                f"the cluster at {self.address} has no workers that can be used; bots run in this"
                " server's own processes"
            )

    async def _take_up(self, connection: Cluster, worker: ClusterWorker) -> None:
        try:
            await asyncio.to_thread(connection.check, worker)
        except BadSetup as error:
            self._refused.add(worker.address)
            log.warning("worker of the cluster not used", extra={"why": str(error)})
            return
        self._slots[worker.address] = [
            self.pool.add(ClusterThread(self, connection, worker.address, thread))
            for thread in range(worker.threads)
        ]

    def retire_all(self) -> None:
        """Go back to the pool's own processes, until the workers are found again."""
        self.lost += bool(self._slots)
        for slots in self._slots.values():
            for slot in slots:
                self.pool.retire(slot)
        self._slots.clear()

    async def _let_go(self) -> None:
        """Close the connection; questions under way are asked again in the own processes."""
        connection, self.connection = self.connection, None
        self.retire_all()
        self._refused.clear()
        self._ask_again(ClusterLost(f"the cluster at {self.address} is lost"))
        if connection is not None:
            await asyncio.to_thread(connection.close)

    def _ask_again(self, why: SkerryError) -> None:
        """Give up the questions under way, so that the pool asks them again."""
        for future in list(self.waiting):
            with contextlib.suppress(InvalidStateError):
                future.set_exception(why)

    def _say(self, message: str, level: int = logging.ERROR) -> None:
        """Log a change of state, once."""
        if message != self._said:
            self._said = message
            log.log(level, message)


class ClusterThread:
    """A thread of a cluster's worker, which answers one question at a time."""

    alive = True  # the pool is told when it is not

    def __init__(self, owner: BotCluster, connection: Cluster, address: str, thread: int) -> None:
        self.owner = owner
        self.connection = connection
        self.address = address
        self.slot = f"{id(owner)} {thread}"

    async def ask(self, question: bytes, seconds: float, priority: int) -> bytes:
        future = self.connection.submit(
            cluster_worker.answer,
            self.slot,
            self.owner.cards,
            self.owner.environment,
            question,
            seconds,
            priority=priority,
            worker=self.address,
        )
        self.owner.waiting.add(future)
        try:
            # Twice the time: Dask runs the question of a lost worker again.
            limit = 2 * (seconds + GRACE_SECONDS) + cluster_worker.START_SECONDS
            async with asyncio.timeout(limit):
                answer: bytes = await asyncio.wrap_future(future)
                return answer
        except ClusterLost:
            self.owner.retire_all()  # now, so that the next try is made elsewhere
            raise
        finally:
            self.owner.waiting.discard(future)

    async def stop(self) -> None:
        """Its question ends by its own time limit; the next one goes to any thread."""
