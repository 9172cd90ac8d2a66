"""Two servers on one database: what is done at one is seen at the other, and only one of them
plays for the bots.
"""

import asyncio
import contextlib
import functools
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.service.bots.hints import Hints
from skerry.service.bots.pool import BotTask, HintTask, Pool, ReviewTask
from skerry.service.bots.reviews import Reviews
from skerry.service.errors import NotFound, Stale
from skerry.service.live import other_servers, peers, tables
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import WhatIf
from skerry.service.moderation import Moderation
from skerry.service.sandbox.what_if import WhatIfs
from skerry.service.table.commands import Join, MakeBotMove, Rematch
from skerry.service.table.state import rebuild
from skerry.service.viewers.viewer import Viewer
from skerry.store import postgres_peers
from skerry.store.postgres import PostgresStore, prepare
from skerry.store.protocol import Change, Entry
from skerry.store.sql import Connection, T, Work
from skerry.store.sql_store import SqlStore, encode_body
from tests.service.tables import ANN, BEN, EVE, NoBots, Room
from tests.store.databases import database


class LateBot(Pool):
    """A bot that answers when the test lets it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = asyncio.Event()
        self.answer = asyncio.Event()

    async def ask(self, task: BotTask, *_: object) -> str | None:
        self.asked.set()
        await self.answer.wait()
        return None


class SlowReviews(Pool):
    """Reviews nothing, when the test lets it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.answer = asyncio.Event()

    async def review(self, task: ReviewTask, *_: object) -> None:
        await self.answer.wait()


class Reads:
    """Counts what a store reads, and holds its reading of changes back when a test wants it."""

    def __init__(self, store: SqlStore) -> None:
        self.count = 0
        self.began = asyncio.Event()  # a reading of changes that is held back
        self.go = asyncio.Event()
        self.hold: str | None = None  # the next reading of changes: "before" or "after" it is done
        self._read, self._changes = store._read, store.changes
        store._read, store.changes = self.read, self.changes  # type: ignore[method-assign]

    async def read(self, work: Work[T]) -> T:
        self.count += 1
        return await self._read(work)

    async def changes(self, numbers: dict[str, int]) -> dict[str, Change]:
        hold, self.hold = self.hold, None
        if hold == "before":
            await self.release()
        found = await self._changes(numbers)
        if hold == "after":
            await self.release()
        return found

    async def release(self) -> None:
        self.began.set()
        await self.go.wait()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with database() as made:
        prepare(made)
        yield made


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that are soon taken for dead."""
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(peers, "LIVE_SECONDS", 0.6)
    monkeypatch.setattr(peers, "DENIED_SECONDS", 0.1)


class Server(Room):
    """A room that works together with the others on its database."""

    def __init__(self, url: str, pool: Pool | None = None) -> None:
        super().__init__(Path(), pool, PostgresStore(url))
        self.sharing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.sharing = asyncio.create_task(self.others.share())
        await until(lambda: self.store.peers.id in self.tables.peers.living)
        await until(lambda: self.store.peers.listening)

    async def die(self) -> None:
        """Stop being alive, without a word to the others."""
        self.sharing.cancel()
        await asyncio.gather(self.sharing, return_exceptions=True)

    async def close(self) -> None:
        if self.sharing is not None:
            await self.die()
        await super().close()


def with_servers(
    url: str,
    story: Callable[..., Awaitable[None]],
    *pools: Callable[[], Pool] | None,
    share: bool = True,
) -> None:
    async def work() -> None:
        servers = [Server(url, pool() if pool else None) for pool in (pools or (None, None))]
        try:
            async with asyncio.timeout(60):
                if share:
                    for server in servers:
                        await server.start()
                await story(*servers)
        finally:
            for server in servers:
                await server.close()

    asyncio.run(work())


async def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


async def reaches(live: LiveTable, number: int) -> None:
    await until(lambda: live.table.number == number)


async def same_log(server: Room, live: LiveTable) -> None:
    """Check that memory is what the store has."""
    stored = rebuild(await server.store.load(live.table.id), await server.store.log(live.table.id))
    assert stored.history == live.history and stored.table.version == live.table.version
    game = live.game
    assert game.view(stored.state, None) == game.view(live.state, None)


def test_a_move_on_one_server_reaches_viewers_on_the_other(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        there = await two.tables.get(here.table.id)
        viewer = Viewer(there, "eve", None)
        two.views.enter(there, viewer)
        for number in range(1, 6):
            await one.step(here)
            await reaches(there, number)
        assert [entry.number for entry in viewer.entries] == [1, 2, 3, 4, 5]
        await same_log(two, there)
        assert not viewer.closed and there is two.tables.live[here.table.id]
        mover, other = (BEN, ANN) if there.history[-1].seat else (ANN, BEN)
        if not await two.undo(mover, there.table.id, 5, None):
            assert await one.answer_undo(other, there.table.id, True, None)
        await until(lambda: here.table.number == there.table.number == 6)
        await same_log(one, here)
        await same_log(two, there)

    with_servers(url, story)


async def watched(server: Server, id: str) -> Viewer:
    """Let Eve watch a table through a socket that takes differences."""
    live = await server.tables.get(id)
    viewer = Viewer(live, "eve", None, changes=True)
    viewer.has_seen((await server.views.snapshot(live, EVE, None, None, 0)).number)
    server.views.enter(live, viewer)
    viewer.frames()
    return viewer


def kinds(viewer: Viewer) -> list[str]:
    """Return the types of the frames that wait, apart from who is here."""
    types = [json.loads(frame)["type"] for frame in viewer.frames()]
    return [type for type in types if type not in ("info", "chat")]


@pytest.fixture
def only_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that compare nothing with the store by themselves."""
    monkeypatch.setattr(other_servers, "CHECK_BEATS", 10**9)
    monkeypatch.setattr(peers, "BEAT_SECONDS", 3600.0)
    monkeypatch.setattr(peers, "LIVE_SECONDS", 3600.0)


