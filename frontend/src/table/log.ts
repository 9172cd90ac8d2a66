// The log as groups: what stands after take-backs, by round.
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

export function grouped(table: Table, entries: LogEntry[]): LogGroup[] {
  const groups: LogGroup[] = [{ round: 1, lines: [] }];
  let moves = 0;
  for (const entry of standing(entries)) {
    moves += 1;
    entry.events.forEach((happened, n) => {
      if (happened.event.event === "round_began") {
        const round = Number(happened.event.round);
        if (round !== groups.at(-1)?.round) groups.push({ round, lines: [] });
        return;
      }
      const told = table.game.tell(table, happened, entry.seat);
      if (told) groups.at(-1)?.lines.push({ ...told, key: `${entry.number}.${n}`, number: entry.number, moves });
    });
  }
  return groups;
}
