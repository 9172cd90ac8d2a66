"""A review grades every decision; mistakes cost more than noise, and the reasons are events."""

import json
import math
from pathlib import Path

import msgspec
import pytest

from skerry.analysis import Effort, Reviewer, chances, review
from skerry.analysis.chances import fits
from skerry.analysis.judging import Judge, Judgement
from skerry.analysis.labels import action_name, label_of, labels
from skerry.analysis.reasons import Continuations, Ledger, continuations, reasons
from skerry.analysis.review import (
    GRADES,
    Decision,
    choices,
    grade_decision,
    judge_decision,
    positions,
    rank_decision,
    screened,
    summary,
    verified,
)
from skerry.bots.match import play_match
from skerry.games import GAMES
from skerry.kernel.events import Event
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.kernel.rng import Rng
from tests.analysis.test_judging import middle, with_options

QUICK = Effort(ranking=24, agreed=(2, 6), screening=(2, 8), verifying=(3, 10))


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return play_match(GAMES, "nusfjord", {"players": 2}, ["look:1", "random"], seed=4)[0]


def test_every_choice_is_judged_and_forced_moves_are_not(record):
    found = review(GAMES, record, upto=16, effort=QUICK)
    assert found.judged == len(found.decisions) > 5
    for one in found.decisions:
        assert one.seat == record.moves[one.number - 1][0]
        assert one.grade in {"best", "good", *(name for name, _ in GRADES)}
        assert (one.better is not None) == (one.loss > 0.0)
        assert one.before.win is not None and sum(one.before.win) == pytest.approx(1.0)


class FixedJudge(Judge):
    """Finds what a test says: a lead for each restart through a move, the last one again."""

    def __init__(self, leads: dict[str, list[float]]) -> None:
        super().__init__(GAMES["nusfjord"], middle("nusfjord", {"players": 2}), Rng(1))
        self.leads = leads

    def judge(self, move: str, restarts: int, iterations: int) -> Judgement:
        judgement = Judgement(move)
        self.judge_further(judgement, restarts, iterations)
        return judgement

    def judge_further(self, judgement: Judgement, restarts: int, iterations: int) -> None:
        for _ in range(restarts):
            known = self.leads[judgement.move]
            judgement.leads = [*judgement.leads, known[min(len(judgement.leads), len(known) - 1)]]
        judgement.points = sum(judgement.leads) / len(judgement.leads)
        spread = sum((lead - judgement.points) ** 2 for lead in judgement.leads)
        count = len(judgement.leads)
        judgement.error = math.sqrt(spread / (count - 1) / count)


@pytest.mark.parametrize(("behind", "restarts"), [(-0.5, 2), (0.5, 3), (1.9, 3), (2.5, 2)])
def test_screening_goes_on_where_it_is_open(behind, restarts):
    judge = FixedJudge({"a": [0.0], "b": [behind], "c": [-5.0]})
    played, *others = screened(judge, ["a", "c", "b"], (3, 1))
    assert len(played.leads) == restarts
    assert [one.move for one in others] == ["b", "c"]


@pytest.mark.parametrize(("loss", "restarts"), [(9.0, 4), (-3.0, 4), (1.2, 8)])
def test_verifying_ends_when_it_is_clear(loss, restarts):
    spread = [-1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0]
    judge = FixedJudge({"a": spread, "b": [loss + each for each in spread]})
    one, two = verified(judge, "a", "b", (8, 1))
    assert len(one.leads) == len(two.leads) == restarts


def test_a_decision_is_ranked_here_and_graded_there(record):
    states = positions(GAMES, record, upto=12)
    game = GAMES[record.game]
    for number in choices(states, record)[:4]:
        state, text = states[number - 1], record.moves[number - 1][1]
        ranked = rank_decision(game, state, text, number, effort=QUICK)
        assert not ranked.grade and ranked.preferred
        elsewhere = msgspec.json.decode(msgspec.json.encode(ranked), type=Decision)
        grade_decision(game, state, elsewhere, effort=QUICK)
        assert elsewhere == judge_decision(game, state, text, number, effort=QUICK)


def test_the_other_space_of_the_same_action_is_not_better():
    game = GAMES["nusfjord"]
    state = with_options("nusfjord", "place build_building", "place build_building_2", "place gold")
    decision = rank_decision(game, state, "place build_building", 1, effort=QUICK)
    decision.preferred = ["place build_building_2", "place build_building", "place gold"]
    grade_decision(game, state, decision, effort=QUICK)
    assert decision.grade == "best"
    assert [one.move for one in decision.others] == ["place gold"]


def test_the_first_results_are_the_chances_of_the_whole_game(record):
    reviewer = Reviewer(GAMES, record, [0], upto=12, effort=QUICK)
    while reviewer.step() and reviewer.review().judged == 0:
        pass
    partial = reviewer.review()
    assert len(partial.decisions) == reviewer.of > 1
    assert {one.seat for one in partial.decisions} == {0}


def test_a_review_repeats_itself(record):
    one, two = (review(GAMES, record, [1], upto=10, effort=QUICK) for _ in range(2))
    assert one == two


def test_alone_there_are_points_and_no_chance_to_win():
    record, _ = play_match(GAMES, "nusfjord", {"players": 1}, ["look:1"], seed=2)
    found = review(GAMES, record, upto=4, effort=QUICK)
    for one in found.decisions:
        assert one.before.win is None and one.win_played is None
        assert len(one.before.points) == 1


def test_the_accuracy_needs_ten_decisions_and_falls_with_what_is_lost(record):
    found = review(GAMES, record, [0], upto=30, effort=QUICK).decisions[:10]
    for one in found:
        one.grade, one.loss = "best", 0.0
    assert summary(0, found).accuracy == 100
    found[0].grade, found[0].loss = "big", 8.0
    assert summary(0, found).accuracy == 80
    assert summary(0, found[:9]).accuracy is None


