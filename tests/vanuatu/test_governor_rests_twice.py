"""A Governor may move a second stack to Rest and keep two rest tokens (section 11)."""

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng


def resting_governor():
    """Play on until seat 0, as Governor, has rested and may rest again."""
    state = VANUATU.deal({"players": 3, "options": {}, "piles": {"first": 0}}, Rng(1))

    def do(*texts):
        for text in texts:
            play(VANUATU, state, VANUATU.read(state, text), state.turn())

    do("take governor", "take guide", "take artist")
    do("plan rest", "plan draw", "plan build", "plan build", "plan tourist", "plan buy")
    do("plan draw", "plan draw", "plan build", "plan build", "plan buy", "plan buy")
    do("plan draw", "plan build", "plan sail")
    do("perform rest", "rest first", "perform build", "build 0,0 hut", "perform buy")
    do("buy kava 0,0", "govern draw rest")
    return state, do


def test_both_tokens_are_kept_shown_to_their_owner_and_paid():
    state, do = resting_governor()
    while state.turn() != 0:
        do(VANUATU.write(state, state.agenda[-1].options(state)[0]))
    do("perform rest", "rest vatu+point")
    assert VANUATU.view(state, 0)["players"][0]["rest_kept"] == ["first", "vatu+point"]
    assert VANUATU.view(state, 1)["players"][0]["rest_kept"] == [None, None]
    again = VANUATU.from_position(VANUATU.position(state))
    assert VANUATU.position(again) == VANUATU.position(state)
    for viewer in range(3):
        imagined = state.imagine(viewer, Rng(viewer))
        assert (
            VANUATU.view(imagined, viewer)["rest_tokens"]
            == (VANUATU.view(state, viewer)["rest_tokens"])
        )
    points, money = state.points[0], state.money[0]
    while state.round == 1:
        do(VANUATU.write(state, state.agenda[-1].options(state)[0]))
    assert state.first == 0
    assert (state.points[0], state.money[0]) == (points + 1, money + 1)
