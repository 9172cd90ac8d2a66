"""What a thing does is told where the pointer rests, a finger stays, or for the key I."""

from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.walk import LOOK, Walker, make_table

TIP = ".tip"


def planning(visit: Open) -> Page:
    """Two markers are to be placed."""
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, 'vanuatu')}")
    page.wait_for_selector("[data-kind]")
    walker = Walker(page, seed=3)
    for _ in range(120):
        page.wait_for_timeout(150)  # the last press is answered
        banner = page.evaluate("document.querySelector('[data-zone=question] b').innerText")
        if page.evaluate(LOOK)["kind"] == "plan_marker" and "2" in banner:
            return page
        walker.step()
    raise AssertionError("never asked for two markers")


def test_a_resting_pointer_and_a_key_tell_what_a_space_does(visit: Open) -> None:
    page = planning(visit)
    page.hover('[data-ref="space:rest"]')
    page.wait_for_selector(f"{TIP} >> text=keep one in secret")
    page.mouse.move(720, 20)
    page.wait_for_selector(TIP, state="detached")
    page.locator('[data-ref="space:sail"]').focus()
    page.keyboard.press("i")
    page.wait_for_selector(f"{TIP} >> text=over water")
    page.keyboard.press("Escape")
    page.wait_for_selector(TIP, state="detached")


def test_shift_places_both_markers(visit: Open) -> None:
    page = planning(visit)
    space = page.evaluate(
        "document.querySelector('[data-zone=actions] [data-state=legal]').dataset.ref"
    )
    lines = page.locator(".log .line")
    before = lines.count()
    page.locator(f'[data-ref="{space}"]').focus()
    page.keyboard.press("Shift+Enter")
    lines.nth(before + 1).wait_for()
    tips = [lines.nth(before + n).inner_text() for n in range(2)]
    assert tips[0] == tips[1]
    assert "planned" in tips[0]


def test_a_finger_that_stays_reads_and_does_not_press(visit: Open) -> None:
    page = visit("/", phone=True)
    page.goto(page.url + f"t/{make_table(page, 'nusfjord')}")
    page.wait_for_selector('[data-kind="take_turn"]')
    space = page.locator('[data-zone="actions"] [data-state="legal"]').first
    box = space.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector(TIP)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    assert space.get_attribute("data-state") == "legal"
    page.locator(f"{TIP} .rule").tap()
    page.get_by_role("heading", name="Rules of Nusfjord").wait_for()


def test_a_reason_opens_its_rule(visit: Open) -> None:
    page = visit("/")
    page.goto(page.url + f"t/{make_table(page, 'nusfjord')}")
    page.wait_for_selector('[data-kind="take_turn"]')
    page.locator('[data-ref="space:build_ship"][data-state="closed"]').click(force=True)
    page.get_by_role("button", name="Read the rule").click()
    page.wait_for_selector("dialog[open] .here >> text=Build a ship")
