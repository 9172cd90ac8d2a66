"""Previews: what a move brings itself, and nothing of what comes later."""

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.viewers.decision import previews


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
