"""Links that claim a seat, for a friend or for a further device."""

from skerry.service.errors import NotAllowed
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

    async def show(self, user: User, token: str) -> tuple[LiveTable, int]:
        """Return the table and the seat of a link, without taking the seat."""
        id, seat, issue = self.links.read(token)
        live = await self.tables.get(id)
        taken = seats.at(live.table, seat)
        if taken.link != issue and user.id not in taken.users:
            raise NotAllowed(
                "this link was used already or replaced; ask whoever sent it for a new one",
                "old_link",
            )
        return live, seat

    async def claim(self, user: User, token: str) -> tuple[LiveTable, int]:
        """Take the seat of a link, or come back to it on another device."""
        id, seat, issue = self.links.read(token)
        live, _ = await self.tables.execute(id, Claim(user, seat, issue))
        return live, seat

    async def link(self, user: User, id: str, seat: int) -> str:
        """Return the token of a seat's link: to its player, or to the host while it has none."""
        table = (await self.tables.get(id)).table
        seats.may_see_link(table, user, seat)
        return self.links.token(id, seat, table.seats[seat].link)

    async def new_link(self, user: User, id: str, seat: int) -> str:
        """Return a new token for a seat's link; the older ones become useless."""
        await self.tables.execute(id, ReissueLink(user, seat))
        return await self.link(user, id, seat)
