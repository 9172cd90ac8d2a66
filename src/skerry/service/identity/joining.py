"""A device signs in as a person it was not before, and brings along what it has.

Two steps. First the device proves who it is: by a passkey, a recovery code, or the claim code that
another device shows. It gets a ticket, and is shown whose identity that is and what it would bring
along. Then it confirms. Game tables follow one by one after the rest; whatever interrupts that, it
is taken up again.
"""

import contextlib
import logging
import secrets
import time

from skerry.service.errors import NotAllowed, NotFound, Stale
from skerry.service.identity.codes import (
    BadCode,
    CodeHashes,
    new_claim_code,
    new_recovery_code,
    tidy_claim_code,
    tidy_recovery_code,
)
from skerry.service.identity.own_tables import OVER, rewrite, tables_of
from skerry.service.live.tables import Tables
from skerry.service.messages import Offer, SeatClash
from skerry.service.people import User
from skerry.service.table import identities
from skerry.service.table.commands import ReplacePerson
from skerry.store.identity import ClaimCode, KeptSeats, Merge, Ticket
from skerry.store.protocol import StoreUnavailable, WriteConflict

log = logging.getLogger("skerry.identity")
CLAIM_SECONDS = 600.0
TICKET_SECONDS = 600.0
RETRY_SECONDS = 20.0  # until a merge is looked at again, for what was under way meanwhile


class TicketGone(NotAllowed):
    """A sign-in that took too long, or was finished already."""

    code = "ticket_gone"


class Joining:
    """Codes that a person's devices show, and devices that join by them."""

    def __init__(self, tables: Tables, secret: bytes) -> None:
        self.tables = tables
        self.store = tables.store
        self.hashes = CodeHashes(secret)

    # -- what a device of the person asks for

    async def new_recovery_code(self, user: str, device: str) -> str:
        """Return a new recovery code; the old one opens nothing any more."""
        code = new_recovery_code()
        hash = await self.hashes.recovery(code)
        await self.store.identity.set_recovery(user, hash, device, time.time())
        return code

    async def new_claim_code(self, user: str, device: str) -> tuple[str, float]:
        """Return a code for one further device, and until when it is valid."""
        expires = time.time() + CLAIM_SECONDS
        for _ in range(3):  # in case somebody else has the same
            code = new_claim_code()
            with contextlib.suppress(WriteConflict):
                claim = ClaimCode(user, device, expires)
                await self.store.identity.set_claim(self.hashes.fast("claim", code), claim)
                return code, expires
        raise NotAllowed("this device was signed out; load the page again", "signed_out")

    # -- the first step of a device that joins

    async def by_recovery_code(self, text: str, here: User | None, device: str) -> Offer:
        """Return the offer for a recovery code; raises BadCode."""
        hash = await self.hashes.recovery(tidy_recovery_code(text))
        user = await self.store.identity.recovery_user(hash)
        if not user:
            raise BadCode("this recovery code opens nothing; a newer one may have replaced it")
        return await self.offer(user, f"recovery {hash}", here, device)

    async def by_claim_code(self, text: str, here: User | None, device: str) -> Offer:
        """Return the offer for a claim code; raises BadCode."""
        hash = self.hashes.fast("claim", tidy_claim_code(text))
        claim = await self.store.identity.claim(hash, time.time())
        if claim is None:
            raise BadCode("this code is not valid any more; ask for a new one on the other device")
        return await self.offer(claim.user, f"claim {hash}", here, device)

    async def offer(self, user: str, detail: str, here: User | None, device: str) -> Offer:
        """Return what a device may confirm, once it has proved to act for a person."""
        person = await self.store.accounts.person(user)
        if person is None:
            raise BadCode("this person was deleted")
        token = secrets.token_urlsafe(24)
        hash = self.hashes.fast("ticket", token)
        ticket = Ticket("join", user, device, detail, time.time() + TICKET_SECONDS)
        await self.store.identity.add_ticket(hash, ticket)
        offer = Offer(token, person.name, person.made)
        if here is not None:
            offer.same = here.id == user
            if not offer.same:
                await self._describe_here(offer, here, user)
        return offer

    async def _describe_here(self, offer: Offer, here: User, user: str) -> None:
        """Say what the device would bring along."""
        identity = self.store.identity
        offer.here = here.name
        offer.tables, offer.clashes = await self._clashes(here.id, user)
        devices = await self.store.accounts.devices(here.id, time.time())
        browsers = [device for device in devices if device.kind == "browser"]
        keys = await identity.passkeys(here.id) or await identity.recovery(here.id)
        offer.kept = bool(keys) or len(browsers) > 1

    async def _clashes(self, gone: str, user: str) -> tuple[int, list[SeatClash]]:
        """Count the tables of the one who goes; list those at which both have a seat."""
        count, found = 0, []
        async for table in tables_of(self.tables, gone):
            count += 1
            both = identities.clash(table, gone, user)
            if both is not None:
                here, there = ([table.seats[n].name for n in seats] for seats in both)
                clash = SeatClash(table.id, table.game, table.name, table.status, here, there)
                found.append(clash)
        return count, found

    # -- the second step

    async def confirm(self, token: str, here: User | None, device: str) -> User:
        """Use a ticket up; return the person whom the device acts for from now on."""
        now = time.time()
        identity = self.store.identity
        ticket = await identity.take_ticket(self.hashes.fast("ticket", token), "join", now)
        if ticket is None or ticket.device != device:
            raise TicketGone("this took too long, or was done already; begin again")
        kind, _, key = ticket.detail.partition(" ")
        # What opened the door may have been replaced or removed since.
        if kind == "claim" and not await identity.take_claim(key, now):
            raise BadCode("this code is not valid any more; ask for a new one on the other device")
        if kind == "passkey" and await identity.passkey(key) is None:
            raise BadCode("this passkey was removed; sign in another way")
        if kind == "recovery" and not await identity.use_recovery(key, now):
            raise BadCode("this recovery code opens nothing; a newer one has replaced it")
        person = await self.store.accounts.person(ticket.user)
        if person is None:
            raise BadCode("this person was deleted")
        return User(person.id, person.name)

    async def merge(self, gone: str, user: str, keep: dict[str, KeptSeats]) -> None:
        """Give everything of a person to another one."""
        merge = Merge(gone, user, time.time(), keep)
        if not await self.store.personal.merge(merge):
            raise Stale("this person was deleted meanwhile; begin again", "ticket_gone")
        try:
            await self._move_tables(merge)
        except (StoreUnavailable, WriteConflict, Stale) as error:  # it is taken up again
            log.warning("tables have not followed yet", extra={"why": str(error)})

    async def finish_merges(self) -> None:
        """Let the tables follow that have not yet, also those taken while others were moved."""
        for merge in await self.store.personal.unfinished_merges(time.time() - RETRY_SECONDS):
            try:
                await self._move_tables(merge)
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("the tables of a merge could not follow")  # those of others do
                continue
            await self.store.personal.finish_merge(merge.gone)

    async def _move_tables(self, merge: Merge) -> None:
        async for table in tables_of(self.tables, merge.gone):
            keep = merge.keep.get(table.id, "both")
            if table.status in OVER and table.id not in self.tables.live:
                await rewrite(
                    self.tables,
                    table.id,
                    lambda stored: identities.replaced(stored, merge.gone, merge.user),
                )
            else:
                with contextlib.suppress(NotFound):  # the operator has deleted it
                    command = ReplacePerson(merge.gone, merge.user, keep)
                    await self.tables.execute(table.id, command)
