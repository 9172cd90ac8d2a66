"""Learn from my mistakes: exercises on the board, in both games and at both sizes."""

from playwright.sync_api import Page, expect

from skerry.games import GAMES
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.sizes import games
from tests.browser.test_access import AXE, findings
from tests.browser.walk import make_table

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}
JUDGED = ", ".join(f'[data-exercise="{verdict}"]' for verdict in ("best", "better"))
RESIGN = """async id => {
  const post = (path, body) => fetch(`/api/tables/${id}/${path}`, {method: 'POST',
    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  await post('resign', {seat: 0});
  await post('jobs', {kind: 'review'});
}"""
HELP = """async ([id, number]) => (await fetch(`/api/tables/${id}/exercises/${number}/help`, {
  method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({step: 3})})).json()"""


def poor_game(name: str) -> str:
    """Return the record of a begun game in which seat 0 makes mistakes, the same at every run."""
    game = GAMES[name]
    state = game.deal({"players": 2}, Rng(3))
    record = GameRecord.of(game, state)
    while len(record.moves) < 16 or state.turn() != 0:
        seat = state.turn()
        move = state.options()[-1 if seat == 0 else 0]
        record.add(game, state, seat, move)
        state.play(move)
    return record.text()


def accessible(page: Page) -> None:
    if AXE.exists():
        assert findings(page, "html") == []


@games
def test_a_mistake_is_tried_again(visit: Open, house: str, game: str) -> None:
    page = visit("/")
    id = make_table(page, game, seats=[ME, BOT], record=poor_game(game))
    page.evaluate(RESIGN, id)
    page.goto(f"{house}/t/{id}/review/learn")
    page.wait_for_selector('[data-exercise="asked"]', timeout=120_000)
    expect(page.get_by_role("heading", name="Find something better")).to_be_visible()
    accessible(page)

    # Help in three steps; the last one names a move that is on offer.
    page.get_by_role("button", name="Nudge", exact=True).click()
    expect(page.locator('[data-help="1"]')).not_to_be_empty()
    page.get_by_role("button", name="Space", exact=True).click()
    expect(page.locator('[data-help="2"]')).not_to_be_empty()
    page.keyboard.press("h")
    expect(page.locator('[data-help="3"]')).to_contain_text("The coach would play")
    number = page.locator("[data-exercise]").get_attribute("data-number")
    helped = page.evaluate(HELP, [id, number])
    for ref in helped["refs"]:
        target = page.locator(f'[data-ref="{ref}"]:visible').first
        if target.count() and target.get_attribute("data-state") == "legal":
            target.click()
    page.locator("[data-confirm]:visible").click()
    page.wait_for_selector(JUDGED, timeout=60_000)
    expect(page.locator("[data-verdict]")).to_be_visible()
    accessible(page)

    # The same on a phone: the judgement is a sheet.
    page.set_viewport_size(PHONE)
    expect(page.locator("dialog [data-verdict]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    accessible(page)
    page.set_viewport_size(DESKTOP)
    page.keyboard.press("r")
    page.wait_for_selector('[data-exercise="asked"]')
    expect(page.locator("[data-confirm]:visible")).to_be_visible()

    # To the end, without an answer to the others.
    while page.locator('[data-exercise="done"]').count() == 0:
        before = page.locator("[data-exercise]").get_attribute("data-number")
        page.locator("[data-skip]").click()
        page.wait_for_function(
            """n => { const now = document.querySelector('[data-exercise]');
              return now.dataset.exercise === 'done' || now.dataset.number !== n; }""",
            arg=before,
        )
    expect(page.get_by_role("heading", name="solved")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Back to the review").last.click()
    page.wait_for_selector("[data-review]")


def test_a_game_without_mistakes_is_praised(visit: Open, house: str) -> None:
    page = visit("/")
    id = make_table(page, "nusfjord", seats=[ME])
    page.evaluate(RESIGN, id)
    page.goto(f"{house}/t/{id}/review/learn")
    page.wait_for_selector('[data-exercises="none"]', timeout=60_000)
    expect(page.get_by_text("Well played")).to_be_visible()


def test_there_are_no_exercises_while_the_game_runs(visit: Open, house: str) -> None:
    page = visit("/")
    id = make_table(page, "nusfjord")
    page.goto(f"{house}/t/{id}/review/learn")
    page.wait_for_selector('[data-exercises="failed"]')
