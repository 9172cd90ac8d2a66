"""Identities in both databases: what is taken once, what a device that was signed out cannot do,
and that merging, downloading and deleting know every table with people in it.
"""

import asyncio
from pathlib import Path

import pytest

from skerry.store.accounts import Device, Person
from skerry.store.identity import ClaimCode, Deletion, Merge, Passkey, Preferences, Ticket
from skerry.store.personal import PERSONAL
from skerry.store.protocol import Line, StoredLesson, WriteConflict
from skerry.store.sql import Connection
from skerry.store.sql_store import SqlStore
from tests.store.databases import stored, table


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def sign_in(store: SqlStore, user: str, device: str) -> None:
    person = Person(user, user.title(), 5.0 if user == "ann" else 3.0, 5.0)
    await store.accounts.sign_in(
        person, Device(device, user, "browser", "Firefox", 1.0, 1.0, 1e12, address="192.0.2.1")
    )


def test_every_table_with_people_is_listed(kind: str, tmp_path: Path) -> None:
    """A table that is missing would be forgotten when people become one, download or leave."""

    async def story(store: SqlStore) -> None:
        async def columns(db: Connection) -> set[str]:
            if store.peers is None:
                rows = await db.fetch(
                    "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
                    " WHERE m.type = 'table' AND c.name IN ('user', 'users', 'user_id', 'person')"
                )
            else:
                rows = await db.fetch(
                    "SELECT table_name FROM information_schema.columns WHERE table_schema ="
                    " current_schema() AND column_name IN ('user', 'users', 'user_id', 'person')"
                )
            return {row[0] for row in rows}

        listed = {each.table for each in PERSONAL}
        found = await store._read(columns)
        assert found >= {"devices", "lessons", "passkeys"}
        assert found - listed == set(), "add a line to PERSONAL in store/personal.py"
        # Every line can be carried out: a misspelt column fails here.
        await sign_in(store, "ann", "d1")
        await sign_in(store, "bob", "d2")
        await store.personal.rows("bob")
        assert await store.personal.merge(Merge("bob", "ann", 9.0, {}))
        await store.personal.delete("ann", "former-1", 10.0)

    stored(kind, tmp_path / "db", story)


