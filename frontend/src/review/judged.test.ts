import { expect, test } from "vitest";
import type { JudgedDecision } from "../types.gen";
import { restOf, sureness, tenths } from "./judged";

test("the coach is the surer the more errors a loss is away from nothing", () => {
  const of = (loss: number, error: number) => sureness({ loss, error } as JudgedDecision);
  expect([of(2, 0.9), of(2, 0.6), of(2, 0.4), of(2, 0)]).toEqual([2, 3, 4, 4]);
});

test("shares are told in tenths", () => {
  expect([tenths(0.04), tenths(0.66), tenths(1)]).toEqual([0, 7, 10]);
});

test("what the parts leave is shown when it is more than a fifth", () => {
  const part = (points: number) => ({ points });
  expect(restOf([part(5), part(-0.4)], 1.9)).toBeCloseTo(-2.7);
  expect(restOf([part(1.8)], 1.9)).toBe(0);
});
