"""All tables of a server: in memory, made, dealt and played. What is around it has its own modules.

Every move, of a person or a bot, takes one path: read, check, apply on a copy, write to the disk,
acknowledge, tell the viewers. If anything fails before the disk, nothing has happened.
"""

import asyncio
import contextlib
import gc
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from msgspec.structs import replace

from skerry.bots.shared_search import MoveStatistics
from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.errors import BadNotation, IllegalMove, NotYourTurn, SkerryError
from skerry.kernel.protocol import play as kernel_play
from skerry.service import campaigns, seats
from skerry.service import clock as clocks
from skerry.service.bot_turns import BotTurns
from skerry.service.broadcast import seats_of
from skerry.service.chance import secret_chance
from skerry.service.chat import Chat
from skerry.service.errors import BadRequest, NotAllowed, NotFound, Refused, Stale
from skerry.service.live import LiveTable, pack
from skerry.service.messages import Hint, HintMove, NewTable
from skerry.service.people import Links, User, tidy
from skerry.service.pool import Pool
from skerry.service.records import end, played
from skerry.service.seating import Seating
from skerry.service.table_views import TableViews
from skerry.service.time_outs import TimeOuts
from skerry.service.undo import Undo
from skerry.store.protocol import Entry, Store, StoreUnavailable, Table, WriteConflict

log = logging.getLogger("skerry.tables")
T = TypeVar("T")

