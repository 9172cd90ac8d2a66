"""Results of games that ended before results were stored, or whose result could not be stored."""

import asyncio
import logging

from skerry.games import GAMES
from skerry.service.table.results import has_result, result_of
from skerry.service.table.state import rebuild
from skerry.store.protocol import Store, StoreUnavailable

log = logging.getLogger("skerry.results")

AT_ONCE = 50
RETRY_SECONDS = 60.0


async def add_missing_results(store: Store) -> int:
    """Store the results that are missing, one table after the other; return how many."""
    added, last = 0, ""
    while ids := await store.results.missing(last, AT_ONCE):
        for id in ids:
            added += await _add(store, id)
        last = ids[-1]
    return added


async def _add(store: Store, id: str) -> bool:
    table = await store.load(id)
    if table is None or table.game not in GAMES or not has_result(table):
        return False
    log_of_table = await store.log(id)

    try:
        # In a thread, so that whoever plays meanwhile does not wait.
        result = await asyncio.to_thread(lambda: result_of(rebuild(table, log_of_table)))
    except Exception:
        log.exception("no result", extra={"table": id})
        return False
    return result is not None and await store.results.add(result)


async def keep_complete(store: Store) -> None:
    """Add what is missing when a server starts."""
    while True:
        try:
            added = await add_missing_results(store)
        except StoreUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
            continue
        if added:
            log.info("results added", extra={"games": added})
        return
