"""What a returning player finds: the tables that wait for them first, then everything else.

One cheap request: nothing here replays a game or holds a table in memory.
"""

import time
from collections.abc import Iterable

from skerry.games import GAMES
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.messages import (
    ClockWish,
    ClosedGame,
    FinishedGame,
    HomeTables,
    NewTable,
    QuickPlay,
    SeatRequest,
    Waiting,
    WaitingGame,
    WaitingTable,
)
from skerry.service.people import User
from skerry.service.table import absence
from skerry.service.table.clock import left_now
from skerry.service.table.seats import has_seat, seats_of
from skerry.service.table.state import TableState
from skerry.service.viewers.frames import log_entry
from skerry.service.viewers.table_views import TableViews
from skerry.store.protocol import News, Table

CLOSED_SECONDS = 86400.0  # how long a game that was closed stays on the page
MOST_CURRENT = 200  # tables that wait or run
RECENT = 40  # tables looked through for the last finished ones and for quick play
MOST_CARDS = 20  # waiting tables in one answer
MOST_OTHERS = 8
MOST_OPEN = 4
MOST_FINISHED = 3
USUAL_BOTS = 2
USUAL_LEVEL = "steady"


class Home:
    """Everybody's home page."""

    def __init__(self, tables: Tables, views: TableViews) -> None:
        self.tables = tables
        self.views = views

    async def waiting(self, user: User) -> Waiting:
        """Return the tables at which it is the user's turn, the most urgent first."""
        current = await self._current(user)
        return Waiting(
            [
                WaitingTable(
                    id=table.id,
                    game=table.game,
                    name=table.name,
                    number=table.number,
                    round=table.round,
                    asked=table.asked,
                    due_in=self._due_in(table),
                )
                for table in self._ordered(current, user.id)
            ]
        )

    async def page(self, user: User) -> HomeTables:
        """Return all that matters to a user now; showing the page counts as being here."""
        store = self.tables.store
        current = await self._current(user)
        for table in current:
            if absence.concerns(table, user.id):
                await self.tables.presence.note(await self.tables.get(table.id), user)
        recent = await store.tables_of(user.id, RECENT) if user.id else []
        waiting = self._ordered(current, user.id)
        ids = {table.id for table in waiting}
        places = [(table.id, _asked_seat(table)) for table in waiting[:MOST_CARDS]]
        news = await store.news(places)
        mine = {table.id for table in current}
        openings = [
            table for table in await self.views.lobby(user, "open", 1e18) if table.id not in mine
        ]
        running = [
            table
            for table in await self.views.lobby(user, "running", 1e18)
            if table.id not in mine and table.watchable
        ]
        campaign = next((table for table in recent if _goes_on(table)), None)
        others = [table for table in current if table.id not in ids]
        return HomeTables(
            played=bool(recent),
            waiting=[self._card(table, user, news[table.id]) for table in waiting[:MOST_CARDS]],
            others=[self.views.info(table, user) for table in others[:MOST_OTHERS]],
            closed=[
                ClosedGame(self.views.info(table, user), table.closed)
                for table in recent
                if _closed_lately(table, user.id, time.time())
            ],
            finished=[
                FinishedGame(self.views.info(table, user), seat, place_of(table, seat))
                for table in _finished(recent)[:MOST_FINISHED]
                for seat in seats_of(table, user.id)[:1]
            ],
            open=[*openings, *running][:MOST_OPEN],
            open_count=len(openings) + len(running),
            campaign=None if campaign is None else self.views.info(campaign, user),
            quick=quick_play(recent, user.id),
        )

    async def _current(self, user: User) -> list[Table]:
        if not user.id:
            return []
        return await self.tables.store.tables_of(user.id, MOST_CURRENT, running=True)

    def _ordered(self, tables: list[Table], user: str) -> list[Table]:
        """Return the tables that wait for a user, the most urgent first."""
        found = [table for table in tables if waits_for(table, user)]
        return sorted(found, key=lambda table: urgency(table, self._due_in(table)))

    def _due_in(self, table: Table) -> float | None:
        if table.clock is None or table.turn is None or not table.clock.left:
            return None
        return left_now(table, self.tables.time.now())[table.turn]

    def _card(self, table: Table, user: User, news: News) -> WaitingGame:
        seat = _asked_seat(table)
        live = LiveTable(TableState(table))
        last = [] if news.last is None else log_entry(live, news.last, seat).events
        info, due = self.views.info(table, user), self._due_in(table)
        return WaitingGame(info, seat, table.asked, due, news.moves, last)


