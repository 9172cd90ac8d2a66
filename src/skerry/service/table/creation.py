"""New tables: with a fresh deal, from a position of another game, from a record, or again."""

from dataclasses import dataclass
from typing import Any

from msgspec import structs

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.errors import NotAllowed, Refused
from skerry.service.messages import NewTable
from skerry.service.people import User, tidy
from skerry.service.table import campaigns, clock, seats
from skerry.service.table.commands import Rematch
from skerry.service.table.outcome import Outcome
from skerry.service.table.records import replayed
from skerry.service.table.start import started, started_if_full
from skerry.service.table.state import TableState, deal, rebuild
from skerry.store.protocol import Entry, Table


@dataclass(frozen=True)
class Beginning:
    """A game that a new table goes on with."""

    game: str
    players: int
    setup: dict[str, Any]  # of today's rules
    entries: list[Entry]
    table: str = ""  # where it was played
    notice: str = ""  # what the others should know


def from_table(source: TableState, log: list[Entry], moves: int) -> Beginning:
    """Return the first moves of a finished table."""
    table = source.table
    if table.status not in ("finished", "abandoned") or table.setup is None:
        raise NotAllowed("a new table can play on only from a finished game", "not_finished")
    entries = {entry.number: entry for entry in log}
    kept = [
        structs.replace(entries[move.number], number=number)
        for number, move in enumerate(source.history[:moves], start=1)
    ]
    setup = source.game.adapt(table.setup, table.rules)
    return Beginning(table.game, len(table.seats), setup, kept, table.id)


def from_record(text: str, user: User, now: float) -> Beginning:
    """Return the game of a record; raises what is wrong with it."""
    record, entries, state = replayed(text, now)
    notice = f"{user.name} brought this game, and may know what is hidden"
    setup = GAMES[record.game].adapt(record.setup, record.rules)
    return Beginning(record.game, state.n, setup, entries, notice=notice)


def create(
    wish: NewTable,
    user: User,
    id: str,
    now: float,
    chance: Rng,
    beginning: Beginning | None = None,
    previous: Table | None = None,
) -> Outcome:
    """Return a new table as a user wishes it; it starts at once if nobody is missing."""
    if wish.game not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(f"unknown game {wish.game[:40]!r}; there are {known}", "unknown_game")
    table = Table(
        id=id,
        game=wish.game,
        rules=GAMES[wish.game].rules,
        host=user.id,
        seats=[seats.seat_for(seat, user, i) for i, seat in enumerate(wish.seats)],
        created=now,
        updated=now,
        name=tidy(wish.name, 60),
        options=wish.options,
        public=wish.public,
        watchable=wish.watchable,
        start_when_full=wish.start_when_full,
        hints=wish.hints,
        clock=clock.new_clock(wish.clock),
        previous=previous.id if previous else "",
    )
    if beginning is not None:
        return _going_on(table, beginning, now, chance)
    if wish.campaign:
        table = campaigns.begin(table, previous)
    table = _with_options(table, chance)
    return Outcome(started_if_full(TableState(table), now, chance))


def _with_options(table: Table, chance: Rng) -> Table:
    """Return a table with all its options, defaults included.

    The trial deal finds what is wrong with them before anybody sits down.
    """
    setup = GAMES[table.game].setup(deal(table, chance))
    return structs.replace(table, options=setup.get("options", {}))


def _going_on(table: Table, beginning: Beginning, now: float, chance: Rng) -> Outcome:
    """Return a table that goes on with a game; it starts as soon as it is full."""
    if beginning.game != table.game or beginning.players != len(table.seats):
        raise Refused(
            "the new table needs as many seats as the game it goes on with, and the same game",
            "bad_seats",
        )
    table = structs.replace(
        table,
        setup=beginning.setup,
        number=len(beginning.entries),
        previous=beginning.table or table.previous,
    )
    table = _with_options(table, chance)
    current = rebuild(table, beginning.entries)
    if seats.full(table):
        current = started(current, now, chance)
    notices = [beginning.notice] if beginning.notice else []
    return Outcome(current, beginning.entries, notices)


def rematch(current: TableState, command: Rematch, now: float, chance: Rng) -> Outcome:
    """Return a further table with the same people; there is one only, whoever asks first."""
    table = current.table
    if not seats.seats_of(table, command.user.id):
        raise NotAllowed("only players can ask for a rematch", "not_seated")
    if table.following:
        return Outcome(current)
    if table.status not in ("finished", "abandoned"):
        raise Refused("the game is not over; a rematch comes after it", "not_finished")
    wish = seats.rematch_wish(table)
    empty = create(wish, command.user, command.id, now, chance, previous=table).after
    seated = empty.with_table(seats.reseated(empty.table, table))
    again = Outcome(started_if_full(seated, now, chance))
    after = current.with_table(structs.replace(table, following=command.id))
    return Outcome(after, created=again)
