"""Running a server: one on each directory, corrected cards, a full disk, tokens that end."""

import asyncio
import multiprocessing
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from skerry.games.nusfjord import catalogue
from skerry.web import several
from skerry.web.client import Client, Refusal
from skerry.web.settings import Settings
from tests.service.benches import running
from tests.web.test_server import guest, run, skerry

SOLO = {"game": "nusfjord", "seats": [{"kind": "me"}]}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[running.OwnServer]:
    server = running.OwnServer(tmp_path / "data")
    (tmp_path / "data").mkdir()
    server.start()
    yield server
    server.stop()


def test_a_second_server_on_the_same_directory_is_refused(own: running.OwnServer) -> None:
    second = running.OwnServer(own.data)
    command = [sys.executable, "-m", "skerry.cli", "serve", "--port", str(second.port)]
    refused = subprocess.run(
        [*command, "--data", str(own.data)], capture_output=True, text=True, timeout=60, check=False
    )
    assert refused.returncode == 2 and "another server" in refused.stderr
    assert "Skerry is at" not in refused.stdout


def test_a_file_that_is_no_store_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "skerry.db").write_bytes(b"something else" * 1000)
    free = running.OwnServer(tmp_path)
    refused = skerry("serve", "--port", str(free.port), "--data", str(tmp_path))
    assert refused.returncode == 2 and "not a database" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_file_that_lost_its_content_is_not_taken_for_a_new_store(tmp_path: Path) -> None:
    file = tmp_path / "skerry.db"
    file.touch()
    (tmp_path / "skerry.db-wal").write_bytes(b"the last moves, perhaps")
    free = running.OwnServer(tmp_path)
    target = str(tmp_path / "copy.db")
    for command in (
        ["serve", "--port", str(free.port), "--data", str(tmp_path)],
        ["backup", target, "--data", str(tmp_path)],
        ["export", "abcdefghjk", "--data", str(tmp_path)],
    ):
        refused = skerry(*command)
        assert refused.returncode == 2 and "0 bytes" in refused.stderr, command
        assert "backup" in refused.stderr and "Traceback" not in refused.stderr
        assert file.stat().st_size == 0 and (tmp_path / "skerry.db-wal").exists()
    assert not Path(target).exists()


