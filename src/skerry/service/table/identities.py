"""Two people at a table become one, or a person is deleted."""

from typing import TypeVar

from msgspec.structs import replace

from skerry.service.table import seats
from skerry.service.table.commands import RemovePerson, ReplacePerson
from skerry.service.table.notices import Notice, notice
from skerry.service.table.outcome import Outcome
from skerry.service.table.records import given_up
from skerry.service.table.state import TableState
from skerry.store.protocol import AbsenceRequest, Seat, Table

V = TypeVar("V")


def clash(table: Table, gone: str, user: str) -> tuple[list[int], list[int]] | None:
    """Return the seats of either, if both sit at a table that is not over, on different seats."""
    if table.status not in ("open", "running"):
        return None
    here, there = seats.seats_of(table, gone), seats.seats_of(table, user)
    alone = [n for n in here if n not in there], [n for n in there if n not in here]
    return alone if all(alone) else None


def replaced(table: Table, gone: str, user: str) -> Table:
    """Return a table at which a person sits wherever the one who goes did."""

    def renamed(before: str) -> str:
        return user if before == gone else before

    def seated(seat: Seat) -> Seat:
        if gone not in seat.users:
            return seat
        users = list(dict.fromkeys(map(renamed, seat.users)))
        claimed = _moved(seat.claimed, gone, user)
        return replace(seat, users=users, claimed=claimed, names=_moved(seat.names, gone, user))

    absences = [replace(one, user=renamed(one.user)) for one in table.absences]
    return replace(
        table,
        host=renamed(table.host),
        seats=[seated(seat) for seat in table.seats],
        absences=absences,
    )


def _moved(values: dict[str, V], gone: str, user: str) -> dict[str, V]:
    """Give the value of one user to another, unless that one has a value already."""
    moved = {key: value for key, value in values.items() if key != gone}
    if gone in values:
        moved.setdefault(user, values[gone])
    return moved


def replace_person(current: TableState, command: ReplacePerson) -> Outcome:
    """Seat a person wherever the one who goes sat; of two seats the chosen ones stay."""
    table, gone, user = current.table, command.gone, command.user
    both = clash(table, gone, user)
    said: list[Notice] = []
    if both is not None:
        here, there = both
        given: list[int] = {"both": [], "here": there, "there": here}[command.keep]
        for number in given:
            after = _off(table, number, gone if number in here else user)
            if after.seats[number].resigned and not table.seats[number].resigned:
                said.append(notice("resigned", name=table.seats[number].name))
            table = after
        if not given:
            table = replace(table, unrated=table.unrated or table.status == "running")
            name, other = table.seats[here[0]].name, table.seats[there[0]].name
            said.append(notice("same_person", name=name, other=other))
    return _settled(current, replaced(table, gone, user), said)


def without(table: Table, user: str) -> Table:
    """Return a table without a person: seats that nobody shares are a former player's."""
    changed = []
    for seat in table.seats:
        if user in seat.users:
            seat = _left(seat, user)
            if not seat.users:
                seat = replace(seat, name="", former=True)
        changed.append(seat)
    return replace(table, seats=changed, host="" if table.host == user else table.host)


def remove_person(current: TableState, command: RemovePerson) -> Outcome:
    """Take a deleted person off a table: a seat in a running game is given up."""
    table, user = current.table, command.user
    said: list[Notice] = []
    for number in seats.seats_of(table, user):
        alone = table.seats[number].users == [user]
        if alone and table.status == "open":
            table = seats.left(table, number)
        elif alone and table.status == "running" and not table.seats[number].resigned:
            table = seats.resigned(table, number)
            said.append(notice("player_deleted"))
    table = without(table, user)
    absences = [one for one in table.absences if one.user != user and _still(table, one)]
    table = replace(table, absences=absences)
    if not table.host:
        others = [seat.users[0] for seat in table.seats if seat.kind == "human" and seat.users]
        table = replace(table, host=others[0] if others else "")
        if table.status == "open" and not others:
            table = replace(table, status="abandoned", turn=None, public=False)
    return _settled(current, table, said)


def _still(table: Table, request: AbsenceRequest) -> bool:
    """Return whether a request is about a seat that somebody has."""
    return request.seat < 0 or bool(table.seats[request.seat].users)


def _off(table: Table, number: int, user: str) -> Table:
    """Take a person off a seat: it is free before the game, resigned during it.

    Others who share the seat go on with it.
    """
    if table.seats[number].users == [user]:
        if table.status == "open":
            return seats.left(table, number)
        if not table.seats[number].resigned:
            table = seats.resigned(table, number)
    changed = list(table.seats)
    changed[number] = _left(table.seats[number], user)
    return replace(table, seats=changed)


def _left(seat: Seat, user: str) -> Seat:
    users = [each for each in seat.users if each != user]
    claimed = {each: at for each, at in seat.claimed.items() if each != user}
    names = {each: name for each, name in seat.names.items() if each != user}
    return replace(seat, users=users, claimed=claimed, names=names, link=seat.link + 1)


def _settled(current: TableState, table: Table, said: list[Notice]) -> Outcome:
    """Return the outcome; a running game that no person plays any more ends as it stands."""
    if table == current.table:
        return Outcome(current)
    if table.status == "running" and not seats.humans(table):
        table = given_up(table, current.game, current.state)
    return Outcome(current.with_table(table), notices=said)
