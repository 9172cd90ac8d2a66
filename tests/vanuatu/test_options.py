"""Section 17: both values of every option, with a difference one can see at the table."""

import msgspec
import pytest

from skerry.games.vanuatu.game import VANUATU
from skerry.games.vanuatu.rules import EXPLAINED, OptionSet
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import Table, vanuatu

DEFAULTS = msgspec.structs.asdict(OptionSet())


def test_every_option_is_explained_in_a_sentence() -> None:
    assert set(EXPLAINED) == set(DEFAULTS)
    assert all(text.endswith(".") and "\n" not in text for text in EXPLAINED.values())


@pytest.mark.parametrize("name", [name for name, value in DEFAULTS.items() if value in (0, 1)])
def test_every_switch_is_kept_in_the_record_and_in_positions(name: str) -> None:
    players = 2 if name in ("tie_with_character", "boats_block", "pool_no_repeat") else 3
    other = not DEFAULTS[name] if isinstance(DEFAULTS[name], bool) else 1 - DEFAULTS[name]
    state = VANUATU.deal({"players": players, "options": {name: other}}, Rng(1))
    assert VANUATU.setup(state)["options"] == {name: other}
    again = VANUATU.from_position(VANUATU.position(state))
    assert VANUATU.setup(again)["options"] == {name: other}
    assert VANUATU.view(state, None)["options"] == {name: other}


def fish_of(tile: str, table: Table) -> tuple[int, int]:
    cell = table.lay(tile, "-1,0").seen("-1,0")
    return cell["fish"], cell["treasure"]


def test_tile_set() -> None:
    assert fish_of("F1", vanuatu()) == (1, 3)
    assert fish_of("F1", vanuatu(tile_set="scan16_8")) == (3, 1)
    own = {"F1": {"kind": "ocean", "fish": 2, "treasure": 2}}
    assert fish_of("F1", vanuatu(tile_set="custom", tiles=own)) == (2, 2)
    assert fish_of("F2", vanuatu(tile_set="custom", tiles=own)) == (3, 0)


def test_demand_set() -> None:
    assert vanuatu().view()["ships"][0]["wants"] == ["kava", "kava", "copra"]
    demand = [["beef", "beef", "beef"]] * 4
    piles = {"demand": [2, 1, 3, 4]}
    own = vanuatu(demand_set="custom", demand=demand, piles=piles)
    assert own.view()["ships"][0]["wants"] == ["beef", "beef", "beef"]


def test_characters() -> None:
    assert vanuatu().asked() == "choose_character"
    assert vanuatu(characters=False).asked() == "plan_marker"


def test_character_pool() -> None:
    assert "take governor" in vanuatu().asks(0)
    assert "take governor" not in vanuatu(character_pool=10).asks(0)
    assert vanuatu(character_pool=10).why_not(0, "character:governor").code == "not_in_this_game"


def test_rising_waters() -> None:
    dry = vanuatu().player(0, money=1)
    wet = vanuatu(rising_waters=True).player(0, money=1)
    assert "build" not in dry.plannable(0)
    assert "build" in wet.plannable(0)


def test_planning_check() -> None:
    strict = vanuatu().player(0, money=0)
    basic = vanuatu(planning_check="basic").player(0, money=0)
    off = vanuatu(planning_check="off").player(0, money=0)
    assert strict.plannable(0) == {"draw", "tourist", "rest"}
    assert basic.plannable(0) == {"sail", "build", "buy", "draw", "tourist", "rest"}
    assert len(off.plannable(0)) == 9


def sailing(detours: bool) -> list[str]:
    table = vanuatu(sail_detours=detours).player(0, money=2).markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail")
    return table.asks(0)


def test_sail_detours() -> None:
    assert "sail 1,1 2" in sailing(True)
    assert sailing(False) == ["sail 1,0 1", "sail 0,1 1"]


@pytest.mark.parametrize(("floor", "prices"), [(1, [3, 2, 1, 1]), (0, [3, 2, 1, 0])])
def test_fish_price_floor(floor: int, prices: list[int]) -> None:
    table = vanuatu(players=4, fish_price_floor=floor).everybody(fish=[1], money=0)
    table.lay("A1", "2,2").island("0,0", huts=[1, 1, 1]).island("2,2", huts=[0, 0, 0, 1])
    table.markers(sell=[1, 1, 1, 1]).turn_of(0)
    for _ in range(4):
        table.play("perform sell", "sell 1")
    assert [table.money(seat) for seat in range(4)] == prices


