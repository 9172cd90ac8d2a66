"""An expert's second process: it searches the same position and its tries count too."""

from concurrent.futures import Future

from skerry.bots.levels import SearchBot
from skerry.bots.partners import Partner, votes_of
from skerry.bots.protocol import Budget
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.packing import pack
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

FEW = Budget(iterations=40)


def test_a_partner_searches_the_same_position_in_another_process():
    game = GAMES["vanuatu"]
    state = game.deal({"players": 3}, Rng(4))
    partner = Partner()
    try:
        told = partner.ask(game, state, state.turn(), FEW, 9).result(timeout=60)
    finally:
        partner.close()
    assert told == votes_of("vanuatu", pack(game, state), state.turn(), FEW, 9)
    assert len(told) == len(state.options()) and sum(told) > 0


class Stubborn:
    """Insists on the last option, or never answers."""

    def __init__(self, silent: bool) -> None:
        self.silent = silent

    def ask(
        self, game: Game, state: State, seat: int, budget: Budget, seed: int
    ) -> "Future[list[int]]":
        answer: Future[list[int]] = Future()
        if not self.silent:
            answer.set_result([0] * (len(state.options()) - 1) + [10**6])
        return answer


def test_the_partners_tries_are_added():
    state = GAMES["vanuatu"].deal({"players": 3}, Rng(4))
    bot = SearchBot("expert", FEW, Stubborn(silent=False))
    assert bot.choose(GAMES["vanuatu"], state, state.turn(), Rng(1)) == state.options()[-1]


def test_a_silent_partner_is_left_alone():
    state = GAMES["vanuatu"].deal({"players": 3}, Rng(4))
    bot = SearchBot("expert", Budget(seconds=0.02), Stubborn(silent=True))
    assert bot.choose(GAMES["vanuatu"], state, state.turn(), Rng(1)) in state.options()
    assert bot.partner is None