def test_tables_that_change_during_one_read_are_read_together(
    url: str, only_notified: None
) -> None:
    async def story(one: Server, two: Server) -> None:
        here = [await one.two_humans() for _ in range(12)]
        viewers = [await watched(two, live.table.id) for live in here]
        reads = Reads(two.store)
        reads.hold = "before"
        await one.step(here[0])
        await reads.began.wait()
        reads.count = 0
        for _ in range(5):
            await asyncio.gather(*map(one.step, here))
        versions = [live.table.version for live in here]
        await until(lambda: [viewer.live.heard_version for viewer in viewers] == versions)
        assert viewers[0].live.table.number == 0, "nothing is read beside a read"
        reads.go.set()
        for live, viewer in zip(here, viewers, strict=True):
            await reaches(viewer.live, live.table.number)
            assert [entry.number for entry in viewer.entries] == [*range(1, live.table.number + 1)]
            assert kinds(viewer) == ["update"]
            await same_log(one, viewer.live)
        assert reads.count <= 3, "61 moves at twelve tables"

        await one.step(here[3])
        await reaches(viewers[3].live, 6)
        assert kinds(viewers[3]) == ["changed"], "what one move changes, and not the whole view"

    with_servers(url, story)


async def changed_together(one: Server, two: Server) -> tuple[list[LiveTable], list[Viewer], Reads]:
    """Let one server change three tables that the other, held up, is about to read together."""
    here = [await one.two_humans() for _ in range(3)]
    viewers = [await watched(two, live.table.id) for live in here]
    reads = Reads(two.store)
    reads.hold = "before"
    await one.step(here[0])
    await reads.began.wait()
    for live in here:
        await one.step(live)
    return here, viewers, reads


