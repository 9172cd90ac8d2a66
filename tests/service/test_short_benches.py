"""Short runs of the server benchmarks: `kill -9` under load, and hostile messages."""

import asyncio
from pathlib import Path

from tests.service.benches import hostile, kill


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    # Until so many kills and moves are done, however long they take: the time only ends a hang.
    result = asyncio.run(kill.run(kills=3, moves=100, seconds=240, tables=12, folder=tmp_path))
    assert result["lost, doubled, missing"] == []
    assert result["kills"] >= 3 and result["acknowledged"] >= 100


def test_hostile_messages_change_nothing(tmp_path: Path) -> None:
    result = asyncio.run(hostile.run(1500, 99, tmp_path))
    assert result["server errors"] == [] and not result["changed"] and result["alive"] == "ok"
