"""Invented decks and elders, played by the engine and by the reference implementation side by side.

Whoever adds a card combines words in ways no card of the three decks does.
"""

import tomllib

import pytest

from skerry.games.nusfjord import catalogue
from skerry.games.nusfjord.game import Nusfjord
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from tests.nusfjord import reference_implementation
from tests.nusfjord.invented import Inventor
from tests.nusfjord.test_reference_implementation import side_by_side


def play_invented(seed, tmp_path, monkeypatch):
    inventor = Inventor(seed)
    known = tomllib.loads((catalogue.PACKAGE / "elders.toml").read_text(encoding="utf-8"))
    (tmp_path / "invented.toml").write_text(inventor.deck())
    (tmp_path / "elders.toml").write_text(inventor.elders(known))
    deck = tomllib.loads((tmp_path / "invented.toml").read_text())
    elders = tomllib.loads((tmp_path / "elders.toml").read_text())
    monkeypatch.setattr(reference_implementation, "CARDS", {b["id"]: b for b in deck["building"]})
    monkeypatch.setattr(
        reference_implementation, "ELDERS", {e["number"]: e for e in elders["elder"]}
    )
    game = Nusfjord(str(tmp_path))
    for players in (1, 3, 5):
        setup = {"players": players, "options": {"deck": "invented"}}
        side_by_side(setup, seed, game=game)


@pytest.mark.parametrize("seed", range(3))
def test_both_implementations_agree_about_cards_nobody_wrote(seed, tmp_path, monkeypatch):
    play_invented(seed, tmp_path, monkeypatch)


def test_only_a_choice_that_begins_an_elders_list_looks_at_first_steps(tmp_path):
    """Rules 8: "if his list begins with a choice"; a later one goes on as any list does."""
    text = (catalogue.PACKAGE / "elders.toml").read_text(encoding="utf-8")
    woodcutter = '{ op = "act", space = "deforest" }, { op = "gain", wood = 1 }'
    assert text.count(woodcutter) == 1
    lists = '[{ op = "upgrade_ship" }, { op = "gain", gold = 1 }], [{ op = "gain", fish = 1 }]'
    invented = f'{{ op = "gain", wood = 1 }}, {{ op = "choose", options = [{lists}] }}'
    (tmp_path / "elders.toml").write_text(text.replace(woodcutter, invented))
    game = Nusfjord(str(tmp_path))
    state = game.deal({"players": 2, "piles": {"starter": 0}}, Rng(1))
    for move in ("place take_elder", "take elder 5", "use elder 5"):
        play(game, state, game.read(state, move), 0)
    # No ship to exchange: that step is skipped, the gold still comes (cards 6.1).
    assert [game.write(state, move) for move in state.options()] == ["option 1", "option 2"]


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 140))
def test_both_implementations_agree_about_many_such_cards(seed, tmp_path, monkeypatch):
    play_invented(seed, tmp_path, monkeypatch)
