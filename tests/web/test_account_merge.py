"""A device with games of its own signs in as somebody else; a person leaves; their data."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from skerry.service.identity import joining, leaving
from skerry.service.wall_clock import WallClock
from skerry.store.daily import Attempt
from skerry.store.protocol import StoreUnavailable
from skerry.web.app import look_after_people
from tests.service.benches import inside
from tests.web.test_account import (
    PAIR,
    account,
    claim_code,
    confirmed,
    joined,
    mine,
    name_of,
    offered,
    recovery_code,
    run_story,
    table_of,
)

BESIDE_BOT = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}


async def user_of(server: inside.Inside, cookie: str) -> str:
    return str((await server.get("/api/me", cookie=cookie)).json["id"])


async def seats_of(server: inside.Inside, cookie: str, table: str) -> list[Any]:
    shown = (await server.get(f"/api/tables/{table}", cookie=cookie)).json["table"]
    return list(shown["seats"])


async def pair(server: inside.Inside, host: str, guest: str) -> str:
    """Start a game of two."""
    table = await table_of(server, host, PAIR)
    assert (await server.post(f"/api/tables/{table}/join", cookie=guest)).status == 200
    return table


async def resign(server: inside.Inside, cookie: str, table: str) -> None:
    answer = await server.post(f"/api/tables/{table}/resign", {"seat": 0}, cookie=cookie)
    assert answer.status == 200, answer.body


def test_everything_moves_along(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        store = server.services.tables.store
        ada, bob, eve = [await server.guest(name) for name in ("Ada", "Bob", "Eve")]
        finished, running = await table_of(server, bob, BESIDE_BOT), await pair(server, bob, eve)
        await resign(server, bob, finished)
        server.services.tables.live.pop(finished)  # as after a restart
        hers = await table_of(server, ada)
        lesson = "/api/lessons/nusfjord/harbor"
        await server.post(f"{lesson}/next", {"after": 0}, cookie=bob)
        gone, user = await user_of(server, bob), await user_of(server, ada)
        await store.daily.begin(Attempt(gone, "solo", "2026-11-17", "Bob", finished, 1.0))
        await store.daily.begin(Attempt(gone, "solo", "2026-11-18", "Bob", finished, 2.0))
        await store.daily.begin(Attempt(user, "solo", "2026-11-18", "Ada", hers, 3.0))
        await server.post("/api/account/settings", {"settings": {"theme": "dark"}}, cookie=bob)

        code = await claim_code(server, ada)
        offer = (await offered(server, "claim", code, bob)).json
        assert (offer["here"], offer["tables"], offer["kept"]) == ("Bob", 2, False)
        new = (await confirmed(server, offer, bob, bring=True)).cookie
        assert await name_of(server, new) == "Ada" and await name_of(server, bob) == ""
        assert await mine(server, new) == await mine(server, ada) == {finished, running, hers}
        assert (await seats_of(server, new, running))[0]["yours"]
        assert (await seats_of(server, new, finished))[0]["yours"]
        look = (await server.get(f"/api/tables/{running}", cookie=new)).json
        assert look["table"]["seats"][0]["host"]
        move = look["decision"]["moves"][0]["id"] if look["decision"] else None
        if move is not None:  # the seat is played on
            body = {"move": move, "after": look["number"]}
            assert (
                await server.post(f"/api/tables/{running}/moves", body, cookie=new)
            ).status == 200
        assert len(await store.lessons(user)) == 1 and not await store.lessons(gone)
        attempts = {one.day: one for one in await store.daily.attempts(user)}
        assert attempts["2026-11-17"].user == user, "inside the row, too"
        assert attempts["2026-11-18"].table == hers, "the attempt of the one who stays counts"
        assert not await store.daily.attempts(gone)
        kept = (await server.get("/api/account/settings", cookie=new)).json
        assert kept["settings"] == {"theme": "dark"}
        assert await store.tables_of(gone) == [] and await store.accounts.person(gone) is None

    run_story(tmp_path, story)


@pytest.mark.parametrize(("keep", "mine_then"), [("both", [0, 1]), ("here", [1]), ("there", [0])])
def test_two_seats_at_one_table_are_asked_about(
    tmp_path: Path, keep: str, mine_then: list[int]
) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        table = await pair(server, ada, bob)
        offer = (await offered(server, "claim", await claim_code(server, ada), bob)).json
        assert [(c["table"], c["here"], c["there"]) for c in offer["clashes"]] == [
            (table, ["Bob"], ["Ada"])
        ]
        new = (await confirmed(server, offer, bob, bring=True, keep={table: keep})).cookie
        seats = await seats_of(server, new, table)
        assert [seat["seat"] for seat in seats if seat["yours"]] == mine_then
        assert [seat["seat"] for seat in seats if seat["resigned"]] == [
            seat for seat in (0, 1) if seat not in mine_then
        ]
        stored = await server.services.tables.store.load(table)
        assert stored is not None and stored.unrated == (keep == "both")
        chat = (await server.get(f"/api/tables/{table}", cookie=new)).json["chat"]
        codes = {line.get("code") for line in chat}
        assert ("same_person" if keep == "both" else "resigned") in codes

    run_story(tmp_path, story)


def test_what_is_left_behind_stays(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        phone = await joined(server, await claim_code(server, bob))  # Bob has two devices
        table = await table_of(server, bob)
        offer = (await offered(server, "claim", await claim_code(server, ada), bob)).json
        assert offer["kept"]
        new = (await confirmed(server, offer, bob, bring=False)).cookie
        assert await name_of(server, new) == "Ada" and await mine(server, new) == set()
        assert await name_of(server, bob) == "", "its cookie is worth nothing"
        assert await name_of(server, phone) == "Bob" and await mine(server, phone) == {table}

    run_story(tmp_path, story)


def test_what_opened_the_one_does_not_open_the_other(tmp_path: Path) -> None:
    """The device may have been somebody else's before: their code must not open what came after."""

    async def story(server: inside.Inside) -> None:
        ada, before = await server.guest("Ada"), await server.guest("Bob")
        code = await recovery_code(server, before)
        elsewhere = await joined(server, await claim_code(server, before))
        await joined(server, await claim_code(server, ada), before, bring=True)
        assert (await offered(server, "recovery", code)).status == 403
        server.services.auth._cache.clear()  # another process hears of it within two seconds
        assert await name_of(server, elsewhere) == ""

    run_story(tmp_path, story)


