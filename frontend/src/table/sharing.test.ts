import { expect, test } from "vitest";
import { sharing } from "./sharing";

test("an equal view is the known one", () => {
  const known = { round: 1, cells: [{ fish: 2 }, { fish: 3 }] };
  expect(sharing(known, structuredClone(known))).toBe(known);
});

test("a change is seen, and what did not change stays the same object", () => {
  const known = { round: 1, cells: [{ fish: 2 }, { fish: 3 }] };
  const shared = sharing(known, { round: 1, cells: [{ fish: 1 }, { fish: 3 }] });
  expect(shared).toEqual({ round: 1, cells: [{ fish: 1 }, { fish: 3 }] });
  expect(shared).not.toBe(known);
  expect(shared.cells).not.toBe(known.cells);
  expect(shared.cells[1]).toBe(known.cells[1]);
});

test("a longer or shorter list is another list with the same members", () => {
  const known = [{ id: "a" }, { id: "b" }];
  const longer = sharing(known, [{ id: "a" }, { id: "b" }, { id: "c" }]);
  expect(longer).toHaveLength(3);
  expect(longer[0]).toBe(known[0]);
  const shorter = sharing(known, [{ id: "a" }]);
  expect(shorter).toEqual([{ id: "a" }]);
});

test("a key that is gone is gone", () => {
  expect(sharing({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
});

test("a list is no record, and nothing is no view", () => {
  expect(sharing({ 0: "a" }, ["a"])).toEqual(["a"]);
  expect(sharing(["a"], { 0: "a" })).toEqual({ 0: "a" });
  expect(sharing({ a: 1 }, null)).toBeNull();
  expect(sharing(null, { a: 1 })).toEqual({ a: 1 });
});
