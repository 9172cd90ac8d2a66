"""What things cost: exactly enough pays, one good less does not, and exactly the price is paid.

Prices are read here from the card files and the rules page, not from the engine.
"""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.nusfjord.positions import GAME, Position

GOODS = ("wood", "fish", "gold")
CARDS = files("skerry.games.nusfjord") / "cards"
BUILDINGS: dict[str, dict[str, Any]] = {
    building["id"]: building
    for deck in ("herring", "mackerel", "codfish")
    for building in tomllib.loads((CARDS / f"{deck}.toml").read_text())["building"]
}
# Rules 2.2: Sloop, Cutter, and the two prices of a Schooner.
SHIPS: dict[str, dict[str, Any]] = {
    "ship sloop": {"wood": 2, "fish": 2},
    "ship cutter": {"wood": 6, "gold": 1},
    "ship schooner": {"wood": 8, "fish": 8},
    "ship schooner gold": {"gold": 4},
}


def cost_of(card: str, **off: int) -> dict[str, Any]:
    """The price of a building in the card files, each good reduced, never below nothing."""
    cost = BUILDINGS[card]["cost"]
    left = {good: max(0, cost.get(good, 0) - off.get(good, 0)) for good in GOODS}
    return {good: amount for good, amount in left.items() if amount}


def one_less(price: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**price, good: price[good] - 1} for good in price]


# -- buildings


@pytest.mark.parametrize("card", BUILDINGS)
def test_a_building_costs_what_its_card_says(card: str) -> None:
    price = cost_of(card)
    here = Position(display=[card], **price)
    assert here.seat()["affordable"] == [card]
    here.do("place build_building")  # the only building there is, so it is chosen at once
    assert here.paid() == price


@pytest.mark.parametrize("card", BUILDINGS)
def test_one_good_less_does_not_pay_a_building(card: str) -> None:
    for goods in one_less(cost_of(card)):
        here = Position(display=[card], **goods)
        assert "place build_building" not in here.asks
        assert here.seat()["affordable"] == []
        reason = GAME.why_not(here.state, 0, f"card:{card}")
        assert reason is not None


@pytest.mark.parametrize("card", ["A103", "A104", "B121", "B122", "C142", "C343"])
def test_the_carpenter_takes_two_wood_off(card: str) -> None:
    price = cost_of(card, wood=2)
    here = Position(players=4, display=[card], elders=[12], **price).do("place elder 12")
    assert here.paid() == price
    for goods in one_less(price):
        short = Position(players=4, display=[card], elders=[12], **goods)
        assert "place elder 12" not in short.asks


@pytest.mark.parametrize("card", ["A104", "B122", "C354"])
def test_portal_takes_two_wood_off_the_next_building(card: str) -> None:
    portal, price = cost_of("A113"), cost_of(card, wood=2)
    both = {good: portal.get(good, 0) + price.get(good, 0) for good in GOODS}

    def with_portal(**goods: Any) -> Position:
        here = Position(display=["A113", card], **goods).do("place build_building")
        if here.kind == "choose_building":
            here.do("build A113")
        return here.do("cell 1,0")

    here = with_portal(**both).do("use A113.1")
    assert {good: here.paid().get(good, 0) for good in GOODS} == both
    for good in price:
        assert "use A113.1" not in with_portal(**{**both, good: both[good] - 1}).asks


def test_the_builder_pays_the_full_price() -> None:
    price = cost_of("B122")
    held = {**price, "wood": price["wood"] - 1}  # the Builder's Forest brings the last wood
    here = Position(display=["B122"], elders=[7], **held)
    here.do("place elder 7", "forest 1,2", "act")
    assert here.paid() == price


# -- ships


@pytest.mark.parametrize("ship", SHIPS)
def test_a_ship_costs_what_the_rules_say(ship: str) -> None:
    price = SHIPS[ship]
    here = Position(**price).do("place build_ship")
    if here.kind == "choose_ship":
        here.do(ship)
    assert here.paid() == price
    assert here.seat()["ships"][ship.split()[1]] == 1


