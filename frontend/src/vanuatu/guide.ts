// The guided first game of Vanuatu: what to look at, in the order it comes up.
import type { GuideStep } from "../table/game";
import type { Table } from "../table/table.svelte";

const asked = (kind: string) => (table: Table) =>
  table.mine && table.answering.decision?.kind === kind;

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
    at: [".btn.undo"],
    when: (table) => table.answering.decision?.undo.how === "free",
    optional: true,
  },
  {
    id: "closed",
    at: ['[data-zone="actions"] [data-state="closed"]'],
    when: (table) => table.mine,
    waits: "reason",
    optional: true,
  },
  { id: "act", at: ['[data-zone="actions"]'], when: asked("take_turn"), waits: "move" },
  { id: "more", at: ['[data-zone="side"]', ".talk"] },
];
