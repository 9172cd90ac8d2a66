// What pressing a hexagon would do, and the price or gain that is written on it.
import { signed } from "../i18n/i18n.svelte";
import type { Answering } from "../table/answering.svelte";
import type { Option } from "../types.gen";
import { defaultMove } from "./defaults";
import { w } from "./names";

/** The move a hexagon stands for: what would be chosen by pressing it. */
export function moveTo({ decision, picks }: Answering, cell: string): Option | null {
  const ref = `hex:${cell}`;
  if (picks.move?.picks.cell === ref) return picks.move;
  const moves = picks.values("cell").get(ref);
  if (!moves?.length || !decision) return null;
  if (moves.length === 1) return moves[0] ?? null;
  return defaultMove(moves, { ...picks.chosen, cell: ref });
}

export interface Price {
  coin: "prosperity" | "coin-vatu";
  text: string;
  on: boolean;
}

export function price(answering: Answering, cell: string): Price | null {
  const { decision, picks, previews } = answering;
  if (!decision || !["sail", "draw", "tourist"].includes(decision.kind)) return null;
  const option = moveTo(answering, cell);
  const preview = option && previews[option.id];
  if (!option || !preview) return null;
  const on = picks.any && picks.move?.id === option.id;
  const what = decision.kind === "draw" ? "points" : "money";
  const change = preview.changes.find((c) => c.what === what);
  const by = change ? Number(change.after) - Number(change.before) : 0;
  const coin = what === "points" ? "prosperity" : "coin-vatu";
  if (decision.kind === "sail" && by === 0) return { coin, text: w("free"), on };
  return { coin, text: by === 0 ? "0" : signed(by), on };
}
