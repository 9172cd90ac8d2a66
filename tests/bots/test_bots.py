"""Bots make legal moves, never see what is hidden, and repeat themselves from a seed."""

import pytest

from skerry.bots.engine.search import Search
from skerry.bots.engine.vanuatu_values import VanuatuValues
from skerry.bots.levels import LEVELS, RISK_THRESHOLD, CautiousBot, make_bot
from skerry.bots.match import play_match
from skerry.bots.protocol import Budget
from skerry.bots.search_bot import (
    EXPERT_VALUES,
    SURVIVAL_VALUES,
    VALUES,
    SearchBot,
    SurvivalSearchBot,
)
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng

SETUPS = [
    ("vanuatu", {"players": 4}),
    ("vanuatu", {"players": 2}),
    ("vanuatu", {"players": 3, "options": {"rising_waters": True}}),
    ("nusfjord", {"players": 4}),
    ("nusfjord", {"players": 1}),
]
QUICK = ["random", "relaxed", "look:2", "search:12", "deep:12"]


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_a_game_of_mixed_bots_reaches_its_end_and_replays(name, setup):
    bots = QUICK[: setup["players"]]
    record, state = play_match(GAMES, name, setup, bots, seed=3)
    assert state.turn() < 0
    assert record.scores == [score.total for score in GAMES[name].scores(state)]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name):
    texts = [
        play_match(GAMES, name, {"players": 3}, ["search:8"] * 3, seed=5)[0].text()
        for _ in range(2)
    ]
    assert texts[0] == texts[1]


def middle(name: str, seed: int, **options: bool) -> State:
    state = GAMES[name].deal({"players": 4, "options": options}, Rng(seed))
    rng = Rng(seed)
    for _ in range(60):
        moves = state.agenda[-1].options(state)
        state.play(moves[rng.below(len(moves))])
    return state


