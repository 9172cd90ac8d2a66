"""Lessons on the page: what is lit leads through a chapter, and another move is priced."""

import re

import pytest
from playwright.sync_api import Page, expect

from skerry.games import GAMES
from skerry.lessons import load
from tests.browser.conftest import Open
from tests.browser.letters import small
from tests.browser.sizes import games_and_sizes
from tests.browser.test_access import Findings

CHAPTERS = [chapter.id for game in GAMES for chapter in load(game)]
CONFIRM = "[data-confirm]"
NEXT = "[data-next]"
END = "#end-title"
LIT = '.lesson [data-state="legal"]:visible'
MOST_PRESSES = 120
# A legal move that the first lesson does not ask for.
OTHER = {"vanuatu": "space:draw", "nusfjord": "space:gold"}


def settle(page: Page) -> None:
    """Wait until the server has answered and everything is drawn."""
    page.wait_for_timeout(50)
    expect(page.locator("[data-sending]")).to_have_count(0)
    page.wait_for_function(
        """([next, end]) => document.querySelector(`${next}, ${end}, .lesson [data-kind]`)""",
        arg=[NEXT, END],
    )


def can_confirm(page: Page) -> bool:
    return page.locator(CONFIRM).get_attribute("aria-disabled") is None


def press_on(page: Page, presses: int) -> None:
    """Press Next, Confirm, or one of the lit things."""
    report = page.locator("dialog[open]")
    if report.count():  # a flood
        report.get_by_role("button").first.click()
    if page.locator(NEXT).count() or can_confirm(page):
        page.locator(CONFIRM).click()
        return
    if page.locator(f"{LIT}.extra").count():  # leads to a sheet: let the teacher choose there
        page.get_by_role("button", name="Show me").click()
        sheet = page.locator("dialog[open] .btn.pri")
        (sheet if sheet.count() else page.locator(CONFIRM)).click()
        return
    lit = page.locator(LIT)
    assert lit.count(), f"nothing is lit: {page.locator('.banner').inner_text()}"
    # A hexagon's box overlaps its neighbours', whose shapes do not.
    lit.nth(presses % lit.count()).click(force=True)


def walk(page: Page, until: str = END) -> None:
    """Follow what is lit."""
    for presses in range(MOST_PRESSES):
        settle(page)
        if page.locator(until).count():
            return
        press_on(page, presses)
    raise AssertionError(f"the chapter does not come to {until}")


def try_another_move(page: Page, ref: str) -> None:
    """Make a legal move that the lesson does not ask for."""
    other = page.locator(f'[data-ref="{ref}"]:visible').first
    expect(other).to_have_attribute("data-state", "quiet")
    other.click()
    settle(page)
    if can_confirm(page):
        page.locator(CONFIRM).click()


def lobby_without_welcome(page: Page) -> None:
    """The band for a first visit is gone for good."""
    page.get_by_role("heading", name="Seats").wait_for()
    page.wait_for_load_state("networkidle")  # the lobby has asked whether this is a first visit
    assert page.get_by_text("First time here?").count() == 0


@games_and_sizes
def test_a_first_visit_learns_and_plays_on(visit: Open, house: str, game: str, phone: bool) -> None:
    found = Findings()
    page = visit("/", phone=phone)
    page.get_by_text("First time here?").wait_for()
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport()
    found.look(page, "welcome")
    tiny = small(page, "welcome")
    page.get_by_role("link", name=re.compile(f"Learn {game}", re.I)).click()
    page.mouse.move(0, 0)  # a button that rises under the pointer's edge is never at rest
    walk(page, until=".banner:not(.done)")
    before = page.locator(".banner b").first.inner_text()
    try_another_move(page, OTHER[game])
    page.get_by_text("You tried").first.wait_for()
    found.look(page, "another move")
    tiny += small(page, "lesson")
    page.reload()
    page.get_by_text("You tried").first.wait_for()
    page.get_by_role("button", name="Take it back" if phone else "All right").click()
    expect(page.get_by_text("You tried")).to_have_count(0)
    assert page.locator(".banner b").first.inner_text() == before, "the same move is asked"
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(CONFIRM)).not_to_have_attribute("aria-disabled", "true")
    walk(page)
    found.look(page, "end")
    tiny += small(page, "end of a lesson")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    page.locator('[data-zone="question"]').wait_for()
    page.goto(f"{house}/learn")
    done = page.locator("[data-chapter]", has_text="Done")
    expect(done).to_have_count(1)
    found.look(page, "chapters")
    tiny += small(page, "Learn")
    page.goto(f"{house}/new")
    lobby_without_welcome(page)
    assert found.all == []
    assert not tiny, "\n".join(tiny)


def test_not_now_is_for_good_and_keys_change_pages(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Not now").click()
    page.reload()
    lobby_without_welcome(page)
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url("**/learn")
    first = page.locator("[data-chapter]").first
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-chapter]").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/vanuatu/plan")
    page.locator(NEXT).wait_for()
    page.locator("body").press("Enter")  # goes on after a step
    expect(page.locator(".lesson [data-kind]")).to_have_count(1)
    page.keyboard.press("h")  # Show me
    expect(page.locator(CONFIRM)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Put the second marker on Explore").first).to_be_visible()


def test_a_lesson_waits_for_the_network(visit: Open) -> None:
    page = visit("/learn/nusfjord/harbor")
    page.locator(NEXT).wait_for()
    page.context.set_offline(True)
    page.locator(NEXT).click()
    page.locator(".bar.dark").wait_for()
    said = page.locator(".tt p").inner_text()
    page.context.set_offline(False)
    expect(page.locator(".tt p")).not_to_have_text(said)
    assert page.locator(".bar.dark").count() == 0


@pytest.mark.heavy
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_is_played(visit: Open, chapter: str, phone: bool) -> None:
    page = visit("/learn/" + chapter.replace(".", "/"), phone=phone)
    walk(page)
    page.get_by_role("button", name=re.compile("Play (on|this)")).click()
    page.wait_for_url("**/t/*")
    page.locator('[data-zone="question"]').wait_for()
