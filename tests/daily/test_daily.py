"""The daily challenge: the same for everybody, whatever the server, and fair to value."""

from datetime import date, timedelta

import pytest

from skerry.daily import COMMON, PlanDay, Planning, Scale, Series, SoloDay, day_number, plan, solo
from skerry.games import GAMES
from skerry.kernel.errors import BadNotation, IllegalMove
from skerry.kernel.rng import Rng

DAY = date(2026, 11, 18)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same search with fewer and quicker games."""
    for name, value in [("CANDIDATES", 5), ("CHANGES", 1), ("SCREENING", 1), ("FINALISTS", 2)]:
        monkeypatch.setattr(plan, name, value)
    for name in ("BEFORE", "ANSWERING", "AFTERWARDS"):
        monkeypatch.setattr(plan, name, "random")
    monkeypatch.setattr(plan, "CONTINUATIONS", 4)
    monkeypatch.setattr(solo, "PAR_BOT", "random")


def finished(day: PlanDay) -> Planning:
    planning = day.begin()
    while options := planning.options():
        planning.place(options[0])
    return planning


# -- the series


def test_the_common_series_is_the_same_on_every_server() -> None:
    assert SoloDay(DAY).setup() == SoloDay(DAY).setup()
    assert COMMON.seed("solo", DAY) == 1185477717240997838


def test_a_secret_gives_a_server_deals_of_its_own() -> None:
    ours, theirs = Series(b"ours"), Series(b"theirs")
    seeds = {series.seed("solo", DAY) for series in (COMMON, ours, theirs)}
    assert len(seeds) == 3


def test_days_are_numbered_and_take_turns_with_the_decks() -> None:
    days = [DAY + timedelta(n) for n in range(3)]
    assert [day_number(day) for day in days] == [18, 19, 20]
    assert sorted(SoloDay(day).deck for day in days) == ["codfish", "herring", "mackerel"]
    assert len({str(SoloDay(day).setup()) for day in days}) == 3


# -- alone


def test_par_is_the_median_of_21_games_and_does_not_change(small: None) -> None:
    day = SoloDay(DAY)
    totals = sorted(day._bot_rounds(number)[-1] for number in range(21))
    par = day.par()
    assert totals[0] < totals[-1] and par.points == totals[10]
    assert SoloDay(DAY).par() == par


def test_par_of_each_round_leads_to_par(small: None) -> None:
    day = SoloDay(DAY)
    par = day.par()
    assert len(par.rounds) == GAMES["nusfjord"].round(day.state())[1] == 7
    assert par.rounds[-1] == par.points


# -- the plan


def test_the_plan_begins_with_the_planners_first_marker(small: None) -> None:
    day = PlanDay(DAY)
    state = day.begin().state
    question = GAMES["vanuatu"].question(state)
    assert question is not None
    assert (question.kind, question.seat) == ("plan_marker", day.seat)
    assert 2 <= day.round <= 6


def test_everybody_places_five_markers(small: None) -> None:
    planning = finished(PlanDay(DAY))
    placed = [text for text in planning.markers if text.startswith("plan")]
    assert len(placed) == 5
    assert planning.options() == []
    with pytest.raises(IllegalMove, match="the plan is complete"):
        planning.place("plan rest")


def test_the_same_plan_gets_the_same_answers(small: None) -> None:
    first, second = finished(PlanDay(DAY)), finished(PlanDay(DAY))
    assert first.moves == second.moves
    assert {seat for seat, _ in first.moves} == {0, 1, 2, 3}


def test_a_marker_that_is_not_offered_changes_nothing(small: None) -> None:
    planning = PlanDay(DAY).begin()
    with pytest.raises(BadNotation):
        planning.place("plan nonsense")
    closed = next(
        f"plan {name}"
        for name in ("sell", "draw", "explore", "tourist", "fish", "build", "buy")
        if f"plan {name}" not in planning.options()
    )
    with pytest.raises(IllegalMove):
        planning.place(closed)
    assert planning.moves == []


def test_the_best_plan_found_is_worth_a_hundred(small: None) -> None:
    day = PlanDay(DAY)
    scale = day.scale()
    assert day.judge(day.carry_out(scale.best_plan), scale).value == 100
    assert PlanDay(DAY).scale() == scale
    assert scale.best > scale.careless


def test_values_stay_between_0_and_100() -> None:
    scale = Scale(careless=-3.0, best=2.0, best_plan=[])
    assert [scale.value(points) for points in (-9.0, -3.0, -0.5, 2.0, 7.0)] == [0, 0, 50, 100, 100]


def test_a_bots_plan_is_better_than_a_careless_one() -> None:
    """With the real bots, so that the value measures something; one round each is enough."""
    day = PlanDay(DAY)
    rng = Rng(1)
    careful = [day._points(day.carry_out([*day._bot_plan(rng)]), 4) for _ in range(2)]
    careless = [day._points(day.carry_out([*day._careless_plan(rng)]), 4) for _ in range(4)]
    assert max(careful) > sum(careless) / len(careless)
