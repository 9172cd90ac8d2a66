"""Sitting down, leaving, substitutes, resigning, starting and rematches as pure decisions."""

import msgspec
import pytest
from msgspec import structs

from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng
from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.messages import NewTable, SeatChange
from skerry.service.people import User
from skerry.service.table.commands import (
    Claim,
    CloseCampaign,
    ComeBack,
    Command,
    Join,
    Leave,
    MakeBotMove,
    ReissueLink,
    Rematch,
    Rename,
    Resign,
    SetSeat,
    SignOutDevices,
    Start,
    Substitute,
)
from skerry.service.table.creation import create, from_record, from_table
from skerry.service.table.decide import decide
from skerry.service.table.notices import notice
from skerry.service.table.records import finished as ended_in
from skerry.service.table.records import record_of, result
from skerry.service.table.state import TableState, rebuild
from skerry.store.protocol import Entry, Presence
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


def test_a_link_works_once() -> None:
    table = new("me", "friend", "open")
    claimed = then(table, Claim(BEN, 1, 0))
    assert claimed.table.seats[1].users == ["ben"]
    assert decided(claimed, Claim(BEN, 1, 0)).after is claimed, "his own link leads him back"
    assert refusal(claimed, Claim(EVE, 1, 0)) == "old_link", "the host knows this link too"
    shared = decided(claimed, Claim(EVE, 1, 1))
    assert shared.after.table.seats[1].users == ["ben", "eve"]
    assert shared.notices == [notice("device_added", name="Ben")]
    assert refusal(claimed, Claim(BEN, 8, 0)) == "no_seat"


def test_only_the_player_on_a_seat_issues_its_link() -> None:
    table = new("me", "friend", "open")
    again = then(table, ReissueLink(ANN, 1))
    assert refusal(again, Claim(BEN, 1, 0)) == "old_link"
    assert refusal(table, ReissueLink(BEN, 1)) == "host_only"
    taken = then(again, Claim(BEN, 1, 1))
    assert refusal(taken, ReissueLink(ANN, 1)) == "seat_taken"
    assert then(taken, ReissueLink(BEN, 1)).table.seats[1].users == ["ben"]


def test_the_host_cannot_give_away_the_seat_of_a_player() -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    for kind in ("me", "bot", "open", "friend"):
        assert refusal(table, SetSeat(ANN, 1, SeatChange(kind))) == "seat_taken"
    assert then(table, SetSeat(ANN, 0, SeatChange("open"))).table.seats[0].kind == "open"


def shared_seat() -> TableState:
    return then(then(new("me", "friend", "open"), Claim(BEN, 1, 0)), Claim(EVE, 1, 1))


def seen(**ages: float) -> dict[str, Presence]:
    return {user: Presence(NOW - age, NOW - age, NOW - age) for user, age in ages.items()}


def test_a_device_signs_out_those_that_came_later() -> None:
    table = shared_seat()
    out = decided(table, SignOutDevices(BEN, 1, ["eve"], {}))
    assert out.after.table.seats[1].users == ["ben"] and out.notices
    assert refusal(out.after, Claim(EVE, 1, 2)) == "old_link"
    assert refusal(table, SignOutDevices(EVE, 1, ["ben"], seen(ben=3600))) == "earlier_device"
    assert refusal(table, SignOutDevices(EVE, 1, ["ben"], {})) == "earlier_device"
    lost = then(table, SignOutDevices(EVE, 1, ["ben"], seen(ben=90000)))
    assert lost.table.seats[1].users == ["eve"]
    assert refusal(table, SignOutDevices(BEN, 1, ["ben"], {})) == "no_device"
    assert refusal(table, SignOutDevices(ANN, 1, ["ben"], {})) == "not_your_seat"


def test_leaving_frees_the_seat_until_the_start() -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    left = then(table, Leave(BEN))
    assert left.table.seats[1].kind == "open" and left.table.seats[1].users == []
    assert left.table.seats[1].link > table.table.seats[1].link, "an older link is useless"
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
    assert away.after.table.seats[1].substitute and away.notices == [
        notice("bot_plays", name="Ben")
    ]
    back = then(away.after, ComeBack(BEN))
    assert not back.table.seats[1].substitute