def test_a_deleted_table_harms_none_that_is_read_with_it(url: str, only_notified: None) -> None:
    async def story(one: Server, two: Server) -> None:
        here, viewers, reads = await changed_together(one, two)
        moderation = Moderation(one.tables, one.store.moderation)
        await moderation.delete_table(here[1].table.id, "spam")
        reads.go.set()
        await until(lambda: viewers[1].closed)
        assert here[1].table.id not in two.tables.live
        for number, viewer in ((2, viewers[0]), (1, viewers[2])):
            await reaches(viewer.live, number)
            assert not viewer.closed
        # Nobody watches it any more at the other server either: it is dropped all the same.
        viewers[2].live.viewers.clear()
        await moderation.delete_table(here[2].table.id, "spam")
        await until(lambda: here[2].table.id not in two.tables.live)

    with_servers(url, story)


def test_a_damaged_table_harms_none_that_is_read_with_it(url: str, only_notified: None) -> None:
    async def story(one: Server, two: Server) -> None:
        here, viewers, reads = await changed_together(one, two)
        damage = "UPDATE tables SET body = '{' WHERE id = ?"
        await one.store._write(lambda db: db.execute(damage, here[1].table.id))
        reads.go.set()
        for number, viewer in ((2, viewers[0]), (1, viewers[2])):
            await reaches(viewer.live, number)
        await Moderation(one.tables, one.store.moderation).delete_table(here[1].table.id, "damaged")

    with_servers(url, story)


@pytest.mark.parametrize("hold", ["before", "after"])
def test_what_was_read_late_takes_no_table_back(url: str, only_notified: None, hold: str) -> None:
    """While changes are read, the same table advances by what is done at this server."""

    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        viewer = await watched(two, here.table.id)
        there = viewer.live
        reads = Reads(two.store)
        reads.hold = hold
        await one.step(here)
        await reads.began.wait()
        await two.tables.get(here.table.id)  # compared with the store
        assert there.table.number == 1
        if hold == "before":  # the read will find one entry that is known, and one that is new
            await one.step(here)
        else:  # what was read is older than what this server has written since
            await two.step(there)
        reads.go.set()
        await reaches(there, 2)
        await until(lambda: not two.others._reading_changes and not there.lock.locked())
        assert [entry.number for entry in viewer.entries] == [1, 2]
        assert not viewer.closed and two.tables.live[here.table.id] is there
        await same_log(two, there)

    with_servers(url, story)


def test_a_table_is_left_alone_until_what_is_done_here_is_stored(
    url: str, only_notified: None
) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        viewer = await watched(two, here.table.id)
        there, append = viewer.live, two.store.append
        stored, go = asyncio.Event(), asyncio.Event()

        async def slow_append(*args: Any) -> None:
            await append(*args)
            stored.set()
            await go.wait()

        two.store.append = slow_append  # type: ignore[method-assign, assignment]
        moving = asyncio.create_task(two.step(there))
        await stored.wait()
        await one.step(await one.tables.get(here.table.id))  # the next move, at the other server
        await until(lambda: there.heard_version == here.table.version)
        await until(lambda: not two.others._reading_changes)
        assert there.table.number == 0
        go.set()
        await moving
        await reaches(there, 2)
        assert [entry.number for entry in viewer.entries] == [1, 2]
        await same_log(two, there)

    with_servers(url, story)


def test_a_table_of_an_older_backup_is_read_anew(url: str, only_notified: None) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        id = here.table.id
        older = encode_body(here.table), here.table.version
        for _ in range(2):
            await one.step(here)
        viewer = await watched(two, id)

        async def restore(db: Connection) -> None:
            sql = "UPDATE tables SET body = ?, version = ? WHERE id = ?"
            await db.execute(sql, *older, id)

        await one.store._write(restore)
        two.others._hear(viewer.live, viewer.live.table.version + 1)
        await until(lambda: viewer.closed)
        assert (await two.tables.get(id)).table.number == 0

    with_servers(url, story)


