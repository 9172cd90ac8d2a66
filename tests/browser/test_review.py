"""The coach's review of a finished game: the page at both sizes, in both games and alone."""

import math
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.letters import small
from tests.browser.sizes import games
from tests.browser.test_access import AXE, FINISH, findings
from tests.browser.walk import make_table

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}
# Before this the page has not asked for the review yet, and the server answers 404.
STARTED = '[data-review="running"], [data-review="done"]'
REVIEW = """async id => {
  const look = async () => (await fetch(`/api/tables/${id}/jobs/review`)).json();
  for (let n = 0; n < 1200; n++) {
    const job = await look();
    if (job.state !== 'running') return job;
    await new Promise(done => setTimeout(done, 250));
  }
}"""


def give_up(page: Page, id: str) -> None:
    """End a game early, so that its review is short."""
    for _ in range(4):
        look = page.evaluate("async id => (await fetch('/api/tables/' + id)).json()", id)
        if look["decision"] and look["decision"]["moves"]:
            body = {"move": look["decision"]["moves"][0]["id"], "after": look["number"]}
            page.evaluate(POST, [f"/api/tables/{id}/moves", body])
    page.evaluate(POST, [f"/api/tables/{id}/resign", {"seat": 0}])


POST = """async ([path, body]) => (await fetch(path, {method: 'POST',
  headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).status"""


def tenths(points: float) -> float:
    """Round as JavaScript does: halves, of which means have many, go up."""
    return math.floor(points * 10 + 0.5) / 10


def fits(page: Page) -> None:
    width, height = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    size = page.viewport_size
    assert size and width <= size["width"]
    if size["width"] > 1000:
        assert height <= size["height"], "a laptop shows the whole review"


def accessible(page: Page) -> None:
    if AXE.exists():
        assert findings(page, "html") == []


def test_a_game_alone_is_reviewed_in_points(visit: Open, house: str) -> None:
    page = visit("/")
    id = make_table(page, "nusfjord", seats=[ME])
    assert page.evaluate(FINISH, id)
    page.goto(f"{house}/t/{id}/replay")
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_selector(STARTED)
    job = page.evaluate(REVIEW, id)
    assert job["state"] == "done" and job["review"]["turning_points"]
    page.wait_for_selector('[data-review="done"]')
    fits(page)

    # What the server found is what the page shows.
    costliest = job["review"]["turning_points"][0]
    found = {one["number"]: one for one in job["review"]["decisions"]}
    for more in page.locator("section.turn").get_by_role("button", name="Show all").all():
        more.click()  # luck may have been worth more than any mistake
    turning = page.locator("section.turn li:not(:has([href='#coach-luck'])) button")
    expect(turning.first).to_contain_text(f"move {costliest} ")
    turning.first.click()
    card = page.locator("[data-move]")
    expect(card).to_have_attribute("data-move", str(costliest))
    expect(card.locator(".grade")).to_have_attribute("data-grade", found[costliest]["grade"])
    expect(card.locator(".worth b")).to_have_text(
        [
            re.compile(f"^{tenths(found[costliest][which]['points']):g}$")
            for which in ("played", "better")
        ]
    )
    why, loss = found[costliest]["why"], found[costliest]["loss"]
    rest = loss - sum(part["points"] for part in why)
    expect(card.locator(".parts li")).to_have_count(len(why) + (bool(why) and abs(rest) > loss / 5))
    assert page.get_by_text("to win").count() == 0, "alone nobody wins"
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(len(found))

    # Played and better on the board, by button and by key.
    better = page.get_by_role("radio", name="Better")
    better.click()
    expect(page.locator(".bd.better")).to_have_count(1)
    page.keyboard.press("p")
    expect(better).to_have_attribute("aria-checked", "false")
    page.keyboard.press(".")
    expect(card).to_have_attribute("data-move", str(min(costliest + 1, job["review"]["moves"])))
    accessible(page)
    assert not small(page, "review")

    # A table of one's own that begins before the move.
    turning.first.click()
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_selector('[data-zone="question"]')
    again = page.evaluate(
        "async id => (await fetch('/api/tables/' + id)).json()", page.url.split("/t/")[1]
    )
    assert again["moves"] == costliest - 1


def test_luck_is_a_turning_point_without_a_grade(visit: Open, house: str) -> None:
    """The server's answer gets a swing, because a short game may have none."""
    page = visit("/")
    id = make_table(page, "nusfjord", seats=[ME, BOT])
    give_up(page, id)
    page.goto(f"{house}/t/{id}/review")
    page.wait_for_selector('[data-review="done"]')

    def add_luck(route: Route) -> None:
        answer = route.fetch()
        job = answer.json()
        swing = {"number": 2, "round": 1, "seat": 1, "points": -16.5, "error": 0.8}
        job["review"]["luck"] = [swing]
        route.fulfill(response=answer, json=job)

    page.route("**/jobs", add_luck)
    page.reload()
    first = page.locator("section.turn li button").first
    expect(first).to_contain_text("bad luck")
    expect(first).to_contain_text("16.5")
    expect(first.get_by_role("img", name="Luck", exact=True)).to_be_visible()
    first.click()
    expect(page.locator("[data-move='2'] .luck")).to_contain_text("could not foresee")
    if AXE.exists():
        assert findings(page, "html") == []
    page.get_by_role("radio", name="Mine").click()
    expect(page.locator("section.turn [href='#coach-luck']")).to_have_count(0)


@games
def test_a_review_on_a_phone(visit: Open, house: str, game: str) -> None:
    page = visit("/", phone=True, theme="dark")
    id = make_table(page, game, seats=[ME, BOT])
    give_up(page, id)
    page.goto(f"{house}/t/{id}/review")
    page.wait_for_selector(STARTED)
    job = page.evaluate(REVIEW, id)
    assert job["state"] == "done"
    page.wait_for_selector('[data-review="done"]')
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("section.one")).to_be_hidden()
    fits(page)
    accessible(page)
    page.goto(f"{house}/t/{id}/review?move={job['review']['decisions'][0]['number']}")
    page.wait_for_selector('[data-review="done"]')
    expect(page.locator("section.one .grade")).to_be_visible()
    expect(page.locator("section.one .worth").first).to_contain_text("to win")
    page.get_by_role("radio", name="Board").click()
    expect(page.locator(".bd")).to_be_visible()
    uncover = page.get_by_role("switch", name="Show what was hidden")
    expect(page.locator("[data-hidden]")).to_have_count(0)
    uncover.click()
    coming = "Next ships" if game == "vanuatu" else "C buildings of round 4"
    expect(page.locator("[data-hidden]")).to_contain_text(coming)
    fits(page)
    accessible(page)
    uncover.click()
    assert not small(page, "review on a phone")
    page.get_by_role("button", name="Back to the overview").click()
    expect(page.locator("section.turn")).to_be_visible()


def test_a_running_game_is_not_reviewed(visit: Open, house: str) -> None:
    page = visit("/")
    page.goto(f"{house}/t/{make_table(page, 'nusfjord')}/review")
    expect(page.get_by_role("link", name="See the table")).to_be_visible()
