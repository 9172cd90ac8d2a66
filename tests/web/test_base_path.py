"""The server behind a proxy that gives it a path of its own, such as https://club.org/skerry."""

import asyncio
import re
from pathlib import Path

import pytest

from skerry.kernel.errors import BadSetup
from skerry.web.settings import Settings
from skerry.web.static import Static
from tests.service.benches import inside

FRONTEND = Path(__file__).parents[2] / "frontend" / "src"


@pytest.mark.parametrize("prefix", ["/skerry", ""])
def test_under_a_path(tmp_path: Path, prefix: str) -> None:
    """Whether the proxy leaves the path in the request or takes it off."""

    async def story() -> None:
        base = "https://club.org/skerry"
        async with inside.Inside(tmp_path, base_url=base) as server:
            here = {"origin": "https://club.org"}
            signed = await server.post(f"{prefix}/api/guests", {"name": "Ada"}, headers=here)
            assert signed.status == 200
            assert "Path=/skerry;" in signed.headers["set-cookie"]
            assert "Secure" in signed.headers["set-cookie"]
            new_table = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            cookie = signed.cookie
            made = await server.post(f"{prefix}/api/tables", new_table, cookie=cookie, headers=here)
            id = made.json["table"]["id"]
            link = await server.get(f"{prefix}/api/tables/{id}/seats/1/link", cookie=cookie)
            assert link.json["url"].startswith(f"{base}/t/{id}#seat=")
            socket = server.socket(f"{prefix}/api/tables/{id}/socket", cookie=cookie, **here)
            assert await socket.opened() == 101
            await socket.leave()
            key = server.settings.admin_key()
            session = await server.post(f"{prefix}/api/admin/session", {"key": key}, headers=here)
            assert "Path=/skerry/api/admin;" in session.headers["set-cookie"]
            if prefix:
                moved = await server.get(prefix)
                assert (moved.status, moved.headers["location"]) == (308, "/skerry/")

    asyncio.run(story())


def test_the_page_knows_where_it_lives(tmp_path: Path) -> None:
    page = '<head><script src="./assets/x.js"></script></head>'
    (tmp_path / "index.html").write_text(page)
    placed = Static(tmp_path, "/skerry").page[1].decode()
    assert 'src="/skerry/assets/x.js"' in placed
    assert '<meta name="skerry-base" content="/skerry" />' in placed
    assert 'src="/assets/x.js"' in Static(tmp_path).page[1].decode()


def test_the_address_may_be_written_in_another_way_than_browsers_do(tmp_path: Path) -> None:
    async def story() -> None:
        address = "https://Club.org:443/skerry"
        async with inside.Inside(tmp_path, base_url=address) as server:
            headers = {"origin": "https://club.org"}
            answer = await server.post("/api/guests", {"name": "Ada"}, headers=headers)
            assert answer.status == 200
            ann = answer.cookie
            other = {"origin": "https://club.org:8443"}
            assert (await server.post("/api/tokens", cookie=ann, headers=other)).status == 403

    asyncio.run(story())


@pytest.mark.parametrize(
    "wrong",
    [
        *("club.org", "ftp://x", "https://", "https://a/b c", 'https://a/"x', "https://a/?q"),
        *("https://a/#x", "https://ada:secret@a", "https://a/../b", "https://:443", "https://a..b"),
    ],
)
def test_an_address_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(BadSetup, match="not an address"):
        Settings(base_url=wrong).check()


def test_addresses_on_the_page_know_their_path() -> None:
    """Links and requests are written with `at("/...")`, or they would miss the path."""
    plain = re.compile(r"""(href=["'`]/|fetch\(["'`]/|src=["'`]/|icon: "/)""")
    for path in [*FRONTEND.rglob("*.svelte"), *FRONTEND.rglob("*.ts")]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            assert not plain.search(line), f"{path.name}:{number}: use at(...) of base.ts"
