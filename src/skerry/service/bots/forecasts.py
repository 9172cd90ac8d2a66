"""Forecasts: the exact part at once, the chances from quick continuations in a worker.

Both are computed only for a viewer who asks, from what that viewer can see, and once for each
position.
"""

import asyncio
import secrets

from skerry.kernel.rng import Rng
from skerry.service.bots.pool import ChancesTask, Pool, somebody_waits
from skerry.service.errors import NotAllowed, Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import ChancesInfo, ForecastInfo

_IMAGINED = 11  # the seed of what a seat does not know; no forecast depends on it
CHANCES_SECONDS = 2.0


class Forecasts:
    """Answers what a viewer can know ahead."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def forecast(self, live: LiveTable, seat: int | None) -> ForecastInfo:
        """Return the exact part. Raises NotAllowed, Refused."""
        check(live)
        state, game = live.state, live.game
        assert state is not None
        key = ("forecast", seat)
        if key not in live.frame_cache:
            known = state if seat is None else state.imagine(seat, Rng(_IMAGINED))
            live.frame_cache[key] = ForecastInfo(
                live.table.number,
                seat,
                game.forecast(known, seat),
                game.continued_until(known) > 0,
            )
        found: ForecastInfo = live.frame_cache[key]
        return found

    async def chances(self, live: LiveTable, user: str, seat: int | None) -> ChancesInfo:
        """Return the chances; asked for again while they are being found, they are not found twice.

        Raises NotAllowed, Refused.
        """
        check(live)
        key = ("chances", seat)
        if key not in live.frame_cache:
            live.frame_cache[key] = asyncio.ensure_future(self._find(live, user, seat))
        work: asyncio.Future[ChancesInfo] = live.frame_cache[key]
        found = await asyncio.shield(work)
        if found.continuations == 0 and live.frame_cache.get(key) is work:
            del live.frame_cache[key]  # the next one may have more luck
        return found

    async def _find(self, live: LiveTable, user: str, seat: int | None) -> ChancesInfo:
        table, game = live.table, live.game
        assert table.setup is not None
        task = ChancesTask(
            table=table.id,
            game=table.game,
            setup=game.adapt(table.setup, table.rules),
            moves=[move.text for move in live.history],
            seat=-1 if seat is None else seat,
            seed=secrets.randbelow(1 << 30),
            seconds=CHANCES_SECONDS,
        )
        number = table.number
        found = await self.pool.chances(task, user, somebody_waits)
        if found is None:
            return ChancesInfo(number, seat, 0, {})
        return ChancesInfo(number, seat, found.continuations, found.shares)


def check(live: LiveTable) -> None:
    """Refuse where the table has no forecasts, or nothing to forecast."""
    if not live.table.forecast:
        raise NotAllowed("forecasts are off at this table", "no_forecast")
    if live.table.status != "running" or live.state is None:
        raise Refused("there is a forecast while a game is played", "not_running")