def limit_files(own: running.OwnServer, size: int) -> None:
    assert own.process is not None
    resource = pytest.importorskip("resource")
    resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_is_answered_with_503_and_survived(own: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(own)
        id = (await ada.post("/api/tables", SOLO))["table"]["id"]
        async with ada.table(id) as table:
            await table.play(table.decision["moves"][0]["id"])
            limit_files(own, 1)
            move = table.decision["moves"][0]["id"]
            for _ in range(3):
                with pytest.raises(Refusal) as refusal:
                    await table.ask("move", move=move, after=1)
                assert refusal.value.status == 503
            with pytest.raises(Refusal) as refusal:
                await ada.post(f"/api/tables/{id}/moves", {"move": move, "after": 1})
            assert refusal.value.status == 503 and "nothing has changed" in str(refusal.value)
            shown = await ada.get(f"/api/tables/{id}")
            assert shown["number"] == 1, "looking goes on"
            limit_files(own, -1)
            for _ in range(3):
                await table.play(table.decision["moves"][0]["id"])
        log = await ada.get(f"/api/tables/{id}/log?after=0")
        assert [entry["number"] for entry in log["entries"]] == [1, 2, 3, 4]

    run(story())


def test_corrected_cards_are_played_by_everybody(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    cards.mkdir()
    text = (catalogue.PACKAGE / "herring.toml").read_text()
    (cards / "herring.toml").write_text(text.replace("vp = 2", "vp = 3"))
    corrected = catalogue.load(str(cards)).fingerprint
    assert corrected != catalogue.load().fingerprint
    data = tmp_path / "data"
    data.mkdir()
    server = running.OwnServer(data, "--cards", str(cards))
    server.start()

    async def story() -> None:
        ada = await guest(server)
        told_cards = await ada.get("/api/games/nusfjord/components")
        assert told_cards["version"] == corrected
        seats = [{"kind": "bot", "level": "random"}]
        id = (await ada.post("/api/tables", {"game": "nusfjord", "seats": seats}))["table"]["id"]
        await finished(ada, id)
        metrics = await metrics_of(server)
        assert metrics["skerry_bots_replaced_total"] == 0, "the bots know the cards"
        assert metrics["skerry_bots_answered_total"] > 10

    try:
        run(story())
    finally:
        server.stop()
    wrong = skerry("serve", "--data", str(tmp_path / "other"), "--cards", str(tmp_path / "none"))
    assert wrong.returncode == 2 and "is not a directory" in wrong.stderr


async def finished(client: Client, id: str) -> None:
    for _ in range(500):
        if (await client.get(f"/api/tables/{id}"))["table"]["status"] == "finished":
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the game does not end")


async def metrics_of(server: running.OwnServer) -> dict[str, float]:
    import urllib.request

    def read() -> str:
        with urllib.request.urlopen(server.url + "/metrics", timeout=20) as answer:
            return str(answer.read().decode())

    lines = (await asyncio.to_thread(read)).splitlines()
    pairs = [line.rsplit(maxsplit=1) for line in lines if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


def test_an_imported_game_waits_for_its_people(own: running.OwnServer, tmp_path: Path) -> None:
    async def begin() -> str:
        ada = await guest(own)
        seats = [{"kind": "me"}, {"kind": "me"}]
        snapshot = await ada.post("/api/tables", {"game": "vanuatu", "seats": seats})
        move = snapshot["decision"]["moves"][0]["id"]
        await ada.post(f"/api/tables/{snapshot['table']['id']}/moves", {"move": move, "after": 0})
        return str(snapshot["table"]["id"])

    id = asyncio.run(begin())
    file = tmp_path / "one.game"
    file.write_text(skerry("export", id, "--data", str(own.data)).stdout)
    imported = skerry("import", str(file), "--data", str(own.data), "--base-url", own.url)
    assert imported.returncode == 0, imported.stderr
    head, *links = imported.stdout.splitlines()
    assert "running, 1 moves" in head and len(links) == 2

    async def take_up() -> None:
        eve = await guest(own, "Eve")
        for link in links:
            snapshot = await eve.post("/api/claim", {"token": link.partition("#seat=")[2]})
        assert snapshot["table"]["host"] and snapshot["seats"] == [0, 1]
        async with eve.table(snapshot["table"]["id"], seat=snapshot["table"]["turn"]) as table:
            assert await table.play(table.decision["moves"][0]["id"]) == 2

    run(take_up())
    bots = skerry("import", str(file), "--data", str(own.data), "--bots")
    assert len(bots.stdout.splitlines()) == 1


def test_tokens_end_and_a_signed_out_one_ends_those_it_made(own: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(own)
        told_token: dict[str, Any] = await ada.post("/api/tokens", {"days": 1})
        assert 0 < told_token["expires"] - time.time() <= 86400
        other = Client(own.url, told_token["token"])
        assert (await other.get("/api/me"))["name"] == "Ada"
        await ada.post("/api/signout")
        for client in (ada, other):
            with pytest.raises(Refusal) as refusal:
                await client.get("/api/me")
            assert refusal.value.status == 401

    run(story())


def test_a_client_that_only_pings_is_not_listened_to(own: running.OwnServer) -> None:
    async def begin() -> tuple[str, str]:
        ada = await guest(own)
        return (await ada.post("/api/tables", SOLO))["table"]["id"], ada.token

    id, token = asyncio.run(begin())
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125  # masked with zeros
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        raw.connect(("127.0.0.1", own.port))
        raw.sendall(
            f"GET /api/tables/{id}/socket HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert raw.recv(12) == b"HTTP/1.1 101"
        raw.settimeout(2)
        with pytest.raises(TimeoutError):
            for _ in range(4000):  # 60 MB
                raw.sendall(ping * 120)
    assert asyncio.run(Client(own.url).get("/healthz"))["status"] == "ok"


def test_a_server_allows_itself_many_sockets(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = running.OwnServer(tmp_path)
    server.start()
    try:
        assert server.process is not None
        soft, _ = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert soft == resource.RLIM_INFINITY or soft >= min(hard, 65_536) or hard < 0
    finally:
        server.stop()


def test_a_process_that_starts_leaves_ctrl_c_to_the_one_above(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else Ctrl-C during the start of several servers ends in a trace for each of them."""
    heard = []

    class Process:
        def __init__(self, target: object, args: object) -> None:
            pass

        def start(self) -> None:
            heard.append(signal.getsignal(signal.SIGINT))

    context = SimpleNamespace(Process=Process)
    monkeypatch.setattr(multiprocessing, "get_context", lambda kind: context)
    ours = signal.getsignal(signal.SIGINT)
    with socket.socket() as shared:
        several._Several(Settings(), "warning", shared)._start()
    assert heard == [signal.SIG_IGN] and signal.getsignal(signal.SIGINT) is ours
