"""All game tables of a person, and a change to one that is over."""

from collections.abc import AsyncIterator, Callable

from msgspec.structs import replace

from skerry.service.live.tables import Tables
from skerry.store.protocol import Table

OVER = ("finished", "abandoned")
TABLES_AT_ONCE = 100


async def tables_of(tables: Tables, user: str) -> AsyncIterator[Table]:
    """Go through the tables at which a person sits or which they opened, the newest first."""
    before = (1e18, "")
    while some := await tables.store.tables_of(user, TABLES_AT_ONCE, before):
        for table in some:
            yield table
        before = (some[-1].updated, some[-1].id)


async def rewrite(tables: Tables, id: str, change: Callable[[Table], Table]) -> None:
    """Change who sat at a table that is over and not in memory: its game need not be replayed."""
    stored = await tables.store.load(id)
    if stored is None:
        return
    after = change(stored)
    if after != stored:
        await tables.store.save(replace(after, version=stored.version + 1))