def test_every_game_and_number_of_players_has_a_fit():
    for name, game in GAMES.items():
        for n in range(max(2, game.players[0]), game.players[1] + 1):
            assert fits()[name][str(n)].per_round >= 0.0
    assert set(fits()["vanuatu-all-may-lose"]) == {"2", "3", "4", "5"}


def test_chances_are_as_good_as_they_say():
    """Positions of bots' games that were not used for the fit, with who won in the end.

    `tools/fit_chances.py` measures them; docs/coach.md has the table of all.
    """
    text = Path(__file__).with_name("positions.jsonl").read_text()
    pairs: list[tuple[float, float]] = []
    surprise = even = 0.0
    for row in map(json.loads, text.splitlines()):
        fit = fits()[row["variant"]][str(row["n"])]
        win, all_lose = fit.chances(row["totals"], row["left"], row["phase"], row["risk"])
        assert sum(win) + all_lose == pytest.approx(1.0)
        if row["winners"]:
            part = 1.0 / len(row["winners"])
            pairs += [(chance, part * (seat in row["winners"])) for seat, chance in enumerate(win)]
            surprise -= sum(part * math.log(win[seat]) for seat in row["winners"])
            even += math.log(row["n"])
    assert surprise < 0.80 * even  # 0.795 when it was fitted; a fit that ignores phases has 0.805
    pairs.sort()
    tenth = len(pairs) // 10
    for i in range(10):
        chances_given, won = zip(*pairs[i * tenth : (i + 1) * tenth], strict=True)
        assert abs(sum(chances_given) - sum(won)) / tenth < 0.12


def test_a_lead_is_worth_more_towards_the_end():
    game = GAMES["vanuatu"]
    early = middle("vanuatu", {"players": 4}, moves=4)
    late = middle("vanuatu", {"players": 4}, moves=230)
    assert early.round < late.round
    totals = [50.0, 46.0, 46.0, 46.0]
    before, after = (chances(game, state, totals, 0.0).win for state in (early, late))
    assert before is not None and after is not None
    assert 0.25 < before[0] < after[0]


def test_labels_are_kinds_of_events_that_exist():
    for name, tables in labels().items():
        for kind in tables["events"]:
            try:
                GAMES[name].describe({"event": kind})
            except KeyError as missing:
                assert missing.args[0] != kind  # a field is missing, not the sentence


def test_an_action_has_one_label_and_the_name_that_the_page_gives_it():
    texts = Path(__file__).parents[2] / "frontend" / "src" / "i18n"
    page = {name: json.loads((texts / f"{name}.en.json").read_text("utf-8")) for name in GAMES}
    shown = {
        "vanuatu": {one["name"] for one in page["vanuatu"]["action"].values()}
        | set(page["vanuatu"]["cause"].values()),
        "nusfjord": set(page["nusfjord"]["space"].values()),
    }
    for name, tables in labels().items():
        for label in tables["events"].values():
            assert action_name(name, label) in shown[name]
    for space, called in page["nusfjord"]["space"].items():
        label = label_of("nusfjord", Event("gained", 0, {"cause": space}))
        assert label is not None and action_name("nusfjord", label) == called


def test_a_ledger_counts_continuations_without_an_entry_too():
    ledger = Ledger()
    ledger.begin_restart()
    ledger.book({(0, "fish"): 2.0}, {(0, "fish")})
    ledger.book({}, set())
    ledger.begin_restart()
    ledger.book({}, set())
    assert ledger.mean((0, "fish")) == pytest.approx((0.5, 0.25))
    assert ledger.share((0, "fish")) == pytest.approx((0.25, 0.0625))
    assert ledger.mean((1, "fish")) == (0.0, 0.0)


def test_what_happens_in_one_restart_only_is_less_certain_than_in_all():
    """Continuations of one restart follow the same tree: forty of them are no forty witnesses."""
    one_tree, all_trees = Ledger(), Ledger()
    for restart in range(4):
        one_tree.begin_restart()
        all_trees.begin_restart()
        for number in range(8):
            one_tree.book({(0, "fish"): 4.0 * (restart == 0)}, set())
            all_trees.book({(0, "fish"): 4.0 * (number < 2)}, set())
    assert one_tree.mean((0, "fish")) == pytest.approx((1.0, 1.0))
    assert all_trees.mean((0, "fish")) == pytest.approx((1.0, 0.0))


def test_where_time_is_short_half_of_it_is_left_for_grades(record):
    reviewer = Reviewer(GAMES, record, [0], effort=QUICK)
    for _ in reviewer.run(seconds=0.0):  # over at once: one piece of work
        pass
    assert len(reviewer.decisions) == 1
    reviewer.step(grade_first=True)
    assert reviewer.review().judged == 1
    assert reviewer.of > 1


def test_what_a_compared_move_does_itself_is_no_reason():
    """Issuing a share now is not "Issue a share in 0 of 10 continuations instead of 5"."""
    golden = Path(__file__).parents[1] / "golden" / "nusfjord-1-herring.game"
    state = replay(GAMES, read_record(golden.read_text()), upto=30)
    effort = Continuations(restarts=6, warm_up=100, taken=20)
    judge = Judge(GAMES["nusfjord"], state, Rng(1))
    parts = reasons(judge, "place issue_share", "use B123.1", effort)
    assert parts
    assert "issue" not in {part.label for part in parts}
    assert "issue" in continuations(judge, "place issue_share", effort).at_once


def test_decisions_are_plain_data(record):
    found = review(GAMES, record, [0], upto=6, effort=QUICK)
    again = msgspec.json.decode(msgspec.json.encode(found.decisions), type=list[Decision])
    assert again == found.decisions
