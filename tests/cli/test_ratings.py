"""`skerry recompute-ratings` on a directory."""

import asyncio
from pathlib import Path

import pytest

from skerry.cli.ratings import recompute_ratings
from skerry.kernel.errors import BadSetup
from skerry.store.sql import Connection
from skerry.store.sqlite import SqliteStore
from tests.service.test_results import made_up


def test_ratings_are_computed_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def fill() -> None:
        store = SqliteStore(tmp_path / "skerry.db")
        for number in range(3):
            await store.results.add(made_up(number))

        async def spoil(db: Connection) -> None:
            await db.execute("UPDATE result_seats SET rating = 1 WHERE rated = 2 AND seat = 0")

        await store._write(spoil)
        await store.close()

    asyncio.run(fill())
    recompute_ratings(tmp_path, "")
    assert "1 changed" in capsys.readouterr().out
    recompute_ratings(tmp_path, "")
    assert "0 changed" in capsys.readouterr().out


def test_a_directory_without_tables_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="no tables"):
        recompute_ratings(tmp_path, "")
