"""Short versions of the long proofs: `kill -9` under load, and hostile messages."""

import asyncio
from pathlib import Path

from tests.service.benches import hostile, kill


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    told = asyncio.run(kill.run(kills=0, moves=0, seconds=22, tables=12, folder=tmp_path))
    assert told["wrong"] == []
    assert told["kills"] >= 3 and told["acknowledged"] > 100
    assert told["slowest return"] < 10, "3 s when the machine does nothing else"


def test_hostile_messages_change_nothing(tmp_path: Path) -> None:
    told = asyncio.run(hostile.run(3000, 99, tmp_path))
    assert told["server errors"] == [] and not told["changed"] and told["alive"] == "ok"