@pytest.mark.parametrize("ship", SHIPS)
def test_one_good_less_does_not_pay_a_ship(ship: str) -> None:
    for goods in one_less(SHIPS[ship]):
        here = Position(**goods)
        if "place build_ship" in here.asks:
            here.do("place build_ship")
            assert ship not in here.asks
            assert here.paid() != SHIPS[ship]


def test_the_two_prices_of_a_schooner_do_not_mix() -> None:
    offered = Position(wood=7, fish=8, gold=3).do("place build_ship").asks
    assert offered == ["ship sloop", "ship cutter"]


SHIP_DISCOUNTS = [
    # owned building, ship, price with it
    ("A111", "ship sloop", {"fish": 2}),
    ("A111", "ship cutter", {"wood": 4, "gold": 1}),
    ("A111", "ship schooner", {"wood": 6, "fish": 8}),
    ("A111", "ship schooner gold", {"gold": 4}),
    ("A117", "ship sloop", {"wood": 2, "fish": 2}),
    ("A117", "ship cutter", {"wood": 6, "gold": 1}),
    ("A117", "ship schooner", {"wood": 8, "fish": 8}),
    ("A117", "ship schooner gold", {"gold": 3}),
]


@pytest.mark.parametrize(("card", "ship", "price"), SHIP_DISCOUNTS)
def test_a_building_makes_ships_cheaper(card: str, ship: str, price: dict[str, Any]) -> None:
    here = Position(owns=[card], **price).do("place build_ship")
    if here.kind == "choose_ship":
        here.do(ship)
    assert here.paid() == price
    for goods in one_less(price):
        short = Position(owns=[card], **goods)
        if "place build_ship" in short.asks:
            assert ship not in short.do("place build_ship").asks
            assert short.seat()["ships"][ship.split()[1]] == 0 or short.paid() != price


def test_discounts_of_a_building_and_an_elder_add_up() -> None:
    here = Position(players=4, owns=["A111"], elders=[11], wood=2, gold=1)
    here.do("place elder 11")  # Slipway 2 and Shipwright 2: a Cutter for 2 wood and 1 gold
    assert here.paid() == {"wood": 2, "gold": 1}
    assert here.seat()["ships"]["cutter"] == 1


def test_a_discount_never_pays_anything_back() -> None:
    here = Position(players=4, owns=["A111"], elders=[11], wood=1, fish=2).do("place elder 11")
    assert here.seat()["ships"]["sloop"] == 1
    assert here.goods() == (1, 0, 0)


@pytest.mark.parametrize(
    ("card", "ships", "price"),
    [
        ("A101", ["sloop"], {}),
        ("A102", ["sloop"], {"fish": 2}),
        ("A102", ["cutter"], {"wood": 3, "gold": 1}),
        ("B228", ["sloop"], {"wood": 2}),
        ("B321", ["cutter"], {"wood": 2}),
        ("C142", ["schooner", "gold"], {"gold": 3}),
    ],
)
def test_a_building_brings_a_cheaper_ship(
    card: str, ships: list[str], price: dict[str, Any]
) -> None:
    building = cost_of(card)
    goods = {good: building.get(good, 0) + price.get(good, 0) for good in GOODS}
    here = Position(display=[card], **goods).do("place build_building", "cell 1,0")
    here.do(f"use {card}.1")
    if here.kind == "choose_ship":
        here.do(" ".join(["ship", *ships]))
    assert {good: here.paid().get(good, 0) for good in GOODS} == goods
    assert here.seat()["ships"][ships[0]] == 1


# -- Shares: 1 gold each, 1 less in rounds 4 and 5, 2 less in rounds 6 and 7 (rules 7)

ROUND_OFF = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2, 7: 2}


