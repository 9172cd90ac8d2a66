"""A space that is led and cannot be used: it says so, explains itself, is given up on purpose."""

from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.positions import Position, look
from tests.browser.wire import Wire
from tests.vanuatu.tables import Table, vanuatu


def led_fish(**stacks: list[int]) -> Table:
    """Fish is led two to none from open water; Sail and Draw are led too unless told otherwise."""
    table = vanuatu(rising_waters=True).player(0, money=3, boat="1,1")
    table.player(1, character="governor")
    markers = {"fish": [2, 0, 0], "sail": [2, 0, 0], "draw": [1, 0, 0], "build": [0, 2, 0]}
    return table.markers(**(stacks or markers)).turn_of(0)


def show(page: Page, table: Table) -> Wire:
    wire = Wire(page)
    wire.send(look("vanuatu", Position("take_turn", table.state, {"players": 3}, 0, 0), number=1))
    page.wait_for_selector("[data-kind=take_turn]")
    page.wait_for_selector('[data-ref="space:fish"][data-state="not_now"]')
    return wire


def moves(wire: Wire) -> list[object]:
    return [sent["move"] for sent in wire.sent if sent["type"] == "move"]


def test_the_ways_out_beside_the_board(visit: Open) -> None:
    page = visit("/")
    wire = show(page, led_fish())
    fish = page.locator('[data-ref="space:fish"]')
    assert "Not now" in fish.inner_text()
    assert "You lead" in page.locator('[data-ref="space:sail"]').inner_text()
    assert "You lead 3 spaces; 2 can be used now." in page.locator(".banner").inner_text()
    fish.click()
    aside = page.locator("[data-zone=stuck]")
    assert "Your canoe is not on a tile with fish." in aside.inner_text()
    ways = aside.locator("[data-way]")
    assert ways.evaluate_all("all => all.map(e => e.dataset.way)") == [
        "first",
        "other",
        "take_back",
    ]
    assert page.locator(".marks .helps").count() == 2
    assert "You cannot fish here" in page.locator(".banner").inner_text()
    page.keyboard.press("Escape")
    assert aside.count() == 0
    fish.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # opens and closes; it never takes back
    page.keyboard.press("Enter")
    aside.locator("[data-way=take_back]").click()
    page.get_by_role("button", name="Keep them there").click()
    assert moves(wire) == []
    page.locator(".banner [data-way=first]").click()
    page.wait_for_timeout(50)
    assert moves(wire) == ["perform sail"]


def test_taking_back_asks_once_on_a_phone(visit: Open) -> None:
    page = visit("/", phone=True)
    wire = show(page, led_fish())
    page.locator('[data-ref="space:fish"]').tap()
    sheet = page.locator("dialog[open]")
    sheet.locator("[data-way=first]").wait_for()
    assert page.locator(".bbar [data-way]").count() == 0, "never in the thumb bar"
    board = page.locator('[data-zone="board"]').bounding_box()
    top = sheet.bounding_box()
    assert board and top and top["y"] > board["y"] + 100, "the board stays in sight"
    sheet.locator("[data-way=take_back]").tap()
    assert moves(wire) == []
    page.get_by_role("button", name="Take back, no action").tap()
    page.wait_for_timeout(50)
    assert moves(wire) == ["retrieve fish"]


# Markers that lie under the lock or the clock of their space.
COVERED = """() => [...document.querySelectorAll('.dock .act')].filter(act => {
  const lock = act.querySelector('.lk')?.getBoundingClientRect();
  return lock && [...act.querySelectorAll('.ms > *')].some(each => {
    const box = each.getBoundingClientRect();
    return box.right > lock.left + 1 && box.left < lock.right - 1
      && box.bottom > lock.top + 1 && box.top < lock.bottom - 1;
  });
}).map(act => act.dataset.ref)"""


def test_locks_cover_no_markers_on_a_phone(visit: Open) -> None:
    page = visit("/", phone=True)
    table = led_fish(fish=[2, 1, 1], sail=[1, 0, 0], draw=[1, 2, 1], build=[0, 2, 1])
    show(page, table)
    assert page.locator(".dock .lk").count() >= 3
    assert page.evaluate(COVERED) == []


def test_the_log_stays_in_sight_beside_the_ways_out(visit: Open) -> None:
    page = visit("/")
    show(page, led_fish())
    large = page.locator("[data-zone=market]").bounding_box()
    page.locator('[data-ref="space:fish"]').click()
    page.get_by_role("button", name="Show large").wait_for()
    small = page.locator("[data-zone=market]").bounding_box()
    assert large and small and small["height"] < large["height"] - 150
    page.get_by_role("button", name="Show large").click()
    assert page.locator("[data-zone=market]").bounding_box() == small | {"height": large["height"]}


def test_when_nothing_that_is_led_can_be_used_the_banner_says_so(visit: Open) -> None:
    page = visit("/")
    wire = show(page, led_fish(fish=[2, 0, 0], explore=[1, 0, 0], build=[0, 2, 0]))
    assert "You cannot use any space you lead" in page.locator(".banner").inner_text()
    page.locator('[data-ref="space:fish"]').click()
    assert "Nothing can open it this round." in page.locator("[data-zone=stuck]").inner_text()
    page.locator(".banner [data-way=take_back]").click()  # forced: one press confirms it
    page.wait_for_timeout(50)
    assert moves(wire) == ["retrieve fish"]