def test_nobody_lets_a_bot_play_for_another_by_a_word() -> None:
    table = two_humans()
    assert refusal(table, Substitute(ANN, 1, "random")) == "not_your_seat"
    assert refusal(table, Substitute(ANN, 3, "random")) == "no_seat"
    assert refusal(new("me", "open"), Substitute(ANN, 0, "random")) == "not_human"


def test_a_bot_plays_on_for_whoever_resigns() -> None:
    resigned = decided(two_humans(), Resign(BEN))
    table = resigned.after
    assert table.table.seats[1].resigned and table.table.status == "running"
    assert resigned.notices == [notice("resigned", name="Ben")]
    assert refusal(table, Resign(BEN)) == "resigned"
    assert refusal(table, ComeBack(BEN)) == "resigned"
    ended = then(table, Resign(ANN))
    assert ended.table.status == "abandoned" and ended.table.turn is None
    assert refusal(ended, first_move(table)) in ("not_running", "bot_plays")


def test_giving_up_against_bots_ends_the_game_with_a_result() -> None:
    table = new("me", "bot", "bot")
    over = then(table, Resign(ANN)).table
    assert over.status == "abandoned" and over.turn is None
    points = [score.total for score in table.game.scores(table.state)]
    assert over.scores == points, "as the points stand"
    others = [seat for seat in (1, 2) if points[seat] == max(points[1:])]
    assert over.winners == others, "whoever gives up wins nothing"
    places = [score.place for score in result(over, table.game, table.state)]
    assert places[0] == 3, "and comes last, whatever the points"


def test_whoever_resigned_does_not_win_with_the_moves_of_a_bot() -> None:
    table = two_humans()
    ahead = next(score.seat for score in table.game.scores(table.state) if score.place == 1)
    table = then(table, Resign((ANN, BEN)[ahead]))
    over = ended_in(table.table, table.game, table.state)
    assert table.game.scores(table.state)[ahead].place == 1, "the bot's points would win"
    assert over.status == "finished" and over.winners == [1 - ahead]
    assert over.scores == [score.total for score in table.game.scores(table.state)]
    places = [score.place for score in result(over, table.game, table.state)]
    assert places[ahead] == 2, "the points stay, the place is the last"


def test_giving_up_alone_has_points_but_no_winner() -> None:
    over = then(new("me", game="nusfjord"), Resign(ANN)).table
    assert over.status == "abandoned" and len(over.scores) == 1 and over.winners == []


def test_players_change_their_names() -> None:
    table = two_humans()
    renamed = decided(table, Rename(BEN, " Benedict "))
    assert renamed.after.table.seats[1].name == "Benedict"
    assert renamed.notices == [notice("renamed", before="Ben", name="Benedict")]
    assert decided(table, Rename(BEN, "Ben")).after is table
    for alike in ("Ann", "ann", "\uff21nn", "\U0001d400nn"):
        assert refusal(table, Rename(BEN, alike)) == "name_taken"
    assert refusal(table, Rename(BEN, " \n ")) == "bad_name"
    assert refusal(table, Rename(EVE, "Eve")) == "not_seated"
    assert refusal(table, Rename(BEN, "Ben", 0)) == "not_your_seat"


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ace", "\u0410\u0441\u0435"), ("Ian", "lan"), ("Bo1", "Bol"), ("Mo", "M0"), ("Bem", "Bern")],
)
def test_a_name_that_looks_like_anothers_is_marked(name: str, other: str) -> None:
    """A word in one alphabet alone may look like one in another."""
    table = then(new("me", "open"), Rename(ANN, name))
    joined = then(table, Join(User("mallory", other))).table
    assert [seat.name for seat in joined.seats] == [name, f"{other} 2"]


def test_many_of_one_name_are_told_apart() -> None:
    names = [seat.name for seat in new("me", "me", "me", "me", "me").table.seats]
    assert names == ["Ann", "Ann 2", "Ann 3", "Ann 4", "Ann 5"]


