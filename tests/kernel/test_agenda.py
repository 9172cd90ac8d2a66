"""The agenda: steps run by themselves, questions wait, tasks happen in the order given."""

from skerry.games import GAMES
from skerry.games.vanuatu.engine.components import NO_TILE
from skerry.games.vanuatu.engine.placing import PlaceTile
from skerry.games.vanuatu.engine.planning import PlaceNeutral
from skerry.games.vanuatu.engine.rounds import Round
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.agenda import NOBODY, Question, State, Step
from skerry.kernel.events import Event
from skerry.kernel.rng import Rng


def test_tasks_happen_in_the_order_they_are_pushed() -> None:
    state = State(2)
    first, second = Question(0), Question(1)
    state.push([first, second])
    assert state.agenda[-1] is first
    assert state.turn() == 0
    state.agenda.pop()
    assert state.turn() == 1


def test_a_game_without_tasks_is_over() -> None:
    state = State(2)
    state.settle()
    assert state.turn() == NOBODY


def test_a_step_belongs_to_nobody() -> None:
    assert Step().seat == NOBODY


def test_a_task_is_rebuilt_from_its_numbers() -> None:
    for game in GAMES.values():
        state = game.deal({"players": 3}, Rng(1))
        for task in state.agenda:
            again = type(task)(*task.args())
            assert again.args() == task.args()
            assert again.seat == task.seat
    assert Round(3).args() == [3]


def test_nothing_is_told_without_a_listener() -> None:
    state = VANUATU.deal({"players": 3}, Rng(1))
    state.play(state.options()[0])
    assert state.journal is None


def test_a_secret_is_seen_by_its_owner_only() -> None:
    event = Event("rest_taken", 1, {"open": 1}, owner=1, secret={"token": "first"})
    assert event.seen_by(1) == {"event": "rest_taken", "seat": 1, "open": 1, "token": "first"}
    for viewer in (None, 0, 2):
        assert event.seen_by(viewer) == {"event": "rest_taken", "seat": 1, "open": 1}


def test_an_event_of_nobody_has_no_seat() -> None:
    assert Event("round_began", -1, {"round": 2}).seen_by(None)["seat"] is None


def test_a_question_with_one_option_is_answered_at_once() -> None:
    state = VANUATU.deal({"players": 2}, Rng(1))
    before = list(state.agenda)
    state.tile_at = [state.tile_at[1]] * 15 + [NO_TILE]  # one cell and one tile are left
    state.shown = state.shown[:1]
    (tile,) = state.shown
    state.ask(PlaceTile(0))
    assert state.agenda == before
    assert state.tile_at[15] == tile


def test_a_question_with_a_choice_is_asked() -> None:
    state = VANUATU.deal({"players": 2}, Rng(1))
    before = list(state.agenda)
    state.ask(PlaceNeutral(1))
    assert state.agenda == [*before, PlaceNeutral(1)]
    assert sum(state.neutral) == 0