def test_a_device_that_was_signed_out_adds_nothing(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        await sign_in(store, "ann", "d1")
        await sign_in(store, "bob", "d2")
        identity = store.identity
        key = Passkey("k1", "ann", b"public", 0, "Firefox", "localhost", 2.0)
        await identity.add_passkey(key, "d1")
        with pytest.raises(WriteConflict):
            await identity.add_passkey(key, "d1")  # known already
        await identity.set_claim("c1", ClaimCode("ann", "d1", 100.0))
        await store.accounts.end("d1", 3.0)
        assert await identity.claim("c1", 5.0) is None, "the code died with the device"
        assert not await identity.take_claim("c1", 5.0)
        other = Passkey("k2", "ann", b"public", 0, "Firefox", "localhost", 2.0)
        for device in ("d1", "d2", "unknown"):
            with pytest.raises(WriteConflict):
                await identity.add_passkey(other, device)
            with pytest.raises(WriteConflict):
                await identity.set_recovery("ann", "hash", device, 4.0)
            with pytest.raises(WriteConflict):
                await identity.set_claim("c2", ClaimCode("ann", device, 100.0))
        assert [each.id for each in await identity.passkeys("ann")] == ["k1"]
        assert await identity.recovery("ann") is None
        assert not await identity.remove_passkey("bob", "k1"), "not his"
        await identity.use_passkey("k1", 7, 8.0)
        found = await identity.passkey("k1")
        assert found is not None and (found.signs, found.used, found.public) == (7, 8.0, b"public")
        assert await identity.remove_passkey("ann", "k1")

    stored(kind, tmp_path / "db", story)


def test_codes_and_tickets_are_taken_once(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        await sign_in(store, "ann", "d1")
        await sign_in(store, "bob", "d2")
        identity = store.identity
        await identity.set_claim("c1", ClaimCode("ann", "d1", 100.0))
        assert await identity.claim_until("ann", 50.0) == 100.0
        with pytest.raises(WriteConflict):
            await identity.set_claim("c1", ClaimCode("bob", "d2", 100.0))
        assert await identity.claim("c1", 101.0) is None, "expired"
        taken = await asyncio.gather(*(identity.take_claim("c1", 50.0) for _ in range(5)))
        assert sorted(taken) == [False] * 4 + [True]
        assert await identity.claim_until("ann", 50.0) == 0
        ticket = Ticket("join", "ann", "d1", "claim c1", 100.0)
        await identity.add_ticket("t1", ticket)
        assert await identity.take_ticket("t1", "register", 50.0) is None, "of another kind"
        tries = [identity.take_ticket("t1", "join", 50.0) for _ in range(5)]
        got = [each for each in await asyncio.gather(*tries) if each is not None]
        assert got == [ticket]
        await identity.add_ticket("t2", ticket)
        await identity.tidy(101.0)
        assert await identity.take_ticket("t2", "join", 50.0) is None

    stored(kind, tmp_path / "db", story)


def test_recovery_settings_and_deletion(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        await sign_in(store, "ann", "d1")
        identity = store.identity
        await identity.set_recovery("ann", "h1", "d1", 2.0)
        await identity.use_recovery("ann", 3.0)
        await identity.set_recovery("ann", "h2", "d1", 4.0)
        assert await identity.recovery_user("h1") == "", "replaced"
        assert await identity.recovery_user("h2") == "ann"
        recovery = await identity.recovery("ann")
        assert recovery is not None and (recovery.made, recovery.used) == (4.0, 0.0)
        for changed in (1.0, 2.0):
            await identity.set_preferences("ann", Preferences("{}", changed))
        preferences = await identity.preferences("ann")
        assert preferences is not None and preferences.changed == 2.0
        await identity.ask_deletion(Deletion("ann", 1.0, 10.0))
        await identity.ask_deletion(Deletion("ann", 2.0, 20.0))
        deletion = await identity.deletion("ann")
        assert deletion is not None and deletion.due == 10.0, "asking again does not put it off"
        assert await identity.due_deletions(9.0) == []
        assert await identity.due_deletions(10.0) == ["ann"]
        assert await identity.call_back("ann") and not await identity.call_back("ann")

    stored(kind, tmp_path / "db", story)


def test_rows_of_two_people_become_one_persons(kind: str, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        await sign_in(store, "ann", "d1")
        await sign_in(store, "bob", "d2")
        await store.create(table(), [])
        for user, steps in (("ann", 1), ("bob", 2)):
            for version in range(1, steps + 1):
                await store.save_lesson(user, "x.first", StoredLesson(version, {"of": user}))
        await store.save_lesson("bob", "x.second", StoredLesson(1, {"of": "bob"}))
        await store.set_seen("abcdefgh", "ann", 7)
        await store.set_seen("abcdefgh", "bob", 5)
        await store.append_line("abcdefgh", Line(0, "table", "Bob", "hi", 1.0, 0), "bob")
        await store.identity.set_recovery("bob", "h", "d2", 1.0)
        assert not await store.personal.merge(Merge("bob", "nobody", 9.0, {}))
        assert not await store.personal.merge(Merge("bob", "bob", 9.0, {}))
        merge = Merge("bob", "ann", 9.0, {"abcdefgh": "here"})
        assert await store.personal.merge(merge)
        lessons = await store.lessons("ann")
        assert lessons["x.first"].progress == {"of": "bob"}, "who has done more"
        assert set(lessons) == {"x.first", "x.second"} and not await store.lessons("bob")
        assert await store.seen("abcdefgh", "ann") == 7
        ann = await store.accounts.person("ann")
        assert ann is not None and ann.made == 3.0 and await store.accounts.person("bob") is None
        device = await store.accounts.device("d2")
        assert device is not None and device.ended == 9.0
        assert await store.accounts.ended_since(9.0) == ["d2"]
        assert await store.accounts.revoked_at("bob") == 9.0
        assert await store.identity.recovery_user("h") == ""
        assert await store.personal.unfinished_merges(10.0) == [merge]
        rows = await store.personal.rows("ann")
        assert [line["text"] for line in rows["chat"]] == ["hi"]
        assert next(one["progress"] for one in rows["lessons"]) == {"of": "bob"}
        await store.personal.finish_merge("bob")
        assert await store.personal.unfinished_merges(10.0) == []

        await store.personal.delete("ann", "former-1", 20.0)
        assert await store.accounts.person("ann") is None
        assert await store.chat("abcdefgh") == []
        ended = await store.accounts.device("d1")
        assert ended is not None and ended.user == "former-1" and ended.ended == 20.0
        assert (ended.label, ended.address) == ("", "")

    stored(kind, tmp_path / "db", story)
