"""A real Dask cluster of this machine for tests: two worker processes, one thread each."""

import contextlib
from collections.abc import Iterator
from typing import Any

import distributed


@contextlib.contextmanager
def two_workers() -> Iterator[Any]:
    """Start a cluster; `scheduler_address` is what `--dask` takes."""
    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs="CRITICAL",
    )
    try:
        yield cluster
    finally:
        cluster.close(timeout=20)