def test_no_two_players_have_one_name() -> None:
    shared = new("me", "me", "me")
    assert [seat.name for seat in shared.table.seats] == ["Ann", "Ann 2", "Ann 3"]
    namesake = User("ann2", "Ann")
    joined = then(new("me", "open", "friend"), Join(namesake))
    assert joined.table.seats[1].name == "Ann 2"
    claimed = then(joined, Claim(User("ann3", "Ann"), 2, 0))
    assert claimed.table.seats[2].name == "Ann 3"


# -- campaigns


def campaign_given_up() -> TableState:
    return then(new("me", game="nusfjord", campaign=True), Resign(ANN))


def test_a_campaign_goes_on_with_the_game_that_was_given_up() -> None:
    over = campaign_given_up()
    again = decided(over, Rematch(ANN, "again12345")).created
    assert again is not None and again.after.table.status == "running"
    campaign = again.after.table.campaign
    assert campaign is not None
    assert (campaign["game"], campaign["totals"], campaign["over"]) == (1, [], False)


def test_a_campaign_given_up_is_closed() -> None:
    over = campaign_given_up()
    closed = then(over, CloseCampaign(ANN))
    campaign = closed.table.campaign
    assert campaign is not None
    assert campaign["over"] and not campaign["succeeded"] and campaign["total"] == 0
    assert campaign["rank"] == campaign["rank_before"] == 0
    assert decided(closed, CloseCampaign(ANN)).after is closed
    fresh = decided(closed, Rematch(ANN, "again12345")).created
    assert fresh is not None and fresh.after.table.campaign is not None
    assert fresh.after.table.campaign["totals"] == []
    assert refusal(over, CloseCampaign(BEN)) == "not_seated"
    running = new("me", game="nusfjord", campaign=True)
    assert refusal(running, CloseCampaign(ANN)) == "no_campaign"
    goes_on = then(over, Rematch(ANN, "again12345"))
    assert refusal(goes_on, CloseCampaign(ANN)) == "goes_on"


def finished() -> TableState:
    return then(
        then(two_humans(coach="off", what_if=True, name="Friday"), Resign(BEN)), Resign(ANN)
    )


def test_a_rematch_is_a_new_table_with_the_same_people() -> None:
    outcome = decided(finished(), Rematch(BEN, "again12345"), NOW + 9)
    assert outcome.after.table.following == "again12345"
    assert outcome.created is not None
    again = outcome.created.after.table
    assert (again.id, again.status, again.host) == ("again12345", "running", "ben")
    assert (again.name, again.coach, again.previous) == ("Friday", "off", "table12345")
    assert not again.forecast and again.what_if
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
        from_table(table, log, 4, EVE)
    over = then(then(table, Resign(ANN)), Resign(BEN))
    new_table = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 2}, NewTable)
    begun = create(new_table, EVE, "on12345678", NOW, Rng(1), from_table(over, log, 4, EVE))
    on = begun.after
    assert on.table.number == 4 and on.table.status == "running"
    assert [entry.text for entry in begun.entries] == [entry.text for entry in log[:4]]
    assert on.table.previous == over.table.id
    assert begun.notices == [notice("position_chosen", name="Eve")]
    assert on.table.unrated
    assert position(on) == position(played(4)[0])
    alone = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 3}, NewTable)
    with pytest.raises(Refused, match="seats"):
        create(alone, EVE, "on12345678", NOW, Rng(1), from_table(over, log, 4, EVE))


def coached(current: TableState) -> tuple[str, bool, bool]:
    return current.table.coach, current.table.forecast, current.table.what_if


def test_the_coach_says_less_among_people_unless_they_wish_otherwise() -> None:
    assert coached(new("me", "bot")) == ("full", True, True)
    assert coached(new("me", "friend", "bot")) == ("words", True, True)
    assert coached(new("me", "friend", coach="full", what_if=False)) == ("full", True, False)
    assert coached(new("me", "bot", coach="off")) == ("off", False, False)
    assert coached(new("me", "bot", coach="off", forecast=True)) == ("off", True, False)
    # What older clients send.
    assert coached(new("me", "friend", hints=True)) == ("full", True, True)
    assert coached(new("me", "bot", hints=False)) == ("off", False, False)
    with pytest.raises(msgspec.ValidationError):
        new("me", "bot", coach="loud")


