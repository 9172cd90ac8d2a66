"""The options of long computations: where they run, and how they continue after Ctrl-C."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from skerry import __version__
from skerry.executors.batches import Journal, executor, in_order

R = TypeVar("R")
Dask = Annotated[
    str,
    typer.Option(
        "--dask",
        metavar="ADDRESS|local",
        help="Run on a Dask cluster, such as tcp://192.0.2.7:8786, or on one of this machine",
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Store finished parts in this file; after Ctrl-C the same command continues",
    ),
]
Jobs = Annotated[int, typer.Option(min=1, max=64, help="Processes that work at the same time")]


@dataclass(frozen=True)
class Work:
    """Where a long computation runs, and the file from which it continues."""

    jobs: int = 1  # processes; one alone is this process
    dask: str = ""
    resume: Path | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether it is done piece by piece, rather than at one go in this process."""
        return self.jobs > 1 or bool(self.dask) or self.resume is not None

    def results(
        self, function: Callable[[Any], R], items: list[Any], kind: type[R], what: str
    ) -> Generator[R]:
        """Yield a function's results in the order of the items; show how far it got."""
        journal = Journal(self.resume, [function.__name__, __version__, items], kind)
        console = Console(stderr=True)
        try:
            with executor(self.dask, self.jobs if self.jobs > 1 or self.dask else 0) as where:
                done = track(
                    journal.run(where, function, items),
                    what,
                    total=len(items),
                    console=console,
                    disable=not console.is_terminal,
                )
                yield from in_order(iter(done))
        except KeyboardInterrupt:
            if self.resume is not None:
                console.print("stopped; the same command continues")
            raise
        finally:
            journal.close()