def test_an_older_backup_is_noticed_without_a_move(url: str, only_notified: None) -> None:
    """For example when the database goes on at a replica that has missed the last moves."""

    async def story(one: Server, two: Server) -> None:
        tables, older = [await one.two_humans() for _ in range(3)], []
        for live in tables:
            older.append((encode_body(live.table), live.table.version, live.table.id))
            await one.step(live)
        watched_one, used, moved = tables
        viewer = await watched(two, watched_one.table.id)
        for live in (used, moved):
            await two.tables.get(live.table.id)

        async def restore(db: Connection) -> None:
            sql = "UPDATE tables SET body = ?, version = ? WHERE id = ?"
            await db.execute_many(sql, older)

        await one.store._write(restore)
        await two.others._read_all_again()
        await until(lambda: viewer.closed)
        assert (await two.tables.get(watched_one.table.id)).table.number == 0
        assert (await two.tables.get(used.table.id)).table.number == 0, "a page that is loaded anew"
        there = two.tables.live[moved.table.id]
        with pytest.raises(Stale):
            await two.step(there)
        assert (await two.tables.get(moved.table.id)).table.number == 0

    with_servers(url, story)


def test_many_removed_lines_hold_up_no_other_notification(url: str, only_notified: None) -> None:
    async def story(one: Server, two: Server) -> None:
        here, other = await one.two_humans(), await one.two_humans()
        viewer, beside = await watched(two, here.table.id), await watched(two, other.table.id)
        lines = [(here.table.id, number) for number in range(1000, 4000)]
        sql = "INSERT INTO chat (id, number, room, name, text, at) VALUES (?, ?, '', '', 'x', 0)"
        await one.store._write(lambda db: db.execute_many(sql, lines))
        await Moderation(one.tables, one.store.moderation).delete_chat(here.table.id, [], "spam")
        await one.step(other)
        await reaches(beside.live, 1)
        await until(lambda: {number for _, number in lines} <= {*viewer.removed})

    with_servers(url, story)


def test_viewers_never_see_a_lower_number(url: str) -> None:
    """Both servers move at the same tables as quickly as they can."""

    async def story(one: Server, two: Server) -> None:
        here = [await one.two_humans() for _ in range(4)]
        ids = [live.table.id for live in here]
        viewers = [await watched(server, id) for server in (one, two) for id in ids]
        seen: dict[Viewer, list[int]] = {viewer: [viewer.sent] for viewer in viewers}

        def take(viewer: Viewer, waiting: Callable[[], list[bytes]]) -> bool:
            for frame in map(json.loads, waiting()):
                if frame["type"] in ("update", "changed"):
                    seen[viewer] += [entry["number"] for entry in frame["entries"]]
                    assert frame["number"] == seen[viewer][-1]
            return True

        for viewer in viewers:
            viewer.write = functools.partial(take, viewer)

        async def play(server: Server, id: str) -> None:
            for _ in range(15):
                with contextlib.suppress(Stale):
                    await server.step(await server.tables.get(id))

        await asyncio.gather(*(play(server, id) for server in (one, two) for id in ids))
        for viewer in viewers:
            number = (await one.tables.get(viewer.live.table.id)).table.number
            assert number >= 15
            await reaches(viewer.live, number)
            assert seen[viewer] == list(range(number + 1)) and not viewer.closed

    with_servers(url, story)


def test_a_table_that_nobody_watches_is_read_when_it_is_used(url: str, only_notified: None) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        there = await two.tables.get(here.table.id)
        reads = Reads(two.store)
        for _ in range(3):
            await one.step(here)
        await until(lambda: there.heard_version == here.table.version)
        await asyncio.sleep(0.05)
        assert reads.count == 0 and there.table.number == 0
        listed = {info.id: info for info in (await two.views.mine(ANN, "")).tables}
        assert listed[here.table.id].number == 3, "a list shows what the store has"
        # A command is decided on what the store has, and the next to ask is shown the same.
        number, options = here.table.number, here.state.agenda[-1].options(here.state)
        text, seat = here.game.write(here.state, options[0]), here.table.turn
        mover = {"ann": ANN, "ben": BEN}[here.table.seats[seat].users[0]]
        assert await two.play(mover, here.table.id, text, number, seat) == 4
        await one.step(await one.tables.get(here.table.id))
        assert (await two.tables.get(here.table.id)).table.number == 5
        await same_log(two, there)

    with_servers(url, story)


