"""Secrets, cookies, tokens and devices: what is signed out stays out, with all it was given."""

import asyncio
import os
import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer

from skerry.cli.serve import backup
from skerry.kernel.errors import BadSetup
from skerry.web import auth
from skerry.web.server import lock_directory
from skerry.web.settings import Settings
from tests.service.benches import inside

Inside = inside.Inside
SOLO = {"game": "nusfjord", "seats": [{"kind": "me"}]}


def run_story(folder: Path, story: Callable[[inside.Inside], Awaitable[None]], **more) -> None:
    async def work() -> None:
        async with asyncio.timeout(60), Inside(folder, **more) as server:
            await story(server)

    asyncio.run(work())


async def name_of(server: inside.Inside, **who: str) -> str:
    answer = await server.get("/api/me", **who)
    return answer.json["name"] if answer.status == 200 else f"{answer.status}"


# -- files


@pytest.mark.parametrize("kept", ["", "short", "\n"])
def test_an_empty_or_short_secret_is_refused(tmp_path: Path, kept: str) -> None:
    (tmp_path / "secret").write_text(kept)
    with pytest.raises(BadSetup, match=r"not safe; restore it from a backup"):
        Settings(data=tmp_path).secret()


def test_a_full_disk_leaves_no_secret_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        Settings(data=tmp_path).secret()
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert len(Settings(data=tmp_path).secret()) == 64


def test_only_the_owner_reads_the_files(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)

    async def story(server: inside.Inside) -> None:
        await server.guest()
        with lock_directory(data):
            for path in (data, *data.iterdir()):
                assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path

    if os.name != "nt":
        run_story(data, story)
    backup(tmp_path / "copy.db", data)
    copy, secret = tmp_path / "copy.db", tmp_path / "copy.db.secret"
    assert secret.read_bytes() == (data / "secret").read_bytes()
    assert str(secret) in capsys.readouterr().out
    for path in (copy, secret):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


# -- tokens and cookies


def test_a_token_buys_no_cookie_and_no_longer_token(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        cookie = await server.guest()
        made = (await server.post("/api/tokens", {"days": 1}, cookie=cookie)).json
        changed = await server.post("/api/guests", {"name": "Ada B"}, token=made["token"])
        assert changed.status == 200 and changed.cookie == "", "the name changes, nothing else"
        assert await name_of(server, cookie=cookie) == "Ada B"
        again = (await server.post("/api/tokens", {"days": 366}, token=made["token"])).json
        assert again["expires"] <= made["expires"]
        refused = await server.post("/api/tokens/revoke", token=again["token"])
        assert refused.status == 403 and refused.json["code"] == "browser_only"
        assert await name_of(server, token=made["token"]) == "Ada B", "a token ends no other"
        await server.post("/api/signout", token=again["token"])
        assert await name_of(server, token=again["token"]) == "401"
        assert await name_of(server, token=made["token"]) == "Ada B", "a token ends no other"
        await server.post("/api/tokens/revoke", cookie=cookie)
        for token in (made["token"], again["token"]):
            assert await name_of(server, token=token) == "401"
        assert await name_of(server, cookie=cookie) == "Ada B"

    run_story(tmp_path, story)


def test_signing_a_device_out_ends_what_it_was_given(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        cookie = await server.guest()
        first = (await server.post("/api/tokens", {"name": "my bot"}, cookie=cookie)).json["token"]
        second = (await server.post("/api/tokens", token=first)).json["token"]
        table = (await server.post("/api/tables", SOLO, token=second)).json["table"]["id"]
        socket = server.socket(f"/api/tables/{table}/socket", authorization=f"Bearer {second}")
        assert await socket.opened() == 101
        listed = (await server.get("/api/devices", cookie=cookie)).json["devices"]
        assert [(d["kind"], d["here"]) for d in listed].count(("browser", True)) == 1
        bot = next(d for d in listed if d["label"] == "my bot")
        other = await server.guest("Eve")
        for who in ({"cookie": other}, {"token": second}):
            refused = await server.post("/api/devices/end", {"device": bot["id"]}, **who)
            assert refused.status in (403, 404), "neither a stranger nor what it gave"
        assert (
            await server.post("/api/devices/end", {"device": bot["id"]}, cookie=cookie)
        ).status == 200
        await socket.closed()
        for token in (first, second):
            assert await name_of(server, token=token) == "401"
        third = (await server.post("/api/tokens", cookie=cookie)).json["token"]
        gone = await server.post("/api/signout", cookie=cookie)
        assert "Max-Age=0" in gone.headers["set-cookie"]
        assert await name_of(server, cookie=cookie) == ""
        assert await name_of(server, token=third) == "401"

    run_story(tmp_path, story)


def test_another_process_hears_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "CACHE_SECONDS", 0.05)

    async def story(server: inside.Inside) -> None:
        cookie = await server.guest()
        token = (await server.post("/api/tokens", cookie=cookie)).json["token"]
        table = (await server.post("/api/tables", SOLO, cookie=cookie)).json["table"]["id"]
        async with Inside(tmp_path) as second:
            socket = second.socket(f"/api/tables/{table}/socket", authorization=f"Bearer {token}")
            assert await socket.opened() == 101
            await server.post("/api/tokens/revoke", cookie=cookie)
            await socket.closed()
            assert await name_of(second, token=token) == "401"

    run_story(tmp_path, story)


def test_a_cookie_expires_on_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: inside.Inside) -> None:
        cookie = await server.guest()
        later = time.time() + auth.YEAR / 2
        monkeypatch.setattr(time, "time", lambda: later)
        renewed = await server.get("/api/me", cookie=cookie)
        assert renewed.cookie, "a cookie in use is renewed"
        monkeypatch.setattr(time, "time", lambda: later + auth.YEAR * 0.9)
        assert await name_of(server, cookie=cookie) == "Ada"
        monkeypatch.setattr(time, "time", lambda: later + auth.YEAR * 2.5)
        assert await name_of(server, cookie=cookie) == ""

    run_story(tmp_path, story)


