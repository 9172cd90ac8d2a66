// What the page makes of a judged decision.
import type { JudgedDecision, Judgement, Option, Part } from "../types.gen";

export const COSTLY = ["slip", "mistake", "big"];

/** A judged move as the option it was. */
export function option(judgement: Pick<Judgement, "move" | "refs">): Option {
  return { id: judgement.move, picks: judgement.refs, details: null };
}

/** How sure the coach is of a loss: 2 to 4 of four bars. A loss below two errors is none. */
export function sureness(decision: Pick<JudgedDecision, "loss" | "error">): 2 | 3 | 4 {
  const errors = decision.error > 0 ? decision.loss / decision.error : 4;
  return errors >= 4 ? 4 : errors >= 3 ? 3 : 2;
}

/** Shares are told in tenths. */
export function tenths(share: number): number {
  return Math.round(share * 10);
}

/** What the parts leave of a difference; 0 if it is less than a fifth of it. */
export function restOf(parts: Pick<Part, "points">[], whole: number): number {
  const rest = whole - parts.reduce((sum, part) => sum + part.points, 0);
  return Math.abs(rest) > whole / 5 ? rest : 0;
}
