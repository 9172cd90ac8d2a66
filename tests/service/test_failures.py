"""When the disk, a bot or a table in memory fails: nothing is half done, and the game goes on."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from skerry.bots.shared_search import MoveStatistics
from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.bots.pool import BotMove, BotTask, Pool, statistics_of
from skerry.service.errors import Stale
from skerry.service.live import tables as shell
from skerry.service.live.live_table import LiveTable
from skerry.service.table.commands import Resign
from skerry.service.viewers.preview_queue import PreviewQueue
from skerry.service.viewers.viewer import Viewer
from skerry.store.protocol import StoreUnavailable
from skerry.store.sqlite import SqliteStore
from tests.service.tables import ANN, BEN, NoBots, Room, in_room


class FullDisk:
    """Stands before a room's store and refuses to write while it is full."""

    def __init__(self, room: Room) -> None:
        self.store = room.store
        self.full = False
        self.left = 1000  # writes until it is full
        room.tables.store = self  # only the writes are its own

    def __getattr__(self, name: str) -> Any:
        verb = getattr(self.store, name)
        if name not in ("create", "save", "append", "append_line", "set_seen", "heartbeat"):
            return verb

        async def write(*given: Any) -> Any:
            if self.full or not self.left:
                raise StoreUnavailable("the disk is full")
            self.left -= 1
            return await verb(*given)

        return write


def test_a_move_that_is_not_stored_has_not_happened(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        disk = FullDisk(room)
        viewer = Viewer(live, "ann", 0)
        room.views.enter(live, viewer)
        viewer.frames()
        disk.full = True
        before = live.game.position(live.state)
        with pytest.raises(StoreUnavailable):
            await room.step(live)
        with pytest.raises(StoreUnavailable):
            await room.tables.execute(live.table.id, Resign(ANN, 0))
        await room.views.exit(live, viewer)
        assert live.game.position(live.state) == before
        assert live.table.number == 0 and not live.table.seats[0].resigned
        assert viewer.entries == [], "nobody was told"
        disk.full = False
        await room.step(live)
        assert [entry.number for entry in await room.store.log(live.table.id)] == [1]

    in_room(tmp_path, story)


def test_bots_go_on_when_the_disk_is_free_again(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "bot")
        disk = FullDisk(room)
        await room.settle(live)
        while not disk.full:
            disk.left = 1  # for Ann's move, not for the bot's
            await room.step(live)
            disk.full = live.table.turn == 1
        number = live.table.number
        await asyncio.sleep(0.1)
        assert live.thinking and live.table.number == number
        disk.full, disk.left = False, 1000
        await room.settle(live)
        assert live.table.number > number

    in_room(tmp_path, story)


def test_a_clock_that_ran_out_on_a_full_disk_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "RETRY_SECONDS", 0.01)

    async def story(room: Room) -> None:
        live = await room.two_humans(clock={"kind": "move", "seconds": 1})
        disk = FullDisk(room)
        disk.full = True
        live.table.clock.since -= 1
        room.tables._timers.set(live)
        await asyncio.sleep(0.2)
        assert not any(seat.substitute for seat in live.table.seats)
        disk.full = False
        for _ in range(3000):
            await asyncio.sleep(0.01)
            if any(seat.substitute for seat in live.table.seats):
                return
        raise AssertionError("the time-out was forgotten")

    in_room(tmp_path, story, NoBots())


def test_a_table_written_by_somebody_else_is_read_again(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        viewer = Viewer(live, "ann", 0)
        room.views.enter(live, viewer)
        other = Room(tmp_path)
        await other.step(await other.tables.get(live.table.id))
        await other.close()
        with pytest.raises(Stale):
            await room.step(live)
        assert viewer.closed, "whoever looks at what is wrong comes back"
        fresh = await room.tables.get(live.table.id)
        assert fresh is not live and fresh.table.number == 1
        await room.step(fresh)

    in_room(tmp_path, story)


def test_bots_leave_a_table_that_was_read_again(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "bot", "bot", "me", start_when_full=False)
        room.tables.forget(live)
        room.bots.wake(live)
        assert not live.thinking

    in_room(tmp_path, story, NoBots())


def test_a_damaged_table_does_not_stop_the_others(tmp_path: Path) -> None:
    async def first(room: Room) -> None:
        for _ in range(3):
            await room.make(ANN, "vanuatu", "bot", "bot")

    in_room(tmp_path, first, NoBots())

    async def story(room: Room) -> None:
        ids = sorted(await room.store.ids("running"))
        assert isinstance(room.store, SqliteStore)
        db = room.store._writing
        db.execute("UPDATE setups SET setup = '{\"players\": 9}' WHERE id = ?", (ids[0],))
        db.execute("UPDATE tables SET body = '[]' WHERE id = ?", (ids[1],))
        await room.tables.resume()
        assert room.tables.live[ids[0]].current.trouble
        assert ids[1] not in room.tables.live
        assert room.tables.live[ids[2]].thinking

    in_room(tmp_path, story, NoBots())


def test_details_that_fail_do_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "me")
        good = await room.make(ANN, "nusfjord", "me")

        async def frame(self: PreviewQueue, wanted: LiveTable, seat: int) -> bytes:
            if wanted is live:
                raise ValueError("a fault in a game")
            return b"details"

        monkeypatch.setattr(PreviewQueue, "_frame", frame)
        previews = PreviewQueue()
        running = asyncio.create_task(previews.run())
        for table in (live, good):
            assert table.table.turn is not None
            previews.want(Viewer(table, "ann", table.table.turn))
        for _ in range(200):
            await asyncio.sleep(0.005)
            if previews.computed:
                break
        running.cancel()
        assert previews.computed == 1

    in_room(tmp_path, story)


