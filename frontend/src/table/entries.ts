// The entries of the log, as they come in with the frames.
import type { LogEntry } from "../types.gen";

/** Known and fresh entries in order; a fresh one replaces the known one of the same number. */
export function mergeEntries(known: LogEntry[], fresh: LogEntry[]): LogEntry[] {
  if (fresh.length === 0) return known;
  const last = known.at(-1)?.number ?? -1;
  const first = fresh[0]?.number ?? 0;
  if (first > last) return [...known, ...fresh];
  const numbers = new Set(fresh.map((entry) => entry.number));
  return [...known.filter((e) => !numbers.has(e.number)), ...fresh].sort(
    (a, b) => a.number - b.number,
  );
}
