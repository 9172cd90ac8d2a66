"""Results: stored with the end of a game, exactly once; ratings with them; figures that agree."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from skerry.games import GAMES
from skerry.ratings import NEW, Rating, anchors, rate
from skerry.service.live.live_table import LiveTable
from skerry.service.results import add_missing_results
from skerry.service.table.commands import CloseTable, Rename, Resign
from skerry.service.table.records import record_of
from skerry.service.table.results import result_of
from skerry.store.moderation import Act
from skerry.store.results import (
    Filter,
    GameResult,
    SeatResult,
    SeatUse,
    by_level,
    by_players,
)
from skerry.store.sql import Connection
from skerry.store.sql_store import SqlStore
from tests.service.decisions import then, two_humans
from tests.service.tables import ANN, Room
from tests.store.databases import stored

ALL = Filter()
NEWEST = (1e18, 0)


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def in_store(kind: str, tmp_path: Path, story: Callable[[Room], Awaitable[None]]) -> None:
    async def work(store: SqlStore) -> None:
        room = Room(tmp_path, store=store)
        async with asyncio.timeout(200):
            await story(room)
        await room.tables.close()

    stored(kind, tmp_path / "skerry.db", work)


async def finish(room: Room, live: LiveTable, pick: int = 0) -> None:
    """Play a game to its end; another *pick* makes other moves."""
    moves = 0
    while live.table.status == "running":
        assert live.state is not None and live.table.turn is not None
        if live.table.seats[live.table.turn].played_by_bot:
            await asyncio.sleep(0.002)
            continue
        await room.step(live, pick * moves % len(live.state.agenda[-1].options(live.state)))
        moves += 1
        assert moves < 2000, "the game does not end"


async def only(room: Room, user: str) -> Any:
    (game,) = await room.store.results.history(user, ALL, NEWEST, 10)
    return game


def test_the_last_move_stores_the_result(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans(name="Lagoon")
        assert await room.store.results.count("ann", ALL) == 0
        await finish(room, live)
        scores = live.game.scores(live.state)
        for seat, user in enumerate(("ann", "ben")):
            game = await only(room, user)
            assert (game.id, game.seat, game.name) == (live.table.id, seat, "Lagoon")
            assert (game.place, game.points) == (scores[seat].place, scores[seat].total)
            assert (game.company, game.mode, game.ending) == ("people", "played", "finished")
            assert not game.rated and game.kept and game.moves == len(live.history)
            assert [other.name for other in game.others] == [["Ben"], ["Ann"]][seat]
            (month,) = await room.store.results.sources(user, ALL)
            assert month.points == scores[seat].items and month.games == 1
        await room.tables.execute(live.table.id, Rename(ANN, "Anna", None))
        assert await room.store.results.count("ann", ALL) == 1

    in_store(kind, tmp_path, story)


def test_a_rated_game_changes_the_ratings_once(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord", rated=True)
        await finish(room, live, pick=1)
        places = [score.place for score in live.game.scores(live.state)]
        expected = rate([NEW, NEW], places)
        for user, rating in zip(("ann", "ben"), expected, strict=True):
            assert await room.store.results.rating(user, "nusfjord") == (rating, 1)
        result = result_of(live.current)
        assert result is not None and result.rated
        assert not await room.store.results.add(result), "it is stored already"
        assert (await room.store.results.rating("ann", "nusfjord"))[1] == 1
        assert await room.store.results.rating("ann", "vanuatu") == (NEW, 0)

    in_store(kind, tmp_path, story)


def test_a_bot_is_a_fixed_point(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", "bot", rated=True)
        assert live.table.seats[1].level == "steady"
        await finish(room, live)
        places = [score.place for score in live.game.scores(live.state)]
        expected = rate([NEW, anchors("nusfjord")["steady"]], places)[0]
        rating, games = await room.store.results.rating("ann", "nusfjord")
        assert (rating, games) == (expected, 1)
        game = await only(room, "ann")
        assert game.change == expected.mean - NEW.mean and game.company == "bots"
        (level,) = by_level(await room.store.results.groups("ann", ALL))
        assert (level.key, level.played, level.won) == ("steady", 1, int(game.place == 1))

    in_store("sqlite", tmp_path, story)


def test_resigning_a_rated_game_is_a_loss(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        alone = await room.make(ANN, "vanuatu", "me", "bot", rated=True)
        await room.tables.execute(alone.table.id, Resign(ANN, None))
        game = await only(room, "ann")
        assert (game.ending, game.place, game.resigned) == ("resigned", 2, True)
        rating, games = await room.store.results.rating("ann", "vanuatu")
        assert games == 1 and rating.mean < NEW.mean
        assert await room.store.results.sources("ann", ALL) == [], "points half-way do not count"

    in_store(kind, tmp_path, story)


def test_what_a_bot_made_of_a_game_that_was_given_up_is_nobodys() -> None:
    current = then(two_humans(), Resign(ANN, 0))
    over = current.with_table(structs.replace(current.table, status="finished", scores=[9, 1]))
    result = result_of(over)
    assert result is not None
    assert [(seat.own, seat.place) for seat in result.seats] == [(False, 2), (True, 1)]


def test_what_does_not_count_for_ratings(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        closed = await room.two_humans(rated=True)
        await room.tables.execute(closed.table.id, CloseTable("maintenance"))
        game = await only(room, "ann")
        assert (game.ending, game.place, game.points) == ("abandoned", None, None)
        assert (await room.store.results.rating("ann", "vanuatu"))[1] == 0
        assert by_players(await room.store.results.groups("ann", ALL)) == []
        live = await room.two_humans("nusfjord", rated=True)
        await finish(room, live)
        away = structs.replace(live.table, id="other", unrated=True)
        result = result_of(live.current.with_table(away))
        assert result is not None and not result.rated

    in_store("sqlite", tmp_path, story)


def test_a_kill_before_the_end_is_stored_leaves_nothing(tmp_path: Path) -> None:
    """The result is in the transaction of the last move: without the one there is not the other."""

    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord", rated=True)
        table = structs.replace(live.table, version=live.table.version + 5, status="finished")
        result = GameResult(
            *(table.id, "nusfjord", 2, "", "herring", [], "people", "", "played", "finished"),
            *(True, True, 1.0, 3, []),
        )
        with pytest.raises(Exception, match="changed by somebody else"):
            await room.store.save(table, result=result)
        assert await room.store.results.missing("", 10) == []
        assert await room.store.results._read(lambda db: _count(db, "results")) == 0

    in_store("sqlite", tmp_path, story)


async def _count(db: Connection, table: str) -> int:
    row = await db.fetch_one(f"SELECT COUNT(*) FROM {table}")
    return int(row[0]) if row else 0


def test_games_of_earlier_versions_get_their_results(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        await finish(room, live)
        before = await room.store.results.history("ann", ALL, NEWEST, 10)
        uses = await room.store.results.uses("ann", ALL, 1)

        async def forget(db: Connection) -> None:
            for table in ("results", "result_seats", "result_items", "result_uses"):
                await db.execute(f"DELETE FROM {table}")

        await room.store._write(forget)
        assert await room.store.results.missing("", 10) == [live.table.id]
        assert await add_missing_results(room.store) == 1
        assert await add_missing_results(room.store) == 0
        again = await room.store.results.history("ann", ALL, NEWEST, 10)
        assert [structs.replace(game, number=0) for game in again] == [
            structs.replace(game, number=0) for game in before
        ]
        assert await room.store.results.uses("ann", ALL, 1) == uses != []

    in_store(kind, tmp_path, story)


def test_a_deleted_table_leaves_its_result_without_its_name(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord", name="Rude words", rated=True)
        await finish(room, live)
        rating = await room.store.results.rating("ann", "nusfjord")
        act = Act(5.0, "operator", "delete", f"table:{live.table.id}", "spam")
        assert await room.store.moderation.delete_table(live.table.id, act)
        game = await only(room, "ann")
        assert (game.name, game.kept) == ("", False)
        assert await room.store.results.rating("ann", "nusfjord") == rating
        assert await room.store.results.recompute_ratings() == 0

    in_store(kind, tmp_path, story)


def test_an_imported_game_counts_as_imported(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        await finish(room, live)
        text = record_of(live.current).text()
        await room.make(ANN, "nusfjord", "me", "bot", record=text)
        newest, _ = await room.store.results.history("ann", ALL, NEWEST, 10)
        assert newest.mode == "imported"
        assert sum(month.games for month in await room.store.results.sources("ann", ALL)) == 1
        played = by_players(await room.store.results.groups("ann", ALL))
        assert [(count.key, count.played) for count in played] == [("nusfjord 2", 1)]

    in_store("sqlite", tmp_path, story)


def test_ratings_computed_anew_are_the_same(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        for number in range(12):
            await room.store.results.add(made_up(number))
        before = [await room.store.results.ratings(user, "vanuatu", 99) for user in ("ann", "ben")]
        assert len(before[0]) == 12 and before[0] != before[1]
        few = await room.store.results.ratings("ann", "vanuatu", 4)
        assert few == [before[0][n] for n in (3, 7, 11)], "evenly spread, the last among them"
        assert await room.store.results.recompute_ratings() == 0

        async def spoil(db: Connection) -> None:
            await db.execute("UPDATE result_seats SET rating = 1, change = 0 WHERE rated = 3")

        await room.store._write(spoil)
        assert await room.store.results.recompute_ratings() == 2
        after = [await room.store.results.ratings(user, "vanuatu", 99) for user in ("ann", "ben")]
        assert after == before

    in_store(kind, tmp_path, story)


def made_up(number: int, **more: Any) -> GameResult:
    """Return a rated game of Ann and Ben with a bot; Ann wins two of three."""
    ann = 2 if number % 3 == 2 else 1
    seats = [
        SeatResult(0, "ann", "Ann", "", ann, 40 + number, True, False, {"track": 40 + number}),
        SeatResult(1, "ben", "Ben", "", 3 - ann, 38, True, False, {"track": 38}),
        SeatResult(2, "", "Tern", "steady", 3, 20, False, False),
    ]
    seats[0].uses = [SeatUse("character", "guide", 1 + number % 2)]
    result = GameResult(
        id=f"made{number:03}",
        game="vanuatu",
        rules=2,
        name="",
        variant="false",
        options=[],
        company="people",
        against="",
        mode="played",
        ending="finished",
        rated=True,
        watchable=True,
        finished=1_790_000_000.0 + number * 86400 * 10,
        moves=10,
        seats=seats,
    )
    return structs.replace(result, **more)


def test_games_that_end_at_the_same_time_are_rated_one_after_the_other(
    kind: str, tmp_path: Path
) -> None:
    async def story(room: Room) -> None:
        results = room.store.results
        await asyncio.gather(*(results.add(made_up(number)) for number in range(9)))
        assert (await results.rating("ann", "vanuatu"))[1] == 9
        assert await results.recompute_ratings() == 0

    in_store(kind, tmp_path, story)


def test_an_upset_moves_a_rating_more_than_the_expected() -> None:
    bots = anchors("vanuatu")
    known = Rating(bots["steady"], 40.0)
    gained = [rate([known, bots[level]], [1, 2])[0].mean - known.mean for level in bots]
    assert gained == sorted(gained) and gained[0] > 0
    assert rate([known, bots["expert"]], [1, 2])[1].mean == bots["expert"]
    for game in GAMES:
        levels = list(anchors(game).values())
        assert levels == sorted(levels) and round(sum(levels) / 4) == 1500
    assert anchors("chess") == {}
