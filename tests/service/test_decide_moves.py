"""Moves, undo and consent as pure decisions."""

import msgspec
import pytest
from msgspec.structs import replace

from skerry.service.errors import BadRequest, NotAllowed, NotFound, Refused, Stale
from skerry.service.table.commands import (
    AnswerUndo,
    Command,
    Join,
    MakeBotMove,
    MakeMove,
    Substitute,
    Undo,
)
from skerry.service.table.standing import Move, no_moves
from skerry.service.table.state import TableState, followed, rebuild
from skerry.service.table.undo import can_undo
from tests.service.decisions import (
    ANN,
    BEN,
    EVE,
    NOW,
    USERS,
    asked,
    decided,
    first_move,
    new,
    position,
    step,
    step_until,
    texts,
    then,
    two_humans,
)


def test_a_move_adds_one_entry_and_leaves_the_table_before_as_it_was() -> None:
    before = two_humans()
    stored, dealt = msgspec.json.encode(before.table), position(before)
    seat, user = asked(before)
    text = texts(before)[0]
    outcome = decided(before, MakeMove(user, text, 0, seat), NOW + 5)
    (entry,) = outcome.entries
    assert (entry.number, entry.kind, entry.seat, entry.text) == (1, "move", seat, text)
    assert entry.at == NOW + 5 and entry.events
    after = outcome.after
    assert (after.table.number, after.table.version) == (1, before.table.version + 1)
    assert after.table.updated == NOW + 5
    assert [move.text for move in after.history] == [text] and after.before is before.state
    assert msgspec.json.encode(before.table) == stored and position(before) == dealt
    assert list(before.history) == [] and position(after) != dealt


def test_the_same_command_always_gives_the_same_outcome() -> None:
    before = two_humans()
    one, other = (decided(before, first_move(before)) for _ in range(2))
    assert one.after.table == other.after.table
    assert position(one.after) == position(other.after)


def test_refused_moves() -> None:
    table = step(two_humans())
    seat, user = asked(table)
    _, rival = 1 - seat, BEN if user is ANN else ANN
    good = texts(table)[0]
    refusals = [
        (MakeMove(user, good, 0, seat), Stale, "stale"),
        (MakeMove(user, good, 99, seat), Stale, "stale"),
        (MakeMove(user, "dance", 1, seat), BadRequest, "bad_notation"),
        (MakeMove(user, "sail 2,1 2", 1, seat), Refused, "illegal_move"),
        (MakeMove(rival, good, 1, 1 - seat), NotAllowed, "not_your_turn"),
        (MakeMove(rival, good, 1, seat), NotAllowed, "not_your_seat"),
        (MakeMove(EVE, good, 1, None), NotAllowed, "not_seated"),
        (MakeMove(user, good, 1, 5), NotFound, "no_seat"),
    ]
    for command, error, code in refusals:
        with pytest.raises(error) as refused:
            decided(table, command)
        assert refused.value.code == code, command


def test_no_move_before_the_start() -> None:
    with pytest.raises(Refused) as refused:
        decided(new("me", "open"), MakeMove(ANN, "plan sail", 0))
    assert refused.value.code == "not_running"


def test_a_game_is_played_to_its_end() -> None:
    table = new("me", game="nusfjord")
    for _ in range(400):
        if table.table.status != "running":
            break
        table = step(table)
    assert table.table.status == "finished" and table.table.turn is None
    assert len(table.table.scores) == 1 and table.table.winners in ([], [0])


def test_a_bot_moves_only_where_it_is_waited_for() -> None:
    table = new("bot", "me", start_when_full=True)
    while table.table.turn != 0:
        table = step(table)
    text, number = texts(table)[0], table.table.number
    moved = then(table, MakeBotMove(0, text, number))
    assert moved.table.number == number + 1
    for late in (MakeBotMove(0, text, number - 1), MakeBotMove(1, text, number)):
        assert decided(table, late).after is table, "nothing is to be stored"
    with pytest.raises(BadRequest):
        decided(table, MakeBotMove(0, "dance", number))


def test_no_move_for_a_seat_that_a_substitute_plays() -> None:
    table = two_humans()
    seat, user = asked(table)
    away = then(table, Substitute(user, seat, "random"))
    with pytest.raises(NotAllowed) as refused:
        decided(away, first_move(away))
    assert refused.value.code == "bot_plays"


# -- undo


def in_one_turn() -> tuple[TableState, TableState]:
    """Return a table of three in the middle of a turn of two moves, and the one before it."""
    table = then(then(new("me", "open", "open"), Join(BEN)), Join(EVE))
    before = step_until(table, "plan_marker")
    after = step(before)
    assert after.table.turn == before.table.turn, "two markers are placed in a row"
    return before, after


def after_the_turn() -> tuple[TableState, TableState, int]:
    """Return a table where a seat's turn is over, the one before its last move, and the seat."""
    table = step_until(two_humans(), "plan_marker")
    seat = table.table.turn
    assert seat is not None
    before = table
    while table.table.turn == seat:
        before, table = table, step(table)
    return table, before, seat


def user_on(table: TableState, seat: int) -> str:
    return table.table.seats[seat].users[0]


def undo_of(table: TableState, seat: int) -> Undo:
    return Undo(USERS[user_on(table, seat)], table.table.number, seat)


