"""Two people at one table; one loses the connection and comes back to what was missed."""

from tests.browser.conftest import Open
from tests.browser.walk import Walker, make_table

LINK = """async ([id, seat]) =>
  (await (await fetch(`/api/tables/${id}/seats/${seat}/link`)).json()).url"""


def test_two_browsers_and_a_lost_connection(visit: Open, house: str) -> None:
    host = visit("/")
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "level": "random"}]
    table = make_table(host, "vanuatu", seats=seats)
    host.goto(f"{house}/t/{table}")
    host.get_by_text("Waiting for a friend").wait_for()
    link = host.evaluate(LINK, [table, 1])
    friend = visit("/")
    friend.goto(house + "/t/" + link.split("/t/")[1])
    friend.wait_for_selector('[data-zone="question"]')
    host.wait_for_selector('[data-zone="question"]')
    assert "#seat" not in friend.url

    walkers = [Walker(host, 1), Walker(friend, 2)]
    for _ in range(14):
        for walker in walkers:
            walker.step()

    friend.context.set_offline(True)
    friend.evaluate("() => window.dispatchEvent(new Event('offline'))")
    for _ in range(12):
        walkers[0].step()
    friend.context.set_offline(False)
    friend.wait_for_function("() => !document.body.innerText.includes('Connection lost')")
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


def test_a_watcher_sees_the_table_but_no_choices(visit: Open, house: str) -> None:
    host = visit("/")
    table = make_table(host, "vanuatu", public=True)
    watcher = visit(f"/t/{table}")
    watcher.wait_for_selector('[data-zone="question"]')
    watcher.get_by_text("You are watching").wait_for()
    assert watcher.locator('main [data-state="legal"]').count() == 0
