"""What if: the hatched sandbox beside a running game, in both games and at both sizes."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.sizes import games, long
from tests.browser.test_access import AXE, findings
from tests.browser.walk import make_table

TABLE = "async id => (await fetch('/api/tables/' + id)).json()"
READY = '[data-whatif="ready"]'


def accessible(page: Page) -> None:
    if AXE.exists():
        assert findings(page, "html") == []


def pick(page: Page) -> None:
    """Pick what is lit until there is something to confirm."""
    confirm = page.locator("[data-confirm]:visible")
    for _ in range(8):
        expect(confirm).to_be_visible()
        if confirm.get_attribute("aria-disabled") is None:
            return
        page.locator('main button[data-state="legal"]:visible').first.click()
    raise AssertionError("nothing to confirm")


def step(page: Page) -> int:
    """Make a move and wait for the bots' answers; return how many steps the try has."""
    before = int(page.locator("[data-whatif]").get_attribute("data-steps") or 0)
    pick(page)
    page.locator("[data-confirm]:visible").click()
    page.wait_for_function(
        "n => Number(document.querySelector('[data-whatif]').dataset.steps) > n", arg=before
    )
    page.wait_for_selector(READY)
    return int(page.locator("[data-whatif]").get_attribute("data-steps") or 0)


def own_turn(page: Page, house: str, id: str) -> dict[str, Any]:
    page.goto(f"{house}/t/{id}")
    page.wait_for_selector('[data-zone="question"][data-kind]')
    look: dict[str, Any] = page.evaluate(TABLE, id)
    return look


@games
def test_moves_are_tried_out_beside_the_game(visit: Open, house: str, game: str) -> None:
    page = visit("/")
    id = make_table(page, game)
    before = own_turn(page, house, id)
    page.keyboard.press("w")
    page.wait_for_selector(READY)
    expect(page.get_by_role("heading", name="What if", exact=True)).to_be_visible()
    expect(page.get_by_text("Nothing here counts.").first).to_be_visible()
    expect(page.locator(".banner b").first).to_contain_text("What if")
    expect(page.locator(".rim .mark")).to_be_attached()
    assert "What if" in page.title()

    steps = step(page)
    lines = page.locator(".right ol li").all_inner_texts()
    assert 2 <= len(lines) <= steps + 1, "what happened, and whose turn it is"
    assert not [line for line in lines if line.endswith("moved")]
    accessible(page)
    # Back over the bots' answers, and forth again.
    page.keyboard.press("Backspace")
    page.wait_for_selector('[data-whatif="ready"][data-steps="0"]')
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_selector(f'[data-whatif="ready"][data-steps="{steps}"]')
    # A second try, other hidden things, everybody by hand.
    page.keyboard.press("Shift+W")
    page.wait_for_selector('[data-whatif="ready"][data-steps="0"]')
    page.get_by_role("switch", name="Bots answer").click()
    assert step(page) == 1
    page.get_by_role("button", name="Deal hidden things again").click()
    page.wait_for_selector('[data-whatif="ready"][data-steps="1"]')
    page.get_by_role("button", name="Bot", exact=True).click()
    page.wait_for_selector('[data-whatif="ready"][data-steps="2"]')

    now = page.evaluate(TABLE, id)
    assert (now["number"], now["view"], now["entries"]) == (
        before["number"],
        before["view"],
        before["entries"],
    ), "the table is as it was"
    # Back with the first move, which still waits for its confirmation.
    page.locator("[data-take]").click()
    page.wait_for_selector("[data-whatif]", state="detached")
    expect(page.locator("[data-confirm]:visible")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate(TABLE, id)["number"] == before["number"]
    assert "What if" not in page.title()


@pytest.mark.parametrize("game", ["vanuatu", pytest.param("nusfjord", marks=long)])
def test_what_if_on_a_phone(visit: Open, house: str, game: str) -> None:
    page = visit("/", phone=True, theme="dark")
    id = make_table(page, game)
    before = own_turn(page, house, id)
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="What if").click()
    page.wait_for_selector(READY)
    step(page)
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-back]").click()
    page.locator('[data-leave="pick"]').click()
    page.wait_for_selector("[data-whatif]", state="detached")
    expect(page.locator("[data-confirm]:visible")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate(TABLE, id)["number"] == before["number"]


def test_the_table_moves_on(visit: Open, house: str) -> None:
    page = visit("/")
    id = make_table(page, "nusfjord")
    look = own_turn(page, house, id)
    page.get_by_role("button", name="What if").click()
    page.wait_for_selector(READY)
    page.evaluate(
        """([id, move, after]) => fetch(`/api/tables/${id}/moves`, {method: 'POST',
          headers: {'content-type': 'application/json'}, body: JSON.stringify({move, after})})""",
        [id, look["decision"]["moves"][0]["id"], look["number"]],
    )
    page.wait_for_selector('[data-whatif="stale"]')
    page.wait_for_selector("[data-whatif]", state="detached")
    expect(page.locator('[data-zone="question"]')).to_be_visible()


def test_where_it_is_off_there_is_no_button(visit: Open, house: str) -> None:
    page = visit("/")
    id = make_table(page, "nusfjord", what_if=False)
    own_turn(page, house, id)
    assert page.get_by_role("button", name="What if").count() == 0
    page.keyboard.press("w")
    expect(page.locator('[data-zone="question"]')).to_be_visible()
    assert page.locator("[data-whatif]").count() == 0
