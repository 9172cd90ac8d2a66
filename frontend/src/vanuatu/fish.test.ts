import { expect, test } from "vitest";
import { fishRef, fishSold, toggled, whichSold } from "./fish";

test("a sale is named by its tiles, the largest first", () => {
  expect(fishRef([1, 3, 2])).toBe("fish:3+2+1");
  expect(fishSold("fish:3+2+1")).toEqual([3, 2, 1]);
  expect(fishSold(undefined)).toEqual([]);
});

test("equal tiles are told apart by their place", () => {
  expect(whichSold([3, 2, 2, 1], [2, 1])).toEqual([false, true, false, true]);
  expect(whichSold([3, 2, 2, 1], [2, 2])).toEqual([false, true, true, false]);
});

test("a press adds a tile or takes it out", () => {
  expect(toggled([3, 2, 2], [true, false, false], 2)).toEqual([3, 2]);
  expect(toggled([3, 2, 2], [true, true, false], 0)).toEqual([2]);
});
