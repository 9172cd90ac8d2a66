// The guided first game of Vanuatu: what to look at and what is worth doing, each at its moment.
import type { GuideStep } from "../table/game";
import type { Table } from "../table/table.svelte";

const asked = (kind: string) => (table: Table) =>
  table.mine && table.answering.decision?.kind === kind;
const acting = asked("take_turn");

export const guide: GuideStep[] = [
  { id: "question", at: ['[data-zone="question"]'] },
  { id: "you", at: [".player.you", ".pstrip .me"] },
  {
    id: "character",
    at: ['[data-zone="choices"]'],
    when: asked("choose_character"),
    fits: (table) => table.view.options.characters !== false,
    waits: "move",
  },
  { id: "board", at: ['[data-zone="board"]'], when: asked("plan_marker") },
  { id: "plan", at: ['[data-zone="actions"]'], when: asked("plan_marker"), waits: "move" },
  {
    id: "undo",
    at: [".btn.undo:not([aria-disabled])"],
    when: (table) => table.mine && table.answering.decision?.undo.how === "free",
  },
  {
    id: "closed",
    at: ['[data-zone="actions"] [data-state="closed"]'],
    when: (table) => table.mine,
    waits: "reason",
  },
  { id: "act", at: ['[data-zone="actions"]'], when: acting, waits: "move" },
  { id: "more", at: ['[data-zone="side"]', ".talk"], when: acting },
  {
    id: "points",
    at: ['[data-zone="board"]', '[data-zone="question"]'],
    when: (table) => table.mine && table.view.round > 1,
  },
];
