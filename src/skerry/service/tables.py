"""The only way in: make a table, sit down, play, take back, leave, again.

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

from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.errors import BadNotation, IllegalMove, NotYourTurn, SkerryError
from skerry.kernel.protocol import play as kernel_play
from skerry.service import campaigns
from skerry.service import clock as clocks
from skerry.service import seats as chairs
from skerry.service.bot_turns import BotTurns
from skerry.service.broadcast import Viewer, hears, log_entry, look, seats_of, table_info
from skerry.service.chance import secret_chance
from skerry.service.errors import BadRequest, NotAllowed, NotFound, Refused, Stale
from skerry.service.live import Live, pack, standing
from skerry.service.messages import Log, LogEntry, Look, NewTable, Replay, SeatChange, TableInfo
from skerry.service.people import Links, User, tidy
from skerry.service.pool import Pool
from skerry.service.records import end, played, record_of
from skerry.store.protocol import Clash, Entry, Line, Store, Table, UndoRequest, Unkept

log = logging.getLogger("skerry.tables")
T = TypeVar("T")

MOST_LIVE = 4000
OPEN_SECONDS = 7 * 86400
MOST_POSITIONS = 100  # of a replay in one answer
HINT_SECONDS = 20  # a hint that comes later helps nobody
CLOSING_SECONDS = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, pool: Pool, links: Links) -> None:
        self.store = store
        self.links = links
        self.live: dict[str, Live] = {}
        self.moves = 0
        self.refused = 0
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writing: set[asyncio.Task[Any]] = set()  # what must not be left half done
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.bots = BotTurns(self, pool)
        self.closing = False

    # -- tables in memory

    async def get(self, id: str) -> Live:
        """Give a table, from memory or rebuilt from its log."""
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

    async def _load(self, id: str) -> Live:
        table = await self.store.load(id)
        if table is None or table.game not in GAMES:
            raise NotFound(f"there is no table {id[:20]!r}", "no_table")
        live = Live.of(table, await self.store.log(id))
        if live.trouble:
            log.error("table cannot be replayed", extra={"table": id, "why": live.trouble})
        self._keep(live)
        return live

    def _keep(self, live: Live) -> None:
        self.live[live.table.id] = live
        self._set_timer(live)
        self.bots.wake(live)
        if len(self.live) > MOST_LIVE:
            idle = [
                other
                for other in self.live.values()
                if not other.viewers
                and not other.thinking
                and not other.lock.locked()
                and other.table.id not in self._timers
            ]
            for other in sorted(idle, key=lambda one: one.used)[: MOST_LIVE // 10]:
                del self.live[other.table.id]

    def forget(self, live: Live) -> None:
        """Drop a table from memory; it will be read again, also by those who look at it."""
        id = live.table.id
        if self.live.get(id) is live:
            del self.live[id]
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()
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

    async def alone(self, live: Live, work: Callable[[], Awaitable[T]]) -> T:
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

    async def change(self, live: Live, table: Table) -> None:
        """Keep a changed table and tell everybody. The caller holds the table's lock."""
        table = replace(table, version=live.table.version + 1, updated=time.time())
        try:
            await self.store.save(table)
        except Clash as clash:
            self.forget(live)
            raise Stale(str(clash)) from None
        live.table = table
        live.made.clear()
        for viewer in live.viewers:
            if viewer.seat is not None and viewer.user not in table.seats[viewer.seat].users:
                viewer.close()  # it has lost the seat, and what the seat sees
            viewer.refresh = True
            viewer.note()
        self._set_timer(live)
        self.bots.wake(live)

    async def create(self, user: User, wish: NewTable, previous: Table | None = None) -> Live:
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
            seats=[chairs.seat_for(seat, user, i) for i, seat in enumerate(wish.seats)],
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
        live = Live(table)
        if table.setup is not None:
            live = Live.of(replace(table, setup=table.setup), entries)
        await self.store.create(table, entries)
        self._keep(live)
        if chairs.full(table) and (wish.start_when_full or table.setup is not None):
            await self.alone(live, lambda: self._start(live))
        if wish.record:
            await self._notice(live, f"{user.name} brought this game, and may know what is hidden")
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
        table.setup = source.table.setup
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
        table.setup = record.setup
        table.number = len(entries)
        return entries

    async def _start(self, live: Live) -> None:
        table = live.table
        if table.status != "open":
            raise Refused("the game has started already", "started")
        state = live.state
        setup = table.setup
        if state is None:
            state = self._deal(table)
            setup = live.game.setup(state)
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

    # -- seats

    async def join(self, user: User, id: str, seat: int | None) -> Live:
        """Sit down on an open seat."""
        live = await self.get(id)

        async def work() -> None:
            table = chairs.joined(live.table, user, seat)
            await self._seated(live, table)

        await self.alone(live, work)
        return live

    async def claim(self, user: User, token: str) -> tuple[Live, int]:
        """Take the seat a link stands for, or come back to it on another device."""
        id, seat, issue = self.links.read(token)
        live = await self.get(id)

        async def work() -> None:
            table = chairs.claimed(live.table, user, seat, issue)
            if table is not live.table:
                await self._seated(live, table)

        await self.alone(live, work)
        return live, seat

    async def invitation(self, token: str) -> tuple[Live, int]:
        """Give what a link stands for, without taking the seat."""
        id, seat, issue = self.links.read(token)
        live = await self.get(id)
        if chairs.at(live.table, seat).link != issue:
            raise NotAllowed("this seat link was replaced by a newer one", "old_link")
        return live, seat

    async def _seated(self, live: Live, table: Table) -> None:
        await self.change(live, table)
        if table.status == "open" and table.start_when_full and chairs.full(table):
            await self._start(live)

    async def start(self, user: User, id: str) -> Live:
        """Start the game, if every seat is taken."""
        live = await self.get(id)
        self._host_only(live, user)

        async def work() -> None:
            missing = chairs.missing(live.table)
            if live.table.status == "open" and missing:
                raise Refused(f"seats {missing} are not taken yet", "seats_missing")
            await self._start(live)

        await self.alone(live, work)
        return live

    async def set_seat(self, user: User, id: str, seat: int, wish: SeatChange) -> Live:
        """Let the host change who sits where, before the game starts."""
        live = await self.get(id)
        self._host_only(live, user)

        async def work() -> None:
            await self._seated(live, chairs.changed(live.table, user, seat, wish))

        await self.alone(live, work)
        return live

    async def leave(self, user: User, id: str, seat: int | None) -> Live:
        """Stand up before the game starts."""
        live = await self.get(id)

        async def work() -> None:
            number = self.seat_of(live, user, seat)
            await self.change(live, chairs.left(live.table, number))

        await self.alone(live, work)
        return live

    async def link(self, user: User, id: str, seat: int, again: bool) -> str:
        """Give the token of a seat's link; *again* makes every older one useless."""
        live = await self.get(id)
        if not 0 <= seat < len(live.table.seats) or live.table.seats[seat].kind == "bot":
            raise NotFound(f"seat {seat} has no link", "no_link")
        if user.id != live.table.host and user.id not in live.table.seats[seat].users:
            raise NotAllowed("only the host and the seat itself see this link", "host_only")

        async def work() -> None:
            table = chairs.reissued(live.table, seat)
            await self.change(live, table)
            await self._notice(live, f"The link of seat {seat + 1} was issued again")

        if again:
            self._host_only(live, user)
            await self.alone(live, work)
        return self.links.token(id, seat, live.table.seats[seat].link)

    async def stand_in(self, user: User, id: str, seat: int, level: str) -> Live:
        """Let a bot play a seat: one's own at any time, another's when its human is away."""
        live = await self.get(id)

        async def work() -> None:
            chair = chairs.at(live.table, seat)
            if user.id not in chair.users:
                self._host_only(live, user)
                if any(viewer.user in chair.users for viewer in live.viewers):
                    raise NotAllowed("this player is here", "not_away")
            await self.change(live, chairs.handed_to_bot(live.table, seat, level))
            await self._notice(live, f"A bot plays for {chair.name}")

        await self.alone(live, work)
        return live

    async def come_back(self, user: User, id: str, seat: int | None) -> Live:
        """Take one's seat back from the bot."""
        live = await self.get(id)

        async def work() -> None:
            number = self.seat_of(live, user, seat)
            await self.change(live, chairs.taken_back(live.table, number))

        await self.alone(live, work)
        return live

    async def resign(self, user: User, id: str, seat: int | None) -> Live:
        """Give up: a bot plays the seat to the end; without humans the game ends."""
        live = await self.get(id)
        await self.alone(live, lambda: self._resign(live, self.seat_of(live, user, seat)))
        return live

    async def _resign(self, live: Live, seat: int) -> None:
        table = chairs.resigned(live.table, seat)
        if not any(s.kind == "human" and not s.resigned for s in table.seats):
            table = replace(table, status="abandoned", turn=None, undo=None)
        await self.change(live, table)
        await self._notice(live, f"{table.seats[seat].name} resigns")

    async def rematch(self, user: User, id: str) -> Live:
        """Play again with the same people: one new table, whoever asks first."""
        live = await self.get(id)
        if not seats_of(live, user.id):
            raise NotAllowed("only players can ask for a rematch", "not_seated")

        async def work() -> str:
            if live.table.following:
                return live.table.following
            if live.table.status not in ("finished", "abandoned"):
                raise Refused("the game is not over", "not_finished")
            wish = chairs.rematch_wish(live.table)
            again = await self.create(user, wish, previous=live.table)
            seated = chairs.reseated(again.table, live.table)

            async def sit() -> None:
                await self._seated(again, seated)

            await self.alone(again, sit)
            await self.change(live, replace(live.table, following=again.table.id))
            return again.table.id

        return await self.get(await self.alone(live, work))

    def seat_of(self, live: Live, user: User, seat: int | None) -> int:
        """Give the seat a user acts for; raises NotAllowed if it is not theirs."""
        own = seats_of(live, user.id)
        if not own:
            raise NotAllowed("you have no seat at this table", "not_seated")
        if seat is None:
            return live.table.turn if live.table.turn in own else own[0]
        if seat not in own:
            raise NotAllowed(f"seat {seat} is not yours", "not_your_seat")
        return seat

    def _host_only(self, live: Live, user: User) -> None:
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
        chair = live.table.seats[number]
        if chair.stand_in or chair.resigned:
            raise NotAllowed("a bot plays this seat; come back first", "bot_plays")
        return await self.alone(live, lambda: self.move(live, number, text, after, ack))

    async def move(
        self,
        live: Live,
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
        await self._append(live, moved, entry)
        live.advance(moved, twin, entry)
        self.moves += 1
        if ack is not None:
            ack(entry.number)
        self._tell(live, entry, note=table.undo is not None or turn is None)
        return entry.number

    async def _append(self, live: Live, table: Table, entry: Entry) -> None:
        try:
            await self.store.append(table, entry)
        except Clash as clash:
            self.forget(live)  # memory was wrong; the disk is right
            raise Stale(str(clash)) from None

    def _tell(self, live: Live, entry: Entry, note: bool) -> None:
        for viewer in live.viewers:
            viewer.tell(entry)
            if note:
                viewer.note()
        self._set_timer(live)
        self.bots.wake(live)

    async def hint(self, user: User, id: str, seat: int | None) -> tuple[str, int]:
        """Ask a bot what it would do in the user's place; everybody hears that it was asked."""
        live = await self.get(id)
        number = self.seat_of(live, user, seat)
        if not live.table.hints:
            raise NotAllowed("hints are off at this table", "no_hints")
        if live.table.status != "running" or live.table.turn != number:
            raise Refused("there is nothing for you to decide", "no_decision")
        at = live.table.number
        move = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HINT_SECONDS):
                move = await self.bots.advise(live, number)
        if move is None:
            raise Refused("the bot has no answer now", "no_hint")
        if len(live.humans()) > 1:
            await self._notice(live, f"{live.table.seats[number].name} took a hint")
        return move, at

    async def take_back(self, user: User, id: str, after: int, seat: int | None) -> bool:
        """Take back one's last move: at once if it may be, else by asking the others."""
        live = await self.get(id)

        async def work() -> bool:
            number = self.seat_of(live, user, seat)
            if after != live.table.number:
                raise Stale(f"the table is at {live.table.number}, not at {after}")
            can = live.can_undo(number, sure=True)
            keep = live.own_last(number)
            if can.how == "no" or keep is None:
                reason = {"revealed": "something hidden was shown since"}.get(can.why)
                raise Refused(f"cannot take back: {reason or 'there is no move'}", can.why)
            if can.how == "free":
                await self._cut(live, number, keep)
                return True
            wish = UndoRequest(number, keep, live.table.number, [number])
            if all(s in seats_of(live, user.id) for s in live.present()):
                await self._cut(live, number, keep)  # all seats are one person's
                return True
            await self.change(live, replace(live.table, undo=wish))
            return False

        return await self.alone(live, work)

    async def answer(self, user: User, id: str, agree: bool, seat: int | None) -> bool:
        """Agree to a take-back or refuse it; the last to agree makes it happen."""
        live = await self.get(id)

        async def work() -> bool:
            undo = live.table.undo
            if undo is None:
                raise Refused("nobody asks to take back", "no_request")
            own = [s for s in seats_of(live, user.id) if seat is None or s == seat]
            if not own:
                raise NotAllowed("you have no seat at this table", "not_seated")
            if not agree:
                await self.change(live, replace(live.table, undo=None))
                return False
            agreed = sorted({*undo.agreed, *own})
            if all(s in agreed for s in live.present()):
                await self._cut(live, undo.seat, undo.keep)
                return True
            await self.change(live, replace(live.table, undo=replace(undo, agreed=agreed)))
            return False

        return await self.alone(live, work)

    async def _cut(self, live: Live, seat: int, keep: int) -> None:
        now = time.time()
        table = live.table
        entry = Entry(table.number + 1, "takeback", seat, str(keep), now)
        state, before = live.position(keep)
        cut = replace(
            table,
            number=entry.number,
            turn=state.turn(),
            updated=now,
            clock=clocks.turned(table.clock, table.turn, seat, state.turn(), now),
            undo=None,
            version=table.version + 1,
        )
        await self._append(live, cut, entry)
        live.table, live.state, live.before = cut, state, before
        del live.history[keep:]
        live.made.clear()
        self._tell(live, entry, note=True)

    # -- the clock

    def _set_timer(self, live: Live) -> None:
        timer = self._timers.pop(live.table.id, None)
        if timer is not None:
            timer.cancel()
        table = live.table
        end = clocks.runs_out(table.clock, table.turn if table.status == "running" else None)
        if end is None or self.closing:
            return
        wait = max(0.0, end - time.time()) + 0.05
        loop = asyncio.get_running_loop()
        number = table.number
        # Timers far away are set again before they are due; event loops dislike long waits.
        again = min(wait, 3600.0)
        self._timers[table.id] = loop.call_later(
            again, lambda: self.spawn(self._time_out(live, number))
        )

    async def _time_out(self, live: Live, number: int) -> None:
        async def work() -> None:
            table = live.table
            end = clocks.runs_out(table.clock, table.turn)
            if table.number != number or table.status != "running" or end is None:
                return
            if time.time() < end or table.turn is None or table.clock is None:
                self._set_timer(live)
                return
            seat = table.turn
            if chairs.played_by_bot(table.seats[seat]):
                return
            if table.clock.at_zero == "resign":
                await self._resign(live, seat)
            else:
                chair = table.seats[seat]
                await self.change(live, chairs.handed_to_bot(table, seat, chair.level))
                await self._notice(live, f"Time is up: a bot plays for {chair.name}")

        await self.alone(live, work)

    # -- looking and talking

    def viewing_seat(self, live: Live, user: User, seat: int | None, outside: bool) -> int | None:
        """Give the seat a user looks from; raises NotAllowed for another's, or a closed table."""
        own = seats_of(live, user.id)
        if own and not outside:
            return self.seat_of(live, user, seat)
        if seat is not None:
            raise NotAllowed(f"seat {seat} is not yours", "not_your_seat")
        stranger = not own and user.id != live.table.host
        if stranger and not live.table.watchable and live.table.status != "open":
            raise NotAllowed("this table is not open to spectators", "not_watchable")
        return None

    async def look(
        self, live: Live, user: User, seat: int | None, after: int | None, chat_after: int
    ) -> Look:
        """Show the table to a user, with what happened since *after*."""
        id = live.table.id
        chat = await self.store.chat(id, chat_after)
        seen = await self.store.seen(id, user.id) if user.id else None
        log = await self._log(live, seat, after)  # last: nothing may happen between this and look
        lines = [line for line in chat if hears(live, seat, line)]
        return look(live, user.id, seat, log, lines, seen)

    async def log(self, live: Live, seat: int | None, after: int | None) -> Log:
        """Give the log: the moves that stand, or every entry after a number."""
        return Log(await self._log(live, seat, after))

    async def _log(self, live: Live, seat: int | None, after: int | None) -> list[LogEntry]:
        start = after or 0
        entries: list[Entry] = []
        while start + len(entries) < live.table.number:  # a move may come while we read
            more = await self.store.log(live.table.id, start + len(entries))
            if not more:
                raise Unkept(f"the log of table {live.table.id} is not whole")
            entries += more
        if after is None:
            kept = {number for number, _, _ in standing(entries)}
            entries = [entry for entry in entries if entry.number in kept]
        return [log_entry(live, e, seat) for e in entries if e.number <= live.table.number]

    async def say(self, user: User, id: str, text: str, room: str) -> None:
        """Say something at a table: players to all, spectators among themselves."""
        live = await self.get(id)
        own = seats_of(live, user.id)
        said = tidy(text, 300)
        if not said:
            raise BadRequest("there is nothing to say", "empty")
        if room == "table" and not own:
            raise NotAllowed("only players talk at the table", "not_seated")
        if room == "watchers" and own and live.table.status == "running":
            raise NotAllowed("players do not talk with the spectators", "not_watching")
        self.viewing_seat(live, user, None, outside=not own)
        line = Line(0, "table" if room == "table" else "watchers", user.name, said, time.time())
        if own:
            line.seat = own[0]
            line.name = live.table.seats[own[0]].name
        await self._say(live, line)

    async def _notice(self, live: Live, text: str) -> None:
        with contextlib.suppress(Unkept):  # what it tells of has happened and was kept
            await self._say(live, Line(0, "notice", "", text, time.time()))

    async def _say(self, live: Live, line: Line) -> None:
        line.number = await self.store.say(live.table.id, line)
        for viewer in live.viewers:
            viewer.say(line)

    def enter(self, live: Live, viewer: Viewer) -> None:
        """Let a viewer watch a table from now on."""
        live.viewers.add(viewer)
        self._presence(live)

    async def exit(self, live: Live, viewer: Viewer) -> None:
        """Let a viewer go, and remember what it has seen."""
        live.viewers.discard(viewer)
        self._presence(live)
        if viewer.seat is not None:
            with contextlib.suppress(Unkept):
                await self.store.saw(live.table.id, viewer.user, viewer.sent)

    def show_out(self, user: User) -> None:
        """Close every socket of a user; those that still may will come back."""
        for live in self.live.values():
            for viewer in live.viewers:
                if viewer.user == user.id:
                    viewer.close()

    def _presence(self, live: Live) -> None:
        for viewer in live.viewers:
            viewer.note()

    # -- finished games

    def record(self, live: Live) -> str:
        """Give a finished game as a text file; a running one would show its piles."""
        if live.table.status not in ("finished", "abandoned") or live.table.setup is None:
            raise NotAllowed("the record is open when the game is over", "not_finished")
        return record_of(live).text()

    def replay(self, live: Live, first: int, count: int) -> Replay:
        """Give positions of a finished game, from the deal (0) on."""
        if live.table.status not in ("finished", "abandoned") or live.table.setup is None:
            raise NotAllowed("the replay is open when the game is over", "not_finished")
        views = []
        state, _ = live.position(min(first, len(live.history)))
        for number in range(first, min(first + min(count, MOST_POSITIONS), len(live.history) + 1)):
            if number > first:
                state.play(live.game.read(state, live.history[number - 1][2]))
            views.append(live.game.view(state, None))
        return Replay(first, len(live.history), views)

    async def lobby(self, user: User, status: Any, before: float) -> list[TableInfo]:
        """List public tables; those that nobody joined for a week are not shown."""
        found = await self.store.tables(status, True, 50, before)
        if status == "open":
            found = [table for table in found if table.updated > time.time() - OPEN_SECONDS]
        return [self._info(table, user) for table in found]

    async def mine(self, user: User) -> list[TableInfo]:
        """List the tables a user sits at or hosts."""
        return [self._info(table, user) for table in await self.store.tables_of(user.id)]

    def _info(self, table: Table, user: User) -> TableInfo:
        live = self.live.get(table.id)
        return table_info(live if live is not None else Live(table), user.id)

    # -- from start to end

    async def resume(self) -> None:
        """Take up every unfinished table where the server stopped: bots first to think again."""
        now = time.time()
        asleep = max(0.0, now - await self.store.alive(now))
        for id in await self.store.ids("running"):
            try:
                await self._take_up(id, asleep)
            except Exception:
                log.exception("table not taken up", extra={"table": id})  # the others are

    async def _take_up(self, id: str, asleep: float) -> None:
        table = await self.store.load(id)
        if table is None:
            return
        if table.clock is not None and asleep > 5:
            await self._excuse(table, asleep)
        elif table.clock is not None or chairs.bot_to_move(table):
            await self.get(id)

    async def _excuse(self, table: Table, asleep: float) -> None:
        """Do not count the time the server was down."""
        live = await self.get(table.id)

        async def work() -> None:
            clock = live.table.clock
            if clock is not None and live.table.status == "running":
                clock = replace(clock, since=clock.since + asleep)
                await self.change(live, replace(live.table, clock=clock))

        await self.alone(live, work)

    async def keep_alive(self) -> None:
        """Note now and then that the server runs, for the clocks; tidy up when nobody plays."""
        tidied = time.monotonic()
        while True:
            with contextlib.suppress(Unkept):
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
        for timer in self._timers.values():
            timer.cancel()
        for _ in range(CLOSING_SECONDS):
            for task in self._tasks:
                task.cancel()
            if not self._tasks:
                break
            # Again for one that missed it: a wait that ends just then can swallow the request.
            await asyncio.wait(self._tasks, timeout=1)
        if self._writing:
            await asyncio.wait(self._writing, timeout=CLOSING_SECONDS)
        with contextlib.suppress(Unkept):
            await self.store.alive(time.time())


def any_option(state: State) -> int:
    """Give one answer to the open question, for a bot that failed."""
    return random.choice(state.agenda[-1].options(state))
