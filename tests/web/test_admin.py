"""The operator's tools: who may use them, what they do, and what is left afterwards."""

import asyncio
import http.server
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skerry.cli import admin as command
from skerry.service import moderation
from skerry.service.wall_clock import WallClock
from skerry.store.moderation import Act
from skerry.store.sqlite import SqliteStore
from tests.service.benches import inside, running
from tests.store.databases import entry, table
from tests.store.test_sqlite import stored

DUEL = {"game": "nusfjord", "name": "Cod and coffee", "seats": [{"kind": "me"}, {"kind": "open"}]}
WHY = {"reason": "insults"}


def run_story(folder: Path, story: Callable[[inside.Inside, str], Awaitable[None]], **more) -> None:
    async def work() -> None:
        async with asyncio.timeout(60), inside.Inside(folder, **more) as server:
            await story(server, server.settings.admin_key())

    asyncio.run(work())


async def duel(server: inside.Inside) -> tuple[str, str, str]:
    """Make a running table of Ann and Ben; return its id and their cookies."""
    ann, ben = await server.guest("Ann"), await server.guest("Ben", client="192.0.2.9")
    id = (await server.post("/api/tables", DUEL, cookie=ann)).json["table"]["id"]
    await server.post(f"/api/tables/{id}/join", cookie=ben, client="192.0.2.9")
    return id, ann, ben


async def audit(server: inside.Inside, key: str) -> list[tuple[str, str, str]]:
    entries = (await server.get("/api/admin/audit", token=key)).json["entries"]
    return [(e["action"], e["target"], e["reason"]) for e in entries]


