"""What the operator may do, and what follows from it for everybody else.

Measures and announcements are in the store. Each server process holds a copy of those that are in
force, and reads them again when the store's revision has grown.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

from skerry.service.errors import NotAllowed, NotFound
from skerry.service.live.tables import Tables, batched
from skerry.service.people import tidy
from skerry.service.table.commands import CloseTable
from skerry.service.wall_clock import WallClock
from skerry.store.moderation import Act, Announcement, Measure, ModerationStore, Retention
from skerry.store.protocol import Status, StoreUnavailable

log = logging.getLogger("skerry.moderation")
WATCH_SECONDS = 2.0
FIRST_RETENTION_SECONDS = 120.0
RETENTION_SECONDS = 3600.0
REMOVED_AT_ONCE = 50
LINES_AT_ONCE = 500  # lines of chat in one notice to the other servers
OPERATOR = "operator"
SERVER = "skerry"


class Banned(NotAllowed):
    """The operator has excluded the caller."""

    code = "banned"


class Muted(NotAllowed):
    """The operator does not let the caller write."""

    code = "muted"


class Moderation:
    """The operator's measures: stored, enforced and cached."""

    def __init__(self, tables: Tables, store: ModerationStore) -> None:
        self.tables = tables
        self.store = store
        self.measures: dict[tuple[str, str], Measure] = {}
        self.announcements: list[Announcement] = []
        self.revision = -1
        self.on_ban: Callable[[str], None] = lambda target: None  # user:ID or address:ADDRESS

    # -- what follows for everybody

    def check_access(self, user: str, address: str) -> None:
        """Raise Banned for somebody who is excluded, by name or by address."""
        if self.measures:
            for target in (f"user:{user}", f"address:{address}"):
                measure = self._holds("ban", target)
                if measure is not None:
                    raise Banned(f"you are excluded from this server{_why(measure)}")

    def check_speech(self, user: str) -> None:
        """Raise Muted for somebody who may not write."""
        measure = self._holds("mute", f"user:{user}")
        if measure is not None:
            raise Muted(f"you cannot write messages here{_why(measure)}")

    def _holds(self, kind: str, target: str) -> Measure | None:
        measure = self.measures.get((kind, target))
        if measure is None or 0 < measure.until < time.time():
            return None
        return measure

    def of(self, user: str) -> tuple[Measure | None, Measure | None]:
        """Return the mute and the ban of a person."""
        return self._holds("mute", f"user:{user}"), self._holds("ban", f"user:{user}")

    async def refresh(self) -> None:
        """Read what is in force, if it has changed."""
        revision = await self.store.revision()
        if revision == self.revision:
            return
        now = time.time()
        before = self.measures
        measures = await self.store.measures(now)
        self.measures = {(one.kind, one.target): one for one in measures}
        self.announcements = await self.store.announcements(now)
        self.revision = revision
        for key in self.measures.keys() - before.keys():
            if key[0] == "ban":
                self.on_ban(key[1])

    async def watch(self) -> None:
        """Listen for what other processes have done."""
        while True:
            with contextlib.suppress(StoreUnavailable):
                await self.refresh()
            await asyncio.sleep(WATCH_SECONDS)

    def announced(self) -> list[Announcement]:
        """Return what is announced now."""
        now = time.time()
        return [each for each in self.announcements if each.until > now]

    # -- what the operator does

    async def take_measure(
        self, kind: str, target: str, seconds: float, reason: str, who: str = OPERATOR
    ) -> None:
        """Mute or ban somebody for a time, or with 0 for good."""
        now = time.time()
        until = now + seconds if seconds else 0.0
        measure = Measure(0, "mute" if kind == "mute" else "ban", target, reason, now, until)
        await self.store.add_measure(measure, Act(now, who, kind, target, reason))
        await self.refresh()

    async def end_measure(self, kind: str, target: str, reason: str) -> None:
        """Lift a mute or a ban."""
        act = Act(time.time(), OPERATOR, f"un{kind}", target, reason)
        if not await self.store.end_measure(kind, target, act):
            raise NotFound(f"there is no {kind} of {target}", "no_measure")
        await self.refresh()

    async def announce(self, text: str, seconds: float) -> int:
        """Show an announcement to everybody for a time."""
        now = time.time()
        announcement = Announcement(0, tidy(text, 300), now, now + seconds)
        number = await self.store.announce(announcement, Act(now, OPERATOR, "announce", "", ""))
        await self.refresh()
        return number

    async def end_announcement(self, number: int) -> None:
        """Withdraw an announcement."""
        now = time.time()
        act = Act(now, OPERATOR, "unannounce", str(number), "")
        if not await self.store.end_announcement(number, now, act):
            raise NotFound("there is no such announcement", "no_announcement")
        await self.refresh()

    async def close_table(self, id: str, reason: str) -> None:
        """End a game as it stands; its players will read the reason."""
        await self.tables.execute(id, CloseTable(reason))
        await self.store.note(Act(time.time(), OPERATOR, "close", f"table:{id}", reason))

    async def delete_table(self, id: str, reason: str, who: str = OPERATOR) -> None:
        """Remove a table with everything that belongs to it."""
        live = self.tables.live.get(id)
        act = Act(time.time(), who, "delete", f"table:{id}", reason)
        if live is None:
            done = await self.store.delete_table(id, act)
        else:
            # Not while a move is being written: one at a time.
            done = await self.tables.exclusively(live, lambda: self.store.delete_table(id, act))
            self.tables.forget(live)
        self.tables.peers.publish("deleted", id)
        if not done:
            raise NotFound(f"there is no table {id[:20]!r}", "no_table")

    async def delete_chat(self, id: str, numbers: list[int], reason: str) -> int:
        """Remove lines of a table's chat, also from open pages."""
        if await self.tables.store.load(id) is None:
            raise NotFound(f"there is no table {id[:20]!r}", "no_table")
        act = Act(time.time(), OPERATOR, "delete chat", f"table:{id}", reason)
        removed = await self.store.delete_chat(id, numbers, act)
        live = self.tables.live.get(id)
        if live is not None:
            for viewer in live.viewers:
                viewer.remove_lines(removed)
        for some in batched(removed, LINES_AT_ONCE):
            self.tables.peers.publish("removed", id, ",".join(map(str, some)))
        return len(removed)

    async def set_retention(self, retention: Retention) -> None:
        """Change after how long things are removed."""
        days = f"finished {retention.finished}, idle {retention.idle}"
        days += f", chat {retention.chat}, log {retention.log} days"
        await self.store.set_retention(retention, Act(time.time(), OPERATOR, "retention", "", days))

    # -- retention

    async def keep_tidy(self, clock: WallClock) -> None:
        """Remove every hour what is older than the operator keeps."""
        await asyncio.sleep(FIRST_RETENTION_SECONDS)
        while True:
            try:
                if clock.trusted():
                    await self.remove_old(time.time())
            except StoreUnavailable:
                pass
            except Exception:
                log.exception("retention failed")
            await asyncio.sleep(RETENTION_SECONDS)

    async def remove_old(self, now: float) -> dict[str, int]:
        """Remove what is older than the operator keeps; return how much."""
        retention = await self.store.retention()
        removed = {"finished": 0, "idle": 0, "chat": 0, "log": 0}
        over: list[Status] = ["finished", "abandoned"]
        waiting: list[Status] = ["open", "running"]
        for name, days, status in (
            ("finished", retention.finished, over),
            ("idle", retention.idle, waiting),
        ):
            skipped = 0
            while days:
                # Those that were skipped before are the first of the list.
                many = REMOVED_AT_ONCE + skipped
                ids = (await self.store.overdue(status, now - days * 86400, many))[skipped:]
                for id in ids:
                    if not await self._remove(id, f"{name}: {days} days"):
                        skipped += 1
                        continue
                    removed[name] += 1
                if not ids:
                    break
                await asyncio.sleep(0)
        while retention.chat and (
            count := await self.store.remove_chat(now - retention.chat * 86400, 1000)
        ):
            removed["chat"] += count
        if retention.log:
            removed["log"] = await self.store.remove_audit(now - retention.log * 86400)
        if removed["chat"]:
            reason = f"{removed['chat']} lines, {retention.chat} days"
            await self.store.note(Act(now, SERVER, "delete chat", "", reason))
        return removed

    async def _remove(self, id: str, reason: str) -> bool:
        """Remove a table that nobody has used for long; not one whose clock runs, or is watched."""
        table = await self.tables.store.load(id)
        live = self.tables.live.get(id)
        if table is None or (live is not None and live.viewers):
            return False
        if (await self.tables.peers.connected([id])).get(id):
            return False
        if table.status == "running" and table.clock is not None:
            return False  # it ends by itself
        await self.delete_table(id, reason, SERVER)
        return True


def _why(measure: Measure) -> str:
    """Return until when and why, for the person."""
    until = ""
    if measure.until:
        until = datetime.fromtimestamp(measure.until, UTC).strftime(" until %d %B %Y %H:%M UTC")
    return f"{until}: {measure.reason}" if measure.reason else until
