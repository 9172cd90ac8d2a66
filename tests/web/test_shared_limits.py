"""Limits: of one server, and those that several servers on one database share."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from skerry.service.errors import TooFast
from skerry.store.postgres import PostgresStore, prepare
from skerry.store.postgres_connection import connect
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
