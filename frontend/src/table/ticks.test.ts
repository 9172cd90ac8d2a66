import { expect, test } from "vitest";
import { ticks } from "./ticks";

test("an axis counts in round numbers", () => {
  expect(ticks(-6, 14)).toEqual([-10, -5, 0, 5, 10, 15]);
  expect(ticks(0, 10)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(-6, 74)).toEqual([-20, 0, 20, 40, 60, 80]);
  expect(ticks(0, 0)).toEqual([0, 1]);
});

test("every value lies between the first and the last", () => {
  for (let high = 1; high < 250; high += 1) {
    const found = ticks(-7, high);
    expect(found[0]).toBeLessThanOrEqual(-7);
    expect(found.at(-1)).toBeGreaterThanOrEqual(high);
    expect(found.length).toBeLessThanOrEqual(8);
  }
});
