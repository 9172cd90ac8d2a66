"""How games begin and end: invitations, names, giving up, results alone and in a campaign."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.letters import small_at_both_sizes
from tests.browser.test_two_browsers import two_at_a_table
from tests.browser.walk import make_table

ME = [{"kind": "me"}]
PLAY = """async (id) => {
  for (let n = 0; n < 500; n += 1) {
    const look = await (await fetch('/api/tables/' + id)).json();
    if (!look.decision) return look.table.status;
    const move = look.decision.moves[(n * 7) % look.decision.moves.length].id;
    await fetch(`/api/tables/${id}/moves`, {
      method: 'POST', headers: {'content-type': 'application/json'},
      body: JSON.stringify({move, after: look.number})});
  }
}"""


def table_menu(page: Page) -> None:
    page.wait_for_selector('[data-zone="question"]')
    page.get_by_role("button", name="Table", exact=True).click()


def give_up(page: Page) -> None:
    table_menu(page)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.wait_for_selector("[data-over]")


def play_to_the_end(page: Page) -> None:
    page.wait_for_selector('[data-zone="question"]')
    page.evaluate(PLAY, page.url.split("/t/")[1])
    page.wait_for_selector("[data-over]")


def test_giving_up_against_bots_ends_with_a_result(visit: Open, house: str) -> None:
    page = visit("/")
    page.goto(f"{house}/t/{make_table(page, 'vanuatu')}")
    give_up(page)
    for _ in range(2):  # also after the page is opened again
        expect(page.get_by_role("heading", level=1)).to_have_text("You gave up in round 1")
        last = page.locator(".bars li").last
        expect(last).to_contain_text("Ada")
        expect(last).to_contain_text("Gave up")
        page.reload()
        page.wait_for_selector("[data-over]")
    assert not small_at_both_sizes(page, "result at a table")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector('[data-zone="question"]')


def test_a_friend_is_asked_for_a_name_and_can_change_it(visit: Open, house: str) -> None:
    host, friend, _ = two_at_a_table(visit, house, "nusfjord", bots=0)
    expect(host.locator(".player").nth(1)).to_contain_text("Ben")
    table_menu(friend)
    friend.get_by_role("button", name="Change my name").click()
    friend.get_by_label("Your name").fill("Benedict")
    friend.get_by_role("button", name="Use this name").click()
    expect(host.locator(".player").nth(1)).to_contain_text("Benedict")
    friend.keyboard.press("Escape")
    table_menu(friend)
    friend.get_by_role("button", name="Give up").click()
    friend.get_by_text("A bot will play your seat to the end").wait_for()


def test_two_at_one_device_have_two_names_and_no_curtain(visit: Open, house: str) -> None:
    page = visit("/")
    page.goto(f"{house}/t/{make_table(page, 'nusfjord', seats=ME * 2)}")
    page.wait_for_selector("[data-kind]")
    names = page.locator(".player b").all_inner_texts()
    assert "Ada" in names[0] and "Ada 2" in " ".join(names)
    first = page.locator(".player.you").get_attribute("data-p")
    page.click('[data-ref="space:gold"]')
    page.click("[data-confirm]")
    page.wait_for_function(
        "first => document.querySelector('.player.you')?.dataset.p !== first"
        " && document.querySelector('[data-kind]') !== null",
        arg=first,
    )
    assert page.locator("dialog[open]").count() == 0, "nobody has anything to hide yet"


def test_a_campaign_from_its_rules_to_its_end(visit: Open, house: str) -> None:
    page = visit("/")
    page.get_by_role("button", name="Nusfjord").first.click()
    page.get_by_role("button", name="Campaign", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("more than 100 points")
    dialog.get_by_role("radio", name="Codfish").click()
    dialog.get_by_role("button", name="Start the campaign").click()
    play_to_the_end(page)
    expect(page.get_by_text("After the first game")).to_be_visible()
    assert page.get_by_text("Winner").count() == 0
    assert not small_at_both_sizes(page, "result of a campaign")
    page.locator("[data-next=game] button").click()
    give_up(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("This game does not count")
    page.goto(house)
    campaign = page.locator("[data-tile=campaign]")
    expect(campaign).to_contain_text("Game 2 of 3")
    campaign.get_by_role("link").click()
    page.locator("[data-next=again] button").click()
    give_up(page)
    page.locator("[data-next=close] button").click()
    expect(page.get_by_text("Campaign closed")).to_be_visible()
    page.locator("[data-next=defend] button").click()
    page.wait_for_selector('[data-zone="question"]')


def test_a_game_alone_is_judged_and_leads_on(visit: Open, house: str) -> None:
    page = visit("/", phone=True)
    page.goto(f"{house}/t/{make_table(page, 'nusfjord', seats=ME)}")
    play_to_the_end(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("points")
    assert page.get_by_text("30 to 40 points are good").count() == 1
    assert page.get_by_text("Winner").count() == 0
    lead = page.locator(".lead button")
    lead.wait_for()  # after some seconds: the ways on are far below
    assert not small_at_both_sizes(page, "result alone")
    lead.click()
    expect(page.get_by_role("heading", name="What next?")).to_be_in_viewport()
    expect(lead).to_have_count(0)
    page.locator("[data-next=same] button").click()
    page.wait_for_selector('[data-zone="question"]')
