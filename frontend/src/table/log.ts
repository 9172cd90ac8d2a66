// The log as groups: what stands after take-backs, by round and phase.
import { language } from "../i18n/i18n.svelte";
import type { LogEntry } from "../types.gen";
import type { EventLine } from "./game";
import type { Table } from "./table.svelte";

export interface LogLine extends EventLine {
  key: string;
  number: number; // of the entry
  moves: number; // moves made up to here, for "view from here"
}

export interface LogGroup {
  round: number;
  phase: string;
  lines: LogLine[];
}

/** The entries that stand: after a take-back only its first `keep` moves do. */
export function standing(entries: LogEntry[]): LogEntry[] {
  const found: LogEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "takeback" && entry.keep !== null)
      found.length = Math.min(found.length, entry.keep);
    else found.push(entry);
  }
  return found;
}

// A line is written once: names it mentions may change later, only another language writes it again.
interface WrittenLines {
  language: string;
  moves: number;
  lines: LogLine[];
}
const written = new WeakMap<LogEntry, WrittenLines>();

/** One entry in words. */
export function linesOf(table: Table, entry: LogEntry, moves: number): LogLine[] {
  const known = written.get(entry);
  if (known && known.language === language() && known.moves === moves) return known.lines;
  const lines = entry.events.flatMap((happened, n) => {
    const line = table.game.describe(table, happened);
    return line ? [{ ...line, key: `${entry.number}.${n}`, number: entry.number, moves }] : [];
  });
  if (table.game.ready?.() ?? true) written.set(entry, { language: language(), moves, lines });
  return lines;
}

/** The standing log by round and phase; a round begins with the entry that brought it. */
export function grouped(table: Table, entries: LogEntry[]): LogGroup[] {
  const groups: LogGroup[] = [{ round: 1, phase: "", lines: [] }];
  const add = (lines: LogLine[]) => {
    for (const line of lines) {
      const group = groups.at(-1);
      if (!group) return;
      if (line.phase && group.lines.length === 0) group.phase = line.phase;
      if (!line.phase || line.phase === group.phase) group.lines.push(line);
      else groups.push({ round: group.round, phase: line.phase, lines: [line] });
    }
  };
  standing(entries).forEach((entry, n) => {
    const lines = linesOf(table, entry, n + 1);
    const begins = entry.events.findIndex((happened) => happened.event.event === "round_began");
    if (begins < 0) {
      add(lines);
      return;
    }
    const at = (line: LogLine) => Number(line.key.split(".")[1]);
    add(lines.filter((line) => at(line) < begins));
    groups.push({ round: Number(entry.events[begins]?.event.round), phase: "", lines: [] });
    add(lines.filter((line) => at(line) > begins));
  });
  return groups;
}
