"""Sitting down, leaving, substitutes, resigning, starting and rematches as pure decisions."""

import msgspec
import pytest
from msgspec import structs

from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng
from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.messages import NewTable, SeatChange
from skerry.service.table.commands import (
    Claim,
    ComeBack,
    Command,
    Join,
    Leave,
    ReissueLink,
    Rematch,
    Resign,
    SetSeat,
    Start,
    Substitute,
)
from skerry.service.table.creation import create, from_record, from_table
from skerry.service.table.decide import decide
from skerry.service.table.records import record_of
from skerry.service.table.state import TableState, rebuild
from skerry.store.protocol import Entry
from tests.service.decisions import (
    ANN,
    BEN,
    EVE,
    NOW,
    asked,
    decided,
    first_move,
    new,
    position,
    step,
    then,
    two_humans,
)


def refusal(table: TableState, command: Command) -> str:
    """Return the code a command is refused with."""
    with pytest.raises(Refused) as refused:
        decided(table, command)
    return refused.value.code


def test_the_last_to_join_starts_the_game() -> None:
    table = new("me", "open", "open")
    table = then(table, Join(BEN))
    assert table.table.status == "open" and table.state is None
    started = then(table, Join(EVE, 2), NOW + 3)
    assert started.table.status == "running" and started.table.turn is not None
    assert started.table.setup is not None and started.state is not None
    assert [seat.name for seat in started.table.seats] == ["Ann", "Ben", "Eve"]
    assert table.table.status == "open", "the table before is as it was"


def test_the_deal_comes_from_the_chance_that_is_passed_in() -> None:
    table = new("me", "open")
    one, same, other = (decide(table, Join(BEN), NOW, Rng(seed)).after for seed in (1, 1, 2))
    assert one.table.setup == same.table.setup != other.table.setup


def test_joining_is_refused() -> None:
    table = new("me", "open", "friend")
    assert refusal(table, Join(ANN)) == "seated"
    assert refusal(table, Join(BEN, 2)) == "seat_taken"
    assert refusal(table, Join(BEN, 7)) == "no_seat"
    full = then(table, Join(BEN))
    assert refusal(full, Join(EVE)) == "no_open_seat"
    assert refusal(two_humans(), Join(EVE)) == "started"


def test_a_link_seats_a_friend_and_further_devices() -> None:
    table = new("me", "friend", "open")
    claimed = then(table, Claim(BEN, 1, 0))
    assert claimed.table.seats[1].users == ["ben"]
    assert decided(claimed, Claim(BEN, 1, 0)).after is claimed, "nothing is to be stored"
    shared = then(claimed, Claim(EVE, 1, 0))
    assert shared.table.seats[1].users == ["ben", "eve"]
    reissued = decided(shared, ReissueLink(ANN, 1))
    assert reissued.after.table.seats[1].users == [] and reissued.notices
    assert refusal(reissued.after, Claim(BEN, 1, 0)) == "old_link"
    assert refusal(shared, ReissueLink(BEN, 1)) == "host_only"
    assert refusal(shared, Claim(BEN, 8, 0)) == "no_seat"


def test_leaving_frees_the_seat_until_the_start() -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    left = then(table, Leave(BEN))
    assert left.table.seats[1].kind == "open" and left.table.seats[1].users == []
    assert left.table.seats[1].link == 1, "an older link is useless"
    assert refusal(left, Leave(BEN)) == "not_seated"
    assert refusal(two_humans(), Leave(BEN)) == "started"


def test_the_host_changes_seats_until_the_start() -> None:
    table = new("me", "open")
    running = then(table, SetSeat(ANN, 1, SeatChange("bot", "random")))
    assert running.table.seats[1].kind == "bot" and running.table.status == "running"
    assert refusal(table, SetSeat(BEN, 1, SeatChange("me"))) == "host_only"
    assert refusal(table, SetSeat(ANN, 4, SeatChange("bot"))) == "no_seat"
    assert refusal(running, SetSeat(ANN, 1, SeatChange("open"))) == "started"


def test_the_host_starts_when_nobody_is_missing() -> None:
    table = new("me", "bot", start_when_full=False)
    assert table.table.status == "open"
    assert refusal(table, Start(BEN)) == "host_only"
    assert refusal(new("me", "open"), Start(ANN)) == "seats_missing"
    running = then(table, Start(ANN))
    assert running.table.status == "running"
    assert refusal(running, Start(ANN)) == "started"


def test_a_substitute_plays_until_the_human_returns() -> None:
    table = two_humans()
    away = decided(table, Substitute(BEN, 1, "random"))
    assert away.after.table.seats[1].substitute and away.notices == ["A bot plays for Ben"]
    back = then(away.after, ComeBack(BEN))
    assert not back.table.seats[1].substitute


