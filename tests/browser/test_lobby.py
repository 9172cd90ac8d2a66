"""The front door: a record becomes a table, links are renewed, the tab tells whose turn it is."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import ROOT, Open
from tests.browser.test_two_browsers import sit_down
from tests.browser.walk import make_table

GOLDEN = ROOT / "tests" / "golden"
TURN = "async id => (await (await fetch('/api/tables/' + id)).json()).table.turn"
RECORD = 'input[type="file"]'


def test_a_record_is_played_on_or_looked_at(visit: Open, tmp_path: Path) -> None:
    page = visit("/")
    text = (GOLDEN / "vanuatu-5-basic.game").read_text()
    head, _, moves = text.partition("\n\n")
    half = tmp_path / "half.game"
    half.write_text(f"{head}\n\n" + "\n".join(moves.splitlines()[:40]) + "\n")
    page.set_input_files(RECORD, half)
    page.wait_for_selector('[data-zone="question"]')
    page.goto(page.url.split("/t/")[0])
    page.set_input_files(RECORD, GOLDEN / "nusfjord-3-herring.game")
    page.get_by_role("heading", name="Points by round").wait_for()


def test_a_file_that_is_no_record_is_refused_in_words(visit: Open, tmp_path: Path) -> None:
    page = visit("/")
    page.get_by_role("heading", name="Seats").wait_for()
    wrong = tmp_path / "wrong.game"
    wrong.write_text("once upon a time")
    page.set_input_files(RECORD, wrong)
    complaint = page.get_by_text("This file is not a game")
    complaint.wait_for()
    with page.expect_response(lambda answer: "/tables?" in answer.url, timeout=20_000):
        pass  # the lists are asked for anew every few seconds
    page.wait_for_timeout(300)
    assert complaint.is_visible(), "it stays until the player does something else"
    page.locator("header [data-name]").click()
    page.get_by_role("dialog").wait_for()
    assert complaint.count() == 0, "who is asked for a name is not told of a file"


def test_a_new_link_takes_the_place_of_the_old(visit: Open, house: str) -> None:
    page = visit("/")
    seats = [{"kind": "me"}, {"kind": "friend"}]
    page.goto(f"{house}/t/{make_table(page, 'vanuatu', seats=seats)}")
    page.get_by_role("button", name="Link").click()
    shown = page.get_by_label("Send this link")
    old = shown.input_value()
    page.get_by_role("button", name="Make a new link").click()
    expect(shown).not_to_have_value(old)
    new = shown.input_value()
    friend = visit("/")
    friend.goto(new)
    sit_down(friend, "Ben")
    friend.wait_for_selector('[data-zone="question"]')
    page.wait_for_selector('[data-zone="question"]')
    table = friend.url.split("/t/")[1].split("#")[0]
    friends_turn = friend.evaluate(TURN, table) == 1
    for each, mine in ((page, not friends_turn), (friend, friends_turn)):
        icon = each.locator("link[rel=icon]")
        expect(icon).to_have_attribute("data-waiting", "1" if mine else "0")
        expect(icon).to_have_attribute("href", re.compile("^data:" if mine else "icon.svg$"))


def test_a_player_s_own_seat_has_the_preferred_colour(visit: Open, house: str) -> None:
    page = visit("/")
    page.goto(f"{house}/t/{make_table(page, 'nusfjord')}")
    page.wait_for_selector(".player.you")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Indigo").click()
    page.keyboard.press("Escape")
    colours = page.eval_on_selector_all(".player", "all => all.map(each => each.dataset.p)")
    assert colours == ["indigo", "coral", "amber"]
    page.reload()
    page.wait_for_selector('.player.you[data-p="indigo"]')