def waits_for(table: Table, user: str) -> bool:
    """Return whether it is a user's turn at a table."""
    if table.status != "running" or table.turn is None:
        return False
    seat = table.seats[table.turn]
    return user in seat.users and not seat.played_by_bot


def urgency(table: Table, due_in: float | None) -> tuple[int, float]:
    """Return the key to sort by: least time first, then people who wait longest, then bots."""
    if due_in is not None:
        return 0, due_in
    seat = _asked_seat(table)
    mine = set(table.seats[seat].users)
    people = any(
        other.users and not other.played_by_bot and not mine & set(other.users)
        for other in table.seats
    )
    # A game against bots that was left alone for long is not urgent: the newest comes first.
    return (1, table.updated) if people else (2, -table.updated)


def place_of(table: Table, seat: int) -> int:
    """Return a seat's place in a finished game, 0 if everybody lost.

    Behind the winners the points alone are given.
    """
    if seat in table.winners:
        return 1
    if not table.winners or seat >= len(table.scores):
        return 0
    ahead = sum(score > table.scores[seat] for score in table.scores)
    return max(ahead, len(table.winners)) + 1


def quick_play(recent: Iterable[Table], user: str) -> list[QuickPlay]:
    """Return one table of each kind to play at once: as it was played last, else the usual one.

    A kind is a game against bots, or alone where it can be played alone; the latest comes first.
    """
    found: dict[tuple[str, bool], QuickPlay] = {}
    for table in recent:
        kind = (table.game, len(table.seats) == 1)
        if kind not in found and _can_be_repeated(table, user):
            found[kind] = QuickPlay(_same_again(table, user), played=True)
    for name, game in GAMES.items():
        least, most = game.players
        bots = [SeatRequest("bot", level=USUAL_LEVEL)] * min(USUAL_BOTS, most - 1)
        usual = NewTable(name, [SeatRequest("me"), *bots])
        found.setdefault((name, False), QuickPlay(usual, played=False))
        if least == 1:
            alone = QuickPlay(NewTable(name, [SeatRequest("me")]), played=False)
            found.setdefault((name, True), alone)
    return list(found.values())


def _asked_seat(table: Table) -> int:
    assert table.turn is not None
    return table.turn


def _can_be_repeated(table: Table, user: str) -> bool:
    """Return whether a table was an ordinary one of this user against bots or alone."""
    special = table.daily or table.campaign is not None or table.begun or table.game not in GAMES
    people = [seat for seat in table.seats if seat.kind != "bot"]
    return not special and len(people) == 1 and user in people[0].users


def _same_again(table: Table, user: str) -> NewTable:
    clock = table.clock
    return NewTable(
        table.game,
        [
            SeatRequest("bot", level=seat.level or USUAL_LEVEL)
            if seat.kind == "bot"
            else SeatRequest("me")
            for seat in table.seats
        ],
        table.options,
        coach=table.coach,
        forecast=table.forecast,
        what_if=table.what_if,
        clock=None
        if clock is None
        else ClockWish(clock.kind, clock.seconds, clock.increment, clock.at_zero),
    )


def _goes_on(table: Table) -> bool:
    """Return whether a campaign goes on at this table, or after it."""
    campaign = table.campaign
    return campaign is not None and not campaign["over"] and not table.following


def _closed_lately(table: Table, user: str, now: float) -> bool:
    """Return whether a game ended although its player did not ask for it in the last day."""
    if table.status != "abandoned" or table.updated < now - CLOSED_SECONDS:
        return False
    gave_up = any(seat.resigned and user in seat.users for seat in table.seats)
    return not gave_up and has_seat(table, user)


def _finished(recent: list[Table]) -> list[Table]:
    return [table for table in recent if table.status == "finished"]
