"""Forecasts: where the next haul goes, and what can be paid when."""

from hypothesis import given, settings
from hypothesis import strategies as st

from skerry.games.nusfjord.engine.rounds import TakeTurn
from skerry.games.nusfjord.engine.words import ON_PASS
from skerry.games.nusfjord.forecast_types import Affordable, FishingForecast, Forecast
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import Table
from tests.nusfjord.test_properties import eager, seeds, setups


def forecast(table: Table, seat: int = 0) -> Forecast:
    return NUSFJORD.forecast(table.state, seat)


def flow(fishing: FishingForecast) -> list[tuple[str, int, int]]:
    return [(part.to, part.seat, part.fish) for part in fishing.flow]


def tag(found: Forecast, ref: str) -> Affordable:
    return next(one for one in found.afford if one.ref == ref)


def shared(table: Table) -> Table:
    """Seat 0 catches 6: one elder, a Share with seat 1, two at home; seat 1's Share is with it."""
    table.give(0, elders=[(1, 2)], ships=(0, 0, 1), reserve_fish=4, reserve_limit=5)
    table.player(0).shares = [2, 1]
    table.player(1).shares = [1, 0]
    table.state.market = [0, 0]
    return table


def test_where_the_haul_goes() -> None:
    table = shared(Table(round=2))
    mine = forecast(table).fishing[0]
    kept = mine.haul - 4
    assert mine.haul > 4
    stored = min(kept, 1)
    expected = [("elders", -1, 1), ("share", 1, 1), ("own", -1, 2), ("reserve", -1, stored)]
    if kept > stored:
        expected.append(("lost", -1, kept - stored))
    assert flow(mine) == expected
    assert [(one.seat, one.fish) for one in mine.incoming] == [(1, 1)]
    # Two from the own Shares, one from seat 1, one from the elder's third fish.
    assert (mine.from_elders, mine.you, mine.reserve) == (1, 4, 4 + stored)
    assert not mine.open


def test_a_share_on_offer_eats_a_fish_of_the_reserve() -> None:
    table = shared(Table(round=2)).give(0, reserve_fish=0, reserve_limit=9)
    now = forecast(table).fishing[0]
    issued = [one for one in forecast(table).first if one.ref == "space:issue_share"]
    assert len(issued) == 1
    after = issued[0].fishing
    assert ("market", -1, 1) in flow(after)
    assert (after.you, after.reserve) == (now.you, now.reserve - 1)


def test_a_ship_brings_more() -> None:
    table = Table(round=2).give(0, wood=9, fish=9, gold=9)
    now = forecast(table)
    ships = {one.what: one.fishing.haul for one in now.first if one.ref == "space:build_ship"}
    assert ships["ship:sloop"] > now.fishing[0].haul
    assert ships["ship:schooner"] > ships["ship:sloop"]
    table.do("place build_ship")
    after = forecast(table).after
    assert after["ship sloop"].haul == ships["ship:sloop"]


def test_the_last_round_has_no_next_fishing() -> None:
    table = Table(round=7)
    assert forecast(table).fishing == [] and forecast(table).first == []


def test_a_watcher_sees_the_fish_only() -> None:
    table = Table(round=2)
    watched = NUSFJORD.forecast(table.state, None)
    assert [one.seat for one in watched.fishing] == [0, 1]
    assert watched.afford == [] and watched.first == [] and watched.after == {}


def test_now_in_a_later_round_or_not_in_time() -> None:
    table = Table(round=4).give(0, wood=2, fish=0, gold=0)
    table.player(0).shares = [1, 0]
    table.state.market = [0, 0]
    sloop = tag(forecast(table), "ship:sloop")  # 2 wood and 2 fish; one fish a round
    assert (sloop.state, sloop.round) == ("later", 6)
    schooner = tag(forecast(table), "ship:schooner")
    assert (schooner.state, schooner.round, schooner.short) == ("never", 0, {"gold": 4})
    table.give(0, fish=2)
    assert (tag(forecast(table), "ship:sloop").state, tag(forecast(table), "ship:sloop").round) == (
        "now",
        4,
    )


def test_no_room_is_named() -> None:
    table = Table(round=2).show("A103").give(0, wood=12, fish=20, gold=20)
    assert tag(forecast(table), "card:A103").state == "now"
    table.player(0).free = 0
    full = tag(forecast(table), "card:A103")
    assert (full.state, full.obstacle, full.short) == ("never", "space", {})


def test_what_can_be_paid_now_is_what_the_view_says() -> None:
    rng = Rng(11)
    state = NUSFJORD.deal({"players": 3, "options": {"deck": "herring"}}, rng)
    seen = 0
    while state.agenda:
        for seat in range(3):
            view = NUSFJORD.view(state, seat)
            now = {one.ref for one in NUSFJORD.forecast(state, seat).afford if one.state == "now"}
            cards = {f"card:{name}" for name in view.players[seat].affordable}
            assert {ref for ref in now if ref.startswith("card:")} == cards
            seen += len(cards)
        for _ in range(7):
            if state.agenda:
                state.play(eager(state, rng))
    assert seen


GIVEN_OUT = ("market_fed", "shares_fed", "haul_left_over")


@settings(max_examples=25)
@given(setup=setups(), seed=seeds)
def test_the_next_fishing_comes_as_told(setup: dict[str, object], seed: int) -> None:
    rng = Rng(seed)
    state = NUSFJORD.deal(setup, rng)
    compared = 0
    while state.agenda and compared < 3:
        task = state.agenda[-1]
        last = isinstance(task, TakeTurn) and task.number == state.board.turns * state.n - 1
        quiet = last and not state.players[task.seat].listens & ON_PASS
        if not quiet or state.round == state.board.rounds:
            state.play(eager(state, rng))
            continue
        expected = NUSFJORD.forecast(state, 0).fishing
        move = NUSFJORD.read(state, "pass")
        events = play(NUSFJORD, state, move)
        began = any(event.kind == "round_began" for event in events)
        if not began or any(one.open for one in expected):
            continue  # a card is used first, or somebody chooses
        compared += 1
        for one in expected:
            mine = [event for event in events if event.seat == one.seat]
            caught = [e.data["haul"] for e in mine if e.kind == "fish_caught"]
            assert caught == [one.haul]
            fed = sum(e.kind in ("elder_fed", "elder_cleared") for e in mine)
            given_out = sum(e.data["amount"] for e in mine if e.kind in GIVEN_OUT)
            filled = [e.data["goods"] for e in mine if e.kind == "reserve_filled"]
            stored = sum(goods["reserve_fish"] for goods in filled)
            assert sum(part.fish for part in one.flow) == fed + given_out + stored == one.haul
            paid = sum(e.data["goods"]["fish"] for e in mine if e.kind == "dividends_paid")
            cleared = sum(e.kind == "elder_cleared" for e in mine)
            assert paid + cleared == one.you


@settings(max_examples=20)
@given(setup=setups(), seed=seeds, hidden=st.integers(1, 1000))
def test_what_is_hidden_changes_no_forecast(
    setup: dict[str, object], seed: int, hidden: int
) -> None:
    rng = Rng(seed)
    state = NUSFJORD.deal(setup, rng)
    for _ in range(rng.below(120)):
        if state.agenda:
            state.play(eager(state, rng))
    for seat in range(state.n):
        other = state.imagine(seat, Rng(hidden))
        assert NUSFJORD.forecast(state, seat) == NUSFJORD.forecast(other, seat)
