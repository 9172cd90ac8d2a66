"""A malicious host and a malicious guest at one table, through the real HTTP API."""

import asyncio
import contextlib
import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from skerry.kernel.record import check_commitment, read_record
from skerry.service.messages import CLOSE_CODES
from skerry.store.sqlite import copy_file
from skerry.web.client import Client, Refusal
from tests.service.benches import running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[running.OwnServer]:
    own = running.OwnServer(tmp_path_factory.mktemp("server"))
    own.start()
    yield own
    own.stop()


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(120):
            await story

    asyncio.run(bounded())


async def guest(server: running.OwnServer, name: str) -> Client:
    client = Client(server.url)
    await client.sign_in(name)
    return client


async def refused(work: Coroutine[Any, Any, Any]) -> str:
    """Return the code a request is refused with."""
    with pytest.raises(Refusal) as refusal:
        await work
    return str(refusal.value.problem["code"])


async def at_one_table(
    server: running.OwnServer, **more: Any
) -> tuple[Client, Client, str, dict[str, Any]]:
    """Return a host, a friend who came by link, their table, and the link as the host has it."""
    host, friend = await guest(server, "Mallory"), await guest(server, "Ben")
    seats = [{"kind": "me"}, {"kind": "friend"}]
    made = await host.post("/api/tables", {"game": "vanuatu", "seats": seats, **more})
    id = made["table"]["id"]
    link = await host.get(f"/api/tables/{id}/seats/1/link")
    await friend.post("/api/claim", {"token": link["token"]})
    return host, friend, id, link


def test_a_malicious_host_gets_no_seat_that_somebody_plays(server: running.OwnServer) -> None:
    async def story() -> None:
        host, friend, id, link = await at_one_table(server)
        table = f"/api/tables/{id}"
        # The link, old or new, is the player's alone; so is the view from the seat.
        assert await refused(host.post("/api/claim", {"token": link["token"]})) == "old_link"
        assert await refused(host.get(f"{table}/seats/1/link")) == "seat_taken"
        assert await refused(host.post(f"{table}/seats/1/link")) == "seat_taken"
        assert await refused(host.get(f"{table}?seat=1")) == "not_your_seat"
        assert await refused(host.get(f"{table}/seats/1/devices")) == "not_your_seat"
        assert await refused(host.post(f"{table}/seats/1", {"kind": "me"})) == "started"
        # A sleeping player is not replaced, not ended and not undone.
        shown = await friend.get(table)
        seat = shown["table"]["turn"]
        player, other = (host, friend) if seat == 0 else (friend, host)
        for path in (f"seats/{seat}/bot", f"seats/{seat}/end"):
            assert await refused(other.post(f"{table}/{path}")) in (
                "two_players",
                "connected",
                "too_early",
            )
        moves = (await player.get(table))["decision"]["moves"]
        played = await player.post(f"{table}/moves", {"move": moves[0]["id"], "after": 0})
        undo = {"after": played["number"]}
        assert await refused(other.post(f"{table}/takeback", undo)) == "nothing"
        # The wish to free the seat is announced, and over with the player's next request.
        asked = await host.post(f"{table}/seats/1/free")
        (request,) = asked["table"]["absences"]
        assert request["due_in"] > 71 * 3600 and not request["about_you"]
        seen = await friend.get(f"{table}?chat=0")
        assert seen["table"]["absences"] == []
        assert any("wants to free the seat of Ben" in line["text"] for line in seen["chat"])
        assert [seat["held"] for seat in seen["table"]["seats"]] == [True, True]

    run(story())


