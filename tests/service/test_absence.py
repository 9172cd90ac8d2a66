"""Somebody is away: who may ask for what, when, with whose consent, and how it is called off."""

from typing import Any

import pytest
from msgspec.structs import replace

from skerry.service.errors import Refused
from skerry.service.people import User
from skerry.service.table.absence import FREE_GRACE, GRACE, LONG, SHORT, next_due, possible
from skerry.service.table.commands import (
    ActOnAbsence,
    AnswerAbsence,
    Claim,
    ComeBack,
    Join,
    MakeMove,
    ReissueLink,
    ShowUp,
    SignOutDevices,
    Substitute,
    TimeOut,
    Undo,
)
from skerry.service.table.notices import notice
from skerry.service.table.state import TableState
from skerry.store.protocol import Presence
from tests.service.decisions import (
    ANN,
    BEN,
    EVE,
    NOW,
    USERS,
    asked,
    decided,
    new,
    step,
    texts,
    then,
    two_humans,
)

DAN = User("dan", "Dan")


def connected(now: float, **gone: float) -> dict[str, Presence]:
    """Return everybody's presence: connected all the time, or *gone* since some seconds."""
    here = {user: Presence(NOW - 1e6, now, now) for user in USERS}
    away = {user: Presence(NOW - 1e6, now - age, now - age) for user, age in gone.items()}
    return here | away


def three_humans(**more: Any) -> TableState:
    table = then(new("me", "open", "open", **more), Join(BEN))
    return then(table, Join(EVE))


def names(table: TableState) -> tuple[int, str, User, User]:
    """Return the seat and id of whoever is asked, and the two others."""
    seat, user = asked(table)
    one, other = (someone for someone in USERS.values() if someone != user)
    return seat, user.id, one, other


def refusal(table: TableState, command: object, now: float = NOW) -> str:
    with pytest.raises(Refused) as refused:
        decided(table, command, now)  # type: ignore[arg-type]
    return refused.value.code


def substitute(
    table: TableState, user: User, seat: int, now: float, presence: dict[str, Presence]
) -> ActOnAbsence:
    return ActOnAbsence(user, "substitute", seat, presence)


# -- when somebody is away


def test_no_open_socket_does_not_make_anybody_absent() -> None:
    table = three_humans()
    seat, gone, one, _ = names(table)
    for waited in (200, 600, SHORT - 1):
        now = NOW + waited
        presence = connected(now, **{gone: waited})
        assert refusal(table, substitute(table, one, seat, now, presence), now) == "too_early"
    now = NOW + SHORT + 5
    assert then(table, substitute(table, one, seat, now, connected(now, **{gone: SHORT})), now)


def test_the_short_wait_needs_everybody_else_to_have_stayed() -> None:
    table = three_humans()
    seat, gone, one, other = names(table)
    now = NOW + SHORT + 60
    left = connected(now, **{gone: SHORT + 60, other.id: 200})
    assert refusal(table, substitute(table, one, seat, now, left), now) == "too_early"
    back = connected(now, **{gone: SHORT + 60}) | {other.id: Presence(now - 30, now, now)}
    assert refusal(table, substitute(table, one, seat, now, back), now) == "too_early"
    here = connected(now)
    assert refusal(table, substitute(table, one, seat, now, here), now) == "connected"


def test_a_day_is_long_but_not_too_long() -> None:
    table = three_humans()
    seat, gone, one, other = names(table)
    everybody_sleeps = {gone: 86400.0, other.id: 86400.0}
    now = NOW + LONG - 1
    presence = connected(now, **everybody_sleeps)
    assert refusal(table, substitute(table, one, seat, now, presence), now) == "too_early"
    now = NOW + LONG
    assert then(table, substitute(table, one, seat, now, presence), now).table.absences


def test_three_days_per_move_are_three_days() -> None:
    clock = {"kind": "move", "seconds": 3 * 86400, "at_zero": "nothing"}
    table = three_humans(clock=clock)
    seat, gone, one, _ = names(table)
    for age in (8 * 3600.0, 3 * 86400 - 1.0):
        now = NOW + age
        presence = connected(now, **{gone: age})
        assert refusal(table, substitute(table, one, seat, now, presence), now) == "clock_runs"
    now = NOW + 3 * 86400 + 1
    assert then(table, substitute(table, one, seat, now, connected(now)), now).table.absences


def test_nobody_is_replaced_who_is_not_waited_for() -> None:
    table = three_humans()
    seat, _, one, _ = names(table)
    idle = next(n for n in range(3) if n != seat and one.id not in table.table.seats[n].users)
    now = NOW + 2 * LONG
    assert refusal(table, substitute(table, one, idle, now, {}), now) == "not_their_turn"
    own = next(n for n in range(3) if one.id in table.table.seats[n].users)
    assert refusal(table, substitute(table, one, own, now, {}), now) == "own_seat"
    assert refusal(table, substitute(table, DAN, seat, now, {}), now) == "not_seated"
    assert refusal(table, substitute(table, one, 7, now, {}), now) == "no_seat"


