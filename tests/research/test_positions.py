"""A position travels as a link and shows itself as a picture."""

import io
import json
import random
import urllib.request
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import skerry
from skerry.games import GAMES
from skerry.kernel.errors import BadNotation, SkerryError
from skerry.kernel.record import read_record, replay
from skerry.kernel.rng import Rng
from skerry.research.positions import Position, open_position, position_link
from tests.test_every_game import games, moment, written

GOLDEN = Path(__file__).parents[1] / "golden"


@games
def test_a_state_becomes_a_link_and_a_state_again(name: str) -> None:
    game = GAMES[name]
    for seed in range(5):
        state = moment(game, {"players": 2 + seed % 4}, seed)
        link = position_link(name, state, "https://games.example.org/")
        assert link.startswith(f"https://games.example.org/p/{name}?d=")
        assert len(link) < 2000
        assert written(game, skerry.open_position(link).state) == written(game, state)


def test_a_link_to_a_replay_is_read_from_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (GOLDEN / "vanuatu-3.game").read_text()
    asked: list[str] = []

    def answer(url: str, timeout: float) -> Any:
        asked.append(url)
        return io.BytesIO(json.dumps({"record": text}).encode())

    monkeypatch.setattr(urllib.request, "urlopen", answer)
    found = open_position("https://games.example.org/t/a1b2c3d4e5/replay?move=17")
    assert asked == ["https://games.example.org/api/tables/a1b2c3d4e5/record"]
    expected = replay(GAMES, read_record(text), 17)
    assert written(found.game, found.state) == written(found.game, expected)


def test_files_open_too(tmp_path: Path) -> None:
    path = GOLDEN / "nusfjord-2-herring.game"
    found = open_position(path, move=9)
    (tmp_path / "position.json").write_text(json.dumps(found.game.position(found.state)))
    again = open_position(tmp_path / "position.json")
    assert written(again.game, again.state) == written(found.game, found.state)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("https://games.example.org/t/abc", "is not a link to a position"),
        ("https://x.org/p/chess?d=abc", "unknown game 'chess'"),
        ("https://x.org/p/vanuatu?d=a", "damaged"),
        ("https://x.org/p/vanuatu?d=abcdabcd", "not a packed state"),
        ("nowhere.game", "there is no such file"),
    ],
)
def test_what_is_no_position_says_so(given: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        open_position(given)


def test_a_damaged_link_is_refused() -> None:
    state = GAMES["nusfjord"].deal({"players": 3}, Rng(1))
    link = position_link("nusfjord", state)
    head, _, data = link.partition("=")
    chance = random.Random(1)
    for _ in range(60):
        at = chance.randrange(len(data))
        broken = f"{head}={data[:at]}{chance.choice('abcXYZ019')}{data[at + 1 :]}"
        try:
            open_position(broken)
        except SkerryError as error:
            assert "\n" not in str(error)


@games
def test_a_position_shows_itself(name: str) -> None:
    state = moment(GAMES[name], {"players": 3}, 4)
    shown = Position(GAMES[name], state, viewer=1)
    picture = shown._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "<style" not in picture and "http" not in picture.replace("http://www.w3.org/", "")
    assert picture.count('fill="#') > 20
    assert len(str(shown).splitlines()) > 10


def test_a_picture_shows_nothing_hidden() -> None:
    game = GAMES["nusfjord"]
    state = moment(game, {"players": 3}, 4)
    other = state.imagine(1, Rng(9))
    assert str(Position(game, state, 1)) == str(Position(game, other, 1))
