"""Pressed twice, a move is sent once; a position of the running game can be looked at again."""

from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import LOOK, Walker, make_table

# Counts the commands the page sends, by kind and by the number they follow.
COUNT = """
window.commands = {};
const Real = WebSocket;
window.WebSocket = class extends Real {
  send(text) {
    const {type, after} = JSON.parse(text), key = `${type} after ${after}`;
    window.commands[key] = (window.commands[key] ?? 0) + 1;
    super.send(text);
  }
};
"""


class Impatient(Walker):
    """Presses everything twice."""

    def press(self, selector: str) -> bool:
        at = self.page.evaluate(
            "s => { const b = document.querySelector(s)?.getBoundingClientRect();"
            " return b && {x: b.left + b.width / 2, y: b.top + b.height / 2}; }",
            selector,
        )
        if at is None:
            return False
        self.page.mouse.dblclick(at["x"], at["y"], delay=5)
        return True


def test_a_double_press_sends_one_move(visit: Open) -> None:
    page = visit("/")
    page.context.add_init_script(COUNT)
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    page.wait_for_selector("[data-kind]")
    walker = Impatient(page, seed=4)
    for _ in range(18):
        walker.step()
    sent = page.evaluate("window.commands")
    moves = {key: count for key, count in sent.items() if key.startswith("move")}
    assert len(moves) > 2
    assert set(moves.values()) == {1}


def test_a_line_of_the_log_shows_its_position(visit: Open) -> None:
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    page.wait_for_selector("[data-kind]")
    play_some(page)
    page.locator(".log .line").last.click()
    page.get_by_role("button", name="View from here").click()
    page.get_by_role("heading", name="As it was").wait_for()
    page.get_by_role("button", name="Back one move").click()
    assert page.locator("dialog[open] .log .line").count() > 0


def play_some(page: Page) -> None:
    walker = Walker(page, seed=2)
    while page.locator(".log .line").count() < 8:
        walker.step()
    page.wait_for_function(f"() => ({LOOK})().kind !== null")
