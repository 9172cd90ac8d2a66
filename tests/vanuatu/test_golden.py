"""Whole recorded games: each replays to its scores, and together they show every rule at work."""

from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.components import ACTION_NAMES, CHARACTER_NAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.record import read_record, replay
from tests.golden_events import RECORDED, announced, events_file
from tests.vanuatu.record_golden import GOLDEN

FILES = sorted(GOLDEN.glob("vanuatu-*.game"))
# Seen as an event of this kind.
HAPPENINGS = {
    "converted",
    "demand_reshuffled",
    "dike_built",
    "good_lost",
    "governed",
    "begged",
    "island_sank",
    "preached",
    "retrieved",
    "sea_won",
    "ship_replaced",
    "water_rose",
}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_golden_game_replays_to_its_scores(path: Path) -> None:
    text = path.read_text()
    record = read_record(text)
    state = replay(GAMES, record)
    assert state.turn() < 0
    assert state.results() == record.scores
    assert record.text() == text


@pytest.mark.parametrize("name", RECORDED["vanuatu"])
def test_a_golden_game_announces_what_it_did_when_it_was_recorded(name: str) -> None:
    assert announced(name) == events_file(name).read_text(encoding="utf-8")


def test_there_are_golden_games_for_every_number_of_players() -> None:
    setups = [read_record(path.read_text()).setup for path in FILES]
    assert len(FILES) >= 20
    assert {setup["players"] for setup in setups} == {2, 3, 4, 5}
    assert {setup["options"].get("rising_waters", False) for setup in setups} == {False, True}


def test_the_golden_games_show_every_action_character_and_happening() -> None:
    performed: set[str] = set()
    taken: set[str] = set()
    bonuses: set[str] = set()
    happened: set[str] = set()
    tied = set(CHARACTER_NAMES) - {"beggar", "governor", "preacher"}

    def watch(state: State, seat: int, move: int, events: list[Event]) -> None:
        for event in events:
            happened.add(event.kind)
            if event.kind == "action_begun":
                performed.add(event.data["action"])
                if event.data["bonus"]:
                    bonuses.add(event.data["action"])
            elif event.kind == "character_taken":
                taken.add(event.data["character"])
        text = notation.write(move)
        if text.startswith("treasure") and events[0].seat != state.turn():
            happened.add("sold out of turn")

    for path in FILES:
        replay(GAMES, read_record(path.read_text()), watch=watch)
    assert performed == set(ACTION_NAMES)
    assert taken == set(CHARACTER_NAMES)
    assert len(bonuses) == len(tied)
    assert happened >= HAPPENINGS | {"sold out of turn"}
