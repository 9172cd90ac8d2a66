"""Take the pictures of README: play a table to the middle through the API, then look at the page.

Usage: python tools/take_pictures.py http://localhost:8017 (a running server) [FOLDER]
"""

import sys
from pathlib import Path

from find_chromium import found
from playwright.sync_api import Page, sync_playwright

PLAY = """
async ({game, options, seats, round, kinds}) => {
  const post = async (path, body) => (await fetch(path, {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)
  })).json();
  await post("/api/guests", {name: "Ada"});
  const made = await post("/api/tables", {game, options, seats});
  const id = made.table.id;
  for (let turn = 0; turn < 4000; turn++) {
    const look = await (await fetch("/api/tables/" + id)).json();
    const decision = look.decision;
    if (decision && decision.moves.length) {
      if (look.view.round >= round && kinds.includes(decision.kind)) return id;
      const pick = decision.moves[Math.floor(Math.random() * decision.moves.length)];
      await post(`/api/tables/${id}/moves`, {move: pick.id, after: look.number});
    } else await new Promise(done => setTimeout(done, 60));
    if (look.table.status === "finished") return id;
  }
  return id;
}
"""
BOTS = [{"kind": "bot", "level": "relaxed"}] * 3
TABLES = {
    "vanuatu": {"options": {"rising_waters": True}, "round": 5, "kinds": ["sail", "plan_marker"]},
    "nusfjord": {"options": {"deck": "herring"}, "round": 5, "kinds": ["take_turn"]},
}
SETTINGS = '{"guided": ["vanuatu", "nusfjord"]}'  # no first-game marks in the pictures
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def shoot(page: Page, path: Path) -> None:
    page.wait_for_timeout(2500)
    page.screenshot(path=path)


def main() -> None:
    """Take every picture."""
    base = sys.argv[1].rstrip("/")
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(f"localStorage.setItem('skerry.settings', '{SETTINGS}')")
        page.goto(base)
        shoot(page, folder / "lobby.png")
        for game, table in TABLES.items():
            seats = [{"kind": "me"}, *BOTS]
            name = page.evaluate(PLAY, {"game": game, "seats": seats, **table})
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"{base}/t/{name}")
                shoot(page, folder / f"{game}-{size}.png")
            page.set_viewport_size({"width": 1440, "height": 900})
        browser.close()


if __name__ == "__main__":
    main()
