"""With 200 % zoom or text twice as large, everything can be reached and nothing is cut off."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Start
from tests.browser.positions import KINDS, look, positions
from tests.browser.wire import Wire

# A browser's zoom halves the page's width and height in its own pixels; large text is a wish of
# the browser, which media queries in em follow.
LARGE: dict[str, tuple[int, int, int]] = {
    "zoom": (720, 450, 16),
    "text": (1440, 900, 32),
    "text on a phone": (390, 844, 32),
    "zoom on a phone": (320, 640, 16),
}
WRONG = """() => {
  const wide = document.documentElement.clientWidth, wrong = [];
  if (document.documentElement.scrollWidth > wide + 1) wrong.push('the page scrolls sideways');
  const cuts = e => getComputedStyle(e).overflowX !== 'visible';
  const texts = e => {
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), found = [];
    for (let n; n = walk.nextNode();) {
      if (n.data.trim() && !n.parentElement.closest('.sr, option')) found.push(n);
    }
    return found;
  };
  const spills = (e, box) => texts(e).some(text => {
    for (let p = text.parentElement; p !== e; p = p.parentElement) if (cuts(p)) return false;
    const range = document.createRange();
    range.selectNodeContents(text);
    const it = range.getBoundingClientRect();
    return it.width > 0 && (it.right > box.right + 6 || it.left < box.left - 6
      || it.bottom > box.bottom + 6 || it.top < box.top - 6);
  });
  const where = document.querySelector('dialog[open]') ?? document.body;
  for (const e of where.querySelectorAll('button, a[href], summary, input, select')) {
    // a phone's scene is moved and zoomed by fingers
    if (e.getClientRects().length === 0 || e.closest('.sr, .port')) continue;
    e.scrollIntoView({block: 'center', inline: 'center'});
    const box = e.getBoundingClientRect();
    const name = (e.className + ' ' + (e.ariaLabel || e.innerText)).slice(0, 80);
    if (box.left < -1 || box.right > wide + 1) wrong.push('outside: ' + name);
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const reached = there && (e.contains(there) || there.contains(e)
      || there.closest('.tray') || [...(e.labels ?? [])].some(label => label.contains(there)));
    if (!reached) wrong.push('covered: ' + name);
    if (spills(e, box)) wrong.push((cuts(e) ? 'cut off: ' : 'spills: ') + name);
  }
  return wrong;
}"""
SHOWN = {
    "vanuatu": {"choose_character", "plan_marker", "sail", "build", "buy"},
    "nusfjord": {"take_turn", "choose_building", "choose_cell", "take_elder", "serve_plates"},
}


@pytest.fixture(params=LARGE)
def page(request: pytest.FixtureRequest, chromium: Start, house: str) -> Any:
    width, height, letters = LARGE[request.param]
    browser = chromium(f"--blink-settings=defaultFontSize={letters}")
    finger = width < 400
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=finger, is_mobile=finger
    )
    stored = json.dumps({"pace": "instant", "guided": list(KINDS)})
    context.add_init_script(f"localStorage.setItem('skerry.settings', '{stored}')")
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(house + "/")
    page.get_by_role("heading", name="Seats").wait_for()
    yield page
    browser.close()


def test_everything_can_be_reached(page: Page) -> None:
    page.locator("summary").first.click()
    wrong = [f"lobby {each}" for each in page.evaluate(WRONG)]
    home = page.url
    for game, kinds in SHOWN.items():
        page.goto(home)
        wire = Wire(page)
        for number, at in enumerate(positions(game, kinds), start=1):
            wire.send(look(game, at, number))
            page.wait_for_selector(f'[data-kind="{at.kind}"]')
            page.wait_for_timeout(100)
            wrong += [f"{game} {at.kind} {each}" for each in page.evaluate(WRONG)]
    assert wrong == []
