"""What every store does, on SQLite and on PostgreSQL: append-only, one number once, what was
written is read again.
"""

import asyncio
import functools
from pathlib import Path

import pytest
from msgspec.structs import replace

from skerry.store.accounts import Device, Person
from skerry.store.daily import Attempt
from skerry.store.moderation import Act, Announcement, Measure, Retention
from skerry.store.protocol import (
    Clock,
    Line,
    Presence,
    Seat,
    Store,
    StoredLesson,
    StoreUnavailable,
    Table,
    WriteConflict,
)
from skerry.store.sql import Connection
from skerry.store.sql_store import SqlStore
from tests.store.databases import Story, entry, stored, table

ACT = Act(5.0, "operator", "close", "table:x", "spam")


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def device(id: str, parent: str = "", kind: str = "browser") -> Device:
    return Device(id, "ann", kind, "Firefox", 1.0, 1.0, 100.0, parent)  # type: ignore[arg-type]


async def run(db: Connection, text: str) -> int:
    return await db.execute(text)


def both(story: Story, kind: str, tmp_path: Path) -> None:
    stored(kind, tmp_path / "db", story)


def test_a_number_is_written_once(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        one = table()
        await store.create(one, [])
        with pytest.raises(WriteConflict):
            await store.create(one, [])
        one.version, one.number = 1, 1
        await store.append(one, entry(1))
        for version in (1, 3):
            one.version = version
            with pytest.raises(WriteConflict):
                await store.append(one, entry(2))
        one.version = 2
        with pytest.raises(WriteConflict):
            await store.append(one, entry(1))
        assert [kept.number for kept in await store.log(one.id)] == [1]
        loaded = await store.load(one.id)
        assert loaded is not None and loaded.setup == {"a": 1} and loaded.version == 1
        assert await store.versions([one.id, "other"]) == {one.id: 1}

    both(story, kind, tmp_path)


def test_of_many_writers_one_wins(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(table(), [])
        tries = []
        for user in range(8):
            after = table()
            after.version, after.number, after.name = 1, 1, f"by {user}"
            tries.append(store.append(after, entry(1)))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(isinstance(each, WriteConflict) for each in outcomes) == [False] + [True] * 7
        assert len(await store.log("abcdefgh")) == 1

    both(story, kind, tmp_path)


def test_changes_of_several_tables_are_read_together(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        played, dealt = table("played"), table("dealt")
        await store.create(played, [])
        await store.create(dealt, [])
        await store.create(table("other"), [entry(1)])
        for number in (1, 2, 3):
            played.version = played.number = number
            await store.append(played, entry(number))
        dealt.name, dealt.version = "renamed", 1
        await store.save(dealt)
        found = await store.changes({"played": 1, "dealt": 0, "gone": 5})
        assert found.keys() == {"played", "dealt"}
        assert (found["played"].table.version, found["played"].table.number) == (3, 3)
        assert found["played"].entries == [entry(2), entry(3)]
        assert found["dealt"].table == dealt and found["dealt"].entries == []
        assert found["played"].table.setup is None, "it never changes: only for the first entries"
        first = (await store.changes({"played": 0}))["played"]
        assert first.table == played and first.entries == await store.log("played")
        assert (await store.changes({"played": 3}))["played"].entries == []
        assert await store.changes({}) == {}
        assert len(await store.changes({f"table{n}": n for n in range(300)} | {"other": 0})) == 1

    both(story, kind, tmp_path)


def test_a_change_is_whole_while_others_write(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        ids = [f"table{number}" for number in range(4)]
        tables = [table(id) for id in ids]
        for one in tables:
            await store.create(one, [])

        async def write(one: Table) -> None:
            for number in range(1, 41):
                one.version = one.number = number
                await store.append(one, entry(number))

        writing = asyncio.gather(*map(write, tables))
        read = dict.fromkeys(ids, 0)
        while min(read.values()) < 40:
            for id, change in (await store.changes(read)).items():
                numbers = [each.number for each in change.entries]
                assert numbers == list(range(read[id] + 1, change.table.number + 1))
                read[id] = change.table.number
        await writing

    both(story, kind, tmp_path)


def test_the_log_is_append_only(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        await store.create(table(), [entry(1)])
        await store.moderation.note(ACT)
        for statement in (
            "DELETE FROM log",
            "UPDATE log SET text = 'x'",
            "DELETE FROM audit",
            "UPDATE audit SET who = 'x'",
        ):
            with pytest.raises(StoreUnavailable, match="append-only"):
                await store._write(functools.partial(run, text=statement))
        assert len(await store.log("abcdefgh")) == 1
        assert len(await store.moderation.audit(1000, 10)) == 1

    both(story, kind, tmp_path)


def test_lists_of_tables(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        for number in range(5):
            one = table(f"table{number}")
            one.updated, one.public = 10.0 + number // 2, number % 2 == 0
            await store.create(one, [])
        running = table("running")
        running.status, running.turn, running.updated = "running", 0, 20.0
        running.seats.append(Seat("bot", "Bo", level="random"))
        await store.create(running, [])
        assert [t.id for t in await store.tables("open", True)] == ["table4", "table2", "table0"]
        assert len(await store.tables("open", None, limit=2)) == 2
        assert await store.tables("open", None, without=["ben", "ann"]) == []
        assert len(await store.tables("open", None, without=["ben"])) == 5
        assert [t.id for t in await store.tables("open", False, before=11.0)] == ["table1"]
        assert await store.ids("running") == ["running"]
        first = await store.tables_of("ann", 3)
        rest = await store.tables_of("ann", 10, (first[-1].updated, first[-1].id))
        assert [t.id for t in first + rest] == [
            "running", "table4", "table3", "table2", "table1", "table0",
        ]  # fmt: skip
        assert await store.waiting() == [], "people are to move"
        running.version, running.turn = 1, 1
        await store.save(running)
        assert await store.waiting() == ["running"], "a bot is to move"
        running.version, running.turn, running.clock = 2, 0, Clock("move", 60)
        await store.save(running)
        assert await store.waiting() == ["running"], "a clock runs"
        running.version, running.status = 3, "finished"
        running.seats[0].users = []
        running.host = "ben"
        await store.save(running)
        assert await store.waiting() == []
        assert "running" not in [t.id for t in await store.tables_of("ann")]

    both(story, kind, tmp_path)


def test_games_that_go_on_and_what_happened_in_them(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        for id, status, updated in [("old", "running", 1.0), ("new", "open", 3.0)]:
            await store.create(replace(table(id), status=status, updated=updated), [])
        ended = replace(table("ended"), status="finished", updated=9.0)
        await store.create(ended, [])
        assert [one.id for one in await store.tables_of("ann", running=True)] == ["new", "old"]
        assert await store.tables_of("zoe", running=True) == []
        moves = [(0, "move"), (1, "move"), (1, "takeback"), (1, "move")]
        for number, (seat, what) in enumerate(moves, start=1):
            made = replace(entry(number), seat=seat, kind=what)
            await store.append(replace(table("old"), number=number, version=number), made)
        news = await store.news([("old", 0), ("new", 0)])
        last = news["old"].last
        assert news["old"].moves == 2 and last is not None and last.number == 4
        assert last.events == entry(4).events
        assert (news["new"].moves, news["new"].last) == (0, None)
        assert (await store.news([("old", 1)]))["old"].moves == 0

    both(story, kind, tmp_path)


def test_chat_and_what_was_seen(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        assert await store.last_line("t") == 0
        for text in ("one", "two", "'; DROP TABLE chat; --"):
            await store.append_line("t", Line(0, "table", "Ann", text, 1.0, 0))
        assert (await store.chat("t", 1))[0].text == "two"
        assert len(await store.chat("t", 0, limit=2)) == 2
        assert await store.last_line("t") == 3
        said = Line(0, "notice", "", "Ben gives up", 1.0, code="resigned", args={"name": "Ben"})
        said.number = await store.append_line("u", said)
        assert await store.chat("u") == [said]
        lines = [store.append_line("t", Line(0, "notice", "", "x", 1.0)) for _ in range(6)]
        assert sorted(await asyncio.gather(*lines)) == [4, 5, 6, 7, 8, 9]
        await store.set_seen("t", "ann", 5)
        await store.set_seen("t", "ann", 7)
        assert await store.seen("t", "ann") == 7
        assert await store.seen("t", "ben") is None
        assert await store.moderation.delete_chat("t", [2], ACT) == [2]
        assert [line.number for line in await store.chat("t", 0, 3)] == [7, 8, 9]
        assert 2 not in [line.number for line in await store.chat("t")]
        assert await store.moderation.remove_chat(2.0, 10) == 2, "notices stay"
        await store.append_line("t", Line(0, "table", "A\x00nn", "nul \x00", 1.0, 0))

    both(story, kind, tmp_path)


def test_progress_in_lessons_has_one_next_version(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        assert await store.lessons("ann") == {}
        await store.save_lesson("ann", "vanuatu.canoe", StoredLesson(1, {"step": 1}))
        await store.save_lesson("ann", "vanuatu.canoe", StoredLesson(2, {"step": 2}))
        await store.save_lesson("ben", "vanuatu.canoe", StoredLesson(1, {"step": 5}))
        for version in (1, 2, 4):
            with pytest.raises(WriteConflict):
                await store.save_lesson("ann", "vanuatu.canoe", StoredLesson(version, {}))
        assert await store.lessons("ann") == {"vanuatu.canoe": StoredLesson(2, {"step": 2})}

    both(story, kind, tmp_path)


def test_presence_reviews_announced_tables_and_settings(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.touch([("t", "ann"), ("t", "ben")], 1000.0, acted=True)
        await store.touch([("t", "ann")], 1100.0, acted=False)
        await store.touch([("t", "ben")], 2000.0, acted=False)
        assert await store.presence("t") == {
            "ann": Presence(1000.0, 1100.0, 1000.0),
            "ben": Presence(2000.0, 2000.0, 1000.0),
        }
        await store.save_review("t", 5, b"five")
        await store.save_review("t", 3, b"three")
        assert await store.review("t") == b"five" and await store.review("u") is None
        for id in ("x", "y", "x"):
            await store.announce(id)
        assert sorted(await store.take_announced()) == ["x", "y"]
        assert await store.take_announced() == []
        assert await store.keep_setting("secret", "first") == "first"
        assert await store.keep_setting("secret", "second") == "first"
        assert await store.health() == "ok"

    both(story, kind, tmp_path)


def test_signing_out_ends_what_was_derived(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        accounts = store.accounts
        await accounts.sign_in(Person("ann", "Ann", 1.0, 1.0), device("a"))
        await accounts.sign_in(Person("ann", "Other", 1.0, 1.0), device("b", "a", "program"))
        await accounts.add(device("c", "b", "program"))
        await accounts.add(device("d"))
        await accounts.rename("ann", "Anna")
        found = await accounts.device("c")
        assert found is not None and found.name == "Anna" and await accounts.device("z") is None
        await accounts.touch("d", 50.0, "192.0.2.1", 200.0)
        assert (await accounts.devices("ann", 60.0))[0].id == "d"
        assert await accounts.end("a", 60.0) == ["a", "b", "c"]
        assert sorted(await accounts.ended_since(60.0)) == ["a", "b", "c"]
        with pytest.raises(WriteConflict, match="signed out"):
            await accounts.add(device("e", "b", "program"))
        await accounts.add(device("e", "d", "program"))
        await accounts.add(device("f", "", "program"))
        assert await accounts.end_all("ann", 70.0, "e", False) == ["f"]
        assert await accounts.revoked_at("ann") == 70.0 and await accounts.revoked_at("ben") == 0
        await accounts.tidy(1e9)
        assert await accounts.devices("ann", 0.0) == []

    both(story, kind, tmp_path)


def test_what_the_operator_does(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        moderation = store.moderation
        before = await moderation.revision()
        await moderation.add_measure(Measure(0, "ban", "user:eve", "spam", 1.0, 0.0), ACT)
        number = await moderation.add_measure(Measure(0, "ban", "user:eve", "b", 1.0, 9.0), ACT)
        assert [(m.number, m.reason) for m in await moderation.measures(5.0)] == [(number, "b")]
        assert await moderation.measures(10.0) == []
        assert await moderation.end_measure("ban", "user:eve", ACT)
        assert not await moderation.end_measure("ban", "user:eve", ACT)
        number = await moderation.announce(Announcement(0, "Hello", 1.0, 9.0), ACT)
        assert [a.text for a in await moderation.announcements(5.0)] == ["Hello"]
        assert await moderation.end_announcement(number, 4.0, ACT)
        assert await moderation.revision() == before + 5
        await moderation.set_retention(Retention(finished=3), ACT)
        assert (await moderation.retention()).finished == 3
        numbers = [entry.number for entry in await moderation.audit(10**9, 10)]
        assert len(numbers) == 6 and numbers == sorted(numbers, reverse=True)
        assert await moderation.remove_audit(6.0) == 6

    both(story, kind, tmp_path)


def test_finding_and_deleting(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        moderation = store.moderation
        coffee = table("coffee")
        coffee.name = "Coffee 100% ÅB_C"
        await store.create(coffee, [entry(1)])
        await store.create(table("other"), [])
        for words in ("coffee", "100%", "ÅB_C", "COFFEE"):
            found = await moderation.find_tables(words, None, 10, 1e18)
            assert [one.id for one in found] == ["coffee"], words
        assert await moderation.find_tables("1_0%", None, 10, 1e18) == []
        assert await moderation.find_tables("", "finished", 10, 1e18) == []
        assert len(await moderation.find_tables("", "open", 10, 1e18)) == 2
        await store.accounts.sign_in(Person("ann", "Ann", 1.0, 1.0), device("a"))
        (ann,) = await moderation.find_people("aN", 10, 1e18)
        assert (ann.id, ann.tables) == ("ann", 2) and await moderation.count_people() == 1
        assert sorted(await moderation.overdue(["open"], 5.0, 10)) == ["coffee", "other"]
        assert await moderation.delete_table("coffee", ACT)
        assert not await moderation.delete_table("coffee", ACT)
        assert await store.load("coffee") is None and await store.log("coffee") == []
        await store.append_line("coffee", Line(0, "table", "Ann", "late", 1.0, 0))
        await store.set_seen("coffee", "ann", 1)
        assert await store.chat("coffee") == [] and await store.seen("coffee", "ann") is None
        coffee.version = 1
        with pytest.raises(WriteConflict):
            await store.append(coffee, entry(2))

    both(story, kind, tmp_path)


def test_a_closed_store_says_so(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.close()
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.set_seen("t", "ann", 1)
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.seen("t", "ann")

    both(story, kind, tmp_path)


def test_a_daily_attempt_counts_once_and_results_are_sorted(kind: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        daily = store.daily
        assert await daily.day("solo", "2026-11-18") is None
        assert await daily.save_day("solo", "2026-11-18", b"first") == b"first"
        assert await daily.save_day("solo", "2026-11-18", b"second") == b"first"
        for user, points in (("ann", 31), ("ben", 34), ("eve", None)):
            attempt = Attempt(user, "solo", "2026-11-18", user, f"table of {user}", 1.0)
            assert await daily.begin(attempt)
            assert not await daily.begin(attempt), "the first try counts"
            attempt.finished, attempt.points = 2.0, points
            assert await daily.finish(attempt)
            attempt.points = 99
            assert not await daily.finish(attempt), "a result is never changed"
        found = await daily.finished("solo", "2026-11-18")
        assert [(one.user, one.points) for one in found] == [("ben", 34), ("ann", 31)]
        assert await daily.finished("plan", "2026-11-18") == []
        one = await daily.attempt("eve", "solo", "2026-11-18")
        assert one is not None and one.points is None and one.finished == 2.0
        assert [each.day for each in await daily.attempts("ann")] == ["2026-11-18"]

    both(story, kind, tmp_path)
