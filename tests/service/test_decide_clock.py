"""Clocks as pure decisions: the time is passed in, so no test waits."""

import pytest

from skerry.service.errors import Refused
from skerry.service.table.clock import runs_out
from skerry.service.table.commands import AnswerUndo, TimeOut, Undo
from skerry.service.table.notices import notice
from skerry.service.table.state import TableState
from skerry.store.protocol import Clock
from tests.service.decisions import (
    NOW,
    asked,
    decided,
    first_move,
    new,
    step,
    step_until,
    then,
    two_humans,
)

MOVE = {"kind": "move", "seconds": 60}
BUDGET = {"kind": "budget", "seconds": 600, "increment": 10}


def clock_of(table: TableState) -> Clock:
    assert table.table.clock is not None
    return table.table.clock


def test_the_clock_starts_with_the_game() -> None:
    waiting = new("me", "open", clock=MOVE)
    assert runs_out(waiting.table) is None
    table = two_humans(clock=MOVE)
    assert clock_of(table).left == [60, 60] and runs_out(table.table) == NOW + 60


def test_each_move_has_its_time() -> None:
    table = step(two_humans(clock=MOVE), NOW + 20)
    assert runs_out(table.table) == NOW + 80


def test_a_budget_shrinks_by_what_was_used_and_grows_by_the_increment() -> None:
    table = two_humans(clock=BUDGET)
    seat, _ = asked(table)
    after = step(table, NOW + 100)
    assert clock_of(after).left[seat] == 600 - 100 + 10
    assert clock_of(after).left[1 - seat] == 600


def test_a_bot_plays_for_whoever_has_no_time_left() -> None:
    table = two_humans(clock=MOVE)
    seat, user = asked(table)
    assert decided(table, TimeOut(0), NOW + 59).after is table, "not yet"
    late = decided(table, TimeOut(0), NOW + 60)
    assert late.after.table.seats[seat].substitute
    assert late.notices == [notice("time_is_up", name=user.name)]
    assert runs_out(late.after.table) is None, "no time runs for a bot"
    assert decided(late.after, TimeOut(0), NOW + 900).after is late.after


def test_a_seat_resigns_at_zero_if_the_clock_says_so() -> None:
    table = two_humans(clock={**MOVE, "at_zero": "resign"})
    seat, _ = asked(table)
    late = then(table, TimeOut(0), NOW + 61)
    assert late.table.seats[seat].resigned and not late.table.seats[seat].substitute


def test_nothing_happens_at_zero_if_the_clock_says_so() -> None:
    table = two_humans(clock={**MOVE, "at_zero": "nothing"})
    assert runs_out(table.table) is None
    assert decided(table, TimeOut(0), NOW + 900).after is table


def test_a_timer_of_an_earlier_move_is_too_late() -> None:
    table = step(two_humans(clock=MOVE))
    assert decided(table, TimeOut(0), NOW + 900).after is table


@pytest.mark.parametrize("clock", [MOVE, BUDGET])
def test_undo_lets_the_clock_run_on(clock: dict[str, object]) -> None:
    table = step_until(two_humans(clock=clock), "plan_marker")
    seat, user = asked(table)
    moved = step(table, NOW + 30)
    assert moved.table.turn == seat, "two markers are placed in a row"
    undone = decided(moved, Undo(user, moved.table.number, seat), NOW + 40)
    assert undone.done and clock_of(undone.after).since == NOW + 40


def test_a_move_and_its_undo_add_no_time_to_a_budget() -> None:
    table = step_until(two_humans(clock=BUDGET), "plan_marker")
    seat, user = asked(table)
    before = clock_of(table).left[seat]
    now = NOW
    for _ in range(5):
        moved = step(table, now + 2)
        table = then(moved, Undo(user, moved.table.number, seat), now + 3)
        now += 3
    assert clock_of(table).left[seat] == before - 15
    assert clock_of(table).left[1 - seat] == clock_of(moved).left[1 - seat]


def test_a_move_and_its_undo_add_no_time_to_a_move() -> None:
    table = step_until(two_humans(clock=MOVE), "plan_marker")
    seat, user = asked(table)
    moved = step(table, NOW + 20)
    assert runs_out(moved.table) == NOW + 80, "the next decision has its own time"
    undone = then(moved, Undo(user, moved.table.number, seat), NOW + 25)
    assert runs_out(undone.table) == NOW + 25 + 60 - 20 - 5
    again = step(undone, NOW + 30)
    assert runs_out(again.table) == NOW + 90
    with pytest.raises(Refused) as refused:
        decided(again, Undo(user, again.table.number, seat), NOW + 75)
    assert refused.value.code == "no_time", "nobody loses by an undo"


def test_an_undo_by_consent_takes_away_what_the_moves_were_given() -> None:
    table = step_until(two_humans(clock=BUDGET), "plan_marker")
    seat, user = asked(table)
    before = clock_of(table).left
    kept = len(table.history)
    while table.table.turn == seat:
        table = step(table)
    other, rival = asked(table)
    while table.table.turn == other:
        table = step(table)
    asking = then(table, Undo(user, table.table.number, seat))
    undone = decided(asking, AnswerUndo(rival, agree=True))
    assert undone.done and len(undone.after.history) == kept + 1
    gained = [a - b for a, b in zip(clock_of(undone.after).left, before, strict=True)]
    assert gained[other] == 0 and gained[seat] == 10, "one of two moves stands"


def test_a_clock_never_runs_backwards() -> None:
    table = two_humans(clock=BUDGET)
    seat, _ = asked(table)
    assert clock_of(step(table, NOW - 500)).left[seat] == 610


def test_a_table_without_a_clock_has_no_end() -> None:
    table = two_humans()
    assert runs_out(table.table) is None
    assert decided(table, first_move(table), NOW + 10**9).after.table.number == 1
