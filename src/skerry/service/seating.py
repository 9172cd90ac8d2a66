"""Sitting down and standing up: links, joining, bots that stand in, resigning, again."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.service import seats
from skerry.service.broadcast import seats_of
from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.live import LiveTable
from skerry.service.messages import SeatChange
from skerry.service.people import User
from skerry.store.protocol import Table

if TYPE_CHECKING:
    from skerry.service.tables import Tables


class Seating:
    """Who comes to a table and who leaves it, kept on the disk and told to everybody."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables

    async def join(self, user: User, id: str, seat: int | None) -> LiveTable:
        """Sit down on an open seat."""
        live = await self.tables.get(id)

        async def work() -> None:
            table = seats.joined(live.table, user, seat)
            await self._seated(live, table)

        await self.tables.exclusively(live, work)
        return live

    async def claim(self, user: User, token: str) -> tuple[LiveTable, int]:
        """Take the seat a link stands for, or come back to it on another device."""
        id, seat, issue = self.tables.links.read(token)
        live = await self.tables.get(id)

        async def work() -> None:
            table = seats.claimed(live.table, user, seat, issue)
            if table is not live.table:
                await self._seated(live, table)

        await self.tables.exclusively(live, work)
        return live, seat

    async def invitation(self, token: str) -> tuple[LiveTable, int]:
        """Return what a link stands for, without taking the seat."""
        id, seat, issue = self.tables.links.read(token)
        live = await self.tables.get(id)
        if seats.at(live.table, seat).link != issue:
            raise NotAllowed("this seat link was replaced by a newer one", "old_link")
        return live, seat

    async def _seated(self, live: LiveTable, table: Table) -> None:
        await self.tables.change(live, table)
        if table.status == "open" and table.start_when_full and seats.full(table):
            await self.tables.begin(live)

    async def start(self, user: User, id: str) -> LiveTable:
        """Start the game, if every seat is taken."""
        live = await self.tables.get(id)
        self.tables.host_only(live, user)

        async def work() -> None:
            missing = seats.missing(live.table)
            if live.table.status == "open" and missing:
                raise Refused(f"seats {missing} are not taken yet", "seats_missing")
            await self.tables.begin(live)

        await self.tables.exclusively(live, work)
        return live

    async def set_seat(self, user: User, id: str, seat: int, wish: SeatChange) -> LiveTable:
        """Let the host change who sits where, before the game starts."""
        live = await self.tables.get(id)
        self.tables.host_only(live, user)

        async def work() -> None:
            await self._seated(live, seats.changed(live.table, user, seat, wish))

        await self.tables.exclusively(live, work)
        return live

    async def leave(self, user: User, id: str, seat: int | None) -> LiveTable:
        """Stand up before the game starts."""
        live = await self.tables.get(id)

        async def work() -> None:
            number = self.tables.seat_of(live, user, seat)
            await self.tables.change(live, seats.left(live.table, number))

        await self.tables.exclusively(live, work)
        return live

    async def link(self, user: User, id: str, seat: int, again: bool) -> str:
        """Return the token of a seat's link; *again* makes every older one useless."""
        live = await self.tables.get(id)
        if not 0 <= seat < len(live.table.seats) or live.table.seats[seat].kind == "bot":
            raise NotFound(f"seat {seat} has no link", "no_link")
        if user.id != live.table.host and user.id not in live.table.seats[seat].users:
            raise NotAllowed("only the host and the seat itself see this link", "host_only")

        async def work() -> None:
            table = seats.reissued(live.table, seat)
            await self.tables.change(live, table)
            await self.tables.chat.notice(live, f"The link of seat {seat + 1} was issued again")

        if again:
            self.tables.host_only(live, user)
            await self.tables.exclusively(live, work)
        return self.tables.links.token(id, seat, live.table.seats[seat].link)

    async def substitute(self, user: User, id: str, seat: int, level: str) -> LiveTable:
        """Let a bot play a seat: one's own at any time, another's when its human is away."""
        live = await self.tables.get(id)

        async def work() -> None:
            taken = seats.at(live.table, seat)
            if user.id not in taken.users:
                self.tables.host_only(live, user)
                if any(viewer.user in taken.users for viewer in live.viewers):
                    raise NotAllowed("this player is here", "not_away")
            await self.tables.change(live, seats.handed_to_bot(live.table, seat, level))
            await self.tables.chat.notice(live, f"A bot plays for {taken.name}")

        await self.tables.exclusively(live, work)
        return live

    async def come_back(self, user: User, id: str, seat: int | None) -> LiveTable:
        """Take one's seat back from the bot."""
        live = await self.tables.get(id)

        async def work() -> None:
            number = self.tables.seat_of(live, user, seat)
            await self.tables.change(live, seats.taken_back(live.table, number))

        await self.tables.exclusively(live, work)
        return live

    async def resign(self, user: User, id: str, seat: int | None) -> LiveTable:
        """Give up: a bot plays the seat to the end; without humans the game ends."""
        live = await self.tables.get(id)
        await self.tables.exclusively(
            live, lambda: self.give_up(live, self.tables.seat_of(live, user, seat))
        )
        return live

    async def give_up(self, live: LiveTable, seat: int) -> None:
        """Resign for a seat. The caller holds the table's lock."""
        table = seats.resigned(live.table, seat)
        if not any(s.kind == "human" and not s.resigned for s in table.seats):
            table = replace(table, status="abandoned", turn=None, undo=None)
        await self.tables.change(live, table)
        await self.tables.chat.notice(live, f"{table.seats[seat].name} resigns")

    async def rematch(self, user: User, id: str) -> LiveTable:
        """Play again with the same people: one new table, whoever asks first."""
        live = await self.tables.get(id)
        if not seats_of(live, user.id):
            raise NotAllowed("only players can ask for a rematch", "not_seated")

        async def work() -> str:
            if live.table.following:
                return live.table.following
            if live.table.status not in ("finished", "abandoned"):
                raise Refused("the game is not over", "not_finished")
            wish = seats.rematch_wish(live.table)
            again = await self.tables.create(user, wish, previous=live.table)
            seated = seats.reseated(again.table, live.table)

            async def sit() -> None:
                await self._seated(again, seated)

            await self.tables.exclusively(again, sit)
            await self.tables.change(live, replace(live.table, following=again.table.id))
            return again.table.id

        return await self.tables.get(await self.tables.exclusively(live, work))