# -- consent, grace, showing up


def agreed() -> tuple[TableState, int, str, float]:
    """Return a table where all others want a bot for somebody who is away."""
    table = three_humans()
    seat, gone, one, other = names(table)
    now = NOW + LONG
    asking = decided(table, substitute(table, one, seat, now, connected(now)), now)
    assert asking.notices == [notice("bot_asked", by=one.name, name=USERS[gone].name)]
    assert next_due(asking.after.table) is None, "the other one is asked first"
    assert refusal(asking.after, substitute(table, other, seat, now, {}), now) == "asked_already"
    late = then(asking.after, TimeOut(0, connected(now, **{gone: LONG})), now + LONG)
    assert not late.table.seats[seat].substitute, "nothing happens without consent"
    done = then(asking.after, AnswerAbsence(other, "substitute", seat, agree=True), now)
    return done, seat, gone, now


def test_a_substitute_needs_the_consent_of_the_others_and_a_grace_period() -> None:
    table, seat, gone, now = agreed()
    assert next_due(table.table) == now + GRACE
    presence = connected(now, **{gone: LONG})
    assert decided(table, TimeOut(0, presence), now + GRACE - 1).after is table
    played = decided(table, TimeOut(0, presence), now + GRACE)
    assert played.after.table.seats[seat].substitute and not played.after.table.absences
    assert played.notices == [notice("bot_plays_away", name=USERS[gone].name)]


def test_any_request_of_the_player_calls_it_off() -> None:
    table, seat, gone, now = agreed()
    here = decided(table, ShowUp(USERS[gone]), now)
    assert not here.after.table.absences and here.notices == [
        notice("came_back", name=USERS[gone].name)
    ]
    assert decided(table, ShowUp(DAN), now).after is table
    noted = {**connected(now, **{gone: LONG}), gone: Presence(now, now + 60, now + 60)}
    late = then(table, TimeOut(0, noted), now + GRACE)
    assert not late.table.seats[seat].substitute, "another process has seen the request"


def test_any_request_of_the_player_ends_the_substitute() -> None:
    table, seat, gone, now = agreed()
    bot = then(table, TimeOut(0, connected(now, **{gone: LONG})), now + GRACE)
    back = then(bot, ShowUp(USERS[gone]), now + 500)
    assert not back.table.seats[seat].substitute
    wanted = then(back, Substitute(USERS[gone], seat, "steady"), now + 501)
    assert decided(wanted, ShowUp(USERS[gone])).after is wanted, "that was their own wish"
    assert not then(wanted, ComeBack(USERS[gone])).table.seats[seat].substitute


def test_one_refusal_is_enough() -> None:
    table = three_humans()
    seat, _, one, other = names(table)
    now = NOW + LONG
    asking = then(table, substitute(table, one, seat, now, connected(now)), now)
    assert not then(asking, AnswerAbsence(other, "substitute", seat, False), now).table.absences
    assert refusal(asking, AnswerAbsence(DAN, "substitute", seat, True), now) == "not_seated"
    assert refusal(table, AnswerAbsence(one, "substitute", seat, True), now) == "no_request"


def test_with_two_people_the_other_may_only_end_the_game_unrated() -> None:
    table = two_humans()
    seat, user = asked(table)
    other = BEN if user is ANN else ANN
    now = NOW + LONG
    presence = connected(now, **{user.id: LONG})
    assert refusal(table, substitute(table, other, seat, now, presence), now) == "two_players"
    early = connected(NOW + 600, **{user.id: 600})
    assert refusal(table, ActOnAbsence(other, "end", seat, early), NOW + 600) == "too_early"
    ending = then(table, ActOnAbsence(other, "end", seat, presence), now)
    assert ending.table.status == "running"
    over = then(ending, TimeOut(0, presence), now + GRACE).table
    assert over.status == "abandoned" and over.unrated and over.turn is None and not over.scores
    assert then(ending, ShowUp(user), now).table.status == "running"
    big = three_humans()
    seat, _, one, _ = names(big)
    assert refusal(big, ActOnAbsence(one, "end", seat, presence), now) == "not_alone"


def test_a_move_calls_off_what_was_asked_for() -> None:
    table, seat, gone, now = agreed()
    move = MakeMove(USERS[gone], texts(table)[0], table.table.number, seat)
    moved = then(table, move, now)
    after = then(moved, TimeOut(0, connected(now, **{gone: LONG})), now + GRACE)
    assert not after.table.seats[seat].substitute


# -- undo in somebody's absence


def test_a_humans_move_is_never_undone_without_them() -> None:
    table = two_humans()
    seat, user = asked(table)
    while table.table.turn == seat:
        table = step(table)
    other, rival = asked(table)
    while table.table.turn == other:
        table = step(table)
    away = then(table, Substitute(rival, other, "random"))
    outcome = decided(away, Undo(user, away.table.number, seat))
    assert not outcome.done and len(outcome.after.history) == len(away.history)
    assert outcome.after.table.undo is not None


# -- freeing a seat