def test_only_the_operator_comes_in(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        cookie = await server.guest()
        path = "/api/admin/overview"
        assert (await server.get(path)).status == 401
        assert (await server.get(path, cookie=cookie)).status == 401
        assert (await server.get(path, token="x" * 64)).status == 403
        assert (await server.get(path, token=key)).status == 200
        session = await server.post("/api/admin/session", {"key": key})
        assert "HttpOnly" in session.headers["set-cookie"]
        assert "SameSite=Strict" in session.headers["set-cookie"]
        assert "Path=/api/admin;" in session.headers["set-cookie"]
        assert (await server.get(path, cookie=session.cookie)).status == 200
        evil = {"origin": "https://evil.example"}
        refused = await server.post(
            "/api/admin/announcements", {"text": "x"}, cookie=session.cookie, headers=evil
        )
        assert refused.status == 403
        await server.post("/api/admin/signout", cookie=session.cookie)
        assert (await server.get(path, cookie=session.cookie)).status == 401
        guesses = [
            (await server.post("/api/admin/session", {"key": str(n)})).status for n in range(20)
        ]
        assert guesses.count(429) > 10, "guessing is slow"

    run_story(tmp_path, story)


def test_a_new_key_ends_the_sessions_of_the_old_one(tmp_path: Path) -> None:
    cookies = []

    async def first(server: inside.Inside, key: str) -> None:
        cookies.append((await server.post("/api/admin/session", {"key": key})).cookie)

    async def second(server: inside.Inside, key: str) -> None:
        assert (await server.get("/api/admin/overview", cookie=cookies[0])).status == 401

    run_story(tmp_path, first)
    (tmp_path / "admin-key").unlink()
    run_story(tmp_path, second)


def test_finding_tables_and_people(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, *_ = await duel(server)
        for words in ("coffee", id, "Ben"):
            found = (await server.get(f"/api/admin/tables?words={words}", token=key)).json
            assert [one["id"] for one in found["tables"]] == [id]
            assert found["tables"][0]["people"] == ["Ann", "Ben"]
        assert not (await server.get("/api/admin/tables?words=%25", token=key)).json["tables"]
        people = (await server.get("/api/admin/people?words=be", token=key)).json["people"]
        assert [(one["name"], one["tables"]) for one in people] == [("Ben", 1)]
        assert people[0]["addresses"] == ["192.0.2.9"]
        seen = (await server.get("/api/admin/overview", token=key)).json
        assert seen["people"] == 2 and seen["store"] == "ok"

    run_story(tmp_path, story)


def test_a_muted_person_reads_why(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, _, ben = await duel(server)
        me = (await server.get("/api/me", cookie=ben)).json["id"]
        say = f"/api/tables/{id}/chat"
        assert (await server.post(say, {"text": "hello"}, cookie=ben)).status == 200
        mute = {"kind": "mute", "user": me, "hours": 1, **WHY}
        assert (await server.post("/api/admin/measures", mute, token=key)).status == 200
        refused = await server.post(say, {"text": "hello"}, cookie=ben)
        assert (refused.status, refused.json["code"]) == (403, "muted")
        assert "insults" in refused.json["message"]
        undo = {"kind": "mute", "target": f"user:{me}"}
        await server.post("/api/admin/measures/end", undo, token=key)
        assert (await server.post(say, {"text": "hello"}, cookie=ben)).status == 200
        assert (await audit(server, key))[::-1] == [
            ("mute", f"user:{me}", "insults"),
            ("unmute", f"user:{me}", ""),
        ]

    run_story(tmp_path, story)


def test_a_ban_closes_sockets_and_holds_by_address(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, ann, ben = await duel(server)
        me = (await server.get("/api/me", cookie=ben)).json["id"]
        socket = server.socket(f"/api/tables/{id}/socket", client="192.0.2.9", cookie=ben)
        assert await socket.opened() == 101
        ban = {"kind": "ban", "user": me, "addresses": True, "hours": 1, **WHY}
        await server.post("/api/admin/measures", ban, token=key)
        await socket.closed()
        for who in ({"cookie": ben}, {"client": "192.0.2.9"}):
            refused = await server.get("/api/me", **who)
            assert (refused.status, refused.json["code"]) == (403, "banned")
            assert "insults" in refused.json["message"]
        again = server.socket(f"/api/tables/{id}/socket", cookie=ben)
        assert await again.opened() == 403
        assert (await server.get("/api/me", cookie=ann)).status == 200
        async with inside.Inside(tmp_path) as second:  # another process, and after a restart
            await asyncio.sleep(0.2)
            assert (await second.get("/api/me", cookie=ben)).status == 403
        for measure in server.services.moderation.measures.values():
            measure.until = time.time() - 1
        assert (await server.get("/api/me", cookie=ben)).status == 200, "it ends by itself"

    run_story(tmp_path, story)


def test_an_address_of_version_six_is_banned_with_its_network(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        ban = {"kind": "ban", "address": "2001:db8:1:2:3:4:5:6", "hours": 1, **WHY}
        assert (await server.post("/api/admin/measures", ban, token=key)).status == 200
        neighbour = {"client": "2001:db8:1:2::99"}
        assert (await server.get("/api/me", **neighbour)).status == 403
        end = {"kind": "ban", "target": "address:2001:db8:1:2:3:4:5:6"}
        assert (await server.post("/api/admin/measures/end", end, token=key)).status == 200
        assert (await server.get("/api/me", **neighbour)).status == 200
        for wrong in ("999.1.1.1", "10.0.0.0/8", "example.org"):
            refused = await server.post("/api/admin/measures", {**ban, "address": wrong}, token=key)
            assert refused.status == 400 and "is not an IP address" in refused.json["message"]

    run_story(tmp_path, story)


def test_closing_a_table(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, ann, _ = await duel(server)
        assert (await server.post(f"/api/admin/tables/{id}/close", token=key)).status == 400
        await server.post(f"/api/admin/tables/{id}/close", WHY, token=key)
        shown = (await server.get(f"/api/tables/{id}", cookie=ann)).json
        assert shown["table"]["status"] == "abandoned"
        assert any("insults" in line["text"] for line in shown["chat"])
        again = await server.post(f"/api/admin/tables/{id}/close", WHY, token=key)
        assert again.status == 422
        assert await audit(server, key) == [("close", f"table:{id}", "insults")]

    run_story(tmp_path, story)


def test_deleting_a_table_leaves_nothing_but_the_entry(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, ann, ben = await duel(server)
        other, *_ = await duel(server)
        shown = (await server.get(f"/api/tables/{id}", cookie=ann)).json
        move = shown["decision"]["moves"][0]["id"] if shown["decision"] else ""
        socket = server.socket(f"/api/tables/{id}/socket", cookie=ann)
        assert await socket.opened() == 101
        await server.post(f"/api/tables/{id}/chat", {"text": "a secret"}, cookie=ben)
        body = {"move": move or "x", "after": 0}
        results = await asyncio.gather(
            server.post(f"/api/tables/{id}/moves", body, cookie=ann),
            server.post(f"/api/admin/tables/{id}/delete", WHY, token=key),
            server.post(f"/api/tables/{id}/chat", {"text": "too late"}, cookie=ben),
        )
        assert results[1].status == 200
        await socket.closed()
        await socket.task
        assert (await server.get(f"/api/tables/{id}", cookie=ann)).status == 404
        gone = await server.post(f"/api/admin/tables/{id}/delete", WHY, token=key)
        assert gone.status == 404
        db = sqlite3.connect(tmp_path / "skerry.db")
        for each in ("tables", "log", "chat", "seen", "members", "setups", "presence"):
            sql = f"SELECT COUNT(*) FROM {each} WHERE id = ?"
            assert db.execute(sql, (id,)).fetchone() == (0,), each
        assert db.execute("SELECT COUNT(*) FROM tables WHERE id = ?", (other,)).fetchone() == (1,)
        db.close()
        assert await audit(server, key) == [("delete", f"table:{id}", "insults")]

    run_story(tmp_path, story)


def test_the_logs_cannot_be_cut_by_the_way(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        one = table()
        await store.create(one, [entry(1)])
        await store.moderation.note(Act(time.time(), "operator", "close", "table:x", "because"))
        db = sqlite3.connect(tmp_path / "db")
        for sql in ("DELETE FROM log", "DELETE FROM audit", "UPDATE audit SET reason = ''"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(sql)
        db.close()

    stored(tmp_path / "db", story)


def test_lines_of_chat_go_from_open_pages_too(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, ann, ben = await duel(server)
        for text in ("first", "second", "third"):
            await server.post(f"/api/tables/{id}/chat", {"text": text}, cookie=ben)
        lines = (await server.get(f"/api/tables/{id}", cookie=ann)).json["chat"]
        second = next(line["number"] for line in lines if line["text"] == "second")
        socket = server.socket(f"/api/tables/{id}/socket", cookie=ann)
        assert await socket.opened() == 101
        path = f"/api/admin/tables/{id}/chat/delete"
        done = await server.post(path, {**WHY, "numbers": [second]}, token=key)
        assert done.json["count"] == 1
        while '"removed":' not in (text := str((await socket.outgoing.get()).get("text"))):
            pass
        assert f'"removed":[{second}]' in text
        await socket.leave()
        lines = (await server.get(f"/api/tables/{id}", cookie=ann)).json["chat"]
        said = [line["text"] for line in lines if line["room"] == "table"]
        assert said == ["first", "third"]
        await server.post(f"/api/tables/{id}/chat", {"text": "fourth"}, cookie=ben)
        after = (await server.get(f"/api/tables/{id}?chat={second}", cookie=ann)).json["chat"]
        assert [line["text"] for line in after if line["room"] == "table"] == ["third", "fourth"]

    run_story(tmp_path, story)


def test_retention_is_off_until_it_is_wished(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        id, ann, ben = await duel(server)
        timed = {**DUEL, "seats": [{"kind": "me"}], "clock": {"kind": "move", "seconds": 86400}}
        timed_id = (await server.post("/api/tables", timed, cookie=ann)).json["table"]["id"]
        await server.post(f"/api/tables/{id}/chat", {"text": "old"}, cookie=ben)
        moderation = server.services.moderation
        later = time.time() + 500 * 86400
        assert sum((await moderation.remove_old(later)).values()) == 0
        retention = {"finished": 730, "idle": 60, "chat": 30, "log": 365}
        assert (await server.post("/api/admin/retention", retention, token=key)).json == retention
        assert (await moderation.remove_old(time.time() + 40 * 86400))["chat"] == 1
        assert (await server.get(f"/api/tables/{id}", cookie=ann)).status == 200
        removed = await moderation.remove_old(time.time() + 61 * 86400)
        assert removed["idle"] == 1
        assert (await server.get(f"/api/tables/{id}", cookie=ann)).status == 404
        assert (await server.get(f"/api/tables/{timed_id}", cookie=ann)).status == 200
        assert ("delete", f"table:{id}", "idle: 60 days") in await audit(server, key)
        await moderation.remove_old(later)
        assert await audit(server, key) == [], "also the audit log, after a year"

    run_story(tmp_path, story)


def test_retention_waits_when_the_clock_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "FIRST_RETENTION_SECONDS", 0.0)
    now = time.time()

    async def story(server: inside.Inside, key: str) -> None:
        id, ann, _ = await duel(server)
        wish = {"finished": 730, "idle": 60, "chat": 30, "log": 365}
        await server.post("/api/admin/retention", wish, token=key)
        clock = WallClock(lambda: time.time())
        monkeypatch.setattr(time, "time", lambda: now + 300 * 86400)
        tidying = asyncio.create_task(server.services.moderation.keep_tidy(clock))
        await asyncio.sleep(0.3)
        tidying.cancel()
        assert (await server.get(f"/api/tables/{id}", cookie=ann)).status == 200

    run_story(tmp_path, story)


def test_announcements_reach_everybody(tmp_path: Path) -> None:
    async def story(server: inside.Inside, key: str) -> None:
        assert (await server.get("/api/announcements")).json == {"announcements": []}
        body = {"text": "Restart at eight", "hours": 1}
        number = (await server.post("/api/admin/announcements", body, token=key)).json["count"]
        announced = (await server.get("/api/announcements")).json["announcements"]
        assert [one["text"] for one in announced] == ["Restart at eight"]
        await server.post(f"/api/admin/announcements/{number}/end", token=key)
        assert (await server.get("/api/announcements")).json == {"announcements": []}

    run_story(tmp_path, story)


def test_the_command_is_a_client(tmp_path: Path) -> None:
    own = running.OwnServer(tmp_path)
    own.start()
    try:

        def admin(*words: str) -> str:
            where = ["--data", str(tmp_path), "--url", own.url]
            done = CliRunner().invoke(command.app, [*where, *words])
            assert done.exit_code == 0, (done.output, done.exception)
            return done.output

        assert "store ok" in admin("overview")
        assert admin("people") == "" and admin("tables", "coffee", "--status", "open") == ""
        assert admin("people", "ada") == ""
        admin("announce", "Restart at eight", "--hours", "2")
        assert "Restart at eight" in admin("overview")
        admin("ban", "--address", "198.51.100.7", "--reason", "spam", "--hours", "0")
        assert "address:198.51.100.7  until for good: spam" in admin("bans")
        admin("unban", "--address", "198.51.100.7")
        assert admin("bans") == ""
        assert "idle      60" in admin("retention", "--idle", "60")
        log = admin("audit")
        assert "ban address:198.51.100.7: spam" in log and "retention" in log
        missing = ["--data", str(tmp_path), "--url", own.url]
        for id in ("abcdefgh", "not an id?", "ærlig"):
            failed = CliRunner().invoke(
                command.app, [*missing, "delete", id, "--reason", "x", "--yes"]
            )
            assert f"there is no table {id!r}" in str(failed.exception)
        kept = CliRunner().invoke(command.app, [*missing, "delete", "x", "--reason", "x"], "n\n")
        assert kept.exit_code == 1 and "gone for good" in kept.output

        def announced(*words: str) -> str:
            done = CliRunner().invoke(command.app, [*missing, *words])
            assert done.exit_code != 0
            return f"{done.output} {done.exception}"

        assert "is not an address" in announced("--url", "localhost:8017", "overview")
        assert "status must be one of" in announced("tables", "--status", "lost")
        assert "there is no table" in announced("delete-chat", "abcdefgh", "--reason", "x")
        assert "write a few words" in announced("close", "abcdefgh", "--reason", " ")
        assert "write a few words" in announced("announce", "")
        assert "--hours" in announced("announce", "hello", "--hours", "-1")
        assert "--finished" in announced("retention", "--finished", "-5")
        assert "search for the id" in announced("mute", "nobody", "--reason", "x")
    finally:
        own.stop()


def test_something_else_that_answers_is_not_skerry(tmp_path: Path) -> None:
    class Hello(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<h1>Welcome to nginx</h1>")

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Hello) as other:
        threading.Thread(target=other.handle_request, daemon=True).start()
        where = ["--key", "k" * 64, "--url", f"http://127.0.0.1:{other.server_port}"]
        done = CliRunner().invoke(command.app, [*where, "overview"])
    assert "is not Skerry; name it with --url" in str(done.exception)
