"""Clocks as pure decisions: the time is passed in, so no test waits."""

import pytest

from skerry.service.table.clock import runs_out
from skerry.service.table.commands import SkipTime, TimeOut, Undo
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
    assert late.notices == [f"Time is up: a bot plays for {user.name}"]
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


def test_the_time_without_a_server_is_not_counted() -> None:
    table = two_humans(clock=MOVE)
    assert runs_out(then(table, SkipTime(500.0)).table) == NOW + 560
    untimed = two_humans()
    assert decided(untimed, SkipTime(500.0)).after is untimed


@pytest.mark.parametrize("clock", [MOVE, BUDGET])
def test_undo_lets_the_clock_run_on(clock: dict[str, object]) -> None:
    table = step_until(two_humans(clock=clock), "plan_marker")
    seat, user = asked(table)
    moved = step(table, NOW + 30)
    assert moved.table.turn == seat, "two markers are placed in a row"
    undone = decided(moved, Undo(user, moved.table.number, seat), NOW + 40)
    assert undone.done and clock_of(undone.after).since == NOW + 40


def test_a_table_without_a_clock_has_no_end() -> None:
    table = two_humans()
    assert runs_out(table.table) is None
    assert decided(table, first_move(table), NOW + 10**9).after.table.number == 1
