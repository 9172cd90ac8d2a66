// The browser's tab: how many tables wait, in its title and on its icon.
import { at } from "../base";

const COUNTED = /^\(\d+\+?\) /;
const MOST = 9; // more does not fit on the icon
let count = 0;
let badge: Promise<string> | null = null;
let watched: Node | null = null;

/** Show a number in the tab; 0 shows none. Whatever title a page sets later gets it too. */
export function showCount(wanted: number): void {
  count = wanted;
  const title = document.querySelector("title");
  if (title && watched !== title) {
    new MutationObserver(writeTitle).observe(title, { childList: true });
    watched = title;
  }
  writeTitle();
  void drawIcon();
}

function writeTitle(): void {
  const plain = document.title.replace(COUNTED, "");
  const wanted = count ? `(${count}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}

async function drawIcon(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || link.dataset.waiting === String(count)) return;
  link.dataset.waiting = String(count);
  const shown = count;
  const address = shown ? await numbered(shown) : at("/icon.svg");
  if (shown === count) link.setAttribute("href", address);
}

/** The icon with a number on its badge; without one if the picture cannot be read. */
async function numbered(shown: number): Promise<string> {
  const plain = at("/icon-turn.svg");
  badge ??= fetch(plain).then((answer) => (answer.ok ? answer.text() : ""));
  const picture = await badge.catch(() => "");
  if (!picture.includes("</svg>")) {
    badge = null;
    return plain;
  }
  const digits = shown > MOST ? `${MOST}+` : String(shown);
  const text =
    `<text x="33" y="${digits.length > 1 ? 39 : 40.5}" font-family="sans-serif" font-weight="700"` +
    ` font-size="${digits.length > 1 ? 16 : 21}" fill="white" text-anchor="middle">${digits}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(picture.replace("</svg>", `${text}</svg>`))}`;
}
