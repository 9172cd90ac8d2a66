"""How long from a click to the changed board, and how much memory a long game's page takes?

    python bench/page.py [--url http://127.0.0.1:8000] [--games 1]

Plays whole games through the page in a Chromium, with a server of its own unless one is named. A
click counts from the event to the first frame painted after the server's answer was drawn; it is
told in its three parts: the page before sending, the server, the page after the answer. Chromium
paints without a graphics card here, so a machine with one is quicker. After a press the page is
left alone for a moment, as a person would: asking what it shows costs it time of its own.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools"), str(ROOT / "bench" / "server")]

from find_chromium import found  # noqa: E402 - the path is set above
from running import OwnServer  # noqa: E402 - the path is set above
from tests.browser.walk import Walker, make_table  # noqa: E402 - the path is set above

# Notes when the page is clicked, sends a move, hears the answer and has painted it.
NOTES = """
const heard = [], Real = WebSocket;
let pressed = 0, sent = null;
window.addEventListener('click', event => { pressed = event.timeStamp; }, true);
const painted = then => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage(0);
});
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', message => {
      if (!sent || !message.data.startsWith('{"type":"changed"')) return;
      const now = sent, came = performance.now();
      sent = null;
      painted(() => heard.push({
        before: now.at - now.pressed, server: came - now.at, after: performance.now() - came,
        whole: performance.now() - now.pressed,
        bytes: message.data.length, move: now.move,
      }));
    });
  }
  send(text) {
    const command = JSON.parse(text);
    if (command.type === 'move') sent = {pressed, at: performance.now(), move: command.move};
    super.send(text);
  }
};
window.heardMoves = heard;
"""
LEFT_ALONE = 200  # milliseconds
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-precise-memory-info"]


def part(values: list[float], share: float) -> float:
    """Return the value below which a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def private(browser: CDPSession) -> float:
    """Return the private memory of the largest renderer, which is the page's, in megabytes."""
    sizes = [0]
    for process in browser.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
            sizes.append(sum(int(line.split()[1]) for line in lines if line.startswith("Private_")))
    return max(sizes) / 1024


def play(browser: Browser, url: str, game: str, seed: int, pace: str) -> dict[str, Any]:
    """Play a whole game by clicks; give what the page noted."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    settings = json.dumps({"pace": pace, "guided": ["vanuatu", "nusfjord"]})
    context.add_init_script(f"localStorage.setItem('skerry.settings', '{settings}');" + NOTES)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(url)
    page.goto(f"{url}/t/{make_table(page, game)}")
    page.wait_for_selector('[data-zone="question"]')
    walker = Walker(page, seed=seed)
    until = time.monotonic() + 240
    over = False
    whole = browser.new_browser_cdp_session()
    most = 0.0
    while not over and time.monotonic() < until:
        over = not walker.step()
        page.wait_for_timeout(LEFT_ALONE)
        most = max(most, private(whole))
    clicks: list[dict[str, Any]] = page.evaluate("heardMoves")
    memory = measure(browser, page)
    context.close()
    return {"clicks": clicks, "over": over, "most": most, **memory}


def measure(browser: Browser, page: Page) -> dict[str, float]:
    """Return the page's memory after its game."""
    whole = browser.new_browser_cdp_session()
    own = page.context.new_cdp_session(page)
    own.send("Performance.enable")
    before = private(whole)
    own.send("HeapProfiler.collectGarbage")
    page.wait_for_timeout(1500)
    numbers = {
        each["name"]: each["value"] for each in own.send("Performance.getMetrics")["metrics"]
    }
    heap = numbers["JSHeapUsedSize"] / 1e6
    return {"heap": heap, "nodes": numbers["Nodes"], "before": before, "tidied": private(whole)}


def report(game: str, clicks: list[dict[str, Any]]) -> None:
    """Print the times of one game's clicks."""
    for what in ("before", "server", "after", "whole"):
        values = [each[what] for each in clicks]
        print(
            f"{game:9} {what:7} {len(values):4} clicks"
            f"   p50 {part(values, 0.5):6.1f} ms   p95 {part(values, 0.95):6.1f} ms"
            f"   max {max(values):6.1f} ms"
        )


def main() -> None:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="", help="a running server; none: start one")
    parser.add_argument("--games", type=int, default=1, help="how many games of each")
    parser.add_argument("--pace", default="instant", choices=("calm", "fast", "instant"))
    parser.add_argument("--slowest", action="store_true", help="name the slowest clicks")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = None if asked.url else OwnServer(Path(data))
        if server:
            server.start()
        url = server.url if server else asked.url
        browser = playwright.chromium.launch(executable_path=found(), args=FLAGS)
        print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        try:
            for game in ("vanuatu", "nusfjord"):
                games = [play(browser, url, game, seed, asked.pace) for seed in range(asked.games)]
                clicks = [click for each in games for click in each["clicks"]]
                report(game, clicks)
                for each in games:
                    print(
                        f"{game:9} page: at most {each['most']:.0f} MB private, after the"
                        f" game {each['before']:.0f} MB, tidied {each['tidied']:.0f} MB, of it"
                        f" JavaScript {each['heap']:.1f} MB; {each['nodes']:.0f} nodes"
                        + ("" if each["over"] else " (not over after four minutes)")
                    )
                if asked.slowest:
                    for each in sorted(clicks, key=lambda click: -click["whole"])[:10]:
                        parts = " + ".join(f"{each[k]:.0f}" for k in ("before", "server", "after"))
                        print(f"    {each['whole']:4.0f} ms = {parts}  {each['move']}")
        finally:
            browser.close()
            if server:
                server.stop()


if __name__ == "__main__":
    main()
