"""Bots in other processes: they answer, and when they hang or die the table goes on."""

import asyncio
import sys
from pathlib import Path

from skerry.bots.levels import make_bot
from skerry.bots.simple_bots import RandomBot
from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.bots.bot_worker import Positions, choose
from skerry.service.bots.pool import BotTask, Pool
from tests.service.tables import ANN, Room, in_room

READY = "print('ready', flush=True); "


def task(seconds: float = 0.2) -> BotTask:
    state = GAMES["vanuatu"].deal({"players": 2}, Rng(1))
    setup = GAMES["vanuatu"].setup(state)
    return BotTask("t", "vanuatu", setup, [], state.turn(), "random", 7, seconds)


def ask(program: str, times: int) -> tuple[list[str | None], Pool]:
    async def work() -> tuple[list[str | None], Pool]:
        pool = Pool(1, grace=0.3, program=[sys.executable, "-c", program], start_seconds=20)
        answers = [await pool.ask(task()) for _ in range(times)]
        await pool.close()
        return answers, pool

    return asyncio.run(work())


def test_a_bot_that_hangs_is_replaced() -> None:
    answers, pool = ask(READY + "import time; time.sleep(100)", 2)
    assert answers == [None, None] and pool.replaced == 2


def test_a_bot_that_dies_is_replaced() -> None:
    answers, pool = ask("import os; os._exit(3)", 2)
    assert answers == [None, None] and pool.replaced == 2


def test_a_bot_that_talks_nonsense_is_replaced() -> None:
    answers, _ = ask(READY + "print('hello', flush=True); input()", 2)
    assert answers == [None, None]
    answers, _ = ask("print('hello', flush=True); input()", 2)
    assert answers == [None, None]


def test_workers_answer_from_what_the_seat_sees(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "vanuatu", "me", "bot", "bot")
        for _ in range(6):
            await room.settle(live)
            if live.table.turn == 0:
                await room.step(live)
        assert room.pool.answered > 2
        assert room.pool.replaced == 0
        await room.pool.close()

    in_room(tmp_path, story, Pool(1))


def test_a_closed_pool_answers_those_who_wait_and_those_who_ask_later() -> None:
    async def work() -> None:
        thinking = [sys.executable, "-c", READY + "import time; time.sleep(100)"]
        pool = Pool(1, program=thinking)
        waiting = [asyncio.create_task(pool.ask(task(60))) for _ in range(3)]
        await asyncio.sleep(0.1)
        await pool.close()
        async with asyncio.timeout(10):
            assert await asyncio.gather(*waiting) == [None] * 3
            assert await pool.ask(task()) is None

    asyncio.run(work())


def test_the_bots_choice_does_not_depend_on_hidden_things() -> None:
    given = task()
    bot = RandomBot
    positions = Positions()
    state = positions.reach(given)
    for seed in range(5):
        other = state.imagine(given.seat, Rng(seed))
        assert choose(given, other, bot()) == choose(given, state, bot())


def test_a_takeback_reaches_the_worker() -> None:
    game = GAMES["vanuatu"]
    given = task()
    positions = Positions()
    state = positions.reach(given)
    first, second = (game.write(state, move) for move in state.options()[:2])
    given.moves = [first]
    positions.reach(given)
    given.moves = [second]
    assert game.position(positions.reach(given)) != game.position(game.deal(given.setup, Rng(0)))
    fresh = Positions().reach(given)
    assert game.position(fresh) == game.position(positions.reach(given))


def test_a_worker_returns_the_statistics_of_every_move_if_asked() -> None:
    given = task()
    given.level, given.with_statistics = "search:60", True
    answer = choose(given, Positions().reach(given), make_bot(given.level))
    best = max(answer.statistics, key=lambda one: one.visits)
    assert best.move == answer.move
    assert 1 < len(answer.statistics) <= len(Positions().reach(given).options())
    assert all(one.visits > 0 and -80 < one.lead < 80 for one in answer.statistics)
    given.with_statistics = False
    again = choose(given, Positions().reach(given), make_bot(given.level))
    assert again.statistics == []
