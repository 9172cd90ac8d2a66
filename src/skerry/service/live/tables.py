"""All tables of a server, and the one path of every change: decide, store, publish, wake.

What is decided is in `service.table`, as a pure function. If anything fails before the store has
it, nothing has happened.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from skerry.games import GAMES
from skerry.kernel.errors import SkerryError
from skerry.kernel.rng import Chance
from skerry.service.errors import NotFound, Stale
from skerry.service.live.chance import SecretChance
from skerry.service.live.chat import Chat
from skerry.service.live.live_table import LiveTable
from skerry.service.live.peers import Peers
from skerry.service.live.presence_log import PresenceLog
from skerry.service.live.server_time import ServerTime
from skerry.service.live.timers import Timers
from skerry.service.messages import Absence, NewTable
from skerry.service.people import User
from skerry.service.table import creation, seats
from skerry.service.table.commands import (
    ActOnAbsence,
    Command,
    MakeBotMove,
    MakeMove,
    Rematch,
    SignOutDevices,
    TimeOut,
    Undo,
)
from skerry.service.table.decide import decide
from skerry.service.table.outcome import Outcome
from skerry.service.table.results import new_result
from skerry.service.table.state import TableState, followed, rebuild
from skerry.store.peers import NotificationKind
from skerry.store.protocol import Change, Store, StoreUnavailable, WriteConflict
from skerry.store.results import GameResult

log = logging.getLogger("skerry.tables")
T = TypeVar("T")
Listener = Callable[[LiveTable], None]
Acknowledge = Callable[[int], None]

CACHED_TABLES = 4000  # kept in memory, and more only while they are watched or run
GONE = -1  # the version of a table that was deleted
MOST_TRIES = 5  # of a command, while other servers change the table
CLOSING_SECONDS = 10
RETRY_SECONDS = 2.0  # before a write that the store refused is tried again
KINDS: dict[type, str] = {MakeMove: "move", MakeBotMove: "bot move", Undo: "undo"}
BEAT_SECONDS = 5.0  # between two writes of the server time
ANNOUNCED_SECONDS = 1.0  # between two polls for tables that another program has stored
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, cached: int = CACHED_TABLES) -> None:
        self.store = store
        self.cached = cached
        self.peers = Peers(store.peers)
        self.chat = Chat(store, self.peers)
        self.live: dict[str, LiveTable] = {}
        self.moves = 0
        self.closing = False
        self.chance: Chance = SecretChance()
        # What else servers let each other know, by kind: called with the table and the detail.
        self.on_notification: dict[NotificationKind, Callable[[LiveTable, str], None]] = {}
        self.on_stored: Callable[[str, float], None] = lambda kind, seconds: None
        self.time = ServerTime()
        self._time_known = False
        self._timers = Timers(self._time_out, self.time)
        self.presence = PresenceLog(store, self.time, self._know_time, self.execute, self.spawn)
        self._listeners: list[Listener] = [lambda live: self.presence.note_missed(live.table)]
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writing: set[asyncio.Task[Any]] = set()  # tasks that must not be cancelled half-way

    def on_change(self, listener: Listener) -> None:
        """Call *listener* with each table that was loaded or has changed, after its viewers."""
        self._listeners.append(listener)

    # -- tables in memory

    async def get(self, id: str, fresh: bool = True) -> LiveTable:
        """Return a table, from memory or rebuilt from its log.

        With *fresh*, nothing that another server has stored before is missing.
        """
        live = self.live.get(id)
        if live is not None and fresh and not self.peers.alone:
            before = live.table.version
            version = (await self.store.versions([id])).get(id, GONE)
            with contextlib.suppress(NotFound, Stale):  # it is read anew, if it is still there
                await self._follow(live, before, version)
            live = self.live.get(id)
        if live is None:
            task = self.loading.get(id)
            if task is None:
                task = asyncio.create_task(self._load(id))
                self.loading[id] = task
                task.add_done_callback(lambda _: self.loading.pop(id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> LiveTable:
        await self._know_time()
        table = await self.store.load(id)
        if table is None or table.game not in GAMES:
            raise NotFound(f"there is no table {id[:20]!r}", "no_table")
        line = await self.store.last_line(id)
        entries = await self.store.log(id)
        # Another server may have written since the table was read.
        entries = [entry for entry in entries if entry.number <= table.number]
        live = LiveTable(rebuild(table, entries), self.time)
        live.lines_to = line
        if live.current.trouble:
            log.error("table cannot be replayed", extra={"table": id, "why": live.current.trouble})
        self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self.live[live.table.id] = live
        self._wake(live)
        if len(self.live) > self.cached:
            idle = [
                other
                for other in self.live.values()
                if not other.viewers
                and not other.thinking
                and not other.lock.locked()
                and not self._timers.runs(other.table.id)
            ]
            for other in sorted(idle, key=lambda one: one.used)[: self.cached // 10 + 1]:
                del self.live[other.table.id]
                self.spawn(self.peers.release(other.table.id))

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; the next use, also by its viewers, reads it again."""
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
        # A client that goes away in the middle does not stop what is being written.
        return await asyncio.shield(self.protect(self.carry_out(id, command, acknowledge)))

    async def exclusively(self, live: LiveTable, work: Callable[[], Awaitable[T]]) -> T:
        """Run a change of a table that must not be cancelled half-way, one at a time."""

        async def guarded() -> T:
            async with live.lock:
                return await work()

        return await asyncio.shield(self.protect(guarded()))

    def protect(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something that must not be cancelled half-way, in a task of its own."""
        task = self.begin(work)
        task.add_done_callback(self.end)
        return task

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do the same for something that calls `end` itself, which is cheaper than a callback."""
        if self._loop is None:  # found once: to look for it takes a system call
            self._loop = asyncio.get_running_loop()
        task = self._loop.create_task(work)
        self._writing.add(task)
        return task

    def end(self, task: asyncio.Task[Any]) -> None:
        """Note that such a task is at its end."""
        self._writing.discard(task)

    async def carry_out(
        self, id: str, command: Command, acknowledge: Acknowledge | None = None
    ) -> tuple[LiveTable, Outcome]:
        """Do the same as `execute`, for a caller that nobody cancels."""
        began = time.monotonic()
        # Not compared with the store before: a write to an older version is refused there.
        live = self.live.get(id) or await self.get(id, fresh=False)
        live.used = began
        async with live.lock:  # one at a time
            outcome = await self._execute(live, command, acknowledge)
        self.on_stored(KINDS.get(type(command), "other"), time.monotonic() - began)
        return live, outcome

    async def _execute(
        self, live: LiveTable, command: Command, acknowledge: Acknowledge | None
    ) -> Outcome:
        """Carry out a command; again if another server has changed the table meanwhile."""
        for _ in range(MOST_TRIES):
            before = live.current
            try:
                outcome = decide(before, command, self.time.now(), self.chance, time.time())
                if outcome.after is not before:
                    await self._store(live, command, outcome)
            except StoreUnavailable:
                raise
            except SkerryError:
                if await self.catch_up(live):
                    continue
                raise  # it was decided on the newest version
            if outcome.after is not before:
                await self._stored(live, before, outcome, acknowledge)
                return outcome
            if not await self.catch_up(live):
                return outcome
        raise Stale("this table is changing too quickly; try again")

    async def _store(self, live: LiveTable, command: Command, outcome: Outcome) -> None:
        id, created = live.table.id, outcome.created
        # What this server does by itself it may do only as long as it has the lease.
        by_server = isinstance(command, MakeBotMove | TimeOut)
        fence = self.peers.fence(id) if by_server else None
        result = _result(live.current, outcome)
        try:
            if outcome.entries:
                (entry,) = outcome.entries  # a command adds at most one
                await self.store.append(outcome.after.table, entry, fence, result)
            else:
                new = None if created is None else (created.after.table, created.entries)
                await self.store.save(outcome.after.table, fence, new, result)
        except WriteConflict as conflict:
            if self.peers.alone:
                self.forget(live)  # memory was wrong; the store is right
            elif fence is not None:
                self.peers.lost(id)
                await self.peers.acquire(id)  # unless another server has it
            raise Stale(str(conflict)) from None

    async def _stored(
        self,
        live: LiveTable,
        before: TableState,
        outcome: Outcome,
        acknowledge: Acknowledge | None,
    ) -> None:
        """Publish what has been stored."""
        live.advance(outcome.after)
        self.moves += sum(entry.kind == "move" for entry in outcome.entries)
        if acknowledge is not None:
            acknowledge(live.table.number)
        live.publish(before.table, outcome.entries)
        self._wake(live)
        if outcome.created is not None:
            await self._adopt(outcome.created)
        for notice in outcome.notices:
            await self.chat.notice(live, notice)

    def _wake(self, live: LiveTable, ask: bool = True) -> None:
        """Set the timer and let the bots play, if this server runs the table.

        With *ask* it offers to do so.
        """
        id = live.table.id
        if self.attends(live):
            self._timers.set(live)
            if not self.peers.alone and live.table.status in ("finished", "abandoned"):
                self.spawn(self.peers.release(id))
        else:
            self._timers.drop(id)
            if ask and live.table.waits and not self.closing:
                self.spawn(self.attend(id))
        for listener in self._listeners:
            listener(live)

    # -- other servers on the same database

    def attends(self, live: LiveTable) -> bool:
        """Return whether this server plays for the bots of a table and watches its clock."""
        return self.peers.holds(live.table.id)

    async def attend(self, id: str) -> None:
        """Take the lease of a table, unless another server has it."""
        with contextlib.suppress(StoreUnavailable, NotFound):  # tried again later
            if await self.peers.acquire(id):
                self._wake(await self.get(id), ask=False)

    async def _follow(self, live: LiveTable, before: int, version: int) -> None:
        """Bring a table to what the store has, unless it is there already.

        *before* is its version from before the store was asked for *version*.
        """

        async def work() -> None:
            if version < before or live.table.version < version:
                await self.catch_up(live)

        if version < before or live.table.version < version:
            await self.exclusively(live, work)

    async def catch_up(self, live: LiveTable) -> bool:
        """Read what another server has stored of a table; return whether there was anything.

        Raises NotFound if the table was deleted, Stale if an older backup was restored.
        """
        if self.peers.alone:
            return False
        id = live.table.id
        change = (await self.store.changes({id: live.table.number})).get(id)
        if change is None:
            self.forget(live)
            raise NotFound(f"there is no table {id[:20]!r}", "no_table")
        if change.table.version < live.table.version:
            self.forget(live)
            raise Stale("this table was restored from a backup; look at it again")
        return self.take_over(live, change)

    def take_over(self, live: LiveTable, change: Change) -> bool:
        """Advance a locked table to what was read of it, not older; return whether it is newer."""
        before, table = live.current, change.table
        if table.version == live.table.version:
            return False
        if table.setup is None:  # it was read before, and never changes
            table.setup = live.table.setup
        # This server may have written some of them itself since they were read.
        entries = [entry for entry in change.entries if entry.number > live.table.number]
        live.advance(followed(before, table, entries))
        live.publish(before.table, entries)
        self._wake(live, ask=False)
        return True

    # -- who is here

    async def act_on_absence(
        self, user: User, id: str, what: Absence, seat: int, level: str = "steady"
    ) -> LiveTable:
        """Ask for something because somebody is away."""
        live = await self.get(id)
        presence = await self.presence.of(live)
        await self.execute(id, ActOnAbsence(user, what, seat, presence, level))
        return live

    async def sign_out_devices(
        self, user: User, id: str, seat: int, devices: list[str]
    ) -> LiveTable:
        """Remove other devices of a user from the own seat."""
        live = await self.get(id)
        presence = await self.presence.of(live)
        await self.execute(id, SignOutDevices(user, seat, devices, presence))
        return live

    # -- new tables

    async def create(
        self, user: User, new_table: NewTable, beginning: creation.Beginning | None = None
    ) -> LiveTable:
        """Make a table; it starts at once if nobody is missing."""
        await self._know_time()
        now = time.time()
        if new_table.play_on is not None:
            source = await self.get(new_table.play_on.table)
            entries = await self.store.log(source.table.id)
            beginning = creation.from_table(source.current, entries, new_table.play_on.moves, user)
        elif new_table.record:
            # A long game takes a while to check; the others play on meanwhile.
            beginning = await asyncio.to_thread(creation.from_record, new_table.record, user, now)
        at = self.time.now()
        outcome = creation.create(new_table, user, new_id(), at, self.chance, beginning)
        return await self._store_new(creation.dated(outcome, now))

    async def rematch(self, user: User, id: str) -> LiveTable:
        """Return the table where the same people play again, the same whoever asks first."""
        live, _ = await self.execute(id, Rematch(user, new_id()))
        return await self.get(live.table.following)

    async def _store_new(self, outcome: Outcome) -> LiveTable:
        result = _result(None, outcome)
        await self.store.create(outcome.after.table, outcome.entries, result)
        return await self._adopt(outcome)

    async def _adopt(self, outcome: Outcome) -> LiveTable:
        """Hold a new table in memory, after the store has it."""
        live = LiveTable(outcome.after, self.time)
        self._keep(live)
        for notice in outcome.notices:
            await self.chat.notice(live, notice)
        return live

    # -- clocks

    def _time_out(self, live: LiveTable, number: int) -> None:
        self.spawn(self._act_on_time_out(live, number))

    async def _act_on_time_out(self, live: LiveTable, number: int) -> None:
        try:
            presence = await self.presence.of(live) if live.table.absences else {}
            await self.execute(live.table.id, TimeOut(number, presence))
        except Stale:
            return  # it is read again, with a new timer
        except StoreUnavailable:  # for example a full disk
            await asyncio.sleep(RETRY_SECONDS)
        if self.live.get(live.table.id) is live:
            self._wake(live)

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
        while not self._time_known:
            try:
                await self._know_time()
            except StoreUnavailable:  # it does not answer yet
                await asyncio.sleep(RETRY_SECONDS)
        if not self.peers.alone:
            return  # `share` finds the tables that no server runs
        for id in await self.store.waiting():
            try:
                await self._resume(id)
            except Exception:
                log.exception("table not resumed", extra={"table": id})  # the others are

    async def _know_time(self) -> None:
        """Go on with the server time of the last process; the time without a server is not."""
        if self._time_known:
            return
        before = await self.store.heartbeat(0.0 if self.peers.alone else self.time.now())
        if not self._time_known:
            self._time_known = True
            if before > 0:
                self.time.continue_from(before)

    async def _resume(self, id: str) -> None:
        table = await self.store.load(id)
        if table is None:
            return
        timed = table.clock is not None and table.status == "running"
        if timed or table.absences or seats.bot_to_move(table):
            await self.get(id)

    async def keep_alive(self) -> None:
        """Note the server time now and then."""
        while True:
            await self._beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self._know_time()
            shared = await self.store.heartbeat(self.time.now())
            if self.peers.alone:
                self.time.catch_up(shared)
            else:
                self.time.follow(shared)

    async def notice_announced(self) -> None:
        """Take up tables that another program has stored, such as `skerry import`."""
        while True:
            await asyncio.sleep(ANNOUNCED_SECONDS)
            try:
                announced = await self.store.take_announced()
            except StoreUnavailable as error:
                log.warning("announced tables not read", extra={"why": str(error)})
                await asyncio.sleep(RETRY_SECONDS)
                continue
            for id in announced:
                try:
                    await self.get(id)
                except Exception:  # damaged or gone: the others are read, and those that follow
                    log.exception("announced table not read", extra={"table": id})

    async def close(self) -> None:
        """Stop the bots, finish writing."""
        self.closing = True
        self._timers.close()
        self.presence.close()
        for _ in range(CLOSING_SECONDS):
            for task in self._tasks:
                task.cancel()
            if not self._tasks:
                break
            # Again for one that missed it: a wait that ends just then can swallow the request.
            await asyncio.wait(self._tasks, timeout=1)
        if self._writing:
            await asyncio.wait(self._writing, timeout=CLOSING_SECONDS)
        await self._beat()
        await self.peers.leave()


def _result(before: TableState | None, outcome: Outcome) -> GameResult | None:
    """Return the result that an outcome brings, if any. A fault in it keeps no game from ending:
    what is missing is added later (`service.results`).
    """
    try:
        return new_result(before, outcome.after)
    except Exception:
        log.exception("no result", extra={"table": outcome.after.table.id})
        return None


def batched(items: list[T], size: int) -> list[list[T]]:
    """Split a list into lists of at most *size*."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def new_id() -> str:
    """Return an id for a new table that nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))
