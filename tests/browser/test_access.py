"""axe finds nothing serious on any screen, in both themes."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.positions import KINDS, positions
from tests.browser.positions import look as frames
from tests.browser.rest import come_to_rest
from tests.browser.walk import make_table
from tests.browser.wire import Wire

AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async where => (await axe.run(document.querySelector(where),
    {resultTypes: ['violations']})).violations
  .filter(v => v.impact === 'serious' || v.impact === 'critical')
  .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | '))"""


def findings(page: Page, where: str) -> list[str]:
    page.emulate_media(reduced_motion="reduce")
    come_to_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(RUN, where)
    return found


FINISH = """async id => {
  for (let n = 0; n < 2000; n++) {
    const look = await (await fetch('/api/tables/' + id)).json();
    if (look.table.status === 'finished') return true;
    const move = look.decision?.moves[(n * 7) % look.decision.moves.length];
    if (!move) { await new Promise(done => setTimeout(done, 20)); continue; }
    await fetch(`/api/tables/${id}/moves`, {method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({move: move.id, after: look.number})});
  }
}"""
# Questions that come late in a game, when the most lies on the table.
LATE = {"vanuatu": {"sell"}, "nusfjord": {"choose_upgrade"}}
Look = Callable[..., None]  # at a page, with a name for it, and at a part of it
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
pytestmark = pytest.mark.skipif(
    not AXE.exists(), reason="axe-core is not installed: npm ci in frontend/"
)


class Findings:
    """What axe says about one screen after the other."""

    def __init__(self) -> None:
        self.all: list[str] = []

    def look(self, page: Page, name: str, where: str = "html") -> None:
        self.all += [f"{name} {each}" for each in findings(page, where)]

    def look_in_both_themes(self, page: Page, name: str, where: str = "html") -> None:
        """Look twice at the same screen, since a theme changes its colours alone."""
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            dark = "document.documentElement.dataset.theme === 'dark'"
            page.wait_for_function(f"wanted => ({dark}) === wanted", arg=theme == "dark")
            self.look(page, f"{name}, {theme}", where)


def test_no_serious_finding_around_the_table(visit: Open, house: str) -> None:
    found = Findings()
    page = visit("/")
    page.get_by_role("heading", name="Seats").wait_for()
    page.locator("summary").first.click()
    found.look_in_both_themes(page, "lobby")
    page.get_by_role("button", name="Settings").click()
    found.look_in_both_themes(page, "settings")
    waiting = make_table(page, "vanuatu", seats=[{"kind": "me"}, {"kind": "friend"}])
    page.goto(f"{house}/t/{waiting}")
    page.get_by_text("Waiting for a friend").wait_for()
    found.look_in_both_themes(page, "waiting room")
    campaign = make_table(page, "nusfjord", seats=[{"kind": "me"}], campaign=True)
    assert page.evaluate(FINISH, campaign)
    page.goto(f"{house}/t/{campaign}")
    page.locator("[data-next=game] button").wait_for()
    found.look_in_both_themes(page, "campaign and end")
    page.goto(f"{house}/t/{campaign}/replay?move=9")
    page.get_by_text("Move 9 of").wait_for()
    found.look_in_both_themes(page, "replay")
    assert found.all == []


def test_no_serious_finding_at_the_table(visit: Open) -> None:
    found = Findings()
    for game in ("vanuatu", "nusfjord"):
        phone = game == "vanuatu"  # the test of any question has every game at both sizes
        page = visit("/", phone=phone)
        where = f"{game} {'phone' if phone else 'desktop'}"
        look_at_questions(page, found.look_in_both_themes, where, game, LATE[game])
        look_into_drawers(page, found.look_in_both_themes, where, phone)
    assert found.all == []


@pytest.mark.heavy
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_finding_in_any_question(
    visit: Open, theme: str, game: str, phone: bool
) -> None:
    found = Findings()
    page = visit("/", theme=theme, phone=phone)
    look_at_questions(page, found.look, "", game, KINDS[game])
    assert found.all == []


def look_at_questions(page: Page, look: Look, where: str, game: str, kinds: set[str]) -> None:
    """Show positions of fixed deals, one of each kind of question."""
    wire = Wire(page)
    for number, at in enumerate(positions(game, kinds), start=1):
        wire.send(frames(game, at, number))
        page.wait_for_selector(f'[data-kind="{at.kind}"]')
        look(page, f"{where} {at.kind}")


def look_into_drawers(page: Page, look: Look, where: str, phone: bool) -> None:
    for _ in range(3):
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules").first.click()
    page.get_by_role("searchbox").wait_for()
    look(page, f"{where} rules", "dialog[open]")
    page.locator("dialog[open] header .btn").click()
    if phone:
        page.locator(".talk").click()
    for tab in ("Chat", "Score"):
        page.get_by_role("tab", name=tab).click()
        look(page, f"{where} {tab}", "#tab-panel")
    if phone:
        page.locator("dialog[open] header .btn").click()
    page.get_by_role("button", name="Table", exact=True).last.click()
    page.get_by_role("button", name="Let a bot play for me").wait_for()
    look(page, f"{where} menu", "dialog[open]")


def test_no_serious_finding_in_marks_tips_and_links(visit: Open, house: str) -> None:
    found = Findings()
    page = visit("/", guided=False)
    page.goto(f"{house}/t/{make_table(page, 'nusfjord')}")
    page.wait_for_selector(".bubble")
    found.look_in_both_themes(page, "guide", ".bubble")
    page.keyboard.press("Escape")
    page.locator('[data-ref="space:gold"]').focus()
    page.keyboard.press("i")
    page.wait_for_selector(".tip")
    found.look_in_both_themes(page, "tip", ".tip")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Link for another device").click()
    page.get_by_role("button", name="Make a new link").wait_for()
    found.look_in_both_themes(page, "menu", "dialog[open]")
    assert found.all == []
