"""Links that claim a seat, for a friend or for a further device."""

from skerry.service.errors import NotAllowed, NotFound
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.people import Links, User
from skerry.service.table import seats
from skerry.service.table.commands import Claim, ReissueLink


class Invitations:
    """Reads and issues the links of all seats."""

    def __init__(self, tables: Tables, links: Links) -> None:
        self.tables = tables
        self.links = links

    async def show(self, token: str) -> tuple[LiveTable, int]:
        """Return the table and the seat of a link, without taking the seat."""
        id, seat, issue = self.links.read(token)
        live = await self.tables.get(id)
        if seats.at(live.table, seat).link != issue:
            raise NotAllowed(
                "this seat link was replaced by a newer one; ask the host for it", "old_link"
            )
        return live, seat

    async def claim(self, user: User, token: str) -> tuple[LiveTable, int]:
        """Take the seat of a link, or come back to it on another device."""
        id, seat, issue = self.links.read(token)
        live, _ = await self.tables.execute(id, Claim(user, seat, issue))
        return live, seat

    async def link(self, user: User, id: str, seat: int) -> str:
        """Return the token of a seat's link, for the seat's player and the host."""
        table = (await self.tables.get(id)).table
        if seats.at(table, seat).kind == "bot":
            raise NotFound(f"seat {seat} belongs to a bot and has no link", "no_link")
        if user.id != table.host and user.id not in table.seats[seat].users:
            raise NotAllowed(
                "only the host and the player of the seat can see this link", "host_only"
            )
        return self.links.token(id, seat, table.seats[seat].link)

    async def new_link(self, user: User, id: str, seat: int) -> str:
        """Return a new token for a seat's link; the older ones become useless."""
        await self.link(user, id, seat)
        await self.tables.execute(id, ReissueLink(user, seat))
        return await self.link(user, id, seat)
