// The real clock during a try: it runs on.
import type { Table } from "../table/table.svelte";

/** Seconds left for whoever is to move; null without a clock. */
export function leftNow(real: Table, now: number): number | null {
  const { clock } = real;
  if (!clock || clock.running === null) return null;
  const spent = Math.max(0, now - real.clockAt) / 1000;
  return Math.max(0, (clock.left[clock.running] ?? 0) - spent);
}

/** Minutes and seconds. */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
