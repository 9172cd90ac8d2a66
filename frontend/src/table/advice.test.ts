import { expect, test } from "vitest";
import type { Decision, Hint } from "../types.gen";
import { advice } from "./advice";

const decision = {
  moves: [
    { id: "sail 1,1", picks: {} },
    { id: "rest", picks: {} },
  ],
  anytime: [{ id: "beg 1", picks: {} }],
} as unknown as Decision;
const weighed = (...moves: string[]) => moves.map((move, n) => ({ move, tries: 10, behind: n }));

test("the bot's moves are found among the open ones, in its order", () => {
  const hint = { move: "rest", number: 3, weighed: weighed("rest", "beg 1") } as Hint;
  expect(advice(decision, hint).map((each) => [each.move.id, each.behind])).toEqual([
    ["rest", 0],
    ["beg 1", 1],
  ]);
});

test("advice for a question that has changed meanwhile is dropped", () => {
  const hint = { move: "sail 9,9", number: 2, weighed: weighed("sail 9,9", "rest") } as Hint;
  expect(advice(decision, hint)).toEqual([]);
  expect(advice(null, { ...hint, move: "rest" })).toEqual([]);
});
