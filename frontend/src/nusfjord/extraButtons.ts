// Buttons beside the question.
import type { Extra } from "../table/game";
import type { Table } from "../table/table.svelte";
import { mode, moveText } from "./moves";

/** Passing asks once more; leaving something or being done is a step that can be undone. */
export function extraButtons(table: Table): Extra[] {
  const found: Extra[] = [];
  for (const move of table.answering.decision?.moves ?? []) {
    const family = mode(move);
    if (family === "pass") {
      found.push({
        id: move.id,
        label: moveText(table, move),
        icon: "ui-next",
        leadsTo: [move],
        on: table.answering.picks.mode === "pass",
        run: () =>
          table.answering.picks.turnTo(table.answering.picks.mode === "pass" ? "" : "pass"),
      });
    } else if (family === "no" && table.answering.decision?.kind !== "use_anytime") {
      const icon = move.id === "done" ? "ui-check" : "ui-close";
      found.push({
        id: move.id,
        label: moveText(table, move),
        icon,
        leadsTo: [move],
        run: () => table.answering.play(move),
      });
    }
  }
  return found;
}
