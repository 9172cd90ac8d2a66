"""Effects played through a card that does nothing else, read from a file like any other."""

from pathlib import Path

import pytest

from skerry.games.nusfjord.engine.anytime import goods_held, goods_in
from skerry.games.nusfjord.engine.cards import Terms
from skerry.games.nusfjord.engine.player import Player, PlayerRules
from skerry.games.nusfjord.engine.prices import building_price
from skerry.games.nusfjord.engine.purse import affords
from skerry.games.nusfjord.engine.spaces.build_ship import ChooseShip
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import FOR_BUILDING, FOR_SHIP
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


def test_buildings_cheaper_takes_each_good_off_the_price(tmp_path):
    less = 'when = "static"\nkind = "cost_off"\ntarget = "building"\nwood = 1\nfish = 2\ngold = 3'
    game = game_with(tmp_path, card(119, "special ability", less))
    state = own_and_begin(game, "A119")
    player = state.players[0]
    dear = game.catalogue.cards.cards[game.catalogue.slots["C142"]]
    dear.wood, dear.fish, dear.gold = 3, 3, 2
    assert building_price(player, dear, Terms()) == (2, 1, 0), "never below nothing"
    assert building_price(state.players[1], dear, Terms()) == (3, 3, 2), "only for the owner"


def test_the_goods_of_a_window_can_be_read_back():
    state = NUSFJORD.deal({"players": 2}, Rng(1))
    player = state.players[0]
    player.wood, player.fish, player.gold = 3, 14, 7
    assert goods_in(goods_held(player)) == [3, 14, 7]


def reserve_pays(tmp_path: Path, *goods: str) -> State:
    """Seat 0 may pay buildings with these goods of its Reserve; A104 costs 3 wood and 3 fish."""
    rules = [
        f'when = "static"\nkind = "pay_from_reserve"\ngood = "{good}"\nuses = ["building"]'
        for good in goods
    ]
    game = game_with(tmp_path, card(119, "special ability", *rules))
    state = own_and_begin(game, "A119")
    building = game.catalogue.cards.cards[game.catalogue.slots["A104"]]
    building.wood, building.fish, building.gold = 3, 3, 0
    return state


@pytest.mark.parametrize("goods", [("wood",), ("wood", "fish")])
def test_wood_of_the_reserve_pays_a_building_as_far_as_its_owner_likes(tmp_path, goods):
    state = reserve_pays(tmp_path, *goods)
    player = state.players[0]
    player.wood, player.fish, player.reserve_wood, player.reserve_fish = 2, 3, 2, 1
    state.display_b = []
    state.play(NUSFJORD.read(state, "place build_building"))
    assert [NUSFJORD.write(state, move) for move in state.options()] == ["count 1", "count 2"]
    state.play(NUSFJORD.read(state, "count 2"))
    if "fish" in goods:
        assert (player.wood, player.fish) == (1, 3), "wood is paid before fish are asked for"
        state.play(NUSFJORD.read(state, "count 0"))
    assert (player.wood, player.fish) == (1, 0)
    assert (player.reserve_wood, player.reserve_fish) == (0, 1)


def test_the_reserve_pays_only_where_a_card_says_so(tmp_path):
    player = reserve_pays(tmp_path, "wood").players[0]
    player.wood, player.fish, player.reserve_wood, player.reserve_fish = 1, 0, 2, 2
    assert affords(player, FOR_BUILDING, 3, 0, 0)
    assert not affords(player, FOR_BUILDING, 4, 0, 0)
    assert not affords(player, FOR_BUILDING, 0, 1, 0), "only wood"
    assert not affords(player, FOR_SHIP, 3, 0, 0), "only buildings"
    player.rules.reserve_pays = player.rules.reserve_wood_pays = 1 << FOR_SHIP
    assert affords(player, FOR_SHIP, 3, 0, 0)


@pytest.mark.parametrize("original", [PlayerRules(12, 8), Player(PlayerRules(12, 8))])
def test_a_copy_has_everything(original):
    for number, name in enumerate(sorted(original.contents()), start=1):
        value = getattr(original, name)
        if not isinstance(value, PlayerRules):
            setattr(original, name, [number] if isinstance(value, list) else type(value)(number))
    assert original.copy() == original


def test_a_building_changes_rules_in_its_own_game_only(tmp_path):
    rules = ['when = "static"\nkind = "wood_limit"\nvalue = 20']
    game = game_with(tmp_path, card(119, "special ability", *rules))
    state = game.deal({"players": 2}, Rng(1))
    before = state.copy()
    state.players[0].own(game.catalogue.cards.cards[game.catalogue.slots["A119"]])
    assert [player.rules.wood_limit for player in state.players] == [20, 12]
    assert [player.rules.wood_limit for player in before.players] == [12, 12]


def test_a_worker_acts_on_the_usual_terms():
    state = NUSFJORD.deal({"players": 1, "piles": {"starter": 0}}, Rng(1))
    state.players[0].wood = state.players[0].fish = state.players[0].gold = 12
    state.play(NUSFJORD.read(state, "place build_ship"))
    question = state.agenda[-1]
    assert isinstance(question, ChooseShip)
    assert question.effect == 0
