"""New tables: with a fresh deal, from a position of another game, from a record, or again."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import structs

from skerry.games import GAMES
from skerry.kernel.events import Json
from skerry.kernel.rng import Chance
from skerry.service.errors import NotAllowed, Refused
from skerry.service.messages import NewTable
from skerry.service.people import User, tidy
from skerry.service.table import campaigns, clock, rated, seats
from skerry.service.table.commands import Rematch
from skerry.service.table.notices import Notice, notice
from skerry.service.table.outcome import Outcome
from skerry.service.table.records import replayed
from skerry.service.table.start import started, started_if_full
from skerry.service.table.state import TableState, deal, rebuild, turn_of
from skerry.store.protocol import Coach, Entry, Seat, Table


class CoachOptions(NamedTuple):
    """What the coach may do at a table."""

    coach: Coach
    forecast: bool
    what_if: bool


@dataclass(frozen=True)
class Beginning:
    """A game that a new table goes on with."""

    game: str
    players: int
    setup: dict[str, Any]  # of today's rules
    entries: list[Entry]
    table: str = ""  # where it was played
    notice: Notice | None = None  # what the others should know
    people: dict[int, str] = field(default_factory=dict)  # by seat, who played in the record
    coach: CoachOptions | None = None  # at the table where it was played
    daily: str = ""  # the daily challenge it is, as in `Table`
    while_asked: str = ""
    bot_seed: int = 0


def from_table(source: TableState, log: list[Entry], moves: int, user: User) -> Beginning:
    """Return the first moves of a finished table that a user may see."""
    table = source.table
    if not seats.may_watch(table, user.id):
        raise NotAllowed("this table is closed to spectators", "not_watchable")
    if table.status not in ("finished", "abandoned") or table.setup is None:
        raise NotAllowed("a new table can play on only from a finished game", "not_finished")
    entries = {entry.number: entry for entry in log}
    kept = [
        structs.replace(entries[move.number], number=number)
        for number, move in enumerate(source.history[:moves], start=1)
    ]
    setup = source.game.adapt(table.setup, table.rules)
    said = notice("position_chosen", name=user.name)
    coach = CoachOptions(table.coach, table.forecast, table.what_if)
    return Beginning(table.game, len(table.seats), setup, kept, table.id, said, coach=coach)


def from_record(text: str, user: User, now: float) -> Beginning:
    """Return the game of a record; raises what is wrong with it."""
    record, entries, state = replayed(text, now)
    said = notice("game_brought", name=user.name)
    setup = GAMES[record.game].adapt(record.setup, record.rules)
    people = _people(record.meta) if turn_of(state) is None else {}
    return Beginning(record.game, state.n, setup, entries, notice=said, people=people)


def _people(meta: Json) -> dict[int, str]:
    """Return the people whom a record names, by seat."""
    names, levels = meta.get("seats"), meta.get("levels")
    if not isinstance(names, list) or not isinstance(levels, list):
        return {}
    pairs = enumerate(zip(names, levels, strict=False))
    return {seat: tidy(str(name), 40) for seat, (name, level) in pairs if not level}


def coach_options(new_table: NewTable, beginning: Beginning | None) -> CoachOptions:
    """Return what the coach may do: as asked for, as where the game was played, or as usual."""
    coach = new_table.coach
    if coach is None and new_table.hints is not None:
        coach = "full" if new_table.hints else "off"
    if coach is not None:
        options = CoachOptions(coach, forecast=coach != "off", what_if=coach != "off")
    elif beginning is not None and beginning.coach is not None:
        options = beginning.coach
    else:
        people = sum(seat.kind != "bot" for seat in new_table.seats)
        options = CoachOptions("words" if people > 1 else "full", forecast=True, what_if=True)
    return CoachOptions(
        options.coach,
        options.forecast if new_table.forecast is None else new_table.forecast,
        options.what_if if new_table.what_if is None else new_table.what_if,
    )


def create(
    new_table: NewTable,
    user: User,
    id: str,
    now: float,
    chance: Chance,
    beginning: Beginning | None = None,
    previous: Table | None = None,
) -> Outcome:
    """Return a new table as a user asked for it; it starts at once if nobody is missing."""
    if new_table.game not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(f"unknown game {new_table.game[:40]!r}; there are {known}", "unknown_game")
    new_table = rated.checked(new_table)
    coach, forecast, what_if = coach_options(new_table, beginning)
    table = Table(
        id=id,
        game=new_table.game,
        rules=GAMES[new_table.game].rules,
        host=user.id,
        seats=seats.new_seats(new_table.seats, user),
        created=now,
        updated=now,
        name=tidy(new_table.name, 60),
        options=new_table.options,
        public=new_table.public,
        watchable=new_table.watchable,
        start_when_full=new_table.start_when_full,
        coach=coach,
        forecast=forecast,
        what_if=what_if,
        rated=new_table.rated,
        clock=clock.new_clock(new_table.clock),
        previous=previous.id if previous else "",
    )
    table = rated.with_clock(table)
    rated.check_seats(table)
    if beginning is not None:
        return _going_on(table, beginning, now, chance)
    if new_table.campaign:
        table = campaigns.begin(table, previous)
    table = _with_options(table, chance)
    return Outcome(started_if_full(TableState(table), now, chance))


def _with_options(table: Table, chance: Chance) -> Table:
    """Return a table with all its options, defaults included.

    The trial deal finds what is wrong with them before anybody sits down.
    """
    setup = GAMES[table.game].setup(deal(table, chance))
    return structs.replace(table, options=setup.get("options", {}))


def _going_on(table: Table, beginning: Beginning, now: float, chance: Chance) -> Outcome:
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
        begun=len(beginning.entries),
        unrated=True,
        previous=beginning.table or table.previous,
        daily=beginning.daily,
        while_asked=beginning.while_asked,
        bot_seed=beginning.bot_seed,
    )
    for seat, name in beginning.people.items():  # nobody plays on: they are shown as they were
        if seat < len(table.seats) and table.seats[seat].kind == "bot" and name:
            table.seats[seat] = Seat("human", name)
    table = _with_options(table, chance)
    current = rebuild(table, beginning.entries)
    if seats.full(table):
        current = started(current, now, chance)
    notices = [beginning.notice] if beginning.notice else []
    return Outcome(current, beginning.entries, notices)


def dated(outcome: Outcome, date: float) -> Outcome:
    """Return a new table with the date of its making, in seconds since 1970."""
    table = structs.replace(outcome.after.table, created=date, updated=date)
    return structs.replace(outcome, after=outcome.after.with_table(table))


def rematch(current: TableState, command: Rematch, now: float, chance: Chance) -> Outcome:
    """Return a further table with the same people; there is one only, whoever asks first."""
    table = current.table
    if not seats.has_seat(table, command.user.id):
        raise NotAllowed("only players can ask for a rematch", "not_seated")
    if table.following:
        return Outcome(current)
    if table.status not in ("finished", "abandoned"):
        raise Refused("the game is not over; a rematch comes after it", "not_finished")
    new_table = seats.rematch_request(table)
    empty = create(new_table, command.user, command.id, now, chance, previous=table).after
    seated = empty.with_table(seats.reseated(empty.table, table))
    again = Outcome(started_if_full(seated, now, chance))
    after = current.with_table(structs.replace(table, following=command.id))
    return Outcome(after, created=again)
