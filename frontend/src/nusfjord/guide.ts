// The guided first game of Nusfjord: what to look at and what is worth doing, each at its moment.
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
  },
  { id: "worker", at: ['[data-zone="actions"]'], when: working, waits: "move" },
  {
    id: "undo",
    at: [".btn.undo:not([aria-disabled])"],
    when: (table) => table.mine && table.answering.decision?.undo.how === "free",
  },
  { id: "haul", at: ['[data-guide="track"]', '[data-tab="harbor"]'], when: working },
  {
    id: "buildings",
    at: ['[data-zone="market"]', '[data-tab="buildings"]'],
    when: working,
  },
  { id: "more", at: ['[data-zone="side"]', ".talk"], when: working },
  {
    id: "points",
    at: ['[data-zone="question"]'],
    when: (table) => working(table) && table.view.round > 1,
  },
];
