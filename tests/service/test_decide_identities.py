"""Two people at a table become one, or a person leaves: decided without a server."""

import pytest
from msgspec.structs import replace

from skerry.kernel.rng import Rng
from skerry.service.errors import NotAllowed
from skerry.service.people import User
from skerry.service.table import identities, seats
from skerry.service.table.commands import Claim, ReissueLink, RemovePerson, ReplacePerson
from skerry.service.table.decide import decide
from skerry.service.table.state import TableState
from skerry.store.protocol import AbsenceRequest, Seat, Table

ANN, BOB = Seat("human", "Ann", ["ann"]), Seat("human", "Bob", ["bob"])
BOT = Seat("bot", "Tern", level="steady")
HOST, GUEST = User("ann", "Ann"), User("gus", "Gus")


def at(*seats: Seat, **more: object) -> TableState:
    table = Table("abcdefgh", "nusfjord", 1, "ann", list(seats), 1.0, status="running", version=3)
    return TableState(replace(table, **more))


def after(state: TableState, command: ReplacePerson | RemovePerson) -> Table:
    table = decide(state, command, 10.0, Rng(0)).after.table
    assert table.version == 4 and state.table.version == 3
    return table


def test_a_person_sits_where_the_other_did() -> None:
    seat = Seat("human", "Bob", ["eve", "bob"], claimed={"bob": 5.0}, names={"bob": "Bob"})
    request = AbsenceRequest("free", 0, 1, "bob", 1.0)
    state = at(ANN, seat, host="bob", absences=[request])
    table = after(state, ReplacePerson("bob", "cleo"))
    assert table.seats[1].users == ["eve", "cleo"] and table.host == "cleo"
    assert table.seats[1].claimed == {"cleo": 5.0} and table.seats[1].names == {"cleo": "Bob"}
    assert table.absences[0].user == "cleo"
    assert "bob" not in str(table), "nothing is left"


def test_who_has_nothing_here_changes_nothing() -> None:
    state = at(ANN, BOT)
    for command in (ReplacePerson("bob", "ann"), RemovePerson("bob")):
        assert decide(state, command, 10.0, Rng(0)).after is state


def test_a_seat_of_both_is_no_clash() -> None:
    shared = Seat("human", "Ann", ["ann", "bob"])
    state = at(shared, BOT)
    assert identities.clash(state.table, "bob", "ann") is None
    table = after(state, ReplacePerson("bob", "ann"))
    assert table.seats[0].users == ["ann"] and not table.unrated


def test_nobody_takes_a_seat_that_was_given_up() -> None:
    seated = at(ANN, BOB, Seat("human", "Cleo", ["cleo"]))
    for command in (RemovePerson("bob"), ReplacePerson("bob", "cleo", "there")):
        state = decide(seated, command, 10.0, Rng(0)).after
        link = state.table.seats[1].link
        for attempt in (ReissueLink(HOST, 1), Claim(HOST, 1, link), Claim(GUEST, 1, link)):
            with pytest.raises(NotAllowed, match="given up"):
                decide(state, attempt, 11.0, Rng(0))
        with pytest.raises(NotAllowed, match="given up"):
            seats.may_see_link(state.table, HOST, 1)


def test_of_two_seats_the_chosen_one_stays() -> None:
    state = at(ANN, BOB)
    assert identities.clash(state.table, "bob", "ann") == ([1], [0])
    both = after(state, ReplacePerson("bob", "ann", "both"))
    assert [seat.users for seat in both.seats] == [["ann"], ["ann"]] and both.unrated
    here = after(state, ReplacePerson("bob", "ann", "here"))
    assert [seat.users for seat in here.seats] == [[], ["ann"]]
    assert [seat.resigned for seat in here.seats] == [True, False]
    assert here.seats[0].name == "Ann" and not here.seats[0].former and not here.unrated
    waiting = at(ANN, BOB, status="open")
    there = after(waiting, ReplacePerson("bob", "ann", "there"))
    assert there.seats[1].kind == "open", "before the game the seat is free"
    over = at(ANN, BOB, status="finished")
    assert identities.clash(over.table, "bob", "ann") is None, "nothing to choose any more"


def test_a_person_who_leaves_gives_up_the_seat() -> None:
    request = AbsenceRequest("substitute", 0, 1, "bob", 1.0)
    state = at(ANN, BOB, absences=[request])
    outcome = decide(state, RemovePerson("ann"), 10.0, Rng(0))
    table = outcome.after.table
    left = table.seats[0]
    assert (left.users, left.name, left.resigned, left.former) == ([], "", True, True)
    assert table.host == "bob" and table.status == "running" and table.absences == []
    assert [said.code for said in outcome.notices] == ["player_deleted"]
    assert "Ann" not in str(outcome.notices), "the announcement names nobody"


def test_a_game_without_people_ends() -> None:
    assert after(at(ANN, BOT), RemovePerson("ann")).status == "abandoned"
    waiting = after(at(ANN, Seat("open"), status="open", public=True), RemovePerson("ann"))
    assert waiting.status == "abandoned" and not waiting.public and waiting.host == ""
    joined = after(at(ANN, BOB, Seat("open"), status="open"), RemovePerson("ann"))
    assert joined.status == "open" and joined.host == "bob" and joined.seats[0].kind == "open"
