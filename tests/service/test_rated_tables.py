"""Rated tables: what they do without, who may sit there, and what makes them unrated."""

from typing import Any

import pytest
from msgspec.structs import replace

from skerry.kernel.rng import Rng
from skerry.service.errors import Refused
from skerry.service.messages import NewTable, SeatChange, SeatRequest
from skerry.service.table import seats
from skerry.service.table.commands import (
    Claim,
    Join,
    MakeBotMove,
    Rematch,
    Resign,
    SetSeat,
    Substitute,
    TimeOut,
    Undo,
)
from skerry.service.table.creation import create
from skerry.service.table.state import TableState
from skerry.service.table.undo import can_undo
from tests.service.decisions import ANN, BEN, NOW, asked, decided, new, step, texts, then


def refused(*kinds: str, **more: Any) -> str:
    with pytest.raises(Refused) as refusal:
        new(*kinds, rated=True, **more)
    return refusal.value.code


def test_a_rated_table_has_no_help() -> None:
    table = new("me", "bot", rated=True).table
    assert table.rated and not table.unrated
    assert (table.coach, table.forecast, table.what_if) == ("off", False, False)


@pytest.mark.parametrize(
    "help", [{"coach": "full"}, {"coach": "words"}, {"forecast": True}, {"what_if": True}]
)
def test_help_cannot_be_had_at_a_rated_table(help: dict[str, Any]) -> None:
    assert refused("me", "bot", **help) == "rated_help"


def test_seats_that_cannot_be_rated() -> None:
    assert refused("me", game="nusfjord") == "rated_seats"
    assert refused("bot", "bot") == "rated_seats"
    assert refused("me", "me") == "rated_twice"
    assert refused("me", game="nusfjord", campaign=True) == "rated_deal"
    assert refused("me", "bot", record="skerry record 1") == "rated_deal"
    assert refused("me", "bot", play_on={"table": "abcdefghij", "moves": 3}) == "rated_deal"
    new_table = NewTable("vanuatu", [], rated=True)
    for level in ("random", "steady"):
        chosen = [SeatRequest("me"), SeatRequest("bot", level)]
        asked_for = replace(new_table, seats=chosen)
        if level == "steady":
            create(asked_for, ANN, "x", NOW, Rng(1))
        else:
            with pytest.raises(Refused, match="levels: relaxed, steady, skilled, expert"):
                create(asked_for, ANN, "x", NOW, Rng(1))


def test_nobody_gets_a_second_seat_later() -> None:
    table = new("me", "friend", "open", rated=True)
    for command in (Claim(ANN, 1, 0), SetSeat(ANN, 1, SeatChange("me"))):
        with pytest.raises(Refused, match="two seats"):
            decided(table, command)
    with pytest.raises(Refused, match="levels"):
        decided(table, SetSeat(ANN, 1, SeatChange("bot", "random")))
    then(table, Claim(BEN, 1, 0))


def test_a_bot_does_not_play_for_a_rating() -> None:
    clock = {"kind": "move", "seconds": 60, "at_zero": "bot"}
    table = then(new("me", "open", rated=True, clock=clock), Join(BEN))
    assert table.table.clock is not None and table.table.clock.at_zero == "resign"
    with pytest.raises(Refused, match="play yourself"):
        decided(table, Substitute(ANN, 0, "expert"))


def test_a_game_that_a_bot_went_on_with_is_unrated() -> None:
    table = then(new("me", "open", rated=True), Join(BEN)).table
    assert not table.unrated
    assert seats.handed_to_bot(table, 1, "steady", by_others=True).unrated
    assert seats.freed(table, 1).unrated


def answered_game(rated: bool) -> Any:
    """Return a game in which a bot has moved since Ann did."""
    current = new("me", "bot", rated=rated)
    while True:
        seat = current.table.turn
        moves = current.history
        if any(move.seat == 0 for move in moves) and moves[-1].seat == 1:
            return current
        if seat == 0:
            current = step(current)
        else:
            current = then(current, MakeBotMove(1, texts(current)[0], current.table.number))


def test_a_rated_move_stands_once_somebody_has_answered() -> None:
    assert can_undo(answered_game(rated=False), 0).how == "free"
    current = answered_game(rated=True)
    assert can_undo(current, 0).why == "answered"
    with pytest.raises(Refused, match="rated"):
        decided(current, Undo(ANN, current.table.number, 0))


def test_one_may_take_back_before_anybody_answers() -> None:
    current = then(new("me", "open", rated=True), Join(BEN))
    for _ in range(200):
        seat, _ = asked(current)
        current = step(current)
        if current.table.turn == seat:
            assert can_undo(current, seat).how == "free"
            return
    raise AssertionError("nobody ever moves twice in a row")


def test_a_rematch_is_rated_too() -> None:
    current = then(new("me", "open", rated=True), Join(BEN))
    over = current.with_table(replace(current.table, status="finished"))
    again = decided(over, Rematch(ANN, "another")).created
    assert again is not None and again.after.table.rated


def rematch_by_ann() -> TableState:
    clock = {"kind": "move", "seconds": 60, "at_zero": "resign"}
    current = then(new("me", "open", rated=True, clock=clock), Join(BEN))
    over = current.with_table(replace(current.table, status="finished"))
    again = decided(over, Rematch(ANN, "another")).created
    assert again is not None and again.after.table.status == "running"
    return again.after


def loses_on_time(current: TableState) -> TableState:
    return then(current, TimeOut(current.table.number, {}), NOW + 61)


def test_a_rematch_that_one_did_not_ask_for_costs_no_rating() -> None:
    """Ben has left. Ann asks for a rematch at once, and his clock runs."""
    current = rematch_by_ann()
    given_up = then(current, Resign(BEN)).table
    assert given_up.seats[1].resigned and given_up.unrated
    while current.table.turn == 0:
        current = step(current)
    late = loses_on_time(current).table
    assert late.seats[1].resigned and late.unrated


def test_whoever_asked_for_the_rematch_or_moved_in_it_can_lose_it() -> None:
    current = rematch_by_ann()
    assert not then(current, Resign(ANN)).table.unrated, "she asked for it"
    for _ in range(200):
        seat, _ = asked(current)
        current = step(current)
        if seat == 1:
            break
    assert not then(current, Resign(BEN)).table.unrated, "he has moved"
    first = then(new("me", "open", rated=True), Join(BEN))
    assert not then(first, Resign(BEN)).table.unrated, "he sat down himself"
