"""A phone's board: a double tap zooms, two quick picks do not, a new question shows it whole."""

import time

from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import LOOK, Walker, make_table

ZOOM = """() => {
  const port = document.querySelector('.port');
  return port && port.querySelector('.scene').offsetWidth / port.offsetWidth;
}"""
BOX = """() => {
  const {x, y, width, height} = document.querySelector('.port').getBoundingClientRect();
  return {x, y, width, height};
}"""
QUESTION = "document.querySelector('[data-zone=question]').textContent"
SETTLED = 400  # milliseconds, longer than the zoom takes


def reach_planning(page: Page, walker: Walker) -> None:
    until = time.monotonic() + 60
    while page.evaluate(LOOK)["kind"] != "plan_marker":
        assert walker.step()
        assert time.monotonic() < until, f"no markers to plan; asked {walker.kinds}"
    page.wait_for_timeout(SETTLED)


def tap(page: Page, *places: tuple[float, float]) -> float:
    """Tap places, in widths and heights of the board, at once; give the zoom that follows."""
    box = page.evaluate(BOX)
    for x, y in places:
        page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.wait_for_timeout(SETTLED)
    zoom: float = page.evaluate(ZOOM)
    return zoom


def test_taps_on_a_phones_board(visit: Open) -> None:
    page = visit("/", phone=True)
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    walker = Walker(page, seed=3)
    reach_planning(page, walker)
    assert tap(page, (0.2, 0.5), (0.8, 0.5)) == 1, "two picks far apart"
    assert tap(page, (0.5, 0.5), (0.5, 0.5)) == 2, "a double tap"

    asked = page.evaluate(QUESTION)
    until = time.monotonic() + 60
    while page.evaluate(QUESTION) == asked:
        assert walker.step()
        assert time.monotonic() < until, "the question stays"
    page.wait_for_timeout(SETTLED)
    assert page.evaluate(ZOOM) in (1, None), "a new question shows the whole board"
