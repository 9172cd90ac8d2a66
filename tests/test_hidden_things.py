"""Nobody is told, shown or helped by anything hidden, at any moment of any game.

Two games are dealt that differ in one hidden thing (`other_deals.py`). As long as a viewer has been
told the same in both, everything it can get must be the same in both.
"""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadNotation
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng
from skerry.research.observations import observation_spec, observe
from tests.other_deals import HIDDEN, side_by_side

seeds = st.integers(0, 10**9)
# A whole game is not made smaller: the message names what leaks, to whom and when.
briefly = settings(max_examples=5, phases=[Phase.explicit, Phase.generate])
EVERYTHING = [(name, hidden) for name, kinds in HIDDEN.items() for hidden in kinds]
REFS = ["hex:1,0", "space:build", "character:artist", "action:sail", "treasure:1", "elder:13"]


@st.composite
def setups(draw: st.DrawFn, name: str, hidden: str) -> Json:
    """Choose a game in which there is such a thing."""
    options: Json = {}
    players = draw(st.integers(*GAMES[name].players))
    if name == "vanuatu":
        if hidden == "dice" or draw(st.booleans()):
            options["rising_waters"] = True
        if hidden == "characters":
            players = 2
    else:
        if hidden in ("A pile", "B pile"):
            players = draw(st.integers(3, 5))
        if hidden == "elders":
            players = 5
        options["deck"] = draw(st.sampled_from(["herring", "mackerel", "codfish"]))
        if players == 1:
            options["solo"] = draw(st.sampled_from(["normal", "advanced"]))
    return {"players": players, "options": options}


def known(game: Game, state: State, viewer: int | None, seed: int) -> dict[str, Any]:
    """Return all that a viewer can get out of the game, by name."""
    found: dict[str, Any] = {
        "view": msgspec.to_builtins(game.view(state, viewer)),
        "question": game.question(state),
    }
    if viewer is None:
        return found
    moves = state.options() if state.turn() == viewer else []
    out = bytearray(observation_spec(game.name, state.n).size)
    observe(state, viewer, out)
    return found | {
        "closed": game.closed(state, viewer),
        "why not": [why_not(game, state, viewer, ref) for ref in REFS],
        "led": game.led(state, viewer),
        "moves": [(game.write(state, m), game.touches(state, m)) for m in moves],
        "details": [msgspec.to_builtins(game.move_details(state, m)) for m in moves],
        "out of turn": state.anytime(viewer),
        "observation": bytes(out),
        "imagined": state.imagine(viewer, Rng(seed)).contents(),
    }


def why_not(game: Game, state: State, viewer: int, ref: str) -> object:
    try:
        return game.why_not(state, viewer, ref)
    except BadNotation as error:
        return str(error)


def compare(game: Game, setup: Json, hidden: str, viewer: int | None, seed: int) -> int:
    """Compare two games as long as they are the same to a viewer; return at how many moments."""
    compared = 0
    for one, other in side_by_side(game, setup, hidden, viewer, seed):
        compared += 1
        first, second = (known(game, state, viewer, seed) for state in (one, other))
        leaking = [what for what in first if first[what] != second[what]]
        assert leaking == [], f"{hidden}, viewer {viewer}, moment {compared}"
        if compared % 9 == 0:  # it costs more than the rest together
            alike = game.forecast(one, viewer) == game.forecast(other, viewer)
            assert alike, f"forecast: {hidden}, viewer {viewer}, moment {compared}"
    return compared


@pytest.mark.parametrize(("name", "hidden"), EVERYTHING)
@briefly
@given(data=st.data(), seed=seeds)
def test_what_is_hidden_changes_nothing_that_a_viewer_can_get(
    name: str, hidden: str, data: st.DataObject, seed: int
) -> None:
    setup = data.draw(setups(name, hidden))
    viewer = random.Random(seed).choice([None, *range(setup["players"]), *range(setup["players"])])
    assert compare(GAMES[name], setup, hidden, viewer, seed) > 0


@briefly
@given(deck=st.sampled_from(["herring", "mackerel", "codfish"]), seed=seeds)
def test_nor_does_it_in_the_games_of_a_campaign(deck: str, seed: int) -> None:
    game = GAMES["nusfjord"]
    campaign = game.campaign
    assert campaign is not None
    progress = campaign.begin({"deck": deck})
    chance = random.Random(seed)
    for _ in range(campaign.games):
        setup = campaign.setup(progress)
        assert compare(game, setup, "C pile", 0, seed) > 0
        state: State = game.deal(setup, Rng(seed))
        while state.turn() >= 0:
            state.play(chance.choice(state.options()))
        progress = campaign.after(progress, state)
