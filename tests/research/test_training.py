"""What needs torch or OpenSpiel: `make test-research` runs it where they are installed."""

import random
import sys
from pathlib import Path

import pytest

from tests.notebooks import run_notebook

pytestmark = [pytest.mark.heavy, pytest.mark.filterwarnings("ignore")]
NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def test_an_agent_learns_to_beat_random_and_is_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="torch is not installed; pip install 'skerry[training]'")
    pytest.importorskip("sb3_contrib", reason="pip install 'skerry[training]'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setenv("SKERRY_STEPS", "20000")
    monkeypatch.setenv("SKERRY_GAMES", "60")
    names = run_notebook(NOTEBOOKS / "3-train-an-agent.ipynb", tmp_path)
    assert names["wins"] / names["games"] > 0.65


@pytest.mark.parametrize("name", ["vanuatu", "nusfjord"])
def test_openspiel_accepts_the_game(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="pip install 'skerry[openspiel]'")
    pytest.importorskip("skerry.research.openspiel")
    game = pyspiel.load_game(f"skerry_{name}", {"players": 3, "deals": 20})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(3)
    chance = random.Random(2)
    for _ in range(25):
        state.apply_action(chance.choice(state.legal_actions()))
    twin = state.clone()
    assert str(twin) == str(state)
    twin.apply_action(twin.legal_actions()[-1])
    assert str(twin) != str(state)
    for player in range(3):
        assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
        assert state.information_state_string(player) != state.information_state_string(
            (player + 1) % 3
        )
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert len(state.returns()) == 3


@pytest.mark.parametrize("name", ["vanuatu", "nusfjord"])
def test_the_information_state_does_not_depend_on_what_is_hidden(name: str) -> None:
    pytest.importorskip("pyspiel", reason="pip install 'skerry[openspiel]'")
    import pyspiel

    from skerry.kernel.rng import Rng

    pytest.importorskip("skerry.research.openspiel")
    game = pyspiel.load_game(f"skerry_{name}", {"players": 3, "deals": 20})
    observer = game.make_py_observer(None, None)
    state = game.new_initial_state()
    state.apply_action(1)
    engine_state = state.engine_state
    observer.set_from(state, 1)
    seen = observer.tensor.copy()
    state._held.state = engine_state.imagine(1, Rng(99))
    observer.set_from(state, 1)
    assert (seen == observer.tensor).all()