def test_cookies_and_tokens_of_the_first_version(tmp_path: Path) -> None:
    secret = Settings(data=tmp_path).secret()
    text = URLSafeSerializer(secret, salt="guest cookie").dumps(["ada", "Ada"])
    old_cookie = f"skerry_guest={text}"
    now = time.time()
    tokens = URLSafeSerializer(secret, salt="api token")
    old_token = tokens.dumps(["ada", "Ada", now, now + 100])

    async def story(server: inside.Inside) -> None:
        assert await name_of(server, token=old_token) == "Ada"
        for bad in (tokens.dumps(["ada", "Ada", now, now - 1]), old_token[:-2], "x"):
            assert await name_of(server, token=bad) == "401"
        exchanged = await server.get("/api/me", cookie=old_cookie)
        assert exchanged.json == {"id": "ada", "name": "Ada"}
        devices = (await server.get("/api/devices", token=old_token)).json["devices"]
        body = {"device": devices[0]["id"]}
        refused = await server.post("/api/devices/end", body, token=old_token)
        assert refused.json["code"] == "browser_only", "a token signs out no browser"
        assert await name_of(server, cookie=exchanged.cookie) == "Ada"
        await server.post("/api/devices/end", {}, cookie=exchanged.cookie)
        assert await name_of(server, cookie=exchanged.cookie) == "Ada"
        assert await name_of(server, cookie=old_cookie) == ""
        assert await name_of(server, token=old_token) == "401"

    run_story(tmp_path, story)


@pytest.mark.parametrize("path", ["/api/me", "/api/guests", "/api/tokens"])
def test_what_the_first_version_gave_brings_nobody_back(tmp_path: Path, path: str) -> None:
    """A person is deleted just while their old cookie, or token, is exchanged."""
    secret = Settings(data=tmp_path).secret()
    text = URLSafeSerializer(secret, salt="guest cookie").dumps(["ada", "Ada"])
    now = time.time()
    tokens = URLSafeSerializer(secret, salt="api token")
    old: Any = {"cookie": f"skerry_guest={text}"}
    if path == "/api/tokens":
        old = {"token": tokens.dumps(["ada", "Ada", now, now + 100])}

    async def story(server: inside.Inside) -> None:
        store = server.services.tables.store
        sign_in = store.accounts.sign_in

        async def late(*args: Any) -> None:
            await store.personal.delete("ada", "former-1", now)
            await sign_in(*args)

        store.accounts.sign_in = late
        answer = await server.ask(
            "GET" if path == "/api/me" else "POST", path, {"name": "x"}, **old
        )
        assert answer.status == 401 and not answer.cookie
        assert await store.accounts.person("ada") is None
        assert await store.accounts.devices("ada", now) == []

    run_story(tmp_path, story)


def test_a_token_of_the_first_version_can_be_signed_out(tmp_path: Path) -> None:
    tokens = URLSafeSerializer(Settings(data=tmp_path).secret(), salt="api token")
    now = time.time()
    old_token = tokens.dumps(["ada", "Ada", now, now + 100])

    async def story(server: inside.Inside) -> None:
        answer = await server.post("/api/signout", token=old_token)
        assert answer.status == 200
        assert await name_of(server, token=old_token) == "401"

    run_story(tmp_path, story)
