// Where the answers to the open question lie.
import { tick } from "svelte";

export const FOCUSABLE = "button:not([disabled]), a[href], [tabindex='0']";

export function visible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

/** What may be picked now, as far as it is on the screen. */
export function answers(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(
    '[data-state="legal"], [data-state="chosen"], [data-state="not_now"]',
  );
  return [...all].filter((element) => visible(element) && element.matches(FOCUSABLE));
}

/** Bring the first answer before the player's eyes, from another page of the table if need be. */
export async function showAnswers(): Promise<void> {
  if (answers().length === 0) {
    document.querySelector("[data-answer]")?.closest<HTMLElement>('[role="tab"]')?.click();
    await tick();
  }
  const all = answers();
  const first = all.find((element) => element.dataset.state === "legal") ?? all[0];
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "nearest" });
}
