"""Positions with the number of move sequences that lead on from them, depth by depth.

A perft file is a record that stops at the position; its meta line `perft` holds the counts.
"""

from pathlib import Path

import pytest

from skerry.cli.perft import sequences
from skerry.games import GAMES
from skerry.kernel.record import read_record, replay

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_number_of_sequences_is_as_written(path: Path) -> None:
    record = read_record(path.read_text())
    state = replay(GAMES, record)
    counts = record.meta["perft"]
    assert [sequences(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_there_are_such_positions() -> None:
    assert len(FILES) >= 8
