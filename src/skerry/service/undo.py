"""Taking back: freely in one's own turn, later by consent, never across something shown."""

import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.service import clock as clocks
from skerry.service.broadcast import seats_of
from skerry.service.errors import NotAllowed, Refused, Stale
from skerry.service.live import LiveTable
from skerry.service.people import User
from skerry.store.protocol import Entry, UndoRequest

if TYPE_CHECKING:
    from skerry.service.tables import Tables


class Undo:
    """Cuts the last moves off a game, by one more entry in its log."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables

    async def undo(self, user: User, id: str, after: int, seat: int | None) -> bool:
        """Take back one's last move: at once if it may be, else by asking the others."""
        live = await self.tables.get(id)

        async def work() -> bool:
            number = self.tables.seat_of(live, user, seat)
            if after != live.table.number:
                raise Stale(f"the table is at {live.table.number}, not at {after}")
            can = live.can_undo(number, sure=True)
            keep = live.own_last(number)
            if can.how == "no" or keep is None:
                reason = {"revealed": "something hidden was shown since"}.get(can.why)
                raise Refused(f"cannot take back: {reason or 'there is no move'}", can.why)
            if can.how == "free":
                await self._cut(live, number, keep)
                return True
            wish = UndoRequest(number, keep, live.table.number, [number])
            if all(s in seats_of(live, user.id) for s in live.present()):
                await self._cut(live, number, keep)  # all seats are one person's
                return True
            await self.tables.change(live, replace(live.table, undo=wish))
            return False

        return await self.tables.exclusively(live, work)

    async def answer(self, user: User, id: str, agree: bool, seat: int | None) -> bool:
        """Agree to a take-back or refuse it; the last to agree makes it happen."""
        live = await self.tables.get(id)

        async def work() -> bool:
            undo = live.table.undo
            if undo is None:
                raise Refused("nobody asks to take back", "no_request")
            own = [s for s in seats_of(live, user.id) if seat is None or s == seat]
            if not own:
                raise NotAllowed("you have no seat at this table", "not_seated")
            if not agree:
                await self.tables.change(live, replace(live.table, undo=None))
                return False
            agreed = sorted({*undo.agreed, *own})
            if all(s in agreed for s in live.present()):
                await self._cut(live, undo.seat, undo.keep)
                return True
            await self.tables.change(live, replace(live.table, undo=replace(undo, agreed=agreed)))
            return False

        return await self.tables.exclusively(live, work)

    async def _cut(self, live: LiveTable, seat: int, keep: int) -> None:
        now = time.time()
        table = live.table
        entry = Entry(table.number + 1, "takeback", seat, str(keep), now)
        state, before = live.position(keep)
        cut = replace(
            table,
            number=entry.number,
            turn=state.turn(),
            updated=now,
            clock=clocks.turned(table.clock, table.turn, seat, state.turn(), now),
            undo=None,
            version=table.version + 1,
        )
        await self.tables.append(live, cut, entry)
        live.table, live.state, live.before = cut, state, before
        del live.history[keep:]
        live.frame_cache.clear()
        self.tables.publish(live, entry, note=True)
