"""All tables of a server, and the one path of every change: decide, store, publish, wake.

What is decided is in `service.table`, as a pure function. If anything fails before the store has
it, nothing has happened.
"""

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from skerry.games import GAMES
from skerry.service.errors import NotFound, Stale
from skerry.service.live.chance import secret_chance
from skerry.service.live.chat import Chat
from skerry.service.live.live_table import LiveTable
from skerry.service.live.timers import Timers
from skerry.service.messages import NewTable
from skerry.service.people import User
from skerry.service.table import creation, seats
from skerry.service.table.commands import Command, Rematch, SkipTime, Substitute, TimeOut
from skerry.service.table.decide import decide
from skerry.service.table.outcome import Outcome
from skerry.service.table.state import TableState, rebuild
from skerry.store.protocol import Store, StoreUnavailable, WriteConflict

log = logging.getLogger("skerry.tables")
T = TypeVar("T")
Listener = Callable[[LiveTable], None]
Acknowledge = Callable[[int], None]

MAX_LIVE = 4000
CLOSING_SECONDS = 10
RETRY_SECONDS = 2.0  # until the next try of what the store did not take
SHORT_BREAK = 5.0  # seconds without a server that the clocks may count
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.chat = Chat(store)
        self.live: dict[str, LiveTable] = {}
        self.moves = 0
        self.closing = False
        self.chance = secret_chance()
        self._timers = Timers(self._time_out)
        self._listeners: list[Listener] = []
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writing: set[asyncio.Task[Any]] = set()  # what must not be left half done

    def on_change(self, listener: Listener) -> None:
        """Call *listener* with each table that was loaded or has changed, after its viewers."""
        self._listeners.append(listener)

    # -- tables in memory

    async def get(self, id: str) -> LiveTable:
        """Return a table, from memory or rebuilt from its log."""
        live = self.live.get(id)
        if live is None:
            task = self._loading.get(id)
            if task is None:
                task = asyncio.create_task(self._load(id))
                self._loading[id] = task
                task.add_done_callback(lambda _: self._loading.pop(id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> LiveTable:
        table = await self.store.load(id)
        if table is None or table.game not in GAMES:
            raise NotFound(f"there is no table {id[:20]!r}", "no_table")
        live = LiveTable(rebuild(table, await self.store.log(id)))
        if live.current.trouble:
            log.error("table cannot be replayed", extra={"table": id, "why": live.current.trouble})
        self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self.live[live.table.id] = live
        self._wake(live)
        if len(self.live) > MAX_LIVE:
            idle = [
                other
                for other in self.live.values()
                if not other.viewers
                and not other.thinking
                and not other.lock.locked()
                and not self._timers.runs(other.table.id)
            ]
            for other in sorted(idle, key=lambda one: one.used)[: MAX_LIVE // 10]:
                del self.live[other.table.id]

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; it will be read again, also by those who watch it."""
        id = live.table.id
        if self.live.get(id) is live:
            del self.live[id]
        self._timers.drop(id)
        for viewer in live.viewers:  # they come back by number, to the table as it is
            viewer.close()

    def close_viewers(self, user: str) -> None:
        """Close every socket of a user; those that still may will come back."""
        for live in self.live.values():
            for viewer in live.viewers:
                if viewer.user == user:
                    viewer.close()

    # -- one path for every change

    async def execute(
        self, id: str, command: Command, acknowledge: Acknowledge | None = None
    ) -> tuple[LiveTable, Outcome]:
        """Carry out a command at a table; it is stored when this returns. Raises Refused.

        *acknowledge* is called with the table's number before anybody else hears of it.
        """
        live = await self.get(id)
        outcome = await self.exclusively(live, lambda: self._execute(live, command, acknowledge))
        return live, outcome

    async def exclusively(self, live: LiveTable, work: Callable[[], Awaitable[T]]) -> T:
        """Do something at a table that must not be left half done, one at a time."""

        async def guarded() -> T:
            async with live.lock:
                return await work()

        # A client that goes away in the middle does not stop what is being written.
        task = asyncio.create_task(guarded())
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)

    async def _execute(
        self, live: LiveTable, command: Command, acknowledge: Acknowledge | None
    ) -> Outcome:
        before = live.current
        outcome = decide(before, command, time.time(), self.chance)
        if outcome.after is before:
            return outcome
        if outcome.created is not None:
            await self._store_new(outcome.created)
        await self._store(live, outcome)
        live.advance(outcome.after)
        self.moves += sum(entry.kind == "move" for entry in outcome.entries)
        if acknowledge is not None:
            acknowledge(live.table.number)
        self._publish(live, before, outcome)
        self._wake(live)
        for notice in outcome.notices:
            await self.chat.notice(live, notice)
        return outcome

    async def _store(self, live: LiveTable, outcome: Outcome) -> None:
        try:
            if outcome.entries:
                (entry,) = outcome.entries  # a command adds at most one
                await self.store.append(outcome.after.table, entry)
            else:
                await self.store.save(outcome.after.table)
        except WriteConflict as conflict:
            self.forget(live)  # memory was wrong; the store is right
            raise Stale(str(conflict)) from None

    def _publish(self, live: LiveTable, before: TableState, outcome: Outcome) -> None:
        """Pass a change on to the viewers; a plain move does not repeat what is around it."""
        for entry in outcome.entries:
            for viewer in live.viewers:
                viewer.enqueue(entry)
        if not outcome.entries:
            for viewer in live.viewers:
                viewer.seats_changed()
            return
        then, now = before.table, live.table
        undone = any(entry.kind == "takeback" for entry in outcome.entries)
        if undone or then.undo is not None or then.status != now.status:
            for viewer in live.viewers:
                viewer.table_changed()

    def _wake(self, live: LiveTable) -> None:
        self._timers.set(live)
        for listener in self._listeners:
            listener(live)

    async def substitute(self, user: User, id: str, seat: int, level: str) -> LiveTable:
        """Let a bot play a seat, if its person wishes so, or is not connected and the host does."""
        live = await self.get(id)
        seats.at(live.table, seat)
        await self.execute(id, Substitute(user, seat, level, absent=not live.present(seat)))
        return live

    # -- new tables

    async def create(self, user: User, wish: NewTable) -> LiveTable:
        """Make a table; it starts at once if nobody is missing."""
        now = time.time()
        beginning = None
        if wish.play_on is not None:
            source = await self.get(wish.play_on.table)
            entries = await self.store.log(source.table.id)
            beginning = creation.from_table(source.current, entries, wish.play_on.moves)
        elif wish.record:
            # A long game takes a while to check; the others play on meanwhile.
            beginning = await asyncio.to_thread(creation.from_record, wish.record, user, now)
        outcome = creation.create(wish, user, new_id(), now, self.chance, beginning)
        return await self._store_new(outcome)

    async def rematch(self, user: User, id: str) -> LiveTable:
        """Return the table where the same people play again, the same whoever asks first."""
        live, _ = await self.execute(id, Rematch(user, new_id()))
        return await self.get(live.table.following)

    async def _store_new(self, outcome: Outcome) -> LiveTable:
        live = LiveTable(outcome.after)
        await self.store.create(live.table, outcome.entries)
        self._keep(live)
        for notice in outcome.notices:
            await self.chat.notice(live, notice)
        return live

    # -- clocks

    def _time_out(self, live: LiveTable, number: int) -> None:
        self.spawn(self._act_on_time_out(live, number))

    async def _act_on_time_out(self, live: LiveTable, number: int) -> None:
        try:
            await self.execute(live.table.id, TimeOut(number))
        except Stale:
            return  # it is read again, with a new timer
        except StoreUnavailable:  # for example a full disk
            await asyncio.sleep(RETRY_SECONDS)
        if self.live.get(live.table.id) is live:
            self._timers.set(live)

    # -- from start to end

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something run in the background until the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background task failed", exc_info=error)

    async def resume(self) -> None:
        """Go on with every running table where the server stopped."""
        down = await self._seconds_down()
        for id in await self.store.ids("running"):
            try:
                await self._resume(id, down)
            except Exception:
                log.exception("table not resumed", extra={"table": id})  # the others are

    async def _seconds_down(self) -> float:
        """Return how long the server was down; wait for a store that does not answer yet."""
        while True:
            now = time.time()
            try:
                return max(0.0, now - await self.store.heartbeat(now))
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _resume(self, id: str, down: float) -> None:
        table = await self.store.load(id)
        if table is None:
            return
        if table.clock is not None and down > SHORT_BREAK:
            await self.execute(id, SkipTime(down))
        elif table.clock is not None or seats.bot_to_move(table):
            await self.get(id)

    async def keep_alive(self) -> None:
        """Note now and then that the server runs, for the clocks; tidy up when nobody plays."""
        tidied = time.monotonic()
        while True:
            with contextlib.suppress(StoreUnavailable):
                await self.store.heartbeat(time.time())
            moves = self.moves
            await asyncio.sleep(20)
            waited = time.monotonic() - tidied
            if waited > 3600 or (waited > 300 and self.moves == moves):
                gc.collect()
                tidied = time.monotonic()

    async def close(self) -> None:
        """Stop thinking, finish writing."""
        self.closing = True
        self._timers.close()
        for _ in range(CLOSING_SECONDS):
            for task in self._tasks:
                task.cancel()
            if not self._tasks:
                break
            # Again for one that missed it: a wait that ends just then can swallow the request.
            await asyncio.wait(self._tasks, timeout=1)
        if self._writing:
            await asyncio.wait(self._writing, timeout=CLOSING_SECONDS)
        with contextlib.suppress(StoreUnavailable):
            await self.store.heartbeat(time.time())


def new_id() -> str:
    """Return an id for a new table that nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))
