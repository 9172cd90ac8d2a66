"""Trades without limit are made when they help, and never back and forth."""

from skerry.bots.engine.nusfjord_values import NusfjordValues
from skerry.bots.engine.search import without_reversals
from skerry.bots.levels import make_bot
from skerry.bots.search_bot import SearchBot
from skerry.bots.shared_search import counted_visits
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
    bot = make_bot(bot_name)
    rng = Rng(seed)
    trades = 0
    while state.turn() == 0 and trades < 20:
        move = bot.choose(GAME, state, 0, rng)
        trades += move >= USE
        bot.observe(state, move)
        state.play(move)
    return trades


def test_a_search_does_not_trade_back_and_forth():
    assert sum(trades_of_a_turn("search:150", seed) for seed in range(8)) <= 2


def test_only_trades_without_limit_are_repeatable():
    values = NusfjordValues()
    state = trader().state
    repeatable = {
        GAME.write(state, move)
        for move in state.options()
        if values.is_repeatable_trade(state, move)
    }
    assert repeatable == {f"use {trade}" for trade in ("B123.1", "B123.2", "B124.1", "B124.2")}
    once = (
        Table(4, round=3).give(buildings=["C143"], ships=(1, 0, 0), wood=10, gold=5, fish=4).state
    )
    assert any(move >= USE for move in once.options())
    assert not any(values.is_repeatable_trade(once, move) for move in once.options())


def test_a_trade_is_not_reversed_in_the_same_window():
    state = trader().state
    values = NusfjordValues()

    def reversals() -> set[str]:
        left = without_reversals(values, state)
        return {GAME.write(state, move) for move in state.options() if move not in left}

    assert reversals() == set()
    state.play(GAME.read(state, "use B124.2"))  # a gold for 3 wood
    assert reversals() == {"use B124.1"}
    state.play(GAME.read(state, "pass"))
    while state.turn():  # the others'
        state.play(state.options()[0])
    assert reversals() == set()


def test_a_trade_that_is_clearly_better_is_made():
    table = trader(round=7)
    state = table.state
    options = state.options()
    gold = next(move for move in options if GAME.write(state, move) == "use B124.1")
    bot = make_bot("search:1")
    assert isinstance(bot, SearchBot)
    search = bot.new_search(GAME, state, 0, Rng(1))
    search.run(state, 200)
    child = search.root.children[gold]
    for value, counted in ((0.2, 0), (0.999, child.visits)):  # as if every visit had this value
        child.total = value * child.visits
        child.total_squares = value * value * child.visits
        assert counted_visits(search, state, options)[options.index(gold)] == counted