def test_a_reader_that_takes_no_answers_costs_no_memory(tmp_path: Path) -> None:
    from skerry.service.messages import Ack

    async def story(room: Room) -> None:
        viewer = Viewer(await room.two_humans(), "ann", 0)
        for number in range(1000):
            if not viewer.closed:
                viewer.reply(Ack(1, number))
        assert viewer.closed and len(viewer.replies) < 100

    in_room(tmp_path, story)


def test_closing_waits_for_a_move_that_is_being_written(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        moving = asyncio.create_task(room.step(live))
        await asyncio.sleep(0)
        moving.cancel()  # the client goes away
        await room.tables.close()
        number = len(await room.store.log(live.table.id))
        assert live.table.number == number, "written and known, or neither"

    in_room(tmp_path, story)


# -- two workers search for an expert


def expert(seconds: float = 5.0) -> BotTask:
    state = GAMES["vanuatu"].deal({"players": 2}, Rng(1))
    setup = GAMES["vanuatu"].setup(state)
    return BotTask("t", "vanuatu", setup, [], state.turn(), "expert", 8, seconds)


ANSWERS = """
import json, sys
print("ready", flush=True)
for line in sys.stdin:
    task = json.loads(line)
    visits = {"a": 5, "b": 4} if task["seed"] % 2 else {"a": 1, "b": 3}
    statistics = [{"move": move, "visits": count} for move, count in visits.items()]
    both = task["with_statistics"]
    answer = {"move": "a", "statistics": statistics} if both else {"move": "alone"}
    if task["seed"] % 2 in FAILS:
        sys.exit()
    print(json.dumps(answer), flush=True)
"""


def asked(workers: int, fails: tuple[int, ...] = ()) -> tuple[str | None, Pool]:
    async def work() -> tuple[str | None, Pool]:
        program = [sys.executable, "-c", f"FAILS = {fails}\n{ANSWERS}"]
        pool = Pool(workers, program=program)
        async with asyncio.timeout(60):
            move = await pool.ask(expert())
            await pool.close()
        return move, pool

    return asyncio.run(work())


def test_two_workers_search_for_an_expert_when_both_are_free() -> None:
    assert asked(workers=2)[0] == "b"
    move, pool = asked(workers=1)
    assert move == "alone" and pool.shared == 0


def test_one_worker_answers_when_the_other_fails() -> None:
    move, pool = asked(workers=2, fails=(1,))
    assert move == "b" and pool.replaced == 1


def test_no_move_when_both_workers_fail() -> None:
    move, pool = asked(workers=2, fails=(0, 1))
    assert move is None and pool.replaced == 2


def test_a_bot_that_does_not_search_counts_as_one_visit() -> None:
    assert statistics_of(BotMove("a")) == [MoveStatistics("a")]
    assert statistics_of(BotMove("a", [MoveStatistics("b", 3)])) == [MoveStatistics("b", 3)]


def test_warm_workers_are_started_once() -> None:
    async def work() -> None:
        pool = Pool(2, program=[sys.executable, "-c", f"FAILS = ()\n{ANSWERS}"])
        await pool.warm(0)
        await pool.warm(0)
        assert len(pool._all) == 3 and pool.idle == 2, "and one for quick questions"
        assert await pool.ask(expert()) == "b" and len(pool._all) == 3
        await pool.close()

    asyncio.run(work())


def test_a_log_without_its_end_is_an_error(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        live.table.number += 1  # a log that lost its end
        with pytest.raises(StoreUnavailable, match="not complete"):
            await room.views.snapshot(live, BEN, 1, None, 0)
        live.table.number -= 1

    in_room(tmp_path, story)


def test_a_damaged_table_keeps_no_imported_one_from_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "ANNOUNCED_SECONDS", 0.01)

    async def story(room: Room) -> None:
        noticing = asyncio.create_task(room.tables.notice_announced())
        ids = []
        for _ in range(4):
            live = await room.two_humans()
            ids.append(live.table.id)
            room.tables.forget(live)
        damage = "UPDATE tables SET body = '{' WHERE id IN (?, ?)"
        await room.store._write(lambda db: db.execute(damage, ids[0], ids[2]))
        for some in (ids[:2], ids[2:]):
            for id in some:
                await room.store.announce(id)
            async with asyncio.timeout(10):
                while some[1] not in room.tables.live:
                    await asyncio.sleep(0.01)
        noticing.cancel()

    in_room(tmp_path, story)
