"""The page shows for a sale of fish what the engine pays, whatever the table's rules are."""

import random
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from tests.browser.conftest import Open
from tests.browser.positions import Position, look
from tests.browser.wire import Wire

VANUATU = GAMES["vanuatu"]
MOST_GAMES = 400


def sale(price_drop: str) -> tuple[Position, str, int]:
    """Return a position that asks to sell 3 and 2 at price 3, the sale, and what it pays."""
    setup: dict[str, Any] = {"players": 3, "options": {"price_drop": price_drop}}
    for seed in range(MOST_GAMES):
        state = VANUATU.deal(setup, Rng(seed))
        chance = random.Random(seed)
        moves = 0
        while (question := VANUATU.question(state)) is not None:
            options = state.options()
            texts = [VANUATU.write(state, move) for move in options]
            if question.kind == "sell" and state.price == 3 and "sell 3 2" in texts:
                at = Position("sell", state.copy(), setup, seed, moves)
                events = play(VANUATU, state, options[texts.index("sell 3 2")])
                paid = [each.data["vatus"] for each in events if each.kind == "fish_sold"]
                return at, "fish:3+2", paid[0]
            state.play(chance.choice(options))
            moves += 1
    raise AssertionError(f"no such sale in {MOST_GAMES} games")


@pytest.mark.parametrize(("price_drop", "vatus"), [("per_action", 15), ("per_tile", 13)])
def test_the_proceeds_shown_are_those_paid(visit: Open, price_drop: str, vatus: int) -> None:
    at, _, paid = sale(price_drop)
    assert paid == vatus
    page = visit("/")
    wire = Wire(page)
    wire.send(look("vanuatu", at, 1))
    page.wait_for_selector('[data-kind="sell"]')
    tiles = page.locator(".fishtile")
    for n in range(tiles.count()):  # begin with nothing, then sell a 3 and a 2
        if tiles.nth(n).get_attribute("aria-pressed") == "true":
            tiles.nth(n).click()
    for value in ("3", "2"):
        tiles.filter(has_text=value).first.click()
    shown = page.locator("output.sum b").inner_text()
    assert shown == f"{vatus} vatu"
