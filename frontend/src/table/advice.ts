// What the server's bot thinks of the moves at hand.
import type { Decision, Hint, Option } from "../types.gen";

export interface Advice {
  move: Option;
  tries: number;
  /** Points behind the best. */
  behind: number;
}

/** The moves of a hint, the best first; none if the question has changed meanwhile. */
export function advice(decision: Decision | null, hint: Hint): Advice[] {
  const open = [...(decision?.moves ?? []), ...(decision?.anytime ?? [])];
  const found = hint.weighed.flatMap(({ move: id, ...rest }) => {
    const move = open.find((option) => option.id === id);
    return move ? [{ move, ...rest }] : [];
  });
  return found[0]?.move.id === hint.move ? found : [];
}
