"""Previews and reasons for open decisions, computed after the moves themselves were sent.

They cost more than a move. So they wait in a queue of their own until a decision has stood for a
moment, take at most half of the time, a tenth while the server keeps a core busy, and those that
nobody needs any more are dropped.
"""

import asyncio
import logging
import time
from collections import deque
from typing import cast

from skerry.service.live.live_table import LiveTable
from skerry.service.viewers.frames import details, encode
from skerry.service.viewers.viewer import Viewer

log = logging.getLogger("skerry.details")
STOOD = 0.15  # seconds; nobody who answers faster has looked at a preview
BUSY = 0.004  # event loop lag in seconds above which details wait longer
SATURATED = 0.9  # of a core
LOOK_SECONDS = 0.1  # between two looks at how much of a core the server uses


class PreviewQueue:
    """Computes details, one viewer at a time."""

    def __init__(self) -> None:
        self.queue: deque[tuple[Viewer, int, float]] = deque()
        self.computed = 0
        self.dropped = 0
        self._wake = asyncio.Event()
        self._looked = time.monotonic(), time.process_time()
        self._saturated = False

    def want(self, viewer: Viewer) -> None:
        """Note that a viewer has been shown a decision."""
        if viewer.asked:
            self.queue.append((viewer, viewer.live.table.number, time.monotonic() + STOOD))
            self._wake.set()

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            if not self.queue:
                self._wake.clear()
                await self._wake.wait()
            viewer, number, due = self.queue.popleft()
            if (early := due - time.monotonic()) > 0:
                await asyncio.sleep(early)
            if viewer.closed or viewer.seat is None or viewer.live.table.number != number:
                self.dropped += 1
                continue
            began = time.perf_counter()
            seat = viewer.seat
            try:
                frame = await self._frame(viewer.live, seat)
            except Exception:  # an error at one table must not stop the others
                log.exception("previews failed", extra={"table": viewer.live.table.id})
                frame = None
            if frame is not None and viewer.seat == seat:  # it may have lost it meanwhile
                self.computed += 1
                viewer.replies.append(frame)
                viewer.wake.set()
            await self._rest(time.perf_counter() - began)

    async def _frame(self, live: LiveTable, seat: int) -> bytes | None:
        """Work out the details of a seat's decision, letting moves pass between the steps."""
        number = live.table.number
        key = ("details", seat)
        if key in live.frame_cache:
            return cast(bytes, live.frame_cache[key])
        for step in details(live, seat):
            if live.table.number != number:
                break
            if step is not None:
                live.frame_cache[key] = encode(step)
                return cast(bytes, live.frame_cache[key])
            await asyncio.sleep(0)
        return None

    async def _rest(self, worked: float) -> None:
        """Rest as long as the work took; much longer when the moves keep the server busy."""
        began = time.perf_counter()
        rest = worked * 9 if self._is_saturated() else worked
        await asyncio.sleep(rest)
        late = time.perf_counter() - began - rest
        if late > BUSY:
            await asyncio.sleep(min(0.25, late * 10))

    def _is_saturated(self) -> bool:
        """Return whether the server has kept a core busy lately."""
        now = time.monotonic()
        then, used_then = self._looked
        if now - then >= LOOK_SECONDS:
            used = time.process_time()
            self._saturated = used - used_then > SATURATED * (now - then)
            self._looked = now, used
        return self._saturated
