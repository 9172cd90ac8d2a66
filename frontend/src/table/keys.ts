// Keys (design section 8): everything at the table can be done without a mouse.
import { answers, FOCUSABLE, visible } from "./answers";
import type { Table } from "./table.svelte";

interface Pages {
  log: () => void;
  chat: () => void;
  score: () => void;
  rules: () => void;
  hint: () => void;
  /** With *step*, go to the next shield instead. */
  forecast?: (step: boolean) => void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function handleKeys(event: KeyboardEvent, table: Table, pages: Pages): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.closest("input, textarea, select")) return;
  if (document.querySelector("dialog[open]")) return;
  table.hurry();
  const arrow = ARROWS[event.key];
  if (arrow && arrowMove(target, arrow)) event.preventDefault();
  else if (event.key === "Tab" && zoneMove(target, event.shiftKey)) event.preventDefault();
  else if (press(event, table, pages)) event.preventDefault();
}

function press(event: KeyboardEvent, table: Table, pages: Pages): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (table.game.keys?.(table, key)) return true;
  switch (key) {
    case "n":
      return nextTarget(event.shiftKey ? -1 : 1);
    case "Enter":
      return enter(event.target as HTMLElement, table);
    case "Escape":
      return table.hint.close() || table.answering.escape();
    case "u":
      table.back();
      return true;
    case "l":
      pages.log();
      return true;
    case "t":
      pages.chat();
      return true;
    case "s":
      pages.score();
      return true;
    case "h":
      pages.hint();
      return true;
    case "w":
      if (!table.mayTry || event.shiftKey) return false;
      table.trying = true;
      return true;
    case "f":
      pages.forecast?.(event.shiftKey);
      return pages.forecast !== undefined;
    case "?":
      pages.rules();
      return true;
    default:
      return /^[1-9]$/.test(key) && pressNumber(key);
  }
}

/** Enter on a chosen target, or on nothing, confirms a complete move. */
function enter(target: HTMLElement, table: Table): boolean {
  const { picks, busy } = table.answering;
  const button = target.closest("button, a, summary, [role=tab]");
  if (button && (button as HTMLElement).dataset.state !== "chosen") return false;
  const shown = picks.any || picks.begun || picks.moves.length === 1;
  if (!table.mine || !picks.move || !shown || busy) return false;
  table.answering.confirm();
  return true;
}

function pressNumber(key: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  button?.focus();
  button?.click();
  return button !== null;
}

/** Focus the next thing that may be picked; Confirm comes last, once there is something to confirm. */
function nextTarget(step: 1 | -1): boolean {
  const all = answers();
  const confirm = document.querySelector<HTMLElement>("[data-confirm]");
  if (confirm && (all.length === 0 || !confirm.hasAttribute("aria-disabled"))) all.push(confirm);
  const now = all.indexOf(document.activeElement as HTMLElement);
  all[(now + step + all.length) % all.length]?.focus();
  return true;
}

/** Move to the nearest neighbour in a direction, within the zone. */
function arrowMove(from: HTMLElement, [dx, dy]: [number, number]): boolean {
  const zone = from.closest("[data-zone]");
  if (!zone || !from.matches(FOCUSABLE)) return false;
  const here = middle(from);
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const element of zone.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    if (element === from || !visible(element)) continue;
    const there = middle(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along <= 4 || aside > along * 2.2) continue;
    const cost = along + aside * 1.6;
    if (cost < least) {
      least = cost;
      best = element;
    }
  }
  best?.focus();
  return best !== null;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Tab goes from zone to zone; inside a zone the arrows move. */
function zoneMove(from: HTMLElement, back: boolean): boolean {
  const zones = [...document.querySelectorAll<HTMLElement>("[data-zone]")].filter(
    (zone) =>
      visible(zone) &&
      zone.querySelector(FOCUSABLE) !== null &&
      !zone.parentElement?.closest("[data-zone]"),
  );
  const here = from.closest<HTMLElement>("[data-zone]");
  const at = here ? zones.indexOf(here) : -1;
  if (at < 0) return false;
  const next = zones[at + (back ? -1 : 1)];
  if (!next) return false;
  const first =
    next.querySelector<HTMLElement>('[data-state="chosen"]') ??
    next.querySelector<HTMLElement>('[data-state="legal"]') ??
    next.querySelector<HTMLElement>(FOCUSABLE);
  first?.focus();
  return first !== null;
}
