"""Effects played through a card that does nothing else, read from a file like any other."""

from pathlib import Path

from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.game import NUSFJORD, Nusfjord
from skerry.kernel.rng import Rng
from tests.nusfjord.test_card_faults import card, game_with, own_and_begin


def using(tmp_path: Path, step: str) -> State:
    """A game in which seat 0 owns a card with one step, to be used once."""
    game = game_with(tmp_path, card(119, "once", f'when = "once"\ndo = [{step}]'))
    state = own_and_begin(game, "A119")
    state.players[0].fish = 0
    return state


def use(state: State) -> None:
    """Let seat 0 use its card."""
    state.play(NUSFJORD.read(state, "use A119.1"))


def can_use(state: State) -> bool:
    return NUSFJORD.read(state, "use A119.1") in state.options()


def test_gain_per_counts_and_stops_at_its_most(tmp_path):
    step = '{ op = "gain_per", good = "gold", amount = 2, per = "forests", each = 1, max = 5 }'
    state = using(tmp_path, step)
    use(state)
    assert state.players[0].gold == 5


def test_reserve_in_fills_up_to_the_limit(tmp_path):
    state = using(tmp_path, '{ op = "reserve_in", fish = 5 }')
    state.players[0].reserve_fish = 6
    use(state)
    assert state.players[0].reserve_fish == 8
    assert not can_use(state), "once is once"


def test_a_step_that_is_not_possible_is_not_offered_and_says_why(tmp_path):
    state = using(tmp_path, '{ op = "take_shares", max = 1 }')
    assert not can_use(state)
    game = Nusfjord(str(tmp_path))
    reason = game.why_not(state, 0, "ability:A119.1")
    assert reason is not None
    assert reason.code == "no_share_on_offer"


def test_states_of_other_card_files_keep_them(tmp_path):
    state = using(tmp_path, '{ op = "gain", gold = 1 }')
    assert state.copy().cards is state.cards
    dealt = Nusfjord(str(tmp_path)).deal({"players": 2}, Rng(1))
    assert dealt.cards is state.cards
