"""Bots keep their search between questions: each seat its own, and as far as memory goes."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from skerry.bots.search_bot import SearchBot
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng
from skerry.service.bots import bot_worker
from skerry.service.bots.bot_worker import Positions, answer_to
from skerry.service.bots.pool import BotMove, BotTask, Pool
from tests.service.tables import ANN, Room, in_room

LEVEL = "search:16"


def task(name: str, setup: dict[str, object], moves: list[str], seat: int) -> BotTask:
    given = BotTask("t", name, setup, list(moves), seat, LEVEL, 7 + len(moves), 0.3)
    given.keeps_search = True
    return given


def answered(given: BotTask, games: Positions) -> str:
    answer = answer_to(given, games)
    assert isinstance(answer, BotMove)
    return answer.move


class Played:
    """A game of bots, asked as a table asks them."""

    def __init__(self, name: str, players: int = 3, seed: int = 1) -> None:
        self.name = name
        self.game = GAMES[name]
        self.state: State = self.game.deal({"players": players}, Rng(seed))
        self.setup = self.game.setup(self.state)
        self.moves: list[str] = []

    def task(self) -> BotTask:
        return task(self.name, self.setup, self.moves, self.state.turn())

    def play(self, text: str) -> None:
        self.moves.append(text)
        self.state.play(self.game.read(self.state, text))


def kept(games: Positions, seat: int) -> SearchBot:
    return games.bots["t", seat][1]


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_continues_its_tree_and_keeps_its_statistics(name: str) -> None:
    played, games = Played(name), Positions()
    continued = began_anew = 0
    last = -1
    for _ in range(20):
        seat = played.state.turn()
        given = played.task()
        games.reach(given)
        if ("t", seat) in games.bots:
            bot = kept(games, seat)
            assert bot._search is None or bot._search.viewer == seat
            if bot._search is not None:
                assert any(bot._search.move_visits), "statistics stay"
            if seat == last:
                continued += bot.tree_size() > 0
            else:
                began_anew += 1
                assert bot.tree_size() == 0, "somebody else's move ends the tree"
        last = seat
        played.play(answered(given, games))
    assert continued and began_anew


@pytest.mark.parametrize("name", GAMES)
def test_no_seat_uses_what_another_has_searched(name: str) -> None:
    """Seat 0 chooses the same whether the same process searches for its opponents or not."""
    together, apart, played = Positions(), Positions(), Played(name)
    compared = 0
    for _ in range(24):
        given = played.task()
        text = answered(given, together)
        if given.seat == 0:
            compared += 1
            assert answered(given, apart) == text
        played.play(text)
    assert compared > 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_changes_no_choice_of_a_bot_that_keeps_its_search(
    name: str, seed: int
) -> None:
    played = Played(name, seed=seed)
    rng = Rng(seed)
    while len(played.moves) < 12:
        options = played.state.options()
        played.play(played.game.write(played.state, options[rng.below(len(options))]))
    seat = played.state.turn()
    worlds = [Positions(), Positions()]
    for world, state in zip(
        worlds, (played.state, played.state.imagine(seat, Rng(9))), strict=True
    ):
        world.stored["t"] = (list(played.moves), state.copy())
    compared = 0
    while all(world.stored["t"][1].turn() == seat for world in worlds) and compared < 6:
        one, two = (world.stored["t"][1] for world in worlds)
        if played.game.view(one, seat) != played.game.view(two, seat):
            break  # something hidden has been shown
        given = task(name, played.setup, played.moves, seat)
        text = answered(given, worlds[0])
        assert answered(given, worlds[1]) == text
        compared += 1
        played.moves.append(text)
        for world in worlds:
            world.reach(task(name, played.setup, played.moves, seat))
    assert compared


def test_a_hint_leaves_the_bots_search_alone() -> None:
    played, games = Played("vanuatu"), Positions()
    given = played.task()
    answer_to(given, games)
    visits = kept(games, given.seat).tree_size()
    given.keeps_search = False
    answer_to(given, games)
    assert kept(games, given.seat).tree_size() == visits > 0


def test_another_level_and_a_takeback_begin_anew() -> None:
    played, games = Played("vanuatu"), Positions()
    first = played.task()
    played.play(answered(first, games))
    bot = kept(games, first.seat)
    games.reach(played.task())
    assert kept(games, first.seat) is bot
    first.level = "search:50"
    games.reach(first)  # without the move
    assert not games.bots
    answer_to(first, games)
    other = kept(games, first.seat)
    first.level = LEVEL
    answer_to(first, games)
    assert kept(games, first.seat) is not other


def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "MAX_BOTS", 3)
    monkeypatch.setattr(bot_worker, "MAX_NODES", 20)
    games, given = Positions(), Played("vanuatu").task()
    for table in "abcd":
        given.table = table
        answer_to(given, games)
    assert [table for table, _ in games.bots] == ["b", "c", "d"]
    sizes = [bot.tree_size() for _, bot in games.bots.values()]
    assert sizes[:2] == [0, 0] and 0 < sizes[2] <= 20
    monkeypatch.setattr(bot_worker, "MAX_POSITIONS", 2)
    given.table = "d"
    answer_to(given, games)
    given.table = "e"
    answer_to(given, games)
    assert set(games.stored) >= {table for table, _ in games.bots}, "none without its game"


# -- the pool

WHO = """
import json, os, sys, time
print("ready", flush=True)
for line in sys.stdin:
    task = json.loads(line)
    while task["level"] == "waits" and not os.path.exists(task["table"]):
        time.sleep(0.01)
    print(json.dumps({"move": str(os.getpid())}), flush=True)
