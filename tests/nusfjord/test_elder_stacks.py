"""Elder stacks: what is open, what is turned up, and what is told (rules 3 and 7)."""

from typing import Any

from skerry.games import GAMES
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng

GAME = GAMES["nusfjord"]
HIDDEN = [14, 13, 18, 16, 15, 17]


def five_players() -> Any:
    setup = {"players": 5, "piles": {"starter": 0, "hidden_elders": HIDDEN}}
    return GAME.deal(setup, Rng(1))


def take(state: Any, *elders: int) -> list[dict[str, Any]]:
    """Let the seats take elders one after the other; return what was told of the last."""
    seen: list[dict[str, Any]] = []
    for elder in elders:
        events = play(GAME, state, GAME.read(state, "place take_elder"))
        events += play(GAME, state, GAME.read(state, f"take elder {elder}"))
        seen = [event.seen_by(None) for event in events]
        question = GAME.question(state)
        if question is not None and question.kind == "use_elder":
            play(GAME, state, GAME.read(state, "decline"))
    return seen


def open_elders(state: Any) -> list[list[int]]:
    return [stack["open"] for stack in GAME.view(state, None)["elder_stacks"]]


def kinds(seen: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in seen]


def test_the_upper_elder_lies_on_the_lower_one() -> None:
    stacks = GAME.view(five_players(), None)["elder_stacks"]
    assert [stack["open"] for stack in stacks] == [[n + 6, n] for n in range(1, 7)]
    assert all(stack["face_down"] == 1 for stack in stacks)


def test_taking_the_upper_elder_turns_nothing_up() -> None:
    state = five_players()
    seen = take(state, 7)
    assert "elder_taken" in kinds(seen)
    assert "elder_revealed" not in kinds(seen)
    assert open_elders(state)[0] == [1]


def test_taking_the_last_open_elder_turns_up_the_one_below() -> None:
    state = five_players()
    seen = take(state, 7, 1)
    revealed = [event for event in seen if event["event"] == "elder_revealed"]
    assert [event["elder"] for event in revealed] == [14]
    stack = GAME.view(state, None)["elder_stacks"][0]
    assert (stack["open"], stack["face_down"]) == ([14], 0)


def test_with_four_players_nothing_lies_below() -> None:
    state = GAME.deal({"players": 4, "piles": {"starter": 0}}, Rng(1))
    assert "elder_revealed" not in kinds(take(state, 7, 1))
    assert open_elders(state)[0] == []


def test_only_uppermost_elders_can_be_taken() -> None:
    state = five_players()
    play(GAME, state, GAME.read(state, "place take_elder"))
    asked = [GAME.write(state, move) for move in state.options()]
    assert asked == [f"take elder {number}" for number in range(7, 13)]
