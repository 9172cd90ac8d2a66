"""How large letters come out on the screen, drawings and zooms counted in."""

from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.rest import come_to_rest

# Every text in sight whose letters come out smaller on the screen than they may.
SMALL = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walk.nextNode();) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest('.sr, script, style, symbol, defs, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const drawn = e.ownerSVGElement !== null && e.ownerSVGElement !== undefined;
    if (range.getClientRects().length === 0) continue;
    let size = parseFloat(getComputedStyle(e).fontSize);
    if (drawn) {
      const m = e.getScreenCTM();
      size *= Math.hypot(m.a, m.b);
    } else {
      let block = e;
      while (block && !(block.offsetWidth > 120)) block = block.parentElement;
      const wide = block?.getBoundingClientRect().width ?? 0;
      if (block) size *= Math.min(1, wide / block.offsetWidth + 0.01);
    }
    if (size < 11.45)
      found.add(`${size.toFixed(1)} px: ${node.data.trim().slice(0, 30)}`
        + ` (${e.className.baseVal ?? e.className})`);
  }
  return [...found];
}"""


def small(page: Page, where: str) -> list[str]:
    """List the texts of a page that are written smaller than 11.5 px."""
    come_to_rest(page)
    found: list[str] = page.evaluate(SMALL)
    return [f"{where}: {each}" for each in found]


def small_at_both_sizes(page: Page, where: str) -> list[str]:
    """List them for a desktop and for a phone; the page is left at the size it had."""
    before = page.viewport_size
    assert before is not None
    found = []
    for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
        page.set_viewport_size(size)
        found += small(page, f"{where} on a {name}")
    page.set_viewport_size(before)
    return found
