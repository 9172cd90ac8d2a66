"""Any-time trades before an action that follows a gain in the same list (cards 6.5, rules 2)."""

import pytest

from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.errors import SkerryError
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import Table

# The Builder (7) removes a Forest for 1 wood, then builds; the Wood Trade (B124) sells 4 wood for
# 1 gold; Forester's House (A110) costs 2 fish and 1 gold.


def builder(trade_before_action: bool = True) -> Table:
    table = Table(trade_before_action=trade_before_action).plates(1).own("B124").show("A110")
    return table.give(elders=[7], wood=3, fish=2, gold=0)


def test_the_fourth_wood_becomes_the_gold_that_pays_foresters_house():
    table = builder().do("place elder 7", "forest 1,2")
    assert table.kind == "use_anytime"
    assert table.asks() == ["done", "use B124.1"]
    table.do("use B124.1")
    assert table.goods() == (0, 2, 1)
    assert table.asks() == ["done", "use B124.2"]
    table.do("done")
    assert table.asks() == ["act", "decline"]
    table.do("act")
    assert table.kind == "choose_cell"


def test_who_does_not_trade_goes_on_to_the_action():
    table = builder().show("A104").give(fish=3).do("place elder 7", "forest 1,2", "done")
    assert table.asks() == ["act", "decline"]


def test_without_a_possible_trade_nothing_is_asked():
    table = builder().show("A104").give(wood=2, fish=3).do("place elder 7", "forest 1,2")
    assert table.asks() == ["act", "decline"]


def test_an_action_before_the_gain_opens_no_window():
    # The Woodcutter (5) takes a Deforest action, then 1 wood.
    table = Table().plates(1).own("B124").give(elders=[5], wood=3)
    table.do("place elder 5", "forest 1,2")
    assert table.kind == "use_anytime"  # the window after the action
    table.do("done")
    assert table.seat == 1


def test_rules_1_had_no_such_window():
    table = builder(trade_before_action=False).do("place elder 7", "forest 1,2")
    assert table.kind == "use_anytime"  # the one after the action, which was skipped
    table.do("done")
    assert table.seat == 1


def test_a_set_up_of_rules_1_is_dealt_without_the_window():
    setup = {"players": 2, "options": {"deck": "herring"}}
    assert not NUSFJORD.deal(NUSFJORD.adapt(setup, 1), Rng(1)).board.trade_before_action
    assert NUSFJORD.deal(NUSFJORD.adapt(setup, 2), Rng(1)).board.trade_before_action
    with pytest.raises(SkerryError):
        NUSFJORD.adapt(setup, 3)


def test_a_position_in_the_middle_of_the_window_plays_on_alike():
    table = builder().do("place elder 7", "forest 1,2")
    again = NUSFJORD.from_position(NUSFJORD.position(table.state))
    assert again == table.state
    for text in ("use B124.1", "done", "act"):
        again.play(NUSFJORD.read(again, text))
    assert again.players[0].gold == 0
