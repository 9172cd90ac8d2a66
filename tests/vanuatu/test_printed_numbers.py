"""Numbers printed on the board are in the view, so that a client needs no rules of its own."""

from skerry.games import GAMES
from skerry.kernel.rng import Rng

VANUATU = GAMES["vanuatu"]


def shown(**options: object) -> dict[str, object]:
    view: dict[str, object] = VANUATU.view(
        VANUATU.deal({"players": 3, "options": options}, Rng(1)), None
    )
    return view


def test_the_numbers_printed_on_the_board_are_told() -> None:
    view = shown()
    assert view["fish_prices"] == [3, 2, 1]
    assert view["ship_bonus"] == 2


def test_the_sea_submerges_an_island_with_five_markers() -> None:
    assert shown(rising_waters=True)["water_limit"] == 5
