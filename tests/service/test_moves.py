"""One path for every move: what is refused, what is stored, what is undone."""

import json
from pathlib import Path

import pytest

from skerry.kernel.events import Event
from skerry.service.errors import BadRequest, NotAllowed, Refused, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.people import User
from skerry.service.table.commands import Join
from skerry.service.table.undo import can_undo
from skerry.service.viewers import frames
from skerry.service.viewers import viewer as viewers
from skerry.service.viewers.viewer import Viewer
from skerry.store.protocol import Entry
from tests.service.tables import ANN, BEN, EVE, Room, in_room


def other(live: LiveTable) -> tuple[int, User]:
    seat = 1 - (live.table.turn or 0)
    return seat, ANN if "ann" in live.table.seats[seat].users else BEN


def asked(live: LiveTable) -> tuple[int, User]:
    seat = live.table.turn or 0
    return seat, ANN if "ann" in live.table.seats[seat].users else BEN


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.step(live)
        before = (live.table.number, live.game.position(live.state))
        id = live.table.id
        seat, user = asked(live)
        wrong_seat, wrong_user = other(live)
        good = live.game.write(live.state, live.state.options()[0])
        refusals = [
            (user, good, 0, seat, Stale),
            (user, good, 99, seat, Stale),
            (user, "dance", 1, seat, BadRequest),
            (user, "sail 2,1 2", 1, seat, Refused),
            (wrong_user, good, 1, wrong_seat, NotAllowed),
            (wrong_user, good, 1, seat, NotAllowed),
            (EVE, good, 1, seat, NotAllowed),
            (EVE, good, 1, None, NotAllowed),
        ]
        for who, text, after, place, error in refusals:
            with pytest.raises(error):
                await room.play(who, id, text, after, place)
        assert (live.table.number, live.game.position(live.state)) == before
        assert len(await room.store.log(id)) == 1

    in_room(tmp_path, story)