def test_undo_is_free_in_ones_own_turn() -> None:
    before, after = in_one_turn()
    seat, _ = asked(after)
    assert can_undo(after, seat).how == "free"
    outcome = decided(after, undo_of(after, seat))
    assert outcome.done and position(outcome.after) == position(before)
    (entry,) = outcome.entries
    assert (entry.kind, entry.text) == ("takeback", str(len(before.history)))
    assert outcome.after.table.number == after.table.number + 1, "numbers never go back"
    assert outcome.after.history == before.history


def test_the_log_with_an_undo_rebuilds_the_same_table() -> None:
    _, after = in_one_turn()
    table = then(then(new("me", "open", "open"), Join(BEN)), Join(EVE))
    log = []
    while table.table.number < after.table.number:
        outcome = decided(table, first_move(table))
        table = outcome.after
        log += outcome.entries
    undone = decided(table, undo_of(table, asked(table)[0]))
    again = rebuild(undone.after.table, log + undone.entries)
    assert again.history == undone.after.history
    assert position(again) == position(undone.after)


def test_undo_after_the_turn_asks_the_others() -> None:
    table, before, seat = after_the_turn()
    outcome = decided(table, undo_of(table, seat))
    waiting = outcome.after
    assert not outcome.done and outcome.entries == []
    assert waiting.table.undo is not None and waiting.table.undo.agreed == [seat]
    assert position(waiting) == position(table)
    rival = USERS[user_on(table, 1 - seat)]
    refused = decided(waiting, AnswerUndo(rival, False))
    assert refused.after.table.undo is None and not refused.done
    agreed = decided(waiting, AnswerUndo(rival, True))
    assert agreed.done and position(agreed.after) == position(before)
    assert agreed.after.table.undo is None


def test_undo_of_a_move_before_the_others_last_turn_needs_consent() -> None:
    table, _, seat = after_the_turn()
    while table.table.turn != seat:
        table = step(table)
    assert can_undo(table, seat).how == "consent", "it would take back the other's move too"


def test_whoever_has_no_seat_has_no_vote() -> None:
    table, _, seat = after_the_turn()
    waiting = then(table, undo_of(table, seat))
    with pytest.raises(NotAllowed):
        decided(waiting, AnswerUndo(EVE, True))
    with pytest.raises(Refused) as refused:
        decided(table, AnswerUndo(ANN, True))
    assert refused.value.code == "no_request"


def test_a_substitute_is_not_asked_for_consent() -> None:
    table, before, seat = after_the_turn()
    rival = USERS[user_on(table, 1 - seat)]
    away = then(table, Substitute(rival, 1 - seat, "random"))
    outcome = decided(away, undo_of(away, seat))
    assert outcome.done and position(outcome.after) == position(before)


def test_a_move_ends_the_request_to_undo() -> None:
    table, _, seat = after_the_turn()
    waiting = then(table, undo_of(table, seat))
    assert step(waiting).table.undo is None


def test_one_person_on_all_seats_needs_nobodys_consent() -> None:
    table = step_until(new("me", "me"), "plan_marker")
    seat = table.table.turn
    while table.table.turn == seat:
        table = step(table)
    assert seat is not None
    assert decided(table, Undo(ANN, table.table.number, seat)).done


def test_never_across_something_revealed() -> None:
    table = two_humans()
    while True:
        assert table.state is not None
        seat, user = asked(table)
        shown = round_of(table)
        table = step(table)
        if round_of(table) != shown:
            break
    with pytest.raises(Refused) as refused:
        decided(table, Undo(user, table.table.number, seat))
    assert refused.value.code == "revealed"


def round_of(table: TableState) -> int:
    """Return the number of the round: at its end, new tiles and tourists come to light."""
    number: int = position(table)["round"]
    return number


def test_undo_at_an_old_number_or_without_a_move() -> None:
    table = two_humans()
    _, user = asked(table)
    with pytest.raises(Refused) as refused:
        decided(table, Undo(user, 0))
    assert refused.value.code == "nothing"
    with pytest.raises(Stale):
        decided(step(table), Undo(user, 0))


def test_commands_can_be_sent_as_json() -> None:
    for command in (MakeMove(ANN, "plan sail", 3), Undo(BEN, 4, 1), Join(EVE)):
        data = msgspec.json.encode(command)
        assert msgspec.json.decode(data, type=Command) == command


def test_what_cannot_be_replayed_is_not_mended_by_leaving_it_out() -> None:
    """Another server, of a newer version perhaps, has stored a move that this one does not know."""
    before = two_humans()
    after = step(before)
    (move,) = decided(before, first_move(before)).entries
    unknown = followed(before, after.table, [replace(move, text="fly to the moon")])
    assert unknown.state is None and unknown.trouble
    later = followed(unknown, replace(after.table, number=2), [replace(move, number=2)])
    assert later.state is None and later.trouble, "one move is not the whole game"


def test_moves_that_were_not_kept_leave_no_trace() -> None:
    one, other, third = Move(1, 0, "one"), Move(1, 0, "other"), Move(2, 1, "third")
    start = no_moves()
    first = start.plus(one)
    second = start.plus(other)  # the first could not be stored
    assert list(start) == [] and list(first) == [one]
    assert list(second.plus(third)) == [other, third] and list(second) == [other]
    assert first.plus(third)[-1] == third and first[1:] == []
    with pytest.raises(IndexError):
        first[1]
