"""Home: what waits comes first, in the tab and under the bell too; somebody new finds the lobby."""

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.sizes import sizes
from tests.browser.test_access import Findings
from tests.browser.walk import make_table

BOT = {"kind": "bot", "level": "random"}
ALONE = [{"kind": "me"}]
ICON = "link[rel=icon]"


def clock(seconds: int) -> dict[str, Any]:
    return {"kind": "move", "seconds": seconds}


def go_home(page: Page, house: str, waiting: int) -> None:
    page.goto(house)
    page.wait_for_selector(f'[data-home="{waiting}"]')


def test_somebody_new_finds_the_lobby(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").wait_for()
    expect(page.get_by_role("button", name="No game waits for you")).to_be_visible()
    assert page.title() == "Skerry"
    assert page.get_attribute(ICON, "href") == "/icon.svg"


@sizes
def test_what_waits_comes_first(visit: Open, house: str, phone: bool) -> None:
    found = Findings()
    page = visit("/", phone=phone)
    slow = make_table(page, "nusfjord", seats=ALONE, clock=clock(80_000), name="Ada")
    quick = make_table(page, "nusfjord", seats=ALONE, clock=clock(3600))
    third = make_table(page, "nusfjord", seats=ALONE)
    go_home(page, house, 3)
    listed = page.eval_on_selector_all("[data-waiting]", "all => all.map(e => e.dataset.waiting)")
    assert [each for each in listed if each != "3"] == [quick, slow, third]
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ada")
    expect(page.get_by_text("3 games wait for you.")).to_be_visible()
    first = page.locator(f'[data-waiting="{quick}"]')
    expect(first.locator(".urgent")).to_have_count(1)
    expect(page.locator(f'[data-waiting="{slow}"] .urgent')).to_have_count(0)
    expect(first.get_by_role("link")).to_have_text("Place a worker")
    expect(page).to_have_title("(3) Skerry")
    expect(page.locator(ICON)).to_have_attribute("href", re.compile("^data:image/svg"))
    found.look_in_both_themes(page, "home")
    page.get_by_role("button", name="3 games wait for you").click()
    links = page.get_by_role("dialog").get_by_role("link")
    expect(links).to_have_count(3)
    found.look_in_both_themes(page, "bell", "dialog[open]")
    assert str(links.first.get_attribute("href")).endswith(quick)
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{quick}")
    assert found.all == []


# A busy machine takes longer between two keys than the page waits (pageKeys.test.ts has the time).
AT_ONCE = "Object.defineProperty(Event.prototype, 'timeStamp', {get: () => 0})"


def test_keys_count_while_the_page_is_still_loading(visit: Open, house: str) -> None:
    page = visit("/")
    make_table(page, "nusfjord", seats=ALONE)
    held: list[Route] = []
    page.route(re.compile("/api/home"), lambda route: held.append(route))
    page.add_init_script(AT_ONCE)
    with page.expect_request(re.compile("/api/home")):
        page.goto(house)
    page.keyboard.press("g")  # neither lobby nor home is drawn yet
    held[0].continue_()
    page.wait_for_selector("[data-home]")
    page.keyboard.press("l")
    page.wait_for_url("**/learn")
    page.unroute_all()
    # The chapters are not drawn either when the next two keys come.
    page.keyboard.press("g")
    page.keyboard.press("d")
    page.locator("main[data-daily]").wait_for()


SPEAK_GERMAN = """() => fetch('/api/account/settings', {method: 'POST',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify({settings: {language: 'de'}})})"""


def test_the_language_of_the_identity_comes_late(visit: Open, house: str) -> None:
    page = visit("/")
    make_table(page, "nusfjord", seats=ALONE, name="Ada")
    page.evaluate(SPEAK_GERMAN)
    page.evaluate("localStorage.removeItem('skerry.synced')")  # as on a device that is new
    held: list[Route] = []
    page.route(re.compile(r"/table\.de"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/table\.de")):
        go_home(page, house, 1)  # in English, until the German words are here
    held[0].continue_()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Guten")
    expect(page.locator("[data-tile=chapter]")).to_contain_text("Die Inseln")


PLAY = """async id => {
  const first = await (await fetch('/api/tables/' + id)).json();
  for (let look = first; look.table.turn === first.table.turn;) {
    await fetch(`/api/tables/${id}/moves`, {method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({move: look.decision.moves[0].id, after: look.number})});
    look = await (await fetch('/api/tables/' + id)).json();
  }
}"""
JOIN = """id => fetch(`/api/tables/${id}/join`, {method: 'POST', body: '{}',
  headers: {'content-type': 'application/json'}})"""
TURN = "async id => (await (await fetch('/api/tables/' + id)).json()).table.turn"


def test_a_turn_is_counted_on_every_page(visit: Open, house: str) -> None:
    ada, ben = visit("/"), visit("/")
    id = make_table(ada, "nusfjord", seats=[{"kind": "me"}, {"kind": "open"}])
    make_table(ben, "nusfjord", seats=ALONE, name="Ben")
    ben.evaluate(JOIN, id)
    mover, waiter = (ada, ben) if ada.evaluate(TURN, id) == 0 else (ben, ada)
    before = {ada: 0, ben: 1}  # Ben's own table waits for him
    mover.goto(f"{house}/t/{id}")
    expect(mover.locator(ICON)).to_have_attribute("data-waiting", str(before[mover] + 1))
    waiter.goto(f"{house}/learn")
    expect(waiter.locator(ICON)).to_have_attribute("data-waiting", str(before[waiter]))
    mover.evaluate(PLAY, id)  # the table's own socket tells the mover's page
    expect(mover.locator(ICON)).to_have_attribute("data-waiting", str(before[mover]))
    # Whoever comes back to a page is told at once; otherwise within 20 seconds.
    waiter.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    count = before[waiter] + 1
    expect(waiter.locator(ICON)).to_have_attribute("data-waiting", str(count))
    expect(waiter).to_have_title(re.compile(rf"^\({count}\) Learn"))
    expect(waiter.locator(".bell b")).to_have_text(str(count))


def test_without_a_waiting_game_quick_play_comes_first(visit: Open, house: str) -> None:
    page = visit("/")
    make_table(page, "vanuatu", seats=[{"kind": "me"}, {"kind": "friend"}, BOT])
    go_home(page, house, 0)
    expect(page.get_by_text("No game waits for you.")).to_be_visible()
    expect(page.get_by_text("Seats are free")).to_be_visible()
    boxes = [
        page.locator(each).first.bounding_box() for each in ("[data-quick]", "[data-tile=daily]")
    ]
    assert all(boxes) and boxes[0]["y"] < boxes[1]["y"]
    page.get_by_role("link", name="New table").click()
    page.get_by_role("heading", name="Seats").wait_for()
    go_home(page, house, 0)
    page.locator("[data-quick=nusfjord]").first.click()
    page.wait_for_selector('[data-zone="question"]')
    go_home(page, house, 1)


def test_a_closed_table_says_why(visit: Open, house: str) -> None:
    page = visit("/")
    id = make_table(page, "nusfjord", seats=ALONE, name="Ada")
    page.route(
        "**/api/home?*",
        lambda route: route.fulfill(json=closed_page(route.fetch().json(), id)),
    )
    go_home(page, house, 0)
    expect(page.get_by_text("The operator closed this table: spam")).to_be_visible()


def closed_page(page: Any, id: str) -> Any:
    """The page as if the operator had closed the table."""
    tables = page["tables"]
    (card,) = [one for one in tables["waiting"] if one["table"]["id"] == id]
    tables["waiting"] = []
    tables["closed"] = [{"table": card["table"], "reason": "spam"}]
    return page
