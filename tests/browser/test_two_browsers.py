"""Two people at one table; one loses the connection and comes back to what was missed."""

from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import Walker, make_table

LINK = """async ([id, seat]) =>
  (await (await fetch(`/api/tables/${id}/seats/${seat}/link`)).json()).url"""


def sit_down(friend: Page, name: str) -> None:
    """Answer the question for a name that a friend without one is asked."""
    friend.get_by_label("What shall we call you?").fill(name)
    friend.get_by_role("button", name="Sit down").click()


def two_at_a_table(visit: Open, house: str, game: str, bots: int) -> tuple[Page, Page, str]:
    """A host, a friend who came by link, and some bots."""
    host = visit("/")
    bot = {"kind": "bot", "level": "random"}
    table = make_table(host, game, seats=[{"kind": "me"}, {"kind": "friend"}, *[bot] * bots])
    host.goto(f"{house}/t/{table}")
    host.get_by_text("Waiting for a friend").wait_for()
    link = host.evaluate(LINK, [table, 1])
    friend = visit("/")
    friend.goto(house + "/t/" + link.split("/t/")[1])
    sit_down(friend, "Ben")
    friend.wait_for_selector('[data-zone="question"]')
    host.wait_for_selector('[data-zone="question"]')
    assert "#seat" not in friend.url
    return host, friend, table


def in_turn(*pages: Page) -> list[Page]:
    """The one who is asked first, once it shows."""
    for _ in range(100):
        asked = [page.locator("[data-kind]").count() for page in pages]
        if sum(asked) == 1:
            break
        pages[0].wait_for_timeout(50)
    return sorted(pages, key=lambda page: -page.locator("[data-kind]").count())


def test_two_browsers_and_a_lost_connection(visit: Open, house: str) -> None:
    host, friend, table = two_at_a_table(visit, house, "vanuatu", bots=1)

    walkers = [Walker(host, 1), Walker(friend, 2)]
    for _ in range(14):
        for walker in walkers:
            walker.step()

    friend.context.set_offline(True)
    friend.evaluate("() => window.dispatchEvent(new Event('offline'))")
    for _ in range(12):
        walkers[0].step()
    friend.context.set_offline(False)
    friend.wait_for_function("() => !document.body.innerText.includes('Not connected')")
    for _ in range(24):
        for walker in walkers:
            walker.step()
    number = "async id => (await (await fetch('/api/tables/' + id)).json()).number"
    log = "() => [...document.querySelectorAll('.log li')].map(e => e.innerText).slice(0, 12)"
    seen = []
    for _ in range(50):  # a bot may move between two looks
        seen = [(page.evaluate(number, table), page.evaluate(log)) for page in (host, friend)]
        if seen[0] == seen[1]:
            break
        host.wait_for_timeout(200)
    assert seen[0] == seen[1]
    assert seen[0][0] > 5


def test_what_was_planned_is_picked_when_the_turn_comes(visit: Open, house: str) -> None:
    host, friend, _ = two_at_a_table(visit, house, "nusfjord", bots=0)
    acts, waits = in_turn(host, friend)
    space = '[data-ref="space:deforest"]'
    waits.get_by_text("You can plan").wait_for()
    waits.click(space)
    waits.get_by_text("Deforest will be picked").wait_for()
    acts.click('[data-ref="space:gold"]')
    acts.click("[data-confirm]")
    waits.wait_for_selector(f'{space}[data-state="chosen"]')
    waits.wait_for_selector("[data-confirm]:not([aria-disabled])")


def test_a_plan_that_came_to_nothing_is_told(visit: Open, house: str) -> None:
    host, friend, _ = two_at_a_table(visit, house, "nusfjord", bots=0)
    acts, waits = in_turn(host, friend)
    waits.click('[data-ref="space:gold"]')
    acts.click('[data-ref="space:gold"]')
    acts.click("[data-confirm]")
    waits.get_by_text("What you planned is not possible now").wait_for()


def test_a_watcher_sees_the_table_but_no_choices(visit: Open, house: str) -> None:
    host = visit("/")
    table = make_table(host, "vanuatu", public=True)
    watcher = visit(f"/t/{table}")
    watcher.wait_for_selector('[data-zone="question"]')
    watcher.get_by_text("You are watching").wait_for()
    assert watcher.locator('main [data-state="legal"]').count() == 0
