"""Hidden means hidden: bench/server/secrecy.py in short, and proof that it finds leaks."""

from typing import Any

import pytest

from skerry.kernel.rng import Rng
from skerry.service.viewers import decision, frames
from tests.service.benches import secrecy


def test_what_is_hidden_changes_no_byte() -> None:
    compared, wrong = secrecy.run(150, seed=2024)
    assert compared >= 150 and wrong == []


def test_what_is_hidden_changes_no_hint() -> None:
    compared, wrong = secrecy.hints(7, seed=2024)
    assert compared == 7 and wrong == []


def compare_rest_games() -> list[str]:
    found: list[str] = []
    for seed in range(4):
        found += secrecy.compare("vanuatu", seed, {"players": 3}, 40, Rng(seed))[1]
    return found


def test_a_leaking_log_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frames.log_entry
    leaking = lambda live, entry, viewer: honest(live, entry, entry.seat)  # noqa: E731  # a short lie
    monkeypatch.setattr(secrecy, "log_entry", leaking)
    assert compare_rest_games()


def test_a_leaking_preview_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(live: Any, seat: int) -> Any:
        """Try the moves out in the real game instead of imagined ones."""
        game, state = live.game, live.state
        if frames.current_decision(live, seat) is not None:
            real = [state, state.copy()]
            now = decision._Now(game, state, seat)
            for move in state.options():
                yield decision._preview(game, real, seat, move, now)

    monkeypatch.setattr(secrecy, "details", leaking)
    assert compare_rest_games()
