"""The daily challenge in a browser: begin it, find it again, see the result among the others."""

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.sizes import sizes
from tests.browser.test_access import AXE, FINISH, findings


@sizes
def test_a_counted_game_alone(visit: Open, house: str, phone: bool) -> None:
    page = visit("/daily", phone=phone)
    page.locator('[data-play="solo"]').click()
    page.wait_for_selector('[data-zone="question"]')
    id = page.url.split("/t/")[1]
    page.goto(f"{house}/daily")
    expect(page.locator('[data-play="solo"]')).to_contain_text("Go on, round 1 of 7")
    assert page.evaluate(FINISH, id)
    page.goto(f"{house}/t/{id}")
    page.locator("main[data-over]").wait_for()
    page.get_by_role("link", name="To the daily page").click()
    expect(page.locator("figure")).to_be_visible(timeout=120_000)  # par is worked out first
    expect(page.get_by_text("Place today")).to_be_visible()
    expect(page.locator("a.day.today")).to_have_attribute("href", f"/t/{id}")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert page.viewport_size and width <= page.viewport_size["width"]
    if AXE.exists():
        assert findings(page, "html") == []
