"""`skerry recompute-ratings`: all ratings anew from the stored results."""

import asyncio
import contextlib
from pathlib import Path
from typing import Annotated

import typer

from skerry.kernel.errors import BadSetup
from skerry.store.open_store import open_store


def recompute_ratings(
    data: Annotated[
        Path, typer.Option("--data", envvar="SKERRY_DATA", help="Directory of the server.")
    ] = Path("skerry-data"),
    database: Annotated[
        str, typer.Option("--database", envvar="SKERRY_DATABASE", help="postgresql://...")
    ] = "",
) -> None:
    """Compute all ratings anew from the stored results, in the order of the games.

    Stop a server that stores in a directory before. The numbers stay the same, unless two people
    have become one or the bots' levels were measured anew.
    """
    from skerry.web.server import lock_directory  # uvicorn is slow to import

    if not database and not (data / "skerry.db").exists():
        raise BadSetup(f"there are no tables in {data}; name the directory with --data")

    async def work() -> int:
        store = open_store(data / "skerry.db", database)
        try:
            return await store.results.recompute_ratings()
        finally:
            await store.close()

    try:
        with contextlib.nullcontext() if database else lock_directory(data):
            changed = asyncio.run(work())
    except OSError as error:
        raise BadSetup(str(error)) from None
    print(f"ratings computed anew: {changed} changed")
