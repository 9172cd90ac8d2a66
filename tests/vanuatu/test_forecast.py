"""Forecasts: which plans are safe, what ten vatus spoil, what the sea will do."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skerry.games.vanuatu.engine.components import ACTION_NAMES, MOST_SEATS, SAIL
from skerry.games.vanuatu.engine.moves import PERFORM, PERFORM_BONUS, PREACH, RETRIEVE
from skerry.games.vanuatu.engine.planning import PlanMarker
from skerry.games.vanuatu.engine.resolving import NextTurn, TakeTurn
from skerry.games.vanuatu.engine.rounds import RestBonuses, Round
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.forecast_types import PlannedSpace
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import Table, vanuatu
from tests.vanuatu.test_properties import seeds, setups


def plan(table: Table, seat: int, action: str) -> PlannedSpace:
    found = {one.ref: one for one in VANUATU.forecast(table.state, seat).plans}
    return found[f"space:{action}"]


def path(one: PlannedSpace) -> list[tuple[int, str]]:
    return [(step.seat, step.key) for step in one.path]


def still_to_place(table: Table, *seats: int) -> Table:
    """Let these seats place one marker each, in this order, before phase IV."""
    plans = [PlanMarker(seat) for seat in seats]
    table.state.agenda = list(reversed([*plans, NextTurn(-1), RestBonuses(), Round(2)]))
    return table


# -- phase IV


def test_who_leads_and_plays_next_is_safe() -> None:
    table = vanuatu().markers(draw=[1, 0, 1], rest=[0, 1, 0]).turn_of(0)
    assert plan(table, 0, "draw").state == "safe"
    assert plan(table, 1, "rest").state == "safe"


def test_the_only_drawing_goes_to_the_leader() -> None:
    # The starting island takes one drawing. Seat 2 sits behind seat 0 on Draw.
    table = vanuatu().markers(draw=[1, 0, 1], rest=[0, 0, 1], sail=[0, 1, 0]).turn_of(0)
    behind = plan(table, 2, "draw")
    assert (behind.state, behind.by) == ("contested", [0])
    assert path(behind) == [(0, "leads"), (0, "last")]
    assert behind.path[0].args == {"markers": 1, "yours": 1}


def test_the_last_tourist_is_lost_to_a_leader_who_cannot_but_take_it() -> None:
    table = vanuatu().office(1).markers(tourist=[2, 1, 0], rest=[0, 1, 1]).turn_of(1)
    lost = plan(table, 1, "tourist")
    assert (lost.state, lost.by) == ("lost", [0])
    assert plan(table, 0, "tourist").state == "safe"
    two = vanuatu().office(2).markers(tourist=[2, 1, 0], rest=[0, 1, 1]).turn_of(1)
    assert plan(two, 1, "tourist").state == "safe"  # seat 0 has nothing else and must act first


def test_a_leader_with_other_plans_can_wait_until_the_markers_must_go_back() -> None:
    table = vanuatu().markers(draw=[2, 1, 0], rest=[1, 0, 0], sell=[1, 0, 0])
    table.player(0, fish=[1]).island("0,0", huts=[1, 0, 0]).turn_of(1)
    only = plan(table, 1, "draw")
    assert (only.state, only.by) == ("lost", [0])  # its only stack goes back in this turn
    assert path(only)[0] == (0, "leads")
    waiting = vanuatu().markers(fish=[2, 1, 0], rest=[1, 1, 0], sail=[1, 0, 0], sell=[1, 0, 0])
    waiting.everybody(boat="1,0").turn_of(0)
    behind = plan(waiting, 1, "fish")
    assert (behind.state, behind.by) == ("contested", [0])
    assert path(behind) == [(0, "leads"), (0, "waits")]


def test_the_governor_can_take_the_lead() -> None:
    table = vanuatu().markers(fish=[0, 1, 0], rest=[2, 0, 0], sail=[1, 0, 0]).everybody(boat="1,0")
    table.player(0, character="governor").turn_of(0)
    taken = plan(table, 1, "fish")
    assert (taken.state, taken.by) == ("contested", [0])
    assert path(taken) == [(0, "governs"), (0, "waits")]
    governs = next(step for step in taken.path if step.key == "governs")
    assert governs.args == {"action": "sail", "markers": 1, "yours": 1}  # seat 0 wins the tie
    used = vanuatu().markers(fish=[0, 1, 0], rest=[2, 0, 0], sail=[1, 0, 0]).everybody(boat="1,0")
    used.player(0, character="governor", used=True).turn_of(0)
    assert plan(used, 1, "fish").state == "safe"


def test_the_governor_leads_with_as_many_markers_if_he_comes_first() -> None:
    table = vanuatu().markers(fish=[0, 1, 0], sail=[1, 0, 0]).everybody(boat="1,0")
    table.player(0, character="governor").turn_of(0)
    taken = plan(table, 1, "fish")
    assert (taken.state, taken.by) == ("contested", [0])
    assert path(taken)[0] == (0, "governs")


def test_the_preacher_can_take_the_last_tourist() -> None:
    table = vanuatu().office(1).markers(tourist=[1, 2, 0], rest=[0, 0, 1])
    table.player(0, character="preacher").turn_of(0)
    mine = plan(table, 1, "tourist")
    assert (mine.state, mine.by, path(mine)) == ("contested", [0], [(0, "last")])
    table.office(2)
    assert plan(table, 1, "tourist").state == "safe"
    assert plan(table, 0, "tourist").state == "safe"  # by preaching


def test_safe_only_if_played_at_once() -> None:
    # Seat 1 governs Rest onto Fish after this turn.
    table = vanuatu().markers(fish=[1, 0, 0], draw=[1, 0, 0], rest=[0, 2, 0])
    table.everybody(boat="1,0").player(1, character="governor").turn_of(0)
    mine = plan(table, 0, "fish")
    assert (mine.state, mine.at_once) == ("safe", True)
    assert [(keep.key, keep.move) for keep in mine.keep] == [("now", "perform fish")]
    alone = vanuatu().markers(fish=[1, 0, 0], draw=[1, 0, 0], rest=[0, 2, 0])
    alone.everybody(boat="1,0").turn_of(0)
    assert not plan(alone, 0, "fish").at_once


def test_the_own_governor_gets_the_space() -> None:
    table = vanuatu().markers(draw=[2, 1, 0], rest=[1, 0, 1], sail=[0, 2, 0], fish=[1, 0, 0])
    table.player(1, character="governor", money=3).turn_of(1)
    behind = plan(table, 1, "draw")
    assert behind.state == "contested"
    assert [(keep.key, keep.move) for keep in behind.keep] == [("govern", "govern sail draw")]


# -- phase III


def test_a_rival_with_a_marker_to_place_contests() -> None:
    table = vanuatu(first=2).markers(draw=[1, 1, 0])
    still_to_place(table, 1)
    mine = plan(table, 0, "draw")
    assert (mine.state, mine.by) == ("contested", [1])
    assert path(mine) == [(1, "adds"), (1, "last")]
    assert mine.path[0].args == {"count": 1, "markers": 2, "yours": 1, "to_place": 1}


def test_enough_markers_are_safe_before_the_others_have_placed_theirs() -> None:
    table = vanuatu(first=0).markers(draw=[2, 0, 0])
    still_to_place(table, 1, 1, 2)
    assert plan(table, 0, "draw").state == "safe"  # 2 to 2, and seat 0 is first
    table = vanuatu(first=1).markers(draw=[2, 0, 0])
    still_to_place(table, 1, 1, 2)
    assert (plan(table, 0, "draw").state, plan(table, 0, "draw").by) == ("contested", [1])


def test_the_governor_counts_only_before_the_own_first_turn() -> None:
    for first, state in ((1, "contested"), (0, "safe")):
        table = vanuatu(first=first).markers(draw=[2, 0, 0], rest=[0, 3, 0])
        table.player(1, character="governor")
        still_to_place(table, 2)
        assert plan(table, 0, "draw").state == state


def test_one_more_marker_keeps_it() -> None:
    table = vanuatu(first=0).markers(draw=[1, 1, 0])
    still_to_place(table, 0, 1)
    mine = plan(table, 0, "draw")
    assert mine.state == "contested"
    keeps = [(keep.key, keep.move) for keep in mine.keep]
    assert keeps == [("more", "plan draw"), ("elsewhere", "plan sail")]
    table.play("plan draw")
    assert plan(table, 0, "draw").state == "safe"


def test_a_safe_space_is_named_when_nothing_keeps_this_one() -> None:
    table = vanuatu(first=0).markers(draw=[1, 3, 0])
    still_to_place(table, 0, 1)
    keeps = [(keep.key, keep.move) for keep in plan(table, 0, "draw").keep]
    assert keeps == [("elsewhere", "plan sail")]  # seat 1 has one marker, and seat 0 is first


def test_the_last_tourist_is_lost_while_planning() -> None:
    table = vanuatu(first=1).office(1).markers(tourist=[1, 4, 0])
    still_to_place(table, 0, 2)
    assert (plan(table, 0, "tourist").state, plan(table, 0, "tourist").by) == ("lost", [1])


# -- money and place


def test_no_money_and_the_wrong_place_are_named_beside_the_lead() -> None:
    table = vanuatu().player(0, money=0, boat="1,1")
    table.markers(fish=[1, 0, 0], build=[1, 0, 0]).turn_of(0)
    fish = plan(table, 0, "fish").missing
    build = plan(table, 0, "build").missing
    assert fish is not None and (fish.kind, fish.code, fish.later) == (
        "place",
        "not_on_shoal",
        False,
    )
    assert build is not None and (build.kind, build.args) == ("money", {"needs": 3, "have": 0})
    assert plan(table, 0, "fish").state == "safe"
    table = vanuatu().player(0, money=3, boat="1,1")
    table.markers(fish=[1, 0, 0], sail=[1, 0, 0]).turn_of(0)
    sailing = plan(table, 0, "fish").missing
    assert sailing is not None and sailing.later  # Sail brings it there


# -- ten vatus


def test_selling_first_spoils_the_hut() -> None:
    table = vanuatu().player(0, money=4, fish=[2]).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0], build=[1, 0, 0]).turn_of(0)
    cash = VANUATU.forecast(table.state, 0).cash
    assert len(cash) == 1
    fails, works = cash[0].fails, cash[0].works
    assert (fails.have, fails.changes, fails.left, fails.points) == (4, [6], 0, 5)
    assert fails.fails == "space:build"
    assert works is not None
    assert works.order == ["space:build", "space:sell"]
    assert (works.have, works.changes, works.left) == (4, [-3, 6], 7)


def test_selling_less_pays_for_the_hut() -> None:
    table = vanuatu().player(0, money=1, fish=[1, 2]).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0], build=[1, 0, 0]).turn_of(0)
    (cash,) = VANUATU.forecast(table.state, 0).cash
    assert (cash.fails.changes, cash.fails.left) == ([9], 0)
    assert cash.works is not None
    assert (cash.works.changes, cash.works.left) == ([6, -3], 4)


def test_no_warning_where_both_work() -> None:
    table = vanuatu().player(0, money=3, fish=[1]).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0], build=[1, 0, 0]).turn_of(0)
    assert VANUATU.forecast(table.state, 0).cash == []
    table.player(0, money=9, fish=[2])  # 9 + 6 = 15, and 5 are left
    assert VANUATU.forecast(table.state, 0).cash == []


# -- the flood


def test_the_water_to_come_and_what_a_dike_is_worth() -> None:
    table = vanuatu(rising_waters=True)
    table.state.round, table.state.die = 2, 4
    table.island("0,0", huts=[1, 0, 0], tourists=2, water=1).turn_of(0)
    sea = VANUATU.forecast(table.state, 0).flood
    assert sea is not None and (sea.round, sea.actions) == (2, 4)
    (island,) = sea.islands
    # Three ocean sides: 1 + 3 = 4 water costs 7 points; with a dike 3 water costs 5.
    assert (island.water, island.rise, island.sinks, island.huts) == (1, 3, False, [0])
    assert island.dike is not None
    assert (island.dike.points, island.dike.sinks) == (2, False)
    table.island("0,0", water=2)
    sea = VANUATU.forecast(table.state, 0).flood
    assert sea is not None and sea.islands[0].sinks
    # Sunk: the hut and its 2 tourists are worth nothing. With a dike: 4 points for them, less 7.
    assert sea.islands[0].dike is not None and sea.islands[0].dike.points == -3
    watched = VANUATU.forecast(table.state, None)
    assert watched.plans == [] and watched.cash == [] and watched.flood is not None
    assert watched.flood.islands[0].dike is None


def test_the_water_comes_as_told() -> None:
    table = vanuatu(rising_waters=True)
    table.state.round, table.state.die = 2, 1
    table.island("0,0", huts=[1, 0, 0]).markers(rest=[1, 0, 0]).turn_of(0)
    sea = VANUATU.forecast(table.state, 0).flood
    assert sea is not None
    table.play("perform rest", "rest point")
    assert table.state.water[1] == sea.islands[0].rise == 3


def test_without_the_expansion_there_is_no_flood() -> None:
    assert VANUATU.forecast(vanuatu().turn_of(0).state, 0).flood is None


# -- compared with playing everything through


def brute_force(state: State, seat: int, action: int) -> tuple[bool, bool]:
    """Return whether a stack is safe and possible, by playing every line on the engine."""

    @cache
    def search(key: tuple[int, ...]) -> tuple[bool, bool]:
        now = positions[key]
        task = now.agenda[-1]
        if not isinstance(task, TakeTurn) or not now.markers[action * MOST_SEATS + seat]:
            return False, False
        options = task.options(now)
        goals = {PERFORM + action, PERFORM_BONUS + action, PREACH + action}
        if task.seat == seat and goals & set(options):
            return True, True
        if task.seat == seat:
            keeping = [move for move in options if move != RETRIEVE + action]
            if not keeping:
                return False, False
            options = keeping
        found = [search(after(now, move)) for move in options]
        return all(safe for safe, _ in found), any(possible for _, possible in found)

    def key_of(now: State) -> tuple[int, ...]:
        task = now.agenda[-1]
        kind = task.seat if isinstance(task, TakeTurn) else -1
        return (kind, now.office, len(now.rest_order), *now.used, *now.markers, *now.drawn)

    def after(now: State, move: int) -> tuple[int, ...]:
        trial = now.copy()
        trial.play(move)
        while trial.agenda and not isinstance(trial.agenda[-1], TakeTurn | PlanMarker):
            if trial.round != state.round:
                break
            trial.play(trial.agenda[-1].options(trial)[0])
        key = key_of(trial)
        positions.setdefault(key, trial)
        return key

    start = key_of(state)
    positions = {start: state}
    return search(start)


@pytest.mark.parametrize("seed", range(60))
def test_the_search_agrees_with_playing_everything_through(seed: int) -> None:
    rnd = random.Random(seed)
    # Everybody lies beside the starting island, which has one drawing and room for five tourists.
    table = vanuatu(players=3, first=rnd.randrange(3)).office(rnd.choice([1, 2, 3]))
    stacks = {
        name: [rnd.choice([0, 0, 1, 1, 2]) for _ in range(3)]
        for name in ("draw", "tourist", "rest")
    }
    table.markers(**stacks)
    character = rnd.choice(["preacher", "artist"])
    table.player(rnd.randrange(3), character=character)
    seat = next((s for s in range(3) if table.state.has_markers(s)), None)
    if seat is None:
        return
    table.turn_of(seat)
    for viewer in range(3):
        for one in VANUATU.forecast(table.state, viewer).plans:
            safe, possible = brute_force(
                table.state, viewer, ACTION_NAMES.index(one.ref.removeprefix("space:"))
            )
            assert (one.state == "safe") == safe, (viewer, one)
            if one.state == "lost":
                assert not possible
            elif one.ref != "space:draw":  # a drawing is scarce for those who lie here only
                assert possible


# -- random games


def play_randomly(state: State, rng: Rng) -> None:
    options = state.agenda[-1].options(state)
    state.play(options[rng.below(len(options))])


@settings(max_examples=25)
@given(setup=setups(), seed=seeds)
def test_what_is_called_safe_is_never_taken_and_what_is_lost_never_done(
    setup: dict[str, object], seed: int
) -> None:
    rng = Rng(seed)
    state = VANUATU.deal(setup, rng)
    wait = rng.below(220)
    while state.agenda and (wait > 0 or not isinstance(state.agenda[-1], TakeTurn | PlanMarker)):
        wait -= 1
        play_randomly(state, rng)
    if not state.agenda:
        return
    seat = rng.below(state.n)
    plans = [p for p in VANUATU.forecast(state, seat).plans if p.state in ("safe", "lost")]
    if not plans:
        return
    chosen = plans[rng.below(len(plans))]
    action = ACTION_NAMES.index(chosen.ref.removeprefix("space:"))
    place = (state.boat[seat], state.money[seat], state.sunk)
    round_ = state.round
    while state.agenda and state.round == round_:
        task = state.agenda[-1]
        if not isinstance(task, TakeTurn) or task.seat != seat:
            play_randomly(state, rng)
            continue
        options = task.options(state)
        goals = [PERFORM + action, PERFORM_BONUS + action, PREACH + action]
        doing = [move for move in goals if move in options]
        if chosen.state == "lost":
            assert not doing, chosen
        if doing:
            return
        if state.leader(action) == seat and chosen.state == "safe":
            moved = place != (state.boat[seat], state.money[seat], state.sunk)
            blocked = action == SAIL and state.n == 2
            assert moved or blocked or chosen.missing is not None, chosen
            return
        keeping = [
            move
            for move in options
            if move != RETRIEVE + action
            and not VANUATU.write(state, move).startswith(f"govern {ACTION_NAMES[action]} ")
        ]
        if not keeping:
            assert chosen.state == "lost", chosen
            return
        state.play(keeping[rng.below(len(keeping))])


@settings(max_examples=25)
@given(setup=setups(), seed=seeds, hidden=st.integers(1, 1000))
def test_what_is_hidden_changes_no_forecast(
    setup: dict[str, object], seed: int, hidden: int
) -> None:
    rng = Rng(seed)
    state = VANUATU.deal(setup, rng)
    for _ in range(rng.below(200)):
        if state.agenda:
            play_randomly(state, rng)
    for seat in range(state.n):
        other = state.imagine(seat, Rng(hidden))
        assert VANUATU.forecast(state, seat) == VANUATU.forecast(other, seat)


def test_a_forecast_changes_nothing() -> None:
    rng = Rng(5)
    state = VANUATU.deal({"players": 4, "options": {"rising_waters": True}}, rng)
    for _ in range(60):
        play_randomly(state, rng)
        before = VANUATU.position(state)
        VANUATU.forecast(state, rng.below(4))
        assert VANUATU.position(state) == before
