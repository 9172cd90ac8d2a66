"""Work on a real Dask cluster: the results of a local run, and the server's bots."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from skerry.bots.match import play_match
from skerry.cli.__main__ import app
from skerry.executors.cluster import Cluster
from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.service.bots.cluster import BotCluster
from skerry.service.bots.pool import Pool
from tests.scale.clusters import two_workers
from tests.service.benches import inside
from tests.service.test_bots import task


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with two_workers() as found:
        yield found


def run(*words: object) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def both_ways(cluster: Any, *words: object) -> tuple[str, str]:
    """Return what a command prints when it runs here, and on the cluster."""
    return run(*words), run(*words, "--dask", cluster.scheduler_address)


def test_an_arena_on_a_cluster_writes_the_same_records(cluster: Any, tmp_path: Path) -> None:
    words = ["arena", "nusfjord", "--bots", "random,random", "--games", 6, "--jobs", 1, "--out"]
    run(*words, tmp_path / "here")
    run(*words, tmp_path / "there", "--dask", cluster.scheduler_address)
    here = {path.name: path.read_bytes() for path in (tmp_path / "here").glob("*.game")}
    there = {path.name: path.read_bytes() for path in (tmp_path / "there").glob("*.game")}
    assert len(here) == 6 and here == there


def test_card_statistics_are_the_same_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    run("cards", "export", tmp_path / "cards")
    words = [
        "cards",
        "stats",
        "--games",
        2,
        "--deck",
        "herring",
        "--cards",
        tmp_path / "cards",
        "--json",
    ]
    here, there = both_ways(cluster, *words)
    assert here == there and json.loads(here)["games"] == 2


def test_the_servers_bots_think_on_the_cluster(cluster: Any) -> None:
    async def story() -> None:
        pool = Pool(1)
        remote = BotCluster(cluster.scheduler_address, pool)
        watching = asyncio.create_task(remote.run())
        async with asyncio.timeout(100):
            while remote.threads < 2:
                await asyncio.sleep(0.05)
            moves = await asyncio.gather(*(pool.ask(task(5.0)) for _ in range(6)))
        assert len(set(moves)) == 1 and moves[0] is not None, "the same seed, the same move"
        assert pool.answered == 6 and pool.asked_again == 0
        assert not pool._all, "no process of our own was needed"
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        assert remote.threads == 0 and pool.idle == 1, "its own processes answer again"
        await pool.close()

    asyncio.run(story())


def test_without_a_cluster_the_server_says_so_and_plays_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside.Inside(tmp_path, dask="tcp://127.0.0.1:9") as server:
            pool = server.services.hints.pool
            assert await pool.ask(task(20.0)) is not None
            health = (await server.get("/healthz")).json
            assert (health["status"], health["bots"]) == ("ok", "cluster_lost")
            assert b"skerry_cluster_threads 0.0" in (await server.get("/metrics")).body
        async with inside.Inside(tmp_path) as server:
            assert (await server.get("/healthz")).json["bots"] == "processes"

    asyncio.run(story())


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "club", "https://example.org"])
def test_an_address_where_nobody_answers_is_refused_in_one_line(address: str) -> None:
    with pytest.raises(BadSetup, match=r"no Dask scheduler answers|is not the address"):
        Cluster(address)


def test_a_cluster_without_workers_is_refused(cluster: Any, monkeypatch) -> None:
    connection = Cluster(cluster.scheduler_address)
    try:
        workers = connection.workers()
        assert [each.threads for each in workers] == [1, 1]
        monkeypatch.setattr("skerry.executors.cluster.__version__", "0.0.1")
        with pytest.raises(BadSetup, match=r"has Skerry .*, and this is 0\.0\.1"):
            connection.check_all()
        monkeypatch.setattr(Cluster, "workers", lambda _: [])
        with pytest.raises(BadSetup, match="has no workers; start some"):
            connection.check_all()
    finally:
        connection.close()


@pytest.mark.heavy
def test_an_analysis_is_the_same_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    record, _ = play_match(GAMES, "nusfjord", {"players": 2}, ["look:1", "random"], seed=1)
    del record.moves[6:]
    record.scores = None
    (tmp_path / "some.game").write_text(record.text())
    here, there = both_ways(cluster, "analyse", tmp_path / "some.game", "--json")
    assert here == there


@pytest.mark.heavy
def test_a_data_set_is_the_same_on_a_cluster_and_continued(cluster: Any, tmp_path: Path) -> None:
    words = ["--game", "nusfjord", "--bots", "search:4,random", "--games", 4, "--observations"]
    run("dataset", tmp_path / "here", *words, "--jobs", 1)
    there = [*words, "--dask", cluster.scheduler_address, "--resume", tmp_path / "done"]
    run("dataset", tmp_path / "there", *there)
    lines = (tmp_path / "done").read_bytes().splitlines(keepends=True)
    (tmp_path / "done").write_bytes(b"".join(lines[:3]))  # as if stopped after two games
    run("dataset", tmp_path / "again", *there)
    for name in ("games", "moves", "scores", "items", "observations", "searches"):
        whole = [
            (tmp_path / at / f"{name}.parquet").read_bytes() for at in ("here", "there", "again")
        ]
        assert whole[0] == whole[1] == whole[2], name
