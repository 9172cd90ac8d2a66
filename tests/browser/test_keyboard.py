"""A whole game without a mouse, and the keys of the design."""

from tests.browser.conftest import Open
from tests.browser.sizes import games
from tests.browser.walk import KeyWalker, make_table


@games
def test_a_whole_game_by_keyboard(visit: Open, game: str) -> None:
    page = visit("/")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    page.goto(page.url + f"t/{make_table(page, game, seats=seats)}")
    page.wait_for_selector('[data-zone="question"]')
    walker = KeyWalker(page, seed=3)
    walker.play()
    assert page.locator(".bars li").count() == 2


def test_keys_open_the_pages_around_the_table(visit: Open) -> None:
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    page.wait_for_selector("[data-kind]")
    page.keyboard.press("s")
    assert page.get_by_role("tab", name="Score").get_attribute("aria-selected") == "true"
    page.keyboard.press("?")
    page.get_by_role("searchbox").fill("beggar")
    page.get_by_text("What characters do").wait_for()
    page.keyboard.press("Escape")  # empties the search
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.state") == "legal"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('[data-zone]') !== null")
    page.keyboard.press("Tab")
    zone = "document.activeElement.closest('[data-zone]')?.dataset.zone"
    assert page.evaluate(zone) not in (None, "choices")


def test_a_closed_dialog_gives_the_focus_back(visit: Open) -> None:
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    page.wait_for_selector("[data-kind]")
    page.keyboard.press("n")
    focused = "document.activeElement.dataset.ref"
    before = page.evaluate(focused)
    assert before
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate(focused) == before
