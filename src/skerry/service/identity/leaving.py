"""A person wants to be deleted: announced, called back, carried out after a week.

What goes: name, devices, keys, settings, lessons, lines of chat. What stays, for the others' sake:
games and results, of "a former player". A seat in a running game is given up, so a bot plays on.
"""

import logging
import secrets
import time

from skerry.service.errors import BadRequest, NotFound
from skerry.service.identity.own_tables import OVER, rewrite, tables_of
from skerry.service.live.tables import Tables
from skerry.service.people import User, tidy
from skerry.service.table import identities
from skerry.service.table.commands import RemovePerson
from skerry.service.table.notices import Notice
from skerry.store.identity import Deletion
from skerry.store.protocol import Line, StoreUnavailable, Table

log = logging.getLogger("skerry.identity")
WAIT_SECONDS = 7 * 86400.0
FORMER = "a former player"  # in the English of the log of a table


class Leaving:
    """Deletes people who asked for it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store

    async def ask(self, user: User, typed: str) -> Deletion:
        """Note that a person wants to be deleted; they type their name to be sure."""
        if tidy(typed, 40).casefold() != user.name.casefold():
            raise BadRequest("this is not your name; type it as it is shown", "wrong_name")
        now = time.time()
        await self.store.identity.ask_deletion(Deletion(user.id, now, now + WAIT_SECONDS))
        asked = await self.store.identity.deletion(user.id)
        assert asked is not None
        return asked

    async def call_back(self, user: User) -> None:
        """Let a person stay after all."""
        if not await self.store.identity.call_back(user.id):
            raise NotFound("you are not going to be deleted", "not_leaving")

    async def delete_due(self, now: float) -> int:
        """Delete everybody whose week is over; return how many."""
        due = await self.store.identity.due_deletions(now)
        deleted = 0
        for user in due:
            try:
                await self.delete(user, now)
                deleted += 1
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("a person could not be deleted")  # the others are
        return deleted

    async def delete(self, user: str, now: float) -> None:
        """Delete a person now. If it is interrupted, it can be done again."""
        person = await self.store.accounts.person(user)
        async for table in tables_of(self.tables, user):
            await self._scrub_chat(table, user, person.name if person is not None else "")
            if table.status in OVER and table.id not in self.tables.live:
                await rewrite(self.tables, table.id, lambda one: identities.without(one, user))
                continue
            try:
                await self.tables.execute(table.id, RemovePerson(user))
            except NotFound:
                continue  # the operator has deleted it
        await self.store.personal.delete(user, f"former-{secrets.token_hex(12)}", now)
        log.info("a person was deleted")

    async def _scrub_chat(self, table: Table, user: str, name: str) -> None:
        """Take a person's names out of a table's notices, and their older lines out of the chat."""
        own = [n for n, seat in enumerate(table.seats) if user in seat.users]
        seats = [table.seats[number] for number in own]
        names = {
            name,
            *(seat.name for seat in seats),
            *(seat.names.get(user, "") for seat in seats),
        }
        others = {seat.name for n, seat in enumerate(table.seats) if n not in own}
        names -= {"", *others}
        for line in await self.store.chat(table.id, limit=100_000):
            changed = _without_names(line, names)
            # Older lines do not say who wrote them, only from which seat.
            if line.room != "notice" and line.seat in own and line.name in names:
                changed = Line(line.number, line.room, "", "", line.at, line.seat)
            if changed is not None:
                await self.store.rewrite_line(table.id, changed)


def _without_names(line: Line, names: set[str]) -> Line | None:
    """Return a notice without the names; None if it has none of them."""
    if not line.code or not names & set(line.args.values()):
        return None
    args = {key: "" if value in names else value for key, value in line.args.items()}
    english = {key: FORMER if value in names else value for key, value in line.args.items()}
    text = str(Notice(line.code, english))
    return Line(line.number, line.room, line.name, text, line.at, line.seat, line.code, args)
