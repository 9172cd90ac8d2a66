"""Hints beside the question: the board keeps its place, a move is shown and not made."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.sizes import games_and_sizes
from tests.browser.test_access import findings
from tests.browser.walk import make_table

PLACES = """() => [...document.querySelectorAll(
    '[data-zone=board], [data-zone=actions], [data-zone=question]')]
  .map(e => e.getBoundingClientRect()).map(b => [b.x, b.y, b.width, b.height])"""

NUMBER = """async () => (await (await fetch('/api' + location.pathname.replace('/t/', '/tables/')))
    .json()).number"""


def open_table(visit: Open, game: str, phone: bool = False, **more: Any) -> Page:
    page = visit("/", phone=phone)
    page.goto(page.url + f"t/{make_table(page, game, **more)}")
    page.wait_for_selector("[data-kind]")
    page.wait_for_selector("[data-zone=actions], [data-ref]")
    return page


def wait_until_found(page: Page) -> None:
    """Wait for the end of the coach's work."""
    page.wait_for_selector(".rows li:nth-child(2)")
    page.wait_for_selector("[role=progressbar]", state="detached")


@games_and_sizes
def test_a_hint_is_shown_beside_the_board_and_picked(visit: Open, game: str, phone: bool) -> None:
    page = open_table(visit, game, phone)
    before = page.evaluate(PLACES)
    assert before
    if phone:
        page.get_by_role("button", name="Hint").click()
    else:
        page.keyboard.press("h")
    page.wait_for_selector("dialog[open]" if phone else "[data-zone=coach]")
    assert page.evaluate(PLACES) == before
    wait_until_found(page)
    assert page.evaluate(PLACES) == before, "the board never moves"
    assert page.get_by_text("chance to win").count() == 1
    page.get_by_text("The coach sees only what you see").wait_for()
    if not phone:
        page.wait_for_selector("[data-mark]")
    assert findings(page, "html") == []
    number = page.evaluate(NUMBER)
    page.locator(".rows button").first.click()
    confirm = page.locator("[data-confirm]:not([aria-disabled])").first
    confirm.wait_for()
    assert page.evaluate(NUMBER) == number, "confirming is left to the player"
    if phone:
        page.wait_for_selector("dialog[open]", state="detached")
    confirm.click()
    page.wait_for_selector("[data-zone=coach], dialog[open]", state="detached")


# Not every move that a hint names lies on the board.
CHOSEN = "[...document.querySelectorAll('[data-state=chosen]')].map(each => each.dataset.ref)"


def test_the_key_opens_and_closes_and_escape_closes(visit: Open) -> None:
    page = open_table(visit, "nusfjord", seats=[{"kind": "me"}])
    page.keyboard.press("h")
    wait_until_found(page)
    assert page.get_by_text("points expected").count() == 1
    assert page.get_by_text("chance to win").count() == 0, "alone there is nobody to beat"
    page.keyboard.press("h")
    page.wait_for_selector("[data-zone=coach]", state="detached")
    page.keyboard.press("h")
    page.wait_for_selector("[data-zone=coach] .rows")  # found before, and shown again
    page.keyboard.press("Alt+Digit2")
    page.wait_for_selector("[data-confirm]:not([aria-disabled])")
    picked = page.evaluate(CHOSEN)
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-zone=coach]", state="detached")
    assert page.evaluate(CHOSEN) == picked  # what was picked stays
    page.wait_for_selector("[data-confirm]:not([aria-disabled])")


def test_words_only_and_no_hints(visit: Open) -> None:
    page = open_table(visit, "nusfjord", coach="words")
    page.keyboard.press("h")
    page.wait_for_selector("[data-zone=coach] .fine")
    page.wait_for_selector("[role=progressbar]", state="detached")
    assert page.get_by_text("chance to win").count() == 0
    assert page.locator("[data-zone=coach] .worth").count() == 0
    quiet = open_table(visit, "nusfjord", coach="off")
    assert quiet.get_by_role("button", name="Hint").count() == 0
    quiet.keyboard.press("h")
    quiet.get_by_role("heading", name="No hints at this table").wait_for()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_hint_is_tried_out_beside_the_game(visit: Open, phone: bool) -> None:
    page = open_table(visit, "nusfjord", phone)
    number = page.evaluate(NUMBER)
    page.get_by_role("button", name="Hint").click()
    wait_until_found(page)
    page.get_by_role("button", name="Try it out").click()
    page.wait_for_selector('[data-whatif="ready"]')
    assert int(page.locator("[data-whatif]").get_attribute("data-steps") or 0) >= 1
    assert page.evaluate(NUMBER) == number, "nothing happens in the game"
