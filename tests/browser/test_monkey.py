"""Whatever is pressed, the page makes no error and always says what to do or who is waited for."""

import os
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.sizes import games_and_sizes
from tests.browser.walk import CENTRE, Walker, make_table

PRESSES = int(os.environ.get("SKERRY_PRESSES", "50"))
OPTIONS = {"vanuatu": {"rising_waters": True}, "nusfjord": {"deck": "mackerel"}}
# These end the game, hand the seat over or leave the table; all else is pressed.
LEAVES = r"Give up|bot play|Rematch|lobby|Play on|Next game|Take my seat back|Français"
# Everything that can be pressed now; with a dialog open that is what lies in it.
FIND = """leaves => {
  const where = document.querySelector('dialog[open]') ?? document.body;
  document.querySelectorAll('[data-monkey]').forEach(e => delete e.dataset.monkey);
  const all = [...where.querySelectorAll('button, summary, input, select, [role=switch]')]
    .filter(e => e.getClientRects().length > 0 && !e.closest('[inert]')
      && !new RegExp(leaves).test(e.innerText + (e.ariaLabel ?? '') + (e.title ?? '')));
  all.forEach((e, n) => e.dataset.monkey = n);
  return all.map(e => e.localName);
}"""
# What a player is shown: a dialog with a way on, an open question with an answer, or a wait.
SHOWN = """() => {
  const seen = e => e !== null && e.getClientRects().length > 0;
  if (document.querySelector('[data-over]')) return 'over';
  const dialog = document.querySelector('dialog[open]');
  if (dialog) return [...dialog.querySelectorAll('button')].some(seen) ? 'dialog' : 'shut dialog';
  const banner = document.querySelector('[data-zone="question"]');
  if (!seen(banner)) return 'no banner';
  if (!banner.dataset.kind) return banner.innerText.trim() ? 'waiting' : 'silence';
  const ready = document.querySelector('[data-confirm]:not([aria-disabled])');
  const answers = [...document.querySelectorAll(
    'main [data-state="legal"], main [data-state="chosen"], main [role="switch"], main .extra,'
    + ' main [role="tab"] [data-answer]')];
  return seen(ready) || answers.some(seen) ? 'question' : 'no answer: ' + banner.innerText;
}"""
FINE = {"over", "dialog", "question", "waiting"}


class Monkey:
    """Presses anything, anywhere, with a real pointer."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.walker = Walker(page, seed)
        self.chance = random.Random(seed)

    def press(self) -> None:
        found: list[str] = self.page.evaluate(FIND, LEAVES)
        if not found or self.chance.random() < 0.05:
            self.page.keyboard.press(self.chance.choice(["Escape", "u", "n", "Enter", "s", "l"]))
            return
        n = self.chance.randrange(len(found))
        at: dict[str, Any] | None = self.page.evaluate(CENTRE, [f'[data-monkey="{n}"]'])
        if at is None or not at["hit"]:
            return
        self.walker.tap(at["x"], at["y"])
        if found[n] == "input":
            self.page.keyboard.type("42")

    def settle(self) -> str:
        """Return what the page shows once it has heard from the server."""
        shown = ""
        for _ in range(100):
            shown = self.page.evaluate(SHOWN)
            if shown in FINE:
                break
            self.page.wait_for_timeout(50)
        return shown


@pytest.mark.timeout(120 + PRESSES)
@games_and_sizes
def test_presses_on_anything_leave_a_page_that_goes_on(visit: Open, game: str, phone: bool) -> None:
    page = visit("/", phone=phone)
    table = make_table(page, game, options=OPTIONS[game])
    address = page.url + f"t/{table}"
    page.goto(address)
    page.wait_for_selector("[data-kind]")
    monkey = Monkey(page, seed=11)
    for _ in range(PRESSES):
        monkey.press()
        if not re.search(f"/t/{table}$", page.url):
            page.goto(address)
        shown = monkey.settle()
        assert shown in FINE, shown
    goes_on(monkey, table)


def goes_on(monkey: Monkey, table: str) -> None:
    """Whoever looks for an answer now finds one."""
    page = monkey.page
    if page.locator("[data-whatif]").count():
        page.reload()  # nothing counts in the sandbox: back to the game
        page.wait_for_selector("[data-kind]")
    count = "async id => (await (await fetch('/api/tables/' + id)).json()).number"
    before = page.evaluate(count, table)
    for _ in range(200):
        if not monkey.walker.step() or page.evaluate(count, table) > before:
            return
    raise AssertionError("no move could be made any more")


def test_choose_first_leads_to_where_one_can(visit: Open) -> None:
    page = visit("/", phone=True)
    page.goto(page.url + f"t/{make_table(page, 'nusfjord')}")
    page.wait_for_selector('[data-kind="take_turn"]')
    page.get_by_role("tab", name="Buildings").tap()
    assert page.get_by_text("Choose first").count() == 1
    assert Walker(page).press("[data-confirm]")
    page.wait_for_selector('[data-tab="actions"][aria-selected="true"]')
    assert page.evaluate("document.activeElement.dataset.state") == "legal"