@pytest.mark.parametrize(
    ("drop", "vatus", "price"), [("per_action", (3 + 2) * 3, 2), ("per_tile", 3 * 3 + 2 * 2, 1)]
)
def test_price_drop(drop: str, vatus: int, price: int) -> None:
    """Ruling V-02: tile by tile, the dearest is sold first."""
    table = vanuatu(price_drop=drop).player(0, fish=[3, 2], money=0, points=0)
    table.island("0,0", huts=[1, 0, 0]).markers(sell=[1, 0, 0], rest=[0, 1, 0]).turn_of(0)
    table.play("perform sell", "sell 2 3")
    assert table.money(0) + 2 * table.points(0) == vatus
    assert table.state.price == price


def test_one_hut_per_island() -> None:
    several = vanuatu().island("0,0", huts=[1, 0, 0])
    single = vanuatu(one_hut_per_island=True).island("0,0", huts=[1, 0, 0])
    assert "build" in several.plannable(0)
    assert "build" not in single.plannable(0)
    assert "build" in single.plannable(1)


@pytest.mark.parametrize(("flat", "gain"), [(False, 2), (True, 1)])
def test_flat_bonus(flat: bool, gain: int) -> None:
    table = vanuatu(flat_bonus=flat).player(0, boat="1,0", character="fisherman", points=0)
    table.player(1, boat="0,1", character="diver", money=0)
    table.markers(fish=[1, 0, 0], explore=[0, 1, 0]).turn_of(0)
    table.play("perform fish bonus", "perform explore bonus")
    assert (table.points(0), table.money(1)) == (gain, gain)


def test_bonus_obliges() -> None:
    for obliged in (False, True):
        table = vanuatu(bonus_obliges=obliged).player(0, money=1, character="builder")
        table.markers(build=[1, 0, 0]).turn_of(0)
        assert ("retrieve build" in table.asks(0)) == (not obliged)
        assert "perform build bonus" in table.asks(0)


def test_beggar_own_turn_only() -> None:
    anytime = vanuatu().player(1, points=5, character="beggar").planning_of(0)
    assert len(anytime.asks(1)) == 3
    own = vanuatu(beggar_own_turn_only=True).player(1, points=5, character="beggar").planning_of(0)
    assert own.asks(1) == []
    assert own.why_not(1, "beg:1").code == "not_your_turn"
    assert "beg 3 by 1" in own.planning_of(1).asks(1)


def test_unlimited_goods() -> None:
    for unlimited in (False, True):
        table = vanuatu(unlimited_goods=unlimited).island("0,0", goods=[])
        table.state.reserve = [0, 0, 0]
        table.round_begins(8)
        assert sum(table.seen("0,0")["goods"].values()) == (3 if unlimited else 0)


def test_tie_remainder() -> None:
    # Both have 30 points in the end; 4 vatus leave 1 over, 2 vatus leave 2 over.
    for remainder, places in ((False, [1, 2]), (True, [2, 1])):
        table = vanuatu(first=2, tie_remainder=remainder).player(0, points=29, money=4)
        table.player(1, points=30, money=2).player(2, points=0).game_over()
        assert [table.total(0), table.total(1)] == [30, 30]
        assert table.places()[:2] == places


def test_tie_huts_placed() -> None:
    for placed, places in ((False, [1, 2]), (True, [2, 1])):
        table = vanuatu(first=2, rising_waters=True, tie_huts_placed=placed)
        table.everybody(points=10).player(2, points=0).island("0,0", huts=[1, 0, 0])
        table.player(1, huts_left=6).game_over()  # two huts went down with an island
        assert table.places()[:2] == places


@pytest.mark.parametrize("counts", [False, True])
def test_flood_counts_governor(counts: bool) -> None:
    table = vanuatu(rising_waters=True, flood_counts_governor=counts)
    table.player(0, character="governor").markers(fish=[1, 1, 0], rest=[0, 1, 0])
    table.state.round, table.state.die = 2, 3
    table.turn_of(0)
    table.play("govern fish draw")
    assert table.state.die == (2 if counts else 3)