def test_nothing_is_missed_between_reading_a_table_and_watching_it(
    url: str, only_notified: None
) -> None:
    async def story(one: Server, two: Server) -> None:
        here, other = await one.two_humans(), await one.two_humans()
        beside = await two.tables.get(other.table.id)
        reading, go = asyncio.Event(), asyncio.Event()
        log = two.store.log

        async def slow_log(*args: Any) -> list[Entry]:
            found = await log(*args)
            reading.set()
            await go.wait()
            return found

        two.store.log = slow_log  # type: ignore[method-assign, assignment]
        loading = asyncio.create_task(two.tables.get(here.table.id))
        await reading.wait()
        await one.step(here)  # the other server has read the table before it
        await one.step(other)
        await until(lambda: beside.heard_version == other.table.version)
        go.set()
        there = await loading
        assert there.table.number == 0
        two.views.enter(there, Viewer(there, "eve", None))
        await reaches(there, 1)
        two.store.log = log  # type: ignore[method-assign]

        assert beside.table.number == 0  # nobody watched it when it changed
        two.views.enter(beside, Viewer(beside, "eve", None))
        await reaches(beside, 1)

    with_servers(url, story)


def test_nothing_older_is_shown_without_any_notice(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        for number in range(1, 8):
            await two.tables.get(here.table.id)
            await one.step(here)
            assert (await two.tables.get(here.table.id)).table.number == number
        there = await two.tables.get(here.table.id)
        await two.step(there)
        await one.step(await one.tables.get(here.table.id))
        # Not read again before: the move is decided once more on what the other server has stored.
        await two.step(await two.tables.get(here.table.id, fresh=True))
        assert len(await one.store.log(here.table.id)) == 10

    with_servers(url, story, share=False)


def test_of_two_moves_with_the_same_number_one_is_refused(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        there = await two.tables.get(here.table.id)
        for _ in range(10):
            steps = [one.step(here), two.step(there)]
            outcomes = await asyncio.gather(*steps, return_exceptions=True)
            assert sorted(isinstance(each, Stale) for each in outcomes) == [False, True], outcomes
            await one.tables.get(here.table.id)
            await two.tables.get(here.table.id)
        assert [e.number for e in await one.store.log(here.table.id)] == list(range(1, 11))
        await same_log(one, here)
        await same_log(two, there)

    with_servers(url, story, share=False)


def test_seats_and_the_rematch_are_the_same_everywhere(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.make(ANN, "vanuatu", "me", "open")
        there = await two.tables.get(here.table.id)
        await two.tables.execute(there.table.id, Join(BEN, None))
        await one.step(await one.tables.get(here.table.id))
        for server in (one, two):
            live = await server.tables.get(here.table.id)
            assert live.table.status == "running" and live.table.number == 1
        await Moderation(one.tables, one.store.moderation).close_table(here.table.id, "late")
        asked = [
            server.tables.execute(here.table.id, Rematch(ANN, id))
            for server, id in ((one, "again1"), (two, "again2"))
        ]
        await asyncio.gather(*asked)
        following = {
            (await server.tables.get(here.table.id)).table.following for server in (one, two)
        }
        assert len(following) == 1
        made = [await one.store.load(id) for id in ("again1", "again2")]
        assert sum(each is not None for each in made) == 1, "no second table is left behind"

    with_servers(url, story, share=False)


def test_a_deleted_table_is_gone_everywhere(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        there = await two.tables.get(here.table.id)
        viewer = Viewer(there, "eve", None)
        two.views.enter(there, viewer)
        await Moderation(one.tables, one.store.moderation).delete_table(here.table.id, "spam")
        await until(lambda: viewer.closed)
        with pytest.raises(NotFound):
            await two.tables.get(here.table.id)

    with_servers(url, story)


def test_chat_and_who_is_here_are_shared(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        there = await two.tables.get(here.table.id)
        ann, ben = Viewer(here, "ann", 0), Viewer(there, "ben", 1)
        one.views.enter(here, ann)
        two.views.enter(there, ben)
        client, id = "192.0.2.1", here.table.id
        number = await one.tables.peers.open_socket(client, id, "ann", 2)
        assert number and await two.tables.peers.open_socket(client, id, "ben", 2)
        for server in (one, two):
            assert not await server.tables.peers.open_socket(client, id, "eve", 2), "both count"
        await until(lambda: here.online == there.online == {"ann", "ben"})
        for text in ("Hello", "Are you there?"):
            await one.tables.chat.say(ANN, here, text, "table")
        await two.tables.chat.say(BEN, there, "Yes", "table")
        said = ["Hello", "Are you there?", "Yes"]
        await until(lambda: [line.text for line in ben.lines if line.room == "table"] == said)
        await until(lambda: [line.text for line in ann.lines if line.room == "table"] == said)
        await one.tables.peers.close_socket(number, here.table.id)
        one.views.enter(here, ann)
        await until(lambda: there.elsewhere == set())
        moderation = Moderation(one.tables, one.store.moderation)
        assert await moderation.delete_chat(here.table.id, [], "insults") == 3
        await until(lambda: len(ben.removed) == 3)

    with_servers(url, story)


def test_a_dead_server_loses_its_tables_and_cannot_write_any_more(url: str, quick: None) -> None:
    async def story(one: Server, two: Server) -> None:
        bot = one.pool
        assert isinstance(bot, LateBot)
        live = await one.make(ANN, "vanuatu", "me", "bot", "bot")
        id = live.table.id
        there = await two.tables.get(id)
        while live.table.turn == 0:
            await one.step(live)
        before = live.table.number
        await bot.asked.wait()
        await asyncio.sleep(0.3)
        assert one.tables.attends(live) and not two.tables.attends(there)
        assert live.thinking and not there.thinking, "only one server asks its bot"
        epoch = one.tables.peers.fence(id).epoch
        await one.die()
        await until(lambda: two.tables.attends(there))
        await until(lambda: there.table.turn == 0 and there.table.number > before)
        assert two.tables.peers.fence(id).epoch == epoch + 1
        # The first server wakes up, believes in its lease, and its bot answers.
        one.tables.peers._alive_until = 1e12
        after = there.table.version
        move = MakeBotMove(live.table.turn, "whatever", before)
        with contextlib.suppress(Stale):
            await one.tables.execute(id, move)
        bot.answer.set()
        await until(lambda: not live.thinking)
        assert (await two.store.load(id)).version == after
        seats = [entry.seat for entry in (await two.store.log(id))[before:]]
        assert seats and 0 not in seats, "each bot has moved once, by the second server"

    with_servers(url, story, LateBot, None)


def test_the_fence_alone_keeps_a_late_bot_from_writing(url: str, quick: None) -> None:
    """The lease has passed on, but the table has not changed yet."""

    async def story(one: Server, two: Server) -> None:
        live = await one.make(ANN, "vanuatu", "me", "bot")
        id = live.table.id
        while live.table.turn == 0:
            await one.step(live)
        await until(lambda: one.tables.attends(live))
        number, turn = live.table.number, live.table.turn
        await one.die()
        there = await two.tables.get(id)
        await until(lambda: two.tables.attends(there))
        one.tables.peers._alive_until = 1e12
        text = live.game.write(live.state, live.state.agenda[-1].options(live.state)[0])
        with pytest.raises(Stale):
            await one.tables.execute(id, MakeBotMove(turn, text, number))
        assert len(await two.store.log(id)) == number
        await two.tables.execute(id, MakeBotMove(turn, text, number))
        assert len(await two.store.log(id)) == number + 1

    with_servers(url, story, NoBots, NoBots)


def test_a_server_that_stops_hands_its_tables_over_at_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.1)

    async def story(one: Server, two: Server) -> None:
        live = await one.make(ANN, "vanuatu", "me", "bot", clock={"kind": "move", "seconds": 3600})
        await until(lambda: one.tables.attends(live))
        await one.close()
        one.sharing = None
        await until(lambda: live.table.id in two.tables.live, 3.0)
        there = two.tables.live[live.table.id]
        await until(lambda: two.tables._timers.runs(there.table.id), 3.0)

    with_servers(url, story)


def test_what_was_missed_without_a_connection_is_read_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_peers, "RENEW_SECONDS", 1.0)
    monkeypatch.setattr(other_servers, "CHECK_BEATS", 10**9)

    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        there = await two.tables.get(here.table.id)
        viewer = Viewer(there, "eve", None)
        two.views.enter(there, viewer)

        async def cut(db: Connection) -> None:  # the newer of the two connections
            await db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'skerry notifications' AND datname = current_database()"
                " ORDER BY backend_start DESC LIMIT 1"
            )

        await one.store._write(cut)
        await until(lambda: not two.store.peers.listening)
        for _ in range(3):
            await one.step(here)
        await until(lambda: there.table.number == 3)
        assert [entry.number for entry in viewer.entries] == [1, 2, 3]

    with_servers(url, story)


def test_server_time_is_one_scale_and_stands_still_without_servers(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        await one.tables._know_time()
        await two.tables._know_time()
        for server in (one, two):
            await server.tables._beat()
        assert abs(one.tables.time.now() - two.tables.time.now()) < tables.BEAT_SECONDS / 4

        async def long_ago(db: Connection) -> None:
            await db.execute("UPDATE alive SET measured = measured - interval '1 hour'")

        before = one.tables.time.now()
        await one.store._write(long_ago)
        await two.tables._beat()
        assert two.tables.time.now() < before + 10, "the hour without a server does not count"

    with_servers(url, story, share=False)


def test_a_game_is_reviewed_by_one_server(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans()
        for _ in range(3):
            await one.step(here)
        await Moderation(one.tables, one.store.moderation).close_table(here.table.id, "late")
        there = await two.tables.get(here.table.id)
        viewer = Viewer(there, "eve", None)
        two.views.enter(there, viewer)
        pool = SlowReviews()
        first, second = Reviews(one.tables, pool), Reviews(two.tables, pool)
        assert (await first.start(ANN, here)).state == "running"
        assert (await second.start(BEN, there)).state == "running"
        assert list(second.running) == [] and list(first.running) == [here.table.id]
        pool.answer.set()
        await until(lambda: not first.running)
        await until(lambda: bool(viewer.jobs))

    with_servers(url, story)


class NoHints(Pool):
    """Finds no hint."""

    def __init__(self) -> None:
        super().__init__(1)

    async def hint(self, task: HintTask, *_: object) -> None:
        return None


def test_a_hint_reaches_who_asked_at_any_server_and_is_announced_once(url: str) -> None:
    async def story(one: Server, two: Server) -> None:
        here = await one.two_humans("nusfjord")
        seat = here.table.turn
        assert seat is not None
        asker, other = (ANN, BEN) if seat == 0 else (BEN, ANN)
        there = await two.tables.get(here.table.id)
        mine = Viewer(there, asker.id, seat)
        theirs, watching = Viewer(there, other.id, 1 - seat), Viewer(there, "eve", None)
        for viewer in (mine, theirs, watching):
            two.views.enter(there, viewer)
        first, second = Hints(one.tables, NoHints()), Hints(two.tables, NoHints())
        await first.start(asker, here.table.id, seat)
        await until(lambda: bool(mine.jobs))
        (frame,) = mine.jobs.values()
        job = json.loads(frame)["job"]
        assert (job["kind"], job["state"], job["seat"]) == ("hint", "failed", seat)
        assert not theirs.jobs and not watching.jobs, "a hint is for whoever asked"
        await second.start(asker, here.table.id, seat)
        trying = WhatIfs(two.tables, NoHints()), WhatIfs(one.tables, NoHints())
        for what_ifs in trying:
            await what_ifs.show(
                asker, here.table.id, WhatIf(after=here.table.number, deal=1, seat=seat, steps=[])
            )
        codes = [line.code for line in await one.store.chat(here.table.id)]
        assert codes.count("hint_taken") == 1 and codes.count("what_if_used") == 1
        await until(lambda: any(line.code == "what_if_used" for line in theirs.lines))

    with_servers(url, story)
