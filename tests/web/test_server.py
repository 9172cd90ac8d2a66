"""The server as a client meets it: over HTTP and a socket, through restarts."""

import asyncio
import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from skerry.games import GAMES
from skerry.kernel.record import read_record, replay
from skerry.web.client import Client, Refusal
from tests.service.benches import running

BOTS = [{"kind": "bot", "level": "random"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[running.OwnServer]:
    own = running.OwnServer(tmp_path_factory.mktemp("server"))
    own.start()
    yield own
    own.stop()


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(240):
            await story

    asyncio.run(bounded())


async def guest(server: running.OwnServer, name: str = "Ada") -> Client:
    client = Client(server.url)
    await client.sign_in(name)
    return client


@pytest.mark.parametrize(("game", "bots"), [("nusfjord", 1), ("vanuatu", 1)])
def test_a_whole_game_against_bots(server: running.OwnServer, game: str, bots: int) -> None:
    async def story() -> None:
        ada = await guest(server)
        snapshot = await ada.post(
            "/api/tables", {"game": game, "seats": [{"kind": "me"}, *BOTS * bots]}
        )
        id = snapshot["table"]["id"]
        async with ada.table(id) as table:
            while (decision := await table.my_turn()) is not None:
                if table.number % 10 == 3:
                    while table.details is None or table.details["number"] != table.number:
                        await table.receive()
                    assert set(table.details["previews"]) >= {m["id"] for m in decision["moves"]}
                await table.play(random.choice(decision["moves"])["id"])
            numbers = [entry["number"] for entry in table.entries]
            assert numbers == list(range(1, len(numbers) + 1)), "nothing missed, nothing twice"
        record = read_record((await ada.get(f"/api/tables/{id}/record"))["record"])
        assert replay(GAMES, record).turn() < 0
        log = await ada.get(f"/api/tables/{id}/log")
        assert len(log["entries"]) == len(numbers)

    run(story())


def test_a_reconnect_misses_nothing_and_repeats_nothing(server: running.OwnServer) -> None:
    async def story() -> None:
        ada, ben = await guest(server), await guest(server, "Ben")
        seats = [{"kind": "me"}, {"kind": "open"}]
        snapshot = await ada.post("/api/tables", {"game": "vanuatu", "seats": seats})
        id = snapshot["table"]["id"]
        await ben.post(f"/api/tables/{id}/join")
        heard: list[int] = []
        last = 0
        for _ in range(6):
            async with ada.table(id, after=last) as one, ben.table(id, after=last) as two:
                heard += [entry["number"] for entry in one.entries]
                for _ in range(random.randrange(1, 5)):
                    mover = one if one.decision and one.decision["moves"] else two
                    await mover.play(mover.decision["moves"][0]["id"])
                    for table in (one, two):
                        while table.number < mover.number:
                            await table.receive()
                heard += [e["number"] for e in one.entries if e["number"] not in heard]
                last = one.number
                # Ben goes on alone while Ada is away.
                await one.__aexit__()
                while two.decision and two.decision["moves"] and random.random() < 0.7:
                    await two.play(two.decision["moves"][0]["id"])
        async with ada.table(id, after=last) as one:
            heard += [entry["number"] for entry in one.entries]
            assert one.snapshot["seen"] is not None
            assert heard == list(range(1, one.number + 1))

    run(story())


def test_a_late_move_gets_the_fresh_table(server: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(server)
        snapshot = await ada.post("/api/tables", {"game": "nusfjord", "seats": [{"kind": "me"}]})
        path = f"/api/tables/{snapshot['table']['id']}/moves"
        move = snapshot["decision"]["moves"][0]["id"]
        assert (await ada.post(path, {"move": move, "after": 0}))["number"] == 1
        with pytest.raises(Refusal) as refusal:
            await ada.post(path, {"move": move, "after": 0})
        assert refusal.value.status == 409
        assert refusal.value.problem["table"]["number"] == 1
        statuses = []
        for body in ({"move": "x", "after": 1}, {"after": 1}, {"move": "pass", "after": "1"}, [1]):
            with pytest.raises(Refusal) as refusal:
                await ada.post(path, body)
            statuses.append(refusal.value.status)
        assert statuses == [400, 400, 400, 400]

    run(story())


def test_a_move_is_acknowledged_before_it_is_published(server: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(server)
        snapshot = await ada.post("/api/tables", {"game": "nusfjord", "seats": [{"kind": "me"}]})
        async with ada.table(snapshot["table"]["id"]) as table:
            await table.send("move", move=table.decision["moves"][0]["id"], after=0)
            kinds = [(await table.receive())["type"] for _ in range(4)]
        kinds = [kind for kind in kinds if kind in ("ack", "changed")]
        assert kinds[:2] == ["ack", "changed"]

    run(story())


def test_hot_seat_shows_one_seat_at_a_time(server: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(server)
        seats = [{"kind": "me"}, {"kind": "me"}]
        snapshot = await ada.post("/api/tables", {"game": "vanuatu", "seats": seats})
        async with ada.table(snapshot["table"]["id"]) as table:
            for _ in range(8):
                turn = table.view["turn"]
                await table.ask("look", seat=turn)
                while table.view["viewer"] != turn or not table.decision:
                    await table.receive()
                await table.play(table.decision["moves"][0]["id"])
            with pytest.raises(Refusal):
                await table.ask("look", seat=3)

    run(story())


def test_a_restart_resumes_the_bots(tmp_path: Path) -> None:
    own = running.OwnServer(tmp_path)
    own.start()

    async def begin() -> str:
        ada = await guest(own)
        body = {"game": "nusfjord", "seats": BOTS * 3, "public": True}
        return (await ada.post("/api/tables", body))["table"]["id"]

    id = asyncio.run(begin())
    own.kill()
    own.start()
    try:
        for _ in range(1500):
            table = asyncio.run(Client(own.url).get(f"/api/tables/{id}"))["table"]
            if table["status"] == "finished":
                break
            time.sleep(0.1)
        assert table["status"] == "finished"
    finally:
        own.stop()


# -- safety


def raw(
    server: running.OwnServer,
    method: str,
    path: str,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request(method, path, body, {"content-type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    connection.close()
    return found


def test_cookies_and_headers_are_strict(server: running.OwnServer) -> None:
    status, headers, _ = raw(server, "POST", "/api/guests", b'{"name": "Ada"}')
    assert status == 200
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    pair = cookie.partition(";")[0]
    for forged in (pair[:-2] + "xx", "skerry_guest=" + "A" * 5000):
        _, _, body = raw(server, "GET", "/api/me", headers={"cookie": forged})
        assert json.loads(body)["id"] == ""


def test_other_sites_cannot_act_for_a_player(server: running.OwnServer) -> None:
    _, headers, _ = raw(server, "POST", "/api/guests", b'{"name": "Ada"}')
    cookie = {"cookie": headers["set-cookie"].partition(";")[0]}
    body = json.dumps({"game": "nusfjord", "seats": [{"kind": "me"}]}).encode()
    here = f"http://127.0.0.1:{server.port}"
    cases: list[tuple[dict[str, str], int]] = [
        ({"origin": here}, 201),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"origin": here, "content-type": "text/plain"}, 415),
    ]
    for more, expected in cases:
        status, _, answer = raw(server, "POST", "/api/tables", body, cookie | more)
        assert status == expected, more
        if status == 201:
            id = json.loads(answer)["table"]["id"]

    async def knock(**more: str) -> int:
        try:
            url = f"ws://127.0.0.1:{server.port}/api/tables/{id}/socket"
            async with connect(url, additional_headers={**cookie, **more}, proxy=None):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(knock(origin=here)) == 101
    assert asyncio.run(knock(origin="https://evil.example")) == 403
    assert asyncio.run(knock()) == 403, "a browser always names the origin of a socket"


def test_large_and_slow_requests_end(server: running.OwnServer) -> None:
    status, _, _ = raw(server, "POST", "/api/guests", b'{"name":"' + b"a" * 100_000 + b'"}')
    assert status == 413
    status, _, _ = raw(server, "GET", "/api/me", headers={"x-long": "a" * 100_000})
    assert status == 400


def test_every_other_path_answers(server: running.OwnServer) -> None:
    status, _, body = raw(server, "GET", "/healthz")
    assert status == 200 and json.loads(body)["status"] == "ok"
    status, _, body = raw(server, "GET", "/metrics")
    assert status == 200 and b"skerry_moves_total" in body
    status, _, body = raw(server, "GET", "/api/openapi.json")
    described = json.loads(body)
    assert "/api/tables/{id}/moves" in described["paths"]
    status, _, body = raw(server, "GET", "/api/games")
    games = {game["name"]: game for game in json.loads(body)["games"]}
    assert set(games) == set(GAMES)
    assert all(option["text"] for game in games.values() for option in game["options"])
    assert [name for name, game in games.items() if game["campaign"]] == ["nusfjord"]
    for path in ("/api/nothing", "/assets/none.js", "/api/tables/zzzzzzzz"):
        assert raw(server, "GET", path)[0] == 404
    assert raw(server, "GET", "/t/anything")[0] == 200
    assert raw(server, "DELETE", "/api/me")[0] == 405


def test_requests_are_limited(tmp_path: Path) -> None:
    own = running.OwnServer(tmp_path, "--rate", "5")
    own.start()
    try:
        statuses = [raw(own, "GET", "/api/me")[0] for _ in range(60)]
        assert 200 in statuses and 429 in statuses and set(statuses) == {200, 429}
    finally:
        own.stop()


def skerry(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "skerry.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_backup_export_import(server: running.OwnServer, tmp_path: Path) -> None:
    async def make() -> str:
        ada = await guest(server)
        snapshot = await ada.post("/api/tables", {"game": "nusfjord", "seats": [{"kind": "me"}]})
        async with ada.table(snapshot["table"]["id"]) as table:
            for _ in range(5):
                await table.play(table.decision["moves"][0]["id"])
        return snapshot["table"]["id"]

    id = asyncio.run(make())
    data = ["--data", str(server.data)]
    exported = skerry("export", id, *data)
    assert exported.returncode == 0, exported.stderr
    assert len(read_record(exported.stdout).moves) == 5
    file = tmp_path / "one.game"
    file.write_text(exported.stdout)
    imported = skerry("import", str(file), "--data", str(tmp_path / "new"))
    assert imported.returncode == 0 and "5 moves" in imported.stdout
    copy = tmp_path / "copy.db"
    assert skerry("backup", str(copy), *data).returncode == 0
    db = sqlite3.connect(copy)
    assert db.execute("SELECT COUNT(*) FROM log WHERE id = ?", (id,)).fetchone() == (5,)
    db.close()
    assert skerry("export", "nothere", *data).returncode == 2
    assert skerry("export", id, "--data", str(tmp_path / "none")).returncode == 2
    file.write_text("rubbish")
    refused = skerry("import", str(file), "--data", str(tmp_path / "new"))
    assert refused.returncode == 2 and "line 1" in refused.stderr


def test_types_for_the_browser_are_up_to_date(tmp_path: Path) -> None:
    """They are written from the source: compiled classes lose their docstrings."""
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", "skerry.web.typescript", str(tmp_path)]
    subprocess.run(command, check=True, env=env)
    written = list(tmp_path.rglob("*.gen.ts"))
    assert written
    for path in written:
        name = path.relative_to(tmp_path)
        current = (root / "frontend" / "src" / name).read_text()
        assert current == path.read_text(), f"{name}: run `make types`"


def test_a_seat_that_does_not_exist_is_not_found(server: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(server)
        eve = await guest(server, "Eve")
        seats = [{"kind": "me"}, {"kind": "me"}]
        snapshot = await ada.post("/api/tables", {"game": "vanuatu", "seats": seats})
        id = snapshot["table"]["id"]
        move = snapshot["decision"]["moves"][0]["id"]
        for client in (ada, eve):
            reads = [f"/api/tables/{id}?seat=7", f"/api/tables/{id}/log?seat=2"]
            reads += [f"/api/tables/{id}/details?seat=5", f"/api/tables/{id}/why?ref=x&seat=4"]
            for path in reads:
                with pytest.raises(Refusal) as refused:
                    await client.get(path)
                assert (refused.value.status, refused.value.problem["code"]) == (404, "no_seat")
                assert "0 to 1" in refused.value.problem["message"]
        posts: list[tuple[str, dict[str, Any]]] = [
            ("moves", {"move": move, "after": 0, "seat": 9}),
            ("takeback", {"after": 0, "seat": 3}),
            ("answer", {"agree": True, "seat": 3}),
            ("resign", {"seat": 2}),
            ("back", {"seat": 2}),
            ("hint", {"seat": 2}),
            ("seats/6/bot", {}),
            ("seats/6/link", {}),
        ]
        for path, body in posts:
            with pytest.raises(Refusal) as refused:
                await ada.post(f"/api/tables/{id}/{path}", body)
            assert (refused.value.status, refused.value.problem["code"]) == (404, "no_seat"), path
        with pytest.raises(InvalidStatus) as denied:
            async with ada.table(id, seat=8):
                pass
        assert denied.value.response.status_code == 404

    run(story())
