"""axe finds nothing serious on any screen, in both themes."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import Walker, make_table

AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(v => v.impact === 'serious' || v.impact === 'critical')
  .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | '))"""


def findings(page: Page) -> list[str]:
    page.wait_for_timeout(500)  # let what moves come to rest
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm ci in frontend/")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_finding(visit: Open, house: str, theme: str) -> None:
    page = visit("/", theme=theme)
    page.get_by_role("heading", name="Seats").wait_for()
    found = [f"lobby {each}" for each in findings(page)]
    page.get_by_role("button", name="Settings").click()
    found += [f"settings {each}" for each in findings(page)]
    for game in ("vanuatu", "nusfjord"):
        for phone in (False, True):
            page = visit("/", theme=theme, phone=phone)
            page.goto(f"{house}/t/{make_table(page, game)}")
            page.wait_for_selector("[data-kind]")
            where = f"{game} {'phone' if phone else 'desktop'}"
            walker = Walker(page, seed=5)
            for _ in range(14):
                walker.step()
            found += [f"{where} {each}" for each in findings(page)]
    assert found == []
