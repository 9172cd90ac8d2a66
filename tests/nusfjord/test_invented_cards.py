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


@pytest.mark.parametrize(
    ("fish", "usable"),
    [(0, True), (2, False)],
    ids=["his fish counts already", "the third fish clears him first"],
)
def test_an_elder_who_counts_fish_is_tested_after_he_was_fed(tmp_path, fish, usable):
    """Rules 8: the fish is put on him, and he is cleared, before his action begins."""
    text = (catalogue.PACKAGE / "elders.toml").read_text(encoding="utf-8")
    harbor_master = 'do = [{ op = "upgrade_ship" }]'
    assert text.count(harbor_master) == 1
    per_fish = '{ op = "gain_per", good = "gold", amount = 1, per = "elders_and_fish", each = 2 }'
    (tmp_path / "elders.toml").write_text(text.replace(harbor_master, f"do = [{per_fish}]"))
    game = Nusfjord(str(tmp_path))
    state = game.deal({"players": 2, "piles": {"starter": 0}}, Rng(1))
    state.plates = 1
    player = state.players[0]
    player.elders, player.elder_fish, player.elder_since = [2], [fish], [0]
    before = player.fish
    offered = [game.write(state, move) for move in state.options()]
    assert ("place elder 2" in offered) == usable
    assert (player.elder_fish, player.fish, state.plates) == ([fish], before, 1)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 140))
def test_both_implementations_agree_about_many_such_cards(seed, tmp_path, monkeypatch):
    play_invented(seed, tmp_path, monkeypatch)