MOST_LIVE = 4000
HINT_SECONDS = 20  # a hint that comes later helps nobody
HINT_MOVES = 3
CLOSING_SECONDS = 10
AGAIN_SECONDS = 2.0  # until the next try of what a full disk did not take
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, pool: Pool, links: Links) -> None:
        self.store = store
        self.links = links
        self.live: dict[str, LiveTable] = {}
        self.moves = 0
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writing: set[asyncio.Task[Any]] = set()  # what must not be left half done
        self.bots = BotTurns(self, pool)
        self.time_outs = TimeOuts(self)
        self.seating = Seating(self)
        self.undo = Undo(self)
        self.views = TableViews(self)
        self.chat = Chat(self)
        self.closing = False

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
        live = LiveTable.of(table, await self.store.log(id))
        if live.trouble:
            log.error("table cannot be replayed", extra={"table": id, "why": live.trouble})
        self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self.live[live.table.id] = live
        self.time_outs.set(live)
        self.bots.wake(live)
        if len(self.live) > MOST_LIVE:
            idle = [
                other
                for other in self.live.values()
                if not other.viewers
                and not other.thinking
                and not other.lock.locked()
                and not self.time_outs.runs(other.table.id)
            ]
            for other in sorted(idle, key=lambda one: one.used)[: MOST_LIVE // 10]:
                del self.live[other.table.id]

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; it will be read again, also by those who look at it."""
        id = live.table.id
        if self.live.get(id) is live:
            del self.live[id]
        self.time_outs.drop(id)
        for viewer in live.viewers:  # they come back by number, to the table as it is
            viewer.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something run by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background work failed", exc_info=error)

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

    # -- changes around the game

    async def change(self, live: LiveTable, table: Table) -> None:
        """Keep a changed table and tell everybody. The caller holds the table's lock."""
        table = replace(table, version=live.table.version + 1, updated=time.time())
        try:
            await self.store.save(table)
        except WriteConflict as conflict:
            self.forget(live)
            raise Stale(str(conflict)) from None
        live.table = table
        live.frame_cache.clear()
        for viewer in live.viewers:
            if viewer.seat is not None and viewer.user not in table.seats[viewer.seat].users:
                self.views.lose_seat(live, viewer)
            viewer.refresh = True
            viewer.note()
        self.time_outs.set(live)
        self.bots.wake(live)

    async def create(self, user: User, wish: NewTable, previous: Table | None = None) -> LiveTable:
        """Make a table; it starts at once if nobody is missing."""
        if wish.game not in GAMES:
            known = ", ".join(GAMES)
            raise Refused(f"unknown game {wish.game[:40]!r}; there are {known}", "unknown_game")
        game = GAMES[wish.game]
        now = time.time()
        table = Table(
            id="".join(secrets.choice(_LETTERS) for _ in range(10)),
            game=wish.game,
            rules=game.rules,
            host=user.id,
            seats=[seats.seat_for(seat, user, i) for i, seat in enumerate(wish.seats)],
            created=now,
            updated=now,
            name=tidy(wish.name, 60),
            options=wish.options,
            public=wish.public,
            watchable=wish.watchable,
            start_when_full=wish.start_when_full,
            hints=wish.hints,
            clock=clocks.wound(wish.clock),
            previous=previous.id if previous else "",
        )
        entries: list[Entry] = []
        if wish.play_on is not None:
            entries = await self._play_on(table, wish)
        elif wish.record:
            entries = await self._take_up_record(table, wish)
        elif wish.campaign:
            table = campaigns.begin(table, previous)
        # A trial deal finds what is wrong with the options before anybody sits down.
        state = self._deal(table)
        table.options = game.setup(state).get("options", {})
        live = LiveTable(table)
        if table.setup is not None:
            live = LiveTable.of(replace(table, setup=table.setup), entries)
        await self.store.create(table, entries)
        self._keep(live)
        if seats.full(table) and (wish.start_when_full or table.setup is not None):
            await self.exclusively(live, lambda: self.begin(live))
        if wish.record:
            await self.chat.notice(
                live, f"{user.name} brought this game, and may know what is hidden"
            )
        return live

    def _deal(self, table: Table) -> State:
        setup = table.setup
        if setup is None:
            setup = {"players": len(table.seats), "options": table.options}
            if table.campaign is not None:
                setup = table.campaign["setup"]
        state: State = GAMES[table.game].deal(setup, secret_chance())
        return state

    async def _play_on(self, table: Table, wish: NewTable) -> list[Entry]:
        assert wish.play_on is not None
        source = await self.get(wish.play_on.table)
        if source.table.status not in ("finished", "abandoned"):
            raise NotAllowed("only a finished game can be played on from", "not_finished")
        if source.table.game != table.game or len(table.seats) != len(source.table.seats):
            raise Refused("the seats do not fit the game to play on from", "bad_seats")
        if source.table.setup is not None:
            table.setup = source.game.adapt(source.table.setup, source.table.rules)
        table.previous = source.table.id
        moves = source.history[: wish.play_on.moves]
        entries = {entry.number: entry for entry in await self.store.log(source.table.id)}
        copied = [
            replace(entries[number], number=i) for i, (number, _, _) in enumerate(moves, start=1)
        ]
        table.number = len(copied)
        return copied

    async def _take_up_record(self, table: Table, wish: NewTable) -> list[Entry]:
        # A long game takes a while to check; the others play on meanwhile.
        record, entries, state = await asyncio.to_thread(played, wish.record)
        if record.game != table.game or len(table.seats) != state.n:
            raise Refused("the seats do not fit the game of the record", "bad_seats")
        table.setup = GAMES[record.game].adapt(record.setup, record.rules)
        table.number = len(entries)
        return entries

    async def begin(self, live: LiveTable) -> None:
        """Deal, unless that is done, and begin. The caller holds the table's lock."""
        table = live.table
        if table.status != "open":
            raise Refused("the game has started already", "started")
        state = live.state
        setup = table.setup
        if state is None:
            state = self._deal(table)
            setup = live.game.setup(state)
        elif setup is not None:
            setup = live.game.adapt(setup, table.rules)
        turn = state.turn()
        started = replace(
            table,
            status="running",
            setup=setup,
            rules=live.game.rules,
            turn=turn if turn != NOBODY else None,
            clock=clocks.started(table.clock, len(table.seats), time.time()),
        )
        if turn == NOBODY:
            end(started, live.game, state)
        before, live.state = live.state, state
        try:
            await self.change(live, started)
        except SkerryError:
            live.state = before
            raise

    def seat_of(self, live: LiveTable, user: User, seat: int | None) -> int:
        """Return the seat a user acts for; raises NotAllowed if it is not theirs."""
        own = seats_of(live, user.id)
        if not own:
            raise NotAllowed("you have no seat at this table", "not_seated")
        if seat is None:
            return live.table.turn if live.table.turn in own else own[0]
        if seat not in own:
            raise NotAllowed(f"seat {seat} is not yours", "not_your_seat")
        return seat

    def host_only(self, live: LiveTable, user: User) -> None:
        """Refuse everybody but the host."""
        if user.id != live.table.host:
            raise NotAllowed("only the host may do this", "host_only")

    # -- the game

    async def play(
        self,
        user: User,
        id: str,
        text: str,
        after: int,
        seat: int | None,
        ack: Callable[[int], None] | None = None,
    ) -> int:
        """Make a move for a person; gives its number once it is on the disk.

        *ack* hears the number before anybody is told of the move.
        """
        live = await self.get(id)
        number = self.seat_of(live, user, seat)
        taken = live.table.seats[number]
        if taken.substitute or taken.resigned:
            raise NotAllowed("a bot plays this seat; come back first", "bot_plays")
        return await self.exclusively(live, lambda: self.move(live, number, text, after, ack))

    async def move(
        self,
        live: LiveTable,
        seat: int,
        text: str,
        after: int,
        ack: Callable[[int], None] | None = None,
    ) -> int:
        """Take the one path of every move. The caller holds the table's lock."""
        table = live.table
        if table.status != "running" or live.state is None:
            raise Refused(live.trouble or f"the game is {table.status}", "not_running")
        if after != table.number:
            raise Stale(f"the table is at {table.number}, your move follows {after}")
        game, state = live.game, live.state
        try:
            move = game.read(state, text)
            twin = state.copy()
            events = kernel_play(game, twin, move, seat)
        except BadNotation as error:
            raise BadRequest(str(error), "bad_notation") from None
        except NotYourTurn as error:
            raise NotAllowed(str(error), "not_your_turn") from None
        except IllegalMove as error:
            raise Refused(str(error), "illegal_move") from None
        now = time.time()
        turn = twin.turn() if twin.turn() != NOBODY else None
        entry = Entry(
            table.number + 1,
            "move",
            seat,
            game.write(state, move),
            now,
            [pack(event) for event in events],
        )
        moved = replace(
            table,
            number=entry.number,
            turn=turn,
            updated=now,
            clock=clocks.turned(table.clock, table.turn, seat, turn, now),
            undo=None,
            version=table.version + 1,
        )
        if turn is None:
            end(moved, game, twin)
            if table.campaign is not None:
                moved.campaign = campaigns.after(table, twin)
        await self.append(live, moved, entry)
        live.advance(moved, twin, entry)
        self.moves += 1
        if ack is not None:
            ack(entry.number)
        self.publish(live, entry, note=table.undo is not None or turn is None)
        return entry.number

    async def append(self, live: LiveTable, table: Table, entry: Entry) -> None:
        """Write an entry of the log and the table after it to the disk, together."""
        try:
            await self.store.append(table, entry)
        except WriteConflict as conflict:
            self.forget(live)  # memory was wrong; the disk is right
            raise Stale(str(conflict)) from None

    def publish(self, live: LiveTable, entry: Entry, note: bool) -> None:
        """Send an entry to the viewers; with *note* also what is around the game."""
        for viewer in live.viewers:
            viewer.enqueue(entry)
            if note:
                viewer.note()
        self.time_outs.set(live)
        self.bots.wake(live)

    async def hint(self, user: User, id: str, seat: int | None) -> Hint:
        """Ask a bot what it would do in the user's place; everybody hears that it was asked."""
        live = await self.get(id)
        number = self.seat_of(live, user, seat)
        if not live.table.hints:
            raise NotAllowed("hints are off at this table", "no_hints")
        if live.table.status != "running" or live.table.turn != number:
            raise Refused("there is nothing for you to decide", "no_decision")
        at = live.table.number
        found: list[MoveStatistics] = []
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HINT_SECONDS):
                found = await self.bots.advise(live, number)
        if not found:
            raise Refused("the bot has no answer now", "no_hint")
        if len(live.humans()) > 1:
            await self.chat.notice(live, f"{live.table.seats[number].name} took a hint")
        best = found[0]
        told = [
            HintMove(one.move, one.visits, round(max(0.0, best.lead - one.lead), 1))
            for one in found[:HINT_MOVES]
        ]
        return Hint(best.move, at, told)

    # -- from start to end

    async def resume(self) -> None:
        """Take up every unfinished table where the server stopped: bots first to think again."""
        asleep = await self._slept()
        for id in await self.store.ids("running"):
            try:
                await self._take_up(id, asleep)
            except Exception:
                log.exception("table not taken up", extra={"table": id})  # the others are

    async def _slept(self) -> float:
        """Return how long the server was down; wait for a disk that takes nothing yet."""
        while True:
            now = time.time()
            try:
                return max(0.0, now - await self.store.alive(now))
            except StoreUnavailable:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _take_up(self, id: str, asleep: float) -> None:
        table = await self.store.load(id)
        if table is None:
            return
        if table.clock is not None and asleep > 5:
            await self._excuse(table, asleep)
        elif table.clock is not None or seats.bot_to_move(table):
            await self.get(id)

    async def _excuse(self, table: Table, asleep: float) -> None:
        """Do not count the time the server was down."""
        live = await self.get(table.id)

        async def work() -> None:
            clock = live.table.clock
            if clock is not None and live.table.status == "running":
                clock = replace(clock, since=clock.since + asleep)
                await self.change(live, replace(live.table, clock=clock))

        await self.exclusively(live, work)

    async def keep_alive(self) -> None:
        """Note now and then that the server runs, for the clocks; tidy up when nobody plays."""
        tidied = time.monotonic()
        while True:
            with contextlib.suppress(StoreUnavailable):
                await self.store.alive(time.time())
            moves = self.moves
            await asyncio.sleep(20)
            waited = time.monotonic() - tidied
            if waited > 3600 or (waited > 300 and self.moves == moves):
                gc.collect()
                tidied = time.monotonic()

    async def close(self) -> None:
        """Stop thinking, finish writing."""
        self.closing = True
        self.time_outs.close()
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
            await self.store.alive(time.time())


def any_option(state: State) -> int:
    """Return one answer to the open question, for a bot that failed."""
    return random.choice(state.agenda[-1].options(state))