def test_a_malicious_guest_gets_nothing_either(server: running.OwnServer) -> None:
    async def story() -> None:
        _, friend, id, _ = await at_one_table(server)
        table = f"/api/tables/{id}"
        thief = await guest(server, "Eve")
        for path, code in (
            ("seats/0/link", "seat_taken"),
            ("seats/1/link", "seat_taken"),
            ("seats/0/devices", "not_seated"),
        ):
            assert await refused(thief.get(f"{table}/{path}")) == code
        assert (await thief.get(f"{table}/absence"))["options"] == []
        for path in ("seats/0/free", "seats/1/free", "seats/1/bot", "seats/1/end", "host"):
            assert await refused(thief.post(f"{table}/{path}")) in ("host_only", "not_seated")
        assert await refused(friend.post(f"{table}/seats/0/free")) == "host_only"
        assert await refused(friend.post(f"{table}/host")) == "too_early"
        answer = {"what": "free", "seat": 1, "agree": False}
        assert await refused(thief.post(f"{table}/absence", answer)) == "no_request"
        # A device that got hold of a link cannot push out the player, who can push it out.
        token = (await friend.get(f"{table}/seats/1/link"))["token"]
        await thief.post("/api/claim", {"token": token})
        first, second = (await thief.get(f"{table}/seats/1/devices"))["devices"]
        assert second["here"] and not first["can_sign_out"]
        out = {"devices": [first["key"]]}
        assert await refused(thief.post(f"{table}/seats/1/devices", out)) == "earlier_device"
        listed = (await friend.get(f"{table}/seats/1/devices"))["devices"]
        assert [device["name"] for device in listed] == ["Ben", "Eve"]
        await friend.post(f"{table}/seats/1/devices", {"devices": [listed[1]["key"]]})
        assert await refused(thief.get(f"{table}?seat=1")) == "not_your_seat"
        assert await refused(thief.post("/api/claim", {"token": token})) == "old_link"

    run(story())


def test_nobody_reads_the_spectators_during_play(server: running.OwnServer) -> None:
    async def story() -> None:
        _, friend, id, _ = await at_one_table(server)
        eve = await guest(server, "Eve")
        say = {"text": "seat 1 holds the treasure", "room": "watchers"}
        async with friend.table(id, watch=1) as watching, friend.table(id) as playing:
            await playing.send("look", seat=None)
            await eve.post(f"/api/tables/{id}/chat", say)
            for socket in (watching, playing):
                await socket.ask("ping")
                assert not [line for line in socket.chat if line["room"] == "watchers"]
        async with eve.table(id) as other:
            assert [line["text"] for line in other.chat if line["room"] == "watchers"]

    run(story())


def test_playing_on_needs_the_right_to_see_the_table(server: running.OwnServer) -> None:
    async def story() -> None:
        host, friend, id, _ = await at_one_table(server, watchable=False)
        for client in (host, friend):
            await client.post(f"/api/tables/{id}/resign")
        seats = [{"kind": "me"}, {"kind": "me"}]
        new_table = {"game": "vanuatu", "seats": seats, "play_on": {"table": id, "moves": 0}}
        eve = await guest(server, "Eve")
        assert await refused(eve.post("/api/tables", new_table)) == "not_watchable"
        on = await friend.post("/api/tables", new_table)
        assert any("Ben chose this position" in line["text"] for line in on["chat"])
        assert on["table"]["unrated"]

    run(story())


