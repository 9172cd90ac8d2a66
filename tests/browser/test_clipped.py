"""No words are cut off in any language: the lobby and every kind of question at both sizes."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, ROOT, Open
from tests.browser.positions import KINDS, look, positions
from tests.browser.walk import make_table
from tests.browser.wire import Wire

FILES = (ROOT / "frontend" / "src" / "i18n").glob("table.*.json")
LANGUAGES = sorted(path.name.split(".")[1] for path in FILES)
# Words that an ellipsis or a box cuts off, and chips below the board that lie off the edge. Left
# out: what scrolls, players' names, words for screen readers only, and sentences of cards
# shortened to some lines on purpose (a press shows all).
CLIPPED = """() => {
  const found = [];
  const scrolls = e => /(auto|scroll)/.test(getComputedStyle(e).overflowX);
  for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height || e.closest('.sr, svg, .who, .name')) continue;
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || getComputedStyle(e).visibility === 'hidden') continue;
    const style = getComputedStyle(e);
    if (style.webkitLineClamp !== 'none' || style.clipPath !== 'none' || box.width < 3) continue;
    const cut = style.overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1 && !scrolls(e);
    const low = style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 3;
    const range = document.createRange();
    range.selectNodeContents(e);
    const text = range.getBoundingClientRect();
    let scrolled = false, outside = false;
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      if (scrolls(up)) scrolled = true;
      if (scrolled || getComputedStyle(up).position === 'fixed') break;
      const hidden = getComputedStyle(up).overflowX === 'hidden';
      const edge = up.getBoundingClientRect();
      if (hidden && (text.right > edge.right + 2 || text.left < edge.left - 2)) outside = true;
    }
    const off = !scrolled && (text.right > innerWidth + 1 || text.left < -1);
    if (cut || low || outside || off)
      found.push(`${e.tagName.toLowerCase()}.${e.className}: ${e.textContent.trim().slice(0, 60)}`);
  }
  for (const row of document.querySelectorAll('.hs'))
    if (row.scrollWidth > row.clientWidth + 1) found.push(`chips off the edge: ${row.innerText}`);
  return found;
}"""


def clipped(page: Page, where: str) -> list[str]:
    """List what is cut off on the page as it is now."""
    page.wait_for_timeout(80)
    folder = os.environ.get("SKERRY_SHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{where.replace(' ', '-')}.png"))
    return [f"{where}: {each}" for each in page.evaluate(CLIPPED)]


def speak(page: Page, language: str) -> None:
    page.evaluate(f"localStorage.setItem('skerry.language', '{language}')")


@pytest.mark.parametrize(
    "phone",
    [pytest.param(False, marks=pytest.mark.heavy, id="desktop"), pytest.param(True, id="phone")],
)
@pytest.mark.parametrize(
    "language",  # German has the longest words
    [pytest.param(one, marks=() if one == "de" else pytest.mark.heavy) for one in LANGUAGES],
)
def test_every_question_shows_all_its_words(visit: Open, language: str, phone: bool) -> None:
    page = visit("/", phone=phone)
    speak(page, language)
    page.reload()
    size = "phone" if phone else "desktop"
    page.wait_for_selector(".games")
    found = clipped(page, f"lobby {language} {size}")
    home = page.url
    for game in KINDS:
        page.goto(home)
        wire = Wire(page)
        for number, at in enumerate(positions(game, KINDS[game]), start=1):
            wire.send(look(game, at, number))
            page.wait_for_selector(f'[data-kind="{at.kind}"]')
            found += clipped(page, f"{game} {at.kind} {language} {size}")
    assert not found, "\n".join(found)


def test_the_top_bar_fits_in_every_language(visit: Open, house: str) -> None:
    page = visit("/")
    tables = [make_table(page, game) for game in KINDS]
    for language in LANGUAGES:
        speak(page, language)
        for id in tables:
            page.goto(f"{house}/t/{id}")
            for width in (DESKTOP["width"], 1376, 1280, 1200):
                page.set_viewport_size({"width": width, "height": DESKTOP["height"]})
                last = page.locator(".topbar button").last.bounding_box()
                assert last and last["x"] + last["width"] <= width, f"{id} {language} {width}"
