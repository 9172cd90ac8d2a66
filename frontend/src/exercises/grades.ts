// The symbol of a verdict: that of the grade that means the same.
import type { TriedMove } from "../types.gen";

export const GRADES: Record<TriedMove["verdict"], string> = {
  best: "best",
  better: "best",
  close: "slip",
  worse: "mistake",
};