@pytest.mark.parametrize("bot", ["relaxed", "look:3", "search:40", "deep:40"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_other_hidden_cards_change_no_choice(name, bot, seed):
    state = middle(name, seed)
    seat = state.turn()
    # The same game to this seat, with other hidden cards.
    other = state.imagine(seat, Rng(seed + 99))
    chosen = [make_bot(bot).choose(GAMES[name], dealt, seat, Rng(7)) for dealt in (state, other)]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("seed", range(3))
def test_other_hidden_cards_change_no_choice_of_a_bot_at_risk(seed):
    game = GAMES["vanuatu"]
    state = middle("vanuatu", seed, rising_waters=True)
    assert SURVIVAL_VALUES["vanuatu"].risk(state) >= RISK_THRESHOLD
    seat = state.turn()
    deals = (state, state.imagine(seat, Rng(seed + 99)))
    # By iterations alone: a clock may stop the second search earlier.
    bots = [CautiousBot(make_bot("look:1"), Budget(iterations=60)) for _ in deals]
    chosen = [bot.choose(game, dealt, seat, Rng(7)) for bot, dealt in zip(bots, deals, strict=True)]
    assert chosen[0] == chosen[1]


def test_a_cautious_bot_searches_at_risk_only():
    game = GAMES["vanuatu"]
    for at_risk in (True, False):
        state = middle("vanuatu", 1, rising_waters=at_risk)
        bot = CautiousBot(make_bot("look:1"), Budget(iterations=40))
        bot.choose(game, state, state.turn(), Rng(1))
        assert (bot.survival._search is not None) is at_risk


def test_an_expert_sees_less_risk_since_it_expects_dikes_of_the_others():
    state = middle("vanuatu", 1, rising_waters=True)
    risk = VALUES["vanuatu"].risk(state)
    assert 0 < EXPERT_VALUES["vanuatu"].risk(state) < risk


def test_future_sides_show_the_risk_before_the_last_tiles_are_placed():
    plain, far = VanuatuValues(), VanuatuValues(future_sides=True)
    surprised = 0
    for seed in range(12):
        state = at_round(7, seed)
        if state is None:
            continue  # lost before
        assert far.risk(state) >= plain.risk(state)
        surprised += plain.risk(state) == 0 and far.risk(state) > 0
        state = at_round(8, seed)
        assert state is None or far.risk(state) == plain.risk(state), "no tile is still to come"
    assert surprised


def test_a_cautious_bot_searches_before_the_last_tiles_are_placed():
    """When it saw the risk only in round 8, the money for the last dike was often spent."""
    game = GAMES["vanuatu"]
    searched = 0
    for seed in range(12):
        state = at_round(7, seed)
        if state is None or VALUES["vanuatu"].risk(state) > 0:
            continue
        bot = CautiousBot(make_bot("look:1"), Budget(iterations=40))
        bot.choose(game, state, state.turn(), Rng(1))
        searched += bot.survival._search is not None
    assert searched


def at_round(number: int, seed: int) -> State | None:
    """Return Rising Waters played at random to the beginning of a round, None if lost before."""
    state = GAMES["vanuatu"].deal({"players": 4, "options": {"rising_waters": True}}, Rng(seed))
    rng = Rng(seed)
    while state.turn() >= 0:
        if state.round == number:
            return state
        options = state.options()
        state.play(options[rng.below(len(options))])
    return None


def test_a_survival_search_keeps_no_statistics_of_opponents():
    game = GAMES["vanuatu"]
    state = middle("vanuatu", 1, rising_waters=True)
    seat = state.turn()
    search = SurvivalSearchBot("survival", Budget(iterations=20)).search(game, state, seat, Rng(1))
    seats = {i // game.moves for i, count in enumerate(search.move_visits) if count}
    assert seats == {seat}


@pytest.mark.parametrize("name", GAMES)
def test_early_evaluations_leave_half_the_weight_for_each_later_round(name):
    game = GAMES[name]
    state = middle(name, 1)
    search = Search(VALUES[name], state.turn(), game.moves, state.n, Rng(1))
    for rounds, left in ((1, 1.0), (2, 0.5), (3, 0.25)):
        search.early_weight = 0.5
        search.rounds_ahead = rounds
        search.run(state, 5)
        assert search.weight_left == left
    assert all(0 < mean < 1 for mean in search.means(state.options()) if mean)


def test_early_evaluation_changes_nothing_in_the_last_round():
    game = GAMES["vanuatu"]
    state = middle("vanuatu", 1)
    rng = Rng(2)
    while state.round < 8:
        options = state.options()
        state.play(options[rng.below(len(options))])
    visits = []
    for early in (0.0, 0.5):
        search = Search(VALUES["vanuatu"], state.turn(), game.moves, state.n, Rng(1))
        search.early_weight = early
        search.rounds_ahead = 2
        search.run(state, 60)
        visits.append(search.visits(state.options()))
    assert visits[0] == visits[1]


def test_choosing_does_not_change_the_state():
    state = middle("vanuatu", 1)
    before = GAMES["vanuatu"].position(state)
    make_bot("search:30").choose(GAMES["vanuatu"], state, state.turn(), Rng(1))
    assert GAMES["vanuatu"].position(state) == before


def test_every_level_can_be_made_and_unknown_ones_are_refused():
    assert [make_bot(level).name for level in LEVELS] == LEVELS
    with pytest.raises(BadSetup, match="there are random, relaxed"):
        make_bot("genius")


@pytest.mark.parametrize(("name", "weaker", "stronger"), [(g, "random", "look:1") for g in GAMES])
def test_looking_ahead_beats_chance(name, weaker, stronger):
    wins = 0
    for seed in range(4):
        bots = [weaker] * 3
        bots[seed % 3] = stronger
        _, state = play_match(GAMES, name, {"players": 3}, bots, seed)
        wins += GAMES[name].scores(state)[seed % 3].place == 1
    assert wins >= 3


def test_an_expert_explores_more_in_a_solo_game():
    game = GAMES["nusfjord"]
    solo, four = (game.deal({"players": players}, Rng(1)) for players in (1, 4))
    bot = make_bot("deep:8")
    assert isinstance(bot, SearchBot)
    searches = [bot.new_search(game, state, 0, Rng(1)) for state in (solo, four)]
    assert searches[0].ucb_c > searches[1].ucb_c
