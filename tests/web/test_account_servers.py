"""Two servers on one database: codes, merges and sign-outs of one hold at the other."""

import asyncio
from pathlib import Path

import pytest

from skerry.web import auth
from tests.service.benches import inside
from tests.store.databases import database
from tests.web.test_account import account, claim_code, joined, mine, name_of, table_of

PAIR = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_an_identity_is_the_same_at_every_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "CACHE_SECONDS", 0.05)

    async def story(url: str) -> None:
        async with (
            asyncio.timeout(60),
            inside.Inside(tmp_path / "1", database=url) as first,
            inside.Inside(tmp_path / "2", database=url) as second,
        ):
            ada, bob = await first.guest("Ada"), await second.guest("Bob")
            table = await table_of(second, bob, PAIR)
            socket = second.socket(f"/api/tables/{table}/socket", cookie=bob)
            assert await socket.opened() == 101  # the table is in the memory of the second

            code = await claim_code(first, ada)
            new = await joined(second, code, bob, bring=True)  # made at one, entered at the other
            await socket.closed()
            assert await name_of(first, new) == "Ada"
            assert await mine(first, ada) == await mine(second, new) == {table}
            for server in (first, second):
                seats = (await server.get(f"/api/tables/{table}", cookie=new)).json["table"][
                    "seats"
                ]
                assert seats[0]["yours"] and seats[0]["host"]
                assert (await server.get("/api/me", cookie=bob)).json["name"] == ""
            assert len((await account(second, new))["devices"]) == 2

            socket = second.socket(f"/api/tables/{table}/socket", cookie=new)
            assert await socket.opened() == 101
            await first.post("/api/devices/end", {}, cookie=ada)
            await socket.closed()  # within seconds, at the other server
            assert await name_of(second, new) == ""

    with database() as url:
        asyncio.run(story(url))
