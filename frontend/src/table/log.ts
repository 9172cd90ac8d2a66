// The log as groups: what stands after take-backs, by round.
import { language } from "../i18n/i18n.svelte";
import type { LogEntry } from "../types.gen";
import type { Told } from "./game";
import type { Table } from "./table.svelte";

export interface LogLine extends Told {
  key: string;
  number: number; // of the entry
  moves: number; // moves made up to here, for "view from here"
}

export interface LogGroup {
  round: number;
  lines: LogLine[];
}

/** The entries that stand: after a take-back only its first `keep` moves do. */
export function standing(entries: LogEntry[]): LogEntry[] {
  const kept: LogEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "takeback" && entry.keep !== null) kept.length = Math.min(kept.length, entry.keep);
    else kept.push(entry);
  }
  return kept;
}

// What was told once stays as it was told; only a change of language tells it again.
interface Kept {
  language: string;
  moves: number;
  lines: LogLine[];
}
const kept = new WeakMap<LogEntry, Kept>();

/** One entry in words. */
export function linesOf(table: Table, entry: LogEntry, moves: number): LogLine[] {
  const known = kept.get(entry);
  if (known && known.language === language() && known.moves === moves) return known.lines;
  const lines = entry.events.flatMap((happened, n) => {
    const told = table.game.tell(table, happened, entry.seat);
    return told ? [{ ...told, key: `${entry.number}.${n}`, number: entry.number, moves }] : [];
  });
  if (table.game.ready?.() ?? true) kept.set(entry, { language: language(), moves, lines });
  return lines;
}

/** The standing log by round; a round begins with the entry that brought it. */
export function grouped(table: Table, entries: LogEntry[]): LogGroup[] {
  const groups: LogGroup[] = [{ round: 1, lines: [] }];
  standing(entries).forEach((entry, n) => {
    const lines = linesOf(table, entry, n + 1);
    const begins = entry.events.findIndex((happened) => happened.event.event === "round_began");
    if (begins < 0) {
      groups.at(-1)?.lines.push(...lines);
      return;
    }
    const at = (line: LogLine) => Number(line.key.split(".")[1]);
    groups.at(-1)?.lines.push(...lines.filter((line) => at(line) < begins));
    const round = Number(entry.events[begins]?.event.round);
    groups.push({ round, lines: lines.filter((line) => at(line) > begins) });
  });
  return groups;
}
