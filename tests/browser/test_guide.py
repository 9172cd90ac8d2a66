"""The guided first game: every mark comes up, beside what it talks about, and only once."""

from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.rest import come_to_rest
from tests.browser.sizes import games_and_sizes
from tests.browser.walk import Walker, make_table

TITLE = "#guide-title"
STEPS = 900
MARKS = 10
# The bubble covers neither what it lights nor, unless it talks about it, the question.
COVERS = """() => {
  const box = s => document.querySelector(s)?.getBoundingClientRect();
  const bubble = box('[aria-labelledby=guide-title]'), ring = box('.ring');
  if (!bubble || !ring) return [];
  const cut = b => b && Math.min(b.right, bubble.right) - Math.max(b.left, bubble.left) > 1
    && Math.min(b.bottom, bubble.bottom) - Math.max(b.top, bubble.top) > 1;
  const off = bubble.left < 0 || bubble.top < 0
    || bubble.right > innerWidth || bubble.bottom > innerHeight;
  return [cut(ring) && 'its place', cut(box('[data-zone="question"]')) && 'the question',
    ring.height < 30 && 'all of its place', off && 'the edge'].filter(Boolean);
}"""


def first_game(visit: Open, game: str, phone: bool) -> Page:
    page = visit("/", phone=phone, guided=False)
    page.goto(page.url + f"t/{make_table(page, game)}")
    page.wait_for_selector(TITLE)
    return page


@games_and_sizes
def test_every_mark_comes_up_within_a_first_game(visit: Open, game: str, phone: bool) -> None:
    page = first_game(visit, game, phone)
    walker = Walker(page, seed=3)
    counts: dict[str, str] = {}  # the count on the bubble, by title
    covered: list[str] = []
    for _ in range(STEPS):
        title = page.locator(TITLE)
        if title.count():
            come_to_rest(page)  # it has found its place
            words = page.evaluate("document.querySelector('#guide-title')?.innerText")
            count = page.evaluate(
                "document.querySelector('[aria-labelledby=guide-title] .num')?.innerText"
            )
            if words and words not in counts:
                counts[words] = count
                covered += [f"{words} covers {what}" for what in page.evaluate(COVERS)]
                if len(counts) == 3:
                    page.reload()  # it goes on where it was
                    page.wait_for_selector(TITLE)
                    continue
            if len(counts) == MARKS:
                break
            page.evaluate("document.querySelector('[data-next]')?.click()")
            page.wait_for_timeout(60)
        else:
            walker.step()
            page.wait_for_timeout(130)
    assert list(counts.values()) == [f"{n} of {MARKS}" for n in range(1, MARKS + 1)], counts
    assert covered == []
    page.get_by_role("button", name="Play on").click()
    page.reload()
    page.wait_for_selector("[data-zone=question]")
    page.wait_for_timeout(400)
    assert page.locator(TITLE).count() == 0


def test_a_mark_ends_with_the_move_it_waits_for(visit: Open) -> None:
    page = first_game(visit, "vanuatu", phone=False)
    for _ in range(2):
        page.locator("[data-next]").click()
        page.wait_for_timeout(150)
    page.get_by_text("Take a character").wait_for()
    walker = Walker(page, seed=1)
    page.wait_for_timeout(1100)  # long enough to be read
    while page.locator("[data-kind=choose_character]").count():
        walker.step()
    page.get_by_text("Your canoe is your place").wait_for()


def test_marks_are_skipped_by_key_and_come_again_from_the_menu(visit: Open) -> None:
    page = first_game(visit, "vanuatu", phone=False)
    assert page.evaluate("document.activeElement.hasAttribute('data-next')")
    page.keyboard.press("Enter")
    page.get_by_text(f"2 of {MARKS}").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(TITLE, state="detached")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Show me around").click()
    page.get_by_text(f"1 of {MARKS}").wait_for()
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(TITLE, state="detached")
