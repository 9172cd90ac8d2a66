"""A trade that stays open all game is made when it helps, not because nothing speaks against it."""

from skerry.bots.engine.nusfjord_values import NusfjordValues
from skerry.bots.engine.search import sensible
from skerry.bots.levels import SearchBot, make, votes
from skerry.games import GAMES
from skerry.games.nusfjord.engine.moves import USE
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import Table

GAME = GAMES["nusfjord"]


def trader(round: int = 6) -> Table:
    """Seat 0 may exchange wood and fish one for one, 4 wood for a gold, a gold for 3 wood."""
    return Table(4, round=round).give(buildings=["B123", "B124"], wood=6, gold=20, fish=2)


def trades_of_a_turn(bot_name: str, seed: int) -> int:
    table = trader()
    state = table.state
    bot = make(bot_name)
    rng = Rng(seed)
    trades = 0
    while state.turn() == 0 and trades < 20:
        move = bot.choose(GAME, state, 0, rng)
        trades += move >= USE
        bot.played(state, move)
        state.play(move)
    return trades


def test_a_search_does_not_trade_to_and_fro():
    assert sum(trades_of_a_turn("search:150", seed) for seed in range(8)) <= 2


def test_only_trades_that_stay_open_can_wait():
    values = NusfjordValues()
    state = trader().state
    waiting = {GAME.write(state, move) for move in state.options() if values.can_wait(state, move)}
    assert waiting == {f"use {trade}" for trade in ("B123.1", "B123.2", "B124.1", "B124.2")}
    once = (
        Table(4, round=3).give(buildings=["C143"], ships=(1, 0, 0), wood=10, gold=5, fish=4).state
    )
    assert any(move >= USE for move in once.options())
    assert not any(values.can_wait(once, move) for move in once.options())


def test_what_a_trade_gave_is_not_traded_back_in_the_same_breath():
    state = trader().state
    values = NusfjordValues()

    def undone() -> set[str]:
        left = sensible(values, state)
        return {GAME.write(state, move) for move in state.options() if move not in left}

    assert undone() == set()
    state.play(GAME.read(state, "use B124.2"))  # a gold for 3 wood
    assert undone() == {"use B124.1"}
    state.play(GAME.read(state, "pass"))
    while state.turn():  # the others'
        state.play(state.options()[0])
    assert undone() == set()


def test_a_trade_that_is_clearly_better_is_made():
    table = trader(round=7)
    state = table.state
    options = state.options()
    gold = next(move for move in options if GAME.write(state, move) == "use B124.1")
    bot = make("search:1")
    assert isinstance(bot, SearchBot)
    search = bot.begin(GAME, state, 0, Rng(1))
    search.run(state, 200)
    kid = search.root.kids[gold]
    for seen, vote in ((0.2, 0), (0.999, kid.visits)):  # as if it had done so, each time
        kid.total = seen * kid.visits
        kid.squares = seen * seen * kid.visits
        assert votes(search, state, options)[options.index(gold)] == vote
