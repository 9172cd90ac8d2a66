"""Previews: what a move brings itself, and nothing of what comes later; moves come first."""

import asyncio
import gc
from types import SimpleNamespace

import pytest

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.viewers import preview_queue
from skerry.service.viewers.decision import closed, previews


def test_a_preview_ends_with_the_round() -> None:
    nusfjord = GAMES["nusfjord"]
    state = nusfjord.deal({"players": 1}, Rng(3))
    for space in ("thin_out", "issue_share"):
        state.play(nusfjord.read(state, f"place {space}"))
    shown = dict(previews(nusfjord, state, 0))["place gold"]
    assert nusfjord.round(state)[0] == 1
    changes = {change.what: (change.before, change.after) for change in shown.changes}
    assert changes["gold"] == (2, 3)
    assert "fish" not in changes, "the fishing of round 2 is no gain of this move"
    assert not [word for word in shown.told if "fish" in word]
    state.play(nusfjord.read(state, "place gold"))
    assert nusfjord.round(state)[0] == 2 and state.players[0].fish > 0


@pytest.mark.parametrize(("used", "rest"), [(0.5, 0.01), (0.95, 0.09)])
def test_previews_take_a_tenth_of_the_time_while_moves_need_a_core(
    used: float, rest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    rests: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        rests.append(seconds)
        now += seconds

    clock = lambda: now  # noqa: E731  # three clocks in a line
    clocks = {"monotonic": clock, "perf_counter": clock, "process_time": lambda: now * used}
    monkeypatch.setattr(preview_queue, "time", SimpleNamespace(**clocks))
    fake = SimpleNamespace(sleep=sleep, Event=asyncio.Event)
    monkeypatch.setattr(preview_queue, "asyncio", fake)
    queue = preview_queue.PreviewQueue()
    now = 1.0
    asyncio.run(queue._rest(0.01))
    assert rests == [pytest.approx(rest)]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_previews_and_reasons_leave_no_garbage(name: str) -> None:
    """While people play the server collects none: what refers to itself would fill the memory."""
    game = GAMES[name]
    state = game.deal({"players": 3}, Rng(5))

    def details() -> None:
        for _ in range(30):
            seat = state.turn()
            assert dict(previews(game, state, seat))
            closed(game, state, seat)
            state.play(state.options()[0])

    details()  # what is made once and kept
    gc.collect()
    gc.disable()
    try:
        details()
        assert gc.collect() < 30, "less than one object a decision"
    finally:
        gc.enable()
