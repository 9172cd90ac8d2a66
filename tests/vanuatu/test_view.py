"""What views and moves show beyond the pieces: proceeds, exports, floods, the order on spaces."""

from collections.abc import Iterator

import msgspec
import pytest

from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.games.vanuatu.view_types import MoveDetails, View
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import vanuatu


def random_games(options: dict[str, object], games: int = 6) -> Iterator[State]:
    for seed in range(games):
        state = VANUATU.deal({"players": 2 + seed % 4, "options": options}, Rng(seed))
        rng = Rng(seed)
        while state.turn() >= 0:
            yield state
            options_now = state.options()
            state.play(options_now[rng.below(len(options_now))])


@pytest.mark.parametrize("price_drop", ["per_action", "per_tile"])
def test_a_sale_shows_what_it_pays(price_drop: str) -> None:
    sales = 0
    for state in random_games({"price_drop": price_drop}):
        question = VANUATU.question(state)
        if question is None or question.kind != "sell":
            continue
        for move in state.options():
            details = VANUATU.move_details(state, move)
            events = play(VANUATU, state.copy(), move)
            sold = [event.data["vatus"] for event in events if event.kind == "fish_sold"]
            assert [details.vatus] == sold or (details.vatus is msgspec.UNSET and not sold)
            sales += len(sold)
    assert sales > 5


def test_a_sale_pays_less_for_each_tile_when_the_price_drops_per_tile() -> None:
    table = vanuatu(price_drop="per_tile").player(0, fish=[3, 2], boat="1,1")
    table.island("0,0", huts=[1, 0, 0]).markers(sell=[1, 0, 0]).turn_of(0).play("perform sell")
    details = {
        VANUATU.write(table.state, move): VANUATU.move_details(table.state, move).vatus
        for move in table.state.options()
    }
    assert details["sell 3 2"] == 3 * 3 + 2 * 2


def test_a_purchase_shows_the_ship_it_goes_to() -> None:
    exported = lost = 0
    for state in random_games({}, games=20):
        question = VANUATU.question(state)
        if question is None or question.kind != "buy":
            continue
        view = VANUATU.view(state, question.seat)
        for move in state.options():
            export = VANUATU.move_details(state, move).export
            if export is msgspec.UNSET:
                continue  # an any-time move
            assert export == view["exports"][VANUATU.write(state, move).split()[1]]
            events = play(VANUATU, state.copy(), move)
            first = next(event for event in events if event.kind in ("exported", "good_lost"))
            if export is None:
                assert first.kind == "good_lost"
                lost += 1
                continue
            assert first.data["slot"] == export.slot
            assert first.data["points"] == export.points
            assert first.data["completed"] == export.completes
            assert view.ships[export.slot - 1].wants[export.place - 1] == first.data["good"]
            assert not view.ships[export.slot - 1].filled[export.place - 1]
            exported += 1
    assert exported and lost


def test_only_resting_reveals_something() -> None:
    for state in random_games({}, games=3):
        for move in state.options():
            text = VANUATU.write(state, move)
            rests = text.split()[0] in ("perform", "preach") and text.split()[1] == "rest"
            details = VANUATU.move_details(state, move)
            assert (details.reveals is True) == rests, text


def test_floods_are_announced() -> None:
    assert VANUATU.view(vanuatu().state, None).flood_rounds == []
    assert VANUATU.view(vanuatu().state, None).next_flood is None
    for state in random_games({"rising_waters": True}, games=4):
        view = VANUATU.view(state, None)
        assert view.flood_rounds == [2, 4, 6, 8]
        if view.die:
            assert view.next_flood == view.round
        elif view.round == 8:
            assert view.next_flood is None
        else:
            assert view.next_flood == view.round + (2 if view.round % 2 == 0 else 1)
        assert view.score_items[-1] == "water"


def test_ties_on_a_space_go_to_the_earlier_in_turn_order() -> None:
    table = vanuatu(first=2, players=4).markers(fish=[1, 2, 2, 0], sail=[1, 0, 3, 0])
    spaces = {space.action: space for space in VANUATU.view(table.state, None).spaces}
    assert (spaces["fish"].order, spaces["fish"].tied) == ([2, 1, 0], True)
    assert (spaces["sail"].order, spaces["sail"].tied) == ([2, 0], False)
    assert (spaces["rest"].order, spaces["rest"].tied) == ([], False)
    assert VANUATU.view(table.state, None).turn_order == [2, 3, 0, 1]


def test_the_leader_is_the_first_in_the_order() -> None:
    for state in random_games({}):
        for space in VANUATU.view(state, None).spaces:
            assert space.leader is None or space.order[0] == space.leader


def test_a_view_is_plain_json_and_reads_back() -> None:
    for state in random_games({"rising_waters": True}, games=2):
        view = VANUATU.view(state, 0)
        text = msgspec.json.encode(view)
        assert msgspec.json.decode(text, type=View) == view
        assert msgspec.json.decode(text) == msgspec.to_builtins(view)


def test_a_view_is_read_by_field_or_by_name() -> None:
    view = VANUATU.view(vanuatu().state, 0)
    assert view["players"][0]["boat"] == view.players[0].boat
    assert set(view) == set(msgspec.to_builtins(view))
    cell = next(cell for cell in view["cells"] if cell["tile"] is None)
    assert cell["kind"] == "empty" and cell.get("huts", 5) == 5 and "huts" not in cell
    assert dict(MoveDetails(vatus=3)) == {"vatus": 3}
    with pytest.raises(KeyError):
        view["nothing"]
