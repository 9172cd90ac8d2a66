"""A player's home page: what waits for whom, in which order, and what it tells."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.games import GAMES
from skerry.service import home as home_module
from skerry.service.home import Home, place_of, quick_play, urgency
from skerry.service.messages import HomeTables, NewTable, SeatRequest
from skerry.service.people import User
from skerry.service.table.commands import CloseTable, Resign
from skerry.service.table.undo import can_undo
from skerry.store.protocol import Seat, Table
from tests.service.tables import ANN, BEN, EVE, Room, in_room

DAY = {"kind": "move", "seconds": 86400}


def home_of(room: Room) -> Home:
    return Home(room.tables, room.views)


async def waiting_ids(room: Room, user: User) -> list[str]:
    return [table.id for table in (await home_of(room).waiting(user)).tables]


def table(*seats: Seat, **more: Any) -> Table:
    given: dict[str, Any] = {"turn": 0, "status": "running", **more}
    return Table("t", "nusfjord", 1, "ann", list(seats), created=0, **given)


ANN_S = Seat("human", "Ann", ["ann"])
BEN_S = Seat("human", "Ben", ["ben"])
BOT_S = Seat("bot", "Heron", level="skilled")


def test_a_table_waits_for_whoever_is_asked(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        id = live.table.id
        asked, other = (ANN, BEN) if live.table.turn == 0 else (BEN, ANN)
        assert await waiting_ids(room, asked) == [id]
        assert await waiting_ids(room, other) == []
        assert await waiting_ids(room, EVE) == []
        page = await home_of(room).page(other)
        assert [table.id for table in page.others] == [id]
        while live.table.turn == (0 if asked is ANN else 1):
            await room.step(live)
        assert await waiting_ids(room, asked) == []
        assert await waiting_ids(room, other) == [id]
        (card,) = (await home_of(room).page(other)).waiting
        assert card.moves == live.table.number
        assert card.last and card.due_in is None

    in_room(tmp_path, story)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_names_what_it_asks(game: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans(game)
        for _ in range(30):
            assert live.state is not None
            question = live.game.question(live.state)
            assert question is not None and live.table.asked == question.kind
            user = (ANN, BEN)[question.seat]
            (one,) = (await home_of(room).waiting(user)).tables
            assert one.asked == question.kind and one.round == list(live.game.round(live.state))
            await room.step(live)
        for _ in range(20):
            before = live.table.asked
            await room.step(live)
            mover = live.history[-1].seat
            if can_undo(live.current, mover, sure=True).how != "no":  # nothing was revealed
                break
        user, other = ((ANN, BEN), (BEN, ANN))[mover]
        if not await room.undo(user, live.table.id, live.table.number, mover):
            await room.answer_undo(other, live.table.id, True, 1 - mover)
        assert live.table.asked == before

    in_room(tmp_path, story)


def test_the_most_urgent_comes_first(tmp_path: Path) -> None:
    bots, people = [ANN_S, BOT_S], [ANN_S, BEN_S]
    left_alone = table(*bots, updated=1.0)
    newest = table(*bots, updated=9.0)
    waited_long = table(*people, updated=2.0)
    waited_briefly = table(*people, updated=8.0)
    away = table(ANN_S, Seat("human", "Ben", ["ben"], substitute=True), updated=1.5)
    given: list[tuple[Table, float | None]] = [
        (left_alone, None),
        (waited_briefly, None),
        (newest, None),
        (waited_long, None),
    ]
    given += [(table(*bots), 500.0), (table(*people), 90.0), (away, None)]
    order = sorted(given, key=lambda one: urgency(*one))
    assert [due for _, due in order[:2]] == [90.0, 500.0]
    assert [one for one, _ in order[2:]] == [waited_long, waited_briefly, newest, away, left_alone]

    async def story(room: Room) -> None:
        slow = await room.make(ANN, "nusfjord", "me", clock={"kind": "move", "seconds": 9000})
        quick = await room.make(ANN, "nusfjord", "me", clock={"kind": "move", "seconds": 600})
        ids = [slow.table.id, quick.table.id]
        assert await waiting_ids(room, ANN) == ids[::-1]
        first, second = (await home_of(room).waiting(ANN)).tables
        assert first.due_in is not None and 590 < first.due_in <= 600
        assert second.due_in is not None and second.due_in > 8990

    in_room(tmp_path, story)


def test_a_last_move_tells_no_secret(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("vanuatu")
        seen = 0
        for _ in range(150):
            await room.step(live, -1)
            for user, seat in ((ANN, 0), (BEN, 1)):
                for card in (await home_of(room).page(user)).waiting:
                    (entry,) = await room.store.log(live.table.id, live.table.number - 1)
                    hidden = [event for event in entry.events if event.secret is not None]
                    expected = [event.seen_by(seat) for event in entry.events]
                    assert [one.event for one in card.last] == expected
                    seen += any(event.owner != seat for event in hidden)
            if seen:
                return
        raise AssertionError("no hidden event in these moves: the test shows nothing")

    in_room(tmp_path, story)


def test_a_closed_game_stays_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord", name="Quay")
        await room.tables.execute(live.table.id, CloseTable("spam"))
        for user in (ANN, BEN):
            (closed,) = (await home_of(room).page(user)).closed
            assert (closed.table.name, closed.reason) == ("Quay", "spam")
        given_up = await room.make(ANN, "nusfjord", "me")
        await room.tables.execute(given_up.table.id, Resign(ANN, 0))
        assert len((await home_of(room).page(ANN)).closed) == 1, "who gave up knows it"
        monkeypatch.setattr(home_module, "CLOSED_SECONDS", -1.0)
        assert (await home_of(room).page(ANN)).closed == []

    in_room(tmp_path, story)


def test_the_page_of_somebody_new_is_empty(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        page = await home_of(room).page(User("", ""))
        assert not page.played and page.waiting == [] and len(page.quick) == 3
        await room.make(BEN, "vanuatu", "me", "open", public=True, name="Reef")
        page = await home_of(room).page(ANN)
        assert [table.name for table in page.open] == ["Reef"] and page.open_count == 1
        own = await home_of(room).page(BEN)
        assert own.played and own.open == [] and [t.name for t in own.others] == ["Reef"]

    in_room(tmp_path, story)


def test_quick_play_is_the_last_table_again(tmp_path: Path) -> None:
    usual = [(one.wish.game, len(one.wish.seats), one.played) for one in quick_play([], "ann")]
    assert usual == [("vanuatu", 3, False), ("nusfjord", 3, False), ("nusfjord", 1, False)]
    with_ben = table(ANN_S, BEN_S)
    again = table(ANN_S, BOT_S, options={"deck": "codfish"}, coach="off", forecast=False)
    daily = table(ANN_S, daily="solo 2026-11-18")
    first = quick_play([with_ben, daily, again, table(ANN_S, BOT_S, BOT_S)], "ann")[0]
    assert first.played
    assert first.wish.seats == [SeatRequest("me"), SeatRequest("bot", level="skilled")]
    assert (first.wish.options, first.wish.coach) == ({"deck": "codfish"}, "off")

    async def story(room: Room) -> None:
        options = {"deck": "codfish"}
        made = await room.make(ANN, "nusfjord", "me", "bot", options=options, clock=DAY)
        (one, *_) = (await home_of(room).page(ANN)).quick
        sent = msgspec.json.decode(msgspec.json.encode(one.wish), type=NewTable)
        live = await room.tables.create(ANN, sent)
        assert live.table.options == made.table.options and live.table.clock is not None
        assert live.table.setup != made.table.setup, "it is dealt anew"

    in_room(tmp_path, story)


def test_a_campaign_goes_on_until_it_is_over(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", campaign=True)
        page: HomeTables = await home_of(room).page(ANN)
        assert page.campaign is not None and page.campaign.id == live.table.id
        while live.table.status == "running":
            await room.step(live)
        between = await home_of(room).page(ANN)
        assert between.campaign is not None and between.campaign.id == live.table.id
        assert [(one.seat, one.place) for one in between.finished] == [(0, 1)]
        following = await room.tables.rematch(ANN, live.table.id)
        third = (await home_of(room).page(ANN)).campaign
        assert third is not None and third.id == following.table.id

    in_room(tmp_path, story)


def test_places() -> None:
    three = [ANN_S, BEN_S, BOT_S]
    ended = table(*three, scores=[30, 41, 41], winners=[1])
    assert [place_of(ended, seat) for seat in range(3)] == [3, 1, 2]
    lost = table(*three, scores=[30, 41, 41])
    assert place_of(lost, 1) == 0
