"""Picks that are open one by one but not together, and everything else closed, have a reason."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.games.vanuatu import notation, why
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.errors import BadNotation
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import Table, vanuatu

VARIANTS: list[Json] = [
    {"players": 3},
    {"players": 2},
    {"players": 4, "options": {"rising_waters": True}},
    {"players": 3, "options": {"placement_lookahead": True, "governor_repeats": False}},
    {"players": 3, "options": {"rising_waters": True, "bonus_obliges": True}},
]
EVERY_REF = [ref for refs in why._REFS.values() for ref in refs]


def explain(state: State) -> set[str]:
    """Check every ref and every combination of open picks; return the codes met."""
    seat = state.turn()
    legal: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for move in state.options():
        touched = notation.touches(move)
        legal.setdefault(tuple(touched), set()).add(tuple(touched.values()))
    open_refs = {ref for moves in legal.values() for refs in moves for ref in refs}
    met = set()
    for ref in EVERY_REF:
        reason = VANUATU.why_not(state, seat, ref)
        if ":" in ref and not ref.startswith(("perform", "seat")):
            assert (reason is None) == (ref in open_refs), ref
        if reason is not None:
            met.add(reason.code)
    legal.pop((), None)  # `done` touches nothing
    for slots, moves in legal.items():
        choices = [sorted({refs[i] for refs in moves}) for i in range(len(slots))]
        for picks in itertools.islice(itertools.product(*choices), 300):
            reason = VANUATU.why_not(state, seat, " ".join(picks))
            assert (reason is None) == (picks in moves), picks
            if reason is not None:
                assert reason.rule
                met.add(reason.code)
    return met


@given(setup=st.sampled_from(VARIANTS), seed=st.integers(0, 10**9))
def test_everything_closed_has_a_reason_and_nothing_open_has_one(setup: Json, seed: int) -> None:
    chance = random.Random(seed)
    state = VANUATU.deal(setup, Rng(seed))
    while state.turn() >= 0:
        question = VANUATU.question(state)
        assert question is not None
        often = 0.02 if question.kind == "plan_marker" else 0.15
        if chance.random() < often:
            met = explain(state)
            assert "not_one_move" not in met
        state.play(chance.choice(state.options()))


def code(table: Table, refs: str) -> str:
    return table.why_not(0, refs).code


def test_a_tile_and_a_cell() -> None:
    table = vanuatu().round_begins(2)
    legal = {tuple(notation.touches(move).values()) for move in table.state.options()}
    tiles, cells = ({pair[i] for pair in legal} for i in (0, 1))
    codes = {code(table, f"{t} {c}") for t in tiles for c in cells if (t, c) not in legal}
    assert codes <= {"island_beside_island", "ocean_needs_island"}
    assert codes


def test_markers_are_not_taken_back_where_one_can_act() -> None:
    table = vanuatu().markers(draw=[1, 0, 0], fish=[1, 0, 0], sell=[1, 2, 0]).turn_of(0)
    assert code(table, "space:draw how:retrieve") == "could_act"
    assert VANUATU.why_not(table.state, 0, "space:fish how:retrieve") is None
    assert code(table, "space:fish how:perform") == "not_on_shoal"
    assert code(table, "space:sell") == "outnumbered"


def test_the_target_of_the_governor() -> None:
    table = vanuatu(governor_repeats=False).player(0, character="governor")
    table.markers(draw=[1, 0, 0], fish=[1, 0, 0]).turn_of(0)
    assert VANUATU.why_not(table.state, 0, "space:draw space:sell") is None
    assert code(table, "space:draw space:draw") == "same_space"
    table.state.performed[0] |= 1 << 3
    assert code(table, "space:draw space:fish") == "already_performed"
    assert code(table, "space:sell space:draw") == "no_marker"


def test_a_hut_where_only_a_dike_is_affordable() -> None:
    table = vanuatu(rising_waters=True).player(0, money=2).markers(build=[1, 0, 0]).turn_of(0)
    table.play("perform build")
    reason = table.why_not(0, "hut:yes")
    assert (reason.code, reason.args["needs"], reason.args["have"]) == ("cannot_pay", 3, 2)
    assert code(table, "dike:no") == "cannot_pay"
    assert VANUATU.why_not(table.state, 0, "hex:0,0") is None
    assert code(table, "edge:0,0:NE") == "side_not_on_ocean"
    assert code(table, "edge:0,0:W") == "side_not_on_ocean"


def test_a_side_that_has_its_dike_and_the_one_beside_it() -> None:
    table = vanuatu(rising_waters=True).player(0, money=9).island("0,0", dikes=["E"])
    table.markers(build=[1, 0, 0]).turn_of(0).play("perform build")
    assert code(table, "edge:0,0:E") == "dike_stands_there"
    assert code(table, "edge:0,0:NE") == "side_not_on_ocean"


def test_a_hut_and_a_dike_cost_both() -> None:
    table = vanuatu(rising_waters=True).player(0, money=3).markers(build=[1, 0, 0]).turn_of(0)
    table.play("perform build")
    reason = table.why_not(0, "hex:0,0 hut:yes edge:0,0:E")
    assert (reason.code, reason.args["needs"]) == ("cannot_pay", 4)
    assert code(table, "hut:no dike:no") == "build_something"


def test_steps_that_do_not_lead_there() -> None:
    table = vanuatu().player(0, money=3).markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail")
    (near, *_) = [refs for refs in _touched(table) if refs["steps"] == "steps:1"]
    reason = table.why_not(0, f"{near['cell']} steps:2")
    assert (reason.code, reason.args["steps"]) == ("wrong_distance", [1, 3])


def _touched(table: Table) -> list[dict[str, str]]:
    return [notation.touches(move) for move in table.state.options()]


def test_a_cell_that_lookahead_does_not_close_keeps_its_reason() -> None:
    """With placement_lookahead every closed cell used to be told to leave no place."""
    for seed in range(40):
        chance = random.Random(seed)
        options = {"placement_lookahead": True}
        state = VANUATU.deal({"players": 3, "options": options}, Rng(seed))
        while state.turn() >= 0:
            question = VANUATU.question(state)
            if question is not None and question.kind == "place_tile" and len(state.shown) == 2:
                codes = {
                    reason.code
                    for ref, reason in VANUATU.closed(state, state.turn()).items()
                    if ref.startswith("hex:")
                }
                if codes & {"island_beside_island", "ocean_needs_island"}:
                    return
            state.play(chance.choice(state.options()))
    pytest.fail("no cell was closed for being irregular")


@pytest.mark.parametrize("ref", ["", "space:fish ", "fish:", "fish:1+3", "fish:3+", "hut:maybe"])
def test_nonsense_is_named(ref: str) -> None:
    with pytest.raises(BadNotation):
        VANUATU.why_not(vanuatu().state, 0, ref)


def test_fish_that_nobody_holds() -> None:
    table = vanuatu().player(0, fish=[3, 1], money=0).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0]).turn_of(0)
    table.play("perform sell")
    assert VANUATU.why_not(table.state, 0, "fish:3+1") is None
    assert table.why_not(0, "fish:3+2").args == {"held": [3, 1]}


def test_nobody_sells_for_another() -> None:
    table = vanuatu().player(0, treasure=[2]).planning_of(0)
    assert VANUATU.why_not(table.state, 0, "treasure:2 seat:0") is None
    assert code(table, "treasure:2 seat:1") == "not_your_seat"
    assert code(table, "treasure:2 space:sail") == "not_one_move"