@pytest.mark.parametrize("counts", [False, True])
def test_flood_counts_retrieve(counts: bool) -> None:
    table = vanuatu(rising_waters=True, flood_counts_retrieve=counts)
    table.markers(fish=[1, 2, 0])
    table.state.round, table.state.die = 2, 3
    table.turn_of(0)
    table.play("retrieve fish")
    assert table.state.die == (2 if counts else 3)


@pytest.mark.parametrize("comes", [False, True])
def test_flood_at_round_end(comes: bool) -> None:
    table = vanuatu(rising_waters=True, flood_at_round_end=comes, piles={"dice": [6, 6, 6, 6]})
    table.round_begins(2)
    while table.state.round == 2:
        # Everybody rests; five rests and fewer actions than the die shows.
        resting = [text for text in table.asks(table.turn()) if "rest" in text]
        table.play((resting or table.asks(table.turn()))[0])
    assert (table.seen("0,0")["water"] > 0) == comes


def test_placement_nested() -> None:
    # 2,0 and 2,2 lie beside 1,0-2,1 and 1,1-2,1, which touch; -1,2 has two neighbours apart.
    for nested in (False, True):
        table = vanuatu(placement_nested=nested).lay("A1", "-1,1").lay("B1", "0,2")
        table.state.tile_at[5] = -1  # an arrangement no game reaches: 0,1 is gone
        table.state.ocean &= ~(1 << 5)
        table.state.shown = [8, 6]
        table.round_begins(2)
        cells = {text.split()[2] for text in table.asks(0)}
        assert ("-1,0" in cells) == (not nested)


def test_placement_lookahead() -> None:
    # The island has no regular cell; only some places of the ocean open one for it.
    for lookahead, cells in (
        (False, {"-1,0", "2,0", "0,2", "2,2"}),
        (True, {"-1,0", "0,2"}),
    ):
        table = vanuatu(placement_lookahead=lookahead).lay("A1", "2,1").lay("A2", "1,2")
        table.state.shown = [10, 12]
        table.round_begins(2)
        assert {text.split()[2] for text in table.asks(0)} == cells


def test_governor_repeats() -> None:
    for repeats in (True, False):
        table = vanuatu(governor_repeats=repeats).player(0, character="governor")
        table.markers(draw=[1, 0, 0], fish=[1, 0, 0]).turn_of(0)
        table.play("perform draw", "draw 0,0")
        assert ("govern fish draw" in table.asks(0)) == repeats


@pytest.mark.parametrize("split", [(2, 3), (1, 0), (0, 0)])
def test_neutral_split(split: tuple[int, int]) -> None:
    table = vanuatu(players=2, neutral_split=split)
    asked = []
    while table.asked() == "place_neutral":
        asked.append(table.turn())
        table.play("neutral fish")
    assert asked == [0] * split[0] + [1] * split[1]


def test_tie_with_character() -> None:
    for ties in (True, False):
        table = vanuatu(players=2, tie_with_character=ties).player(0, character="artist")
        table.markers(draw=[1, 0]).neutral(draw=1)
        assert (table.leader("draw") == 0) == ties


def test_boats_block() -> None:
    for block in (True, False):
        table = vanuatu(players=2, boats_block=block).player(1, boat="1,0")
        table.markers(sail=[1, 0]).turn_of(0)
        table.play("perform sail")
        assert ("sail 1,0 1" in table.asks(0)) == (not block)


def test_pool_size() -> None:
    for size in (2, 5):
        state = VANUATU.deal({"players": 2, "options": {"pool_size": size}}, Rng(1))
        offers = VANUATU.setup(state)["piles"]["characters"]
        assert [len(offer) for offer in offers] == [size] * 8


def test_pool_no_repeat() -> None:
    setup = {"players": 2, "options": {"pool_no_repeat": False, "pool_size": 10}}
    offers = VANUATU.setup(VANUATU.deal(setup, Rng(1)))["piles"]["characters"]
    assert set(offers[0]) & set(offers[1])


@pytest.mark.parametrize(("tile", "tourists"), [(4, 14), (0, 18), (3, 15)])
def test_remove_tourist(tile: int, tourists: int) -> None:
    state = VANUATU.deal({"players": 2, "options": {"remove_tourist": tile}}, Rng(1))
    assert sum(state.tourist_pile) == tourists
