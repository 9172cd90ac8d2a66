"""The page of a running game needs no scrolling on a laptop, and a phone's page no sideways one."""

import pytest

from tests.browser.conftest import Open
from tests.browser.walk import make_table

LOWEST = {"vanuatu": '[data-zone="actions"], [data-zone="choices"]', "nusfjord": ".harbor .track"}


@pytest.mark.parametrize("game", ["vanuatu", "nusfjord"])
def test_a_laptop_shows_the_whole_table(visit: Open, game: str) -> None:
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, game)}")
    for width, height in ((1366, 768), (1440, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector("[data-kind]")
        page.wait_for_timeout(200)
        box = page.locator(LOWEST[game]).first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height, f"{game} at {width} x {height}"


@pytest.mark.parametrize("game", ["vanuatu", "nusfjord"])
def test_a_phone_never_scrolls_sideways(visit: Open, game: str) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff-Maxi"
    page = visit("/", phone=True)
    bots = [{"kind": "bot", "level": "random", "name": long}] * 4
    page.goto(page.url + f"t/{make_table(page, game, name=long, seats=[{'kind': 'me'}, *bots])}")
    page.wait_for_selector("[data-kind]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