"""


def of(table: str, level: str = "expert-alone", seconds: float = 2.0) -> BotTask:
    return BotTask(table, "vanuatu", {}, [], 0, level, 1, seconds)


def test_the_worker_that_holds_a_table_is_preferred_and_never_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        pool = Pool(2, program=[sys.executable, "-c", WHO])
        try:
            async with asyncio.timeout(60):
                one, two = await asyncio.gather(pool.ask(of("a")), pool.ask(of("b")))
                assert one != two
                for table, worker in (("a", one), ("b", two), ("b", two), ("a", one), ("a", one)):
                    assert await pool.ask(of(table)) == worker
                # While the worker of table a is busy, another one answers.
                free = str(tmp_path / "free")
                pool._free[-1].remember((free, 0))
                busy = asyncio.create_task(pool.ask(of(free, "waits", 50)))
                await asyncio.sleep(0)
                assert await pool.ask(of("a")) == two
                Path(free).touch()
                assert await busy == one
        finally:
            await pool.close()

    asyncio.run(work())


def test_a_slow_question_never_goes_to_the_quick_worker() -> None:
    async def work() -> None:
        pool = Pool(1, program=[sys.executable, "-c", WHO])
        try:
            async with asyncio.timeout(60):
                slow = await pool.ask(of("a"))
                pool._free[0].remember(("b", 0))  # the quick worker's slot
                assert await pool.ask(of("b", seconds=0.1)) != slow
                assert await pool.ask(of("b")) == slow
        finally:
            await pool.close()

    asyncio.run(work())


def test_a_game_goes_on_when_the_worker_that_holds_it_is_lost(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "skilled"}]
        live = await room.make(ANN, "vanuatu", seats=seats)
        await room.settle(live)
        for _ in range(2):
            for worker in list(room.pool._all):
                os.kill(worker.process.pid, signal.SIGKILL)
                await worker.process.wait()
            while live.table.turn == 0:
                await room.step(live)
            number = live.table.number
            await room.settle(live)
            assert live.table.number > number
        assert room.pool.replaced == 0, "no bot's move was made by rule"
        await room.pool.close()

    in_room(tmp_path, story, Pool(1))
