"""A guest who plays through the page: presses what is lit, confirms, closes what opens."""

import random
import time
from collections import Counter
from typing import Any

from playwright.sync_api import Page

STUCK_SECONDS = 420.0
# What can be done now, told by the page itself.
LOOK = """() => {
  const dialog = document.querySelector('dialog[open]');
  const banner = document.querySelector('[data-zone="question"]');
  const confirm = document.querySelector('[data-confirm]');
  const free = e => e.getClientRects().length > 0 && !e.closest('[data-zone="players"]');
  const lit = [...document.querySelectorAll('main button[data-state="legal"],'
    + ' main button[data-state="not_now"], main button[role="switch"], main .extra,'
    + ' [data-zone="question"] [data-way]')].filter(free);
  document.querySelectorAll('[data-walk]').forEach(e => delete e.dataset.walk);
  lit.forEach((e, n) => e.dataset.walk = n);
  return {
    over: document.querySelector('[data-over]') !== null,
    dialog: dialog !== null,
    sure: dialog?.querySelector('[data-sure]') !== null && dialog !== null,
    kind: banner?.dataset.kind ?? null,
    ready: confirm !== null && confirm.getAttribute('aria-disabled') === null,
    lit: lit.map(e => ({
      n: Number(e.dataset.walk), ref: e.dataset.ref ?? '', extra: e.matches('.extra, [role=switch]')
    })),
  };
}"""
CENTRE = """([selector]) => {
  const e = document.querySelector(selector);
  if (!e) return null;
  e.scrollIntoView({block: 'nearest', inline: 'nearest'});
  const box = e.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const there = document.elementFromPoint(x, y);
  return {x, y, hit: there !== null && (e.contains(there) || there.contains(e))};
}"""
MAKE = """async (table) => {
  const post = (path, body) => fetch(path, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  await post('/api/guests', {name: table.name});
  delete table.name;
  const made = await (await post('/api/tables', table)).json();
  if (!made.table) throw new Error(JSON.stringify(made));
  return made.table.id;
}"""


def make_table(page: Page, game: str, **more: Any) -> str:
    """Make a table against two random bots, as the page's own guest."""
    bots = [{"kind": "bot", "level": "random"}] * 2
    asked = {"game": game, "seats": [{"kind": "me"}, *bots], "name": "Ada", **more}
    table: str = page.evaluate(MAKE, asked)
    return table


class Walker:
    """Plays one page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.kinds: Counter[str] = Counter()

    def press(self, selector: str) -> bool:
        """Press the middle of something with the real pointer, if it is there and not covered."""
        at = self.page.evaluate(CENTRE, [selector])
        if at is None or not at["hit"]:
            return False
        self.tap(at["x"], at["y"])
        return True

    def tap(self, x: float, y: float) -> None:
        """Press a point: with a finger on a phone, else with a mouse."""
        if self.page.viewport_size and self.page.viewport_size["width"] < 600:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def step(self) -> bool:
        """Do one thing; False once the game is over."""
        seen = self.page.evaluate(LOOK)
        if seen["over"]:
            return False
        if seen["dialog"]:
            buttons = (".btn.acc", ".btn.pri", "[data-way]", "header .btn")
            if not any(self.press(f"dialog[open] {button}") for button in buttons):
                self.page.keyboard.press("Escape")
        elif seen["kind"] is None:
            self.page.wait_for_timeout(30)
        else:
            self._answer(seen)
        return True

    def _answer(self, seen: dict[str, Any]) -> None:
        self.kinds[seen["kind"]] += 1
        lit = [each for each in seen["lit"] if not each["extra"] or self.chance.random() < 0.1]
        if not lit or (seen["ready"] and self.chance.random() < 0.6):
            self.press("[data-confirm]")  # With nothing picked it leads to where the answers lie.
        else:
            self.press(f'[data-walk="{self.chance.choice(lit)["n"]}"]')
        self.page.wait_for_timeout(15)

    def play(self) -> None:
        """Play until the game is over, which takes long only if the page is stuck."""
        until = time.monotonic() + STUCK_SECONDS
        while self.step():
            assert time.monotonic() < until, f"the game does not end; asked {self.kinds}"


class KeyWalker(Walker):
    """Plays one page without a pointer."""

    def step(self) -> bool:
        seen = self.page.evaluate(LOOK)
        if seen["over"]:
            return False
        keys = self.page.keyboard
        if seen["sure"]:
            keys.press("Tab")  # from the answer that keeps everything to the one that does not
            keys.press("Enter")
        elif seen["dialog"]:
            keys.press("Escape")
        elif seen["kind"] is None:
            self.page.wait_for_timeout(30)
        else:
            self.kinds[seen["kind"]] += 1
            if not seen["ready"] or self.chance.random() < 0.3:
                for _ in range(self.chance.randint(1, 6)):
                    keys.press("n")
            keys.press("Enter")
            self.page.wait_for_timeout(15)
        return True