def test_the_deal_is_committed_to_and_opened_at_the_end(
    server: running.OwnServer, tmp_path: Path
) -> None:
    async def story() -> None:
        host, friend, id, _ = await at_one_table(server)
        info = (await friend.get(f"/api/tables/{id}"))["table"]
        promised = info["commitment"]
        assert len(promised) == 64 and info["salt"] == ""
        async with friend.table(id) as socket:
            assert 'salt":""' in json.dumps(socket.snapshot).replace(" ", "")
        for client in (host, friend):
            await client.post(f"/api/tables/{id}/resign")
        text = (await friend.get(f"/api/tables/{id}/record"))["record"]
        record = read_record(text)
        check_commitment(record)
        # Computed by hand, as docs/fairness.md says.
        setup = json.dumps(record.setup, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = hashlib.sha256(bytes.fromhex(record.salt) + setup.encode()).hexdigest()
        assert digest == record.commitment == promised
        assert (await friend.get(f"/api/tables/{id}"))["table"]["salt"] == record.salt
        file, forged = tmp_path / "true.game", tmp_path / "forged.game"
        file.write_text(text)
        first = record.setup["piles"]["tourists"]
        forged.write_text(text.replace(json.dumps(first), json.dumps(first[::-1])))
        check = [sys.executable, "-m", "skerry", "replay", "--check"]
        done = subprocess.run([*check, file], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and promised in done.stdout, done.stderr
        done = subprocess.run([*check, forged], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "not the one that was committed to" in done.stderr

    run(story())


# -- after a restore


def test_after_a_restore_clients_get_the_whole_table(tmp_path: Path) -> None:
    own = running.OwnServer(tmp_path / "data")
    own.start()

    async def play(client: Client, id: str, moves: int, pick: int) -> dict[str, Any]:
        async with client.table(id) as socket:
            for _ in range(moves):
                assert socket.decision is not None
                await socket.play(socket.decision["moves"][pick]["id"])
            return socket.entries[-1]

    async def before() -> tuple[Client, str, dict[str, Any]]:
        ada = await guest(own, "Ada")
        made = await ada.post("/api/tables", {"game": "nusfjord", "seats": [{"kind": "me"}]})
        id = made["table"]["id"]
        await play(ada, id, 2, 0)
        copy_file(str(own.data / "skerry.db"), str(tmp_path / "copy.db"))
        return ada, id, await play(ada, id, 2, 0)

    async def after(ada: Client, id: str, last: dict[str, Any]) -> None:
        resume = {"after": last["number"], "last": last["at"], "seat": 0}
        async with ada.table(id, **resume) as ahead:  # of the file
            assert ahead.snapshot["whole"] and ahead.number == 2
            assert [entry["number"] for entry in ahead.entries] == [1, 2]
        await play(ada, id, 3, -1)  # another game goes on under the same numbers
        async with ada.table(id, **resume) as other:
            assert other.snapshot["whole"] and len(other.entries) == 5
        stranger = await guest(own, "Eve")
        async with stranger.table(id, **resume) as lost:  # the seat of another life
            assert lost.snapshot["seat"] is None and lost.snapshot["whole"]
        now = other.entries[-1]
        async with ada.table(id, after=now["number"], last=now["at"]) as same:
            assert not same.snapshot["whole"] and same.entries == []

    try:
        ada, id, last = asyncio.run(before())
        own.kill()
        for name in ("skerry.db-wal", "skerry.db-shm"):
            (own.data / name).unlink(missing_ok=True)
        shutil.copy(tmp_path / "copy.db", own.data / "skerry.db")
        own.start()
        run(after(ada, id, last))
    finally:
        own.stop()


def test_a_page_is_told_by_a_close_code_why_it_is_refused(server: running.OwnServer) -> None:
    async def story() -> None:
        _, _, id, _ = await at_one_table(server, watchable=False)
        for table, name in ((id, "not_allowed"), ("nosuchtable", "no_table")):
            url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
            origin = {"origin": f"http://127.0.0.1:{server.port}"}
            async with connect(url, additional_headers=origin, proxy=None) as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == CLOSE_CODES[name].code
            assert not CLOSE_CODES[name].again

    run(story())


def test_imported_bots_start_at_once(server: running.OwnServer, tmp_path: Path) -> None:
    async def story() -> None:
        ada = await guest(server, "Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        made = await ada.post("/api/tables", {"game": "nusfjord", "seats": seats})
        id = made["table"]["id"]
        data = ["--data", str(server.data)]
        command = [sys.executable, "-m", "skerry.cli.serve"]
        text = subprocess.run(
            [*command, "export", id, *data], capture_output=True, text=True, check=True
        ).stdout
        file = tmp_path / "one.game"
        file.write_text(text)
        output = subprocess.run(
            [*command, "import", "--bots", str(file), *data],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        imported = output.split()[1]
        begun = time.monotonic()
        moves = len(read_record(text).moves)
        ask = "SELECT COUNT(*) FROM log WHERE id = ?"
        # Read from the file: asking the server for the table would wake it.
        with contextlib.closing(sqlite3.connect(server.data / "skerry.db")) as db:
            while db.execute(ask, (imported,)).fetchone()[0] <= moves + 3:
                assert time.monotonic() - begun < 15, "the bots do not move"
                await asyncio.sleep(0.2)

    run(story())


def test_the_close_codes_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for name, (code, again, text) in CLOSE_CODES.items():
        assert f"| {code} `{name}` | {text} | {'yes' if again else 'no'} |" in page
