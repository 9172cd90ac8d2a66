"""Draw the icons of the installed page from `frontend/public/icon.svg`, with Chromium.

python tools/draw_icons.py
"""

import os
import re
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent.parent / "frontend" / "public"
SEA = "#0b6f78"


def main() -> None:
    """Draw every icon."""
    mark = re.sub(r"<title.*?</title>", "", (PUBLIC / "icon.svg").read_text(encoding="utf-8"))
    square = mark.replace('rx="13"', "")
    badge = (  # shown in the status bar of a phone: its shape only, in white
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#fff" d="M4 33C12'
        " 31 14 20 20 13c3 2 4 7 7 9 3-2 6-1 8 3 2 3 4 7 9 8v7q-5 4-10 0t-10 0-10 0-10 0z"
        '"/><circle cx="34" cy="12" r="6" fill="#fff"/></svg>'
    )
    icons = [
        ("icon-192.png", mark, 192, 0, "transparent"),
        ("icon-512.png", mark, 512, 0, "transparent"),
        ("icon-180.png", square, 180, 0, SEA),
        # A system may cut off a tenth on each side.
        ("icon-maskable-512.png", square, 512, 52, SEA),
        ("badge.png", badge, 96, 4, "transparent"),
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("SKERRY_CHROMIUM"))
        for name, svg, size, margin, ground in icons:
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = size - 2 * margin
            page.set_content(
                f"<style>body{{margin:0;background:{ground}}}"
                f"svg{{position:absolute;left:{margin}px;top:{margin}px;"
                f"width:{inner}px;height:{inner}px}}</style>{svg}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
