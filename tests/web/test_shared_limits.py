"""Limits: of one server, and those that several servers on one database share."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from skerry.service.errors import TooFast
from skerry.service.live.peers import Peers
from skerry.store.postgres import PostgresStore, prepare
from skerry.store.postgres_connection import connect
from skerry.store.protocol import StoreUnavailable
from skerry.web.limits import TokenBuckets
from tests.service.benches import inside
from tests.store.databases import database


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with database() as made:
        prepare(made)
        yield made


async def taken(buckets: list[TokenBuckets], key: str, tries: int) -> int:
    """Return how many of many requests at once are allowed, spread over the servers."""
    asked = [buckets[number % len(buckets)].take(key) for number in range(tries)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert all(each is None or isinstance(each, TooFast) for each in outcomes), outcomes
    return sum(each is None for each in outcomes)


def test_two_servers_allow_no_more_than_one(url: str) -> None:
    async def story() -> None:
        stores = [PostgresStore(url) for _ in range(2)]
        few = [TokenBuckets(0.001, 5, "few", store.peers) for store in stores]
        many = [TokenBuckets(0.001, 60, "many", store.peers) for store in stores]
        assert await taken(few, "ann", 40) == 5
        assert await taken(few, "ann", 4) == 0 and await taken(few, "ben", 4) == 4
        assert 48 <= await taken(many, "ann", 200) <= 60, "some may be taken in advance"
        none = [TokenBuckets(0, 0, "none", store.peers) for store in stores]
        assert await taken(none, "ann", 10) == 10
        for store in stores:
            await store.close()

    asyncio.run(story())


def test_a_bucket_fills_again(url: str) -> None:
    async def story() -> None:
        store = PostgresStore(url)
        quick = TokenBuckets(1000, 3, "quick", store.peers)
        for _ in range(10):
            await asyncio.sleep(0.01)
            await quick.take("ann", 3)
        await store.close()

    asyncio.run(story())


def test_a_bucket_fills_again_when_the_clock_was_set_back(url: str) -> None:
    async def story() -> None:
        store = PostgresStore(url)
        few = TokenBuckets(0.01, 2, "set back", store.peers)
        await few.take("ann", 2)
        with pytest.raises(TooFast):
            await few.take("ann", 2)
        db = await connect(url)
        await db.execute("UPDATE buckets SET at = at + interval '1 hour'")
        await db.close()
        await few.take("ann", 2)
        await store.close()

    asyncio.run(story())


def test_each_server_counts_by_itself_without_the_database() -> None:
    async def story() -> None:
        store = PostgresStore("postgresql://nobody@127.0.0.1:1/none")
        alone = TokenBuckets(0.001, 5, "few", store.peers)
        assert await taken([alone], "ann", 20) == 5
        await store.close()

    asyncio.run(story())


def test_what_costs_more_than_a_bucket_holds_is_rare_but_possible() -> None:
    """With a low --rate the costly requests would otherwise be refused for ever."""

    async def story() -> None:
        buckets = TokenBuckets(0.001, 4.0)
        await buckets.take("ann", 10)
        with pytest.raises(TooFast):
            await buckets.take("ann", 1)

    asyncio.run(story())


def test_a_slow_server_still_answers(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside.Inside(tmp_path, rate=0.1) as server:
            cookie = await server.guest("Ada")
            assert (await server.get("/api/account/data", cookie=cookie)).status == 200

    asyncio.run(story())


# -- open sockets


async def path_of_a_table(server: inside.Inside, cookie: str) -> str:
    new_table = {"game": "nusfjord", "seats": [{"kind": "me"}], "watchable": True}
    id = (await server.post("/api/tables", new_table, cookie=cookie)).json["table"]["id"]
    return f"/api/tables/{id}/socket"


async def many_at_once(servers: list[inside.Inside]) -> None:
    """Open eighty sockets of one client at once: fifty are let in, closing some makes room."""
    cookie = await servers[0].guest()
    path = await path_of_a_table(servers[0], cookie)

    async def opened(number: int) -> list[inside.InsideSocket]:
        """Open sockets, spread over the servers; return those that are let in."""
        sockets = [servers[n % len(servers)].socket(path, cookie=cookie) for n in range(number)]
        statuses = [await socket.opened() for socket in sockets]
        assert set(statuses) <= {101, 429}
        return [each for each, status in zip(sockets, statuses, strict=True) if status == 101]

    stay = await opened(80)
    assert len(stay) == 50
    assert sum(sum(server.services.sockets.values()) for server in servers) == 50
    assert not await opened(4)
    for socket in stay[:20]:
        await socket.leave()
    more = await opened(80)
    assert len(more) == 20
    for socket in (*stay[20:], *more):
        await socket.leave()
    assert all(server.services.sockets == {} for server in servers)
    last = await opened(60)
    assert len(last) == 50
    for socket in last:
        await socket.leave()


def test_of_many_sockets_at_once_one_server_lets_in_what_the_limit_allows(tmp_path: Path) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), inside.Inside(tmp_path, sockets_per_client=50) as server:
            await many_at_once([server])

    asyncio.run(story())


@pytest.mark.parametrize("number", [1, 2])
def test_of_many_sockets_at_once_servers_let_in_what_the_limit_allows(
    tmp_path: Path, number: int
) -> None:
    async def story(url: str) -> None:
        settings: dict[str, Any] = {"database": url, "sockets_per_client": 50}
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            servers = [inside.Inside(tmp_path / str(n), **settings) for n in range(number)]
            await many_at_once([await stack.enter_async_context(each) for each in servers])

    with database() as made:
        asyncio.run(story(made))


def test_a_socket_that_is_being_refused_does_not_count(tmp_path: Path) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), inside.Inside(tmp_path, sockets_per_client=2) as server:
            cookie = await server.guest()
            path = await path_of_a_table(server, cookie)
            sockets = [server.socket(path, cookie=cookie) for _ in range(2)]
            assert [await socket.opened() for socket in sockets] == [101, 101]
            headers = {"host": "localhost", "origin": "http://localhost", "cookie": cookie}
            scope = server.scope("websocket", path, headers, "192.0.2.1")
            refusing = asyncio.Event()

            async def receive() -> dict[str, str]:
                return {"type": "websocket.connect"}

            async def send(_: object) -> None:
                refusing.set()
                await asyncio.Event().wait()  # the other side takes nothing

            slow = asyncio.create_task(server.app(scope, receive, send))
            await refusing.wait()
            await sockets.pop().leave()
            sockets.append(server.socket(path, cookie=cookie))
            assert await sockets[-1].opened() == 101
            slow.cancel()
            for socket in sockets:
                await socket.leave()

    asyncio.run(story())


def test_a_closed_socket_does_not_count_once_the_database_is_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(numbers: list[int]) -> None:
        raise StoreUnavailable("the database cannot be used now")

    async def story() -> None:
        store = PostgresStore(url)
        peers = Peers(store.peers)
        await peers.beat()
        numbers = [await peers.open_socket("192.0.2.9", "abcdefgh", "ann", 3) for _ in range(3)]
        with monkeypatch.context() as patch:
            patch.setattr(store.peers, "close_sockets", away)
            for number in numbers:
                assert number is not None
                await peers.close_socket(number, "abcdefgh")
        assert await peers.open_socket("192.0.2.9", "abcdefgh", "ann", 1) is None
        together, close = [], store.peers.close_sockets

        async def noted(numbers: list[int]) -> None:
            together.append(sorted(numbers))
            await close(numbers)

        monkeypatch.setattr(store.peers, "close_sockets", noted)
        beating = asyncio.create_task(peers.keep_alive(lambda changed: None))
        async with asyncio.timeout(20):
            while await peers.open_socket("192.0.2.9", "abcdefgh", "ann", 1) is None:
                await asyncio.sleep(0.05)
        assert together == [numbers], "however many they are, the next heartbeat is not late"
        beating.cancel()
        await store.close()

    asyncio.run(story())
