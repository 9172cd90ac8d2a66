"""What a game says about itself agrees with what it does: players, options, components, types."""

from typing import Any

import msgspec
import pytest

from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.kernel.protocol import Option
from skerry.kernel.rng import Rng

# What an option needs to be used at all.
NEEDS: dict[str, Json] = {
    "mixed_deck": {"players": 3, "options": {"deck": "mixed"}},
    "solo": {"players": 1},
}
EVERY_OPTION = [(name, option) for name, game in GAMES.items() for option in game.options()]


def dealt(name: str, option: Option, value: Any) -> Json:
    needs = NEEDS.get(option.name, {"players": 3})
    options = {**needs.get("options", {}), option.name: value}
    setup = {"players": needs["players"], "options": options}
    return GAMES[name].setup(GAMES[name].deal(setup, Rng(1)))


@pytest.mark.parametrize("name", GAMES)
def test_the_range_of_players(name: str) -> None:
    game = GAMES[name]
    fewest, most = game.players
    for players in range(fewest, most + 1):
        assert game.deal({"players": players}, Rng(1)).n == players
    for players in (fewest - 1, most + 1):
        with pytest.raises(BadSetup, match="players"):
            game.deal({"players": players}, Rng(1))


@pytest.mark.parametrize(("name", "option"), EVERY_OPTION, ids=[o.name for _, o in EVERY_OPTION])
def test_an_option_is_as_it_is_described(name: str, option: Option) -> None:
    assert option.explanation.endswith(".")
    needs = NEEDS.get(option.name, {"players": 3})
    without = GAMES[name].setup(GAMES[name].deal(needs, Rng(1)))
    given = dealt(name, option, option.default)
    assert given["piles"] == without["piles"]
    for setup in (given, without):
        assert setup["options"].get(option.name, option.default) == option.default
    if option.kind == "other":
        assert option.choices == []
        return
    values = option.choices
    if option.kind == "number":
        lowest, highest = option.choices
        values = []  # a limit may depend on other options
        for outside in (lowest - 1, highest + 1):
            with pytest.raises(BadSetup, match=option.name):
                dealt(name, option, outside)
    assert option.kind == "number" or option.default in values
    for value in values:
        if value != "custom":  # needs tiles of one's own
            stored = dealt(name, option, value)["options"]
            assert stored.get(option.name, option.default) == value
    with pytest.raises(BadSetup, match=option.name):
        dealt(name, option, "nonsense")


@pytest.mark.parametrize("name", GAMES)
def test_components_are_plain_json(name: str) -> None:
    parts = GAMES[name].components()
    assert set(parts) == {"version", "cards", "elders", "board"}
    assert msgspec.json.decode(msgspec.json.encode(parts)) == parts


@pytest.mark.parametrize("name", GAMES)
def test_views_and_details_are_of_the_types_clients_know(name: str) -> None:
    game = GAMES[name]
    state = game.deal({"players": 3}, Rng(1))
    view, details = game.client_types
    assert type(game.view(state, None)) is view
    assert type(game.move_details(state, state.options()[0])) is details


@pytest.mark.parametrize("name", GAMES)
def test_corrected_cards_are_for_games_with_cards(name: str, tmp_path: Any) -> None:
    game = GAMES[name]
    if game.cards is None:
        assert game.with_cards(str(tmp_path)) is game
        return
    game.cards.export(tmp_path / "mine")
    assert game.with_cards(str(tmp_path / "mine")).components() == game.components()
    with pytest.raises(BadSetup, match="nowhere"):
        game.with_cards(str(tmp_path / "nowhere"))


@pytest.mark.parametrize("name", GAMES)
def test_a_campaign_is_played_to_its_end(name: str) -> None:
    game = GAMES[name]
    campaign = game.campaign
    if campaign is None:
        return
    progress = campaign.begin({})
    for number in range(campaign.games):
        standing = campaign.summary(progress)
        assert (standing["game"], standing["over"]) == (number + 1, False)
        assert campaign.check(progress) == progress
        state = game.deal(campaign.setup(progress), Rng(number))
        assert state.n == campaign.seats
        with pytest.raises(BadSetup, match="not finished"):
            campaign.after(progress, state)
        rng = Rng(number)
        while state.turn() >= 0:
            options = state.options()
            state.play(options[rng.below(len(options))])
        progress = campaign.after(progress, state)
        assert campaign.summary(progress)["totals"][-1] == game.scores(state)[0].total
    standing = campaign.summary(progress)
    assert standing["over"] and standing["goal"] == campaign.goal
    assert standing["succeeded"] == (standing["total"] > campaign.goal)
    with pytest.raises(BadSetup, match="all three"):
        campaign.setup(progress)
    assert campaign.summary(campaign.again(progress))["rank"] == standing["rank"]
