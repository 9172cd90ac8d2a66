// What a move would change, as numbers, and what comes after it.
import { has } from "../i18n/i18n.svelte";
import type { Delta } from "../table/game";
import type { Table } from "../table/table.svelte";
import type { Answering } from "../table/answering.svelte";
import type { Option, Preview } from "../types.gen";
import { w } from "./names";

const SHOWN: [string, string][] = [
  ["money", "coin-vatu"],
  ["points", "prosperity"],
];

export function deltas(preview: Preview): Delta[] {
  const found: Delta[] = [];
  for (const [what, symbol] of SHOWN) {
    const change = preview.changes.find((c) => c.what === what);
    if (change) {
      found.push({
        icon: symbol,
        label: w(`what.${what}`),
        before: change.before as number,
        after: change.after as number,
      });
    }
  }
  for (const what of ["fish", "treasure"]) {
    const change = preview.changes.find((c) => c.what === what);
    if (!change) continue;
    const before = sum(change.before);
    const after = sum(change.after);
    found.push({ icon: what, label: w(`what.${what}`), before, after });
  }
  return found;
}

/** Vatu, points, fish or treasure are given for it. */
export function costs(preview: Preview): boolean {
  return deltas(preview).some(({ before, after }) => Number(after) < Number(before));
}

function sum(tiles: unknown): number {
  return Array.isArray(tiles)
    ? tiles.reduce((total: number, value: number) => total + value, 0)
    : 0;
}

export function afterText(_table: Table, preview: Preview): string {
  return preview.then && has(`vanuatu:then.${preview.then}`) ? w(`then.${preview.then}`) : "";
}

/** The changes of a move, as far as they are known yet. */
export function deltasOf(answering: Answering, move: Option | undefined): Delta[] {
  const preview = move && answering.previews[move.id];
  return preview ? deltas(preview) : [];
}
