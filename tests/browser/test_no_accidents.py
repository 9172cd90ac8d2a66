"""Nothing is spent or undone by accident: Escape, cards, costs, forced moves, Undo."""

from typing import Any

import pytest
from playwright.sync_api import Page

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from tests.browser.conftest import Open
from tests.browser.positions import Position, look, positions
from tests.browser.walk import Walker, make_table
from tests.browser.wire import Wire
from tests.vanuatu.tables import vanuatu


def moves(wire: Wire) -> list[object]:
    return [sent["move"] for sent in wire.sent if sent["type"] == "move"]


def sent(wire: Wire, kind: str) -> int:
    return len([each for each in wire.sent if each["type"] == kind])


def show(page: Page, game: str, at: Position) -> Wire:
    wire = Wire(page)
    wire.send(look(game, at, number=1))
    page.wait_for_selector(f'[data-kind="{at.kind}"]')
    page.wait_for_timeout(200)  # the previews are here
    return wire


def one_building_affordable() -> Position:
    """A worker may be placed on Build a building, and one card alone can be paid."""
    game: Any = GAMES["nusfjord"]
    for seed in range(300):
        state = game.deal({"players": 3}, Rng(seed))
        chance = Rng(seed)
        for _ in range(60):
            question = game.question(state)
            options = state.options()
            texts = [game.write(state, move) for move in options]
            if question.kind == "take_turn" and "place build_building" in texts:
                after = state.copy()
                after.journal = []
                after.play(options[texts.index("place build_building")])
                if any(event.kind == "building_chosen" for event in after.journal):
                    return Position("take_turn", state, {"players": 3}, seed, 0)
            state.play(options[chance.below(len(options))])
    raise AssertionError("no such position")


def test_escape_clears_picks_and_never_takes_a_move_back(visit: Open) -> None:
    page = visit("/")
    table = vanuatu().player(0, money=3, boat="1,1")
    table.markers(sail=[1, 0, 0], draw=[1, 0, 0]).turn_of(0).play("perform sail")
    wire = show(page, "vanuatu", Position("sail", table.state, {"players": 3}, 0, 0))
    page.locator('[data-ref="hex:1,0"]').click()
    assert page.locator('.hex[data-state="chosen"]').count() == 1
    page.keyboard.press("Escape")
    assert page.locator('.hex[data-state="chosen"]').count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert sent(wire, "takeback") == 0
    page.locator('[data-ref="hex:1,0"]').click()
    page.keyboard.press("Enter")  # Enter confirms what is selected
    page.wait_for_timeout(50)
    assert moves(wire) == ["sail 1,0 1"]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_only_building_is_shown_before_it_is_paid(visit: Open, phone: bool) -> None:
    page = visit("/", phone=phone)
    wire = show(page, "nusfjord", one_building_affordable())
    page.locator('[data-ref="space:build_building"]').click()
    page.locator(".tray .portrait .h").wait_for()
    card = page.locator(".tray .portrait .h").inner_text()
    assert moves(wire) == []
    assert card in page.locator(".banner").inner_text()
    assert card in page.locator("[data-confirm]").inner_text()
    page.locator("[data-confirm]").click()
    page.wait_for_timeout(50)
    assert moves(wire) == ["place build_building"]


def test_a_card_that_is_pressed_is_shown_and_asked_about(visit: Open) -> None:
    page = visit("/")
    at = next(positions("nusfjord", {"choose_building"}))
    wire = show(page, "nusfjord", at)
    page.locator('[data-ref^="card:"][data-state="legal"]').first.click()
    page.locator(".tray .portrait .h").wait_for()
    assert moves(wire) == []
    page.keyboard.press("Escape")
    assert page.locator(".tray .portrait").count() == 0
    assert moves(wire) == []


def test_whoever_wants_it_pays_at_once(visit: Open) -> None:
    page = visit("/")
    page.evaluate(
        "localStorage.setItem('skerry.settings',"
        " JSON.stringify({pace: 'instant', guided: ['nusfjord'], confirmCosts: false}))"
    )
    page.reload()
    at = next(positions("nusfjord", {"choose_building"}))
    wire = show(page, "nusfjord", at)
    page.locator('[data-ref^="card:"][data-state="legal"]').first.click()
    page.wait_for_timeout(100)
    assert len(moves(wire)) == 1


def test_a_forced_move_is_confirmed_once(visit: Open) -> None:
    """Sail is all there is to do: the question after it is the one to confirm."""
    page = visit("/")
    table = vanuatu().player(0, money=3, boat="1,1").markers(sail=[1, 0, 0]).turn_of(0)
    wire = show(page, "vanuatu", Position("take_turn", table.state, {"players": 3}, 0, 0))
    assert moves(wire) == ["perform sail"]


def test_undo_says_what_it_takes_back(visit: Open) -> None:
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    page.wait_for_selector("[data-kind]")
    walker = Walker(page, seed=2)
    undo = page.locator(".btn.undo")
    for _ in range(120):
        page.wait_for_timeout(120)
        if "replies" in (undo.get_attribute("aria-label") or ""):
            break
        walker.step()
    label = undo.get_attribute("aria-label") or ""
    assert label.startswith("Take back: ")
    lines = page.locator(".log .line").count()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    sheet = page.locator("dialog[open]")
    assert sheet.get_by_role("heading").inner_text() == label
    page.keyboard.press("Enter")  # the answer that keeps everything has the focus
    page.wait_for_selector("dialog", state="detached")
    assert page.locator(".log .line").count() == lines
    undo.click()
    page.locator("[data-sure]").click()
    page.wait_for_function(f"() => document.querySelectorAll('.log .line').length < {lines}")


def test_keys_and_chips(visit: Open) -> None:
    page = visit("/", phone=True)
    at = next(positions("vanuatu", {"plan_marker"}))
    show(page, "vanuatu", at)
    chips = page.locator("[data-chip]")
    assert chips.count() >= 4
    assert page.locator(".hs .chip").count() == chips.count(), "every chip is a button"
    for chip in chips.all():
        chip.tap()
        page.locator("dialog[open] h2").wait_for()
        page.locator("dialog[open] header .btn").tap()
        page.wait_for_selector("dialog", state="detached")
    colour = "getComputedStyle(document.querySelector('[data-chip]')).webkitTapHighlightColor"
    assert page.evaluate(colour) == "rgba(0, 0, 0, 0)"


def test_the_log_is_one_tab_stop(visit: Open) -> None:
    page = visit("/")
    found = (p for p in positions("vanuatu", {"sell"}) if p.moves > 10)
    show(page, "vanuatu", next(found))
    lines = page.locator(".log .line")
    assert lines.count() > 5
    assert page.locator('.log .line[tabindex="0"]').count() == 1
    lines.last.focus()
    page.keyboard.press("ArrowUp")
    focused = "document.activeElement.dataset.line"
    above = lines.nth(lines.count() - 2).get_attribute("data-line")
    assert page.evaluate(focused) == above
    assert page.locator('.log .line[tabindex="0"]').get_attribute("data-line") == above
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.log')") is None
