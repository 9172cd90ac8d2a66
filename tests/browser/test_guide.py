"""The guided first game: nine marks in order, the real moves in between, and only once."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import Walker, make_table

TITLE = "#guide-title"
STEPS = 400


def first_game(visit: Open, game: str, phone: bool) -> Page:
    page = visit("/", phone=phone, guided=False)
    page.goto(page.url + f"t/{make_table(page, game)}")
    page.wait_for_selector(TITLE)
    return page


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", ["vanuatu", "nusfjord"])
def test_nine_marks_lead_through_a_first_round(visit: Open, game: str, phone: bool) -> None:
    page = first_game(visit, game, phone)
    walker = Walker(page, seed=3)
    counts: list[str] = []
    for _ in range(STEPS):
        told = page.evaluate(
            "document.querySelector('[aria-labelledby=guide-title] .num')?.innerText"
        )
        if told and told not in counts:
            counts.append(told)
        if told == "9 of 9":
            break
        following = page.locator("[data-next]")
        if told and following.count():
            following.click()
        else:
            walker.step()
        page.wait_for_timeout(60)
    assert counts == [f"{n} of 9" for n in range(1, 10)]
    page.get_by_role("button", name="Play on").click()
    page.reload()
    page.wait_for_selector("[data-zone=question]")
    page.wait_for_timeout(400)
    assert page.locator(TITLE).count() == 0


def test_marks_are_skipped_by_key_and_come_again_from_the_menu(visit: Open) -> None:
    page = first_game(visit, "vanuatu", phone=False)
    assert page.evaluate("document.activeElement.hasAttribute('data-next')")
    page.keyboard.press("Enter")
    page.get_by_text("2 of 9").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(TITLE, state="detached")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Show me around").click()
    page.get_by_text("1 of 9").wait_for()
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(TITLE, state="detached")