def test_the_table_is_rebuilt_from_its_log(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        for game in ("vanuatu", "nusfjord"):
            live = await room.two_humans(game)
            for _ in range(25):
                await room.step(live)
            await room.step(live)
            room.tables.forget(live)
            again = await room.tables.get(live.table.id)
            assert again is not live
            assert again.table == live.table
            assert again.game.position(again.state) == live.game.position(live.state)

    in_room(tmp_path, story)


def test_two_writers_never_write_the_same_number(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        rival = Room(tmp_path)
        await room.step(live)
        twin = await rival.tables.get(live.table.id)
        await room.step(live)
        with pytest.raises(Stale):
            await rival.step(twin)
        fresh = await rival.tables.get(live.table.id)
        assert fresh.table.number == 2
        await rival.step(fresh)
        assert [entry.number for entry in await room.store.log(live.table.id)] == [1, 2, 3]
        await rival.close()

    in_room(tmp_path, story)


def test_undo_is_free_while_it_is_still_your_turn(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "open", "open")
        await room.tables.execute(live.table.id, Join(BEN, None))
        await room.tables.execute(live.table.id, Join(EVE, None))
        users = {"ann": ANN, "ben": BEN, "eve": EVE}

        async def step() -> None:
            seat = live.table.turn
            text = live.game.write(live.state, live.state.agenda[-1].options(live.state)[0])
            user = users[live.table.seats[seat].users[0]]
            await room.play(user, live.table.id, text, live.table.number, seat)

        while live.game.question(live.state).kind != "plan_marker":
            await step()
        seat = live.table.turn
        before = live.game.position(live.state)
        await step()
        assert live.table.turn == seat, "two markers are placed in a row"
        assert can_undo(live.current, seat).how == "free"
        user = users[live.table.seats[seat].users[0]]
        number = live.table.number
        assert await room.undo(user, live.table.id, number, seat)
        assert live.game.position(live.state) == before
        assert live.table.number == number + 1, "numbers never go back"
        room.tables.forget(live)
        again = await room.tables.get(live.table.id)
        assert again.game.position(again.state) == before

    in_room(tmp_path, story)


def test_undo_after_your_turn_needs_everybodys_consent(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.step_until(live, "plan_marker")
        mover, user = asked(live)
        before = live.game.position(live.state)
        while live.table.turn == mover:
            before = live.game.position(live.state)
            await room.step(live)
        id = live.table.id
        assert not await room.undo(user, id, live.table.number, mover)
        assert live.table.undo is not None and live.table.undo.seat == mover
        _, rival = asked(live)
        with pytest.raises(NotAllowed):
            await room.answer_undo(EVE, id, True, None)
        assert not await room.answer_undo(rival, id, False, None)
        assert live.table.undo is None
        assert not await room.undo(user, id, live.table.number, mover)
        assert await room.answer_undo(rival, id, True, None)
        assert live.game.position(live.state) == before

    in_room(tmp_path, story)


def test_a_move_of_another_ends_the_request_to_undo(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.step_until(live, "plan_marker")
        mover, user = asked(live)
        while live.table.turn == mover:
            await room.step(live)
        await room.undo(user, live.table.id, live.table.number, mover)
        await room.step(live)
        assert live.table.undo is None

    in_room(tmp_path, story)


def test_never_back_across_something_hidden(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        # The last move of a round brings new tiles, tourists and characters to light.
        for _ in range(400):
            mover, user = asked(live)
            number = live.state.round
            await room.step(live)
            if live.state.round != number:
                break
        with pytest.raises(Refused, match="hidden"):
            await room.undo(user, live.table.id, live.table.number, mover)
        assert can_undo(live.current, mover, sure=True).why == "revealed"

    in_room(tmp_path, story)


def test_no_undo_after_seeing_which_rest_token_is_left(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "me", "me")
        play = room.play
        for seat_moves in range(600):
            texts = [live.game.write(live.state, m) for m in live.state.options()]
            seat = live.table.turn
            rest = [t for t in texts if t in ("plan rest", "perform rest")]
            text = rest[0] if rest else texts[seat_moves % len(texts)]
            if text == "perform rest" and getattr(live.state, "rest_order"):  # noqa: B009
                await play(ANN, live.table.id, text, live.table.number, seat)
                break
            await play(ANN, live.table.id, text, live.table.number, seat)
        # Whoever takes the second token sees which one is gone.
        assert can_undo(live.current, seat, sure=True).how == "no"

    in_room(tmp_path, story)


def test_a_slow_reader_gets_everything_in_fewer_frames(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        slow = Viewer(live, "eve", None)
        room.views.enter(live, slow)
        slow.frames()
        for _ in range(20):
            await room.step(live)
        frames = [json.loads(frame) for frame in slow.frames()]
        assert [frame["type"] for frame in frames] == ["update"]
        assert [entry["number"] for entry in frames[0]["entries"]] == list(range(1, 21))
        assert frames[0]["number"] == 20 and slow.frames() == []
        for number in range(viewers.MAX_WAITING + 5):
            slow.enqueue(Entry(21 + number, "move", 0, "plan sail", 1.0))
        assert len(slow.entries) <= viewers.MAX_WAITING
        assert json.loads(slow.frames()[0])["type"] == "table", "the whole table instead"

    in_room(tmp_path, story)


def test_the_log_hides_the_move_that_tells_a_secret(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        secret = [Event("rest_taken", 0, {}, 0, {"token": "first"})]
        entry = Entry(1, "move", 0, "rest first", 1.0, secret)
        own, rival, watcher = (frames.log_entry(live, entry, viewer) for viewer in (0, 1, None))
        assert own.move == "rest first" and own.events[0].event["token"] == "first"
        for other_eyes in (rival, watcher):
            assert other_eyes.move == "" and "token" not in other_eyes.events[0].event

    in_room(tmp_path, story)


def test_previews_say_what_is_certain_and_no_more(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.step_until(live, "plan_marker")
        seat = live.table.turn
        made = next(step for step in frames.details(live, seat) if step is not None)
        decision = frames.current_decision(live, seat)
        assert set(made.previews) == {move.id for move in decision.moves + decision.anytime}
        left = live.game.view(live.state, seat)["players"][seat]["markers_left"]
        for preview in made.previews.values():
            changes = {change.what: (change.before, change.after) for change in preview.changes}
            assert changes["markers_left"] == (left, left - 1)
            assert preview.told[0].startswith("plans")
        # The last move of a round turns up new tiles: no preview tells which.
        while live.state.round == 1:
            seat = live.table.turn
            steps = [step for step in frames.details(live, seat) if step is not None]
            texts = [line for p in steps[0].previews.values() for line in p.told]
            assert not any("On the volcano" in text for text in texts)
            await room.step(live)

    in_room(tmp_path, story)


def test_few_tables_are_kept_in_memory_and_the_others_read_again(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        room.tables.cached = 3
        watched = await room.two_humans()
        watched.viewers.add(Viewer(watched, ANN.id, 0))
        lives = [watched, *[await room.two_humans() for _ in range(9)]]
        await room.step(lives[1])
        assert len(room.tables.live) <= 4, "room for a new one is made when it is full"
        assert watched.table.id in room.tables.live, "it is watched"
        again = await room.tables.get(lives[1].table.id)
        assert again.table.number == lives[1].table.number == 1
        await room.step(again)

    in_room(tmp_path, story)
