// What is sent while the player has not chosen otherwise, and which moves wait for Confirm.
import type { Decision, Option } from "../types.gen";
import { detailsOf } from "./details";

/** Questions answered by a number. */
export const COUNTED = new Set([
  "serve_plates",
  "take_from_reserve",
  "keep_excess",
  "pay_from_reserve",
]);

/** What Confirm sends while the player has not said otherwise: one plate, all that can be kept. */
export function defaultMove(
  moves: Option[],
  _: Record<string, string>,
  decision: Decision,
): Option | null {
  if (!COUNTED.has(decision.kind)) return null;
  const first = decision.kind === "serve_plates" || decision.kind === "pay_from_reserve";
  return (first ? moves[0] : moves.at(-1)) ?? null;
}

/** Placing a building shows its ghost first; what reveals something cannot be taken back. */
export function sendsAtOnce(move: Option): boolean {
  return !move.id.startsWith("cell") && move.id !== "pass" && !detailsOf(move).reveals;
}
