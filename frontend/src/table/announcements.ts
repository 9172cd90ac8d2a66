// News for screen readers, and the places where other players moved.
import { t } from "../i18n/i18n.svelte";
import type { LogEntry } from "../types.gen";
import type { Table } from "./table.svelte";

export interface Announcement {
  /** The sentences in one; "" if there is nothing to announce. */
  text: string;
  /** Refs that others' moves touched. */
  places: string[];
}

export function announcement(table: Table, entries: LogEntry[]): Announcement {
  const sentences: string[] = [];
  const places: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "takeback") {
      sentences.push(t("log.takeback", { name: table.name(entry.seat) }));
      continue;
    }
    for (const happened of entry.events) {
      const line = table.game.describe(table, happened);
      if (line && !table.seats.includes(entry.seat)) places.push(...line.refs);
      if (!line || line.minor) continue;
      const who = line.seat === null ? "" : `${table.name(line.seat)} `;
      sentences.push(who + line.text + line.gains.map((gain) => `, ${gain.text}`).join(""));
    }
  }
  return { text: sentences.join(". "), places };
}
