"""Work in batches: every result once and in order, wherever it runs, and how it continues."""

import os
from concurrent.futures import Future
from pathlib import Path

import pytest

from skerry.executors.batches import Journal, executor, in_batches, in_order
from skerry.executors.local import Processes, ThisProcess
from skerry.kernel.errors import BadSetup


def double(number: int) -> int:
    return 2 * number


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


class Counting(ThisProcess):
    """Notes the sizes of batches, and claims that each item took 20 ms."""

    def __init__(self, seconds: float) -> None:
        self.batch_seconds = seconds
        self.sizes: list[int] = []

    def submit(self, function, *arguments):
        self.sizes.append(len(arguments[1]))
        future: Future = Future()
        future.set_result((0.02 * len(arguments[1]), function(*arguments)[1]))
        return future


@pytest.mark.parametrize("count", [0, 1, 7])
def test_every_item_is_done_once(count: int) -> None:
    found = in_order(in_batches(ThisProcess(), double, list(range(count))))
    assert list(found) == [2 * each for each in range(count)]


def test_batches_grow_until_they_are_worth_sending() -> None:
    where = Counting(seconds=0.1)
    found = dict(in_batches(where, double, list(range(60))))
    assert found == {each: 2 * each for each in range(60)}
    assert where.sizes[0] == 1
    assert max(where.sizes) == 5, "a tenth of a second each"
    assert where.sizes[-1] == 1, "the last ones are shared out"


def test_processes_give_the_same_results_and_are_gone_afterwards() -> None:
    with executor("", 2) as where:
        assert isinstance(where, Processes)
        assert list(in_order(in_batches(where, double, list(range(20))))) == list(range(0, 40, 2))
        workers = list(where._pool._processes)
    for pid in workers:  # is_alive() races with the pool's own thread, which waits for them too
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_an_error_reaches_whoever_waits() -> None:
    with pytest.raises(ValueError, match="no 0"):
        list(in_batches(ThisProcess(), fail, [0, 1]))


def test_a_journal_continues_where_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "done"
    items = list(range(6))
    first = Journal(path, ["work", items], int)
    begun = first.run(ThisProcess(), double, items)
    assert [next(begun) for _ in range(3)] == [(0, 0), (1, 2), (2, 4)]
    first.close()
    path.write_bytes(path.read_bytes() + b"[3,")  # the power failed in the middle of a line
    where = Counting(0.0)
    again = Journal(path, ["work", items], int)
    assert list(in_order(again.run(where, double, items))) == [0, 2, 4, 6, 8, 10]
    again.close()
    assert sum(where.sizes) == 3
    whole = Journal(path, ["work", items], int)
    whole.close()
    assert len(whole.found) == 6


def test_a_journal_of_other_work_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "done", ["work", 1], int).close()
    with pytest.raises(BadSetup, match="belongs to another command"):
        Journal(tmp_path / "done", ["work", 2], int)
    with pytest.raises(BadSetup, match="No such file"):
        Journal(tmp_path / "nowhere" / "done", [], int)