def test_a_seat_in_the_waiting_room_is_freed_after_a_grace_period() -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    free = ActOnAbsence(ANN, "free", 1, {})
    asking = decided(table, free)
    assert asking.notices == [notice("free_asked", by="Ann", name="Ben")]
    assert asking.after.table.seats[1].users == ["ben"]
    assert then(asking.after, ShowUp(BEN)).table.absences == []
    due = NOW + FREE_GRACE["open"]
    open_page = {"ben": Presence(NOW, due - 30, NOW)}
    assert then(asking.after, TimeOut(0, open_page), due).table.seats[1].users == ["ben"]
    freed = then(asking.after, TimeOut(0, {}), due).table.seats[1]
    assert (freed.kind, freed.users) == ("open", [])
    assert refusal(table, ActOnAbsence(BEN, "free", 0, {})) == "host_only"
    assert refusal(table, ActOnAbsence(ANN, "free", 0, {})) == "own_seat"
    assert refusal(table, ActOnAbsence(ANN, "free", 2, {})) == "not_human"


def test_during_the_game_a_seat_is_freed_after_three_days_and_not_to_the_host() -> None:
    table = then(two_humans(), ActOnAbsence(ANN, "free", 1, {}))
    due = NOW + LONG
    quiet = {"ben": Presence(NOW - 9, NOW - 9, NOW - 9)}
    assert then(table, TimeOut(0, quiet), due - 1).table.seats[1].users == ["ben"]
    seen = {"ben": Presence(NOW, NOW + 9, NOW + 9)}
    assert then(table, TimeOut(0, seen), due).table.seats[1].users == ["ben"]
    freed = then(table, TimeOut(0, quiet), due)
    seat = freed.table.seats[1]
    assert seat.users == [] and seat.freed and seat.name == ""
    link = then(freed, ReissueLink(ANN, 1)).table.seats[1].link
    assert refusal(then(freed, ReissueLink(ANN, 1)), Claim(ANN, 1, link)) == "seated"
    taken = then(then(freed, ReissueLink(ANN, 1)), Claim(EVE, 1, link))
    assert taken.table.seats[1].users == ["eve"] and taken.table.seats[1].name == "Eve"
    assert refusal(taken, SignOutDevices(BEN, 1, ["eve"], {})) == "not_seated"


def test_a_week_per_move_is_a_week() -> None:
    week = {"kind": "move", "seconds": 7 * 86400}
    table = then(two_humans(clock=week), ActOnAbsence(ANN, "free", 1, {}))
    assert next_due(table.table) == NOW + 7 * 86400


def test_a_bot_plays_a_seat_that_nobody_has() -> None:
    table = then(two_humans(), ActOnAbsence(ANN, "free", 1, {}))
    freed = then(table, TimeOut(0, {}), NOW + LONG)
    now = NOW + LONG
    offered = possible(freed.table, ANN, {}, now)
    assert [(option.what, option.seat, option.now) for option in offered] == [
        ("substitute", 1, True)
    ]
    asking = then(freed, substitute(freed, ANN, 1, now, {}), now)
    bot = then(asking, TimeOut(0, {}), now)
    assert bot.table.seats[1].substitute, "nobody is there to come back"
    taken = then(bot, Claim(EVE, 1, bot.table.seats[1].link), now)
    assert not then(taken, ShowUp(EVE), now).table.seats[1].substitute


# -- a host who is gone


def test_players_replace_a_host_who_is_gone() -> None:
    table = three_humans()
    now = NOW + 5000
    gone = connected(now, ann=SHORT)
    assert refusal(table, ActOnAbsence(BEN, "host", 0, connected(now)), now) == "too_early"
    left = connected(now, ann=SHORT, eve=200)
    assert refusal(table, ActOnAbsence(BEN, "host", 0, left), now) == "too_early"
    assert refusal(table, ActOnAbsence(BEN, "host", 0, {}), now) == "too_early"
    asking = then(table, ActOnAbsence(BEN, "host", 0, gone), now)
    agreed = then(asking, AnswerAbsence(EVE, "host", 0, agree=True), now)
    done = then(agreed, TimeOut(0, gone), now + GRACE)
    assert done.table.host == "ben"
    assert then(agreed, ShowUp(ANN), now).table.absences == []
    assert refusal(table, ActOnAbsence(ANN, "host", 0, gone), now) == "own_seat"
    assert refusal(table, ActOnAbsence(DAN, "host", 0, gone), now) == "not_seated"


def test_what_could_be_asked_for_is_listed_with_reasons() -> None:
    table = three_humans()
    seat, gone, one, _ = names(table)
    table = table.with_table(replace(table.table, host=one.id))
    now = NOW + 60
    listed = possible(table.table, one, connected(now, **{gone: 60}), now)
    assert {(option.what, option.now) for option in listed} == {
        ("substitute", False),
        ("free", True),
    }
    wait = next(o for o in listed if o.what == "substitute" and o.seat == seat)
    assert wait.why == "connected" or wait.seconds == SHORT - 60
    assert possible(table.table, DAN, {}, now) == []