def test_the_host_hands_over_the_seat_of_an_absent_player_only() -> None:
    table = two_humans()
    assert refusal(table, Substitute(ANN, 1, "random", absent=False)) == "not_away"
    assert refusal(table, Substitute(BEN, 0, "random", absent=True)) == "host_only"
    assert refusal(table, Substitute(ANN, 3, "random", absent=True)) == "no_seat"
    assert then(table, Substitute(ANN, 1, "random", absent=True)).table.seats[1].substitute
    assert refusal(new("me", "open"), Substitute(ANN, 0, "random")) == "not_human"


def test_a_bot_plays_on_for_whoever_resigns() -> None:
    resigned = decided(two_humans(), Resign(BEN))
    table = resigned.after
    assert table.table.seats[1].resigned and table.table.status == "running"
    assert resigned.notices == ["Ben resigns"]
    assert refusal(table, Resign(BEN)) == "resigned"
    assert refusal(table, ComeBack(BEN)) == "resigned"
    ended = then(table, Resign(ANN))
    assert ended.table.status == "abandoned" and ended.table.turn is None
    assert refusal(ended, first_move(table)) in ("not_running", "bot_plays")


def finished() -> TableState:
    return then(then(two_humans(hints=False, name="Friday"), Resign(BEN)), Resign(ANN))


def test_a_rematch_is_a_new_table_with_the_same_people() -> None:
    outcome = decided(finished(), Rematch(BEN, "again12345"), NOW + 9)
    assert outcome.after.table.following == "again12345"
    assert outcome.created is not None
    again = outcome.created.after.table
    assert (again.id, again.status, again.host) == ("again12345", "running", "ben")
    assert (again.name, again.hints, again.previous) == ("Friday", False, "table12345")
    assert [seat.users for seat in again.seats] == [["ann"], ["ben"]]
    assert not any(seat.resigned for seat in again.seats)
    second = decided(outcome.after, Rematch(ANN, "other12345"))
    assert second.after is outcome.after and second.created is None, "there is one rematch only"


def test_a_rematch_is_for_players_of_a_finished_game() -> None:
    assert refusal(two_humans(), Rematch(ANN, "again12345")) == "not_finished"
    assert refusal(finished(), Rematch(EVE, "again12345")) == "not_seated"


def test_a_seat_that_does_not_exist_is_said_so() -> None:
    table = two_humans()
    for command in (Resign(ANN, 2), ComeBack(ANN, 9), ReissueLink(ANN, 5)):
        with pytest.raises(NotFound, match="the seats are 0 to 1"):
            decided(table, command)


# -- new tables that go on with another game


def played(moves: int) -> tuple[TableState, list[Entry]]:
    """Return a game given up after some moves, and its log."""
    table, log = two_humans(), []
    for _ in range(moves):
        outcome = decided(table, first_move(table))
        table = outcome.after
        log += outcome.entries
    return table, log


def test_a_finished_game_is_played_on_from_the_middle() -> None:
    table, log = played(6)
    with pytest.raises(NotAllowed):
        from_table(table, log, 4)
    over = then(then(table, Resign(ANN)), Resign(BEN))
    wish = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 2}, NewTable)
    begun = create(wish, EVE, "on12345678", NOW, Rng(1), from_table(over, log, 4))
    on = begun.after
    assert on.table.number == 4 and on.table.status == "running"
    assert [entry.text for entry in begun.entries] == [entry.text for entry in log[:4]]
    assert on.table.previous == over.table.id
    assert position(on) == position(played(4)[0])
    alone = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 3}, NewTable)
    with pytest.raises(Refused, match="seats"):
        create(alone, EVE, "on12345678", NOW, Rng(1), from_table(over, log, 4))


def test_a_record_is_taken_up_and_announced() -> None:
    table, _ = played(5)
    wish = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 2}, NewTable)
    beginning = from_record(record_of(table).text(), EVE, NOW)
    taken_up = create(wish, EVE, "on12345678", NOW, Rng(1), beginning)
    assert position(taken_up.after) == position(table)
    assert taken_up.notices == ["Eve brought this game, and may know what is hidden"]
    assert asked(table)[0] == taken_up.after.table.turn
    assert step(table).table.number == 6


def test_a_table_of_older_rules_is_played_by_them() -> None:
    table, log = played(4)
    assert "beggar_round_end" not in table.game.setup(table.state)["options"], "on, by default"
    old = rebuild(structs.replace(table.table, rules=1), log)
    assert old.game.setup(old.state)["options"]["beggar_round_end"] is False
    over = then(then(old, Resign(ANN)), Resign(BEN))
    wish = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 2}, NewTable)
    on = create(wish, EVE, "on12345678", NOW, Rng(1), from_table(over, log, 4)).after
    assert on.table.rules == on.game.rules and on.table.setup is not None
    assert on.table.setup["options"]["beggar_round_end"] is False
    assert on.table.options["beggar_round_end"] is False


def test_wrong_options_are_refused_before_anybody_sits_down() -> None:
    with pytest.raises(Refused) as refused:
        new("me", game="chess")
    assert refused.value.code == "unknown_game"
    with pytest.raises(BadSetup):
        new("me", "open", options={"tide": "high"})
    with pytest.raises(BadSetup):
        new("me", "open", game="vanuatu", campaign=True)
