"""Who sits where: links, joining, leaving a seat to a bot, resigning, again."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from skerry.kernel.errors import BadSetup, SkerryError
from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.messages import SeatChange
from skerry.service.people import Links, User, tidy_name
from skerry.service.table import seats
from skerry.service.table.commands import (
    ComeBack,
    Join,
    Leave,
    Resign,
    SetSeat,
    Start,
    Substitute,
)
from skerry.service.table.records import record_of
from skerry.service.viewers import devices
from skerry.service.viewers.frames import clock_info, table_info
from skerry.service.viewers.viewer import Viewer
from tests.service.tables import ANN, BEN, EVE, NoBots, Room, in_room


def test_only_the_player_on_a_seat_gets_its_link(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "friend")
        id = live.table.id
        assert live.table.status == "open"
        token = await room.invitations.link(ANN, id, 1)
        with pytest.raises(NotAllowed):
            await room.invitations.link(EVE, id, 1)
        with pytest.raises(Refused):
            await room.tables.execute(id, Join(EVE, 1))  # a friend's seat is not open
        await room.invitations.claim(BEN, token)
        assert live.table.status == "running"
        for ask in (room.invitations.link, room.invitations.new_link):
            with pytest.raises(NotAllowed):
                await ask(ANN, id, 1)
        with pytest.raises(NotAllowed):
            await room.invitations.claim(ANN, token)  # the one she sent him
        phone = User("bens-phone", "Ben")
        await room.invitations.claim(phone, await room.invitations.link(BEN, id, 1))
        assert live.table.seats[1].users == ["ben", "bens-phone"]
        assert any("Another device" in line.text for line in await room.store.chat(id))
        listed = devices.listed(live, 1, BEN, {})
        assert [(one.here, one.can_sign_out) for one in listed] == [(True, False), (False, True)]
        assert "ben" not in {one.key for one in listed}
        chosen = devices.chosen(live.table, 1, [listed[1].key])
        await room.tables.sign_out_devices(BEN, id, 1, chosen)
        assert live.table.seats[1].users == ["ben"]
        with pytest.raises(NotAllowed):
            await room.play(phone, id, "take artist", 0, 1)

    in_room(tmp_path, story)


def test_links_cannot_be_guessed() -> None:
    links = Links(b"secret")
    token = links.token("abcdefgh", 1, 0)
    assert links.read(token) == ("abcdefgh", 1, 0)
    for wrong in (
        "",
        "x",
        token[:-1],
        token.replace("-1-", "-2-"),
        token + "=",
        "a-b-c-d",
        "é-1-0-x",
    ):
        with pytest.raises(NotAllowed):
            links.read(wrong)
    with pytest.raises(NotAllowed):
        Links(b"other").read(token)


def test_a_started_seat_cannot_be_taken(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        id = live.table.id
        with pytest.raises(Refused):
            await room.tables.execute(id, Join(EVE, 0))
        with pytest.raises(NotAllowed):
            await room.tables.execute(id, SetSeat(EVE, 1, SeatChange("me")))
        with pytest.raises(Refused):
            await room.tables.execute(id, SetSeat(ANN, 1, SeatChange("me")))
        with pytest.raises(NotAllowed):
            await room.tables.execute(id, Substitute(EVE, 1, "steady"))
        with pytest.raises(NotAllowed):
            await room.tables.execute(id, Resign(EVE, None))
        with pytest.raises(NotFound):
            await room.tables.get("nothere")
        assert [seat.users for seat in live.table.seats] == [["ann"], ["ben"]]

    in_room(tmp_path, story)


def test_the_host_changes_seats_before_the_start(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "friend", "open", start_when_full=False)
        id = live.table.id
        old = await room.invitations.link(ANN, id, 1)
        await room.tables.execute(id, SetSeat(ANN, 1, SeatChange("bot", "random")))
        with pytest.raises(NotAllowed):
            await room.invitations.claim(BEN, old)
        with pytest.raises(Refused, match="not taken"):
            await room.tables.execute(id, Start(ANN))
        await room.tables.execute(id, Join(BEN, None))
        await room.tables.execute(id, Leave(BEN, None))
        await room.tables.execute(id, SetSeat(ANN, 2, SeatChange("bot", "random")))
        await room.tables.execute(id, Start(ANN))
        assert live.table.status == "running"

    in_room(tmp_path, story)


def test_a_substitute_plays_and_the_human_returns(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        id = live.table.id
        user, seat = (ANN, 0) if live.table.turn == 0 else (BEN, 1)
        other = BEN if user is ANN else ANN
        with pytest.raises(Refused):  # no open socket does not make anybody absent
            await room.tables.act_on_absence(other, id, "substitute", seat)
        await room.tables.execute(id, Substitute(user, seat, "random"))
        await room.settle(live)
        assert live.table.number > 0 and live.table.turn != seat
        with pytest.raises(NotAllowed):
            await room.play(user, id, "plan sail", live.table.number, seat)
        await room.tables.execute(id, ComeBack(user, seat))
        assert not live.table.seats[seat].substitute

    in_room(tmp_path, story)


def test_without_humans_the_game_ends(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.tables.execute(live.table.id, Resign(ANN, None))
        assert live.table.status == "running" and live.table.seats[0].resigned
        await room.settle(live)
        await room.tables.execute(live.table.id, Resign(BEN, None))
        assert live.table.status == "abandoned"

    in_room(tmp_path, story)


def test_a_rematch_is_one_table_with_the_same_people(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        while live.table.status == "running":
            await room.step(live)
        assert len(live.table.scores) == 2 and live.table.winners
        first, second = await asyncio.gather(
            room.tables.rematch(ANN, live.table.id),
            room.tables.rematch(BEN, live.table.id),
        )
        assert first.table.id == second.table.id == live.table.following
        assert first.table.status == "running"
        assert [seat.users for seat in first.table.seats] == [["ann"], ["ben"]]
        with pytest.raises(NotAllowed):
            await room.tables.rematch(EVE, live.table.id)

    in_room(tmp_path, story)


def test_finished_games_are_open_and_running_ones_are_not(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", "bot")
        await room.settle(live)
        for closed in (
            lambda: room.views.record(live),
            lambda: room.views.replay(live, 0, 5),
        ):
            with pytest.raises(NotAllowed):
                closed()
        play_on = {"table": live.table.id, "moves": 3}
        with pytest.raises(NotAllowed):
            await room.make(EVE, "nusfjord", "me", "bot", play_on=play_on)
        while live.table.status == "running":
            await room.step(live)
            await room.settle(live)
        assert room.views.record(live).startswith("skerry record")
        replay = room.views.replay(live, 0, 5)
        assert len(replay.positions) == len(replay.hidden) == 5
        assert {one.what for one in replay.hidden[0]} == {"c"}  # buildings to come
        again = await room.make(EVE, "nusfjord", "me", "bot", play_on={**play_on, "moves": 7})
        await room.settle(again)
        assert [text for _, _, text in again.history][:7] == [t for _, _, t in live.history][:7]
        room.tables.forget(again)
        assert (await room.tables.get(again.table.id)).history[:7] == again.history[:7]

    in_room(tmp_path, story)


def test_spectators_see_only_what_they_may(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans(watchable=False)
        with pytest.raises(NotAllowed):
            seats.viewing(live.table, EVE, None, outside=False)
        with pytest.raises(NotAllowed):
            seats.viewing(live.table, BEN, 0, outside=False)
        open_table = await room.two_humans()
        assert seats.viewing(open_table.table, EVE, None, outside=False) is None
        await room.tables.chat.say(EVE, open_table, "psst", "watchers")
        await room.tables.chat.say(ANN, open_table, "hello", "table")
        with pytest.raises(NotAllowed):
            await room.tables.chat.say(EVE, open_table, "use the Beggar", "table")
        with pytest.raises(NotAllowed):
            await room.tables.chat.say(ANN, open_table, "psst", "watchers")
        player = await room.views.snapshot(open_table, ANN, 0, None, 0)
        watcher = await room.views.snapshot(open_table, EVE, None, None, 0)
        assert [line.text for line in player.chat] == ["hello"]
        assert [line.text for line in watcher.chat] == ["psst", "hello"]
        assert watcher.decision is None and watcher.view["viewer"] is None

    in_room(tmp_path, story)


def test_nobody_learns_the_ids_of_others(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        sent = msgspec.json.encode(table_info(live, EVE.id)).decode()
        assert '"ann"' not in sent and '"ben"' not in sent

    in_room(tmp_path, story)


def test_a_campaign_is_a_chain_of_three_games(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", campaign=True, options={"deck": "codfish"})
        for game in (1, 2, 3):
            assert live.table.campaign["game"] == game
            assert len(live.table.campaign["totals"]) == game - 1
            with pytest.raises(Refused):
                await room.tables.rematch(ANN, live.table.id)
            while live.table.status == "running":
                await room.step(live)
            assert len(live.table.campaign["totals"]) == game
            live = await room.tables.rematch(ANN, live.table.id)
        assert live.table.campaign["totals"] == [], "a new campaign with the rank reached"
        with pytest.raises(BadSetup):
            await room.make(ANN, "vanuatu", "me", "me", campaign=True)

    in_room(tmp_path, story)


def test_wrong_tables_are_refused(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        with pytest.raises(Refused):
            await room.make(ANN, "chess", "me", "me")
        with pytest.raises(BadSetup):
            await room.make(ANN, "vanuatu", "me")
        with pytest.raises(BadSetup):
            await room.make(ANN, "vanuatu", "me", "me", options={"pool_size": 99})
        assert await room.store.tables_of(ANN.id) == []

    in_room(tmp_path, story)


async def until(done: Callable[[], bool]) -> None:
    """Wait for a clock, as long as a slow machine may need."""
    for _ in range(3000):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the clock does not run out")


def test_a_clock_hands_the_seat_to_a_bot(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans(clock={"kind": "move", "seconds": 1})
        seat = live.table.turn
        await until(lambda: live.table.seats[seat].substitute)
        await room.tables.close()  # what follows it is written, too
        assert any("Time is up" in line.text for line in await room.store.chat(live.table.id))

    in_room(tmp_path, story, NoBots())


def test_a_budget_runs_only_on_ones_own_turn(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        clock = {"kind": "budget", "seconds": 100, "increment": 5, "at_zero": "resign"}
        live = await room.two_humans(clock=clock)
        seat = live.table.turn
        await asyncio.sleep(0.3)
        await room.step(live)
        assert live.table.clock.left[seat] < 104.9
        assert live.table.clock.left[1 - seat] == 100
        live.table.clock.left[live.table.turn] = 0.2
        live.table.clock.since -= 0.2
        room.tables._timers.set(live)
        loser = live.table.turn
        await until(lambda: live.table.seats[loser].resigned)

    in_room(tmp_path, story, NoBots())


def test_names_are_text() -> None:
    assert tidy_name(" <b>Ada</b>\u202e\x00 \n x ") == "<b>Ada</b> x"
    with pytest.raises(Refused):
        tidy_name("\u200b\x07")


def test_the_time_without_a_server_is_not_counted(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        room.tables.time.continue_from(time.time() - 1000)  # the last process stopped then
        live = await room.two_humans(clock={"kind": "move", "seconds": 60})
        await room.tables._beat()
        later = Room(tmp_path, NoBots())
        await later.tables.resume()
        again = await later.tables.get(live.table.id)
        left = clock_info(again).left[again.table.turn]
        assert 58 < left <= 60
        assert abs(again.table.updated - time.time()) < 10, "dates are those of the wall clock"
        await later.close()

    in_room(tmp_path, story)


@pytest.mark.parametrize("jump", [-86400 * 3, 86400 * 3])
def test_a_jump_of_the_wall_clock_changes_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans(clock={"kind": "budget", "seconds": 600})
        wall = time.time
        monkeypatch.setattr(time, "time", lambda: wall() + jump)
        seat = live.table.turn
        assert 590 < clock_info(live).left[seat] <= 600
        await room.step(live)
        assert 590 < live.table.clock.left[seat] <= 600
        assert not any(taken.substitute for taken in live.table.seats)
        await room.tables._beat()
        later = Room(tmp_path, NoBots())  # the jump stays after a restart, the time as well
        await later.tables.resume()
        again = await later.tables.get(live.table.id)
        assert 590 < clock_info(again).left[again.table.turn] <= 600
        await later.close()

    in_room(tmp_path, story, NoBots())


def test_an_invitation_can_be_read_before_it_is_taken(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "friend")
        token = await room.invitations.link(ANN, live.table.id, 1)
        assert await room.invitations.show(EVE, token) == (live, 1)
        assert live.table.seats[1].kind == "friend"
        await room.invitations.new_link(ANN, live.table.id, 1)
        with pytest.raises(NotAllowed):
            await room.invitations.show(EVE, token)

    in_room(tmp_path, story)


def test_whoever_loses_a_seat_no_longer_sees_what_it_sees(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "friend")
        id = live.table.id
        await room.invitations.claim(BEN, await room.invitations.link(ANN, id, 1))
        phone = User("bens-phone", "Ben")
        await room.invitations.claim(phone, await room.invitations.link(BEN, id, 1))
        assert live.table.status == "running"
        watching = Viewer(live, phone.id, 1)
        hosting = Viewer(live, ANN.id, 0)
        for viewer in (watching, hosting):
            room.views.enter(live, viewer)
        await room.tables.sign_out_devices(BEN, id, 1, [phone.id])
        assert watching.seat is None and hosting.seat == 0
        assert b'"viewer":1' not in b"".join(watching.frames())
        with pytest.raises(NotAllowed):
            seats.viewing(live.table, phone, 1, outside=False)

    in_room(tmp_path, story)


def test_an_unfinished_record_is_taken_up(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        for _ in range(6):
            await room.step(live)
        text = record_of(live.current).text()
        taken = await room.make(EVE, "nusfjord", "me", "bot", record=text)
        await room.settle(taken)
        assert taken.table.status == "running" and taken.table.number >= 6
        assert [move[2] for move in taken.history[:6]] == [move[2] for move in live.history]
        assert any(
            "brought this game" in said.text for said in await room.store.chat(taken.table.id)
        )
        fresh = Room(tmp_path)
        again = await fresh.tables.get(taken.table.id)
        assert again.history == taken.history
        await fresh.close()
        for kinds, words in ((["me"], "seats"), (["me", "me", "me"], "seats")):
            with pytest.raises(Refused, match=words):
                await room.make(EVE, "nusfjord", *kinds, record=text)
        with pytest.raises(Refused, match="seats"):
            await room.make(EVE, "vanuatu", "me", "me", record=text)
        for wrong in ("rubbish", text.replace(live.history[3][2], "build nothing")):
            with pytest.raises(SkerryError):
                await room.make(EVE, "nusfjord", "me", "me", record=wrong)

    in_room(tmp_path, story)


def test_a_finished_record_is_a_finished_table(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "bot")
        await room.settle(live)
        assert live.table.status == "finished"
        seen = await room.make(ANN, "nusfjord", "me", record=record_of(live.current).text())
        assert seen.table.status == "finished" and seen.table.scores == live.table.scores
        last = {"table": live.table.id, "moves": len(live.history)}
        seen = await room.make(ANN, "nusfjord", "me", play_on=last)
        assert seen.table.status == "finished" and seen.table.winners == [0]

    in_room(tmp_path, story)


def test_whoever_loses_a_seat_at_a_closed_table_is_disconnected(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "friend", watchable=False)
        id = live.table.id
        await room.invitations.claim(BEN, await room.invitations.link(ANN, id, 1))
        phone = User("bens-phone", "Ben")
        await room.invitations.claim(phone, await room.invitations.link(BEN, id, 1))
        watching = Viewer(live, phone.id, 1)
        room.views.enter(live, watching)
        await room.tables.sign_out_devices(BEN, id, 1, [phone.id])
        assert watching.closed and watching.seat is None

    in_room(tmp_path, story)
