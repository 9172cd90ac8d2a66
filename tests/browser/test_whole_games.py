"""A whole game against bots through the real page, at both sizes, for each game."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import Walker, make_table

GAMES = {"vanuatu": {"characters": True}, "nusfjord": {}}


@pytest.mark.parametrize(
    "phone",  # on the desktop test_keyboard.py plays whole games
    [pytest.param(False, marks=pytest.mark.heavy, id="desktop"), pytest.param(True, id="phone")],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(visit: Open, game: str, phone: bool) -> None:
    page = visit("/", phone=phone)
    page.goto(page.url + f"t/{make_table(page, game, options=GAMES[game])}")
    walker = Walker(page, seed=7)
    walker.play()
    assert page.locator(".bars li").count() == 3
    look_back(page, phone)


def look_back(page: Page, phone: bool) -> None:
    """Step through the replay by its address, then play on from the middle."""
    page.goto(page.url + "/replay?move=5")
    page.get_by_text("Move 5 of").wait_for()
    if not phone:
        page.keyboard.press(".")
        page.get_by_text("Move 6 of").wait_for()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "replay" not in url)
    page.wait_for_selector('[data-zone="question"]')


def test_play_now_is_one_press(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector('[data-zone="question"]')
    assert "/t/" in page.url


def test_alone_is_two_presses(visit: Open) -> None:
    page = visit("/")
    page.locator('.game[data-skin="nusfjord"]').click()
    page.get_by_role("button", name="Advanced solo").click()
    page.wait_for_selector("[data-kind]")