def test_a_merge_that_was_interrupted_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        table = await table_of(server, bob)

        async def killed(*_: object) -> None:
            raise StoreUnavailable("power cut")

        with monkeypatch.context() as patch:
            patch.setattr(joining.Joining, "_move_tables", killed)
            new = await joined(server, await claim_code(server, ada), bob, bring=True)
        assert await mine(server, new) == set()
        monkeypatch.setattr(joining, "RETRY_SECONDS", -1.0)
        await server.services.joining.finish_merges()
        assert await mine(server, new) == {table}
        assert not await server.services.tables.store.personal.unfinished_merges(1e18)

    run_story(tmp_path, story)


@pytest.mark.parametrize(("step", "bring"), [("confirm", False), ("merge", True)])
def test_a_person_who_is_deleted_meanwhile_stays_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, bring: bool
) -> None:
    """The week is over just when a further device joins them."""

    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        user, store = await user_of(server, ada), server.services.tables.store
        do = getattr(joining.Joining, step)

        async def deleted_after(*args: Any) -> Any:
            answer = await do(*args)
            await server.services.leaving.delete(user, time.time())
            return answer

        offer = (await offered(server, "claim", await claim_code(server, ada), bob)).json
        monkeypatch.setattr(joining.Joining, step, deleted_after)
        answer = await confirmed(server, offer, bob, bring=bring)
        assert (answer.status, answer.cookie) == (409, "")
        assert answer.json["code"] == "ticket_gone"
        assert await store.accounts.person(user) is None
        assert await store.accounts.devices(user, time.time()) == []
        server.services.auth._cache.clear()  # as two seconds later
        assert await name_of(server, bob) == ("" if bring else "Bob")

    run_story(tmp_path, story)


