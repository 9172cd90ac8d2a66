// The guided first game of Nusfjord: what to look at, in the order it comes up.
import type { GuideStep } from "../table/game";
import type { Table } from "../table/table.svelte";

const working = (table: Table) => table.mine && table.answering.decision?.kind === "take_turn";

export const guide: GuideStep[] = [
  { id: "question", at: ['[data-zone="question"]'] },
  { id: "you", at: [".player.you", ".pstrip .me"] },
  { id: "harbor", at: ['[data-zone="board"]', '[data-tab="harbor"]'] },
  {
    id: "closed",
    at: ['[data-zone="actions"] [data-state="closed"]'],
    when: working,
    waits: "reason",
    optional: true,
  },
  { id: "worker", at: ['[data-zone="actions"]'], when: working, waits: "move" },
  {
    id: "undo",
    at: [".btn.undo"],
    when: (table) => table.answering.decision?.undo.how === "free",
    optional: true,
  },
  { id: "haul", at: ['[data-guide="track"]', '[data-tab="harbor"]'] },
  { id: "buildings", at: ['[data-zone="market"]', '[data-tab="buildings"]'] },
  { id: "more", at: ['[data-zone="side"]', ".talk"] },
];
