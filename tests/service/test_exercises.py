"""Exercises: after the end only, shown as the player saw it, judged by the coach."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.analysis import Decision, Effort, Judgement, Review
from skerry.analysis.chances import Chances
from skerry.analysis.exercises import MOST_EXERCISES, judge_try, pick_exercises
from skerry.analysis.reasons import Part
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import IllegalMove
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng
from skerry.service.bots.pool import Pool
from skerry.service.bots.reviews import Reviews
from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.sandbox.exercises import Exercises
from skerry.service.table.commands import Resign
from skerry.service.table.state import position_after
from tests.service.tables import ANN, BEN, EVE, Room, in_room

QUICK = Effort(ranking=12, agreed=(2, 3), screening=(2, 3), verifying=(3, 6))


def judged(game: Game, state: State, move: int, points: float) -> Judgement:
    text = game.write(state, move)
    leads = [points - 0.1, points + 0.1]
    totals = [30.0 + points, *([30.0] * (state.n - 1))]
    return Judgement(text, points, 0.1, totals, 0.0, 100, leads, game.touches(state, move))


def mistake(
    game: Game, state: State, number: int, loss: float, played: int, better: int
) -> Decision:
    """A decision at which another move would have been so much better."""
    return Decision(
        number=number,
        seat=state.turn(),
        round=1,
        phase="work",
        before=Chances([30.0] * state.n, None, 0.0),
        played=judged(game, state, played, 1.0),
        better=judged(game, state, better, 1.0 + loss),
        others=[],
        grade="mistake",
        loss=loss,
        error=0.2,
        win_played=0.3,
        win_better=0.4,
        why=[Part(state.turn(), "build", loss, 0.8, 0.1, "gained")],
        doubt=1.0,
    )


async def lost_game(room: Room, game: str, *seats: str) -> LiveTable:
    """A game that was given up after some moves, with a review that finds its moves bad."""
    live = await room.make(ANN, game, *seats)
    for _ in range(8):
        await room.step(live)
    await room.tables.execute(live.table.id, Resign(ANN, None))
    decisions = []
    for number, move in enumerate(live.history, start=1):
        state, _ = position_after(live.current, number - 1)
        played = live.game.read(state, move.text)
        others = [other for other in state.options() if other != played]
        if len(others) > 1:
            decisions.append(mistake(live.game, state, number, number * 1.6, played, others[0]))
    review = Review(game, state.n, 8, len(decisions), len(decisions), decisions, [], [])
    encoded = msgspec.json.encode(review)
    await room.tables.store.save_review(live.table.id, review.judged, encoded)
    return live


def test_the_costliest_come_first() -> None:
    game = GAMES["nusfjord"]
    state = game.deal({"players": 2}, Rng(1))
    found = [mistake(game, state, n, n * 1.0, *state.options()[:2]) for n in range(1, 6)]
    good = msgspec.structs.replace(found[4], grade="good", loss=0.0)
    review = Review("nusfjord", 2, 9, 5, 5, [*found[:4], good], [], [])
    assert [one.loss for one in pick_exercises(review, 0)] == [4.0, 3.0, 2.0]
    assert len(pick_exercises(review, 0)) == MOST_EXERCISES
    assert pick_exercises(review, 1) == []


def test_only_after_the_end_and_only_what_is_an_exercise(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        exercises = Exercises(room.pool, Reviews(room.tables, room.pool), QUICK)
        running = await room.make(ANN, "nusfjord", "me")
        with pytest.raises(NotAllowed):
            await exercises.listed(running, ANN, None)
        live = await lost_game(room, "nusfjord", "me")
        listed = await exercises.listed(live, ANN, None)
        assert [row.loss for row in listed.exercises] == sorted(
            (row.loss for row in listed.exercises), reverse=True
        )
        assert len(listed.exercises) == 3 and not listed.running
        for number in (0, 99):
            with pytest.raises(NotFound):
                await exercises.show(live, ANN, None, number)
        with pytest.raises(NotFound):
            await exercises.show(live, ANN, 3, listed.exercises[0].number)

    in_room(tmp_path, story)


def test_a_closed_table_is_no_exercise_for_strangers(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        exercises = Exercises(room.pool, Reviews(room.tables, room.pool), QUICK)
        live = await lost_game(room, "nusfjord", "me")
        number = (await exercises.listed(live, EVE, None)).exercises[0].number
        assert (await exercises.show(live, EVE, 0, number)).seat == 0
        live.table.watchable = False
        with pytest.raises(NotAllowed):
            await exercises.show(live, EVE, 0, number)
        with pytest.raises(NotAllowed):
            await exercises.judge(live, BEN, 0, number, "place build")

    in_room(tmp_path, story)


def test_an_exercise_shows_the_table_of_then(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        exercises = Exercises(room.pool, Reviews(room.tables, room.pool), QUICK)
        live = await lost_game(room, "nusfjord", "me")
        number = (await exercises.listed(live, ANN, None)).exercises[0].number
        shown = await exercises.show(live, ANN, None, number)
        state, _ = position_after(live.current, number - 1)
        assert shown.table.view == live.game.view(state, 0)
        assert shown.table.decision is not None
        offered = [move.id for move in shown.table.decision.moves]
        assert shown.played in offered and shown.table.table.status == "running"
        assert shown.table.table.salt == "", "the deal of the game is not opened here"
        details = [one for one in await exercises.details(live, ANN, None, number) if one]
        assert set(details[0].previews) == set(offered)

    in_room(tmp_path, story)


def test_help_says_no_more_than_its_step(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        exercises = Exercises(room.pool, Reviews(room.tables, room.pool), QUICK)
        live = await lost_game(room, "nusfjord", "me")
        number = (await exercises.listed(live, ANN, None)).exercises[0].number
        helped = [await exercises.help(live, ANN, None, number, step) for step in (1, 2, 3)]
        assert [bool(one.refs) for one in helped] == [False, True, True]
        assert [bool(one.move) for one in helped] == [False, False, True]
        assert helped[0].part is not None and helped[0].part.label == "build"

    in_room(tmp_path, story)


def test_tries_are_judged_by_a_worker(tmp_path: Path) -> None:
    pool = Pool(1)

    async def story(room: Room) -> None:
        exercises = Exercises(pool, Reviews(room.tables, pool), QUICK, seconds=0.0)
        live = await lost_game(room, "nusfjord", "me")
        number = (await exercises.listed(live, ANN, None)).exercises[0].number
        shown = await exercises.show(live, ANN, None, number)
        assert shown.table.decision is not None
        better = (await exercises.help(live, ANN, None, number, 3)).move
        best = await exercises.judge(live, ANN, None, number, better)
        assert best.verdict == "best" and best.why and best.gained == shown.row.loss
        same = await exercises.judge(live, ANN, None, number, shown.played)
        assert same.verdict == "close" and same.gained == 0.0
        other = next(
            move.id for move in shown.table.decision.moves if move.id not in (better, shown.played)
        )
        fresh = await exercises.judge(live, ANN, None, number, other)
        assert fresh.move == other and fresh.tries > 6 and fresh.why == []
        for nonsense in ("place nowhere", "x" * 50, "place build 99"):
            with pytest.raises(Refused):
                await exercises.judge(live, ANN, None, number, nonsense)
        await pool.close()

    in_room(tmp_path, story, pool)


def test_an_illegal_try_is_refused() -> None:
    game = GAMES["nusfjord"]
    state = game.deal({"players": 2}, Rng(1))
    decision = mistake(game, state, 1, 2.0, *state.options()[:2])
    closed = game.read(state, "serve 1")
    assert closed not in state.options()
    with pytest.raises(IllegalMove):
        judge_try(game, state, decision, "serve 1", 1.0, QUICK)


def test_a_judgement_does_not_depend_on_what_was_hidden() -> None:
    """Non-interference: deal everything again that the player could not see; same judgement."""
    for name in ("vanuatu", "nusfjord"):
        game = GAMES[name]
        state: Any = game.deal({"players": 3}, Rng(5))
        for _ in range(14):
            state.play(state.options()[0])
        while len(state.options()) < 3:
            state.play(state.options()[0])
        decision = mistake(game, state, 15, 2.0, *state.options()[:2])
        text = game.write(state, state.options()[2])
        twin = state.imagine(state.turn(), Rng(77))
        assert twin != state
        one, two = (judge_try(game, each, decision, text, 0.0, QUICK) for each in (state, twin))
        assert one == two