def test_who_plays_on_has_the_coach_of_that_table() -> None:
    over = then(then(two_humans(coach="full", forecast=False), Resign(ANN)), Resign(BEN))
    new_table = {"game": "vanuatu", "seats": [{"kind": "me"}] * 2}
    beginning = from_table(over, [], 0, EVE)
    for more, expected in (
        ({}, ("full", False, True)),
        ({"what_if": False}, ("full", False, False)),
        ({"coach": "words"}, ("words", True, True)),
    ):
        asked = msgspec.convert({**new_table, **more}, NewTable)
        on = create(asked, EVE, "on12345678", NOW, Rng(1), beginning).after
        assert coached(on) == expected


def test_only_a_table_that_one_may_see_is_played_on() -> None:
    table = then(then(two_humans(watchable=False), Resign(ANN)), Resign(BEN))
    with pytest.raises(NotAllowed):
        from_table(table, [], 0, EVE)
    assert from_table(table, [], 0, BEN).table == table.table.id


def test_a_record_is_taken_up_and_announced() -> None:
    table, _ = played(5)
    new_table = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 2}, NewTable)
    beginning = from_record(record_of(table).text(), EVE, NOW)
    taken_up = create(new_table, EVE, "on12345678", NOW, Rng(1), beginning)
    assert position(taken_up.after) == position(table)
    assert taken_up.notices == [notice("game_brought", name="Eve")]
    assert asked(table)[0] == taken_up.after.table.turn
    assert step(table).table.number == 6


def test_a_table_of_older_rules_is_played_by_them() -> None:
    table, log = played(4)
    assert "beggar_round_end" not in table.game.setup(table.state)["options"], "on, by default"
    old = rebuild(structs.replace(table.table, rules=1), log)
    assert old.game.setup(old.state)["options"]["beggar_round_end"] is False
    over = then(then(old, Resign(ANN)), Resign(BEN))
    new_table = msgspec.convert({"game": "vanuatu", "seats": [{"kind": "me"}] * 2}, NewTable)
    on = create(new_table, EVE, "on12345678", NOW, Rng(1), from_table(over, log, 4, EVE)).after
    assert on.table.rules == on.game.rules and on.table.setup is not None
    assert on.table.setup["options"]["beggar_round_end"] is False
    assert on.table.options["beggar_round_end"] is False


def test_a_finished_record_shows_who_played() -> None:
    table = new("bot", "bot", game="nusfjord")
    while table.table.status == "running":
        seat, number = table.table.turn, table.table.number
        assert seat is not None and table.state is not None
        text = table.game.write(table.state, table.state.options()[0])
        table = then(table, MakeBotMove(seat, text, number))
    levels = [structs.replace(seat, level="expert") for seat in table.table.seats]
    levels[0] = structs.replace(levels[0], kind="human", name="Ann", level="")
    text = record_of(table.with_table(structs.replace(table.table, seats=levels))).text()
    assert 'meta levels: ["", "expert"]' in text
    seats = [{"kind": "bot", "level": "expert"}, {"kind": "me"}]
    new_table = {"game": "nusfjord", "seats": seats}
    beginning = from_record(text, EVE, NOW)
    opened = create(msgspec.convert(new_table, NewTable), EVE, "on12345678", NOW, Rng(1), beginning)
    assert [seat.name for seat in opened.after.table.seats] == ["Ann", "Eve"]
    assert opened.after.table.seats[0].kind == "human", "not a bot of some level"


def test_the_round_is_stored_with_the_table() -> None:
    table = two_humans()
    assert table.table.round == [1, 8]
    while table.table.round == [1, 8]:
        table = step(table)
    assert table.table.round == [2, 8]


def test_wrong_options_are_refused_before_anybody_sits_down() -> None:
    with pytest.raises(Refused) as refused:
        new("me", game="chess")
    assert refused.value.code == "unknown_game"
    with pytest.raises(BadSetup):
        new("me", "open", options={"tide": "high"})
    with pytest.raises(BadSetup):
        new("me", "open", game="vanuatu", campaign=True)
