"""Deals at a table: from the operating system, whole for every set-up, and never the same."""

from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.live.chance import SecretChance
from tests.service.tables import ANN, Room, in_room

SETUPS = [
    *(("vanuatu", {"players": n}) for n in (2, 3, 4, 5)),
    ("vanuatu", {"players": 2, "options": {"rising_waters": True}}),
    *(("nusfjord", {"players": n}) for n in (1, 2, 3, 4, 5)),
    ("nusfjord", {"players": 3, "options": {"deck": "mixed"}}),
]


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_a_secret_deal_is_a_deal(name: str, setup: dict[str, object]) -> None:
    game = GAMES[name]
    dealt = [game.setup(game.deal(setup, SecretChance())) for _ in range(3)]
    assert dealt[0]["piles"] != dealt[1]["piles"] or dealt[0]["piles"] != dealt[2]["piles"]
    again = game.deal(dealt[0], Rng(5))
    assert game.setup(again) == dealt[0], "the set-up holds every pile"


def test_a_table_is_dealt_by_secret_chance_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SecretChance, "below", lambda self, n: n - 1)
    monkeypatch.setattr(SecretChance, "shuffle", lambda self, items: items.reverse())

    async def story(room: Room) -> None:
        for game in ("vanuatu", "nusfjord"):
            tables = [(await room.make(ANN, game, "me", "me")).table for _ in range(2)]
            assert tables[0].setup is not None and tables[0].setup == tables[1].setup

    in_room(tmp_path, story)
