"""Whole recorded games: each replays to its scores, and together they use every card."""

import pytest

from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.record import read_record, replay
from tests.golden_events import RECORDED, announced, events_file
from tests.nusfjord.record_golden import GOLDEN, used, wanted

FILES = sorted(GOLDEN.glob("nusfjord-*.game"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_golden_game_replays(path):
    record = read_record(path.read_text())
    state = replay({"nusfjord": NUSFJORD}, record)
    assert state.turn() < 0
    assert state.results() == record.scores


@pytest.mark.parametrize("name", RECORDED["nusfjord"])
def test_a_golden_game_announces_what_it_did_when_it_was_recorded(name):
    assert announced(name) == events_file(name).read_text(encoding="utf-8")


def test_every_card_and_elder_is_used_in_a_golden_game():
    missing = wanted()

    def watch(state, seat, move, events):
        for event in events:
            missing.discard(used(event))

    for path in FILES:
        replay({"nusfjord": NUSFJORD}, read_record(path.read_text()), watch=watch)
    assert len(FILES) >= 20
    assert not missing, sorted(missing)
