// Whether the server can be reached. A request that finds no network starts tries of its own, so that
// one line can say when the next one is; whoever waits for the network is called when it is back.
import { at } from "./base";

const WAITS = [1000, 2000, 4000, 8000, 15_000];

export const connection = $state({ lost: false, retryAt: 0 });

let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

/** Call *back* whenever the network has come back. */
export function onBack(back: () => void): () => void {
  waiting.add(back);
  return () => waiting.delete(back);
}

/** The server has answered. */
export function answered(): void {
  clearTimeout(timer);
  tries = 0;
  if (!connection.lost) return;
  connection.lost = false;
  for (const back of waiting) back();
}

/** A request has found no network. */
export function failed(): void {
  if (connection.lost) return;
  connection.lost = true;
  plan();
}

function plan(): void {
  const wait = WAITS[Math.min(tries, WAITS.length - 1)] ?? 15_000;
  tries += 1;
  connection.retryAt = Date.now() + wait;
  clearTimeout(timer);
  timer = setTimeout(() => void retry(), wait);
}

/** Try at once instead of waiting. */
export async function retry(): Promise<void> {
  clearTimeout(timer);
  try {
    await fetch(at("/healthz"), { cache: "no-store" });
    answered();
  } catch {
    plan();
  }
}

window.addEventListener("online", () => connection.lost && void retry());
window.addEventListener("offline", failed);
