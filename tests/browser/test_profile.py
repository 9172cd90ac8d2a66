"""Profile and games in a browser: rating, statistics, filters in the address, both sizes."""

import csv
import io
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.sizes import sizes
from tests.browser.test_access import AXE, FINISH, Findings
from tests.browser.walk import make_table

RESIGN = """async count => {
  const post = async (path, body) => (await fetch(path, {method: 'POST',
    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).json();
  for (let n = 0; n < count; n++) {
    const seats = [{kind: 'me'}, {kind: 'bot', level: 'relaxed'}];
    const look = await post('/api/tables', {game: 'vanuatu', seats, rated: true});
    await post(`/api/tables/${look.table.id}/resign`, {});
  }
}"""


def ready(page: Page, what: str = "profile") -> None:
    page.locator(f"main[data-{what}=ready]").wait_for()


EDGES = """([column, edge]) => ['.heads', 'li'].map(
  row => Math.round(document.querySelector(`[data-card=over] ${row} .${column}`)
    .getBoundingClientRect()[edge]))"""


def fits(page: Page) -> bool:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return bool(page.viewport_size and width <= page.viewport_size["width"])


@sizes
def test_a_profile_fills_with_games(visit: Open, house: str, phone: bool) -> None:
    page = visit("/profile", phone=phone)
    expect(page.get_by_text("Choose a name and play")).to_be_visible()
    id = make_table(page, "nusfjord", seats=[{"kind": "me"}])
    assert page.evaluate(FINISH, id)
    page.evaluate(RESIGN, 4)
    page.goto(f"{house}/profile")
    ready(page)
    found = Findings()
    expect(page.locator("[data-card=rating]")).to_contain_text("Play 6 more for a rating")
    expect(page.locator("[data-card=games] li")).to_have_count(5)
    expect(page.locator("[data-card=alone] dd").first).to_have_text(re.compile(r"^\d+$"))
    page.evaluate(RESIGN, 6)
    page.goto(f"{house}/profile")
    ready(page)
    expect(page.locator("[data-card=rating]")).to_contain_text("95 % sure: between")
    chart = page.locator("[data-card=rating] svg[role=img]")
    assert "after 10 rated games" in (chart.get_attribute("aria-label") or "")
    page.locator("[data-card=rating] summary").click()
    expect(page.locator("[data-card=rating] tbody tr")).to_have_count(10)
    expect(page.locator("[data-card=won] li").first).to_contain_text("0 of 10")
    assert fits(page)
    if AXE.exists():
        found.look_in_both_themes(page, "profile")
    page.get_by_role("link", name="Solo", exact=True).click()
    page.wait_for_url("**/profile?company=solo")
    expect(page.locator("[data-card=games] li")).to_have_count(1)
    page.locator("[data-card=games] .link").click()
    page.wait_for_url("**/games?company=solo")
    ready(page, "games")
    expect(page.locator("[data-card=over] li")).to_have_count(1)
    expect(page.get_by_role("link", name="Review")).to_have_attribute("href", f"/t/{id}/review")
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.locator("[data-card=over] li")).to_have_count(11)
    for column, edge in (("place", "left"), ("points", "right")):
        head, cell = page.evaluate(EDGES, [column, edge])
        assert head == cell, f"{column} does not stand over its column"
    day = page.locator("[data-card=over] .date").last
    assert re.fullmatch(r"\d+ [A-Z][a-z]+", day.inner_text() or day.text_content() or "")
    assert fits(page)
    if AXE.exists():
        found.look_in_both_themes(page, "games")
    assert found.all == []
    with page.expect_download() as file:
        page.get_by_role("link", name="Download as CSV").click()
    rows = list(csv.DictReader(io.StringIO(file.value.path().read_text())))
    assert len(rows) == 11 and {row["ending"] for row in rows} == {"finished", "resigned"}


def test_a_profile_is_private_until_it_is_made_public(visit: Open, house: str) -> None:
    mine = visit("/profile")
    make_table(mine, "nusfjord", seats=[{"kind": "me"}, {"kind": "friend"}], name="Secret club")
    mine.evaluate(RESIGN, 1)
    mine.goto(f"{house}/profile")
    ready(mine)
    mine.get_by_role("switch", name="Public page").click()
    link = mine.locator("footer a", has_text="/profile/")
    address = link.get_attribute("href")
    assert address
    stranger = visit(address)
    ready(stranger)
    expect(stranger.locator("[data-card=games] li")).to_have_count(1)
    expect(stranger.locator("[data-card=heads]")).to_have_count(0)
    mine.get_by_role("switch", name="Public page").click()
    expect(link).to_have_count(0)
    key = address.rpartition("/")[2]
    assert stranger.request.get(f"{house}/api/profile?player={key}").status == 404


def test_keys_open_games_and_profile(visit: Open) -> None:
    page = visit("/daily")
    page.locator("main[data-daily]").wait_for()
    page.keyboard.press("g")
    page.keyboard.press("g")
    page.locator("main[data-games=stranger]").wait_for()
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.locator("main[data-profile=stranger]").wait_for()


def test_a_rated_table_offers_no_help(visit: Open) -> None:
    page = visit("/")
    tries = page.get_by_text("Try moves out before you make them")
    tries.wait_for()
    page.get_by_role("switch", name="Rated").click()
    expect(tries).to_have_count(0)
