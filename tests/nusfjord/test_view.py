"""What views and moves show beyond the pieces: phases, workers alone, prices of ships, totals."""

import msgspec

from skerry.games.nusfjord.game import NUSFJORD
from skerry.games.nusfjord.view_types import View
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import Table

SETUPS = (
    {"players": 1},
    {"players": 1, "options": {"solo": "advanced"}},
    {"players": 3},
    {"players": 5, "options": {"deck": "mixed"}},
)


def random_games(games=2):
    for setup in SETUPS:
        for seed in range(games):
            state = NUSFJORD.deal(setup, Rng(seed))
            rng = Rng(seed)
            while state.turn() >= 0:
                yield state
                options = state.options()
                state.play(options[rng.below(len(options))])


def test_totals_phases_and_plates():
    phases = set()
    for state in random_games():
        view = NUSFJORD.view(state, 0)
        for player, score in zip(view.players, NUSFJORD.scores(state), strict=True):
            assert player.total == score.total
            assert list(player.score) == view.score_items
        phases.add(view.phase)
        filled, prices = view.plates.filled, view.plates.prices
        assert view.plates.next_price == (prices[filled] if filled < len(prices) else None)
    assert phases == {"fishing", "work"}


def test_a_worker_alone_stays_until_its_colour_comes_again():
    stayed = 0
    for state in random_games():
        view = NUSFJORD.view(state, 0)
        colors = view.worker_colors
        alone = {"normal": 2, "advanced": 3}
        assert colors == (alone[view.options["solo"]] if len(view.players) == 1 else 1)
        assert view.worker_color == (None if colors == 1 else (view.round - 1) % colors)
        for space in view.spaces:
            if space.until is None:
                continue
            assert space.since < view.round < space.until
            assert (space.until - 1) % colors == space.worker_color == (space.since - 1) % colors
            stayed += 1
    assert stayed


def test_an_option_of_a_card_names_its_steps():
    """What the page words; a list with other steps in it is shown by what it changes."""
    paid = 0
    for state in random_games(games=6):
        question = NUSFJORD.question(state)
        if question is None or question.kind != "choose_option":
            continue
        for move in state.options():
            steps = NUSFJORD.move_details(state, move).steps
            if steps is msgspec.UNSET:
                continue
            events = play(NUSFJORD, state.copy(), move)
            if steps and steps[0].pay is not msgspec.UNSET:
                price = next(event.data["goods"] for event in events if event.kind == "goods_paid")
                assert steps[0].pay == {good: -n for good, n in price.items()}
                paid += 1
    assert paid


def test_the_contractor_offers_two_actions():
    table = Table().plates(3).give(elders=[1], wood=12, fish=9, gold=9).show("A103")
    table.do("place elder 1")
    steps = [NUSFJORD.move_details(table.state, move).steps for move in table.state.options()]
    assert msgspec.to_builtins(steps) == [[{"act": "build_building"}], [{"act": "build_ship"}]]


def test_ships_show_the_price_that_is_paid():
    ships = cheaper = 0
    for state in random_games(games=6):
        question = NUSFJORD.question(state)
        if question is None or question.kind != "choose_ship":
            continue
        for move in state.options():
            details = NUSFJORD.move_details(state, move)
            events = play(NUSFJORD, state.copy(), move)
            paid = [event.data["goods"] for event in events if event.kind == "goods_paid"]
            if paid and details.price is not msgspec.UNSET:
                assert {good: -n for good, n in details.price.items() if n} == paid[0]
                printed = NUSFJORD.components()["board"]["ship"]
                costs = [cost for ship in printed for cost in ship["costs"]]
                cheaper += {good: n for good, n in details.price.items() if n} not in costs
                ships += 1
    assert ships and cheaper, "some cards make ships cheaper"


def test_taking_the_last_open_elder_reveals_the_hidden_one():
    revealed = 0
    for state in random_games():
        question = NUSFJORD.question(state)
        if question is None or question.kind != "take_elder":
            continue
        for move in state.options():
            events = play(NUSFJORD, state.copy(), move)
            shown = "elder_revealed" in [event.kind for event in events]
            assert (NUSFJORD.move_details(state, move).reveals is True) == shown
            revealed += shown
    assert revealed


def test_a_view_is_plain_json_and_reads_back():
    for state in random_games(games=1):
        view = NUSFJORD.view(state, 0)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