@pytest.mark.parametrize("round", ROUND_OFF)
@pytest.mark.parametrize("shares", [1, 2, 3])
def test_shares_cost_one_gold_each_less_the_round(round: int, shares: int) -> None:
    price = max(0, shares - ROUND_OFF[round])
    here = Position(round=round, market=(0, shares), gold=price)
    assert here.seat()["share_price"] == price
    here.do("place buy_all_shares")
    assert here.goods() == (0, 0, 0)
    assert here.seat()["shares"] == [2, shares, 0]
    if price:
        short = Position(round=round, market=(0, shares), gold=price - 1)
        assert "place buy_all_shares" not in short.asks


def test_the_broker_takes_one_gold_off() -> None:
    here = Position(players=4, market=(0, 3), elders=[8], gold=2).do("place elder 8", "option 2")
    assert here.goods() == (0, 0, 0)
    assert here.seat()["shares"][1] == 3


def test_the_bank_takes_three_gold_off_and_any_number() -> None:
    here = Position(market=(0, 3, 2), owns=["C343"], gold=2)
    assert here.seat()["share_price"] == 2
    here.do("place buy_all_shares")
    assert here.kind == "buy_shares"
    here.do("share 1", "share 1", "share 1", "share 2", "done")
    assert here.goods() == (0, 0, 1)
    assert here.seat()["shares"] == [2, 3, 1]


def test_the_bank_with_no_gold_takes_three() -> None:
    here = Position(market=(0, 3, 2), owns=["C343"]).do("place buy_all_shares")
    here.do("share 1", "share 1", "share 2")
    if here.kind == "buy_shares":
        assert here.asks == ["done"]
    assert here.seat()["shares"] == [2, 2, 1]


# -- the Banquet Table: plates cost 1, 2, 3, 3, 4, 4, 5, 5 fish and bring 1 gold each (rules 2.3)

PLATES = [1, 2, 3, 3, 4, 4, 5, 5]


@pytest.mark.parametrize("filled", range(8))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_plates_cost_their_fish(filled: int, count: int) -> None:
    if filled + count > 8:
        return
    price = sum(PLATES[filled : filled + count])
    here = Position(plates=filled, fish=price).do("place serve_fish")
    if here.kind == "serve_plates":
        assert here.asks == [f"serve {plates}" for plates in range(1, count + 1)]
        here.do(f"serve {count}")
    assert here.goods() == (0, 0, count)
    short = Position(plates=filled, fish=price - 1)
    offered = short.do("place serve_fish").asks if "place serve_fish" in short.asks else []
    assert f"serve {count}" not in offered
    assert short.goods()[2] < count


def test_a_full_table_cannot_be_served() -> None:
    assert "place serve_fish" not in Position(plates=8, fish=30).asks


@pytest.mark.parametrize(
    ("card", "fish", "plates"),
    [
        ("B323", 2 + 2 + 3, 3),  # plates 3, 4, 5 each one cheaper, at most three
        ("B323", 20, 3),
        ("C347", 2 * 6, 6),  # every plate for two
        ("C347", 11, 5),
    ],
)
def test_a_building_serves_cheaper_plates(card: str, fish: int, plates: int) -> None:
    goods = cost_of(card)
    goods["fish"] = goods.get("fish", 0) + fish
    here = Position(plates=2, display=[card], **goods)
    here.do("place build_building", "cell 1,0", f"use {card}.1")
    assert here.asks == [f"serve {count}" for count in range(1, plates + 1)]
    here.do(f"serve {plates}")
    assert here.goods()[2] == plates


def test_a_flat_price_also_replaces_a_lower_one() -> None:
    """Cards 6.14: the first plate costs two fish with the Ballroom, though one is printed."""
    price = cost_of("C347")
    assert "use C347.1" not in built("C347", plates=0, fish=1, **price).asks
    assert built("C347", plates=0, fish=2, **price).do("use C347.1").goods() == (0, 0, 1)


def built(card: str, **goods: Any) -> Position:
    return Position(display=[card], **goods).do("place build_building", "cell 1,0")