def test_a_mute_follows_the_person(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        table = await table_of(server, ada)
        moderation = server.services.moderation
        await moderation.take_measure("mute", f"user:{await user_of(server, bob)}", 3600, "spam")
        new = await joined(server, await claim_code(server, ada), bob, bring=True)
        await moderation.refresh()
        said = await server.post(f"/api/tables/{table}/chat", {"text": "buy"}, cookie=new)
        assert said.status == 403 and said.json["code"] == "muted"

    run_story(tmp_path, story)


def test_a_ticket_is_for_the_device_that_asked(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob, eve = [await server.guest(name) for name in ("Ada", "Bob", "Eve")]
        offer = (await offered(server, "claim", await claim_code(server, ada), bob)).json
        assert (await confirmed(server, offer, eve)).json["code"] == "ticket_gone"
        assert await name_of(server, eve) == "Eve"
        same = (await offered(server, "claim", await claim_code(server, ada), ada)).json
        assert same["same"] and (await confirmed(server, same, ada)).cookie == ""

    run_story(tmp_path, story)


# -- leaving


def test_a_person_leaves_after_seven_days(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        store = server.services.tables.store
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        running, waiting = await pair(server, ada, bob), await table_of(server, ada, PAIR)
        finished = await table_of(server, ada, BESIDE_BOT)
        await resign(server, ada, finished)
        await server.post(f"/api/tables/{running}/chat", {"text": "hello Bob"}, cookie=ada)
        await server.post(f"/api/tables/{running}/name", {"name": "Countess"}, cookie=ada)
        user = await user_of(server, ada)
        attempt = Attempt(user, "solo", "2026-11-18", "Ada", finished, 1.0)
        await store.daily.begin(attempt)
        attempt.points, attempt.finished = 30, 2.0
        await store.daily.finish(attempt)
        await recovery_code(server, ada)

        wrong = await server.post("/api/account/delete", {"name": "Bob"}, cookie=ada)
        assert wrong.json["code"] == "wrong_name"
        await server.post("/api/account/delete", {"name": "Ada"}, cookie=ada)
        kept = await server.post("/api/account/keep", cookie=ada)
        assert kept.json["deleted_at"] == 0, "called back"
        assert await server.services.leaving.delete_due(time.time() + 30 * 86400) == 0
        asked = await server.post("/api/account/delete", {"name": " ada "}, cookie=ada)
        due = asked.json["deleted_at"]
        assert due > time.time() + leaving.WAIT_SECONDS - 60
        assert await server.services.leaving.delete_due(due - 1) == 0
        assert await name_of(server, ada) == "Ada"
        assert await server.services.leaving.delete_due(due + 1) == 1

        server.services.auth._cache.clear()
        assert await name_of(server, ada) == ""
        seat = (await seats_of(server, bob, running))[0]
        assert seat["resigned"] and seat["former"] and seat["name"] == "" and not seat["held"]
        chat = (await server.get(f"/api/tables/{running}", cookie=bob)).json["chat"]
        words = ("Ada", "Countess", "hello")
        assert not [line for line in chat if any(word in str(line) for word in words)]
        assert {"renamed", "player_deleted"} <= {line.get("code") for line in chat}
        assert (await server.get(f"/api/tables/{running}", cookie=bob)).json["table"]["seats"][1][
            "host"
        ], "the other player is the host now"
        for id, status in ((waiting, "abandoned"), (finished, "abandoned")):
            table = await store.load(id)
            assert table is not None and table.status == status and user not in str(table)
        assert await store.identity.recovery(user) is None
        (attempt,) = await store.daily.finished("solo", "2026-11-18")
        assert attempt.points == 30 and attempt.name == "" and attempt.user != user
        for rows in (await store.personal.rows(user)).values():
            assert rows == []

    run_story(tmp_path, story)


def test_nobody_is_deleted_by_a_clock_that_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(server: inside.Inside) -> None:
        ada, now = await server.guest("Ada"), time.time()
        clock = WallClock(lambda: time.time())
        await server.post("/api/account/delete", {"name": "Ada"}, cookie=ada)
        monkeypatch.setattr(time, "time", lambda: now + 30 * 86400)
        await look_after_people(server.services, clock)
        monkeypatch.undo()
        server.services.auth._cache.clear()
        assert await name_of(server, ada) == "Ada"

    run_story(tmp_path, story)


def test_one_person_who_cannot_be_deleted_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        for cookie, name in ((ada, "Ada"), (bob, "Bob")):
            await server.post("/api/account/delete", {"name": name}, cookie=cookie)
        stuck = await user_of(server, ada)
        personal = server.services.tables.store.personal
        delete = personal.delete

        async def fail(user: str, former: str, now: float) -> None:
            if user == stuck:
                raise KeyError("a fault of ours")
            await delete(user, former, now)

        monkeypatch.setattr(personal, "delete", fail)
        leaving = server.services.leaving
        assert await leaving.delete_due(time.time() + 8 * 86400) == 1
        server.services.auth._cache.clear()
        assert (await name_of(server, ada), await name_of(server, bob)) == ("Ada", "")

    run_story(tmp_path, story)


def test_a_shared_seat_is_played_on(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, friend, bob = [await server.guest(name) for name in ("Ada", "Ada 2", "Bob")]
        table = await pair(server, ada, bob)
        link = (await server.get(f"/api/tables/{table}/seats/0/link", cookie=ada)).json["token"]
        assert (await server.post("/api/claim", {"token": link}, cookie=friend)).status == 200
        await server.services.leaving.delete(await user_of(server, ada), time.time())
        seat = (await seats_of(server, friend, table))[0]
        assert seat["yours"] and not seat["resigned"] and not seat["former"]

    run_story(tmp_path, story)


@pytest.mark.parametrize("path", ["", "/replay", "/record", "/log"])
def test_a_closed_table_stays_closed_to_strangers_without_its_host(
    tmp_path: Path, path: str
) -> None:
    """Neither a stranger nor the host who was deleted has an id; that does not make them one."""

    async def story(server: inside.Inside) -> None:
        ada, eve = await server.guest("Ada"), await server.guest("Eve")
        table = await table_of(server, ada, {**BESIDE_BOT, "watchable": False})
        await resign(server, ada, table)
        assert (await server.get(f"/api/tables/{table}{path}", cookie=ada)).status == 200
        await server.services.leaving.delete(await user_of(server, ada), time.time())
        for who in (eve, ""):
            assert (await server.get(f"/api/tables/{table}{path}", cookie=who)).status == 403

    run_story(tmp_path, story)


# -- data


def test_all_data_in_one_file(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, bob = await server.guest("Ada"), await server.guest("Bob")
        running, finished = await pair(server, ada, bob), await table_of(server, ada, BESIDE_BOT)
        await resign(server, ada, finished)
        await server.post(f"/api/tables/{running}/chat", {"text": "good luck"}, cookie=ada)
        await server.post(f"/api/tables/{running}/chat", {"text": "a secret of Bob"}, cookie=bob)
        await server.post("/api/account/settings", {"settings": {"pace": "fast"}}, cookie=ada)
        await server.post("/api/lessons/nusfjord/harbor/next", {"after": 0}, cookie=ada)
        code = await recovery_code(server, ada)
        answer = await server.get("/api/account/data", cookie=ada)
        assert "attachment" in answer.headers["content-disposition"]
        data = json.loads(answer.body)
        assert data["name"] == "Ada" and len(data["devices"]) == 1
        assert [line["text"] for line in data["chat"]] == ["good luck"]
        assert data["preferences"][0]["body"] == '{"pace":"fast"}'
        assert data["lessons"][0]["chapter"] == "nusfjord.harbor"
        assert set(data["recovery_codes"][0]) == {"made", "used"} and code not in str(data)
        games = {game["table"]: game for game in data["games"]}
        assert "nusfjord" in games[finished]["record"]
        assert "record" not in games[running], "it would show what is hidden"
        stored = await server.services.tables.store.load(running)
        assert stored is not None and stored.salt and stored.salt not in str(games[running])
        assert "secret" not in str(data) and await user_of(server, bob) not in str(data)
        assert (await server.get("/api/account/data")).status == 401

    run_story(tmp_path, story)


def test_a_download_without_the_store_is_refused_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        store = server.services.tables.store

        async def fail(*_: object) -> None:
            raise StoreUnavailable("the database cannot be used now")

        monkeypatch.setattr(store.personal, "rows", fail)
        monkeypatch.setattr(store.results, "items", fail)
        for path in ("/api/account/data", "/api/profile/games.csv"):
            answer = await server.get(path, cookie=ada)
            assert answer.status == 503 and answer.json["code"] == "unkept", path

    run_story(tmp_path, story)


def test_settings_are_kept_and_bounded(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        assert (await server.get("/api/account/settings")).json["id"] == ""
        ada = await server.guest("Ada")
        empty = (await server.get("/api/account/settings", cookie=ada)).json
        assert empty["changed"] == 0 and empty["id"] == await user_of(server, ada)
        large = {"settings": {"theme": "x" * 9000}}
        refused = await server.post("/api/account/settings", large, cookie=ada)
        assert refused.status == 400 and refused.json["code"] == "too_large"
        await server.post("/api/account/settings", {"settings": {"theme": "dark"}}, cookie=ada)
        second = await joined(server, await claim_code(server, ada))
        kept = (await server.get("/api/account/settings", cookie=second)).json
        assert kept["settings"] == {"theme": "dark"} and kept["changed"] > 0
        assert (await account(server, second))["name"] == "Ada"

    run_story(tmp_path, story)
